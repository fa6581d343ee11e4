"""The words of this game: how its actions are spelled, and what its buttons and pages say."""

from collections.abc import Mapping

from games.rules.base import Option, Text
from games.rules.base import gettext_noop as _
from games.rules.same_one.cards import COLOUR, DECK, DOGS, NUMBER, SHARKS, STACKS, WORD
from games.rules.sentences import listed

NAME = Text(_("Same One!"))
TAGLINE = Text(_("Up or down, follow the arrow, and pounce on every number you hold too."))

OPTIONS: Mapping[str, Option] = {
    "goal": Option(
        ("points", "last_one_loses"),
        Text(_("What it is about")),
        (Text(_("As many games as players, for points")), Text(_("One game: whoever has cards left at the end loses"))),
    ),
    "hands": Option(
        ("sorted", "as_dealt"),
        Text(_("The cards in a hand")),
        (Text(_("Hands are sorted by number")), Text(_("Hands stay as they were dealt"))),
    ),
    "orders": Option(
        ("open", "frozen"),
        Text(_("Standing orders that are changed")),
        (Text(_("Changed orders act at once")), Text(_("Changed orders wait for the next card"))),
    ),
}

END_REASONS: Mapping[str, Text] = {
    "games": Text(_("All games have been played.")),
    "last_one": Text(_("One player was left with cards.")),
    "endless": Text(_("The game went on for too long and does not count.")),
    "agreed": Text(_("All players agreed to stop.")),
    "resigned": Text(_("Only one player was left.")),
}

COLOUR_NAMES = {"G": Text(_("Green")), "B": Text(_("Blue")), "Y": Text(_("Yellow"))}
_PLAIN = {"G": _("Green {number}"), "B": _("Blue {number}"), "Y": _("Yellow {number}")}
_DOG = {"G": _("Green {number} (Dog)"), "B": _("Blue {number} (Dog)"), "Y": _("Yellow {number} (Dog)")}
_SHARK = {"G": _("Green {number} (Shark)"), "B": _("Blue {number} (Shark)"), "Y": _("Yellow {number} (Shark)")}


def _named(sign: str) -> Text:
    names = _SHARK if sign in SHARKS else _DOG if sign in DOGS else _PLAIN
    return Text(names[COLOUR[sign]], {"number": NUMBER[sign]})


CARD_NAMES = {WORD[sign]: _named(sign) for sign in DECK}

DRAW = "draw"
PASS = "pass"  # noqa: S105 - a word of the game
PLAY = {stack: "play " + " ".join(WORD[sign] for sign in stack) for stacks in STACKS.values() for stack in stacks}
CLAIM = {sign: f"same-one {WORD[sign]}" for sign in DECK}
ACTIONS = (DRAW, PASS, *PLAY.values(), *CLAIM.values())

# Every spelling that is understood, and the one that is recorded.
SPELLINGS = {action.lower(): action for action in ACTIONS}
LONGEST = max(map(len, ACTIONS))


def _labels() -> dict[str, Text]:
    """Every canonical action with its sentence; there are no others."""
    labels = {DRAW: Text(_("Draw a card")), PASS: Text(_("Pass"))}
    for stack, action in PLAY.items():
        named = listed([CARD_NAMES[WORD[sign]] for sign in stack])
        labels[action] = Text(
            _("Play {cards}") if len(stack) == 1 else _("Play {cards}, the last on top"), {"cards": named}
        )
    for sign, action in CLAIM.items():
        labels[action] = Text(_("Same One! {card}"), {"card": CARD_NAMES[WORD[sign]]})
    return labels


LABELS = _labels()
