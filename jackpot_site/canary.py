"""What ought to have happened and has not: turns, notices and messages that are overdue, and sweeps that are silent.

The processes may all answer while nothing happens by itself. This asks the tables instead.
"""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.db.models import Count, Min, QuerySet

from accounts import clock, heartbeat
from accounts.models import Channel, Delivery, Notice
from games.models import Turn

# Sweeps come every few seconds, so what is later than this is stuck.
PATIENCE = timedelta(seconds=60)
DAY = timedelta(days=1)
# The sweeps without which nothing happens by itself.
SWEEPS = ("relay", "deadlines", "reminders")


class Stuck(NamedTuple):
    """How many rows of a kind are overdue, and for how many seconds the oldest of them."""

    rows: int
    oldest_seconds: int


def stuck() -> dict[str, Stuck]:
    """What is overdue by more than a minute: turns to be ended, notices to be gathered, messages to be sent."""
    now = clock.now()
    return {
        "turns": _overdue(Turn.objects.filter(ended_at=None), now),
        "notices": _overdue(Notice.objects.filter(status=Notice.Status.PENDING), now),
        "deliveries": _overdue(Delivery.objects.all(), now),
    }


def _overdue(rows: QuerySet[Turn] | QuerySet[Notice] | QuerySet[Delivery], now: datetime) -> Stuck:
    found = rows.filter(due_at__lt=now - PATIENCE).aggregate(count=Count("pk"), oldest=Min("due_at"))
    return Stuck(found["count"], int((now - found["oldest"]).total_seconds()) if found["oldest"] else 0)


def silent() -> list[str]:
    """The sweeps that have not run for a minute, or never."""
    ages, patience = heartbeat.ages(), PATIENCE.total_seconds() + settings.CELERY_SWEEP_SECONDS
    return [name for name in SWEEPS if ages.get(name, patience + 1) > patience]


def switched_off() -> int:
    """How many channels were turned off within a day because the other side refused."""
    return Channel.objects.filter(disabled_at__gt=clock.now() - DAY).exclude(last_error="").count()
