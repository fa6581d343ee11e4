"""Where a person can be reached."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _


class Kind(models.TextChoices):
    """The ways of reaching somebody; each is a module of accounts.channels."""

    EMAIL = "email", _("e-mail")


class Channel(models.Model):
    """One address of one user, with what it is not to be told and what went wrong last."""

    user = models.ForeignKey("accounts.User", models.CASCADE, related_name="channels", verbose_name=_("user"))
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    address = models.CharField(_("address"), max_length=254)
    verified_at = models.DateTimeField(_("verified at"), null=True, blank=True)
    muted_kinds = ArrayField(models.CharField(max_length=20), default=list, blank=True, verbose_name=_("muted kinds"))
    disabled_at = models.DateTimeField(_("disabled at"), null=True, blank=True)
    last_error = models.CharField(_("last error"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("channel")
        verbose_name_plural = _("channels")
        constraints = (models.UniqueConstraint(fields=["user", "kind", "address"], name="channel_once"),)

    def __str__(self) -> str:
        return f"{self.kind}: {self.address}"
