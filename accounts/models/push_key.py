"""The keys by which push services know this site."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class PushKey(models.Model):
    """A VAPID key pair. Devices that subscribe are given the newest; an older one serves those that have it."""

    PURPOSE = "push key"

    public = models.CharField(_("public key"), max_length=100, unique=True)
    sealed = models.TextField(editable=False)
    created_at = models.DateTimeField(_("created at"))

    class Meta:
        verbose_name = _("push key")
        verbose_name_plural = _("push keys")

    def __str__(self) -> str:
        return self.public
