"""A channel goes, by whatever way: what was under way to it, and to nowhere else, is not left hanging in the ledger."""

from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.db.models.signals import pre_delete
from django.dispatch import receiver

from accounts import clock
from accounts.gathering import drop
from accounts.models import Channel, Delivery, Notice
from accounts.outbox import OPEN


@receiver(pre_delete, sender=Channel, dispatch_uid="channel goes")
@transaction.atomic
def channel_goes(instance: Channel, **_: Any) -> None:
    """Deliveries go with their channel; notices stay, and say that there was nobody to tell."""
    # As the relay does: channels, deliveries, notices. All of the channels, since they share notices.
    [*Channel.objects.filter(user=instance.user_id).select_for_update(no_key=True).order_by("pk").values_list("pk")]
    under_way = Delivery.objects.filter(channel=instance, due_at__isnull=False)
    ids = [*under_way.select_for_update().order_by("pk").values_list("pk", flat=True)]
    elsewhere = Delivery.objects.filter(notices=OuterRef("pk"), due_at__isnull=False).exclude(channel=instance)
    left = Notice.objects.filter(deliveries__in=ids, status__in=OPEN).exclude(status=Notice.Status.PENDING)
    drop([*left.exclude(Exists(elsewhere)).distinct()], "no_channel", clock.now())
