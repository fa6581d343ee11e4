"""The one door through which this site speaks HTTP to others, at addresses that people gave it.

https only; every address that the name leads to must be public, and the connection goes to one of the addresses
that were looked at, under the name that was asked for; no redirect is followed, no proxy used, no body read; and all
of it, the look-up included, is over after SECONDS. Whatever is not certain is refused.
"""

import http.client
import io
import re
import socket
import ssl
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from functools import cache
from http import HTTPStatus
from time import monotonic
from typing import Any, NamedTuple, TypeVar
from urllib.parse import SplitResult, urlsplit

from django.utils.translation import gettext_noop

from accounts.channels.addresses import is_public

SECONDS = 5.0
CONNECT_SECONDS = 2.5
MOST_HEADERS = 32 * 1024
HTTPS = 443
FIRST_HIGH_PORT = 1024
# What an address may consist of; urlsplit alone would silently drop tabs and line ends.
VISIBLE = re.compile(r"https://[!-\[\]-~]{1,900}", re.ASCII | re.IGNORECASE)
LONGEST_WAIT = 24 * 3600

NOT_HTTPS = gettext_noop("An address that begins with https:// is needed.")
NO_PASSWORDS = gettext_noop("An address without a name and a password in it is needed.")
BAD_PORT = gettext_noop("Port 443 or one from 1024 on is needed.")
NOT_PUBLIC = gettext_noop("This name does not lead to public addresses only.")
UNKNOWN_NAME = gettext_noop("This name is not known.")
TOO_LONG = gettext_noop("It took too long to answer.")
NOT_REACHED = gettext_noop("Nothing answered there.")
BAD_CERTIFICATE = gettext_noop("The certificate of this address is not valid.")
NOT_UNDERSTOOD = gettext_noop("What answered there does not speak HTTP.")

T = TypeVar("T")
SockAddress = tuple[Any, ...]
LookUp = Callable[[str, int], list[tuple[int, SockAddress]]]


class Blocked(Exception):  # noqa: N818 - a refusal, not an error
    """This address is not to be spoken to, now or later; the text says why."""


class Unreachable(Exception):  # noqa: N818 - as above
    """Nobody answered in time, or not in HTTP; it may be better later."""


class Answer(NamedTuple):
    """What came back: the status, and how many seconds to wait if it said so. The body is never read."""

    status: int
    wait: int


class Request(NamedTuple):
    """What is to be sent; `method` is POST or PUT."""

    url: str
    body: bytes
    headers: Mapping[str, str]
    method: str = "POST"


def checked(url: str) -> SplitResult:
    """The parts of an address that may be asked for, as far as it shows without looking the name up. Raises Blocked."""
    try:
        parts = urlsplit(url)
        port = parts.port or HTTPS
    except ValueError as error:
        raise Blocked(NOT_HTTPS) from error
    if not VISIBLE.fullmatch(url) or not parts.hostname:
        raise Blocked(NOT_HTTPS)
    if "@" in parts.netloc:
        raise Blocked(NO_PASSWORDS)
    if port != HTTPS and port < FIRST_HIGH_PORT:
        raise Blocked(BAD_PORT)
    return parts


def look_up(host: str, port: int) -> list[tuple[int, SockAddress]]:
    """The addresses of a name: family and socket address of each."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    return [(family, address) for family, _type, _proto, _name, address in found]


class Door:
    """Sends requests. The tests bring a look-up, an idea of what is public, and a certificate of their own."""

    def __init__(
        self,
        look_up: LookUp = look_up,
        is_public: Callable[[str], bool] = is_public,
        tls: ssl.SSLContext | None = None,
        seconds: float = SECONDS,
    ) -> None:
        self._look_up, self._is_public, self._tls, self._seconds = look_up, is_public, tls, seconds

    def send(self, request: Request) -> Answer:
        """Send it and give the answer. Raises Blocked or Unreachable."""
        parts, end = checked(request.url), monotonic() + self._seconds
        try:
            with self._connect(parts, end) as sock:
                return _exchange(parts, request, sock, end)
        except ssl.SSLCertVerificationError as error:
            raise Unreachable(BAD_CERTIFICATE) from error
        except TimeoutError as error:
            raise Unreachable(TOO_LONG) from error
        except (OSError, EOFError) as error:
            raise Unreachable(NOT_REACHED) from error
        except (http.client.HTTPException, ValueError) as error:
            raise Unreachable(NOT_UNDERSTOOD) from error

    def _connect(self, parts: SplitResult, end: float) -> ssl.SSLSocket:
        """A TLS connection to one of the addresses that were found public, under the name that was asked for."""
        host = parts.hostname or ""
        plain = _first(self._public(host, parts.port or HTTPS, end), end)
        try:
            plain.settimeout(_left(end))
            return (self._tls or _trusted()).wrap_socket(plain, server_hostname=host)
        except BaseException:
            plain.close()
            raise

    def _public(self, host: str, port: int, end: float) -> list[tuple[int, SockAddress]]:
        try:
            found = _within(lambda: self._look_up(host, port), end)
        except (socket.gaierror, UnicodeError) as error:
            raise Unreachable(UNKNOWN_NAME) from error
        if not found:
            raise Unreachable(UNKNOWN_NAME)
        # One that is not public is reason enough: which of them is used must not matter.
        if not all(self._is_public(str(address[0])) for _family, address in found):
            raise Blocked(NOT_PUBLIC)
        return found


@cache
def _trusted() -> ssl.SSLContext:
    """Whom this machine trusts; reading that takes longer than most requests."""
    return ssl.create_default_context()


def _first(addresses: list[tuple[int, SockAddress]], end: float) -> socket.socket:
    """A connection to the first of these addresses that takes one."""
    failed: OSError = OSError()
    for family, address in addresses:
        sock = socket.socket(family, socket.SOCK_STREAM)
        try:
            sock.settimeout(min(CONNECT_SECONDS, _left(end)))
            sock.connect(address)
        except OSError as error:
            sock.close()
            failed = error
        else:
            return sock
    raise failed


def _exchange(parts: SplitResult, request: Request, sock: ssl.SSLSocket, end: float) -> Answer:
    # Without a context it would read, each time, whom this machine trusts.
    connection = http.client.HTTPSConnection(parts.hostname or "", parts.port or HTTPS, context=sock.context)
    connection.auto_open = 0  # It must never look a name up and connect by itself.
    connection.sock = _Limited(sock, end)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    headers = {"User-Agent": "jackpot", "Connection": "close", **request.headers}
    connection.request(request.method, path, request.body, headers)
    with connection.getresponse() as answer:
        return Answer(answer.status, _seconds(answer.getheader("Retry-After", "")))


class _Limited(io.RawIOBase):
    """A socket for http.client that ends at a moment, however slowly the other side speaks, and reads headers only."""

    def __init__(self, sock: ssl.SSLSocket, end: float) -> None:
        self._sock, self._end, self._read = sock, end, 0

    def sendall(self, content: bytes) -> None:
        self._sock.settimeout(_left(self._end))
        self._sock.sendall(content)

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(self)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._sock.settimeout(_left(self._end))
        self._read += (count := self._sock.recv_into(buffer))
        if self._read > MOST_HEADERS:
            raise http.client.HTTPException("more than headers need")
        return count


def _left(end: float) -> float:
    if (left := end - monotonic()) <= 0:
        raise TimeoutError
    return left


def _within(call: Callable[[], T], end: float) -> T:
    """What the call returns or raises, or TimeoutError: a look-up cannot be told when to give up."""
    outcome: Future[T] = Future()

    def run() -> None:
        try:
            outcome.set_result(call())
        except Exception as error:
            outcome.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return outcome.result(_left(end))


def _seconds(retry_after: str | None) -> int:
    return min(int(retry_after), LONGEST_WAIT) if retry_after and re.fullmatch(r"\d{1,9}", retry_after) else 0


def is_good(status: int) -> bool:
    """Whether an answer says that it was taken; a redirect does not."""
    return HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES


door = Door()
