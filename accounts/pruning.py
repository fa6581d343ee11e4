"""What is kept no longer than it is of use."""

from datetime import datetime, timedelta

from django.conf import settings

from accounts import clock
from accounts.models import Delivery, KeptAnswer, Notice, RateWindow

ANSWERS_KEPT = timedelta(hours=24)
RATES_KEPT = timedelta(hours=1)


def prune() -> None:
    """Delete old notices and deliveries that are settled, answers kept for 24 hours, and rates of old minutes."""
    now = clock.now()
    _prune_ledger(now - timedelta(days=settings.NOTICE_KEEP_DAYS))
    KeptAnswer.objects.filter(created_at__lt=now - ANSWERS_KEPT).delete()
    RateWindow.objects.filter(minute__lt=(now - RATES_KEPT).timestamp() // 60).delete()


def _prune_ledger(before: datetime) -> None:
    Delivery.objects.filter(created_at__lt=before, due_at=None).delete()
    Notice.objects.filter(created_at__lt=before).exclude(settled_at=None).delete()
