"""Django in this process, on the bench's own databases, with the settings of `make run`."""

import os

from bench.server import BASE, MAINTENANCE, Server


def environment(url: str, port: int = 8000) -> dict[str, str]:
    """What the site is told: this database, no rate limits, the real clock."""
    return {
        "DJANGO_SETTINGS_MODULE": "jackpot_site.settings",
        "DATABASE_URL": url,
        "LOCAL": "on",
        "PORT": str(port),
        "SITE_URL": "",
        "RATE_LIMITS": "off",
        "CLOCK_FILE": "",
        "CELERY_BROKER_URL": "",
        "LOG_LEVEL": "WARNING",
    } | {"SITE_URL": f"http://127.0.0.1:{port}"}


def prepare(server: Server) -> None:
    """Set Django up and make the database that all others are copied from."""
    server.ask(f'CREATE DATABASE "{BASE}"', MAINTENANCE)
    os.environ.update(environment(server.url(BASE)))
    import django
    from django.core.management import call_command
    from django.db import connection

    django.setup()
    call_command("migrate", verbosity=0)
    connection.close()
    server.ask("VACUUM ANALYZE", BASE)


def use(database: str) -> None:
    """Let this process's Django work on another database of the same server; leave it with `leave()`."""
    from django.db import connection

    connection.close()
    connection.settings_dict["NAME"] = database


def leave() -> None:
    """Let go of the database, so that it can be copied or dropped."""
    from django.db import connection

    connection.close()
