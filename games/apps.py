from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Tables")

    def ready(self) -> None:
        """Mails about a turn show the table, and answers to them are played.

        The download of somebody's data holds their matches.
        """
        from accounts import export
        from accounts.inbound import handlers
        from games import own_data
        from games.mails import enclose
        from games.services import by_mail

        export.register("games", own_data.part)
        enclose.register()
        handlers.register(by_mail.answer)
