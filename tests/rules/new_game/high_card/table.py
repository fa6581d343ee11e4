"""The page of the table."""

from collections.abc import Container, Sequence

from games.rules.base import Json, Text
from games.rules.base import gettext_noop as _

from .rules import LABELS

NOT_NOW = Text(_("It is not your turn."))


def arrange(view: Json, legal: Container[str], viewer: int | None, past: Sequence[Sequence[Json]]) -> Json:
    """The reader's card, and both actions with what keeps them from being taken."""
    places = [
        {"action": action, "label": label, "allowed": action in legal, "why": None if action in legal else NOT_NOW}
        for action, label in LABELS.items()
    ]
    return {"card": view["cards"][viewer - 1] if viewer else None, "places": places}
