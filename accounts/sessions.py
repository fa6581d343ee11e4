"""Devices that are signed in, and what is bound to that: push messages stop when it ends."""

import re
from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.http import HttpRequest

from accounts import clock
from accounts.models import User

# The first that fits; others contain these words, too.
BROWSERS = (
    *(("Edg", "Edge"), ("OPR", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox")),
    *(("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari")),
)
SYSTEMS = (
    *(("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows")),
    *(("Mac OS X", "Mac"), ("CrOS", "ChromeOS"), ("Linux", "Linux")),
)


def session_of(request: HttpRequest) -> UserSession | None:
    """The device that this request comes from; None for programs with a token."""
    session: Any = getattr(request, "session", None)
    if session is None or not request.user.is_authenticated:
        return None
    UserSession.objects.create_from_request(request)
    return UserSession.objects.get(session_key=session.session_key)


def follow(request: HttpRequest, user: User) -> None:
    """The session of a browser has another key, or another user. What is bound to it stays with its owner, or ends."""
    former = UserSession.objects.filter(session_key=request.COOKIES.get(settings.SESSION_COOKIE_NAME)).first()
    if former is None or former.session_key == request.session.session_key:
        return
    if former.user_id == user.pk and former.channels.exists():
        request.session.save()  # allauth forgets devices whose sessions are not there.
        UserSession.objects.create_from_request(request, user=user)
        former.channels.update(session=UserSession.objects.get(session_key=request.session.session_key))
    former.delete()


def end(request: HttpRequest) -> None:
    """Somebody signs out of this browser."""
    if session := getattr(request, "session", None):
        UserSession.objects.filter(session_key=session.session_key).delete()


def prune_sessions() -> None:
    """Forget devices whose sessions are over."""
    alive = Session.objects.filter(expire_date__gte=clock.now())
    UserSession.objects.exclude(session_key__in=alive.values("session_key")).delete()


def device_name(user_agent: str) -> str:
    """Such as "Firefox, Android": what a browser says of itself, in two words."""
    found = [_first(BROWSERS, user_agent), _first(SYSTEMS, user_agent)]
    return ", ".join(filter(None, found))


def _first(names: Any, user_agent: str) -> str:
    return next((name for word, name in names if re.search(rf"\b{word}\b", user_agent)), "")
