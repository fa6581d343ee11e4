"""From one turn to the next, and from one round to the next (Rules 3.3)."""

from games.rules.base import Event, Step
from games.rules.set_the_reels import events
from games.rules.set_the_reels.cardset import CardSet
from games.rules.set_the_reels.sets import card_set
from games.rules.set_the_reels.state import (
    NO_COLUMNS,
    ROUNDS,
    State,
    at,
    next_seat,
    pending,
    points,
    received,
    receiver,
    result,
    seats_in,
)
from games.rules.set_the_reels.wording import COLUMNS

LAST_CARD = 1


def end_turn(state: State, news: tuple[Event, ...]) -> Step:
    """The next seat is to play, unless everybody has played nine cards."""
    seat = next_seat(state, state.active)
    if len(state.hands[seat - 1]) > LAST_CARD:
        return _ask(state._replace(active=seat), news)
    return _pass_on(state, news)


def _ask(state: State, news: tuple[Event, ...]) -> Step:
    """The active seat may prepare, and has to play."""
    turn = events.turn(state.active, state.round)
    return Step(state._replace(phase="prepare"), (*news, turn), turn_over=True)


def _pass_on(state: State, news: tuple[Event, ...]) -> Step:
    """The tenth card of each hand goes to the right, all at once; then everybody is asked how the round ends."""
    cards = card_set(state.cards)
    given = {seat: state.hands[seat - 1][0] for seat in seats_in(state)}
    news += tuple(events.passed_on(cards, seat, receiver(state, seat), card) for seat, card in given.items())
    seats = range(1, len(state.hands) + 1)
    state = state._replace(
        phase="round_end",
        hands=((),) * len(seats),
        passed=tuple(given.get(seat, "") for seat in seats),
        plans=((),) * len(seats),
    )
    return Step(state, news, turn_over=True)


def plan(state: State, seat: int, words: str) -> Step:
    """One more choice of a seat. The last of all choices makes all of them happen."""
    own = (*state.plans[seat - 1], words)
    state = state._replace(plans=(*state.plans[: seat - 1], own, *state.plans[seat:]))
    verb = words.partition(" ")[0]
    step = end_if_all_in(state, (events.planned(seat, verb, words),))
    return step._replace(shown=verb)


def end_if_all_in(state: State, news: tuple[Event, ...]) -> Step:
    """The end of the round, once nobody has anything left to say."""
    if pending(state):
        return Step(state, news)
    cards = card_set(state.cards)
    for seat in seats_in(state):
        state, more = _settle(state, seat, cards)
        news += more
    state = state._replace(passed=("",) * len(state.hands), plans=((),) * len(state.hands))
    return _check(state, cards, news)


def _settle(state: State, seat: int, cards: CardSet) -> tuple[State, tuple[Event, ...]]:
    """What one seat has chosen: the card from the left, the income, the new hand."""
    place = seat - 1
    (_, put), (_, paid), (_, *order) = (words.split() for words in state.plans[place])
    card = received(state, seat)
    columns = dict(zip(COLUMNS, state.columns[place], strict=True))
    columns[put] += (card,)
    coins = sum(map(cards.income, columns[paid]))
    hand = tuple(each for column in order for each in columns[column])
    state = state._replace(
        coins=at(state.coins, place, coins),
        hands=(*state.hands[:place], hand, *state.hands[seat:]),
        columns=(*state.columns[:place], NO_COLUMNS, *state.columns[seat:]),
        last_end=(*state.last_end[:place], (card, put, paid), *state.last_end[seat:]),
    )
    return state, (
        events.placed(cards, seat, put, card),
        events.income(seat, paid, coins, state.coins[place]),
        events.stacked(seat, order),
    )


def _check(state: State, cards: CardSet, news: tuple[Event, ...]) -> Step:
    """Enough points end the match; else the start token goes to the left."""
    if any(points(state, seat, cards) >= cards.threshold for seat in seats_in(state)):
        return finish(state, "score", news)
    if state.round >= ROUNDS:
        return finish(state, "rounds", news)
    start, number = next_seat(state, state.start), state.round + 1
    state = state._replace(start=start, active=start, round=number)
    return _ask(state, (*news, events.round_begins(number, start)))


def finish(state: State, reason: str, news: tuple[Event, ...]) -> Step:
    """The match is over."""
    state = state._replace(phase="over", end=reason)
    return Step(state, (*news, events.finished(reason, result(state, card_set(state.cards)).winners)))


def begin(state: State, news: tuple[Event, ...]) -> Step:
    """Who may choose tokens does so in the order of turns; then the first round begins."""
    seat = state.start
    for _ in state.hands:
        if state.owed[seat - 1] and seat not in state.left and any(state.supply):
            return Step(state._replace(phase="choose", active=seat), news, turn_over=True)
        seat = seat % len(state.hands) + 1
    first = state.start if state.start not in state.left else next_seat(state, state.start)
    return _ask(state._replace(active=first), news)
