"""The one door to the time of day, so that tests and the demo can move it."""

from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.utils import timezone


def now() -> datetime:
    """The present moment in UTC, moved by the seconds in CLOCK_FILE when that setting names a file."""
    present = timezone.now()  # noqa: TID251
    if settings.CLOCK_FILE:
        present += timedelta(seconds=float(Path(settings.CLOCK_FILE).read_text() or 0))
    return present
