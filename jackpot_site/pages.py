"""The pages of the site as a whole: fairness, credits, and what is shown when something is wrong."""

import json
from collections.abc import Container
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render, resolve_url
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import check_for_language, get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.i18n import set_language

from accounts.api.problems import problem_response
from accounts.models import Theme
from accounts.services import set_preferences
from games.rules.registry import all_rules
from jackpot_site.context import THEMES, still

A_YEAR = 365 * 24 * 3600
SHELL = ("site.css", "site.js", "htmx.min.js", "symbols.svg", "icons.svg", "favicon.svg", "icon-192.png")


@require_safe
def fairness(request: HttpRequest) -> HttpResponse:
    """Why nobody can stack the deck, in a few words."""
    return render(request, "fairness.html", {"games": _games()})


@require_safe
def credits_page(request: HttpRequest) -> HttpResponse:
    """Whose work this is."""
    return render(request, "credits.html", {"games": _games()})


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """What the service worker shows when there is neither a network nor a copy."""
    return render(request, "offline.html")


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Django's own switch of languages, remembered also by the account."""
    answer = set_language(request)
    _remember(request, "language", dict(settings.LANGUAGES))
    return answer


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Light, dark, or like the system; remembered by the browser and by the account."""
    back, chosen = request.POST.get("next", ""), request.POST.get("theme", "")
    safe = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
    answer = HttpResponseRedirect(back if safe else resolve_url("home"))
    if chosen in THEMES:
        answer.set_cookie("theme", chosen, max_age=A_YEAR, samesite="Lax", secure=request.is_secure())
    else:
        answer.delete_cookie("theme", samesite="Lax")
    _remember(request, "theme", Theme.values)
    return answer


def _remember(request: HttpRequest, name: str, values: Container[str]) -> None:
    chosen = request.POST.get(name, "")
    if chosen in values and request.user.is_authenticated:
        set_preferences(request.user, **{name: chosen})


@require_safe
@cache_control(max_age=3600)
def manifest(request: HttpRequest) -> HttpResponse:
    """What a phone needs to install the site; the page names its language, since browsers ask without cookies."""
    language = request.GET.get("language", "")
    with override(language if check_for_language(language) else get_language()):
        return JsonResponse(_manifest(), content_type="application/manifest+json")


@require_safe
@never_cache
def service_worker(request: HttpRequest) -> HttpResponse:
    """At the root, so that it may serve the whole site; it knows the files of the shell by their present names."""
    shell = [static(f"site/{name}") for name in SHELL]
    known = {
        "shell": shell,
        "offline": resolve_url("offline"),
        "channels": resolve_url("my-channels"),
        "static_url": settings.STATIC_URL,
    }
    script = render_to_string("site/sw.js", {name: json.dumps(value) for name, value in known.items()})
    return HttpResponse(script, content_type="text/javascript; charset=utf-8")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django could not make sense of the request."""
    return _refuse(request, HTTPStatus.BAD_REQUEST, "malformed", _("The request could not be understood."))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The caller may not do this."""
    return _refuse(request, HTTPStatus.FORBIDDEN, "forbidden", _("You may not do this."))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """No such page; nor does it say what might have been there."""
    return _refuse(request, HTTPStatus.NOT_FOUND, "not_found", _("There is nothing at this address."))


def server_error(request: HttpRequest) -> HttpResponse:
    """A mistake of ours."""
    text = _("Something went wrong on our side. What was stored before is safe.")
    if _for_programs(request):
        return problem_response(HTTPStatus.INTERNAL_SERVER_ERROR, "error", text)
    page = render_to_string("500.html", {**still(request), "text": text})
    return HttpResponse(page, status=HTTPStatus.INTERNAL_SERVER_ERROR)


def too_many_requests(request: HttpRequest) -> HttpResponse:
    """For views that count requests; programs get theirs from the throttles of the API."""
    text = _("That was a lot at once. Wait a minute, then go on where you were.")
    return _refuse(request, HTTPStatus.TOO_MANY_REQUESTS, "too_many_requests", text)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form came from elsewhere, or its page was open for too long."""
    text = _("The form could not be trusted. Go back, load the page again and send it once more.")
    return _refuse(request, HTTPStatus.FORBIDDEN, "csrf_failed", text, "csrf.html")


def _refuse(request: HttpRequest, status: HTTPStatus, code: str, text: str, template: str = "") -> HttpResponse:
    """A problem document for programs, a page for people."""
    if _for_programs(request):
        return problem_response(status, code, text)
    return render(request, template or f"{status.value}.html", {"text": text}, status=status)


def _for_programs(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def _games() -> list[dict[str, str]]:
    return [{"slug": rules.slug, "name": _(rules.name.message)} for rules in all_rules()]


def _manifest() -> dict[str, object]:
    icons = [
        {"src": static(f"site/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"} for size in (192, 512)
    ]
    maskable = {**icons[-1], "src": static("site/icon-maskable.png"), "purpose": "maskable"}
    return {
        "id": "/",
        "name": _("JACKPOT: card games by mail"),
        "short_name": "JACKPOT",
        "description": _("Card games by mail: a match runs across days, one action at a time."),
        "lang": get_language(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#141d18",
        "theme_color": "#141d18",
        "icons": [*icons, maskable],
    }
