from django.apps import AppConfig
from django.contrib import admin
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("People")

    def ready(self) -> None:
        """Listen to allauth. One way to sign in for all; no secrets of second factors in the administration."""
        from allauth.account.decorators import secure_admin_login
        from allauth.mfa.models import Authenticator

        import accounts.web.signals  # noqa: F401

        if admin.site.is_registered(Authenticator):
            admin.site.unregister(Authenticator)
        admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
