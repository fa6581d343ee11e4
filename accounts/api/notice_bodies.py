"""What the operations about notices take and give: the rules of what one is told, and the ledger of what one was."""

import re
from datetime import time
from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.api.serializers import StrictBooleanField, StrictCharField, StrictIntegerField, StrictSerializer
from accounts.hours import hours_of
from accounts.models import Channel, Delivery, Digest, Mute, Notice, User
from accounts.outbox import KINDS
from accounts.rules import ALL, LONGEST_GRACE, MOST, NONE, how_much

MOST_AT_ONCE = 50
LARGEST_ID = 2**63 - 1
TIME = "%H:%M"
CLOCK = "^([01][0-9]|2[0-3]):[0-5][0-9]$"


@extend_schema_field({"type": "string", "pattern": CLOCK})
class TimeOfDay(StrictCharField):
    """A time on the wall, such as `07:30`."""

    default_error_messages: ClassVar = {"clock": _("A time such as 07:30 is meant.")}

    def to_internal_value(self, data: Any) -> time:  # type: ignore[override]
        shown = super().to_internal_value(data)
        if not re.fullmatch(CLOCK, shown, re.ASCII):
            self.fail("clock")
        return time.fromisoformat(shown)


class Switches(StrictSerializer):
    """Each kind of notice, on or off."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {kind: StrictBooleanField(required=False) for kind in KINDS}


class ChannelIn(StrictSerializer):
    id = StrictIntegerField(min_value=1, max_value=LARGEST_ID)
    enabled = StrictBooleanField(required=False)
    notices = Switches(required=False)
    digest = serializers.ChoiceField(choices=Digest.choices, required=False)
    digest_at = TimeOfDay(required=False)


class Awake(StrictSerializer):
    """From when until when, in the account's time zone; `until` may be past midnight."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {"from": TimeOfDay(), "until": TimeOfDay()}


class MutedIn(StrictSerializer):
    game = StrictCharField(max_length=40)
    mute = serializers.ChoiceField(choices=[NONE, MOST, ALL])


class NotificationsIn(StrictSerializer):
    channels = serializers.ListField(child=ChannelIn(), max_length=MOST_AT_ONCE, required=False)
    grace_seconds = StrictIntegerField(max_value=LONGEST_GRACE, required=False, allow_null=True)
    awake = Awake(required=False, allow_null=True)
    at_once = serializers.ListField(child=serializers.ChoiceField(choices=KINDS), max_length=50, required=False)
    muted_games = serializers.ListField(child=MutedIn(), max_length=MOST_AT_ONCE, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs:
            raise serializers.ValidationError(_("Say what is to be changed."))
        return attrs


class ChannelOut(serializers.Serializer[Channel]):
    id = serializers.IntegerField()
    kind = serializers.CharField()
    address = serializers.CharField()
    verified = serializers.BooleanField()
    enabled = serializers.BooleanField()
    last_error = serializers.CharField(allow_blank=True, help_text="Why it was turned off, if it was not you.")
    notices = Switches()
    digest = serializers.ChoiceField(choices=Digest.choices)
    digest_at = TimeOfDay(help_text="For `daily`, and for `twice_a_day` with twelve hours between.")


class MutedOut(serializers.Serializer[Mute]):
    game = serializers.CharField()
    mute = serializers.ChoiceField(choices=[MOST, ALL], help_text="`most`: all but that it is your turn.")


class NotificationsOut(serializers.Serializer[Any]):
    channels = ChannelOut(many=True)
    grace_seconds = serializers.IntegerField(
        allow_null=True, help_text="How long a notice waits for you to act without it; null: as the site has it."
    )
    awake = Awake(allow_null=True, help_text="Outside of these hours notices wait; null: they never do.")
    at_once = serializers.ListField(child=serializers.CharField(), help_text="Kinds that wait for nothing.")
    muted_games = MutedOut(many=True)


class DeliveryOut(serializers.Serializer[Delivery]):
    id = serializers.UUIDField(help_text="The same for all notices that went out in one message.")
    channel = serializers.IntegerField()
    kind = serializers.CharField()
    address = serializers.CharField()
    status = serializers.ChoiceField(choices=Delivery.Status.choices)
    due_at = serializers.DateTimeField(allow_null=True, help_text="When it is tried, or tried again.")
    sent_at = serializers.DateTimeField(allow_null=True)
    error = serializers.CharField(allow_blank=True, help_text="What the other side said.")
    notices = serializers.IntegerField(help_text="How many notices this message carries.")


class NoticeOut(serializers.Serializer[Notice]):
    id = serializers.IntegerField()
    kind = serializers.CharField()
    game = serializers.CharField(allow_blank=True)
    status = serializers.ChoiceField(choices=Notice.Status.choices)
    reason = serializers.CharField(allow_blank=True, help_text="Why it is held back, was dropped or failed.")
    created_at = serializers.DateTimeField()
    due_at = serializers.DateTimeField()
    held_until = serializers.DateTimeField(allow_null=True)
    settled_at = serializers.DateTimeField(allow_null=True)
    deliveries = DeliveryOut(many=True)


class NoticePage(serializers.Serializer[Any]):
    results = NoticeOut(many=True)
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)


def rules_in(body: dict[str, Any]) -> dict[str, Any]:
    """What accounts.rules.set_rules is told, from a body that was checked."""
    found: dict[str, Any] = {name: body[name] for name in ("channels", "grace_seconds") if name in body}
    if "awake" in body:
        awake = body["awake"] or {"from": None, "until": None}
        found |= {"awake_from": awake["from"], "awake_until": awake["until"]}
    if "at_once" in body:
        found["at_once_kinds"] = sorted({*body["at_once"]})
    if "muted_games" in body:
        found["mutes"] = {each["game"]: each["mute"] for each in body["muted_games"]}
    return found


def rules_out(user: User) -> dict[str, Any]:
    """The rules of a user."""
    hours = hours_of(user)
    awake = {"from": hours.start.strftime(TIME), "until": hours.end.strftime(TIME)} if hours else None
    return {
        "channels": [channel_out(channel) for channel in user.channels.order_by("id")],
        "grace_seconds": user.grace_seconds,
        "awake": awake,
        "at_once": user.at_once_kinds,
        "muted_games": [{"game": each.thread, "mute": how_much(each)} for each in user.mutes.order_by("id")],
    }


def channel_out(channel: Channel) -> dict[str, Any]:
    """A channel with its switches."""
    return {
        **{name: getattr(channel, name) for name in ("id", "kind", "address", "last_error", "digest")},
        "digest_at": channel.digest_at.strftime(TIME),
        "verified": channel.verified_at is not None,
        "enabled": channel.disabled_at is None,
        "notices": {kind: kind not in channel.muted_kinds for kind in KINDS},
    }


def notice_out(notice: Notice) -> dict[str, Any]:
    """A line of the ledger; its deliveries were fetched with it (accounts.ledger)."""
    names = ("id", "kind", "status", "reason", "created_at", "due_at", "held_until", "settled_at")
    return {
        "game": notice.thread,
        **{name: getattr(notice, name) for name in names},
        "deliveries": [delivery_out(delivery) for delivery in notice.deliveries.all()],
    }


def delivery_out(delivery: Any) -> dict[str, Any]:
    """What one channel was told, with the `carried` of accounts.ledger."""
    names = ("id", "status", "due_at", "sent_at", "error")
    channel = {"channel": delivery.channel.pk, "kind": delivery.channel.kind, "address": delivery.channel.address}
    return {**channel, **{name: getattr(delivery, name) for name in names}, "notices": delivery.carried}
