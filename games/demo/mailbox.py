"""An SMTP server on this machine that keeps what it receives."""

import logging
import socket
import time
from collections.abc import Callable
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import NamedTuple

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

logging.getLogger("mail.log").setLevel(logging.WARNING)  # aiosmtpd tells of every line it hears


class Mail(NamedTuple):
    """One mail as it was received: when, for whom, and what is in it."""

    at: datetime
    to: str
    message: EmailMessage

    @property
    def id(self) -> str:
        return str(self.message["Message-ID"])

    @property
    def subject(self) -> str:
        return str(self.message["Subject"])

    @property
    def text(self) -> str:
        return self.part("plain")

    def part(self, kind: str) -> str:
        """The `plain` or the `html` part."""
        body = self.message.get_body((kind,))
        return str(body.get_content()).replace("\r\n", "\n") if body else ""


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Mailbox:
    """A context manager: the server answers inside the block; `mails` grows as they arrive."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self.mails: list[Mail] = []
        self._now = now
        self._controller = Controller(self, hostname="127.0.0.1", port=free_port())

    def __enter__(self) -> "Mailbox":
        self._controller.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._controller.stop()

    @property
    def port(self) -> int:
        """Where the server listens on 127.0.0.1."""
        return int(self._controller.port)

    def of(self, address: str) -> list[Mail]:
        """The mails to one address, in the order of their arrival."""
        return [mail for mail in self.mails if mail.to == address]

    def wait_for(self, enough: Callable[[list[Mail]], bool], seconds: float) -> bool:
        """Wait until there is enough, for so long; whether there is."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if enough(self.mails):
                return True
            time.sleep(0.02)
        return enough(self.mails)

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Called by aiosmtpd with each mail."""
        message = message_from_bytes(envelope.original_content or b"", policy=policy.default)
        for address in envelope.rcpt_tos:
            self.mails.append(Mail(self._now(), address, message))
        return "250 Kept"
