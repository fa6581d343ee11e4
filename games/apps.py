from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Tables")

    def ready(self) -> None:
        """Mails about a turn show the table, answers to them are played, and what is over is not told.

        The download of somebody's data holds their matches.
        """
        from accounts import export
        from accounts.inbound import handlers
        from games import own_data, truth
        from games.mails import enclose
        from games.services import by_mail

        export.register("games", own_data.part)
        enclose.register()
        truth.register()
        handlers.register(by_mail.answer)
