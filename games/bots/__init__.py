"""Computer players of every game. A bot sees one seat's view and its legal actions, never the state."""

from collections.abc import Mapping, Sequence

from games.bots.random import choose_random
from games.rules import registry
from games.rules.base import Bot, Json, Rules
from games.rules.rng import Rng

RANDOM = "random"
LATE = "late"


class UnknownBotError(KeyError):
    """This rule set has no bot of this name."""


def _bots(rules: Rules) -> Mapping[str, Bot]:
    return {RANDOM: choose_random, **getattr(registry.folder(rules.slug), "BOTS", {})}


def names(rules: Rules) -> tuple[str, ...]:
    """The bots that may take a seat, the weakest first."""
    return tuple(name for name in _bots(rules) if name != LATE)


def late_bot(rules: Rules) -> str:
    """The bot that answers for a seat whose time is up: the game's own gentle one if it has one."""
    return LATE if LATE in _bots(rules) else RANDOM


def choose(bot: str, rules: Rules, view: Json, legal: Sequence[str], rng: Rng) -> str:
    """One of `legal` (not empty). Raises UnknownBotError."""
    try:
        play = _bots(rules)[bot]
    except KeyError:
        raise UnknownBotError(bot) from None
    return play(view, legal, rng)
