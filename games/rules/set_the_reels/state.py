"""What is on the table, and what can be read off it."""

from collections.abc import Sequence
from typing import NamedTuple

from games.rules.base import Outcome
from games.rules.set_the_reels.cardset import TOKENS, VP_TOKEN, CardSet

ROUNDS = 30
"""The match ends after so many, whatever the points are."""
CHOICES = 3
"""What each seat has to say at the end of a round: where a card goes, which column pays, the order of columns."""

Row = tuple[str, ...]
Columns = tuple[Row, Row, Row]
NO_COLUMNS: Columns = ((), (), ())


class State(NamedTuple):
    """One position. Cards are ids, with a `+` behind that of an upgraded one. Seats count from 1: seat 2 is `[1]`."""

    cards: str
    """The name of the card set."""
    phase: str
    """`choose`, `prepare`, `reward`, `rob`, `round_end` or `over`."""
    round: int
    start: int
    """The seat with the start token."""
    active: int
    """The seat to play; at the end of a round, the one that played last."""
    hands: tuple[Row, ...]
    """By seat, from left to right."""
    columns: tuple[Columns, ...]
    """By seat the left, middle and right column, each in the order played."""
    coins: tuple[int, ...]
    tokens: tuple[tuple[int, ...], ...]
    """By seat how many of each kind, in the order of TOKENS."""
    vp_tokens: tuple[int, ...]
    objectives: tuple[Row, ...]
    """By seat, in the order earned."""
    supply: tuple[int, ...]
    """The tokens nobody has."""
    market: tuple[Row, ...]
    """By kind, in the order of SYMBOLS: the first card is for sale, the others lie face down below it."""
    stacks: tuple[Row, ...]
    """By kind the objectives, the first on top."""
    gone: Row
    """Cards out of the game."""
    passed: Row
    """By seat the card that it gave to its right at the end of this round; empty for none."""
    plans: tuple[Row, ...]
    """By seat what it has said so far at the end of this round."""
    last_end: tuple[Row, ...]
    """By seat what the last round end showed: the card received, its column, and the column that paid."""
    owed: tuple[int, ...]
    """By seat how many tokens it may still choose before the first round."""
    left: tuple[int, ...]
    """The seats that were given up."""
    end: str
    """Why the match ended; empty while it goes on."""


def at(row: tuple[int, ...], place: int, change: int) -> tuple[int, ...]:
    """The same numbers, one of them changed by so much."""
    return (*row[:place], row[place] + change, *row[place + 1 :])


def seats_in(state: State) -> list[int]:
    """The seats that are still played."""
    return [seat for seat in range(1, len(state.hands) + 1) if seat not in state.left]


def next_seat(state: State, seat: int) -> int:
    """The next seat clockwise, to the left, that is still played."""
    seats = len(state.hands)
    seat = seat % seats + 1
    while seat in state.left:
        seat = seat % seats + 1
    return seat


def received(state: State, seat: int) -> str:
    """The card that came from the left at the end of this round: the first one given, clockwise from the seat."""
    seats = len(state.hands)
    givers = ((seat + step) % seats for step in range(seats - 1))
    return next((state.passed[giver] for giver in givers if state.passed[giver]), "")


def receiver(state: State, giver: int) -> int:
    """Who has the card that this seat gave: the nearest seat to its right that was there at the time."""
    seats = len(state.hands)
    rights = ((giver - 2 - step) % seats + 1 for step in range(seats - 1))
    return next(seat for seat in rights if seat not in state.left)


def pending(state: State) -> tuple[int, ...]:
    """At the end of a round, the seats that have not said everything."""
    return tuple(seat for seat in seats_in(state) if len(state.plans[seat - 1]) < CHOICES)


def held(state: State, seat: int) -> list[str]:
    """All cards of a seat; one just given counts as its own until it lies with its receiver for all to see."""
    given = state.passed[seat - 1]
    columns = [card for column in state.columns[seat - 1] for card in column]
    return [*state.hands[seat - 1], *columns, *([given] if given else [])]


def token_points(counts: Sequence[int], cards: CardSet) -> int:
    """What tokens that were not used are worth: each Double doubles one other, the dearest first."""
    worths = sorted(
        (cards.tokens[kind].end_stars for kind, count in zip(TOKENS, counts, strict=True) for _ in range(count)),
        reverse=True,
    )
    return sum(worths) + sum(worths[: counts[TOKENS.index("double")]])


def points(state: State, seat: int, cards: CardSet) -> int:
    """Objectives, 2-VP tokens, the stars of upgraded cards, and tokens that were not used."""
    place = seat - 1
    return (
        sum(cards.objectives[each].stars for each in state.objectives[place])
        + VP_TOKEN * state.vp_tokens[place]
        + sum(cards.face(card).stars for card in held(state, seat))
        + token_points(state.tokens[place], cards)
    )


def result(state: State, cards: CardSet) -> Outcome:
    """Places by points, then by coins; equals share. Seats that were given up share the place after the rest."""
    scores = [points(state, seat, cards) for seat in range(1, len(state.hands) + 1)]
    ranks = list(zip(scores, state.coins, strict=True))
    staying = [ranks[seat - 1] for seat in seats_in(state)]
    places = tuple(
        1 + (len(staying) if seat in state.left else sum(other > rank for other in staying))
        for seat, rank in enumerate(ranks, 1)
    )
    return Outcome(state.end, places, tuple(scores))
