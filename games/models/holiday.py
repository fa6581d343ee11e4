"""When somebody is away, and the clocks of their turns stand still."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Holiday(models.Model):
    """A stretch of time off, planned or begun at once; holidays of one person do not overlap.

    One that is ended early ends then; it counts for the year in which it began.
    """

    class Began(models.TextChoices):
        PLANNED = "planned", _("planned")
        AT_ONCE = "at_once", _("begun at once")
        BY_ITSELF = "by_itself", _("begun by itself, before a turn ran out")

    user = models.ForeignKey(
        "accounts.User", models.CASCADE, related_name="holidays", db_index=False, verbose_name=_("player")
    )
    starts_at = models.DateTimeField(_("from"))
    ends_at = models.DateTimeField(_("until"))
    began = models.CharField(_("how it began"), max_length=9, choices=Began, default=Began.PLANNED)
    created_at = models.DateTimeField(_("created at"))

    class Meta:
        verbose_name = _("holiday")
        verbose_name_plural = _("holidays")
        constraints = [models.CheckConstraint(condition=Q(ends_at__gt=F("starts_at")), name="holiday_lasts")]
        indexes = [models.Index("user", "ends_at", name="holiday_of_user")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.starts_at} - {self.ends_at}"
