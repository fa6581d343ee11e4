"""The events of this game. Those that recur are built once and shared: treat them as read-only."""

from functools import lru_cache

from games.rules.base import Event, Json
from games.rules.same_one.cards import WORD, words


def dealt(seat: int, hand: str) -> Event:
    """A seat has its first cards; only that seat knows which."""
    return Event("dealt", {"seat": seat, "count": len(hand), "cards": None}, {seat: {"cards": words(hand)}})


@lru_cache(maxsize=4096)
def turn(seat: int, game: int, lead: bool) -> Event:
    """A seat is to play; `lead` when the centre is empty."""
    return Event("turn", {"seat": seat, "game": game, "lead": lead})


@lru_cache(maxsize=4096)
def played(seat: int, cards: str) -> Event:
    """Cards went to the centre, bottom to top."""
    return Event("played", {"seat": seat, "cards": words(cards)})


@lru_cache(maxsize=1024)
def drew(seat: int, card: str) -> Event:
    """Only the one who drew sees the card."""
    return Event("drew", {"seat": seat, "card": None}, {seat: {"card": WORD[card]}})


@lru_cache(maxsize=32)
def passed(seat: int, skipped: bool) -> Event:
    """A seat let its turn go; `skipped` when a Shark took it away."""
    return Event("passed", {"seat": seat, "skipped": skipped})


def claimed(seat: int, card: str, claimants: tuple[int, ...]) -> Event:
    """Same One: `claimants` are all who tried, `seat` is the one who was drawn."""
    return Event("claimed", {"seat": seat, "card": WORD[card], "claimants": list(claimants)})


@lru_cache(maxsize=16)
def washed(leader: int) -> Event:
    """The centre goes aside, and this seat leads."""
    return Event("washed", {"leader": leader})


@lru_cache(maxsize=128)
def reshuffled(count: int) -> Event:
    """The pile was empty: the laid cards are a new pile of so many."""
    return Event("reshuffled", {"count": count})


def went_out(seat: int) -> Event:
    """A seat has no cards left and is safe, when the last one loses."""
    return Event("went_out", {"seat": seat})


def game_scored(seat: int | None, points: list[int], wonderful: bool) -> Event:
    """A game is over: who won it (None: nobody did), and what it brings each seat."""
    return Event("game_scored", {"seat": seat, "points": points, "wonderful": wonderful})


def ordered(seat: int, orders: Json) -> Event:
    """New standing orders; until the end nobody else learns that there are any."""
    return Event("orders", {"seat": seat, "orders": orders}, only=seat)


def finished(reason: str, winners: list[int]) -> Event:
    """The match is over."""
    return Event("finished", {"reason": reason, "winners": winners})
