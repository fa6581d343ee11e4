"""From the outbox into deliveries: whom a notice reaches, on which channels, and why nobody when nobody."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from accounts import clock
from accounts.models import Channel, Delivery, Notice, User
from accounts.outbox import OPEN


@transaction.atomic
def gather_next() -> bool:
    """Make deliveries of what is due for the user who waits longest; False when nobody waits.

    What comes due before the next sweep is taken along: it would only be a second mail two seconds later.
    """
    now = clock.now()
    due = Notice.objects.filter(status=Notice.Status.PENDING, due_at__lte=now).order_by("due_at")
    # The lock is on the user: two relays that each held one of the notices would make two mails.
    first = due.select_related("user").select_for_update(of=("user",), skip_locked=True, no_key=True).first()
    if first is None:
        return False
    soon = now + timedelta(seconds=settings.CELERY_SWEEP_SECONDS)
    waiting = Notice.objects.filter(user=first.user, status=Notice.Status.PENDING, due_at__lte=soon)
    _gather(first.user, [*waiting.select_for_update(skip_locked=True).order_by("due_at", "id")], now)
    return True


def _gather(user: User, notices: list[Notice], now: datetime) -> None:
    channels = [*user.channels.exclude(verified_at=None).filter(disabled_at=None).order_by("id")]
    if reason := why_not(user, channels):
        return drop(notices, reason, now)
    taken: set[int] = set()
    for channel in channels:
        wanted = [notice for notice in notices if notice.kind not in channel.muted_kinds]
        if wanted:
            delivery = Delivery.objects.create(
                channel=channel, status=Delivery.Status.WAITING, created_at=now, due_at=now
            )
            delivery.notices.add(*wanted)
        taken |= {notice.pk for notice in wanted}
    Notice.objects.filter(pk__in=taken).update(status=Notice.Status.TAKEN)
    return drop([notice for notice in notices if notice.pk not in taken], "muted", now)


def why_not(user: User, channels: list[Channel]) -> str:
    """Why this user is told nothing, as a code of the ledger; empty when nothing stands in the way."""
    if user.suspended or not user.is_active:
        return "suspended" if user.suspended else "closed"
    return "" if channels else "no_channel"


def drop(notices: list[Notice], reason: str, now: datetime) -> None:
    """Settle those of these notices that are still open as dropped, for this reason."""
    dropped = Notice.objects.filter(pk__in=lock(notices), status__in=OPEN)
    dropped.update(status=Notice.Status.DROPPED, reason=reason, settled_at=now)


def lock(notices: Iterable[Notice]) -> list[int]:
    """The ids of these notices, locked in the order in which accounts.outbox locks them."""
    rows = Notice.objects.filter(pk__in=[notice.pk for notice in notices])
    return [*rows.select_for_update().order_by("id").values_list("pk", flat=True)]
