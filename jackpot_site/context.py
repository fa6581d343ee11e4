"""What every page of the site may show: theme, languages, and how many matches wait for the reader."""

from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from accounts.models import User
from games.access import waiting_for
from games.models import Game

THEMES = ("light", "dark")
"""What the cookie `theme` may say; anything else follows the system."""


def still(request: HttpRequest) -> dict[str, Any]:
    """All that the page saying that something is broken may show: nothing here asks the database."""
    chosen = request.COOKIES.get("theme", "")
    return {
        "theme": chosen if chosen in THEMES else "system",
        "languages": settings.LANGUAGES,
        "local_site": settings.LOCAL,
        "site_url": settings.SITE_URL,
    }


def site(request: HttpRequest) -> dict[str, Any]:
    """The context processor. The count is made only where a template asks for it, and once."""

    @cache
    def waiting_count() -> int:
        user = getattr(request, "user", None)
        if user is None or not user.is_authenticated:
            return 0
        return count_waiting(user)

    return {**still(request), "waiting_count": waiting_count}


def count_waiting(user: User) -> int:
    """At how many tables it is this user's turn."""
    return Game.objects.filter(waiting_for(user.pk)).count()
