"""When somebody last looked at a table."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Visit(models.Model):
    """How far in the log of a match somebody has seen it on its page."""

    user = models.ForeignKey(
        "accounts.User", models.CASCADE, related_name="visits", db_index=False, verbose_name=_("user")
    )
    game = models.ForeignKey("games.Game", models.CASCADE, related_name="visits", verbose_name=_("match"))
    version = models.PositiveIntegerField(_("seen up to log entry"))
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("visit")
        verbose_name_plural = _("visits")
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="visit_once")]

    def __str__(self) -> str:
        return f"{self.user_id}/{self.game_id}/{self.version}"
