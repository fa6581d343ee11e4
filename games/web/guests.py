"""Playing at once, without signing up."""

from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest
from django.utils.translation import get_language

from accounts import services as accounts
from accounts.channels.when import zone_of
from accounts.models import User
from games.web.kind import reader


def signed_in_guest(request: HttpRequest) -> User:
    """Whoever is signed in; a stranger gets a guest's account and is signed in to it."""
    user = reader(request)
    if user is None:
        user = accounts.guest_account(get_language() or "en", zone_of(request.POST.get("zone", "")).key)
        login(request, user, backend=settings.AUTHENTICATION_BACKENDS[0])
    return user
