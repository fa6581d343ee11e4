"""Everything that goes wrong leaves as one shape: application/problem+json (RFC 9457) with a stable `code`."""

import logging
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Any

import orjson
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpResponse, UnreadablePostError
from django.utils.translation import gettext as _
from rest_framework import exceptions

from accounts.errors import Refusal

logger = logging.getLogger(__name__)

Errors = dict[str, list[str]]

# What the framework calls by names of its own.
CODES = {
    "parse_error": "malformed",
    "throttled": "rate_limited",
    "permission_denied": "forbidden",
    "authentication_failed": "invalid_token",
}
SECONDS_UNTIL_RETRY = 5


def problem(status: int, code: str, detail: str, errors: Errors | None = None) -> dict[str, Any]:
    """The document itself. `title` is the English name of the status; `detail` is for the person."""
    title = HTTPStatus(status).phrase
    document = {"type": "about:blank", "title": title, "status": int(status), "detail": str(detail), "code": code}
    return document if errors is None else {**document, "errors": errors}


def problem_response(
    status: int,
    code: str,
    detail: str,
    errors: Errors | None = None,
    headers: Mapping[str, str] | None = None,
) -> HttpResponse:
    """A problem as an answer, for API views and plain Django views alike."""
    body = orjson.dumps(problem(status, code, detail, errors))
    return HttpResponse(body, status=status, content_type="application/problem+json", headers=headers)


def exception_handler(exc: Exception, context: Mapping[str, Any]) -> HttpResponse:
    """Turn whatever a view raised into a problem; what nobody foresaw is logged and says nothing."""
    if isinstance(exc, Refusal):
        errors = None if exc.errors is None else dict(exc.errors)
        return problem_response(exc.status, exc.code, exc.detail, errors)
    if isinstance(exc, exceptions.ValidationError):
        return problem_response(400, "invalid", _("Some of it was not understood."), flatten(exc.detail))
    if isinstance(exc, exceptions.APIException):
        return _from_framework(exc)
    return _from_django(exc) or _unforeseen(exc)


def flatten(detail: Any) -> Errors:
    """Nested errors as one level: the path of a field, joined with dots, to its texts."""
    errors: Errors = {}
    for path, text in _leaves(detail, ""):
        errors.setdefault(path or "body", []).append(text)
    return errors


def _leaves(detail: Any, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(detail, Mapping):
        for name, inner in detail.items():
            known = "" if name == "non_field_errors" else str(name)
            yield from _leaves(inner, ".".join(filter(None, [path, known])))
    elif isinstance(detail, list):
        for inner in detail:
            yield from _leaves(inner, path)
    else:
        yield path, str(detail)


def _from_framework(exc: exceptions.APIException) -> HttpResponse:
    codes = exc.get_codes()
    code = codes if isinstance(codes, str) else exc.default_code
    headers = {}
    if challenge := getattr(exc, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    if (wait := getattr(exc, "wait", None)) is not None:
        headers["Retry-After"] = str(int(wait))
    return problem_response(exc.status_code, CODES.get(code, code), str(exc.detail), headers=headers)


def _from_django(exc: Exception) -> HttpResponse | None:
    match exc:
        case Http404():
            return problem_response(404, "not_found", _("There is nothing here, or it is not open to you."))
        case PermissionDenied():
            return problem_response(403, "forbidden", _("You may not do this."))
        case RequestDataTooBig():
            return problem_response(413, "too_large", _("This is more than is read here."))
        case UnreadablePostError():
            return problem_response(400, "malformed", _("The request broke off."))
        case OperationalError() | InterfaceError():
            logger.warning("The database did not answer: %s", exc)
            text = _("This cannot be done at the moment. Nothing was changed; please try again.")
            return problem_response(503, "unavailable", text, headers={"Retry-After": str(SECONDS_UNTIL_RETRY)})
    return None


def _unforeseen(exc: Exception) -> HttpResponse:
    logger.error("An API view failed", exc_info=exc)
    return problem_response(500, "error", _("Something went wrong on our side."))
