"""Logs are JSON, and hold no secrets."""

import json
import logging

from django.test import RequestFactory

from jackpot_site import logs


def line(text: str, *arguments: object, **extra: object) -> dict[str, object]:
    record = logging.LogRecord("django.request", logging.WARNING, __file__, 1, text, arguments, None)
    record.__dict__.update(extra)
    parsed: dict[str, object] = json.loads(logs.formatter().format(record))
    return parsed


def test_a_line_is_one_json_object() -> None:
    assert line("Hello %s", "Ann")["event"] == "Hello Ann"


def test_a_line_holds_neither_headers_nor_query_strings() -> None:
    request = RequestFactory().get("/api/v1/me/?token=jp_secret", HTTP_AUTHORIZATION="Bearer jp_secret")
    written = line("Not Found: %s", request.get_full_path(), request=request, status_code=404)
    assert "jp_secret" not in json.dumps(written)
    assert written["event"] == "Not Found: /api/v1/me/?…"
