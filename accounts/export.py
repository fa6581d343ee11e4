"""All that is kept about a person, for that person. Other apps add their part without being known here."""

from collections.abc import Callable
from typing import Any

from allauth.usersessions.models import UserSession
from django.db.models import F

from accounts.models import User

ADDRESS = (
    *("kind", "address", "label", "muted_kinds", "digest", "digest_at", "last_error"),
    *("added_at", "verified_at", "disabled_at", "last_used_at", "failing_since"),
)

Part = Callable[[User], Any]

_parts: dict[str, Part] = {}


def register(name: str, part: Part) -> None:
    """Add a part, from an app's `ready()`: `part(user)` gives plain JSON, without what is hidden from the person."""
    _parts[name] = part


def data_of(user: User) -> dict[str, Any]:
    """Everything, by part."""
    own = {
        "account": _account(user),
        "addresses": [*user.channels.order_by("id").values(*ADDRESS)],
        "tokens": [*user.tokens.order_by("id").values("label", "hint", "scopes", "created_at", "revoked_at")],
        "notices": [*user.notices.order_by("id").values("kind", "thread", "created_at", "status", "payload")],
        "muted_matches": [*user.mutes.order_by("id").values("thread", "calls")],
        "blocked": [*user.blocks.order_by("id").values("created_at", username=F("blocked__username"))],
        "sessions": [*UserSession.objects.filter(user=user).order_by("id").values("created_at", "ip", "user_agent")],
    }
    return {**own, **{name: part(user) for name, part in _parts.items()}}


def _account(user: User) -> dict[str, Any]:
    names = ("username", "email", "language", "time_zone", "theme", "standing", "is_bot", "date_joined", "last_login")
    rules = ("awake_from", "awake_until", "grace_seconds", "at_once_kinds", "automatic_holidays")
    return {name: getattr(user, name) for name in (*names, *rules, "suspended_at")}
