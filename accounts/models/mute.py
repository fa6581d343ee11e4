"""Matches of which somebody does not want to hear."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Mute(models.Model):
    """One person hears nothing of one thread (a match) but that it is their turn; with `calls`, not even that."""

    user = models.ForeignKey("accounts.User", models.CASCADE, related_name="mutes", verbose_name=_("user"))
    thread = models.CharField(_("thread"), max_length=40)
    calls = models.BooleanField(_("my turn, too"), default=False)

    class Meta:
        verbose_name = _("muted match")
        verbose_name_plural = _("muted matches")
        constraints = (models.UniqueConstraint(fields=["user", "thread"], name="muted_once"),)

    def __str__(self) -> str:
        return self.thread
