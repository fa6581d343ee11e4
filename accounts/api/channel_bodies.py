"""What the operations about channels take and give."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.api.notice_bodies import ChannelOut, Switches, channel_out
from accounts.api.serializers import StrictBooleanField, StrictCharField, StrictSerializer
from accounts.models import Channel, Delivery, Kind

LONGEST_LABEL = 80
LONGEST_ADDRESS = 1000


class KeysIn(StrictSerializer):
    """The keys of a browser that has subscribed, in base64url."""

    p256dh = StrictCharField(max_length=200)
    auth = StrictCharField(max_length=100)
    vapid = StrictCharField(max_length=100, help_text="The key of this site that the browser was given.")


class ChannelNew(StrictSerializer):
    kind = serializers.ChoiceField(choices=Kind.choices)
    address = StrictCharField(
        max_length=LONGEST_ADDRESS,
        help_text="An e-mail address, an https address, the endpoint of a push subscription, or a chat service's.",
    )
    keys = KeysIn(required=False, help_text="For `webpush`, and needed there.")
    label = StrictCharField(  # type: ignore[assignment]  # DRF's own attribute is replaced by the field.
        required=False, default="", allow_blank=True, max_length=LONGEST_LABEL
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("keys" in attrs) != (attrs["kind"] == Kind.WEBPUSH):
            raise serializers.ValidationError({"keys": [_("Needed for a device, and for nothing else.")]})
        return attrs


class ChannelChange(StrictSerializer):
    label = StrictCharField(required=False, allow_blank=True, max_length=LONGEST_LABEL)  # type: ignore[assignment]
    enabled = StrictBooleanField(required=False)
    notices = Switches(required=False)


class ChannelFull(ChannelOut):
    label = serializers.CharField(allow_blank=True)  # type: ignore[assignment]
    added_at = serializers.DateTimeField(allow_null=True, help_text="Null for the account's own address.")
    last_used_at = serializers.DateTimeField(allow_null=True)
    failing_since = serializers.DateTimeField(allow_null=True, help_text="Since when nothing has got through.")


class NewChannel(ChannelFull):
    secret = serializers.CharField(allow_null=True, help_text="Of a webhook; shown this once.")


class ChannelPage(serializers.Serializer[Any]):
    results = ChannelFull(many=True)
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)


class SecretOut(serializers.Serializer[Any]):
    secret = serializers.CharField(help_text="Shown this once. The former one signs, too, for 24 hours.")


class PushKeyOut(serializers.Serializer[Any]):
    key = serializers.CharField(help_text="For `applicationServerKey`.")


class AttemptOut(serializers.Serializer[Delivery]):
    id = serializers.UUIDField(help_text="`webhook-id`, and part of the `Message-ID` of a mail.")
    status = serializers.ChoiceField(choices=Delivery.Status.choices)
    kinds = serializers.ListField(child=serializers.CharField(), help_text="What it tells of.")
    code = serializers.IntegerField(allow_null=True, help_text="What the other side answered last.")
    milliseconds = serializers.IntegerField(allow_null=True, help_text="After how long.")
    error = serializers.CharField(allow_blank=True)
    created_at = serializers.DateTimeField()
    due_at = serializers.DateTimeField(allow_null=True, help_text="When it is tried, or tried again.")
    sent_at = serializers.DateTimeField(allow_null=True)


class AttemptPage(serializers.Serializer[Any]):
    results = AttemptOut(many=True)
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)


def channel_full(channel: Channel) -> dict[str, Any]:
    """A channel, without what would let others write there."""
    names = ("label", "added_at", "last_used_at", "failing_since")
    return {**channel_out(channel), **{name: getattr(channel, name) for name in names}}


def attempt_out(delivery: Delivery) -> dict[str, Any]:
    """One message to a channel, and what became of it."""
    names = ("id", "status", "code", "milliseconds", "error", "created_at", "due_at", "sent_at")
    kinds = sorted({notice.kind for notice in delivery.notices.all()})
    return {**{name: getattr(delivery, name) for name in names}, "kinds": kinds}
