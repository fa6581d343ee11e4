"""Passwords. One hash is computed for every attempt, so that time does not tell which names and addresses are known."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.internal.userkit import filter_users_by_email, get_user_by_username
from django.http import HttpRequest

from accounts.models import User


class SignInBackend(AuthenticationBackend):
    """allauth's, which would hash twice for an address that is known."""

    def _authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        login = credentials.get("username") or credentials.get("email") or ""
        user = get_user_by_username(login) or next(
            iter(filter_users_by_email(login, prefer_verified=True, for_login=True)), None
        )
        found: User | None = self._check_password(user, credentials["password"])
        return found
