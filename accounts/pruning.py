"""What is kept no longer than it is of use."""

from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.db.models import Q

from accounts import clock, sessions
from accounts.merging import is_referred_to
from accounts.models import Delivery, KeptAnswer, Notice, RateWindow, ReceivedMail, Standing, User

ANSWERS_KEPT = timedelta(hours=24)
# Mail servers give up after five days.
MAILS_KEPT = timedelta(days=30)
RATES_KEPT = timedelta(hours=1)
GUESTS_KEPT = timedelta(days=30)
# What these apps know of a guest goes with the guest; whatever another knows (a match) keeps the account.
OWN = frozenset({"accounts", "account", "mfa", "usersessions", "auth", "admin"})


def prune() -> None:
    """Delete old notices and deliveries that are settled, answers kept for 24 hours, and what recognises repeats."""
    now = clock.now()
    _prune_ledger(now - timedelta(days=settings.NOTICE_KEEP_DAYS))
    KeptAnswer.objects.filter(created_at__lt=now - ANSWERS_KEPT).delete()
    ReceivedMail.objects.filter(received_at__lt=now - MAILS_KEPT).delete()
    RateWindow.objects.filter(minute__lt=(now - RATES_KEPT).timestamp() // 60).delete()


def _prune_ledger(before: datetime) -> None:
    Delivery.objects.filter(created_at__lt=before, due_at=None).delete()
    Notice.objects.filter(created_at__lt=before).exclude(settled_at=None).delete()


def prune_people() -> None:
    """Delete guests nobody remembers who have not come back, and sessions that are over."""
    before = clock.now() - GUESTS_KEPT
    idle = User.objects.filter(standing=Standing.GUEST).filter(
        Q(last_login__lt=before) | Q(last_login=None, date_joined__lt=before)
    )
    for guest in idle.iterator():
        if not is_referred_to(guest, by_others_than=OWN):
            guest.delete()
    SessionStore.clear_expired()
    sessions.prune_sessions()
