from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Tables")

    def ready(self) -> None:
        """Mails about a turn show the table, and answers to them are played."""
        from accounts.inbound import handlers
        from games.mails import enclose
        from games.services import by_mail

        enclose.register()
        handlers.register(by_mail.answer)
