"""The words of this game: how its actions are spelled, and what its buttons and pages say."""

from collections.abc import Mapping
from itertools import combinations_with_replacement

from games.rules.base import Option, Text
from games.rules.base import gettext_noop as _
from games.rules.jack_in_the_pot.cards import FULL_HAND, KEPT, LETTERS, WORD

SEATS = range(1, 5)
THROWS = ("rock", "paper", "scissors")

NAME = Text(_("JACK in the POT"))
TAGLINE = Text(_("Collect three alike, cash them in, and be first to thirteen points."))

OPTIONS: Mapping[str, Option] = {
    "first_player": Option(
        ("throw", "random"),
        Text(_("Who begins")),
        (Text(_("The winner of rock, paper, scissors")), Text(_("Drawn by lot"))),
    ),
    "after_set": Option(
        ("continue", "end_turn"),
        Text(_("After scoring a set")),
        (Text(_("The turn goes on")), Text(_("The turn ends without discarding"))),
    ),
}

BRINGS: Mapping[str, Option] = {
    "throw": Option(
        THROWS,
        Text(_("Your throw for who begins")),
        (Text(_("Rock")), Text(_("Paper")), Text(_("Scissors"))),
        required=False,
    ),
}

END_REASONS: Mapping[str, Text] = {
    "score": Text(_("Somebody reached 13 points.")),
    "stalled": Text(_("Nobody made progress for twenty rounds.")),
    "agreed": Text(_("All players agreed to stop.")),
    "resigned": Text(_("Only one player was left.")),
}

SYMBOL_NAMES = {
    "7": Text(_("Seven")),
    "B": Text(_("BAR")),
    "L": Text(_("Bell")),
    "W": Text(_("Watermelon")),
    "P": Text(_("Plum")),
    "C": Text(_("Cherry")),
}

TAKE_PILE = "take pile"
TAKE_DISCARD = {card: f"take discard {WORD[card]}" for card in LETTERS}
TAKE_HAND = {owner: tuple(f"take hand {owner} {slot}" for slot in range(1, FULL_HAND + 1)) for owner in SEATS}
DISCARD = {
    first + second: f"discard {WORD[first]} {WORD[second]}"
    for first, second in combinations_with_replacement(tuple(LETTERS), 2)
}
DISCARDS_FROM = {hand: tuple(map(DISCARD.__getitem__, pairs)) for hand, pairs in KEPT.items()}

_ON_THE_FAN = {
    1: _("Take card {card} from the hand of {player_1}"),
    2: _("Take card {card} from the hand of {player_2}"),
    3: _("Take card {card} from the hand of {player_3}"),
    4: _("Take card {card} from the hand of {player_4}"),
}


def _labels() -> dict[str, Text]:
    """Every canonical action with its sentence; there are no others."""
    labels = {TAKE_PILE: Text(_("Take the top card of the draw pile"))}
    for card, action in TAKE_DISCARD.items():
        labels[action] = Text(_("Take from the discard pile: {symbol}"), {"symbol": SYMBOL_NAMES[card]})
    for owner, actions in TAKE_HAND.items():
        for slot, action in enumerate(actions, 1):
            labels[action] = Text(_ON_THE_FAN[owner], {"card": slot})
    for pair, action in DISCARD.items():
        named = {"first": SYMBOL_NAMES[pair[0]], "second": SYMBOL_NAMES[pair[1]]}
        labels[action] = Text(_("Discard {first} and {second}"), named)
    return labels


LABELS = _labels()

# Every spelling that is understood, and the one that is recorded.
SPELLINGS = {action: action for action in LABELS} | {
    f"discard {WORD[pair[1]]} {WORD[pair[0]]}": action for pair, action in DISCARD.items()
}
LONGEST = max(map(len, SPELLINGS))
