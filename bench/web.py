"""The web server exactly as `make run` starts it, on a database of the bench."""

import contextlib
import os
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass

from bench import proc, site
from jackpot_site import serve

PATIENCE_SECONDS = 30


@dataclass(frozen=True)
class Web:
    """A running web server: its port and its first process."""

    port: int
    pid: int

    def workers(self) -> list[int]:
        """The processes that answer."""
        return proc.children(self.pid)


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def serving(url: str, *more: str) -> Iterator[Web]:
    """The web server for the length of a block, with more words on its command line."""
    port = free_port()
    program = serve.programs(port)[0]  # the very command of `make run`
    environment = {**os.environ, **program.environment, **site.environment(url, port)}
    process = subprocess.Popen([*program.command, *more], env=environment, cwd=serve.BASE_DIR)
    try:
        _wait(port)
        yield Web(port, process.pid)
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()


def _wait(port: int) -> None:
    for _ in range(PATIENCE_SECONDS * 20):
        with contextlib.suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2):
            return
        time.sleep(0.05)
    raise SystemExit("Error: the web server does not answer.")
