"""A bot that knows a high card when it sees one."""

from collections.abc import Mapping, Sequence

from games.rules.base import Bot, Json
from games.rules.rng import Rng

HIGH = 7


def greedy(view: Json, legal: Sequence[str], rng: Rng) -> str:
    """Keeps a high card."""
    return "keep" if view["cards"][view["seat_to_play"] - 1] >= HIGH else "swap"


BOTS: Mapping[str, Bot] = {"greedy": greedy}
