"""How often a caller has called in the present minute."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class RateWindow(models.Model):
    """One row per caller, reset when its minute is over. The table is UNLOGGED: a crash empties it."""

    caller = models.CharField(_("caller"), max_length=60, primary_key=True)
    minute = models.BigIntegerField(_("minute"), help_text=_("Whole minutes since 1970."))
    hits = models.IntegerField(_("requests"))

    class Meta:
        verbose_name = _("rate window")
        verbose_name_plural = _("rate windows")

    def __str__(self) -> str:
        return self.caller
