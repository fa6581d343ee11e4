"""Mails that came back from players."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class ReceivedMail(models.Model):
    """A mail that was taken in, so that the same one is not taken twice. Kept for as long as mails are repeated.

    `key` is a digest of its Message-ID and of whom it was for; nothing of what it said is kept.
    """

    channel = models.ForeignKey(
        "accounts.Channel", models.CASCADE, related_name="received", db_index=False, verbose_name=_("channel")
    )
    key = models.CharField(_("key"), max_length=64)
    received_at = models.DateTimeField(_("received at"))

    class Meta:
        verbose_name = _("received mail")
        verbose_name_plural = _("received mails")
        constraints = (models.UniqueConstraint(fields=("key",), name="mail_received_once"),)
        indexes = (models.Index("channel", "received_at", name="mail_received_from"),)

    def __str__(self) -> str:
        return self.key
