"""The events of this game. Those that recur are built once and shared: treat them as read-only."""

from functools import cache, lru_cache

from games.rules.base import Event
from games.rules.jack_in_the_pot.cards import POINTS, WORD, words

PILE_EMPTY = Event("pile_empty", {})


def dealt(seat: int, hand: str) -> Event:
    """A seat has its first cards; only that seat knows which."""
    return Event("dealt", {"seat": seat, "count": len(hand), "cards": None}, {seat: {"cards": words(hand)}})


def first_player(seat: int, throws: list[list[str | None]] | None) -> Event:
    """Who begins. `throws`: for each round a row by seat, None for who was out; None if drawn by lot."""
    return Event("first_player", {"seat": seat, "throws": throws})


@cache
def took_from_pile(seat: int, card: str) -> Event:
    """Only the taker sees the card."""
    public = {"seat": seat, "source": "pile", "from": None, "symbol": None}
    return Event("took", public, {seat: {"symbol": WORD[card]}})


@cache
def took_from_discard(seat: int, card: str) -> Event:
    """Everybody sees the card."""
    return Event("took", {"seat": seat, "source": "discard", "from": None, "symbol": WORD[card]})


@cache
def took_from_hand(seat: int, owner: int, card: str) -> Event:
    """The taker and the owner know the card (Rules 1.9 d)."""
    public = {"seat": seat, "source": "hand", "from": owner, "symbol": None}
    known = {"symbol": WORD[card]}
    return Event("took", public, {seat: known, owner: known})


@cache
def scored(seat: int, card: str, total: int) -> Event:
    """A set of three; `score` is the seat's total with it."""
    return Event("scored", {"seat": seat, "symbol": WORD[card], "points": POINTS[card], "score": total})


@cache
def discarded(seat: int, cards: str) -> Event:
    """Cards went from a hand to the face-up cards."""
    return Event("discarded", {"seat": seat, "symbols": words(cards)})


@lru_cache(maxsize=4096)
def turn_begins(seat: int, turn: int) -> Event:
    """The next seat is to play."""
    return Event("turn", {"seat": seat, "turn": turn})


def finished(reason: str, winners: list[int]) -> Event:
    """The match is over."""
    return Event("finished", {"reason": reason, "winners": winners})
