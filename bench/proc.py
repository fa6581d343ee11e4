"""What Linux tells about processes: their CPU time, their children, and who holds which connection."""

import contextlib
import os
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")
PROC = Path("/proc")


def _stat(pid: int) -> list[str]:
    """The fields of /proc/PID/stat from the state on (field 3 of the manual)."""
    return (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()


def children(pid: int) -> list[int]:
    """The children of a process that live now."""
    found = []
    for entry in PROC.iterdir():
        if entry.name.isdecimal():
            with contextlib.suppress(OSError):
                if int(_stat(int(entry.name))[1]) == pid:
                    found.append(int(entry.name))
    return found


def cpu_seconds(pid: int) -> float:
    """CPU time of a process and all its descendants, those that have ended included."""
    try:
        own = sum(map(int, _stat(pid)[11:15])) / TICK
    except OSError:
        return 0.0
    return own + sum(cpu_seconds(child) for child in children(pid))


def holders(port: int, pids: list[int]) -> dict[int, int]:
    """Which of these processes serves which client of a port: the client's port to the process."""
    clients = _clients_by_inode(port)
    return {clients[inode]: pid for pid in pids for inode in _sockets(pid) if inode in clients}


def _clients_by_inode(port: int) -> dict[str, int]:
    """Established connections on the server's side: the socket's inode to the client's port."""
    clients = {}
    for line in (PROC / "net" / "tcp").read_text().splitlines()[1:]:
        fields = line.split()
        local, remote, state, inode = fields[1], fields[2], fields[3], fields[9]
        if state == "01" and int(local.rpartition(":")[2], 16) == port:
            clients[inode] = int(remote.rpartition(":")[2], 16)
    return clients


def _sockets(pid: int) -> list[str]:
    found = []
    for each in (PROC / str(pid) / "fd").iterdir():
        with contextlib.suppress(OSError):
            kind, _, rest = str(each.readlink()).partition(":[")
            if kind == "socket":
                found.append(rest.rstrip("]"))
    return found
