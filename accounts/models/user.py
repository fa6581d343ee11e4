"""People (and bots) who sit at tables."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """A person, a third party's bot, or one of the bots of the house."""

    language = models.CharField(_("language"), max_length=8, default="en")
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    is_bot = models.BooleanField(_("plays by program"), default=False)
    suspended_at = models.DateTimeField(_("suspended at"), null=True, blank=True)

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        constraints = (models.UniqueConstraint(Lower("username"), name="username_once_whatever_the_case"),)

    @property
    def suspended(self) -> bool:
        return self.suspended_at is not None
