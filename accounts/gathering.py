"""From the outbox into deliveries: whom a notice reaches, on which channels, when, and why nobody when nobody.

Each channel of a reader decides for itself when it takes a notice (accounts.moments). What it takes now becomes one
delivery. What it takes later waits in the channel's one delivery that is held back; later notices join it. A held
delivery is looked at when its time has come, or when the rules have changed (`look_again`), and waits on if need be.
"""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from accounts import clock, truth
from accounts.channels.when import parse
from accounts.models import Channel, Delivery, Notice, User
from accounts.moments import CATCHING_UP, Limit, Wait, limit_of, rules_of, wait
from accounts.outbox import CALLS, OPEN

# A notice this much overdue tells of a worker that stood still. What happened meanwhile is sorted out first, so that
# its reader gets one message of what is true by then: it waits for the grace of what the sweeps bring to light now,
# and for the time they need to do so.
LATE = timedelta(minutes=10)
SWEEPING = timedelta(seconds=60)
# What goes out so soon after something that waits joins it.
NEAR = timedelta(seconds=60)


@transaction.atomic
def gather_next() -> bool:
    """Make deliveries of what is due for the user who waits longest; False when nobody waits.

    What comes due before the next sweep is taken along: it would only be a second mail two seconds later.
    """
    now = clock.now()
    due = Notice.objects.filter(status=Notice.Status.PENDING, due_at__lte=now).order_by("due_at")
    # The lock is on the reader: two relays that each held one of the notices would make two mails.
    first = due.select_related("user").select_for_update(of=("user",), skip_locked=True, no_key=True).first()
    if first is None:
        return False
    waiting = Notice.objects.filter(user=first.user, status=Notice.Status.PENDING, due_at__lte=_soon(now))
    _gather(first.user, [*waiting.select_for_update(skip_locked=True).order_by("due_at", "id")], now)
    return True


def lock_reader(user: User) -> User:
    """What a person is told, and where, is decided under this lock; then come channels, deliveries, notices."""
    return User.objects.select_for_update(no_key=True).get(pk=user.pk)


def _soon(now: datetime) -> datetime:
    return now + timedelta(seconds=settings.CELERY_SWEEP_SECONDS)


def _gather(user: User, notices: list[Notice], now: datetime) -> None:
    channels = _usable(user)
    if reason := why_not(user, channels):
        return drop(notices, reason, now)
    wanted = _not_muted(user, notices, now)
    late = any(now - notice.due_at > LATE for notice in wanted)
    settled = now + timedelta(seconds=settings.NOTICE_GRACE_SECONDS) + SWEEPING if late else None
    waits: dict[int, Wait] = {}
    for channel in channels:
        for notice, until in _deliver(channel, user, wanted, now, settled or _catching_up_until(channel, now)):
            waits[notice.pk] = min(until, waits.get(notice.pk, until))
    _mark([notice for notice in wanted if notice.pk in waits], waits, now)
    return drop([notice for notice in wanted if notice.pk not in waits], "muted", now)


def _catching_up_until(channel: Channel, now: datetime) -> datetime | None:
    """What comes to light while a channel catches up goes with what it has held back for that; None: it does not."""
    held = Delivery.objects.filter(channel=channel, status=Delivery.Status.HELD, due_at__gt=now)
    return held.filter(notices__reason=CATCHING_UP).values_list("due_at", flat=True).first()


def _usable(user: User) -> list[Channel]:
    return [*user.channels.exclude(verified_at=None).filter(disabled_at=None).order_by("id")]


def _deliver(
    channel: Channel, user: User, notices: list[Notice], now: datetime, settled: datetime | None
) -> list[tuple[Notice, Wait]]:
    """Put what a channel takes into deliveries; returns each such notice with how long it waits there."""
    taken = [(notice, _wait(notice, channel, user, now, settled)) for notice in notices if _takes(channel, notice)]
    held = channel_held(channel)
    near = held is not None and held.due_at is not None and held.due_at <= now + NEAR
    ready = [notice for notice, until in taken if until.until <= _soon(now) and not near]
    if ready:
        _new(channel, Delivery.Status.WAITING, now, now).notices.add(*ready)
    later = [(notice, until) for notice, until in taken if notice not in ready]
    if later:
        _hold(channel, held, later, now)
    return taken


def _takes(channel: Channel, notice: Notice) -> bool:
    return notice.kind not in channel.muted_kinds and _asked_on(notice) in (None, channel.pk)


def _asked_on(notice: Notice) -> int | None:
    """The channel on which somebody has just asked for this: it goes there, and does not wait. None for most."""
    asked_on: int | None = notice.payload.get("channel")
    return asked_on


def channel_held(channel: Channel) -> Delivery | None:
    """The delivery that a channel holds back, locked; None when there is none."""
    return Delivery.objects.filter(channel=channel, status=Delivery.Status.HELD).select_for_update().first()


def _hold(channel: Channel, held: Delivery | None, later: list[tuple[Notice, Wait]], now: datetime) -> None:
    until = min(wait.until for _notice, wait in later)
    if held is None:
        held = _new(channel, Delivery.Status.HELD, until, now)
    elif held.due_at is None or until < held.due_at:
        held.due_at = until
        held.save(update_fields=["due_at"])
    held.notices.add(*(notice for notice, _wait in later))


def _new(channel: Channel, status: Delivery.Status, due_at: datetime, now: datetime) -> Delivery:
    return Delivery.objects.create(channel=channel, status=status, created_at=now, due_at=due_at)


def _wait(notice: Notice, channel: Channel, user: User, now: datetime, settled: datetime | None = None) -> Wait:
    at_once = notice.kind in user.at_once_kinds or _asked_on(notice) is not None
    rules = rules_of(user, channel, at_once=at_once)
    return wait(notice.due_at, now, rules, _limit(notice), settled)


def _limit(notice: Notice) -> Limit | None:
    return limit_of(notice.created_at, parse(notice.payload.get("deadline")), settings.REMINDER_SHARE)


def _mark(notices: list[Notice], waits: dict[int, Wait], now: datetime) -> None:
    for notice in notices:
        until, reason = waits[notice.pk]
        held = until > _soon(now)
        notice.status = Notice.Status.HELD if held else Notice.Status.TAKEN
        notice.held_until, notice.reason = (until, reason) if held else (None, "")
    Notice.objects.bulk_update(notices, ["status", "held_until", "reason"])


# Holding back


@transaction.atomic
def release_next() -> bool:
    """Look at what has been held back longest: let it go, or hold it back for longer; False when nothing is due."""
    now = clock.now()
    due = Delivery.objects.filter(status=Delivery.Status.HELD, due_at__lte=now).order_by("due_at")
    held = due.select_related("channel__user").select_for_update(of=("self",), skip_locked=True).first()
    if held is None:
        return False
    first = first_moment(held, now)
    waiting = held.notices.filter(status=Notice.Status.HELD)
    if first.until <= _soon(now):
        Delivery.objects.filter(pk=held.pk).update(status=Delivery.Status.WAITING, due_at=now)
        waiting.update(status=Notice.Status.TAKEN, held_until=None, reason="")
    else:
        Delivery.objects.filter(pk=held.pk).update(due_at=first.until)
        waiting.update(held_until=first.until, reason=first.reason)
    return True


def send_now(user: User, notice: Notice, now: datetime) -> bool:
    """Put a settled notice into a delivery of its own on each channel that takes it; False when none does."""
    channels = [channel for channel in _usable(user) if _takes(channel, notice)]
    if why_not(user, channels) or not _not_muted(user, [notice], now):
        return False
    for channel in channels:
        _new(channel, Delivery.Status.WAITING, now, now).notices.add(notice)
    if notice.status != Notice.Status.SENT:
        notice.status, notice.reason, notice.settled_at = Notice.Status.TAKEN, "", None
    notice.again_at = now
    notice.save(update_fields=["status", "reason", "settled_at", "again_at"])
    return True


def first_moment(delivery: Delivery, at: datetime) -> Wait:
    """The first moment from `at` on at which the reader's rules let one of the notices go; `at` when none is left."""
    channel, user = delivery.channel, delivery.channel.user
    return min((_wait(notice, channel, user, at) for notice in _open_or_sent(delivery)), default=Wait(at, ""))


def look_again(user: User) -> None:
    """The rules of a user have changed: what is held back is weighed anew by the next sweep."""
    held = Delivery.objects.filter(channel__user=user, status=Delivery.Status.HELD)
    held.update(due_at=clock.now())


# What is left out


def why_not(user: User, channels: Collection[Channel]) -> str:
    """Why this user is told nothing, as a code of the ledger; empty when nothing stands in the way."""
    if user.suspended or not user.is_active:
        return "suspended" if user.suspended else "closed"
    return "" if channels else "no_channel"


@transaction.atomic
def still_wanted(delivery: Delivery) -> list[Notice]:
    """The notices of a delivery that still hold and that the reader still wants; drops the others."""
    channel, user = delivery.channel, delivery.channel.user
    usable = [channel] if channel.disabled_at is None else []
    now = clock.now()
    if reason := why_not(user, usable):
        drop(_nowhere_else(delivery, [*delivery.notices.all()]), reason, now)
        return []
    notices = _not_muted(user, _open_or_sent(delivery), now)
    unwanted = [notice for notice in notices if notice.kind in channel.muted_kinds]
    drop(_nowhere_else(delivery, unwanted), "muted", now)
    return _true([notice for notice in notices if notice not in unwanted], now)


def _nowhere_else(delivery: Delivery, notices: list[Notice]) -> list[Notice]:
    """Those of these notices that are under way on no other channel: what one does not take, another may."""
    others = Delivery.objects.filter(due_at__isnull=False, notices__in=notices).exclude(pk=delivery.pk)
    elsewhere = {*others.values_list("notices", flat=True)}
    return [notice for notice in notices if notice.pk not in elsewhere]


def _open_or_sent(delivery: Delivery) -> list[Notice]:
    """The notices of a delivery that were not withdrawn, locked, oldest first; sent is sent on another channel."""
    rows = delivery.notices.filter(status__in=[*OPEN, Notice.Status.SENT]).order_by("id")
    return sorted(rows.select_for_update(of=("self",)), key=lambda notice: (notice.due_at, notice.pk))


def _not_muted(user: User, notices: Iterable[Notice], now: datetime) -> list[Notice]:
    """Those of no muted match; drops the others."""
    mutes = dict(user.mutes.values_list("thread", "calls"))

    def muted(notice: Notice) -> bool:
        in_muted = notice.thread in mutes and (mutes[notice.thread] or notice.kind not in CALLS)
        return in_muted and _asked_on(notice) is None

    all_of_them = [*notices]
    drop([notice for notice in all_of_them if muted(notice)], "muted_match", now)
    return [notice for notice in all_of_them if not muted(notice)]


def _true(notices: list[Notice], now: datetime) -> list[Notice]:
    """Those that still hold; drops the others."""
    reasons = truth.no_longer(notices)
    for reason in sorted({*reasons.values()}):
        drop([notice for notice in notices if reasons.get(notice.pk) == reason], reason, now)
    return [notice for notice in notices if notice.pk not in reasons]


def drop(notices: list[Notice], reason: str, now: datetime) -> None:
    """Settle those of these notices that are still open as dropped, for this reason."""
    if notices:
        dropped = Notice.objects.filter(pk__in=lock(notices), status__in=OPEN)
        dropped.update(status=Notice.Status.DROPPED, reason=reason, settled_at=now, held_until=None)


def lock(notices: Iterable[Notice]) -> list[int]:
    """The ids of these notices, locked in the order in which accounts.outbox locks them."""
    rows = Notice.objects.filter(pk__in=[notice.pk for notice in notices])
    return [*rows.select_for_update().order_by("id").values_list("pk", flat=True)]
