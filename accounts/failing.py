"""What failures do to a channel: it is left alone for a while, turned off in the end, and its owner told."""

from datetime import datetime, timedelta

from accounts.models import Channel, Delivery
from accounts.outbox import NewNotice, put

CHANNEL_OFF = "channel_off"
PLACE = "/settings/devices/"
ERROR_LENGTH = 300


def worked(channel_id: int, now: datetime) -> None:
    """Something went out there."""
    Channel.objects.filter(pk=channel_id).update(last_used_at=now, failing_since=None)


def failed(channel_id: int, error: str, patience: timedelta | None, now: datetime) -> None:
    """Something did not, and is tried again; after failing for as long as `patience` the channel is turned off."""
    Channel.objects.filter(pk=channel_id, failing_since=None).update(failing_since=now)
    if patience is not None and Channel.objects.filter(pk=channel_id, failing_since__lte=now - patience).exists():
        turn_off(channel_id, error, now)


def backing_off_until(delivery: Delivery, now: datetime) -> datetime | None:
    """When a message that was never tried is due, if its channel fails and is being left alone; else None.

    So that a channel that fails is tried as seldom as one message would be, however many there are for it.
    """
    if delivery.channel.failing_since is None or delivery.attempts > 1:
        return None
    waiting = Delivery.objects.filter(channel=delivery.channel_id, status=Delivery.Status.WAITING, attempts__gt=0)
    first = waiting.filter(due_at__gt=now).order_by("due_at").first()
    return first.due_at if first else None


def hold_up_others(delivery: Delivery, until: datetime) -> None:
    """What else waits for the channel of this delivery is not tried before it."""
    others = Delivery.objects.filter(channel=delivery.channel_id, status=Delivery.Status.WAITING)
    others.filter(due_at__lt=until).update(due_at=until)


def turn_off(channel_id: int, error: str, now: datetime, *, tell: bool = True) -> None:
    """Nothing goes there any more until its owner turns it on again; they are told where else they can be reached."""
    text = error[:ERROR_LENGTH]
    off = Channel.objects.filter(pk=channel_id, disabled_at=None)
    if off.update(disabled_at=now, last_error=text, failing_since=None) and tell:
        channel = Channel.objects.get(pk=channel_id)
        elsewhere = Channel.objects.filter(user=channel.user_id, disabled_at=None).exclude(verified_at=None)
        if not elsewhere.exists():
            return
        payload = {"url": PLACE, "name": channel.name, "why": text}
        key = f"{CHANNEL_OFF}:{channel_id}:{int(now.timestamp())}"
        put([NewNotice(channel.user_id, CHANNEL_OFF, "", key, payload, now)])
