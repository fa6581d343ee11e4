"""Who wins a trophy: each card, lying as a trophy, names a condition."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from games.rules.jest.cards import CLUBS, DIAMONDS, HEARTS, JOKER, LETTER, SPADES, STRENGTH, SUIT
from games.rules.jest.worth import faces, rank_of

Jests = Mapping[int, str]
"""The Jests by seat, without any trophy."""

Condition = Callable[[Jests], int | None]
"""The seat that meets it; None when nobody does."""


def _of_suit(suit: str, jests: Jests) -> dict[int, int]:
    """Every card of this suit: its face value, and who has it. No two are equal."""
    return {face: seat for seat, jest in jests.items() for card, face in faces(jest).items() if SUIT[card] == suit}


def highest(suit: str, jests: Jests) -> int | None:
    """The highest card of a suit; a lone Ace is a 5."""
    owners = _of_suit(suit, jests)
    return owners[max(owners)] if owners else None


def lowest(suit: str, jests: Jests) -> int | None:
    """The lowest card of a suit; a lone Ace is a 5."""
    owners = _of_suit(suit, jests)
    return owners[min(owners)] if owners else None


def majority(face: int, jests: Jests) -> int | None:
    """Most cards of a face value; among equals, who has it in the strongest suit."""
    found = {}
    for seat, jest in jests.items():
        suits = [STRENGTH[card] for card, own in faces(jest).items() if own == face]
        if suits:
            found[seat] = (len(suits), max(suits))
    return max(found, key=found.__getitem__) if found else None


def best(jests: Jests) -> int | None:
    """The most valuable Jest; among equals, the one with the highest card."""
    return max(jests, key=lambda seat: rank_of(jests[seat])) if jests else None


def best_without_joker(jests: Jests) -> int | None:
    """The most valuable of the Jests that have no Joker."""
    return best({seat: jest for seat, jest in jests.items() if JOKER not in jest})


def holder_of_joker(jests: Jests) -> int | None:
    """Whoever has the Joker; nobody when it is a trophy itself."""
    return next((seat for seat, jest in jests.items() if JOKER in jest), None)


_BY_WORD: Mapping[str, Condition] = {
    "AS": partial(highest, CLUBS),
    "2S": partial(majority, 3),
    "3S": partial(majority, 2),
    "4S": partial(lowest, CLUBS),
    "AC": partial(highest, SPADES),
    "2C": partial(lowest, HEARTS),
    "3C": partial(highest, HEARTS),
    "4C": partial(lowest, SPADES),
    "AD": partial(majority, 4),
    "2D": partial(highest, DIAMONDS),
    "3D": partial(lowest, DIAMONDS),
    "4D": best_without_joker,
    "AH": holder_of_joker,
    "2H": holder_of_joker,
    "3H": holder_of_joker,
    "4H": holder_of_joker,
    "JK": best,
}
CONDITIONS: Mapping[str, Condition] = {LETTER[word]: condition for word, condition in _BY_WORD.items()}


def award(trophies: str, jests: Sequence[str], one_each: bool) -> tuple[int, ...]:
    """By trophy the seat that wins it, 0 for nobody. All look at the Jests as they are without any of them.

    With `one_each` whoever has won one is passed over for the next.
    """
    won: list[int] = []
    for trophy in trophies:
        passed_over = set(won) if one_each else set()
        standing = {seat: jest for seat, jest in enumerate(jests, 1) if seat not in passed_over}
        won.append(CONDITIONS[trophy](standing) or 0)
    return tuple(won)
