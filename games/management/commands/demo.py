"""manage.py demo: the whole site plays a match to its end, and every mail is accounted for."""

import os
import signal
import sys
from importlib.util import find_spec
from typing import Any

import psycopg
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    """Set a stage of its own, play, clear it away; exit code 0 only if the mails were exactly as they ought to be."""

    help = "Play a match on a stage of its own (web, worker, beat, PostgreSQL, queue, SMTP) and check every mail."

    def handle(self, *args: Any, **options: Any) -> None:
        """Whatever happens, no process and no database stays behind."""
        if find_spec("aiosmtpd") is None:
            raise CommandError("the demo needs an SMTP server of its own, aiosmtpd: run it by `make demo`")
        from games.demo.performance import perform
        from games.demo.stage import StageError

        signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            exact = perform(f"jackpot_demo_{os.getpid()}", settings.DATABASE_URL, self._say)
        except (StageError, psycopg.OperationalError) as error:
            raise CommandError(str(error).strip()) from error
        except KeyboardInterrupt:
            self._say("\nStopped; nothing is left behind.")
            sys.exit(130)
        if not exact:
            sys.exit(1)

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()
