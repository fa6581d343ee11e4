"""What happened at a table, in sentences in the active language: an entry of the log for one reader."""

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext

from games.log import MODERATOR, TABLE, TIMEOUT
from games.rules import match
from games.rules.base import Json, Rules, Text
from games.rules.base import gettext_noop as _
from games.rules.sentences import player

LONGEST_NAME = 30
_RIGHT_TO_LEFT = frozenset({"R", "AL"})

# By the table's own word: about the reader, and about somebody else.
_TABLE_WORDS = {
    match.RESIGN: (_("You give up your seat."), _("{who} gives up the seat.")),
    match.AGREE: (_("You would stop here."), _("{who} would stop here.")),
    f"{match.SEAT} {match.SUBSTITUTE}": (
        _("You take the seat of a player who stayed away."),
        _("{who} takes the seat of a player who stayed away."),
    ),
    match.DISAGREE: (_("You would rather play on."), _("{who} would rather play on.")),
}


def sentences(rules: Rules, item: Json, names: Sequence[str], viewer: int | None) -> list[str]:
    """One log entry (see selectors.item) in words; `names` are the players' in seat order, `viewer` is "you"."""
    shown = [isolated(name) for name in names]
    said = _said(item, viewer)
    told = [rules.tell(event, viewer) for event in item["events"]]
    return [text.filled(shown, gettext) for text in (*said, *told)]


def in_words(rules: Rules, items: Iterable[Json], names: Sequence[str], viewer: int | None) -> list[Json]:
    """Log entries with their sentences."""
    return [
        item | {"sentences": sentences(rules, item, names, viewer), "late": item["by"] == TIMEOUT} for item in items
    ]


def worded(value: Any, names: Sequence[str]) -> Any:
    """The same, however deep, with every text in the active language; `names` are the players' in seat order."""
    if isinstance(value, Text):
        return value.filled(names, gettext)
    if isinstance(value, dict):
        return {key: worded(each, names) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [worded(each, names) for each in value]
    return value


def isolated(name: str) -> str:
    """A name that cannot turn the sentence around it, whatever the direction it is written in, nor fill the page."""
    name = name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"
    if any(unicodedata.bidirectional(sign) in _RIGHT_TO_LEFT for sign in name):
        return f"\u2068{name}\u2069"
    return name


def _said(item: Json, viewer: int | None) -> list[Text]:
    """What the table itself was told: resigning and the like make no event of the game."""
    words, seat = item["action"] or "", item["seat"]
    if words.startswith(f"{match.SEAT} ") and item["by"] == MODERATOR:
        return [Text(_("A moderator gives seat {seat} to a bot."), {"seat": seat})]
    if words.startswith(f"{match.SEAT} ") and item["by"] == TABLE:
        return [Text(_("A bot takes seat {seat}, whose player stayed away."), {"seat": seat})]
    if words not in _TABLE_WORDS:
        return []
    own, other = _TABLE_WORDS[words]
    return [Text(own) if seat == viewer else Text(other, {"who": player(seat)})]
