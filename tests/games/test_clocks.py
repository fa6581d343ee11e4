"""How long a turn lasts: holidays, pauses and waking hours, in every zone and around both changes of its clocks."""

from collections.abc import Sequence
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.hours import Hours, is_awake
from games.clocks import Clock, Waking
from games.rows import Span
from tests.accounts.test_hours import hours, moments
from tests.conftest import NOON

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
Moment = tuple[datetime, ZoneInfo]
lengths = st.integers(1, 4 * 1440)


@st.composite
def stretches(draw: st.DrawFn) -> list[tuple[int, int]]:
    """Some holidays and pauses, which may overlap: from and for how many minutes."""
    found = draw(st.lists(st.tuples(st.integers(-2000, 6000), st.integers(1, 3000)), max_size=3))
    return sorted(found)


def still(at: datetime, found: Sequence[tuple[int, int]]) -> list[Span]:
    return [Span(at + start * MINUTE, at + (start + length) * MINUTE) for start, length in found]


def runs(clock: Clock, at: datetime) -> bool:
    """Whether the clock runs in the minute from `at` on, worked out anew."""
    stopped = any(span.start <= at < span.end for span in clock.still)
    asleep = clock.waking is not None and clock.quick and not is_awake(at, *clock.waking)
    return not stopped and not asleep


def minutes_run(clock: Clock, at: datetime, until: datetime) -> int:
    return sum(runs(clock, at + number * MINUTE) for number in range((until - at) // MINUTE))


@settings(max_examples=100, deadline=None)
@given(moments(), hours, stretches(), st.integers(1, 719), st.booleans())
def test_a_quick_turn_lasts_exactly_so_many_minutes_in_which_the_clock_runs(
    moment: Moment, named: Hours, found: list[tuple[int, int]], minutes: int, keeps_hours: bool
) -> None:
    at, zone = moment
    clock = Clock(still(at, found), Waking(zone, named) if keeps_hours else None, quick=True)
    due = clock.after(at, minutes * MINUTE)
    if due - at < 60 * DAY:  # Who is awake for a minute a day: counted by the clock itself alone.
        assert minutes_run(clock, at, due) == minutes
    assert clock.between(at, due) == minutes * MINUTE
    assert runs(clock, due - MINUTE), "It ends in time that counts."


@settings(max_examples=100, deadline=None)
@given(moments(), hours, stretches(), lengths)
def test_a_longer_turn_has_all_its_time_and_ends_neither_in_sleep_nor_in_a_holiday(
    moment: Moment, named: Hours, found: list[tuple[int, int]], minutes: int
) -> None:
    at, zone = moment
    clock = Clock(still(at, found), Waking(zone, named))
    due = clock.after(at, minutes * MINUTE)
    assert clock.between(at, due) >= minutes * MINUTE
    assert is_awake(due - MINUTE, zone, named)
    assert not any(span.start < due < span.end for span in clock.still)


@settings(max_examples=100, deadline=None)
@given(moments(), hours, stretches(), st.integers(1, 719), st.integers(0, 3000), st.booleans())
def test_a_holiday_that_is_added_and_taken_back_changes_nothing(
    moment: Moment, named: Hours, found: list[tuple[int, int]], minutes: int, passed: int, keeps_hours: bool
) -> None:
    at, zone = moment
    waking = Waking(zone, named) if keeps_hours else None
    before, with_holidays = Clock((), waking, quick=True), Clock(still(at, found), waking, quick=True)
    due, now = before.after(at, minutes * MINUTE), at + passed * MINUTE
    if now >= due:
        return
    left = before.between(now, due)
    moved = with_holidays.after(now, left)
    assert moved >= due
    assert with_holidays.between(now, moved) == left
    assert before.after(now, with_holidays.between(now, moved)) == due


def test_without_anything_special_a_turn_is_as_long_as_it_says() -> None:
    assert Clock().after(NOON, 3 * DAY) == NOON + 3 * DAY
    assert Clock().between(NOON, NOON + 3 * DAY) == 3 * DAY


def test_a_deadline_in_the_night_moves_to_an_hour_after_waking() -> None:
    berlin = Waking(ZoneInfo("Europe/Berlin"), Hours(time(8), time(23)))
    late = NOON.replace(hour=23)  # midnight in Berlin
    assert Clock((), berlin).after(late, DAY) == late + DAY + timedelta(hours=9)


def test_a_holiday_stops_the_clock_of_a_turn_for_as_long_as_it_covers_it() -> None:
    holiday = Span(NOON + DAY, NOON + 8 * DAY)
    assert Clock([holiday]).after(NOON, 3 * DAY) == NOON + 10 * DAY
    assert Clock([holiday]).after(NOON, DAY) == NOON + DAY
    assert Clock([holiday]).after(NOON + 2 * DAY, HOUR) == NOON + 8 * DAY + HOUR
