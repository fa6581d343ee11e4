"""Runs the site's processes side by side: shows what they say, starts the fallen again, leaves nothing behind."""

import contextlib
import os
import queue
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

GRACE_SECONDS = 10
LONGEST_PAUSE_SECONDS = 30
HEALTHY_SECONDS = 60


@dataclass(frozen=True)
class Program:
    """One process to keep up; when an essential one ends, everything ends."""

    name: str
    command: list[str]
    environment: dict[str, str] = field(default_factory=dict)
    essential: bool = False
    # What it gets should we be killed outright, so that its own children end too.
    last_signal: str = "KILL"


class Supervisor:
    """Start programs with `start`, wait for the end with `wait`, end them with `stop`."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._children: dict[str, subprocess.Popen[str]] = {}
        self._keepers: list[threading.Thread] = []
        self._stopping = threading.Event()
        self._ended: queue.Queue[str] = queue.Queue()
        self._lock = threading.Lock()

    def start(self, program: Program) -> None:
        """Start a program and keep it up from a thread of its own."""
        keeper = threading.Thread(target=self._keep, args=[program], name=program.name)
        self._keepers.append(keeper)
        keeper.start()

    def wait(self) -> str:
        """Block until an essential program has ended; its name and how it ended."""
        return self._ended.get()

    def stop(self) -> None:
        """Ask all to finish what they do, and end those that take too long."""
        with self._lock:
            self._stopping.set()
        self._signal_leaders(signal.SIGTERM)
        deadline = time.monotonic() + GRACE_SECONDS
        for keeper in self._keepers:
            keeper.join(max(0, deadline - time.monotonic()))
        self.kill()
        for keeper in self._keepers:
            keeper.join()

    def kill(self) -> None:
        """End all at once."""
        for child in self._children.values():
            _end_group(child)

    def _signal_leaders(self, number: signal.Signals) -> None:
        for child in self._children.values():
            if child.poll() is None:
                child.send_signal(number)

    def _keep(self, program: Program) -> None:
        pause = 1
        while True:
            started = time.monotonic()
            child = self._spawn(program)
            if child is None:
                return
            how = _how(child.wait())
            _end_group(child)
            if self._stopping.is_set():
                return
            if program.essential:
                self._ended.put(f"{program.name} {how}")
                return
            pause = 1 if time.monotonic() - started > HEALTHY_SECONDS else min(pause * 2, LONGEST_PAUSE_SECONDS)
            self._say(f"{program.name} {how}; starting it again in {pause} s")
            self._stopping.wait(pause)

    def _spawn(self, program: Program) -> "subprocess.Popen[str] | None":
        """Start a child that ends with us even if we are killed outright; None when we are stopping."""
        leash = ["setpriv", "--pdeathsig", program.last_signal] if shutil.which("setpriv") else []
        with self._lock:
            if self._stopping.is_set():
                return None
            child = subprocess.Popen(
                [*leash, *program.command],
                env={**os.environ, **program.environment},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                start_new_session=True,
            )
            self._children[program.name] = child
        threading.Thread(target=self._relay, args=[program.name, child], daemon=True).start()
        return child

    def _relay(self, name: str, child: "subprocess.Popen[str]") -> None:
        with child.stdout or contextlib.nullcontext(()) as lines:
            for line in lines:
                self._say(f"{name:>6} | {line.rstrip()}")


def _end_group(child: "subprocess.Popen[str]") -> None:
    """Each child leads a process group, so that what it started goes with it."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)


def _how(code: int) -> str:
    return f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"
