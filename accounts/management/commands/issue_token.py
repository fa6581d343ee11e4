"""manage.py issue_token: a token for the API, from the command line."""

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.core.validators import validate_email

from accounts import services
from accounts.models import Scope, User


class Command(BaseCommand):
    """Print one token alone on standard output; everything else goes to standard error."""

    help = "Issue an API token for a user and print it, alone, on standard output."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--create", action="store_true", help="create the account when there is none")
        parser.add_argument("--bot", action="store_true", help="with --create: an account that plays by program")
        parser.add_argument("--email", default="", help="with --create: its address, taken as checked")
        parser.add_argument("--scope", action="append", metavar="S", help="repeat for several; default: all that fit")
        parser.add_argument("--label", default="issue_token", help="a name to know the token by")

    def handle(self, *args: Any, **options: Any) -> None:
        """Find or create the account, then issue the token."""
        check_scopes(options["scope"] or [])
        user = User.objects.filter(username__iexact=options["username"]).first()
        if user is None:
            user = create(options)
        if not user.is_active:
            raise CommandError(f"The account {user.username!r} is closed.")
        _row, token = services.create_token(user, options["scope"], options["label"][:80])
        self.stdout.write(token)


def check_scopes(scopes: list[str]) -> None:
    """Refuse what is no scope, and say which there are."""
    if unknown := [scope for scope in scopes if scope not in Scope.values]:
        raise CommandError(f"No such scope: {', '.join(unknown)}. There are: {', '.join(Scope.values)}.")


def create(options: dict[str, Any]) -> User:
    """Create the account that was asked for, with a checked channel for its address."""
    username, email = options["username"], options["email"]
    if not options["create"]:
        raise CommandError(f"There is no user {username!r}; --create creates one.")
    try:
        User(username=username).clean_fields(exclude=["password"])
        if email:
            validate_email(email)
    except ValidationError as error:
        raise CommandError(" ".join(error.messages)) from error
    return services.create_account(username, email, is_bot=options["bot"])
