"""One relay at a time, so that a mail server that hangs holds up one process of the worker and not all."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from django.db import connection

from accounts.delivery import relay_one

# Afterwards the process is free for other tasks; the next sweep goes on.
SECONDS_AT_ONCE = 20
LOCK = int.from_bytes(b"relay")


def run() -> int:
    """Relay until nothing is due, or for 20 seconds; returns the number of steps (0 when another relay runs)."""
    steps, end = 0, monotonic() + SECONDS_AT_ONCE
    with _alone() as alone:
        while alone and monotonic() < end and relay_one():
            steps += 1
    return steps


@contextmanager
def _alone() -> Iterator[bool]:
    """Hold the lock of the relay, if it is free. PostgreSQL frees it when this process dies.

    It only spares work: what keeps mails from going out twice are the row locks of the delivery.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [LOCK])
        (got,) = cursor.fetchone()
        try:
            yield got
        finally:
            if got:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])
