"""What happened, in sentences: one for each event, from the eyes of whoever reads it."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from games.rules.base import Json, Text
from games.rules.base import gettext_noop as _
from games.rules.jack_in_the_pot import wording
from games.rules.jack_in_the_pot.cards import WORD
from games.rules.sentences import either, finished, listed, player

SYMBOLS = {word: wording.SYMBOL_NAMES[letter] for letter, word in WORD.items()}
_THROWS = dict(zip(wording.THROWS, wording.BRINGS["throw"].labels, strict=True))


def tell(event: Json, viewer: int | None = None) -> Text:
    """The event, as somebody saw it, in a sentence; seat `viewer` is "you". Raises KeyError for no event of ours."""
    return _SENTENCES[event["type"]](event, viewer)


def cards(words: Sequence[str]) -> Text:
    """The names of cards, one after the other."""
    return listed([SYMBOLS[word] for word in words])


def _dealt(event: Json, viewer: int | None) -> Text:
    if event["cards"] is None:
        return Text(_("{who} is dealt {count} cards."), {"who": player(event["seat"]), "count": event["count"]})
    own, other = _("You are dealt {cards}."), _("{who} is dealt {cards}.")
    return either(own, other, event, viewer, cards=cards(event["cards"]))


def _first_player(event: Json, viewer: int | None) -> Text:
    if event["throws"] is None:
        return either(_("You begin, drawn by lot."), _("{who} begins, drawn by lot."), event, viewer)
    rounds = listed([_round(shown) for shown in event["throws"]])
    own, other = (
        _("You begin, by rock, paper, scissors: {throws}."),
        _("{who} begins, by rock, paper, scissors: {throws}."),
    )
    return either(own, other, event, viewer, throws=rounds)


def _round(shown: Sequence[str | None]) -> Text:
    return listed(
        [
            Text("{who} – {throw}", {"who": player(seat), "throw": _THROWS[throw]})
            for seat, throw in enumerate(shown, 1)
            if throw
        ]
    )


def _took(event: Json, viewer: int | None) -> Text:
    source = {"pile": _took_from_pile, "discard": _took_from_discard, "hand": _took_from_hand}
    return source[event["source"]](event, viewer)


def _took_from_pile(event: Json, viewer: int | None) -> Text:
    if event["symbol"] is None:
        return Text(_("{who} takes a card from the draw pile."), {"who": player(event["seat"])})
    own, other = _("You take from the draw pile: {symbol}."), _("{who} takes from the draw pile: {symbol}.")
    return either(own, other, event, viewer, symbol=SYMBOLS[event["symbol"]])


def _took_from_discard(event: Json, viewer: int | None) -> Text:
    own, other = _("You take from the discard pile: {symbol}."), _("{who} takes from the discard pile: {symbol}.")
    return either(own, other, event, viewer, symbol=SYMBOLS[event["symbol"]])


def _took_from_hand(event: Json, viewer: int | None) -> Text:
    who, owner = player(event["seat"]), player(event["from"])
    if event["symbol"] is None:
        return Text(_("{who} takes a card from the hand of {owner}."), {"who": who, "owner": owner})
    symbol = SYMBOLS[event["symbol"]]
    if event["from"] == viewer:
        return Text(_("{who} takes from your hand: {symbol}."), {"who": who, "symbol": symbol})
    own = _("You take from the hand of {owner}: {symbol}.")
    other = _("{who} takes from the hand of {owner}: {symbol}.")
    return either(own, other, event, viewer, owner=owner, symbol=symbol)


def _pile_empty(_event: Json, _viewer: int | None) -> Text:
    return Text(_("The draw pile is empty: the same hand may now be taken from more than once."))


def _scored(event: Json, viewer: int | None) -> Text:
    own = _("You score three alike: {symbol}. That pays {points} and makes {score}.")
    other = _("{who} scores three alike: {symbol}. That pays {points} and makes {score}.")
    numbers = {"points": event["points"], "score": event["score"]}
    return either(own, other, event, viewer, symbol=SYMBOLS[event["symbol"]], **numbers)


def _discarded(event: Json, viewer: int | None) -> Text:
    shown = cards(event["symbols"])
    return either(_("You discard {cards}."), _("{who} discards {cards}."), event, viewer, cards=shown)


def _turn(event: Json, viewer: int | None) -> Text:
    return either(_("It is your turn."), _("It is the turn of {who}."), event, viewer)


_SENTENCES: Mapping[str, Callable[[Json, int | None], Text]] = {
    "dealt": _dealt,
    "first_player": _first_player,
    "took": _took,
    "pile_empty": _pile_empty,
    "scored": _scored,
    "discarded": _discarded,
    "turn": _turn,
    "finished": partial(finished, reasons=wording.END_REASONS),
}
