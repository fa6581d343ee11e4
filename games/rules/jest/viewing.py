"""The table as one seat may see it, built by inclusion."""

from games.rules.base import Json
from games.rules.jest.cards import WORD, words
from games.rules.jest.state import GONE, State, phase
from games.rules.jest.wording import FACES
from games.rules.jest.worth import value


def view(state: State, viewer: int | None) -> Json:
    """Trophies and what was revealed are for all; hands, face-down cards and Jests for their owners until the end."""
    seats = range(1, len(state.hands) + 1)
    return {
        "phase": phase(state),
        "round": state.round,
        "deck": len(state.pile),
        "seat_to_play": state.active or None,
        "taken": list(state.taken),
        "trophies": words(state.trophies),
        "awarded": [seat or None for seat in state.awarded] if state.awarded else None,
        "hands": [_hand(state, seat, _knows(state, seat, viewer)) for seat in seats],
        "offers": [_offer(state, seat, _knows(state, seat, viewer)) for seat in seats],
        "jests": [_jest(state, seat, _knows(state, seat, viewer)) for seat in seats],
    }


def _knows(state: State, seat: int, viewer: int | None) -> bool:
    """Whether this viewer may look at what the seat keeps face down."""
    return seat == viewer or bool(state.end)


def _hand(state: State, seat: int, known: bool) -> Json:
    hand = state.hands[seat - 1]
    return {"seat": seat, "count": len(hand), "cards": words(hand) if known else None}


def _offer(state: State, seat: int, known: bool) -> Json:
    """`faces` are the cards that still lie there; `up` is secret as long as anybody has still to choose."""
    offer = state.offers[seat - 1] or GONE * len(FACES)
    there = {face: card for face, card in zip(FACES, offer, strict=True) if card != GONE}
    revealed = not any(state.hands)
    shown = {"up": known or revealed, "down": known}
    cards = {face: WORD[there[face]] if face in there and shown[face] else None for face in FACES}
    return {"seat": seat, "faces": list(there), **cards}


def _jest(state: State, seat: int, known: bool) -> Json:
    jest = state.jests[seat - 1]
    return {
        "seat": seat,
        "count": len(jest),
        "cards": words(jest) if known else None,
        "value": value(jest) if known else None,
    }
