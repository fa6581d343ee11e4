"""Playing without an account: a guest is made when first needed, and known by the session."""

from django.contrib.auth import login
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from accounts.api import throttling
from accounts.errors import Refusal
from accounts.models import User
from accounts.services import guest_account
from accounts.web.forms import zone_or_utc
from accounts.web.middleware import account

BACKEND = "accounts.web.backend.SignInBackend"
GUESTS_PER_MINUTE = 6


class TooManyGuests(Refusal):
    code, status = "rate_limited", 429
    text = _("Too many guests come from where you are. Wait a minute, or sign up.")


def player(request: HttpRequest) -> User:
    """Whoever is signed in; else a new guest, who is signed in by this call. For views that answer a POST.

    Raises TooManyGuests. A form may bring `time_zone`, filled in by the browser (see accounts/reader.js).
    """
    known = account(request)
    if known is not None:
        return known
    if throttling.exceeds(f"guests:{throttling.address(request)}", GUESTS_PER_MINUTE):
        raise TooManyGuests
    zone = zone_or_utc(request.POST.get("time_zone", ""))
    guest = guest_account(translation.get_language() or "en", zone)
    login(request, guest, backend=BACKEND)
    return guest
