"""A web server on this machine that stands for others: with a certificate of its own, behind a made-up name."""

import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from accounts.channels.safe_http import Door

NAME = "there.example"
DOMAINS = (
    *("there.example", "*.there.example"),
    *("discord.com", "hooks.slack.com", "api.telegram.org", "ntfy.sh"),
)


class Received(NamedTuple):
    """One request as it arrived; names of headers are in small letters."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


class Reply(NamedTuple):
    """What the server answers next; `raw` is sent instead of an answer, and `slowly` a byte at a time."""

    status: int = 204
    headers: tuple[tuple[str, str], ...] = ()
    raw: bytes | None = None
    slowly: bool = False


class Elsewhere:
    """The server: what it received, and what it will answer (204 when there is nothing left to say)."""

    def __init__(self, port: int) -> None:
        self.port, self.received, self.replies = port, list[Received](), list[Reply]()
        self.looked_up: list[str] = []
        self.pause = threading.Event()

    def look_up(self, host: str, port: int) -> list[tuple[int, tuple[Any, ...]]]:
        """Whatever the name is, it leads here."""
        self.looked_up.append(f"{host}:{port}")
        return [(2, ("127.0.0.1", self.port))]

    def door(self, **options: Any) -> Door:
        """A door that trusts this server and takes this machine for public."""
        trusted = ssl.create_default_context(cadata=certificate()[0])
        return Door(**{"look_up": self.look_up, "is_public": lambda address: True, "tls": trusted, **options})


@contextmanager
def elsewhere(folder: Path) -> Iterator[Elsewhere]:
    """The server, for as long as the block lasts."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.socket = _tls(folder).wrap_socket(server.socket, server_side=True)
    server.daemon_threads = True
    there = _Handler.there = Elsewhere(server.server_address[1])
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield there
    finally:
        there.pause.set()
        server.shutdown()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    there: Elsewhere
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.there.received.append(Received(self.command, self.path, headers, body))
        reply = self.there.replies.pop(0) if self.there.replies else Reply()
        if reply.raw is not None:
            return self._say(reply.raw, slowly=reply.slowly)
        self.send_response(reply.status)
        for name, value in (*reply.headers, ("Content-Length", "0")):
            self.send_header(name, value)
        self.end_headers()

        return None

    do_GET = do_PUT = do_POST  # noqa: N815 - the names that the base class asks for

    def _say(self, raw: bytes, *, slowly: bool) -> None:
        with suppress(OSError):  # Who listens may have had enough.
            for part in [raw[n : n + 1] for n in range(len(raw))] if slowly else [raw]:
                self.wfile.write(part)
                self.there.pause.wait(0.05 if slowly else 0)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


def _tls(folder: Path) -> ssl.SSLContext:
    chain = folder / "certificate.pem"
    chain.write_text("".join(certificate()))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(chain)
    return context


@cache
def certificate() -> tuple[str, str]:
    """A certificate for the made-up names, signed by itself, and its key; both as PEM."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    valid_from, days = datetime(2026, 1, 1, tzinfo=UTC), timedelta(days=3650)
    names = x509.SubjectAlternativeName([x509.DNSName(domain) for domain in DOMAINS])
    made = (
        x509.CertificateBuilder(
            name, name, key.public_key(), x509.random_serial_number(), valid_from, valid_from + days
        )
        .add_extension(names, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, SHA256())
    )
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return made.public_bytes(Encoding.PEM).decode(), pem.decode()
