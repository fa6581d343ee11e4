"""Whom somebody wants nothing to do with."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Block(models.Model):
    """One person keeps another at a distance; the other is not told."""

    user = models.ForeignKey(
        "accounts.User", models.CASCADE, related_name="blocks", db_index=False, verbose_name=_("user")
    )
    blocked = models.ForeignKey(
        "accounts.User", models.CASCADE, related_name="blocked_by", verbose_name=_("blocked player")
    )
    created_at = models.DateTimeField(_("created at"))

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        constraints = [
            models.UniqueConstraint(fields=["user", "blocked"], name="blocked_once"),
            models.CheckConstraint(condition=~Q(user=F("blocked")), name="blocks_somebody_else"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}/{self.blocked_id}"
