"""manage.py push_key: the key by which push services know this site."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from accounts.channels import push_keys


class Command(BaseCommand):
    """Print the public half of the present key, after making a new one if asked to."""

    help = "Print the public key for web push; make a new one with --rotate."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--rotate", action="store_true", help="make a new key; devices move to it when they come by"
        )
        parser.add_argument(
            "--drop-older", action="store_true", help="forget the others: their devices must be turned on anew"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Rotate first, so that a new key is never among the dropped."""
        if options["rotate"]:
            push_keys.make()
        if options["drop_older"]:
            push_keys.drop_older()
        self.stdout.write(push_keys.newest().public)
