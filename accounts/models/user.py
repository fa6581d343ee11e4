"""People (and bots) who sit at tables."""

from django.contrib.auth.models import AbstractUser
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _


class Standing(models.TextChoices):
    """How well we know who is behind an account."""

    MEMBER = "member", _("member")
    GUEST = "guest", _("guest")
    """Plays, and has proved no address yet."""
    UNCLAIMED = "unclaimed", _("unclaimed")
    """Stands for whoever reads an address that was invited; nobody can sign in to it."""


class Theme(models.TextChoices):
    SYSTEM = "system", _("as the device")
    LIGHT = "light", _("light")
    DARK = "dark", _("dark")


def told_at_once() -> list[str]:
    """The kinds of notices that wait for nothing until somebody says otherwise."""
    return ["deadline_near"]


class User(AbstractUser):
    """A person, a third party's bot, or one of the bots of the house."""

    standing = models.CharField(_("standing"), max_length=9, choices=Standing, default=Standing.MEMBER)
    language = models.CharField(_("language"), max_length=8, default="en")
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    # Local times between which this person is awake; both empty: always. `awake_until` may be past midnight.
    awake_from = models.TimeField(_("awake from"), null=True, blank=True)
    awake_until = models.TimeField(_("awake until"), null=True, blank=True)
    # A holiday begins by itself before this person would lose a turn.
    automatic_holidays = models.BooleanField(_("holidays begin by themselves"), default=False)
    # How long a notice waits for its reader to act without it; empty: as the site has it.
    grace_seconds = models.PositiveSmallIntegerField(_("grace in seconds"), null=True, blank=True)
    at_once_kinds = ArrayField(
        models.CharField(max_length=20), default=told_at_once, blank=True, verbose_name=_("kinds told at once")
    )
    # Half of the address of the calendar; empty: there is none.
    calendar_key = models.CharField(max_length=32, blank=True, editable=False)
    theme = models.CharField(_("theme"), max_length=6, choices=Theme, default=Theme.SYSTEM)
    is_bot = models.BooleanField(_("plays by program"), default=False)
    suspended_at = models.DateTimeField(_("suspended at"), null=True, blank=True)

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        constraints = (models.UniqueConstraint(Lower("username"), name="username_once_whatever_the_case"),)

    @property
    def is_guest(self) -> bool:
        return self.standing == Standing.GUEST

    @property
    def suspended(self) -> bool:
        return self.suspended_at is not None
