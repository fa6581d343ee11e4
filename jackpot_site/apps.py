"""The wiring as a Django app: its checks, and the queue that `migrate` sets up."""

from typing import Any

from django.apps import AppConfig, apps
from django.conf import settings
from django.db.models.signals import post_migrate


class SiteConfig(AppConfig):
    """No models; last of the apps, so that what it does after `migrate` finds everything in place."""

    name = "jackpot_site"
    verbose_name = "JACKPOT site"

    def ready(self) -> None:
        """Register checks and counts, give games their data, and have `migrate` install what the queue needs."""
        from accounts import waiting
        from jackpot_site import checks, game_data  # noqa: F401
        from jackpot_site.context import count_waiting

        game_data.load(settings.GAME_DATA)
        waiting.register(count_waiting)

        # Django sends this signal for apps with models only.
        post_migrate.connect(_install_queue, sender=apps.get_app_config("accounts"))


def _install_queue(**_: Any) -> None:
    from jackpot_site import broker

    broker.install()
