"""JSON in and out, by orjson."""

from collections.abc import Mapping
from decimal import Decimal
from typing import IO, Any

import orjson
from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from rest_framework import parsers, renderers
from rest_framework.exceptions import ParseError

OPTIONS = orjson.OPT_UTC_Z | orjson.OPT_NAIVE_UTC | orjson.OPT_NON_STR_KEYS


def dumps(data: Any) -> bytes:
    """JSON as the API writes it: times in UTC with Z, lazy texts in the present language, decimals as text."""
    return orjson.dumps(data, default=_plain, option=OPTIONS)


def _plain(value: Any) -> Any:
    match value:
        case Promise() | Decimal():
            return str(value)
        case tuple() | set() | frozenset():
            return [*value]
    raise TypeError(type(value).__name__)


class JSONRenderer(renderers.BaseRenderer):
    """application/json."""

    media_type = "application/json"
    format = "json"
    charset = None
    render_style = "binary"

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        return b"" if data is None else dumps(data)


class JSONParser(parsers.BaseParser):
    """application/json in UTF-8: one object, at most DATA_UPLOAD_MAX_MEMORY_SIZE bytes; no body is an empty one."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        # Django compares Content-Length with the limit before it reads anything.
        body: bytes = (parser_context or {})["request"].body
        try:
            data = orjson.loads(body) if body else {}
        except orjson.JSONDecodeError as error:
            raise ParseError(_("This is no JSON in UTF-8.")) from error
        if not isinstance(data, dict):
            raise ParseError(_("A JSON object is expected."))
        return data


def read_unmeasured(request: HttpRequest) -> None:
    """Read a body that came without Content-Length (chunked, HTTP/2), which Django would take for empty.

    Only where the server says that its stream ends (`wsgi.input_terminated`), and never more than the limit.
    """
    if request.META.get("CONTENT_LENGTH") or not request.META.get("wsgi.input_terminated"):
        return
    most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    body = request.META["wsgi.input"].read(most + 1)
    if len(body) > most:
        raise RequestDataTooBig
    request._body = body  # noqa: SLF001 - where Django keeps what it has read
    request.META["CONTENT_LENGTH"] = str(len(body))
