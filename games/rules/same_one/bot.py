"""Bots: they see a view and the legal actions, nothing else."""

from collections.abc import Mapping, Sequence

from games.rules.base import Bot, Json
from games.rules.rng import Rng
from games.rules.same_one.cards import DOGS, SHARKS, SIGN
from games.rules.same_one.wording import DRAW, PASS

_SHARK_WORDS = frozenset(word for word, sign in SIGN.items() if sign in SHARKS)
_DOG_WORDS = frozenset(word for word, sign in SIGN.items() if sign in DOGS)


def greedy(view: Json, legal: Sequence[str], rng: Rng) -> str:
    """Gets rid of as many cards as it can, of Sharks early and of a Dog last; draws only when nothing fits."""
    hand: list[str] = view["hands"][view["seat_to_play"] - 1]["cards"]
    laid = [action for action in legal if action not in (DRAW, PASS)]
    if not laid:
        return legal[-1]
    return max(rng.shuffled(laid), key=lambda action: _worth(hand, action))


def late(view: Json, legal: Sequence[str], rng: Rng) -> str:
    """For a seat whose time is up: draws, then passes; plays only where the rules leave nothing else."""
    return next((action for action in (DRAW, PASS) if action in legal), None) or rng.choice(legal)


def _worth(hand: Sequence[str], action: str) -> float:
    """How good it is to be rid of these cards; Same One takes the lead besides."""
    verb, *laid = action.split()
    kept = [card for card in hand if card not in laid]
    if not kept:
        return 100
    sharks = len(_SHARK_WORDS.intersection(kept))
    worth = 2.0 * len(laid) + 1.5 * len(_SHARK_WORDS.intersection(laid))
    worth += 1.0 if verb == "same-one" else 0.0
    worth -= 3.0 if _DOG_WORDS.intersection(laid) else 0.0
    worth -= 4.0 if sharks == len(kept) else 0.0
    # Only the top counts; what lies underneath may as well be in order.
    return worth + (0.1 if [SIGN[card] for card in laid[:-1]] == sorted(SIGN[card] for card in laid[:-1]) else 0.0)


BOTS: Mapping[str, Bot] = {"greedy": greedy, "late": late}
