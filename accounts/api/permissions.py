"""What a caller may do: nothing, unless the view says which scope it takes."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from accounts.models import Scope, User


class Suspended(PermissionDenied):
    default_detail = _("This account is suspended.")
    default_code = "suspended"


class MissingScope(PermissionDenied):
    default_detail = _("The token does not have the scope that this needs.")
    default_code = "missing_scope"


class HasScope(BasePermission):
    """Deny by default.

    A view declares `scopes = {"GET": "games:read", "POST": "games:play"}`; methods in `public_methods`, or all
    with `public = True`, are open to callers without an account, but a token that is shown has to be valid
    and to carry the scope, if there is one. A method without a scope that is not public is refused.
    """

    def has_permission(self, request: Request, view: Any) -> bool:
        method = "GET" if request.method == "HEAD" else str(request.method)
        if getattr(view, method.lower(), None) is None or method == "OPTIONS":
            return True  # There is no such method here: 405 says so.
        scope = getattr(view, "scopes", {}).get(method)
        if not request.user.is_authenticated:
            return self._allow_stranger(view, method)
        if request.user.suspended and method not in SAFE_METHODS:
            raise Suspended
        if scope is None:
            return is_public(view, method)
        if not may(request.user, request.auth, scope, writing=method not in SAFE_METHODS):
            raise MissingScope
        return True

    def _allow_stranger(self, view: Any, method: str) -> bool:
        if not is_public(view, method):
            raise NotAuthenticated
        return True


def is_public(view: Any, method: str) -> bool:
    """Whether this view answers this method without an account."""
    return bool(getattr(view, "public", False)) or method in getattr(view, "public_methods", ())


def scopes_of(user: User, token: Any) -> frozenset[str]:
    """What the caller may do: what the token carries, or everything for the session of the site."""
    scopes = frozenset(Scope.values if token is None else token.scopes)
    return scopes if user.is_staff else scopes - {Scope.MODERATE}


def may(user: User, token: Any, scope: str, *, writing: bool) -> bool:
    """Whether the caller has a scope; an account that plays by program needs `bot:play` as well to play."""
    scopes = scopes_of(user, token)
    playing = writing and scope.startswith("games:")
    return scope in scopes and not (playing and user.is_bot and Scope.BOT_PLAY not in scopes)
