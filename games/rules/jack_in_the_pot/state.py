"""What is on the table, and what can be read off it."""

from typing import NamedTuple

from games.rules.base import Outcome
from games.rules.jack_in_the_pot.cards import FULL_HAND, POINTS

IDLE_ROUNDS = 20


class State(NamedTuple):
    """One position (Rules 1.3). Cards are letters; seats count from 1: the hand of seat 2 is `hands[1]`."""

    pile: str
    """The face-down pile; the last letter is the top card."""
    discard: str
    """The face-up cards, oldest first."""
    hands: tuple[str, ...]
    """By seat, in canonical order. Four cards are held only by the active seat when it has to discard."""
    sets: tuple[str, ...]
    """By seat, one letter for each set of three, in the order scored."""
    active: int
    """The seat to play; after the end, the one that played last."""
    turn: int
    """The number of this turn, from 1."""
    robbed: tuple[int, ...]
    """The seats whose hands were taken from in this turn."""
    last_gain: int
    """The latest turn in which a set was scored or a card drawn from the pile; 0 before any."""
    left: tuple[int, ...]
    """The seats that were given up."""
    end: str
    """Why the match ended; empty while it goes on."""
    set_ends_turn: bool
    """The option `after_set` is `end_turn`."""


def phase(state: State) -> str:
    """`take`, `discard` or `over` (Rules 1.4)."""
    if state.end:
        return "over"
    return "discard" if len(state.hands[state.active - 1]) == FULL_HAND else "take"


def score(sets: str) -> int:
    """What the sets of one seat pay together (Rules 1.1)."""
    return sum(map(POINTS.__getitem__, sets))


def stalled(state: State) -> bool:
    """Whether the turn now ending completes 20 rounds without a set or a card from the pile (Rules 1.8)."""
    return state.turn - state.last_gain >= IDLE_ROUNDS * (len(state.hands) - len(state.left))


def next_seat(state: State) -> int:
    """The next seat clockwise that is still played."""
    seats = len(state.hands)
    seat = state.active % seats + 1
    while seat in state.left:
        seat = seat % seats + 1
    return seat


def result(state: State) -> Outcome:
    """Places by score, equals share (Rules 1.5); seats that were given up share the place after the rest."""
    scores = tuple(map(score, state.sets))
    staying = [points for seat, points in enumerate(scores, 1) if seat not in state.left]
    places = tuple(
        1 + (len(staying) if seat in state.left else sum(other > points for other in staying))
        for seat, points in enumerate(scores, 1)
    )
    return Outcome(state.end, places, scores)
