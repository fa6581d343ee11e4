"""What the operations under /me/ take and give."""

import zoneinfo
from functools import cache
from typing import Any

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.api.serializers import StrictCharField, StrictSerializer
from accounts.models import ApiToken, Scope, User


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


class TokenPage(serializers.Serializer[Any]):
    results = TokenOut(many=True)
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)


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
