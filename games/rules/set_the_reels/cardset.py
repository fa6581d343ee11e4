"""A set of cards: all that is printed on cards, objectives and tokens. The rules are the same for every set."""

from collections.abc import Mapping
from typing import NamedTuple

SYMBOLS = ("cherry", "grape", "melon", "bell", "seven")
TOKENS = ("coins3", "move", "upgrade", "vp3", "double")
HAND = 10
REEL = 3
MOST_SEATS = 4
VP_TOKEN = 2
TURNED = "+"
"""Behind the id of a card that lies on its back, that is, of an upgraded one."""


class Face(NamedTuple):
    """One side of a card."""

    active: bool
    income: int
    stars: int


class Card(NamedTuple):
    """A card with both sides; only those of the market have a price."""

    id: str
    symbol: str
    front: Face
    back: Face
    upgrade_cost: int
    price: int | None


class Objective(NamedTuple):
    """What a triple earns. The one with `bonus_token` is the last of its kind and never leaves its stack."""

    id: str
    symbol: str
    stars: int
    min_players: int
    bonus_token: bool


class Start(NamedTuple):
    """What a player has before the first turn, by place in the order of turns."""

    coins: int
    choose_tokens: int


class Token(NamedTuple):
    """How many tokens of a kind there are, and what one that was not used is worth at the end."""

    copies: int
    end_stars: int


class CardSet(NamedTuple):
    """Everything by its id; decks and stacks in the order of the file, before any shuffle."""

    name: str
    """The version with a digest of the values, so that changed values are another set."""
    version: str
    cards: Mapping[str, Card]
    decks: Mapping[str, tuple[str, ...]]
    community: Mapping[str, tuple[str, ...]]
    objectives: Mapping[str, Objective]
    start: tuple[Start, ...]
    threshold: int
    tokens: Mapping[str, Token]

    def face(self, card: str) -> Face:
        """The side that counts."""
        return self.cards[card[:-1]].back if card.endswith(TURNED) else self.cards[card].front

    def printed(self, card: str) -> Card:
        """The card, whichever side counts."""
        return self.cards[card.removesuffix(TURNED)]

    def shows(self, card: str) -> str:
        """The symbol that the card brings to a reel, empty for an inactive one."""
        return self.printed(card).symbol if self.face(card).active else ""

    def income(self, card: str) -> int:
        """The coins on the side that counts, none on an inactive one."""
        face = self.face(card)
        return face.income if face.active else 0

    def stack(self, symbol: str, seats: int) -> tuple[str, ...]:
        """The objectives of one kind for so many players, the most stars on top."""
        used = [each for each in self.objectives.values() if each.symbol == symbol and each.min_players <= seats]
        return tuple(each.id for each in sorted(used, key=lambda each: -each.stars))
