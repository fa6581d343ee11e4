"""What players say to one another at a table."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Message(models.Model):
    """One line of talk; a moderator may hide it."""

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="messages", verbose_name=_("match"))
    user = models.ForeignKey("accounts.User", models.PROTECT, related_name="messages", verbose_name=_("player"))
    text = models.TextField(_("text"), max_length=1000)
    created_at = models.DateTimeField(_("created at"))
    hidden_at = models.DateTimeField(_("hidden at"), null=True, blank=True)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")

    def __str__(self) -> str:
        return f"{self.user}: {self.text[:40]}"
