"""The cards: one letter each in a state, one word each in actions, views and events (Rules 1.1)."""

from itertools import combinations, combinations_with_replacement
from typing import NamedTuple


class Symbol(NamedTuple):
    """One kind of card: its letter, its word, how many there are, and what a set of three pays."""

    letter: str
    word: str
    cards: int
    points: int


SYMBOLS = (
    Symbol("7", "seven", 3, 7),
    Symbol("B", "bar", 6, 5),
    Symbol("L", "bell", 9, 4),
    Symbol("W", "watermelon", 9, 3),
    Symbol("P", "plum", 12, 2),
    Symbol("C", "cherry", 15, 1),
)
LETTERS = "".join(symbol.letter for symbol in SYMBOLS)
DECK = "".join(symbol.letter * symbol.cards for symbol in SYMBOLS)
WORD = {symbol.letter: symbol.word for symbol in SYMBOLS}
POINTS = {symbol.letter: symbol.points for symbol in SYMBOLS}

SET = 3
FULL_HAND = 4
DISCARDS = 2


def words(cards: str) -> list[str]:
    """Cards as words, in the order given: `"LP"` is `["bell", "plum"]`."""
    return [WORD[card] for card in cards]


def ordered(cards: str) -> str:
    """Cards in the canonical order, seven to cherry; the order every hand is kept in."""
    return "".join(sorted(cards, key=LETTERS.index))


def _hands(size: int) -> list[str]:
    """Every hand of so many cards that holds no set, in canonical order."""
    hands = map("".join, combinations_with_replacement(LETTERS, size))
    return [hand for hand in hands if max(map(hand.count, hand), default=0) < SET]


def _kept(hand: str) -> dict[str, str]:
    """Every pair that can be thrown from a full hand, in canonical order, and what stays."""
    kept = {}
    for first, second in combinations(range(FULL_HAND), DISCARDS):
        rest = "".join(card for place, card in enumerate(hand) if place not in (first, second))
        kept[hand[first] + hand[second]] = rest
    return kept


# Tables instead of sorting and searching: these are looked up with every action of every replay.
ADDED = {hand + card: ordered(hand + card) for size in range(FULL_HAND) for hand in _hands(size) for card in LETTERS}
KEPT = {hand: _kept(hand) for hand in _hands(FULL_HAND)}
