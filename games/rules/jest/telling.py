"""What happened, in sentences: one for each event, from the eyes of whoever reads it."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from games.rules.base import Json, Text
from games.rules.base import gettext_noop as _
from games.rules.jest import wording
from games.rules.jest.cards import WORD
from games.rules.sentences import either, finished, listed, player

NAMES = {word: wording.CARD_NAMES[letter] for letter, word in WORD.items()}


def tell(event: Json, viewer: int | None = None) -> Text:
    """The event, as somebody saw it, in a sentence; seat `viewer` is "you". Raises KeyError for no event of ours."""
    return _SENTENCES[event["type"]](event, viewer)


def cards(words: Sequence[str]) -> Text:
    """The names of cards, one after the other."""
    return listed([NAMES[word] for word in words])


def _trophies(event: Json, _viewer: int | None) -> Text:
    named = [
        Text(_("{card} ({condition})"), {"card": NAMES[word], "condition": wording.CONDITIONS[word]})
        for word in event["cards"]
    ]
    return Text(_("The trophies: {trophies}."), {"trophies": listed(named)})


def _dealt(event: Json, viewer: int | None) -> Text:
    if event["cards"] is None:
        told = {"who": player(event["seat"]), "count": event["count"], "round": event["round"]}
        return Text(_("Round {round}: {who} is dealt {count} cards."), told)
    own, other = _("Round {round}: you are dealt {cards}."), _("Round {round}: {who} is dealt {cards}.")
    return either(own, other, event, viewer, round=event["round"], cards=cards(event["cards"]))


def _offered(event: Json, viewer: int | None) -> Text:
    if event["up"] is None:
        return Text(_("{who} has laid down an offer."), {"who": player(event["seat"])})
    own, other = _("You offer {up} face up and {down} face down."), _("{who} offers {up} face up and {down} face down.")
    return either(own, other, event, viewer, up=NAMES[event["up"]], down=NAMES[event["down"]])


def _revealed(event: Json, _viewer: int | None) -> Text:
    shown = [
        Text("{who} – {card}", {"who": player(offer["seat"]), "card": NAMES[offer["up"]]}) for offer in event["offers"]
    ]
    return Text(_("All offers are made. Face up lie: {cards}."), {"cards": listed(shown)})


def _turn(event: Json, viewer: int | None) -> Text:
    return either(_("It is your turn to take a card."), _("{who} is to take a card."), event, viewer)


def _took(event: Json, viewer: int | None) -> Text:
    if event["card"] is None:
        return _took_unseen(event)
    told = {"owner": player(event["from"]), "card": NAMES[event["card"]]}
    if event["seat"] == event["from"]:
        own, other = _("You take from your own offer: {card}."), _("{who} takes from their own offer: {card}.")
        return either(own, other, event, viewer, card=told["card"])
    if event["from"] == viewer:
        return Text(_("{who} takes from your offer: {card}."), {"who": player(event["seat"]), "card": told["card"]})
    own, other = _("You take from the offer of {owner}: {card}."), _("{who} takes from the offer of {owner}: {card}.")
    return either(own, other, event, viewer, **told)


def _took_unseen(event: Json) -> Text:
    who, owner = player(event["seat"]), player(event["from"])
    if event["seat"] == event["from"]:
        return Text(_("{who} takes the face-down card of their own offer."), {"who": who})
    return Text(_("{who} takes the face-down card of {owner}."), {"who": who, "owner": owner})


def _kept(event: Json, viewer: int | None) -> Text:
    own, other = _("The last card of your offer joins your Jest: {card}."), _("The last card of {who} joins: {card}.")
    return either(own, other, event, viewer, card=NAMES[event["card"]])


def _awarded(event: Json, viewer: int | None) -> Text:
    told = {"trophy": NAMES[event["trophy"]], "condition": wording.CONDITIONS[event["trophy"]]}
    if event["seat"] is None:
        return Text(_("Nobody wins the trophy {trophy} ({condition})."), told)
    own, other = _("You win the trophy {trophy} ({condition})."), _("{who} wins the trophy {trophy} ({condition}).")
    return either(own, other, event, viewer, **told)


def _scored(event: Json, viewer: int | None) -> Text:
    own, other = _("Your Jest is worth {value}."), _("The Jest of {who} is worth {value}.")
    return either(own, other, event, viewer, value=event["value"])


_SENTENCES: Mapping[str, Callable[[Json, int | None], Text]] = {
    "trophies": _trophies,
    "dealt": _dealt,
    "offered": _offered,
    "revealed": _revealed,
    "turn": _turn,
    "took": _took,
    "kept": _kept,
    "awarded": _awarded,
    "scored": _scored,
    "finished": partial(finished, reasons=wording.END_REASONS),
}
