"""Bots: they see a view and the legal actions, nothing else."""

from collections.abc import Mapping, Sequence

from games.rules.base import Bot, Json
from games.rules.jest.cards import DECK, LETTER, WORD, letters
from games.rules.jest.worth import value
from games.rules.rng import Rng


def greedy(view: Json, legal: Sequence[str], rng: Rng) -> str:
    """Takes what its Jest gains most by, and offers face up what it would gain least by itself."""
    jest = letters(_own(view["jests"])["cards"])
    if view["phase"] == "offer":
        return min(rng.shuffled(legal), key=lambda action: value(jest + LETTER[action.split()[1]]))
    return max(rng.shuffled(legal), key=lambda action: _expected(view, jest, action))


def _own(rows: Sequence[Json]) -> Json:
    """What is the bot's own among things by seat: it sees the cards of no other."""
    return next(row for row in rows if row["cards"] is not None)


def _expected(view: Json, jest: str, action: str) -> float:
    """What the Jest is worth with this card; one that is not seen counts as the mean of those it may be."""
    _, seat, face = action.split()
    word = view["offers"][int(seat) - 1][face]
    may_be = LETTER[word] if word else _unseen(view)
    return sum(value(jest + card) for card in may_be) / len(may_be)


def _unseen(view: Json) -> str:
    """All cards that may lie face down before another seat."""
    shown = [offer[face] for offer in view["offers"] for face in ("up", "down")]
    seen = {*view["trophies"], *shown, *_own(view["jests"])["cards"]}
    return "".join(card for card in DECK if WORD[card] not in seen)


BOTS: Mapping[str, Bot] = {"greedy": greedy}
