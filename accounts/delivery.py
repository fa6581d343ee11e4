"""From the outbox to the reader. Every notice ends as sent, dropped (and why) or failed.

`relay_one` does one of three things, until there is nothing left to do:

1. `send_next`: claim a delivery that is due, for as long as a lease; then, outside any transaction, write and
   send it; then settle it: sent, waiting for its next try, dropped or failed.
2. `gathering.release_next`: look at a delivery that was held back until now, and let it go.
3. `gathering.gather_next`: take the notices of one user that are due and make one delivery of them for each channel, so
   that several matches are one mail.

Claims skip what others hold (SKIP LOCKED), so any number of relays may run. Who dies while sending leaves a
lease that runs out, and the next sweep sends the same delivery again under the same id: one repeat at most.
What failing does to a channel is in accounts.failing.
"""

import logging
from datetime import datetime, timedelta
from typing import Any, cast

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts import clock
from accounts.channels import ChannelError, Message, Receipt, Way, chat, email, webhook, webpush
from accounts.failing import failed, hold_up_others, turn_off, worked
from accounts.gathering import first_moment, gather_next, lock, release_next, still_wanted
from accounts.models import Channel, Delivery, Kind, Notice
from accounts.outbox import OPEN

logger = logging.getLogger(__name__)

CHANNELS: dict[str, Way] = {
    kind: cast("Way", module)
    for kind, module in {
        Kind.EMAIL: email,
        Kind.WEBPUSH: webpush,
        Kind.WEBHOOK: webhook,
        Kind.CHAT: chat,
    }.items()
}

# Seconds to wait after the first, second, ... try that failed; after the last of them there is no other.
WAITS = (60, 300, 1_800, 7_200, 28_800, 86_400)
# Whoever took this long within the last hour is sent to after all others, like those that do not answer at all.
SLOW_MILLISECONDS = 2_000
OF_LATE = timedelta(hours=1)
ERROR_LENGTH = 300


def relay_one() -> bool:
    """Send one delivery, let one go or gather one user's notices; False when nothing is due.

    Channels that fail or are slow come last: they keep nobody else's message waiting for more than a few seconds.
    """
    return send_next() or release_next() or gather_next() or send_next(last=True)


def send_next(*, last: bool = False) -> bool:
    """Claim, send and settle the delivery that has been due longest; False when none is."""
    delivery = claim(clock.now(), last=last)
    if delivery is None:
        return False
    notices = still_wanted(delivery)
    if not notices:
        _settle(delivery, Delivery.Status.DROPPED, "")
    elif delivery.attempts > len(WAITS) + 1:
        _fail(delivery, ChannelError("Nobody who sent it lived to tell.", permanent=False))
    else:
        _send(delivery, _alone(delivery, notices))
    return True


@transaction.atomic
def claim(now: datetime, *, last: bool = False) -> Delivery | None:
    """Take a delivery that waits, or whose sender's lease has run out, for NOTICE_LEASE_SECONDS.

    `last`: one to a channel that fails or is slow at present; else one to any other.
    """
    due = Delivery.objects.exclude(status=Delivery.Status.HELD).filter(due_at__lte=now).order_by("due_at")
    comes_last = Q(channel__failing_since__isnull=False) | Exists(_slow(now))
    due = due.filter(comes_last if last else ~comes_last)
    delivery = due.select_related("channel__user").select_for_update(of=("self",), skip_locked=True).first()
    if delivery:
        delivery.status = Delivery.Status.SENDING
        delivery.attempts += 1
        delivery.due_at = now + timedelta(seconds=settings.NOTICE_LEASE_SECONDS)
        delivery.save(update_fields=["status", "attempts", "due_at"])
    return delivery


def _slow(now: datetime) -> QuerySet[Delivery]:
    """Messages that a channel was slow to take of late."""
    slow = Delivery.objects.filter(milliseconds__gte=SLOW_MILLISECONDS, created_at__gt=now - OF_LATE)
    return slow.filter(channel=OuterRef("channel"))


@transaction.atomic
def _alone(delivery: Delivery, notices: list[Notice]) -> list[Notice]:
    """What this delivery carries: where each notice is a message of its own, the others get deliveries of theirs."""
    if not CHANNELS[delivery.channel.kind].ONE_BY_ONE:
        return notices
    now, (first, *others) = clock.now(), notices
    delivery.notices.remove(*others)
    for notice in others:
        own = Delivery(channel=delivery.channel, status=Delivery.Status.WAITING, created_at=now, due_at=now)
        own.save(force_insert=True)
        own.notices.add(notice)
    return [first]


def _send(delivery: Delivery, notices: list[Notice]) -> None:
    channel = delivery.channel
    message, way = Message(delivery.pk, channel.user, channel, notices), CHANNELS[channel.kind]
    try:
        receipt = way.send(channel.address, message)
    except ChannelError as error:
        _fail(delivery, error, way.PATIENCE)
    except Exception as error:
        # A mistake of ours, in a template perhaps: it must not stop the mails of everybody else.
        logger.exception("Delivery %s could not be sent", delivery.pk)
        _fail(delivery, ChannelError(type(error).__name__, permanent=False))
    else:
        _succeed(delivery, notices, receipt or Receipt())


# Settling


@transaction.atomic
def _succeed(delivery: Delivery, notices: list[Notice], receipt: Receipt) -> None:
    now = clock.now()
    worked(delivery.channel_id, now)
    if _settle(delivery, Delivery.Status.SENT, "", sent_at=now, **receipt._asdict()):
        # Also those that were withdrawn in the meantime: what has gone out has gone out.
        sent = Notice.objects.filter(pk__in=lock(notices))
        sent.update(status=Notice.Status.SENT, reason="", settled_at=now)


@transaction.atomic
def _fail(delivery: Delivery, error: ChannelError, patience: timedelta | None = None) -> None:
    now, text, answer = clock.now(), str(error), error.receipt._asdict()
    if error.permanent:
        turn_off(delivery.channel_id, text, now, tell=not error.gone)
    else:
        failed(delivery.channel_id, text, patience, now)
        if delivery.attempts <= len(WAITS):
            return _try_later(delivery, error, patience, now)
    if _settle(delivery, Delivery.Status.FAILED, text, **answer):
        _fail_notices(delivery, "refused" if error.permanent else "gave_up", now)
    if error.gone:
        delivery.channel.delete()
    return None


def _try_later(delivery: Delivery, error: ChannelError, patience: timedelta | None, now: datetime) -> None:
    wait = max(WAITS[delivery.attempts - 1], error.wait)
    again_at = first_moment(delivery, now + timedelta(seconds=wait)).until
    _settle(delivery, Delivery.Status.WAITING, str(error), due_at=again_at, **error.receipt._asdict())
    if patience is not None:
        hold_up_others(delivery, again_at, now)


def _fail_notices(delivery: Delivery, reason: str, now: datetime) -> None:
    # Locked first, so that of two channels that fail together the second sees that it is the last.
    hopeless = Notice.objects.filter(pk__in=lock(delivery.notices.all()), status__in=OPEN).filter(
        ~Exists(_deliveries_under_way())
    )
    hopeless.update(status=Notice.Status.FAILED, reason=reason, settled_at=now)


def _deliveries_under_way() -> QuerySet[Delivery]:
    return Delivery.objects.filter(notices=OuterRef("pk"), due_at__isnull=False)


def _settle(delivery: Delivery, status: Delivery.Status, error: str, **fields: Any) -> bool:
    """Write down how a try ended, unless the lease ran out and somebody else is at it by now.

    `fields` are others of Delivery; without `due_at` nobody looks at it again.
    """
    ours = Delivery.objects.filter(pk=delivery.pk, status=Delivery.Status.SENDING, attempts=delivery.attempts)
    values = {"due_at": None, "sent_at": None, **fields}
    return bool(ours.update(status=status, error=error[:ERROR_LENGTH], **values))


@transaction.atomic
def try_again(delivery: Delivery) -> bool:
    """Send a delivery that failed, or waits, from the first try; its channel is believed in again. False if neither."""
    retriable = Delivery.objects.filter(pk=delivery.pk, status__in=[Delivery.Status.FAILED, Delivery.Status.WAITING])
    if not retriable.update(status=Delivery.Status.WAITING, attempts=0, due_at=clock.now()):
        return False
    Channel.objects.filter(pk=delivery.channel_id).update(disabled_at=None, last_error="", failing_since=None)
    Notice.objects.filter(deliveries=delivery, status=Notice.Status.FAILED).update(
        status=Notice.Status.TAKEN, reason="", settled_at=None
    )
    return True
