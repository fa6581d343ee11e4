"""The events of this game, and cards as readers get them. Both are shared: treat them as read-only."""

from collections.abc import Sequence
from functools import cache

from games.rules.base import Event, Json
from games.rules.set_the_reels.cardset import TURNED, CardSet
from games.rules.set_the_reels.sets import card_set


@cache
def card(name: str, code: str) -> Json:
    """A card of the set `name` with both its sides; `upgraded` says which one counts."""
    printed = card_set(name).printed(code)
    return {
        "id": printed.id,
        "symbol": printed.symbol,
        "upgraded": code.endswith(TURNED),
        "front": printed.front._asdict(),
        "back": printed.back._asdict(),
        "upgrade_cost": printed.upgrade_cost,
        "price": printed.price,
    }


def row(cards: CardSet, codes: Sequence[str]) -> list[Json]:
    """Cards in the order given."""
    return [card(cards.name, code) for code in codes]


def objective(cards: CardSet, name: str) -> Json:
    """An objective as it lies on the table."""
    found = cards.objectives[name]
    return {"symbol": found.symbol, "stars": found.stars, "bonus_token": found.bonus_token}


def dealt(cards: CardSet, seat: int, deck: str, hand: Sequence[str], coins: int) -> Event:
    """A seat has its deck, in the order that only it knows, and the coins of its place in the order of turns."""
    public = {"seat": seat, "deck": deck, "coins": coins, "count": len(hand), "cards": None}
    return Event("dealt", public, {seat: {"cards": row(cards, hand)}})


def market(cards: CardSet, codes: Sequence[str]) -> Event:
    """What is for sale at the start."""
    return Event("market", {"cards": row(cards, codes)})


def first_player(seat: int) -> Event:
    """Who has the start token first."""
    return Event("first_player", {"seat": seat})


def chose(seat: int, token: str) -> Event:
    """A token that a seat begins with."""
    return Event("chose", {"seat": seat, "token": token})


def used(seat: int, token: str, doubled: bool, coins: int = 0) -> Event:
    """A token went back to the supply, with a Double or without; `coins` is what it brought."""
    return Event("used", {"seat": seat, "token": token, "doubled": doubled, "coins": coins})


def moved(seat: int, here: int, there: int) -> Event:
    """A card of the hand has a new place; which card is nobody else's business."""
    return Event("moved", {"seat": seat, "from": here, "to": there})


def upgraded(cards: CardSet, seat: int, codes: Sequence[str], cost: int) -> Event:
    """Cards of the hand lie on their backs now, for so many coins together; their order is not that of the hand."""
    return Event("upgraded", {"seat": seat, "cards": row(cards, sorted(codes)), "cost": cost})


def bought(cards: CardSet, seat: int, code: str, replaced: str, following: str) -> Event:
    """A card of the market is in the hand, in the place of one that leaves the game; `next` is for sale now."""
    after = card(cards.name, following) if following else None
    new, old = card(cards.name, code), card(cards.name, replaced)
    return Event("bought", {"seat": seat, "card": new, "replaced": old, "price": new["price"], "next": after})


def played(cards: CardSet, seat: int, codes: Sequence[str]) -> Event:
    """Three cards went to the columns, from left to right."""
    return Event("played", {"seat": seat, "cards": row(cards, codes)})


def spun(seat: int, symbols: Sequence[str], outcome: str) -> Event:
    """What the reels show, null for an inactive card: `nothing`, `coin`, `token` or `triple`."""
    return Event("spun", {"seat": seat, "symbols": [symbol or None for symbol in symbols], "result": outcome})


def earned(seat: int, shown: Json, taken: bool) -> Event:
    """A triple's objective; one that is not taken stays and pays a 2-VP token instead, and a bonus token."""
    return Event("objective", {"seat": seat, **shown, "taken": taken})


def rewarded(seat: int, token: str) -> Event:
    """A token from the supply."""
    return Event("reward", {"seat": seat, "token": token})


def robbed(seat: int, owner: int, token: str) -> Event:
    """A token of another seat, since the supply has none."""
    return Event("robbed", {"seat": seat, "from": owner, "token": token})


def no_token(seat: int) -> Event:
    """There is no token anywhere to be had."""
    return Event("no_token", {"seat": seat})


def turn(seat: int, number: int) -> Event:
    """The next seat is to play."""
    return Event("turn", {"seat": seat, "round": number})


def passed_on(cards: CardSet, seat: int, to: int, code: str) -> Event:
    """The last card of a hand; giver and receiver know it."""
    known = {"card": card(cards.name, code)}
    return Event("passed_on", {"seat": seat, "to": to, "card": None}, {seat: known, to: known})


def planned(seat: int, verb: str, words: str) -> Event:
    """A seat has made one of its choices at the end of the round; what it is stays its own until all are in."""
    return Event("planned", {"seat": seat, "choice": verb, "action": None}, {seat: {"action": words}})


def placed(cards: CardSet, seat: int, column: str, code: str) -> Event:
    """The card from the left lies at the end of a column."""
    return Event("placed", {"seat": seat, "column": column, "card": card(cards.name, code)})


def income(seat: int, column: str, coins: int, total: int) -> Event:
    """A column paid."""
    return Event("income", {"seat": seat, "column": column, "coins": coins, "total": total})


def stacked(seat: int, order: Sequence[str]) -> Event:
    """The columns are a hand again; in which order is the seat's own knowledge."""
    return Event("stacked", {"seat": seat, "order": None}, {seat: {"order": list(order)}})


def round_begins(number: int, start: int) -> Event:
    """The next round, and who has the start token."""
    return Event("round", {"round": number, "start_player": start})


def gave_up(seat: int, returned: int) -> Event:
    """A seat's cards have left the game, and so many tokens have gone back to the supply."""
    return Event("left", {"seat": seat, "tokens": returned})


def finished(reason: str, winners: list[int]) -> Event:
    """The match is over."""
    return Event("finished", {"reason": reason, "winners": winners})
