"""The stretches in which a seat is asked, and what was said in them."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Turn(models.Model):
    """The stretch in which one seat is asked without a break, or until its rules say that its turn is over.

    Clock, reminder and notices hang on it.

    `actions` is append-only: a line per log entry, `number prompt seconds by words` (seconds since the turn began).
    `prompt` is the question the seat has to answer now, null once it is asked no more. What a seat says without
    being asked (it resigns, say) is a turn that ended as it began. When a match is over its turns move into
    `Game.log`.
    """

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="turns", verbose_name=_("match"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    number = models.PositiveIntegerField(_("began at log entry"))
    prompt = models.PositiveIntegerField(_("prompt"), null=True)
    started_at = models.DateTimeField(_("started at"))
    due_at = models.DateTimeField(_("due at"), null=True)
    remind_at = models.DateTimeField(_("reminder at"), null=True)
    nudged_at = models.DateTimeField(_("nudged at"), null=True)
    ended_at = models.DateTimeField(_("ended at"), null=True)
    actions = models.TextField(_("actions"), blank=True, editable=False)

    class Meta:
        verbose_name = _("turn")
        verbose_name_plural = _("turns")
        constraints = [
            models.UniqueConstraint(fields=["game", "seat"], condition=Q(ended_at__isnull=True), name="asked_once"),
        ]
        indexes = [
            models.Index("due_at", condition=Q(ended_at__isnull=True, due_at__isnull=False), name="turn_due"),
            models.Index("remind_at", condition=Q(ended_at__isnull=True, remind_at__isnull=False), name="turn_remind"),
        ]

    def __str__(self) -> str:
        return f"{self.seat}/{self.number}"
