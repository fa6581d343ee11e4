"""manage.py mail_server: takes mails in by LMTP or SMTP, until it is told to stop."""

import signal
import threading
from argparse import ArgumentParser
from typing import Any
from urllib.parse import urlsplit

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from accounts.inbound.smtp import Receiver

SCHEMES = ("lmtp", "smtp")


class MailServer(Controller):
    """Listens at one address and hands what comes to a receiver."""

    def __init__(self, receiver: Receiver, host: str, port: int) -> None:
        super().__init__(receiver, hostname=host, port=port)
        self._receiver = receiver

    def factory(self) -> SMTP:
        """A connection has begun."""
        return self._receiver.server()


class Command(BaseCommand):
    """Runs in the foreground; SIGTERM and Ctrl-C end it after the mails that are under way."""

    help = "Take in the mails that players answer with: an LMTP or SMTP server, on this machine unless told otherwise."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("address", nargs="?", default=settings.MAIL_SERVER, help="lmtp://127.0.0.1:8024")

    def handle(self, *args: Any, **options: Any) -> None:
        """Serve until a signal comes."""
        server, receiver = server_at(options["address"])
        stopped = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stopped.set())
        try:
            server.start()
        except OSError as error:
            raise CommandError(f"Cannot listen at {options['address']}: {error.strerror}") from error
        self.stdout.write(f"Taking mails in at {options['address']}")
        stopped.wait()
        server.stop()
        receiver.close()


def server_at(address: str) -> tuple[MailServer, Receiver]:
    """The server for an address such as `lmtp://127.0.0.1:8024`, not yet started."""
    if not settings.MAIL_REPLY_ADDRESS:
        raise CommandError("Set MAIL_REPLY_ADDRESS first: without it no mail asks for an answer.")
    found = urlsplit(address)
    if found.scheme not in SCHEMES or not found.hostname or not found.port:
        raise CommandError(f"{address!r} is no address such as lmtp://127.0.0.1:8024 or smtp://127.0.0.1:8025.")
    receiver = Receiver(is_lmtp=found.scheme == "lmtp")
    return MailServer(receiver, found.hostname, found.port), receiver
