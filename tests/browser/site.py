"""The site that the browser visits: a web server and a worker of their own, on a database of their own."""

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from accounts import clock
from games.demo.mailbox import Mailbox
from games.demo.stage import BASE_DIR, MovedClock, fresh_database
from jackpot_site import serve
from tests.live.site import SERVER_URL, Process, Site

# Dealt with this seed, three greedy players are done early.
SEED = bytes([55]) * 32
# Static files that no screen of ours uses.
UNUSED = ("admin", "rest_framework", "drf_spectacular_sidecar", "django_htmx")


class BrowserSite(Site):
    """Real processes, and the people and tables of the scene."""

    scene: dict[str, Any]

    def __init__(self, folder: Path, database_url: str, mailbox: Mailbox) -> None:
        changed = {
            "DJANGO_SETTINGS_MODULE": "tests.browser.settings",
            "BROWSER_STATIC": str(folder / "static"),
            "BROWSER_SEED": SEED.hex(),
            "SWEEP_SECONDS": "600",
        }
        super().__init__(folder, database_url, mailbox, MovedClock(folder / "clock"), **changed)

    def open(self) -> None:
        """Tables, files, people, and the processes."""
        self.manage("migrate", "--verbosity", "0")
        ignored = [word for name in UNUSED for word in ("--ignore", name)]
        self.manage("collectstatic", "--no-input", "--verbosity", "0", *ignored)
        command = [sys.executable, "-m", "tests.browser.scene"]
        done = subprocess.run(command, env=self.environment, cwd=BASE_DIR, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        self.scene = json.loads(done.stdout)
        self.tokens = self.scene["tokens"]
        self._start_server()
        self.start("worker", "--concurrency", "1")

    def _start_server(self) -> None:
        (web, *_) = serve.programs(self.port)
        words = ["--interface", "rsgi", "--host", "127.0.0.1", "--port", str(self.port), "--no-ws", "--workers", "1"]
        words += ["--backpressure", "4096", "--log-level", "warning", "jackpot_site.rsgi:application"]
        command = [sys.executable, "-m", "granian", *words]
        self._processes.append(Process(command, self.environment | web.environment, self.log))
        with self.explained():
            self.wait_until_ready()

    def code(self, name: str) -> str:
        """The code of a table of the scene."""
        return str(self.scene["codes"][name])

    def read(self, language: str) -> None:
        """Let everybody with an account read in this language."""
        self.sql("UPDATE accounts_user SET language = %s", language)


@contextlib.contextmanager
def opened(folder: Path) -> Iterator[BrowserSite]:
    """The site for the length of a block; nothing of it is left behind but its files in the folder."""
    name = f"jackpot_browser_{os.getpid()}"
    with Mailbox(clock.now) as mailbox, fresh_database(SERVER_URL, name) as database_url:
        site = BrowserSite(folder, database_url, mailbox)
        try:
            site.open()
            yield site
        finally:
            site.end()
