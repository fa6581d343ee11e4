"""Where a person can be reached."""

from datetime import time
from typing import Any
from urllib.parse import urlsplit

import orjson
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.sealing import seal, unseal


class Kind(models.TextChoices):
    """The ways of reaching somebody; each is a module of accounts.channels."""

    EMAIL = "email", _("e-mail")
    WEBPUSH = "webpush", _("push to a device")
    WEBHOOK = "webhook", _("webhook")
    CHAT = "chat", _("chat service")


class Digest(models.TextChoices):
    """How often a channel is used; what comes in between waits for the next time."""

    AT_ONCE = "at_once", _("at once")
    HOURLY = "hourly", _("every hour")
    TWICE_A_DAY = "twice_a_day", _("twice a day")
    DAILY = "daily", _("once a day")


class Channel(models.Model):
    """One address of one user, with what it is not to be told and what went wrong last.

    `address` may be shown to the owner and to operators; whatever lets others write there is sealed.
    """

    PURPOSE = "channel"

    user = models.ForeignKey("accounts.User", models.CASCADE, related_name="channels", verbose_name=_("user"))
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    address = models.CharField(_("address"), max_length=1000)
    label = models.CharField(_("label"), max_length=80, blank=True)
    sealed = models.TextField(blank=True, editable=False)
    # A device that gets push messages is signed in; when that ends, so does this.
    session = models.ForeignKey(
        "usersessions.UserSession", models.CASCADE, null=True, blank=True, editable=False, related_name="channels"
    )
    # When the person added it; empty for the account's own address.
    added_at = models.DateTimeField(_("added at"), null=True, blank=True)
    verified_at = models.DateTimeField(_("verified at"), null=True, blank=True)
    muted_kinds = ArrayField(models.CharField(max_length=20), default=list, blank=True, verbose_name=_("muted kinds"))
    digest = models.CharField(_("how often"), max_length=11, choices=Digest, default=Digest.AT_ONCE)
    # In the reader's time zone; twice a day is then and twelve hours later.
    digest_at = models.TimeField(_("at what time"), default=time(8))
    disabled_at = models.DateTimeField(_("disabled at"), null=True, blank=True)
    last_error = models.CharField(_("last error"), max_length=300, blank=True)
    last_used_at = models.DateTimeField(_("last used at"), null=True, blank=True)
    # The first failure since it last worked.
    failing_since = models.DateTimeField(_("failing since"), null=True, blank=True)

    class Meta:
        verbose_name = _("channel")
        verbose_name_plural = _("channels")
        constraints = (
            models.UniqueConstraint(fields=["user", "kind", "address"], name="channel_once"),
            models.UniqueConstraint(fields=["address"], condition=Q(kind="webpush"), name="device_has_one_owner"),
        )

    def __str__(self) -> str:
        return f"{self.kind}: {self.shown}"

    @property
    def shown(self) -> str:
        """The address without what might let others write there: of a web address, only the host."""
        parts = urlsplit(self.address)
        return f"{parts.scheme}://{parts.netloc}" if parts.scheme == "https" else self.address

    @property
    def name(self) -> str:
        """What its owner calls it."""
        return self.label or self.shown

    @property
    def secrets(self) -> dict[str, Any]:
        """What is needed to write there, by name. Raises sealing.Sealed when SECRET_KEY is another by now."""
        return orjson.loads(unseal(self.PURPOSE, self.sealed)) if self.sealed else {}

    @secrets.setter
    def secrets(self, found: dict[str, Any]) -> None:
        self.sealed = seal(self.PURPOSE, orjson.dumps(found).decode())
