"""The pages that belong to the site as a whole: the front page, and what is shown when something is wrong."""

from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from accounts.api.problems import problem_response
from jackpot_site import broker, health


def home(request: HttpRequest) -> HttpResponse:
    """What is running here, and how to begin."""
    database = health.database_answers()
    seen = health.last_seen() if database else {}
    parts = [
        (_("Database"), database, ""),
        (_("Queue"), broker.answers(), settings.BROKER),
        (_("Worker"), "worker" in seen, ""),
        (_("Schedule"), "beat" in seen, ""),
    ]
    return render(request, "home.html", {"parts": parts, "address": settings.SITE_URL, "show_mails": settings.LOCAL})


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django could not make sense of the request."""
    return _refuse(request, HTTPStatus.BAD_REQUEST, "bad_request", _("The request could not be understood."))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The caller may not do this."""
    return _refuse(request, HTTPStatus.FORBIDDEN, "forbidden", _("You may not do this."))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """No such page; nor does it say what might have been there."""
    return _refuse(request, HTTPStatus.NOT_FOUND, "not_found", _("There is nothing at this address."))


def server_error(request: HttpRequest) -> HttpResponse:
    """A mistake of ours."""
    text = _("Something went wrong on our side. What was stored before is safe.")
    return _refuse(request, HTTPStatus.INTERNAL_SERVER_ERROR, "server_error", text)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form came from elsewhere, or its page was open for too long."""
    text = _("The form could not be trusted. Go back, load the page again and send it once more.")
    return _refuse(request, HTTPStatus.FORBIDDEN, "csrf_failed", text)


def _refuse(request: HttpRequest, status: HTTPStatus, code: str, text: str) -> HttpResponse:
    """A problem document for programs, a small page for people."""
    if request.path.startswith("/api/"):
        return problem_response(status, code, text)
    return render(request, f"{status.value}.html", {"text": text}, status=status)
