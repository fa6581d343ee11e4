"""The words of this game: how its actions are spelled, and what its buttons and pages say."""

from collections.abc import Mapping

from games.rules.base import Option, Text
from games.rules.base import gettext_noop as _
from games.rules.jest.cards import CARDS, NO_SUIT, WORD

SEATS = range(1, 5)
FACES = ("up", "down")

NAME = Text(_("Jest"))
TAGLINE = Text(_("Offer two cards, take one, and build the Jest that is worth most."))

OPTIONS: Mapping[str, Option] = {
    "one_trophy_each": Option(
        ("off", "on"),
        Text(_("Trophies")),
        (Text(_("One player may win both trophies")), Text(_("Nobody wins more than one trophy"))),
    ),
    "final_tie": Option(
        ("highest_card", "shared"),
        Text(_("Equal Jests")),
        (Text(_("Between equal Jests the highest card decides")), Text(_("Equal Jests share the place"))),
    ),
}

BRINGS: Mapping[str, Option] = {}

END_REASONS: Mapping[str, Text] = {
    "score": Text(_("All cards are taken and the Jests are counted.")),
    "agreed": Text(_("All players agreed to stop.")),
    "resigned": Text(_("Only one player was left.")),
}

SUIT_NAMES = {
    "S": Text(_("spades")),
    "C": Text(_("clubs")),
    "D": Text(_("diamonds")),
    "H": Text(_("hearts")),
}
RANK_NAMES = {1: Text(_("Ace")), 2: Text("2"), 3: Text("3"), 4: Text("4")}
CARD_NAMES = {
    card.letter: Text(_("Joker"))
    if card.suit == NO_SUIT
    else Text(_("{rank} of {suit}"), {"rank": RANK_NAMES[card.pips], "suit": SUIT_NAMES[card.suit]})
    for card in CARDS
}

_JOKER_WINS = Text(_("Whoever holds the Joker"))
# What a card asks for when it lies as a trophy, by the card's word.
CONDITIONS: Mapping[str, Text] = {
    "AS": Text(_("The highest club")),
    "2S": Text(_("The most 3s")),
    "3S": Text(_("The most 2s")),
    "4S": Text(_("The lowest club")),
    "AC": Text(_("The highest spade")),
    "2C": Text(_("The lowest heart")),
    "3C": Text(_("The highest heart")),
    "4C": Text(_("The lowest spade")),
    "AD": Text(_("The most 4s")),
    "2D": Text(_("The highest diamond")),
    "3D": Text(_("The lowest diamond")),
    "4D": Text(_("The best Jest without the Joker")),
    "AH": _JOKER_WINS,
    "2H": _JOKER_WINS,
    "3H": _JOKER_WINS,
    "4H": _JOKER_WINS,
    "JK": Text(_("The best Jest")),
}

OFFER_SHOWN = "offer"
"""What others read of an offer until the end."""
OFFER = {card: f"offer {word}" for card, word in WORD.items()}
TAKE = {(seat, face): f"take {seat} {face}" for seat in SEATS for face in FACES}

_TAKE_UP = {
    1: _("Take the face-up card of {player_1}"),
    2: _("Take the face-up card of {player_2}"),
    3: _("Take the face-up card of {player_3}"),
    4: _("Take the face-up card of {player_4}"),
}
_TAKE_DOWN = {
    1: _("Take the face-down card of {player_1}"),
    2: _("Take the face-down card of {player_2}"),
    3: _("Take the face-down card of {player_3}"),
    4: _("Take the face-down card of {player_4}"),
}


def _labels() -> dict[str, Text]:
    """Every canonical action with its sentence; there are no others."""
    offers = {action: Text(_("Offer face up: {card}"), {"card": CARD_NAMES[card]}) for card, action in OFFER.items()}
    up = {TAKE[seat, "up"]: Text(_TAKE_UP[seat]) for seat in SEATS}
    return offers | up | {TAKE[seat, "down"]: Text(_TAKE_DOWN[seat]) for seat in SEATS}


LABELS = _labels()
