"""The way out of mails: an address that needs no account, good for one channel and the kinds of one mail."""

from collections.abc import Collection

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.urls import reverse

from accounts.models import Channel

SALT = "unsubscribe"


def url(channel_id: int, kinds: Collection[str]) -> str:
    """The absolute address that stops these kinds on this channel."""
    signed = signing.dumps([channel_id, *kinds], salt=SALT)
    return f"{settings.SITE_URL}{reverse('unsubscribe', args=[signed])}"


def read(signed: str) -> tuple[int, list[str]] | None:
    """Channel id and kinds of a signed address; None when the signature is not ours."""
    try:
        channel_id, *kinds = signing.loads(signed, salt=SALT)
    except signing.BadSignature:
        return None
    return channel_id, kinds


@transaction.atomic
def stop(channel_id: int, kinds: Collection[str]) -> None:
    """Mute these kinds on this channel; a channel that is gone needs no muting."""
    channel = Channel.objects.select_for_update().filter(pk=channel_id).first()
    if channel:
        channel.muted_kinds = sorted({*channel.muted_kinds, *kinds})
        channel.save(update_fields=["muted_kinds"])
