"""Bots: they see a view and the legal actions, nothing else."""

from collections import Counter
from collections.abc import Mapping, Sequence

from games.rules.base import Bot, Json
from games.rules.jack_in_the_pot.cards import FULL_HAND, SET, SYMBOLS
from games.rules.jack_in_the_pot.wording import TAKE_PILE
from games.rules.rng import Rng

_POINTS = {symbol.word: symbol.points for symbol in SYMBOLS}
_DEAREST_FIRST = tuple(_POINTS)


def greedy(view: Json, legal: Sequence[str], rng: Rng) -> str:
    """Completes the dearest set the discards allow, else pairs a dear symbol, else gambles (Rules 1.11)."""
    hand = _own_hand(view)
    if view["phase"] == "discard":
        return _discard_all_but_best(hand, legal)
    wanted = _completes_a_set(hand, view["discard_pile"]) or _makes_a_pair(hand, view["discard_pile"])
    return f"take discard {wanted}" if wanted else _blind(view, legal, rng)


def late(view: Json, legal: Sequence[str], rng: Rng) -> str:
    """For a seat whose time is up: the pile, else any take; then any two cards (Rules 1.9 j)."""
    if view["phase"] == "discard":
        first, second = sorted(rng.shuffled(_own_hand(view))[:2], key=_DEAREST_FIRST.index)
        return f"discard {first} {second}"
    return TAKE_PILE if TAKE_PILE in legal else rng.choice(legal)


def _own_hand(view: Json) -> list[str]:
    cards: list[str] = view["hands"][view["seat_to_play"] - 1]["cards"]
    return cards


def _completes_a_set(hand: list[str], discards: list[str]) -> str | None:
    """The dearest symbol of which all that is missing lies face up and fits into the hand."""
    room = FULL_HAND - len(hand)
    for symbol in _DEAREST_FIRST:
        missing = SET - hand.count(symbol)
        if missing <= room and missing <= discards.count(symbol):
            return symbol
    return None


def _makes_a_pair(hand: list[str], discards: list[str]) -> str | None:
    """The dearest symbol held once that lies face up, while a further card can still be taken."""
    if len(hand) + 1 >= FULL_HAND:
        return None
    return next((symbol for symbol in _DEAREST_FIRST if hand.count(symbol) == 1 and symbol in discards), None)


def _blind(view: Json, legal: Sequence[str], rng: Rng) -> str:
    """From the hand of the leader among those that can be robbed, else the pile, else whatever there is."""
    fans = [action for action in legal if action.startswith("take hand ")]
    if fans:
        return max(rng.shuffled(fans), key=lambda action: view["scores"][int(action.split()[2]) - 1])
    return TAKE_PILE if TAKE_PILE in legal else legal[0]


def _discard_all_but_best(hand: list[str], legal: Sequence[str]) -> str:
    """Keeps the dearest pair, else the two dearest cards."""
    return max(legal, key=lambda action: _worth(Counter(hand) - Counter(action.split()[1:])))


def _worth(kept: Mapping[str, int]) -> tuple[int, int]:
    return max(kept.values()), sum(_POINTS[symbol] * count for symbol, count in kept.items())


BOTS: Mapping[str, Bot] = {"greedy": greedy, "late": late}
