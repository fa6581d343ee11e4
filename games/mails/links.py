"""Signed links that answer one prompt of one seat for its holder, from a mail and without signing in.

Nothing is stored. A link is good as long as this person holds the seat and the prompt is open; the prompt decides
between links, as between clicks.
"""

from typing import NamedTuple

from django.conf import settings
from django.core import signing
from django.urls import reverse

SALT = "play from the mail"


class PlayLink(NamedTuple):
    """What a link is good for; without an `action` it shows everything that can be done."""

    code: str
    seat: int
    user_id: int
    prompt: int
    action: str = ""


def path(link: PlayLink) -> str:
    """Where it leads on this site."""
    return reverse("play-link", args=[signing.Signer(salt=SALT).sign_object([*link])])


def url(link: PlayLink) -> str:
    """The absolute address, for a mail."""
    return f"{settings.SITE_URL}{path(link)}"


def read(signed: str) -> PlayLink | None:
    """What a link is good for; None when it is not ours."""
    try:
        return PlayLink(*signing.Signer(salt=SALT).unsign_object(signed))
    except (signing.BadSignature, TypeError, ValueError):
        return None
