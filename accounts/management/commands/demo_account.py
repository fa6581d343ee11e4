"""manage.py demo_account: somebody to sign in as on a fresh local site."""

import secrets
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from accounts.models import User
from accounts.services import ensure_email_channel

USERNAME = "demo"
# Its mails are files: see /dev/mails/.
ADDRESS = "demo@localhost.localdomain"


class Command(BaseCommand):
    """Create the account at the first call; print its name and password at every call."""

    help = "Create the demo account of a local site, which may use the admin, and print its name and password."

    def handle(self, *args: Any, **options: Any) -> None:
        """The password is kept beside the mails, in var/, since the database knows only its hash."""
        if not settings.LOCAL:
            raise CommandError("This site is not local (see LOCAL in docs/settings.md): it gets no demo account.")
        path = settings.VAR_DIR / "demo_password"
        user = User.objects.filter(username=USERNAME).first()
        if user is None or not path.exists():
            path.touch(mode=0o600)
            path.write_text(secrets.token_urlsafe(9))
            user = user or User(username=USERNAME, email=ADDRESS)
            user.is_staff = user.is_superuser = True
            user.set_password(path.read_text())
            user.save()
            ensure_email_channel(user)
        self.stdout.write(f"{USERNAME} / {path.read_text()}")
