"""What has to be in place before the site can serve; one process, since each start of Django costs a second."""

import sys

import django
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import OperationalError

from jackpot_site.errors import one_line


def main() -> int:
    """Check the settings, bring the database up to date, gather static files; prints the demo password."""
    try:
        django.setup()
    except ImproperlyConfigured as error:
        return _refuse(str(error))
    from jackpot_site import broker

    try:
        call_command("migrate", verbosity=0)
        if not broker.answers():
            return _refuse("the broker does not answer: see CELERY_BROKER_URL in docs/settings.md")
        call_command("collectstatic", interactive=False, verbosity=0)
        call_command("demo_account")
    except OperationalError as error:
        return _refuse(one_line(error))
    except SystemCheckError as error:
        return _refuse(str(error))
    return 0


def _refuse(text: str) -> int:
    print(f"Error: {text}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
