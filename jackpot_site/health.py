"""Whether the site is well: for the machines that watch it (/healthz, /readyz) and for the page at `/`."""

from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse

from jackpot_site import broker, canary

# The launcher and compose.yaml give each kind of process this name on its connections (PGAPPNAME).
PREFIX = "jackpot-"
SEEN = """
    SELECT application_name, extract(epoch FROM clock_timestamp() - max(state_change))
    FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE %s
    GROUP BY application_name
"""


def healthz(request: HttpRequest) -> JsonResponse:
    """The process answers."""
    return JsonResponse({"status": "ok"})


def readyz(request: HttpRequest) -> JsonResponse:
    """The process can work: database and broker answer. What is stuck is told, too: a restart would not help that."""
    parts = {"database": database_answers(), "broker": broker.answers()}
    status = 200 if all(parts.values()) else 503
    body = {name: "ok" if well else "unreachable" for name, well in parts.items()}
    more = {"overdue": _overdue(), "silent": canary.silent()} if parts["database"] else {}
    return JsonResponse({"status": "ok" if status == 200 else "unavailable", **body, **more}, status=status)


def _overdue() -> dict[str, int]:
    return {name: each.rows for name, each in canary.stuck().items()}


def database_answers() -> bool:
    """Whether the database answers a question on this process's own connection."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def last_seen() -> dict[str, int]:
    """Seconds since each kind of process ("web", "worker", "beat") last spoke to the database."""
    with connection.cursor() as cursor:
        cursor.execute(SEEN, [PREFIX + "%"])
        return {name.removeprefix(PREFIX): max(0, int(age or 0)) for name, age in cursor.fetchall()}
