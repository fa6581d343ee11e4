from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.contrib import admin
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("People")

    def ready(self) -> None:
        """Listen to allauth. Staff sign in with everybody else; no secrets of second factors in the administration."""
        from allauth.account.decorators import secure_admin_login
        from allauth.mfa.models import Authenticator

        import accounts.forgetting
        import accounts.web.signals

        if settings.MAIL_HOOK_SECRET:
            import accounts.inbound.hooks  # noqa: F401

        if admin.site.is_registered(Authenticator):
            admin.site.unregister(Authenticator)
        plain, guarded = admin.site.login, secure_admin_login(admin.site.login)

        def login(*args: Any, **options: Any) -> Any:
            return (guarded if settings.STAFF_SECOND_FACTOR else plain)(*args, **options)

        admin.site.login = login  # type: ignore[method-assign]
        post_migrate.connect(make_push_key, sender=self)


def make_push_key(**_: Any) -> None:
    """The site has a key of its own for push messages from the start."""
    from accounts.channels import push_keys

    push_keys.newest()
