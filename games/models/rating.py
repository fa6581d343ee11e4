"""How well somebody plays a game, and how reliably."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _


class Rating(models.Model):
    """What the rated matches of one person at one game come to; rated anew where such a match ends.

    `mu` and `sigma` are what is known of the skill, `value` is the one number shown of it (games.ratings), and
    `history` holds that number after each of the last rated matches, the oldest first.
    """

    user = models.ForeignKey(
        "accounts.User", models.CASCADE, related_name="ratings", db_index=False, verbose_name=_("player")
    )
    ruleset = models.CharField(_("game"), max_length=40)
    mu = models.FloatField(_("expected skill"))
    sigma = models.FloatField(_("uncertainty"))
    value = models.PositiveIntegerField(_("rating"))
    history = ArrayField(models.PositiveIntegerField(), default=list, editable=False, verbose_name=_("history"))
    matches = models.PositiveIntegerField(_("matches"), default=0)
    wins = models.PositiveIntegerField(_("won"), default=0)
    turns = models.PositiveIntegerField(_("turns"), default=0)
    late_turns = models.PositiveIntegerField(_("late turns"), default=0)
    resignations = models.PositiveIntegerField(_("given up"), default=0)

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = [models.UniqueConstraint(fields=["user", "ruleset"], name="rated_once")]
        indexes = [models.Index(fields=["ruleset", "-value", "id"], name="rating_ladder")]

    def __str__(self) -> str:
        return f"{self.user_id}/{self.ruleset}"
