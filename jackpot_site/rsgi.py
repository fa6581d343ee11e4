"""The server's entry: Django on a thread of its own, and live streams beside it in the event loop.

Pages and API go through Django's WSGI handler, one at a time in each process, as under any WSGI server. An answer
that carries the header of a live feed (games.live.door) becomes a stream, which costs a queue and no thread.
"""

import asyncio
import io
import logging
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "jackpot_site.settings")
django = get_wsgi_application()

from django.conf import settings  # noqa: E402
from django.db import connection  # noqa: E402

from games.live.door import HEADER, from_header, speak  # noqa: E402
from games.live.hub import Hub  # noqa: E402

Headers = list[tuple[str, str]]
LIVE = HEADER.lower()
logger = logging.getLogger(__name__)


class Site:
    """The RSGI application."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "django")
        self._hub = Hub(conninfo())

    async def __rsgi__(self, scope: Any, protocol: Any) -> None:
        body = await _body(protocol)
        loop = asyncio.get_running_loop()
        status, headers, content = await loop.run_in_executor(self._thread, respond, environ(scope, body))
        live = next((value for name, value in headers if name == LIVE), None)
        if live is None:
            protocol.response_bytes(status, headers, content)
        else:
            await self._stream(protocol, status, headers, live)

    async def _stream(self, protocol: Any, status: int, headers: Headers, live: str) -> None:
        kept = [(name, value) for name, value in headers if name not in (LIVE, "content-length")]
        transport = protocol.response_stream(status, kept)
        speaking = asyncio.ensure_future(self._speak(transport, live))
        leaving = asyncio.ensure_future(protocol.client_disconnect())
        await asyncio.wait({speaking, leaving}, return_when=asyncio.FIRST_COMPLETED)
        for each in (speaking, leaving):
            each.cancel()
        if speaking.done() and not speaking.cancelled() and (error := speaking.exception()):
            # The reader's client comes back by itself, and goes on where it was.
            logger.warning("A stream ended early: %s", error)

    async def _speak(self, transport: Any, live: str) -> None:
        async for piece in speak(self._hub, from_header(live)):
            await transport.send_bytes(piece)


def conninfo() -> str:
    """The database of the site, as psycopg takes it."""
    given = connection.get_connection_params()
    names = ("host", "port", "dbname", "user", "password")
    return " ".join(f"{name}='{given[name]}'" for name in names if given.get(name))


async def _body(protocol: Any) -> bytes:
    """The request's body, up to one byte more than Django would read: enough for it to refuse."""
    most: int = settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1
    body = b""
    async for piece in protocol:
        body += piece
        if len(body) > most:
            break
    return bytes(body[:most])


def environ(scope: Any, body: bytes) -> dict[str, Any]:
    """The request as WSGI has it."""
    host, _, port = scope.server.rpartition(":")
    given = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "SERVER_NAME": host,
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": scope.client.rpartition(":")[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope.headers.items():
        given[f"HTTP_{name.upper().replace('-', '_')}"] = value
    given["CONTENT_TYPE"] = given.pop("HTTP_CONTENT_TYPE", "")
    given["CONTENT_LENGTH"] = given.pop("HTTP_CONTENT_LENGTH", str(len(body)))
    return given


def respond(request: dict[str, Any]) -> tuple[int, Headers, bytes]:
    """Django's answer: status, headers with lower-case names, body."""
    begun: list[tuple[int, Headers]] = []

    def start(status: str, headers: Headers, _error: Any = None, /) -> Callable[[bytes], object]:
        begun.append((int(status[:3]), [(name.lower(), value) for name, value in headers]))
        return bytes

    response: Any = django(request, start)
    try:
        content = b"".join(response)
    finally:
        response.close()
    return *begun[0], content


application = Site()
