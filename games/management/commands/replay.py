"""`manage.py replay [CODE ...]`: replay logs and compare them with what is stored beside them."""

from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from games import selectors
from games.access import Board, lock_board
from games.errors import NotFoundError
from games.models import Game
from games.rules import codec
from games.rules.base import RulesError
from games.rules.registry import UnknownRulesError


class Command(BaseCommand):
    help = "Replay the logs of the running matches, or of those named, and compare them with their snapshots."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("codes", nargs="*", metavar="CODE", help="a match (default: all that are running)")

    def handle(self, *_args: Any, **options: Any) -> None:
        running = Game.objects.filter(status=Game.Status.ACTIVE).order_by("pk").values_list("code", flat=True)
        codes = options["codes"] or list(running)
        wrong = [code for code in codes if not self._agrees(code)]
        self.stdout.write(f"{len(codes)} replayed, {len(wrong)} wrong.")
        if wrong:
            raise CommandError(f"Log and snapshot disagree: {', '.join(wrong)}.")

    def _agrees(self, code: str) -> bool:
        """Check one match under its lock, so that nobody plays between reading the snapshot and the log."""
        try:
            with transaction.atomic():
                found = list(differences(lock_board(code)))
        except NotFoundError:
            raise CommandError(f"There is no match {code}.") from None
        for text in found:
            self.stdout.write(f"{code}: {text}")
        return not found


def differences(board: Board) -> Iterator[str]:
    """What the log says and what is stored beside it says otherwise, a sentence each."""
    if board.game.started_at is None:
        return
    try:
        *_, (record, step) = selectors.steps(board)
        actors = set(board.rules.actors(step.state))
        outcome = board.rules.outcome(step.state)
    except (RulesError, UnknownRulesError, ValueError, LookupError) as error:
        yield f"the log cannot be replayed: {type(error).__name__}: {error}"
        return
    number = record.number if record else 0
    if number != board.game.version:
        yield f"the log ends with {number}, the version is {board.game.version}"
    if board.is_active and codec.dump(step.state) != board.game.state:
        yield f"the snapshot is not what the log leads to: {_difference(board, step.state)}"
    if board.is_active and actors != set(board.asked):
        yield f"asked are the seats {sorted(board.asked)}, to play are {sorted(actors)}"
    if board.game.status == Game.Status.FINISHED and outcome != board.outcome:
        yield f"the outcome is {board.outcome}, the log leads to {outcome}"


def _difference(board: Board, replayed: Any) -> str:
    """What differs, by name: the cards themselves are nobody's business before the end."""
    try:
        stored = board.state
    except ValueError:
        return "it cannot be read"
    names = zip(stored._fields, stored, replayed, strict=True)
    return ", ".join(name for name, here, there in names if here != there) or "it is written differently"
