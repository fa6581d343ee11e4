"""A seat that is given up in the middle of a match."""

from games.rules.base import Event, IllegalActionError, Step
from games.rules.set_the_reels import events
from games.rules.set_the_reels.cardset import TOKENS
from games.rules.set_the_reels.preparing import take_token
from games.rules.set_the_reels.rounds import begin, end_if_all_in, end_turn, finish
from games.rules.set_the_reels.state import NO_COLUMNS, State, held, received, seats_in


def leave(state: State, seat: int) -> Step:
    """Its cards leave the game, its tokens go back to the supply, its coins too; what it has earned stays with it."""
    if state.end or seat in state.left or not 1 <= seat <= len(state.hands):
        raise IllegalActionError("This seat is not in play.")
    returned = sum(state.tokens[seat - 1])
    state = _without(state, seat)
    news = (events.gave_up(seat, returned),)
    if len(seats_in(state)) == 1:
        return finish(state, "resigned", news)
    return _go_on(state, seat, news)


def _without(state: State, seat: int) -> State:
    """A card on its way to the seat leaves the game with it; one that it gave stays with who has it."""
    place, due = seat - 1, received(state, seat)
    gave = state.passed[place]
    own = [card for card in held(state, seat) if card != gave]
    state = state._replace(passed=tuple("" if card == due else card for card in state.passed))
    for kind, count in zip(TOKENS, state.tokens[place], strict=True):
        state = take_token(state, seat, kind, -count)
    return state._replace(
        gone=(*state.gone, *own, *([due] if due else [])),
        hands=(*state.hands[:place], (), *state.hands[seat:]),
        columns=(*state.columns[:place], NO_COLUMNS, *state.columns[seat:]),
        coins=(*state.coins[:place], 0, *state.coins[seat:]),
        plans=(*state.plans[:place], (), *state.plans[seat:]),
        owed=(*state.owed[:place], 0, *state.owed[seat:]),
        left=(*state.left, seat),
    )


def _go_on(state: State, seat: int, news: tuple[Event, ...]) -> Step:
    if state.phase == "round_end":
        return end_if_all_in(state, news)
    if seat == state.active:
        return begin(state, news) if state.phase == "choose" else end_turn(state, news)
    if state.phase == "rob" and any(state.supply):
        return Step(state._replace(phase="reward"), news)
    return Step(state, news)
