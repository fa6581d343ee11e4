"""The way to show that one reads an address: a link sent there, which needs no account and only adds the address."""

from datetime import timedelta

from django.conf import settings
from django.core import signing
from django.urls import reverse

from accounts import clock
from accounts.models import Channel

SALT = "confirm address"
GOOD_FOR = timedelta(days=7)


def url(channel_id: int) -> str:
    """The absolute address that confirms this channel. Only a mail to the channel may hold it."""
    return f"{settings.SITE_URL}{reverse('confirm-address', args=[signing.dumps(channel_id, salt=SALT)])}"


def read(signed: str) -> Channel | None:
    """The channel of a signed address; None when the signature is not ours, too old, or the channel is gone."""
    try:
        channel_id = signing.loads(signed, salt=SALT, max_age=GOOD_FOR)
    except signing.BadSignature:
        return None
    return Channel.objects.select_related("user").filter(pk=channel_id, user__is_active=True).first()


def confirm(channel: Channel) -> None:
    """Notices go there from now on."""
    Channel.objects.filter(pk=channel.pk, verified_at=None).update(verified_at=clock.now())
