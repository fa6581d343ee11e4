from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.contrib import admin
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("People")

    def ready(self) -> None:
        """Listen to allauth. Staff sign in with everybody else; no secrets of second factors in the administration."""
        from allauth.account.decorators import secure_admin_login
        from allauth.mfa.models import Authenticator

        import accounts.web.signals

        if settings.MAIL_HOOK_SECRET:
            import accounts.inbound.hooks  # noqa: F401

        if admin.site.is_registered(Authenticator):
            admin.site.unregister(Authenticator)
        plain, guarded = admin.site.login, secure_admin_login(admin.site.login)

        def login(*args: Any, **options: Any) -> Any:
            return (guarded if settings.STAFF_SECOND_FACTOR else plain)(*args, **options)

        admin.site.login = login  # type: ignore[method-assign]
