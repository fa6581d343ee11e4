"""What a Jest is worth."""

from collections import Counter
from typing import NamedTuple

from games.rules.jest.cards import CLUBS, DIAMONDS, HEARTS, JOKER, PIPS, RANKS, SPADES, STRENGTH, SUIT

LONE_ACE = 5
LONE_JOKER = 4
PAIR = 2
ALL_HEARTS = len(RANKS)


class Worth(NamedTuple):
    """A value and what it is made of."""

    spades: int
    clubs: int
    diamonds: int
    hearts: int
    joker: int
    pairs: int

    @property
    def total(self) -> int:
        return sum(self)


def faces(jest: str) -> dict[str, int]:
    """The face value of each card: that of an Ace is 5 while no other card of its suit is there."""
    suits = Counter(map(SUIT.__getitem__, jest))
    return {card: LONE_ACE if PIPS[card] == 1 and suits[SUIT[card]] == 1 else PIPS[card] for card in jest}


def worth(jest: str) -> Worth:
    """Spades and clubs count for a Jest, diamonds against it, hearts and the Joker as they come together."""
    values = faces(jest)
    of_suit = {suit: [face for card, face in values.items() if SUIT[card] == suit] for suit in "SCDH"}
    black, red = of_suit[SPADES], of_suit[CLUBS]
    return Worth(
        spades=sum(black),
        clubs=sum(red),
        diamonds=-sum(of_suit[DIAMONDS]),
        hearts=_hearts(of_suit[HEARTS], JOKER in jest),
        joker=LONE_JOKER if JOKER in jest and not of_suit[HEARTS] else 0,
        pairs=PAIR * len(set(black) & set(red)),
    )


def _hearts(values: list[int], with_joker: bool) -> int:
    """Nothing without the Joker, a loss with it, unless all four have come together."""
    if not with_joker:
        return 0
    return sum(values) if len(values) == ALL_HEARTS else -sum(values)


def value(jest: str) -> int:
    """What a Jest is worth in all."""
    return worth(jest).total


def highest_card(jest: str) -> tuple[int, int]:
    """What settles a tie between Jests: the highest face value, then its stronger suit."""
    return max(((face, STRENGTH[card]) for card, face in faces(jest).items()), default=(0, 0))


def rank_of(jest: str) -> tuple[int, tuple[int, int]]:
    """Orders Jests: by value, then by the highest card."""
    return value(jest), highest_card(jest)
