"""The sets of cards that can be played with: the house's own, and what the operator brings (docs/settings.md)."""

from collections.abc import Mapping
from pathlib import Path

from games.rules.base import Option, Text
from games.rules.base import gettext_noop as _
from games.rules.set_the_reels.cardset import CardSet
from games.rules.set_the_reels.reading import CardSetError, read_card_set

HOUSE = read_card_set((Path(__file__).parent / "house.json").read_text(encoding="utf-8"))
_known: dict[str, CardSet] = {HOUSE.name: HOUSE}


class MissingCardSetError(LookupError):
    """A match was begun with a set that is not here any more; with other cards it would be another match."""


def furnish(texts: Mapping[str, str]) -> None:
    """Play with these sets, texts by file: the first for new matches, and all of them for those begun with them.

    The house's own set always stays. Raises CardSetError.
    """
    found = [*(_read(name, text) for name, text in texts.items()), HOUSE]
    _known.clear()
    _known.update({each.name: each for each in found})


def _read(name: str, text: str) -> CardSet:
    try:
        return read_card_set(text)
    except CardSetError as error:
        raise CardSetError(f"{name} is no set of cards.\n{error}") from None


def card_set(name: str) -> CardSet:
    """The set of this name. Raises MissingCardSetError."""
    try:
        return _known[name]
    except KeyError:
        raise MissingCardSetError(
            f"The card set {name!r:.60} is not here; GAME_DATA must go on naming its file, unchanged, as long as "
            "there are matches that were begun with it."
        ) from None


def option() -> Option:
    """Which cards a table plays with."""
    labels = tuple(Text(_("Card set {name}"), {"name": each.version}) for each in _known.values())
    return Option(tuple(_known), Text(_("Cards")), labels, kept=True)
