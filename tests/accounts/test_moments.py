"""When a channel may be used: in every zone, through both changes of its clocks, and before every deadline."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from accounts.hours import Hours, is_awake
from accounts.models import Digest
from accounts.moments import Limit, Rules, limit_of, next_slot, wait
from tests.accounts.test_hours import BERLIN, DAY, MINUTE, hours, moments, times

APIA, LORD_HOWE = ZoneInfo("Pacific/Apia"), ZoneInfo("Australia/Lord_Howe")
Moment = tuple[datetime, ZoneInfo]
digests = st.sampled_from([*Digest.values])


@st.composite
def rules(draw: st.DrawFn) -> tuple[datetime, Rules]:
    at, zone = draw(moments())
    return at, Rules(zone, draw(st.none() | hours), draw(digests), draw(times))


def shown(at: datetime, zone: ZoneInfo) -> time:
    return at.astimezone(zone).time()


@settings(max_examples=100, deadline=None)
@given(moments())
@example((datetime(2026, 4, 4, 14, 40, tzinfo=UTC), LORD_HOWE))  # the clocks change by half an hour
def test_the_hourly_digest_comes_when_the_clock_next_shows_a_full_hour(moment: Moment) -> None:
    at, zone = moment
    slot = next_slot(at, Rules(zone, digest=Digest.HOURLY))
    assert (shown(slot, zone).minute, shown(slot, zone).second) == (0, 0)
    between = [at + number * MINUTE for number in range((slot - at) // MINUTE)]
    assert all(shown(each, zone).minute for each in between)


@settings(max_examples=150, deadline=None)
@given(moments(), times)
@example((datetime(2026, 3, 28, 12, tzinfo=UTC), BERLIN), time(2, 30))  # is left out
@example((datetime(2026, 10, 24, 12, tzinfo=UTC), BERLIN), time(2, 30))  # comes twice
@example((datetime(2011, 12, 29, 12, tzinfo=UTC), APIA), time(8))  # a day is left out
def test_the_daily_digest_comes_once_a_day_at_its_time(moment: Moment, named: time) -> None:
    at, zone = moment
    daily = Rules(zone, digest=Digest.DAILY, digest_at=named)
    slots = [next_slot(at, daily)]
    for _ in range(3):
        slots.append(next_slot(slots[-1] + timedelta(seconds=1), daily))
    assert at <= slots[0] <= at + DAY + timedelta(hours=3)
    days = [slot.astimezone(zone).date() for slot in slots]
    assert len({*days}) == 4
    left_out = datetime(2011, 12, 30).date() if zone.key == "Pacific/Apia" else None  # noqa: DTZ001 - a day on the wall
    assert (days[-1] - days[0]).days == 3 or (left_out and days[0] < left_out < days[-1])
    for slot in slots:
        moved = (slot + DAY / 4).astimezone(zone).utcoffset() != (slot - DAY / 4).astimezone(zone).utcoffset()
        assert shown(slot, zone) == named or moved


@settings(max_examples=60, deadline=None)
@given(moments(), times)
def test_twice_a_day_is_twelve_hours_apart_by_the_clock(moment: Moment, named: time) -> None:
    at, zone = moment
    twice = Rules(zone, digest=Digest.TWICE_A_DAY, digest_at=named)
    other = named.replace(hour=(named.hour + 12) % 24)
    both = [next_slot(at, Rules(zone, digest=Digest.DAILY, digest_at=each)) for each in (named, other)]
    assert next_slot(at, twice) == min(both)


@settings(max_examples=150, deadline=None)
@given(rules(), st.integers(0, 2 * 1440))
def test_what_has_no_deadline_waits_for_its_digest_and_for_its_reader_to_wake(
    given_rules: tuple[datetime, Rules], late: int
) -> None:
    due, chosen = given_rules
    now = due + late * MINUTE
    until = wait(due, now, chosen, None).until
    assert until >= now
    assert chosen.hours is None or is_awake(until, chosen.zone, chosen.hours)
    assert until >= next_slot(due, chosen)
    assert wait(due, until, chosen, None).until == until, "Looked at again when its time has come, it goes."


@settings(max_examples=200, deadline=None)
@given(rules(), st.integers(1, 14 * 1440), st.integers(0, 14 * 1440), st.none() | st.integers(0, 30))
def test_no_notice_comes_after_its_deadline_because_it_was_held_back(
    given_rules: tuple[datetime, Rules], turn: int, late: int, settling: int | None
) -> None:
    due, chosen = given_rules
    limit = limit_of(due, due + turn * MINUTE, 0.25)
    assert limit is not None
    now = due + min(late, turn - 1) * MINUTE
    settled = None if settling is None else now + settling * MINUTE
    until, _reason = wait(due, now, chosen, limit, settled)
    assert now <= until < limit.deadline
    asleep = chosen.hours is not None and not is_awake(until, chosen.zone, chosen.hours)
    assert until == now or not asleep, "Sleep is disturbed at once, or not at all."


NIGHT = Hours(time(7), time(22))
EVENING = datetime(2026, 3, 2, 22, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("hours_left", "digest", "expected"),
    [
        (None, Digest.AT_ONCE, (8.5, "quiet_hours")),
        (None, Digest.DAILY, (19.5, "digest")),
        (72, Digest.DAILY, (19.5, "digest")),
        (20, Digest.DAILY, (8.5, "quiet_hours")),
        (10, Digest.DAILY, (8.5, "quiet_hours")),
        (8, Digest.DAILY, (0, "")),
    ],
)
def test_a_deadline_goes_before_the_digest_and_then_before_sleep(
    hours_left: float | None, digest: str, expected: tuple[float, str]
) -> None:
    deadline = EVENING + timedelta(hours=hours_left) if hours_left else None
    chosen = Rules(ZoneInfo("UTC"), NIGHT, digest, time(18))
    until, reason = wait(EVENING, EVENING, chosen, limit_of(EVENING, deadline, 0.25))
    assert ((until - EVENING) / timedelta(hours=1), reason) == expected


def test_a_limit_leaves_its_share_of_the_time() -> None:
    assert limit_of(EVENING, EVENING + 4 * DAY, 0.25) == Limit(EVENING + 3 * DAY, EVENING + 4 * DAY)
    assert limit_of(EVENING, None, 0.25) is None
