"""Streams as bytes: server-sent events for browsers, lines of JSON for other clients."""

import orjson

from games.live.feeds import Told

SSE = "text/event-stream"
NDJSON = "application/x-ndjson"
FIRST = {SSE: b"retry: 3000\n\n", NDJSON: b""}


def write(told: Told, media_type: str) -> bytes:
    """One event, or a sign of life, in one of the two forms."""
    return _line(told) if media_type == NDJSON else _event(told)


def _event(told: Told) -> bytes:
    if told.event is None:
        return b": alive\n\n"
    number = b"" if told.id is None else b"id: %d\n" % told.id
    return b"event: %s\n%sdata: %s\n\n" % (told.event.encode(), number, orjson.dumps(told.data))


def _line(told: Told) -> bytes:
    if told.event is None:
        return b"\n"
    return orjson.dumps({"event": told.event, "id": told.id, "data": told.data}) + b"\n"
