"""`make run`: everything the site consists of, on this machine, until Ctrl-C."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

import environ

from jackpot_site import embedded
from jackpot_site.stepdown import EmbeddedError
from jackpot_site.supervisor import Program, Supervisor

BASE_DIR = Path(__file__).resolve().parent.parent
PATIENCE_SECONDS = 60
QUIET = "ignore:You're running the worker with superuser privileges"
BANNER = """
  The site      {url}/
  API           {url}/api/docs/
  Admin         {url}/admin/
  Demo account  {demo}
  Mails         {mails} and {url}/dev/mails/

  Ctrl-C stops everything.
"""


class CannotServeError(Exception):
    """The site cannot be started; the text is for the person at the keyboard."""


def main() -> int:
    """Serve until Ctrl-C, SIGTERM or the end of the web server; the exit code."""
    os.chdir(BASE_DIR)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        port = _settle_environment()
        with _database():
            return _serve(port, _prepare())
    except (CannotServeError, EmbeddedError) as error:
        print(f"Error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 0


def _settle_environment() -> int:
    """What `make run` takes for granted: this machine only, and addresses that follow PORT."""
    environ.Env.read_env(BASE_DIR / ".env")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "jackpot_site.settings")
    os.environ.setdefault("LOCAL", "on")
    port = os.environ.setdefault("PORT", "8000")
    if not port.isdecimal() or not 0 < int(port) < 65536:
        raise CannotServeError(f"PORT is {port!r}: it must be a number from 1 to 65535")
    _check_port(int(port))
    return int(port)


def _check_port(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            raise CannotServeError(
                f"port {port} cannot be had ({error.strerror}): try another, such as PORT={port + 1} make run"
            ) from None


def _database() -> "contextlib.AbstractContextManager[object]":
    return contextlib.nullcontext() if os.environ.get("DATABASE_URL") else embedded.running()


def _prepare() -> str:
    """Bring the database up to date; the name and password of the demo account."""
    done = subprocess.run([sys.executable, "-m", "jackpot_site.prepare"], stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(done.returncode)
    return done.stdout.strip()


def _serve(port: int, demo: str) -> int:
    supervisor = Supervisor(lambda line: print(line, flush=True))
    web, *others = programs(port)
    try:
        supervisor.start(web)
        threading.Thread(target=_greet, args=[supervisor, others, port, demo], daemon=True).start()
        print(f"Error: {supervisor.wait()}; the site has stopped", file=sys.stderr)
    except KeyboardInterrupt:
        print("\nStopping…", flush=True)
        return 0
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: supervisor.kill())  # asked twice: at once
        supervisor.stop()
    return 1


def _greet(supervisor: Supervisor, others: list[Program], port: int, demo: str) -> None:
    """Start the rest and say where everything is, once the web server answers."""
    for _ in range(PATIENCE_SECONDS * 20):
        if _answers(port):
            break
        time.sleep(0.05)
    for program in others:
        supervisor.start(program)
    url = os.environ.get("SITE_URL", f"http://127.0.0.1:{port}").rstrip("/")
    print(BANNER.format(url=url, demo=demo, mails="var/mails/"), flush=True)


def _answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2):
            return True
    except (OSError, urllib.error.URLError):
        return False


def programs(port: int) -> list[Program]:
    """The web server and what works behind it; each names itself to the database, which `/` shows."""
    python = [sys.executable, "-m"]
    celery = [*python, "celery", "--quiet", "--app", "jackpot_site"]
    granian = [
        *python, "granian", "--interface", "rsgi", "--host", "127.0.0.1", "--port", str(port), "--no-ws",
        "--workers", "2", "--backlog", "4096", "--backpressure", "4096",
        "--respawn-failed-workers", "--log-level", "warning",
    ]  # fmt: skip
    worker = [*celery, "worker", "--concurrency", "2", "--without-gossip", "--without-mingle"]
    mail = [Program("mail", [sys.executable, "manage.py", "mail_server"], _named("mail"))]
    return [
        Program("web", [*granian, "jackpot_site.rsgi:application"], _named("web"), essential=True, last_signal="TERM"),
        Program("worker", [*worker, "--loglevel", "WARNING"], _named("worker")),
        Program("beat", [*celery, "beat", "--pidfile=", "--loglevel", "WARNING"], _named("beat")),
        *(mail if os.environ.get("MAIL_SERVER") else []),
    ]


def _named(name: str) -> dict[str, str]:
    # Celery warns whoever runs it as root; here root has asked for it.
    return {"PGAPPNAME": f"jackpot-{name}", "PYTHONUNBUFFERED": "1", "PYTHONWARNINGS": QUIET}


if __name__ == "__main__":
    sys.exit(main())
