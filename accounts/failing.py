"""What failures do to a channel: it is left alone for a while, turned off in the end, and its owner told."""

from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import Channel, Delivery
from accounts.outbox import NewNotice, put

CHANNEL_OFF = "channel_off"
PLACE = "/settings/devices/"
ERROR_LENGTH = 300
A_WHILE = timedelta(minutes=5)


def worked(channel_id: int, now: datetime) -> None:
    """Something went out there."""
    Channel.objects.filter(pk=channel_id).update(last_used_at=now, failing_since=None)


def failed(channel_id: int, error: str, patience: timedelta | None, now: datetime) -> None:
    """Something did not, and is tried again; after failing for as long as `patience` the channel is turned off."""
    Channel.objects.filter(pk=channel_id, failing_since=None).update(failing_since=now)
    if patience is not None and Channel.objects.filter(pk=channel_id, failing_since__lte=now - patience).exists():
        turn_off(channel_id, error, now)


def hold_up_others(delivery: Delivery, again_at: datetime, now: datetime) -> None:
    """What else waits for the channel of this delivery is not tried before it, or in a while."""
    until = min(again_at, now + A_WHILE)
    others = Delivery.objects.filter(channel=delivery.channel_id, status=Delivery.Status.WAITING)
    others.filter(due_at__lt=until).update(due_at=until)


@transaction.atomic
def turn_off(channel_id: int, error: str, now: datetime, *, tell: bool = True) -> bool:
    """Nothing goes there any more until its owner turns it on again, who is told elsewhere; whether it was on."""
    off = Channel.objects.filter(pk=channel_id, disabled_at=None)
    if not off.update(disabled_at=now, last_error=error[:ERROR_LENGTH], failing_since=None):
        return False
    if tell:
        _tell(Channel.objects.get(pk=channel_id), now)
    return True


def _tell(channel: Channel, now: datetime) -> None:
    elsewhere = Channel.objects.filter(user=channel.user_id, disabled_at=None).exclude(verified_at=None)
    if elsewhere.exists():
        payload = {"url": PLACE, "name": channel.name, "why": channel.last_error}
        key = f"{CHANNEL_OFF}:{channel.pk}:{int(now.timestamp())}"
        put([NewNotice(channel.user_id, CHANNEL_OFF, "", key, payload, now)])
