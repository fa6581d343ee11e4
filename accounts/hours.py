"""Waking hours: when somebody is awake by the clock on the wall, through changes of the clocks and all.

Nothing here asks for the time or the database. Moments are aware datetimes; what is returned is in UTC. Whether
somebody is awake is decided by what the local clock shows at a moment, so an hour that a change of the clocks leaves
out is nobody's, and one that comes twice is lived through twice.
"""

from datetime import UTC, datetime, time, timedelta, tzinfo
from typing import NamedTuple

from accounts.models import User

DAY = timedelta(days=1)
SECOND = timedelta(seconds=1)


class Hours(NamedTuple):
    """From when until when somebody is awake, in local time; an `end` not after `start` is past midnight.

    The same time twice is a whole day: never asleep.
    """

    start: time
    end: time


def hours_of(user: User) -> Hours | None:
    """The waking hours this person has named; None: awake at any time."""
    if user.awake_from is None or user.awake_until is None:
        return None
    return Hours(user.awake_from, user.awake_until)


def is_awake(at: datetime, zone: tzinfo, hours: Hours) -> bool:
    """Whether the local clock shows a waking hour at this moment; `end` itself is no longer one."""
    shown = at.astimezone(zone).time()
    if hours.start < hours.end:
        return hours.start <= shown < hours.end
    return shown >= hours.start or shown < hours.end


def next_awake(at: datetime, zone: tzinfo, hours: Hours) -> datetime:
    """The first moment from `at` on at which the person is awake: `at` itself if so then."""
    at = at.astimezone(UTC)
    while not is_awake(at, zone, hours):
        at = _next_change(at, zone, hours)
    return at


def add_awake(at: datetime, seconds: float, zone: tzinfo, hours: Hours) -> datetime:
    """The moment by which so many waking seconds have passed since `at`; never in the middle of a sleep."""
    at, left = next_awake(at, zone, hours), timedelta(seconds=seconds)
    while (change := _next_change(at, zone, hours)) - at < left:
        left -= change - at
        at = next_awake(change, zone, hours)
    return at + left


def awake_between(start: datetime, end: datetime, zone: tzinfo, hours: Hours) -> timedelta:
    """How much waking time lies between two moments; nothing when they are the wrong way round."""
    at, awake = start.astimezone(UTC), timedelta()
    while at < end:
        change = min(_next_change(at, zone, hours), end)
        if is_awake(at, zone, hours):
            awake += change - at
        at = change
    return awake


def _next_change(at: datetime, zone: tzinfo, hours: Hours) -> datetime:
    """The next moment after `at` at which the person may wake or fall asleep: a named hour, or the clocks change."""
    local = at.astimezone(zone)
    change = min(at + _until(local.time(), named) for named in hours)
    if change.astimezone(zone).utcoffset() == local.utcoffset():
        return change
    return _clock_change(at, change, zone)


def _until(shown: time, named: time) -> timedelta:
    """How long a steady clock takes from one time of day to the next time it shows the other; never nothing."""
    return (_of_day(named) - _of_day(shown)) % DAY or DAY


def _of_day(shown: time) -> timedelta:
    return timedelta(hours=shown.hour, minutes=shown.minute, seconds=shown.second, microseconds=shown.microsecond)


def _clock_change(before: datetime, after: datetime, zone: tzinfo) -> datetime:
    """The second in which the clocks change between two moments of different offsets from UTC."""
    offset = before.astimezone(zone).utcoffset()
    low, high = before.replace(microsecond=0), after.replace(microsecond=0) + SECOND
    while high - low > SECOND:
        middle = low + timedelta(seconds=(high - low) // SECOND // 2)
        same = middle.astimezone(zone).utcoffset() == offset
        low, high = (middle, high) if same else (low, middle)
    return high
