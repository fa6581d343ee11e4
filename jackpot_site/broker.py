"""The queue in PostgreSQL: its SQL comes with the wheel `pgmq` and needs no extension and no superuser."""

import psycopg
from django.conf import settings
from kombu import Connection
from kombu.exceptions import OperationalError
from pgmq.install import get_embedded_install_sql, install_pgmq_sql

INSTALL_LOCK = 7_227_465  # any number of ours: two `migrate` at once must not both install


def install() -> None:
    """Install the queue's SQL where the broker is PostgreSQL and it is not there yet; `migrate` does this."""
    if settings.BROKER != "pgmq":
        return
    with psycopg.connect(_dsn()) as connection:
        connection.execute("SELECT pg_advisory_xact_lock(%s)", [INSTALL_LOCK])
        if not _installed(connection):
            install_pgmq_sql(get_embedded_install_sql(), conn=connection)


def answers() -> bool:
    """Whether the broker can be reached and used right now; never waits long."""
    try:
        if settings.BROKER == "pgmq":
            with psycopg.connect(_dsn(), connect_timeout=2) as connection:
                return _installed(connection)
        with Connection(settings.CELERY_BROKER_URL, connect_timeout=2) as broker:
            broker.ensure_connection(max_retries=1, interval_start=0, timeout=2)
    except (psycopg.Error, OSError, OperationalError):
        return False
    return True


def depth() -> int | None:
    """How many tasks wait in the queue; None where the broker cannot be asked this way."""
    if settings.BROKER != "pgmq" or not answers():
        return None
    with psycopg.connect(_dsn(), connect_timeout=2) as connection:
        row = connection.execute("SELECT coalesce(sum(queue_length), 0)::bigint FROM pgmq.metrics_all()").fetchone()
    return row[0] if row else None


def _dsn() -> str:
    return "postgresql://" + settings.CELERY_BROKER_URL.partition("://")[2]


def _installed(connection: "psycopg.Connection[tuple[str | None]]") -> bool:
    row = connection.execute("SELECT to_regclass('pgmq.meta')").fetchone()
    return row is not None and row[0] is not None
