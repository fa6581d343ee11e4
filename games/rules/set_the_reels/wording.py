"""The words of this game: how its actions are spelled, and what its buttons and pages say."""

import re
from collections.abc import Mapping
from itertools import permutations, product

from games.rules.base import Text, UnreadableActionError
from games.rules.base import gettext_noop as _
from games.rules.set_the_reels.cardset import HAND, MOST_SEATS, REEL, SYMBOLS, TOKENS

NAME = Text(_("Jackpot: Set the Reels"))
TAGLINE = Text(_("Build your own slot machine, set its reels so that three alike line up, and pull the lever."))

END_REASONS: Mapping[str, Text] = {
    "score": Text(_("Somebody reached the points that end the match.")),
    "rounds": Text(_("Thirty rounds were played.")),
    "agreed": Text(_("All players agreed to stop.")),
    "resigned": Text(_("Only one player was left.")),
}

SYMBOL_NAMES: Mapping[str, Text] = {
    "cherry": Text(_("Cherry")),
    "grape": Text(_("Grape")),
    "melon": Text(_("Melon")),
    "bell": Text(_("Bell")),
    "seven": Text(_("Seven")),
}
_PICTURES = {"melon": "watermelon"}
TOKEN_NAMES: Mapping[str, Text] = {
    "coins3": Text(_("3 coins")),
    "move": Text(_("Move")),
    "upgrade": Text(_("Upgrade")),
    "vp3": Text(_("3 points")),
    "double": Text(_("Double")),
}
COLUMNS = ("left", "middle", "right")
COLUMN_HEADS: Mapping[str, Text] = {
    "left": Text(_("Left")),
    "middle": Text(_("Middle")),
    "right": Text(_("Right")),
}
COLUMN_NAMES: Mapping[str, Text] = {
    "left": Text(_("left column")),
    "middle": Text(_("middle column")),
    "right": Text(_("right column")),
}

PLACES = range(1, HAND + 1)
CHOOSE = {kind: f"choose {kind}" for kind in TOKENS}
REWARD = {kind: f"reward {kind}" for kind in TOKENS}
ROB = {(seat, kind): f"rob {seat} {kind}" for seat in range(1, MOST_SEATS + 1) for kind in TOKENS}
COINS, DOUBLE_COINS = "token coins3", "token double coins3"
MOVE = {(here, there): f"token move {here} {there}" for here, there in permutations(PLACES, 2)}
TOKEN_UPGRADE = {place: f"token upgrade {place}" for place in PLACES}
DOUBLE_UPGRADE: dict[tuple[int, ...], str] = {(place,): f"token double upgrade {place}" for place in PLACES} | {
    (one, two): f"token double upgrade {one} {two}" for one, two in product(PLACES, PLACES) if one < two
}
UPGRADE = {place: f"upgrade {place}" for place in PLACES}
BUY = {(symbol, place): f"buy {symbol} {place}" for symbol in SYMBOLS for place in PLACES}
PLAY = {place: f"play {place}" for place in PLACES}
PLACE = {column: f"place {column}" for column in COLUMNS}
INCOME = {column: f"income {column}" for column in COLUMNS}
STACK = {order: f"stack {' '.join(order)}" for order in permutations(COLUMNS)}

_PLACE = "(10|[1-9])"
_DOUBLE_MOVE = re.compile(f"token double move {_PLACE} {_PLACE} {_PLACE} {_PLACE}")

_ROBBED = {
    1: _("Take a token from {player_1}: {token}"),
    2: _("Take a token from {player_2}: {token}"),
    3: _("Take a token from {player_3}: {token}"),
    4: _("Take a token from {player_4}: {token}"),
}


def _tokens() -> dict[str, Text]:
    """What takes, robs or uses tokens."""
    labels = {COINS: Text(_("Use a token: 3 coins")), DOUBLE_COINS: Text(_("Use a token with Double: 6 coins"))}
    for kind, name in TOKEN_NAMES.items():
        labels[CHOOSE[kind]] = Text(_("Begin with a token: {token}"), {"token": name})
        labels[REWARD[kind]] = Text(_("Take a token: {token}"), {"token": name})
    labels |= {action: Text(_ROBBED[seat], {"token": TOKEN_NAMES[kind]}) for (seat, kind), action in ROB.items()}
    for (here, there), action in MOVE.items():
        labels[action] = Text(_("Use Move: card {here} goes to place {there}"), {"here": here, "there": there})
    for place, action in TOKEN_UPGRADE.items():
        labels[action] = Text(_("Use Upgrade on card {place}: 2 coins less"), {"place": place})
    for places, action in DOUBLE_UPGRADE.items():
        one, two = _("Use Upgrade with Double on card {one}"), _("Use Upgrade with Double on cards {one} and {two}")
        labels[action] = Text(two if len(places) > 1 else one, dict(zip(("one", "two"), places, strict=False)))
    return labels


def _labels() -> dict[str, Text]:
    """Every canonical action with its sentence, but for two moves at once."""
    labels = _tokens()
    labels |= {action: Text(_("Upgrade card {place}"), {"place": place}) for place, action in UPGRADE.items()}
    for (symbol, place), action in BUY.items():
        named: dict[str, int | Text] = {"symbol": SYMBOL_NAMES[symbol], "place": place}
        labels[action] = Text(_("Buy from the market: {symbol}, for card {place}"), named)
    for first, action in PLAY.items():
        labels[action] = Text(_("Play cards {first} to {last}"), {"first": first, "last": first + REEL - 1})
    for column, name in COLUMN_NAMES.items():
        labels[PLACE[column]] = Text(_("Put the card you were given here: {column}"), {"column": name})
        labels[INCOME[column]] = Text(_("Take the coins of this column: {column}"), {"column": name})
    for order, action in STACK.items():
        columns = {f"column_{number}": COLUMN_NAMES[column] for number, column in enumerate(order, 1)}
        labels[action] = Text(_("Pick up the columns: {column_1}, {column_2}, {column_3}"), columns)
    return labels


LABELS = _labels()
# Every spelling that is understood, and the one that is recorded; two moves at once are too many to list.
SPELLINGS = {action: action for action in LABELS} | {
    f"token double upgrade {places[1]} {places[0]}": action
    for places, action in DOUBLE_UPGRADE.items()
    if len(places) > 1
}
LONGEST = max(*map(len, SPELLINGS), len("token double move 10 10 10 10"))


def picture(symbol: str) -> str:
    """The name of a symbol's picture."""
    return _PICTURES.get(symbol, symbol)


def double_move(words: str) -> tuple[int, int, int, int] | None:
    """The places of two moves with a Double, or None where these are other words."""
    found = _DOUBLE_MOVE.fullmatch(words)
    if not found:
        return None
    here, there, then_here, then_there = map(int, found.groups())
    return None if here == there or then_here == then_there else (here, there, then_here, then_there)


def canonical(words: str) -> str:
    """The one spelling. Raises UnreadableActionError."""
    if len(words) <= LONGEST:
        if words in SPELLINGS:
            return SPELLINGS[words]
        if double_move(words):
            return words
    raise UnreadableActionError(f"Not an action of this game: {words[:40]!r}")


def label(action: str) -> Text:
    """The sentence for a button. Raises UnreadableActionError."""
    known = LABELS.get(canonical(action))
    if known:
        return known
    moves = dict(zip(("here", "there", "then_here", "then_there"), double_move(action) or (), strict=True))
    return Text(_("Use Move with Double: card {here} to place {there}, then card {then_here} to {then_there}"), moves)
