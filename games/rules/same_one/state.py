"""What is on the table, and what can be read off it."""

from typing import NamedTuple

from games.rules.base import Outcome
from games.rules.same_one.cards import SHARKS

CLAIM_ALL = "c"
TURNS_PER_SEAT = 100


class Claim(NamedTuple):
    """The latest Same One: who made it, with which card, and all who tried."""

    seat: int
    card: str
    claimants: tuple[int, ...]


class State(NamedTuple):
    """One position (Rules 2.4). Cards are signs; seats count from 1: the hand of seat 2 is `hands[1]`."""

    pile: str
    """The face-down pile; the last sign is the top card."""
    aside: str
    """The cards of washed rounds, and those under the centre's top card when the pile was last made anew."""
    centre: str
    """From bottom to top; empty when a round is to be led."""
    hands: tuple[str, ...]
    """By seat; in order of number and colour, or as they came if nobody rearranges. The drawn card is among them."""
    drawn: str
    """The card the seat to play has just drawn and has to decide about."""
    active: int
    """The seat to play; after the end, the one that played last."""
    laid_by: int
    """Who laid the centre; 0 when it is empty."""
    bitten: int
    """Whom the Shark on top of the centre made miss a turn; else 0."""
    claim: Claim | None
    """The latest Same One, until the next card is laid."""
    game: int
    """The number of this game within the match, from 1."""
    leader: int
    """Who led first in this game."""
    turns: int
    """How many turns this game has had."""
    points: tuple[int, ...]
    """By seat, from the games that are over."""
    out: tuple[int, ...]
    """The seats that have got rid of their cards, when the last one loses."""
    left: tuple[int, ...]
    """The seats that were given up."""
    orders: tuple[str, ...]
    """By seat, see `standing.py`."""
    waiting: tuple[int, ...]
    """The seats whose orders were changed while somebody was deciding about a drawn card."""
    end: str
    """Why the match ended; empty while it goes on."""
    as_dealt: bool
    """The option `hands` is `as_dealt`."""
    last_loses: bool
    """The option `goal` is `last_one_loses`."""
    frozen: bool
    """The option `orders` is `frozen`."""


def phase(state: State) -> str:
    """`lead`, `follow`, `drawn` or `over` (Rules 2.4)."""
    if state.end:
        return "over"
    if state.drawn:
        return "drawn"
    return "follow" if state.centre else "lead"


def plays(state: State, seat: int) -> bool:
    """Whether this seat still takes part in the game."""
    return seat not in state.left and seat not in state.out


def playing(state: State) -> list[int]:
    """The seats that still take part in the game."""
    return [seat for seat in range(1, len(state.hands) + 1) if plays(state, seat)]


def walk(state: State) -> tuple[int, bool]:
    """The next seat clockwise that takes part, and whether that comes to or past the one who laid the centre.

    If it does, all others have passed in a row: they had their turns between.
    """
    seat, round_is_over = state.active, False
    while True:
        seat = seat % len(state.hands) + 1
        round_is_over = round_is_over or seat == state.laid_by
        if seat not in state.left and seat not in state.out:
            return seat, round_is_over


def penalty(hand: str) -> int:
    """What the cards left in a hand cost: one each, two for a Shark (Rules 2.5)."""
    return len(hand) + len(SHARKS.intersection(hand))


def result(state: State) -> Outcome:
    """Places by points, equals share (Rules 2.5); seats that were given up share the place after the rest.

    When the last one loses there are no points: all win but the one with cards left.
    """
    staying = [seat for seat in range(1, len(state.hands) + 1) if seat not in state.left]
    if state.end == "last_one":
        worth = {seat: 0 if plays(state, seat) else 1 for seat in staying}
    else:
        worth = {seat: state.points[seat - 1] for seat in staying}
    places = tuple(
        1 + (sum(other > worth[seat] for other in worth.values()) if seat in worth else len(staying))
        for seat in range(1, len(state.hands) + 1)
    )
    return Outcome(state.end, places, state.points)
