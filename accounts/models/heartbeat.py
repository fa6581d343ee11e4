"""When each thing that happens by itself last happened."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Heartbeat(models.Model):
    """One row per sweep. The clock of the sweeps may be dead while everything that is asked still answers."""

    name = models.CharField(_("name"), max_length=30, primary_key=True)
    at = models.DateTimeField(_("last run"))

    class Meta:
        verbose_name = _("heartbeat")
        verbose_name_plural = _("heartbeats")

    def __str__(self) -> str:
        return self.name
