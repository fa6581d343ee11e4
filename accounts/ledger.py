"""The ledger: what was decided to be told to somebody, and what became of it; and telling it again."""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Count, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.utils.translation import gettext_lazy as _

from accounts import clock, truth
from accounts.errors import Refusal
from accounts.gathering import lock_reader, send_now
from accounts.models import Delivery, Notice, User
from accounts.outbox import OPEN

# How many notices somebody may have told again within a day, each of them once.
MOST_AGAIN = 3
DAY = timedelta(days=1)
# What was dropped for one of these reasons may hold all the same.
UNTOLD = ("muted", "muted_match", "no_channel")


class NoSuchNotice(Refusal):
    code, status = "not_found", 404
    text = _("You have no such notice.")


class NoticeOver(Refusal):
    code, status = "notice_over", 409
    text = _("This is over by now, so there is nothing left to tell.")


class NoticeOnItsWay(Refusal):
    code, status = "notice_waiting", 409
    text = _("This notice has yet to go out.")


class NobodyToTell(Refusal):
    code, status = "no_channel", 409
    text = _("Nothing that you have turned on takes this kind of notice. Turn it on first.")


class ToldOften(Refusal):
    code, status = "again_limit", 429
    text = _("Three notices a day can be sent again. Try tomorrow.")


def lines_of(user: User, *, status: str = "", kind: str = "", game: str = "") -> QuerySet[Notice]:
    """The ledger of a user, narrowed, with the deliveries of each notice, their channels, and how many they carry."""
    chosen = {"status": status, "kind": kind, "thread": game}
    links: Any = Delivery.notices.through.objects.filter(delivery=OuterRef("pk")).order_by()
    carried = links.values("delivery").annotate(number=Count("pk")).values("number")
    deliveries = Delivery.objects.select_related("channel").order_by("created_at")
    counted = deliveries.annotate(carried=Subquery(carried))
    lines = Notice.objects.filter(**{name: value for name, value in chosen.items() if value}, user=user)
    return lines.prefetch_related(Prefetch("deliveries", counted))


def can_be_told_again(user: User) -> Q:
    """The notices that may be asked for again, as far as can be told without asking whether they still hold."""
    settled = Q(status__in=[Notice.Status.SENT, Notice.Status.FAILED])
    return Q(user=user) & (settled | Q(status=Notice.Status.DROPPED, reason__in=UNTOLD))


def told_again_lately(notice: Notice, now: datetime) -> bool:
    """Whether this notice has been sent once more within a day."""
    return notice.again_at is not None and now - notice.again_at < DAY


@transaction.atomic
def tell_again(user: User, notice_id: int) -> Notice:
    """Send a notice once more, at once, on every channel that takes its kind; returns it.

    Raises NoSuchNotice, NoticeOnItsWay, NoticeOver, ToldOften, NobodyToTell, and then changes nothing.
    """
    user = lock_reader(user)
    now = clock.now()
    notice = Notice.objects.filter(user=user, pk=notice_id).select_for_update().first()
    if notice is None:
        raise NoSuchNotice
    if notice.status in OPEN or notice.deliveries.filter(due_at__isnull=False).exists():
        raise NoticeOnItsWay
    if not Notice.objects.filter(can_be_told_again(user), pk=notice_id).exists() or truth.no_longer([notice]):
        raise NoticeOver
    lately = {*user.notices.filter(again_at__gt=now - DAY).values_list("pk", flat=True)}
    if len(lately) >= MOST_AGAIN or notice_id in lately:
        raise ToldOften
    if not send_now(user, notice, now):
        raise NobodyToTell
    return notice
