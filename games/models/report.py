"""What players ask moderators to look at, and what moderators did about it."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Report(models.Model):
    """A player's complaint about a match or about one message in it."""

    class Reason(models.TextChoices):
        ABUSE = "abuse", _("abuse")
        CHEATING = "cheating", _("cheating")
        STALLING = "stalling", _("playing for time")
        OTHER = "other", _("something else")

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="reports", verbose_name=_("match"))
    reporter = models.ForeignKey("accounts.User", models.PROTECT, related_name="reports", verbose_name=_("reported by"))
    reason = models.CharField(_("reason"), max_length=10, choices=Reason)
    text = models.TextField(_("text"), max_length=1000, blank=True)
    message = models.ForeignKey("games.Message", models.SET_NULL, null=True, blank=True, verbose_name=_("message"))
    created_at = models.DateTimeField(_("created at"))
    closed_at = models.DateTimeField(_("closed at"), null=True, blank=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")

    def __str__(self) -> str:
        return f"{self.game}: {self.reason}"


class Measure(models.Model):
    """What a moderator did, to whom or what, and why. Never changed, never deleted."""

    class Kind(models.TextChoices):
        SUSPEND = "suspend", _("suspend the account")
        LIFT = "lift", _("lift the suspension")
        HIDE = "hide", _("hide the message")
        SHOW = "show", _("show the message again")
        ABORT = "abort", _("abort the match")
        DEADLINE = "deadline", _("move the deadline")
        REPLACE = "replace", _("give the seat to a bot")

    kind = models.CharField(_("measure"), max_length=10, choices=Kind)
    reason = models.CharField(_("reason"), max_length=500)
    moderator = models.ForeignKey(
        "accounts.User", models.PROTECT, related_name="measures_taken", verbose_name=_("moderator")
    )
    user = models.ForeignKey(
        "accounts.User", models.PROTECT, null=True, related_name="measures", verbose_name=_("player")
    )
    game = models.ForeignKey("games.Game", models.PROTECT, null=True, related_name="measures", verbose_name=_("match"))
    message = models.ForeignKey(
        "games.Message", models.PROTECT, null=True, related_name="measures", verbose_name=_("message")
    )
    seat = models.PositiveSmallIntegerField(_("seat"), null=True)
    details = models.CharField(_("details"), max_length=100, blank=True)
    created_at = models.DateTimeField(_("created at"))

    class Meta:
        verbose_name = _("measure")
        verbose_name_plural = _("measures")

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.user or self.game}"
