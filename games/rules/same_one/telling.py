"""What happened, in sentences: one for each event, from the eyes of whoever reads it."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from games.rules.base import Json, Text
from games.rules.base import gettext_noop as _
from games.rules.same_one import wording
from games.rules.same_one.wording import CARD_NAMES
from games.rules.sentences import either, finished, listed, player


def tell(event: Json, viewer: int | None = None) -> Text:
    """The event, as somebody saw it, in a sentence; seat `viewer` is "you". Raises KeyError for no event of ours."""
    return _SENTENCES[event["type"]](event, viewer)


def cards(words: Sequence[str]) -> Text:
    """The names of cards, one after the other."""
    return listed([CARD_NAMES[word] for word in words])


def _dealt(event: Json, viewer: int | None) -> Text:
    if event["cards"] is None:
        return Text(_("{who} is dealt {count} cards."), {"who": player(event["seat"]), "count": event["count"]})
    own, other = _("You are dealt {cards}."), _("{who} is dealt {cards}.")
    return either(own, other, event, viewer, cards=cards(event["cards"]))


def _turn(event: Json, viewer: int | None) -> Text:
    if event["lead"]:
        return either(_("You lead."), _("{who} leads."), event, viewer)
    return either(_("It is your turn."), _("It is the turn of {who}."), event, viewer)


def _played(event: Json, viewer: int | None) -> Text:
    return either(_("You play {cards}."), _("{who} plays {cards}."), event, viewer, cards=cards(event["cards"]))


def _drew(event: Json, viewer: int | None) -> Text:
    if event["card"] is None:
        return Text(_("{who} draws a card."), {"who": player(event["seat"])})
    return either(_("You draw {card}."), _("{who} draws {card}."), event, viewer, card=CARD_NAMES[event["card"]])


def _passed(event: Json, viewer: int | None) -> Text:
    if event["skipped"]:
        own, other = _("Shark attack! You miss a turn."), _("Shark attack! {who} misses a turn.")
        return either(own, other, event, viewer)
    return either(_("You pass."), _("{who} passes."), event, viewer)


def _claimed(event: Json, viewer: int | None) -> Text:
    card, others = CARD_NAMES[event["card"]], [seat for seat in event["claimants"] if seat != event["seat"]]
    if not others:
        own, other = _("You say Same One! with {card}."), _("{who} says Same One! with {card}.")
        return either(own, other, event, viewer, card=card)
    if others == [viewer]:
        message = _("You and {who} say Same One! The coin falls for {who}: {card}.")
        return Text(message, {"who": player(event["seat"]), "card": card})
    own = _("You and {rival} say Same One! The coin falls for you: {card}.")
    other = _("{who} and {rival} say Same One! The coin falls for {who}: {card}.")
    return either(own, other, event, viewer, card=card, rival=player(others[0]))


def _washed(event: Json, viewer: int | None) -> Text:
    return Text(_("The round is washed away."))


def _reshuffled(event: Json, _viewer: int | None) -> Text:
    return Text(_("The pile is empty: the cards played become a new pile of {count}."), {"count": event["count"]})


def _went_out(event: Json, viewer: int | None) -> Text:
    return either(_("You have no cards left: you are safe."), _("{who} has no cards left."), event, viewer)


def _game_scored(event: Json, viewer: int | None) -> Text:
    if event["seat"] is None:
        return Text(_("This game went on for too long: it counts for nobody."))
    message = _("Wonderful! A Dog ends the game: {points}.") if event["wonderful"] else _("The game is over: {points}.")
    rows = [
        Text("{who} {points}", {"who": player(seat), "points": f"{points:+d}".replace("-", "\N{MINUS SIGN}")})
        for seat, points in enumerate(event["points"], 1)
        if points
    ]
    return Text(message, {"points": listed(rows)})


def _orders(event: Json, viewer: int | None) -> Text:
    own, other = _("You change your standing orders."), _("{who} changes the standing orders.")
    return either(own, other, event, viewer)


_SENTENCES: Mapping[str, Callable[[Json, int | None], Text]] = {
    "dealt": _dealt,
    "turn": _turn,
    "played": _played,
    "drew": _drew,
    "passed": _passed,
    "claimed": _claimed,
    "washed": _washed,
    "reshuffled": _reshuffled,
    "went_out": _went_out,
    "game_scored": _game_scored,
    "orders": _orders,
    "finished": partial(finished, reasons=wording.END_REASONS),
}
