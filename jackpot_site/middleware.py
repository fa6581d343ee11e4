"""Django's middleware for pages, past which calls of the API with a token go: they have no session and no cookies."""

from typing import Any

from django.contrib.auth import middleware as auth
from django.contrib.messages import middleware as messages
from django.contrib.sessions import middleware as sessions
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware import locale


class PagesOnly:
    """Mixed into a middleware: a call of the API with a token goes straight on."""

    get_response: Any

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path.startswith("/api/") and request.META.get("HTTP_AUTHORIZATION", "")[:7].lower() == "bearer ":
            response: HttpResponseBase = self.get_response(request)
            return response
        answered: HttpResponseBase = super().__call__(request)  # type: ignore[misc]
        return answered


class SessionMiddleware(PagesOnly, sessions.SessionMiddleware):
    """Sessions of browsers."""


class LocaleMiddleware(PagesOnly, locale.LocaleMiddleware):
    """The language of pages; the API chooses its own."""


class AuthenticationMiddleware(PagesOnly, auth.AuthenticationMiddleware):
    """Who is signed in by session."""


class MessageMiddleware(PagesOnly, messages.MessageMiddleware):
    """One-time messages on pages."""
