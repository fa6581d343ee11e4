"""A match and its seats."""

import secrets

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
CODE_LENGTH = 10


def new_code() -> str:
    """A short random name for a match, about 49 bits: not to be guessed, easy to read aloud."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


class Game(models.Model):
    """A match from the first seat to the last card. Seed, options and the log's words are the whole truth.

    `state` is the snapshot that saves replaying while the match runs; `log` holds the words of a match that is
    over (before that they are in its turns).
    """

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        ACTIVE = "active", _("being played")
        FINISHED = "finished", _("finished")
        ABORTED = "aborted", _("aborted")

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("public")
        UNLISTED = "unlisted", _("anyone with the link")
        INVITED = "invited", _("by invitation")

    class OnTimeout(models.TextChoices):
        AUTOPLAY = "autoplay", _("a bot finishes the late turn")
        RESIGN = "resign", _("the late player resigns")

    class OnAbsence(models.TextChoices):
        KEEP = "keep", _("the seat waits for its player")
        SUBSTITUTE = "substitute", _("somebody else may take the seat")
        BOT = "bot", _("a bot takes the seat")

    # 32 bits are two milliards of matches, and half of what a finished match takes is its keys in indexes.
    id = models.AutoField(primary_key=True)
    code = models.CharField(_("code"), max_length=CODE_LENGTH, default=new_code, editable=False)
    ruleset = models.CharField(_("game"), max_length=40)
    rules_version = models.PositiveSmallIntegerField(_("version of the rules"))
    options = models.JSONField(_("options"), default=dict)
    seat_count = models.PositiveSmallIntegerField(_("seats"))
    visibility = models.CharField(_("visibility"), max_length=8, choices=Visibility, default=Visibility.PUBLIC)
    turn_seconds = models.PositiveIntegerField(_("seconds for a turn"), null=True)
    on_timeout = models.CharField(_("when late"), max_length=8, choices=OnTimeout, default=OnTimeout.AUTOPLAY)
    # What few tables have, by its name in the API; what is left out is as usual.
    terms = models.JSONField(_("terms"), null=True)
    paused_until = models.DateTimeField(_("paused until"), null=True)
    status = models.CharField(_("status"), max_length=8, choices=Status, default=Status.OPEN)
    version = models.PositiveIntegerField(_("version"), default=0)
    server_seed = models.BinaryField(_("seed"), max_length=32, editable=False)
    state = models.TextField(_("snapshot"), blank=True, editable=False)
    outcome = models.TextField(_("outcome"), blank=True, editable=False)
    log = models.BinaryField(_("log"), null=True, editable=False)
    rematch = models.ForeignKey("self", models.SET_NULL, null=True, related_name="+", db_index=False, editable=False)
    created_at = models.DateTimeField(_("created at"))
    started_at = models.DateTimeField(_("started at"), null=True)
    finished_at = models.DateTimeField(_("finished at"), null=True)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        # Not `unique=True`: that would add a second index, for LIKE.
        constraints = [models.UniqueConstraint(fields=["code"], name="game_code")]
        indexes = [models.Index("ruleset", condition=Q(status="open"), name="game_open")]

    def __str__(self) -> str:
        return self.code


class Seat(models.Model):
    """One place at a table that is taken, and who holds it now; earlier holders are FormerHolder rows."""

    class State(models.TextChoices):
        PLAYING = "playing", _("playing")
        RESIGNED = "resigned", _("resigned")
        REPLACED = "replaced", _("replaced")

    id = models.AutoField(primary_key=True)
    game = models.ForeignKey(Game, models.CASCADE, related_name="seats", verbose_name=_("match"), db_index=False)
    number = models.PositiveSmallIntegerField(_("seat"))
    user = models.ForeignKey(
        "accounts.User", models.PROTECT, related_name="seats", db_index=False, verbose_name=_("player")
    )
    bot = models.CharField(_("bot"), max_length=20, blank=True)
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.PLAYING)
    brought = models.JSONField(_("brought to the table"), null=True, editable=False)
    timeouts = models.PositiveSmallIntegerField(_("late turns"), default=0)
    agrees_to_stop = models.BooleanField(_("would stop here"), default=False)
    late_in_row = models.PositiveSmallIntegerField(_("late turns in a row"), default=0)
    bank = models.PositiveIntegerField(_("seconds in the time bank"), null=True, editable=False)
    would_pause_until = models.DateTimeField(_("would pause until"), null=True)
    offered_at = models.DateTimeField(_("offered to others since"), null=True)
    # What the seat said silently while the match runs, a line each: see games.services.orders.
    silent = models.TextField(blank=True, editable=False)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="seat_once"),
            models.UniqueConstraint(fields=["user", "game"], condition=Q(bot=""), name="seated_once"),
        ]
        indexes = [models.Index("game", condition=Q(offered_at__isnull=False), name="seat_offered")]

    def __str__(self) -> str:
        return f"{self.number}"


class FormerHolder(models.Model):
    """Somebody who held a seat until log entry `until`; a seat is a chain of holders, the present one in Seat."""

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="former_holders", verbose_name=_("seat"))
    user = models.ForeignKey("accounts.User", models.PROTECT, related_name="former_seats", verbose_name=_("player"))
    until = models.PositiveIntegerField(_("until log entry"))

    class Meta:
        verbose_name = _("former holder")
        verbose_name_plural = _("former holders")

    def __str__(self) -> str:
        return f"{self.seat} {self.until}"


class Invitation(models.Model):
    """Somebody asked to a table, by account or by address."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="invitations", verbose_name=_("match"))
    user = models.ForeignKey(
        "accounts.User", models.CASCADE, null=True, related_name="invitations", verbose_name=_("player")
    )
    email = models.EmailField(_("e-mail address"), blank=True)
    invited_by = models.ForeignKey("accounts.User", models.CASCADE, related_name="+", verbose_name=_("invited by"))
    created_at = models.DateTimeField(_("created at"))

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints = [
            # By name and by address are two invitations: otherwise the one would tell who reads the address.
            models.UniqueConstraint(
                fields=["game", "user"], condition=Q(user__isnull=False, email=""), name="invited_once"
            ),
            models.UniqueConstraint(fields=["game", "email"], condition=~Q(email=""), name="invited_by_mail_once"),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.user or self.email}"
