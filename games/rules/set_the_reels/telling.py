"""What happened, in sentences: one for each event, from the eyes of whoever reads it."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from games.rules.base import Json, Text
from games.rules.base import gettext_noop as _
from games.rules.sentences import either, finished, listed, player
from games.rules.set_the_reels import wording
from games.rules.set_the_reels.wording import COLUMN_NAMES, SYMBOL_NAMES, TOKEN_NAMES

DECK_NAMES: Mapping[str, Text] = {
    "red": Text(_("red")),
    "purple": Text(_("purple")),
    "green": Text(_("green")),
    "yellow": Text(_("yellow")),
}
INACTIVE = Text(_("inactive"))


def tell(event: Json, viewer: int | None = None) -> Text:
    """The event, as somebody saw it, in a sentence; seat `viewer` is "you". Raises KeyError for no event of ours."""
    return _SENTENCES[event["type"]](event, viewer)


def deck_name(colour: str) -> Text:
    """A deck's colour; one of the operator's own stands for itself."""
    return DECK_NAMES.get(colour) or Text("{colour}", {"colour": colour})


def named(cards: Sequence[Json]) -> Text:
    """The symbols of cards, one after the other."""
    return listed([SYMBOL_NAMES[card["symbol"]] for card in cards])


def _dealt(event: Json, viewer: int | None) -> Text:
    own = _("You get a shuffled deck; its colour: {deck}. Coins: {coins}.")
    other = _("{who} gets a shuffled deck; its colour: {deck}. Coins: {coins}.")
    return either(own, other, event, viewer, coins=event["coins"], deck=deck_name(event["deck"]))


def _market(event: Json, _viewer: int | None) -> Text:
    return Text(_("The market opens: {cards}."), {"cards": named(event["cards"])})


def _first_player(event: Json, viewer: int | None) -> Text:
    return either(_("You get the start token."), _("{who} gets the start token."), event, viewer)


def _chose(event: Json, viewer: int | None) -> Text:
    own, other = _("You begin with a token: {token}."), _("{who} begins with a token: {token}.")
    return either(own, other, event, viewer, token=TOKEN_NAMES[event["token"]])


def _used(event: Json, viewer: int | None) -> Text:
    token = TOKEN_NAMES[event["token"]]
    if event["doubled"]:
        own, other = _("You use a token with Double: {token}."), _("{who} uses a token with Double: {token}.")
    else:
        own, other = _("You use a token: {token}."), _("{who} uses a token: {token}.")
    return either(own, other, event, viewer, token=token)


def _moved(event: Json, viewer: int | None) -> Text:
    own = _("You move your card {here} to place {there}.")
    other = _("{who} moves card {here} of the hand to place {there}.")
    return either(own, other, event, viewer, here=event["from"], there=event["to"])


def _upgraded(event: Json, viewer: int | None) -> Text:
    own, other = _("You pay {cost} for an upgrade: {cards}."), _("{who} pays {cost} for an upgrade: {cards}.")
    return either(own, other, event, viewer, cost=event["cost"], cards=named(event["cards"]))


def _bought(event: Json, viewer: int | None) -> Text:
    own = _("You buy for {price} coins: {card}. It replaces: {replaced}.")
    other = _("{who} buys for {price} coins: {card}. It replaces: {replaced}.")
    cards = {"card": named([event["card"]]), "replaced": named([event["replaced"]])}
    return either(own, other, event, viewer, price=event["price"], **cards)


def _played(event: Json, viewer: int | None) -> Text:
    own, other = _("You pull the lever: {cards}."), _("{who} pulls the lever: {cards}.")
    return either(own, other, event, viewer, cards=listed([_shown(card) for card in event["cards"]]))


def _shown(card: Json) -> Text:
    """The symbol of a card, and whether it does not work."""
    name = SYMBOL_NAMES[card["symbol"]]
    if card["back" if card["upgraded"] else "front"]["active"]:
        return name
    return Text("{symbol} ({inactive})", {"symbol": name, "inactive": INACTIVE})


_RESULTS = {
    "nothing": _("The first card is inactive, so the reels pay nothing."),
    "coin": _("The reels pay 1 coin."),
    "token": _("Two alike pay a bonus token."),
    "triple": _("Three alike!"),
}


def _spun(event: Json, _viewer: int | None) -> Text:
    return Text(_RESULTS[event["result"]])


def _objective(event: Json, viewer: int | None) -> Text:
    symbol = SYMBOL_NAMES[event["symbol"]]
    if event["taken"]:
        own, other = (
            _("You take an objective, {symbol}: {stars} points."),
            _("{who} takes an objective, {symbol}: {stars} points."),
        )
        return either(own, other, event, viewer, symbol=symbol, stars=event["stars"])
    own = _("You get 2 points and a bonus token for the last objective, which stays: {symbol}.")
    other = _("{who} gets 2 points and a bonus token for the last objective, which stays: {symbol}.")
    return either(own, other, event, viewer, symbol=symbol)


def _reward(event: Json, viewer: int | None) -> Text:
    own, other = _("You take a token: {token}."), _("{who} takes a token: {token}.")
    return either(own, other, event, viewer, token=TOKEN_NAMES[event["token"]])


def _robbed(event: Json, viewer: int | None) -> Text:
    token, who, owner = TOKEN_NAMES[event["token"]], player(event["seat"]), player(event["from"])
    if event["from"] == viewer:
        return Text(_("The supply is empty: {who} takes a token from you: {token}."), {"who": who, "token": token})
    own = _("The supply is empty: you take a token from {owner}: {token}.")
    other = _("The supply is empty: {who} takes a token from {owner}: {token}.")
    return either(own, other, event, viewer, owner=owner, token=token)


def _no_token(event: Json, viewer: int | None) -> Text:
    own, other = _("There is no token left for you to take."), _("There is no token left for {who} to take.")
    return either(own, other, event, viewer)


def _turn(event: Json, viewer: int | None) -> Text:
    return either(_("It is your turn."), _("It is the turn of {who}."), event, viewer)


def _passed_on(event: Json, viewer: int | None) -> Text:
    who, to = player(event["seat"]), player(event["to"])
    if event["card"] is None:
        return Text(_("{who} passes the last card to {to}."), {"who": who, "to": to})
    card = _shown(event["card"])
    if event["to"] == viewer:
        return Text(_("{who} passes you the last card: {card}."), {"who": who, "card": card})
    own, other = _("You pass your last card to {to}: {card}."), _("{who} passes the last card to {to}: {card}.")
    return either(own, other, event, viewer, to=to, card=card)


_PLANNED = {
    "place": (_("You have said where your new card goes."), _("{who} has said where the new card goes.")),
    "income": (_("You have chosen the column that pays."), _("{who} has chosen the column that pays.")),
    "stack": (_("You are done with this round."), _("{who} is done with this round.")),
}


def _planned(event: Json, viewer: int | None) -> Text:
    return either(*_PLANNED[event["choice"]], event, viewer)


def _placed(event: Json, viewer: int | None) -> Text:
    own = _("You add the card you were given, {card}: {column}.")
    other = _("{who} adds the card received, {card}: {column}.")
    return either(own, other, event, viewer, card=_shown(event["card"]), column=COLUMN_NAMES[event["column"]])


def _income(event: Json, viewer: int | None) -> Text:
    own = _("You take coins, {column}: {coins}. That makes {total}.")
    other = _("{who} takes coins, {column}: {coins}. That makes {total}.")
    numbers = {"coins": event["coins"], "total": event["total"]}
    return either(own, other, event, viewer, column=COLUMN_NAMES[event["column"]], **numbers)


def _stacked(event: Json, viewer: int | None) -> Text:
    if event["order"] is None:
        return Text(_("{who} picks up the columns."), {"who": player(event["seat"])})
    own, other = _("You pick up the columns: {columns}."), _("{who} picks up the columns: {columns}.")
    return either(own, other, event, viewer, columns=listed([COLUMN_NAMES[each] for each in event["order"]]))


def _round(event: Json, viewer: int | None) -> Text:
    if event["start_player"] == viewer:
        return Text(_("Round {round} begins, and you have the start token."), {"round": event["round"]})
    who = player(event["start_player"])
    return Text(_("Round {round} begins, and {who} has the start token."), {"round": event["round"], "who": who})


def _left(event: Json, viewer: int | None) -> Text:
    own = _("Your cards leave the game, and {tokens} tokens go back to the supply.")
    other = _("The cards of {who} leave the game, and {tokens} tokens go back to the supply.")
    return either(own, other, event, viewer, tokens=event["tokens"])


_SENTENCES: Mapping[str, Callable[[Json, int | None], Text]] = {
    "dealt": _dealt,
    "market": _market,
    "first_player": _first_player,
    "chose": _chose,
    "used": _used,
    "moved": _moved,
    "upgraded": _upgraded,
    "bought": _bought,
    "played": _played,
    "spun": _spun,
    "objective": _objective,
    "reward": _reward,
    "robbed": _robbed,
    "no_token": _no_token,
    "turn": _turn,
    "passed_on": _passed_on,
    "planned": _planned,
    "placed": _placed,
    "income": _income,
    "stacked": _stacked,
    "round": _round,
    "left": _left,
    "finished": partial(finished, reasons=wording.END_REASONS),
}
