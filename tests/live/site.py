"""A site of real processes for a test: its own database, mailbox and clock, each process to be killed at will."""

import contextlib
import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg

from games.demo.mailbox import Mailbox, free_port
from games.demo.person import Person, address_of
from games.demo.stage import BASE_DIR, MovedClock, Stage, environment_of
from jackpot_site import serve
from jackpot_site.settings import DATABASE_URL

ACCOUNTS = """
import json
from accounts.services import create_account, create_token
people = {people!r}
print(json.dumps({{name: create_token(create_account(name, email))[1] for name, email in people.items()}}))
"""
SERVER_URL = DATABASE_URL
NAMES = ("Ann", "Ben", "Cleo", "Dora")
# Generous, since other tests keep the machine busy; whoever waits goes on as soon as it can.
PATIENCE_SECONDS = 180.0


def wait_until(done: Callable[[], Any], what: str, seconds: float = PATIENCE_SECONDS) -> Any:
    """Poll until `done` is true, and return what it returned; fail after so long."""
    deadline = time.monotonic() + seconds
    while not (found := done()):
        assert time.monotonic() < deadline, f"waited {seconds:.0f} s in vain: {what}"
        time.sleep(0.03)
    return found


class Process:
    """A process of the site that leads a group of its own, so that what it started goes with it."""

    def __init__(self, command: list[str], environment: dict[str, str], log: Path) -> None:
        with log.open("ab") as file:
            self._popen = subprocess.Popen(
                command, env=environment, cwd=BASE_DIR, stdout=file, stderr=file, start_new_session=True
            )

    @property
    def pid(self) -> int:
        return self._popen.pid

    @property
    def runs(self) -> bool:
        return self._popen.poll() is None

    def children(self) -> list[int]:
        """The processes that this one has started, oldest first."""
        return [int(pid) for pid in Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()]

    def kill(self) -> None:
        """kill -9 of the process and all it has started."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        self._popen.wait(PATIENCE_SECONDS)

    def stop(self) -> int:
        """Ask it to end; its exit code."""
        self._popen.terminate()
        return self._popen.wait(PATIENCE_SECONDS)


class Site(Stage):
    """A stage whose processes are started one by one."""

    def __init__(self, folder: Path, database_url: str, mailbox: Mailbox, clock: MovedClock, **changed: str) -> None:
        self.port = free_port()
        self.folder = folder
        self.tokens: dict[str, str] = {}
        self._processes: list[Process] = []
        settings = environment_of(folder, database_url, self.port, mailbox.port)
        environment = dict(os.environ) | settings | {"RATE_LIMITS": "off"} | changed
        super().__init__(f"http://127.0.0.1:{self.port}", database_url, environment, clock, mailbox, folder / "log")

    def start(self, name: str, *more: str) -> Process:
        """Start the `web`, `worker` or `beat` of `make run`, with more words on its command line."""
        program = next(each for each in serve.programs(self.port) if each.name == name)
        words = ["--schedule", str(self.folder / "beat-schedule")] if name == "beat" else []
        process = Process([*program.command, *words, *more], self.environment | program.environment, self.log)
        self._processes.append(process)
        return process

    def start_web(self) -> Process:
        """Start the web server and wait until it answers."""
        process = self.start("web")
        with self.explained():
            self.wait_until_ready()
        return process

    @contextlib.contextmanager
    def explained(self) -> Iterator[None]:
        """Add what the processes have said to whatever goes wrong in the block."""
        try:
            yield
        except Exception as error:
            error.add_note(self.last_words())
            raise

    def end(self) -> None:
        """Leave nothing behind."""
        for process in self._processes:
            process.kill()

    def person(self, name: str) -> Person:
        """Somebody with a token."""
        return Person(name, self.url, self.tokens[name])

    def sql(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """Ask the database, or change it."""
        with psycopg.connect(self.database_url, autocommit=True) as connection:
            cursor = connection.execute(query.encode(), values)
            return cursor.fetchall() if cursor.description else []


def make_accounts(site: Site) -> None:
    """Set up the tables and the queue, and an account with a token for each of the four."""
    site.manage("migrate", "--verbosity", "0")
    people = {name: address_of(name) for name in NAMES}
    site.tokens = json.loads(site.manage("shell", "--verbosity", "0", "-c", ACCOUNTS.format(people=people)))


@contextlib.contextmanager
def locked(site: Site, statement: str) -> Iterator[None]:
    """Hold the locks that a statement takes for the length of the block."""
    with psycopg.connect(site.database_url) as connection:
        connection.execute(statement.encode())
        try:
            yield
        finally:
            connection.rollback()


def somebody_waits_for_a_lock(site: Site, name: str) -> bool:
    """Whether a process of this name ("worker") stands before a lock."""
    query = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = %s "
    return bool(site.sql(query + "AND wait_event_type = 'Lock'", f"jackpot-{name}"))
