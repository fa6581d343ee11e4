"""When a channel may be used: quiet hours, digests, and the deadlines that do not wait for either.

Nothing here asks for the time or the database. Moments are aware datetimes. What is held back goes out at the first
moment that its reader's rules allow, unless that would be too late to act upon:

1. Past `Limit.latest`, when a reminder would be due, the digest is given up: it goes out when its reader is awake.
2. Would even that be past the deadline, sleep is given up, too: it goes out at once, as long as there is time.
"""

from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import NamedTuple

from accounts.channels.when import zone_of
from accounts.hours import Hours, hours_of, next_awake
from accounts.models import Channel, Digest, Kind, User

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
# Programs do not sleep.
SLEEPLESS = frozenset({Kind.WEBHOOK})
AT_ONCE, DIGEST, QUIET_HOURS, CATCHING_UP = "", "digest", "quiet_hours", "catching_up"


class Rules(NamedTuple):
    """How one channel may be used, by the clock on its reader's wall."""

    zone: tzinfo
    hours: Hours | None = None
    digest: str = Digest.AT_ONCE
    digest_at: time = time(8)


class Limit(NamedTuple):
    """A notice is better known at `latest`, and of no use from `deadline` on."""

    latest: datetime
    deadline: datetime


class Wait(NamedTuple):
    """Until when something waits, and what for: a code of the ledger, empty when nothing is waited for."""

    until: datetime
    reason: str


def rules_of(user: User, channel: Channel, *, at_once: bool) -> Rules:
    """The rules of one channel of a user, for what may wait or for what is to be told at once."""
    zone = zone_of(user.time_zone)
    if at_once:
        return Rules(zone)
    hours = None if channel.kind in SLEEPLESS else hours_of(user)
    return Rules(zone, hours, channel.digest, channel.digest_at)


def limit_of(created: datetime, deadline: datetime | None, share: float) -> Limit | None:
    """The limit of what was written at `created`: `latest` leaves this share of the time until the deadline."""
    return Limit(deadline - (deadline - created) * share, deadline) if deadline else None


def wait(due: datetime, now: datetime, rules: Rules, limit: Limit | None, settled: datetime | None = None) -> Wait:
    """The first moment at which something due at `due` may go out; not before `settled`, if there is time for that."""
    soonest = _awake(max(due, now), rules)
    slot = next_slot(due, rules)
    planned = _awake(max(slot, settled or now, now), rules)
    if limit is None or planned <= limit.latest:
        return Wait(planned, _reason(planned, slot, soonest, now))
    settling = _awake(max(due, settled or now, now), rules)
    for until in (settling, soonest):
        if until < limit.deadline:
            return Wait(until, _reason(until, due, soonest, now))
    return Wait(max(due, now), AT_ONCE)


def _reason(until: datetime, slot: datetime, soonest: datetime, now: datetime) -> str:
    if until <= now:
        return AT_ONCE
    if until == soonest:
        return QUIET_HOURS
    return DIGEST if slot > now else CATCHING_UP


def _awake(at: datetime, rules: Rules) -> datetime:
    return next_awake(at, rules.zone, rules.hours) if rules.hours else at


def next_slot(at: datetime, rules: Rules) -> datetime:
    """The first time from `at` on at which a digest goes out."""
    if rules.digest == Digest.AT_ONCE:
        return at
    if rules.digest == Digest.HOURLY:
        return _full_hour(at, rules.zone)
    return min(slot for slot in _named_slots(at, rules) if slot >= at)


def _full_hour(at: datetime, zone: tzinfo) -> datetime:
    """When the clock on the wall next shows a full hour; clocks that change by half an hour make it look again."""
    at = at.astimezone(UTC)
    while gone := _of_hour(at.astimezone(zone).time()):
        at += HOUR - gone
    return at


def _of_hour(shown: time) -> timedelta:
    return timedelta(minutes=shown.minute, seconds=shown.second, microseconds=shown.microsecond)


def _named_slots(at: datetime, rules: Rules) -> list[datetime]:
    """The digests around a moment. A time that comes twice counts once; one that is left out is as much later."""
    today = at.astimezone(rules.zone).date()
    days = [today + timedelta(days=number) for number in (-1, 0, 1, 2)]
    return [_at(day, shown, rules.zone) for day in days for shown in _times(rules)]


def _times(rules: Rules) -> list[time]:
    if rules.digest == Digest.DAILY:
        return [rules.digest_at]
    return [rules.digest_at, rules.digest_at.replace(hour=(rules.digest_at.hour + 12) % 24)]


def _at(day: date, shown: time, zone: tzinfo) -> datetime:
    return datetime.combine(day, shown, zone).astimezone(UTC)
