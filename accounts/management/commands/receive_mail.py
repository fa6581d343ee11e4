"""manage.py receive_mail: takes in one mail from standard input, for the pipe of any mail server."""

import os
import sys
from argparse import ArgumentParser
from typing import Any, NoReturn

from django.core.management.base import BaseCommand
from django.db import DatabaseError

from accounts.inbound import mails
from accounts.inbound.door import LARGEST, Verdict, our_addresses, take_in


class Command(BaseCommand):
    """The exit codes are those of sysexits.h, which mail servers know."""

    help = "Take in the mail on standard input. Exit code 0: taken; 65: too large; 67: no such address; 75: try later."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("recipient", nargs="?", default="", help="whom it is for; else its header tells")
        parser.add_argument("--sender", help="the envelope's sender; empty for a mail that came back")

    def handle(self, *args: Any, **options: Any) -> None:
        """Read, take in, and end with the code."""
        raw = sys.stdin.buffer.read(LARGEST + 1)
        if len(raw) > LARGEST:
            self._end(os.EX_DATAERR, "The mail is too large.")
        message = mails.parse(raw)
        addresses = [options["recipient"]] if options["recipient"] else our_addresses(message)
        try:
            verdicts = [take_in(address, message, options["sender"]) for address in addresses]
        except DatabaseError as error:
            self._end(os.EX_TEMPFAIL, f"Not now: {type(error).__name__}")
        if all(verdict is Verdict.NO_SUCH_ADDRESS for verdict in verdicts):
            self._end(os.EX_NOUSER, "There is no such address here.")

    def _end(self, code: int, text: str) -> NoReturn:
        self.stderr.write(text)
        sys.exit(code)
