"""What every page does for its reader: language, time zone and theme; and what it asks of staff."""

from collections.abc import Callable

from allauth.mfa.adapter import get_adapter
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.api.problems import problem_response
from accounts.channels.when import zone_of
from accounts.models import User

THEME_COOKIE = "theme"

View = Callable[[HttpRequest], HttpResponse]

# Nothing here needs any of these, nor may anything that slipped in use them.
UNUSED = "accelerometer camera display-capture geolocation gyroscope magnetometer microphone midi payment usb"
POLICY = ", ".join(f"{feature}=()" for feature in UNUSED.split())
# Where a member of staff without a second factor may go: to set it up, to sign out, and to choose a language.
OPEN_TO_STAFF = ("/accounts/", "/i18n/", "/healthz", "/readyz")


def permissions_policy(get_response: View) -> View:
    """Say that pages of this site use no sensors and no devices."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Permissions-Policy", POLICY)
        return response

    return middleware


def as_the_reader_likes(get_response: View) -> View:
    """Who is signed in reads in the language, time and theme of the account, whatever browser they use."""

    def middleware(request: HttpRequest) -> HttpResponse:
        user = account(request)
        if user is None:
            return get_response(request)
        _speak(request, user)
        with timezone.override(zone_of(user.time_zone)):
            return get_response(request)

    return middleware


def second_factor_for_staff(get_response: View) -> View:
    """Staff who have no second factor are sent to set it up; until then they see nothing else."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if not _lacks_second_factor(request):
            return get_response(request)
        text = _("Whoever keeps order here needs a second factor. Set it up first.")
        if request.path.startswith("/api/"):
            return problem_response(403, "second_factor_required", text)
        messages.warning(request, text)
        return redirect("mfa_activate_totp")

    return middleware


def account(request: HttpRequest) -> User | None:
    """Who is signed in by session; where there is none, or a token is shown, the database is not asked."""
    user: User | AnonymousUser | None = getattr(request, "user", None)
    if settings.SESSION_COOKIE_NAME not in request.COOKIES or user is None or not user.is_authenticated:
        return None
    return user


def _speak(request: HttpRequest, user: User) -> None:
    if user.language in dict(settings.LANGUAGES):
        translation.activate(user.language)
        request.LANGUAGE_CODE = translation.get_language()
    request.COOKIES[THEME_COOKIE] = user.theme


def _lacks_second_factor(request: HttpRequest) -> bool:
    if not settings.STAFF_SECOND_FACTOR or request.path.startswith(OPEN_TO_STAFF):
        return False
    user = account(request)
    return user is not None and user.is_staff and not get_adapter().is_mfa_enabled(user)
