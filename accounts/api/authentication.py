"""Who is calling: a bearer token, or the session of the site.

One statement for token and user, and no cache, so that a revoked token is refused everywhere at once.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db import connection
from django.db.models import Q
from django.utils.translation import gettext as _
from rest_framework import authentication
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.request import Request

from accounts import clock
from accounts.models import ApiToken, User
from accounts.services import hash_of

USED_EVERY = timedelta(minutes=1)

# Only what a request needs, in the order of the models' fields; others are fetched should anybody ask for them.
TOKEN_FIELDS = ["id", "user_id", "label", "hint", "scopes", "last_used_at"]
USER_FIELDS = [
    *("id", "is_superuser", "username", "email", "is_staff", "is_active", "date_joined"),
    *("language", "time_zone", "is_bot", "suspended_at"),
]
LOOK_UP = (
    "SELECT "  # noqa: S608 - made of the constants above
    + ", ".join([f"t.{name}" for name in TOKEN_FIELDS] + [f"u.{name}" for name in USER_FIELDS])
    + " FROM accounts_apitoken t JOIN accounts_user u ON u.id = t.user_id"
    + " WHERE t.hash = %s AND t.revoked_at IS NULL AND u.is_active"
)


class TokenAuthentication(authentication.BaseAuthentication):
    """`Authorization: Bearer jp_...`; `request.auth` is the ApiToken."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        scheme, _space, token = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        found = look_up(token.strip())
        if found is None:
            raise AuthenticationFailed(_("This token is not valid, or no longer."), code="invalid_token")
        _mark_used(found[1], clock.now())
        return found

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="api"'


class SiteSessionAuthentication(authentication.SessionAuthentication):
    """The cookie of the site, with CSRF; `request.auth` is None."""

    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except PermissionDenied as error:
            raise PermissionDenied(_("The CSRF token is missing or wrong."), code="csrf_failed") from error


def look_up(token: str) -> tuple[User, ApiToken] | None:
    """The user and the row of a valid token."""
    with connection.cursor() as cursor:
        cursor.execute(LOOK_UP, [hash_of(token)])
        row: tuple[Any, ...] | None = cursor.fetchone()
    if row is None:
        return None
    middle = len(TOKEN_FIELDS)
    found = ApiToken.from_db("default", TOKEN_FIELDS, row[:middle])
    found.user = user = User.from_db("default", USER_FIELDS, row[middle:])
    return user, found


def _mark_used(token: ApiToken, now: datetime) -> None:
    """Once a minute is enough, whatever the number of requests."""
    last = token.last_used_at
    if last is None or last < now - USED_EVERY:
        not_yet = Q(last_used_at=None) | Q(last_used_at__lt=now - USED_EVERY)
        ApiToken.objects.filter(not_yet, pk=token.pk).update(last_used_at=now)
