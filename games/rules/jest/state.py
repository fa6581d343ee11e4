"""What is on the table, and what can be read off it."""

from typing import NamedTuple

from games.rules.base import Outcome
from games.rules.jest.cards import lead
from games.rules.jest.worth import highest_card, value

GONE = "-"
"""Stands in an offer where a card was taken."""


class State(NamedTuple):
    """One position. Cards are letters; seats count from 1: the Jest of seat 2 is `jests[1]`."""

    pile: str
    """The face-down deck; the last letter is dealt next."""
    trophies: str
    """In the order they were turned up."""
    hands: tuple[str, ...]
    """By seat, the two cards dealt; empty once they are offered."""
    offers: tuple[str, ...]
    """By seat, the face-up card and the face-down card, GONE where one was taken; empty until offered."""
    jests: tuple[str, ...]
    """By seat, in the order taken; trophies come last."""
    active: int
    """The seat to take; 0 while offers are being made and after the end."""
    taken: tuple[int, ...]
    """The seats that have taken in this round, in order."""
    round: int
    """From 1."""
    left: tuple[int, ...]
    """The seats that were given up."""
    awarded: tuple[int, ...]
    """By trophy who won it, 0 for nobody; empty until the Jests are compared."""
    end: str
    """Why the match ended; empty while it goes on."""
    one_each: bool
    """The option `one_trophy_each`."""
    ties_share: bool
    """The option `final_tie` is `shared`."""


def phase(state: State) -> str:
    """`offer`, `take` or `over`."""
    if state.end:
        return "over"
    return "take" if state.active else "offer"


def asked(state: State) -> tuple[int, ...]:
    """The seats that have to act, those that were given up among them."""
    if state.end:
        return ()
    return (state.active,) if state.active else tuple(seat for seat, hand in enumerate(state.hands, 1) if hand)


def complete(offer: str) -> bool:
    """Whether both cards of an offer are still there."""
    return bool(offer) and GONE not in offer


def takeable(state: State) -> list[int]:
    """The seats whose offers the active seat may take from: its own only if no other is complete."""
    whole = [seat for seat, offer in enumerate(state.offers, 1) if complete(offer)]
    return [seat for seat in whole if seat != state.active] or whole


def next_taker(state: State, owner: int = 0) -> int:
    """Who takes next: whoever was just taken from, else the highest face-up card of those still to take; 0: nobody."""
    waiting = [seat for seat in range(1, len(state.offers) + 1) if seat not in state.taken]
    if owner in waiting:
        return owner
    return max(waiting, key=lambda seat: lead(state.offers[seat - 1][0]), default=0)


def result(state: State) -> Outcome:
    """Places by value, ties by the highest card or shared; seats that were given up share the place after the rest."""
    keys = [(value(jest), (0, 0) if state.ties_share else highest_card(jest)) for jest in state.jests]
    staying = [key for seat, key in enumerate(keys, 1) if seat not in state.left]
    places = tuple(
        1 + (len(staying) if seat in state.left else sum(other > key for other in staying))
        for seat, key in enumerate(keys, 1)
    )
    return Outcome(state.end, places, tuple(score for score, _ in keys))
