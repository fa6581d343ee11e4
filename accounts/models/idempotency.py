"""Answers kept for clients that ask twice."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class KeptAnswer(models.Model):
    """The first answer to one Idempotency-Key of one caller at one address; encrypted, for 24 hours."""

    key = models.BinaryField(_("key hash"), max_length=32, unique=True, editable=False)
    request = models.BinaryField(_("request hash"), max_length=32, editable=False)
    answer = models.BinaryField(_("answer"), editable=False)
    created_at = models.DateTimeField(_("created at"), db_index=True)

    class Meta:
        verbose_name = _("kept answer")
        verbose_name_plural = _("kept answers")

    def __str__(self) -> str:
        return str(self.created_at)
