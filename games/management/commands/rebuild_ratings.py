"""`manage.py rebuild_ratings`: rate everybody anew from all finished matches."""

from typing import Any

from django.core.management.base import BaseCommand

from games.models import Rating
from games.services.rate import rebuild


class Command(BaseCommand):
    help = "Rate everybody anew from all finished matches. Doing it twice is harmless."

    def handle(self, *_args: Any, **_options: Any) -> None:
        counted = rebuild()
        self.stdout.write(f"{counted} matches counted, {Rating.objects.count()} ratings.")
