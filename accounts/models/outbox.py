"""What has to be told to whom, and what became of it. The database is the outbox; the broker only rings."""

import uuid

from django.contrib.postgres.indexes import BrinIndex
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Notice(models.Model):
    """One thing to tell one person, once. The payload holds nothing that is hidden from that person."""

    class Status(models.TextChoices):
        PENDING = "pending", _("waiting")
        HELD = "held", _("held back")
        TAKEN = "taken", _("being sent")
        SENT = "sent", _("sent")
        DROPPED = "dropped", _("dropped")
        FAILED = "failed", _("failed")

    user = models.ForeignKey(
        "accounts.User", models.CASCADE, related_name="notices", db_index=False, verbose_name=_("user")
    )
    kind = models.CharField(_("kind"), max_length=20)
    thread = models.CharField(_("thread"), max_length=40, blank=True)
    key = models.CharField(_("dedupe key"), max_length=80)
    payload = models.JSONField(_("payload"))
    created_at = models.DateTimeField(_("created at"))
    due_at = models.DateTimeField(_("due at"))
    status = models.CharField(_("status"), max_length=8, choices=Status.choices, default=Status.PENDING)
    reason = models.CharField(_("reason"), max_length=40, blank=True)
    # The first moment at which a channel takes what is held back.
    held_until = models.DateTimeField(_("held until"), null=True, blank=True)
    settled_at = models.DateTimeField(_("settled at"), null=True, blank=True)
    # When its reader last asked to be told again.
    again_at = models.DateTimeField(_("asked for again at"), null=True, blank=True)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        # Not `unique=True`: that would add a second index, for LIKE, to the busiest table of all.
        constraints = (models.UniqueConstraint(fields=("key",), name="notice_once"),)
        indexes = (
            models.Index("due_at", condition=Q(status="pending"), name="notice_due"),
            models.Index("user", "due_at", condition=Q(status="pending"), name="notice_due_of_user"),
            models.Index("thread", condition=Q(status__in=["pending", "held", "taken"]), name="notice_open_thread"),
            models.Index("user", "id", name="notice_ledger"),
            BrinIndex("created_at", name="notice_age"),
        )

    def __str__(self) -> str:
        return self.key


class Delivery(models.Model):
    """One message on one channel, carrying one or several notices; repeated under the same Message-ID.

    `due_at` is the next moment to look at it: the end of the sender's lease, the next try, or the time until which
    it is held back. A channel has one that is held back: what comes meanwhile joins it.
    """

    class Status(models.TextChoices):
        HELD = "held", _("held back")
        SENDING = "sending", _("being sent")
        WAITING = "waiting", _("waiting for another try")
        SENT = "sent", _("sent")
        DROPPED = "dropped", _("dropped")
        FAILED = "failed", _("failed")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    channel = models.ForeignKey("accounts.Channel", models.CASCADE, verbose_name=_("channel"))
    notices = models.ManyToManyField(Notice, related_name="deliveries", verbose_name=_("notices"))
    status = models.CharField(_("status"), max_length=8, choices=Status.choices, default=Status.SENDING)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    created_at = models.DateTimeField(_("created at"))
    due_at = models.DateTimeField(_("next look at"), null=True, blank=True)
    sent_at = models.DateTimeField(_("sent at"), null=True, blank=True)
    error = models.CharField(_("error"), max_length=300, blank=True)
    # What the other side answered to the last try, and after how long; empty where there is no such number.
    code = models.PositiveSmallIntegerField(_("code"), null=True, blank=True)
    milliseconds = models.PositiveIntegerField(_("milliseconds"), null=True, blank=True)

    class Meta:
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        constraints = (models.UniqueConstraint(fields=("channel",), condition=Q(status="held"), name="held_once"),)
        indexes = (
            models.Index("due_at", condition=Q(due_at__isnull=False), name="delivery_due"),
            BrinIndex("created_at", name="delivery_age"),
        )

    def __str__(self) -> str:
        return str(self.pk)
