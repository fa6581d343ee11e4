"""Personal tokens for the REST API."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _


class Scope(models.TextChoices):
    """What a token may do; the names are part of the API."""

    GAMES_READ = "games:read", _("see my games")
    GAMES_PLAY = "games:play", _("join, play and resign")
    GAMES_CREATE = "games:create", _("open tables")
    CHAT_WRITE = "chat:write", _("write messages")
    ACCOUNT_READ = "account:read", _("see my account")
    ACCOUNT_WRITE = "account:write", _("change my account")
    BOT_PLAY = "bot:play", _("play as a bot")
    MODERATE = "moderate", _("keep order")


class ApiToken(models.Model):
    """A bearer token: only its SHA-256 is stored. It starts with `jp_`."""

    user = models.ForeignKey("accounts.User", models.CASCADE, related_name="tokens", verbose_name=_("user"))
    label = models.CharField(_("label"), max_length=80, blank=True)
    hash = models.BinaryField(_("hash"), max_length=32, unique=True, editable=False)
    hint = models.CharField(_("begins with"), max_length=12)
    scopes = ArrayField(models.CharField(max_length=20, choices=Scope.choices), verbose_name=_("scopes"))
    created_at = models.DateTimeField(_("created at"))
    last_used_at = models.DateTimeField(_("last used at"), null=True, blank=True)
    revoked_at = models.DateTimeField(_("revoked at"), null=True, blank=True)

    class Meta:
        verbose_name = _("token")
        verbose_name_plural = _("tokens")

    def __str__(self) -> str:
        return f"{self.hint}…"
