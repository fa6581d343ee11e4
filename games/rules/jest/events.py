"""The events of this game."""

from collections.abc import Sequence

from games.rules.base import Event
from games.rules.jest.cards import WORD, words


def trophies(cards: str) -> Event:
    """The trophies lie face up."""
    return Event("trophies", {"cards": words(cards)})


def dealt(seat: int, number: int, hand: str) -> Event:
    """A seat has two cards for this round; only that seat knows which."""
    public = {"seat": seat, "round": number, "count": len(hand), "cards": None}
    return Event("dealt", public, {seat: {"cards": words(hand)}})


def offered(seat: int, up: str, down: str) -> Event:
    """A seat has chosen; which card is to lie face up, only that seat knows until all have."""
    return Event("offered", {"seat": seat, "up": None, "down": None}, {seat: {"up": WORD[up], "down": WORD[down]}})


def revealed(offers: Sequence[str]) -> Event:
    """All have chosen: everybody sees what lies face up."""
    return Event("revealed", {"offers": [{"seat": seat, "up": WORD[offer[0]]} for seat, offer in enumerate(offers, 1)]})


def turn(seat: int) -> Event:
    """This seat is to take a card."""
    return Event("turn", {"seat": seat})


def took_up(seat: int, owner: int, card: str) -> Event:
    """Everybody saw the card."""
    return Event("took", {"seat": seat, "from": owner, "face": "up", "card": WORD[card]})


def took_down(seat: int, owner: int, card: str) -> Event:
    """The taker and the owner know the card."""
    public = {"seat": seat, "from": owner, "face": "down", "card": None}
    known = {"card": WORD[card]}
    return Event("took", public, {seat: known, owner: known})


def kept(seat: int, card: str) -> Event:
    """After the last take, what is left of an offer goes to its owner's Jest."""
    return Event("kept", {"seat": seat, "card": WORD[card]})


def awarded(trophy: str, seat: int) -> Event:
    """A trophy goes to a seat, or (0) to nobody."""
    return Event("awarded", {"trophy": WORD[trophy], "seat": seat or None})


def scored(seat: int, value: int) -> Event:
    """What a Jest is worth in the end."""
    return Event("scored", {"seat": seat, "value": value})


def finished(reason: str, winners: list[int]) -> Event:
    """The match is over."""
    return Event("finished", {"reason": reason, "winners": winners})
