"""Waking hours in every zone, around both changes of its clocks: held against counting minute by minute."""

import zoneinfo
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from hypothesis import example, given, settings
from hypothesis import strategies as st

from accounts.hours import Hours, add_awake, awake_between, hours_of, is_awake, next_awake
from accounts.models import User

MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)
ZONES = sorted(name for name in zoneinfo.available_timezones() if name != "localtime")
BERLIN = ZoneInfo("Europe/Berlin")
DAYTIME = Hours(time(7, 30), time(22, 0))
NIGHT_OWL = Hours(time(14, 0), time(2, 30))

times = st.builds(time, st.integers(0, 23), st.integers(0, 59))
hours = st.builds(Hours, times, times)


def changes(zone: ZoneInfo, year: int) -> list[datetime]:
    """The days (midnight, UTC) of this year within which the clocks of a zone change."""
    days = [datetime(year, 1, 1, tzinfo=UTC) + number * DAY for number in range(366)]
    return [day for day in days if day.astimezone(zone).utcoffset() != (day + DAY).astimezone(zone).utcoffset()]


@st.composite
def moments(draw: st.DrawFn) -> tuple[datetime, ZoneInfo]:
    """A zone, and a whole minute within two days of a change of its clocks, or of a new year where there is none."""
    zone, year = ZoneInfo(draw(st.sampled_from(ZONES))), draw(st.integers(2000, 2036))
    day = draw(st.sampled_from(changes(zone, year) or [datetime(year, 1, 1, tzinfo=UTC)]))
    return day + draw(st.integers(-2 * 1440, 2 * 1440)) * MINUTE, zone


def awake_minutes(start: datetime, end: datetime, zone: ZoneInfo, named: Hours) -> int:
    minutes = range((end - start) // MINUTE)
    return sum(is_awake(start + number * MINUTE, zone, named) for number in minutes)


@settings(max_examples=120, deadline=None)
@given(moments(), hours)
def test_the_next_waking_moment_is_the_first_one(moment: tuple[datetime, ZoneInfo], named: Hours) -> None:
    at, zone = moment
    woken = next_awake(at, zone, named)
    assert woken >= at
    assert is_awake(woken, zone, named)
    assert awake_minutes(at, woken, zone, named) == 0


@settings(max_examples=120, deadline=None)
@given(moments(), hours, st.integers(1, 600))
@example((datetime(2011, 12, 29, 12, tzinfo=UTC), ZoneInfo("Pacific/Apia")), DAYTIME, 600)  # a day is left out
@example((datetime(2026, 4, 4, 12, tzinfo=UTC), ZoneInfo("Australia/Lord_Howe")), DAYTIME, 600)  # half an hour
def test_exactly_so_many_waking_minutes_pass(moment: tuple[datetime, ZoneInfo], named: Hours, minutes: int) -> None:
    at, zone = moment
    by = add_awake(at, minutes * 60, zone, named)
    assert awake_minutes(at, by, zone, named) == minutes
    assert awake_between(at, by, zone, named) == minutes * MINUTE
    assert is_awake(by - MINUTE, zone, named), "It ends in waking time."


@settings(max_examples=60, deadline=None)
@given(moments(), hours, st.integers(0, 86_400), st.integers(0, 86_400))
def test_time_can_be_added_in_parts(moment: tuple[datetime, ZoneInfo], named: Hours, one: int, other: int) -> None:
    at, zone = moment
    together = add_awake(at, one + other, zone, named)
    in_parts = add_awake(add_awake(at, one, zone, named), other, zone, named)
    assert next_awake(in_parts, zone, named) == next_awake(together, zone, named)


def test_both_changes_of_every_zone_take_and_give_their_hour_to_nobody() -> None:
    around = [(day - DAY / 2, ZoneInfo(name)) for name in ZONES for day in changes(ZoneInfo(name), 2026)]
    assert len(around) > 300
    for at, zone in around:
        by = add_awake(at, 15 * 3600, zone, NIGHT_OWL)
        assert awake_minutes(at, by, zone, NIGHT_OWL) == 15 * 60, zone.key


def test_an_hour_that_comes_twice_is_lived_through_twice() -> None:
    at = datetime(2026, 10, 24, 23, 0, tzinfo=UTC)  # 01:00 in Berlin, two hours before the clocks go back
    assert add_awake(at, 4 * 3600, BERLIN, Hours(time(1, 0), time(4, 0))) == at + timedelta(hours=4)
    assert not is_awake(at + timedelta(hours=4), BERLIN, Hours(time(1, 0), time(4, 0)))


def test_who_wakes_in_an_hour_that_is_left_out_wakes_when_it_is_over() -> None:
    asleep = datetime(2026, 3, 29, 0, 0, tzinfo=UTC)  # 01:00 in Berlin; at 02:00 it is 03:00
    woken = next_awake(asleep, BERLIN, Hours(time(2, 30), time(12, 0)))
    assert woken == datetime(2026, 3, 29, 1, 0, tzinfo=UTC)


def test_waking_hours_past_midnight_are_one_stretch() -> None:
    late = datetime(2026, 1, 10, 23, 0, tzinfo=UTC)  # midnight in Berlin
    assert is_awake(late, BERLIN, NIGHT_OWL)
    assert add_awake(late, 3 * 3600, BERLIN, NIGHT_OWL) == datetime(2026, 1, 11, 13, 30, tzinfo=UTC)


def test_who_names_no_hours_has_none() -> None:
    assert hours_of(User(username="ann")) is None
    assert hours_of(User(username="ann", awake_from=time(7, 30), awake_until=time(22))) == DAYTIME
