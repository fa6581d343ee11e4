"""The cards: one letter each in a state, one word each in actions, views and events."""

from typing import NamedTuple

SUITS = "SCDH"
RANKS = "A234"
JOKER = "j"
SPADES, CLUBS, DIAMONDS, HEARTS = tuple(SUITS)
NO_SUIT = "J"


class Card(NamedTuple):
    """One card. `pips` is what is printed on it: 1 for an Ace, 0 for the Joker."""

    letter: str
    word: str
    suit: str
    pips: int


def _cards() -> tuple[Card, ...]:
    """All 17 in canonical order: spades, clubs, diamonds, hearts, each from the Ace up, then the Joker."""
    letters = iter("abcdefghiklmnopq")
    suited = [Card(next(letters), rank + suit, suit, 1 + RANKS.index(rank)) for suit in SUITS for rank in RANKS]
    return (*suited, Card(JOKER, "JK", NO_SUIT, 0))


CARDS = _cards()
DECK = "".join(card.letter for card in CARDS)
WORD = {card.letter: card.word for card in CARDS}
LETTER = {card.word: card.letter for card in CARDS}
SUIT = {card.letter: card.suit for card in CARDS}
PIPS = {card.letter: card.pips for card in CARDS}

# Equal cards are told apart by their suits: spades before clubs, diamonds and hearts.
STRENGTH = {card.letter: len(SUITS) - (SUITS + NO_SUIT).index(card.suit) for card in CARDS}


def words(cards: str) -> list[str]:
    """Cards as words, in the order given: `"aj"` is `["AS", "JK"]`."""
    return [WORD[card] for card in cards]


def letters(words: list[str]) -> str:
    """Words as cards: the way back."""
    return "".join(LETTER[word] for word in words)


def ordered(cards: str) -> str:
    """Cards in canonical order."""
    return "".join(sorted(cards, key=DECK.index))


def lead(card: str) -> tuple[int, int]:
    """How high a face-up card counts for who takes first: here an Ace is always 1."""
    return PIPS[card], STRENGTH[card]
