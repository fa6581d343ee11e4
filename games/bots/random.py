"""The bot that plays every game."""

from collections.abc import Sequence

from games.rules.base import Json
from games.rules.rng import Rng


def choose_random(view: Json, legal: Sequence[str], rng: Rng) -> str:
    """Any legal action, each equally likely."""
    return rng.choice(legal)
