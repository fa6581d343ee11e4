"""What the operations under /me/ take and give."""

import zoneinfo
from functools import cache
from typing import Any

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.api.serializers import StrictBooleanField, StrictCharField, StrictIntegerField, StrictSerializer
from accounts.models import ApiToken, Channel, Notice, Scope, User
from accounts.outbox import KINDS

MOST_CHANNELS = 50
LARGEST_ID = 2**63 - 1


@cache
def zones() -> frozenset[str]:
    """All time zones there are."""
    return frozenset(zoneinfo.available_timezones())


class MeIn(StrictSerializer):
    language = serializers.ChoiceField(choices=settings.LANGUAGES, required=False)
    time_zone = StrictCharField(required=False, max_length=64)

    def validate_time_zone(self, value: str) -> str:
        if value not in zones():
            raise serializers.ValidationError(_("There is no such time zone; a name such as Europe/Berlin is meant."))
        return value


class MeOut(serializers.Serializer[User]):
    username = serializers.CharField()
    email = serializers.CharField(allow_blank=True)
    language = serializers.CharField()
    time_zone = serializers.CharField()
    is_bot = serializers.BooleanField()
    suspended = serializers.BooleanField()
    created_at = serializers.DateTimeField()
    scopes = serializers.ListField(child=serializers.CharField(), help_text="What the caller may do.")


class TokenIn(StrictSerializer):
    label = StrictCharField(  # type: ignore[assignment]  # DRF's own attribute is replaced by the field.
        required=False, default="", allow_blank=True, max_length=80
    )
    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=Scope.choices), allow_empty=False, max_length=len(Scope)
    )


class TokenOut(serializers.Serializer[ApiToken]):
    id = serializers.IntegerField()
    label = serializers.CharField(allow_blank=True)  # type: ignore[assignment]
    hint = serializers.CharField(help_text="How the token begins.")
    scopes = serializers.ListField(child=serializers.CharField())
    created_at = serializers.DateTimeField()
    last_used_at = serializers.DateTimeField(allow_null=True)


class NewTokenOut(TokenOut):
    token = serializers.CharField(help_text="Shown this once; it cannot be found out again.")


class NoticeOut(serializers.Serializer[Notice]):
    id = serializers.IntegerField()
    kind = serializers.CharField()
    game = serializers.CharField(allow_blank=True)
    status = serializers.ChoiceField(choices=Notice.Status.choices)
    reason = serializers.CharField(allow_blank=True, help_text="Why it was dropped or failed.")
    created_at = serializers.DateTimeField()
    due_at = serializers.DateTimeField()
    settled_at = serializers.DateTimeField(allow_null=True)


class TokenPage(serializers.Serializer[Any]):
    results = TokenOut(many=True)
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)


class NoticePage(serializers.Serializer[Any]):
    results = NoticeOut(many=True)
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)


class Switches(StrictSerializer):
    """Each kind of notice, on or off."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {kind: StrictBooleanField(required=False) for kind in KINDS}


class ChannelIn(StrictSerializer):
    id = StrictIntegerField(min_value=1, max_value=LARGEST_ID)
    enabled = StrictBooleanField(required=False)
    notices = Switches(required=False)


class NotificationsIn(StrictSerializer):
    channels = serializers.ListField(child=ChannelIn(), max_length=MOST_CHANNELS)


class ChannelOut(serializers.Serializer[Channel]):
    id = serializers.IntegerField()
    kind = serializers.CharField()
    address = serializers.CharField()
    verified = serializers.BooleanField()
    enabled = serializers.BooleanField()
    last_error = serializers.CharField(allow_blank=True, help_text="Why it was turned off, if it was not you.")
    notices = Switches()


class NotificationsOut(serializers.Serializer[Any]):
    channels = ChannelOut(many=True)


def me_out(user: User, scopes: frozenset[str]) -> dict[str, Any]:
    """The caller."""
    return {
        **{name: getattr(user, name) for name in ("username", "email", "language", "time_zone", "is_bot", "suspended")},
        "created_at": user.date_joined,
        "scopes": sorted(scopes),
    }


def token_out(token: ApiToken) -> dict[str, Any]:
    """A token, without what would let anybody use it."""
    names = ("id", "label", "hint", "scopes", "created_at", "last_used_at")
    return {name: getattr(token, name) for name in names}


def notice_out(notice: Notice) -> dict[str, Any]:
    """A line of the ledger."""
    names = ("id", "kind", "status", "reason", "created_at", "due_at", "settled_at")
    return {"game": notice.thread, **{name: getattr(notice, name) for name in names}}


def channel_out(channel: Channel) -> dict[str, Any]:
    """A channel with its switches."""
    return {
        **{name: getattr(channel, name) for name in ("id", "kind", "address", "last_error")},
        "verified": channel.verified_at is not None,
        "enabled": channel.disabled_at is None,
        "notices": {kind: kind not in channel.muted_kinds for kind in KINDS},
    }
