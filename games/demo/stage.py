"""A site of its own: a fresh database, a clock that can be moved, a mailbox, and the processes of `make run`."""

import contextlib
import http.client
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

from accounts import clock
from games.demo.mailbox import Mailbox, free_port
from jackpot_site import serve
from jackpot_site.supervisor import Supervisor

BASE_DIR = Path(__file__).resolve().parent.parent.parent
PATIENCE_SECONDS = 180.0
# Two rounds of the three tasks that are due every few moments.
SWEEPS = 6
RUNG = "SELECT total_messages FROM pgmq.metrics('celery')"
DONE = """
SELECT total_messages >= %(goal)s AND NOT EXISTS (SELECT 1 FROM pgmq.q_celery WHERE msg_id <= %(goal)s)
FROM pgmq.metrics('celery')
"""
LAST_WORDS = 20


class StageError(Exception):
    """The stage could not be set; the text is for the person at the keyboard."""


class MovedClock:
    """The time of day as the site on stage sees it, moved by the seconds in a file (CLOCK_FILE)."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._ahead = timedelta()
        self._write()

    def now(self) -> datetime:
        """The present moment on stage."""
        return clock.now() + self._ahead

    def move_to(self, moment: datetime) -> None:
        """Make it this moment, which lies ahead."""
        self._ahead += max(moment - self.now(), timedelta())
        self._write()

    def _write(self) -> None:
        """At once, since others may be reading."""
        partial = self.path.with_suffix(".new")
        partial.write_text(str(self._ahead.total_seconds()))
        partial.rename(self.path)


@dataclass
class Stage:
    """Where everything is."""

    url: str
    database_url: str
    environment: dict[str, str]
    clock: MovedClock
    mailbox: Mailbox
    log: Path

    def manage(self, *words: str) -> str:
        """What a `manage.py` command prints, run for this site."""
        done = subprocess.run(  # noqa: S603 - our own command line
            [sys.executable, str(BASE_DIR / "manage.py"), *words],
            env=self.environment,
            cwd=BASE_DIR,
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise StageError(f"manage.py {words[0]} failed: {done.stderr.strip()}")
        return done.stdout.strip()

    def wait_until_ready(self) -> None:
        """Wait until web, database and broker answer."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            if self.status("/readyz") == http.client.OK:
                return
            time.sleep(0.05)
        raise StageError("the web server does not get ready")

    def status(self, path: str) -> int:
        """The status that the site answers with; 0 when it does not answer."""
        door = http.client.HTTPConnection(urlsplit(self.url).netloc, timeout=5)
        try:
            door.request("GET", path)
            return door.getresponse().status
        except (OSError, http.client.HTTPException):
            return 0
        finally:
            door.close()

    def last_words(self) -> str:
        """The end of what the processes have said."""
        return "\n".join(self.log.read_text().splitlines()[-LAST_WORDS:])

    def let_sweeps_pass(self) -> None:
        """Wait until beat has rung for two more rounds, and the worker has done what they asked for."""
        with psycopg.connect(self.database_url, autocommit=True) as door:
            (rung,) = door.execute(RUNG).fetchone() or (0,)
            deadline = time.monotonic() + PATIENCE_SECONDS
            while door.execute(DONE, {"goal": rung + SWEEPS}).fetchone() != (True,):
                if time.monotonic() > deadline:
                    raise StageError("the worker does not keep up with beat")
                time.sleep(0.05)


@contextlib.contextmanager
def stage(name: str, server_url: str, base: dict[str, str]) -> Iterator[Stage]:
    """Set the stage, with the processes running, and clear it away afterwards, whatever happened.

    `server_url` names any database of the PostgreSQL server to use, `base` is the environment to start from.
    """
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="jackpot-")))
        moved = MovedClock(folder / "clock")
        mailbox = stack.enter_context(Mailbox(moved.now))
        database_url = stack.enter_context(fresh_database(server_url, name))
        port = free_port()
        environment = base | environment_of(folder, database_url, port, mailbox.port)
        site = Stage(f"http://127.0.0.1:{port}", database_url, environment, moved, mailbox, folder / "log")
        site.manage("migrate", "--verbosity", "0")
        stack.enter_context(processes(site, port, folder))
        yield site


@contextlib.contextmanager
def fresh_database(server_url: str, name: str, template: str = "template1") -> Iterator[str]:
    """A new database on the server of `server_url`, dropped in the end, with whoever is still in it thrown out."""
    with psycopg.connect(server_url, autocommit=True) as door:
        door.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"'.encode())
    try:
        yield urlsplit(server_url)._replace(path=f"/{name}").geturl()
    finally:
        with psycopg.connect(server_url, autocommit=True) as door:
            door.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'.encode())


@contextlib.contextmanager
def processes(site: Stage, port: int, folder: Path) -> Iterator[None]:
    """What `make run` starts; what the processes say goes to the log."""
    with site.log.open("a") as log:

        def write(line: str) -> None:
            with contextlib.suppress(ValueError):  # a last word that comes when the log is closed
                log.write(f"{line}\n")
                log.flush()

        supervisor = Supervisor(write)
        try:
            for program in serve.programs(port):
                words = ["--schedule", str(folder / "beat-schedule")] if program.name == "beat" else []
                environment = program.environment | site.environment
                supervisor.start(replace(program, command=program.command + words, environment=environment))
            yield
        finally:
            supervisor.stop()


def environment_of(folder: Path, database_url: str, port: int, smtp_port: int) -> dict[str, str]:
    """The settings of a site on stage: everything of its own, swept twice a second."""
    return {
        "DJANGO_SETTINGS_MODULE": "jackpot_site.settings",
        "DATABASE_URL": database_url,
        "CELERY_BROKER_URL": "",
        "EMAIL_URL": f"smtp://127.0.0.1:{smtp_port}",
        "DEFAULT_FROM_EMAIL": "JACKPOT <jackpot@localhost>",
        "SECRET_KEY": "on stage only",
        "LOCAL": "on",
        "PORT": str(port),
        "ALLOWED_HOSTS": "127.0.0.1",
        "SITE_URL": f"http://127.0.0.1:{port}",
        "CLOCK_FILE": str(folder / "clock"),
        "SWEEP_SECONDS": "0.5",
        "NOTICE_GRACE_SECONDS": "120",
        "REMINDER_SHARE": "0.25",
        "LOG_LEVEL": "INFO",
    }
