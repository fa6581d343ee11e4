"""Remembering how far somebody has seen a match."""

from datetime import datetime

from accounts.models import User
from games.access import Board
from games.models import Visit


def note_visit(*, user: User, board: Board, now: datetime) -> int | None:
    """The user has seen the match as it is now; returns the log entry he had seen it up to before, if any."""
    before = Visit.objects.filter(user=user, game=board.game).values_list("version", flat=True).first()
    if before != board.game.version:
        seen = Visit(user=user, game=board.game, version=board.game.version, at=now)
        Visit.objects.bulk_create(
            [seen], update_conflicts=True, unique_fields=["user", "game"], update_fields=["version", "at"]
        )
    return before
