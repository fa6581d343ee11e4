"""Playing three cards, and what the reels pay (Rules 3.3)."""

from collections.abc import Sequence

from games.rules.base import Event, IllegalActionError, Step
from games.rules.set_the_reels import events
from games.rules.set_the_reels.cardset import REEL, SYMBOLS, TOKENS, CardSet
from games.rules.set_the_reels.preparing import take_token
from games.rules.set_the_reels.rounds import end_turn
from games.rules.set_the_reels.sets import card_set
from games.rules.set_the_reels.state import Columns, State, at


def result_of(symbols: Sequence[str]) -> str:
    """What three symbols from left to right pay; an inactive card brings none, and matches nothing."""
    first, second, third = symbols
    if not first:
        return "nothing"
    if first != second:
        return "coin"
    return "triple" if second == third else "token"


def play(state: State, first: int) -> Step:
    """Three neighbours go to the columns, and pay at once."""
    place, hand = state.active - 1, state.hands[state.active - 1]
    if first + REEL - 1 > len(hand):
        raise IllegalActionError("There are no three cards from this place on.")
    reel, rest = hand[first - 1 : first - 1 + REEL], (*hand[: first - 1], *hand[first - 1 + REEL :])
    left, middle, right = state.columns[place]
    columns: Columns = ((*left, reel[0]), (*middle, reel[1]), (*right, reel[2]))
    state = state._replace(
        hands=(*state.hands[:place], rest, *state.hands[place + 1 :]),
        columns=(*state.columns[:place], columns, *state.columns[place + 1 :]),
    )
    cards = card_set(state.cards)
    symbols = [cards.shows(card) for card in reel]
    outcome = result_of(symbols)
    news = (events.played(cards, state.active, reel), events.spun(state.active, symbols, outcome))
    return _pay_out(state, cards, symbols[0], outcome, news)


def _pay_out(state: State, cards: CardSet, symbol: str, outcome: str, news: tuple[Event, ...]) -> Step:
    if outcome == "triple":
        return _triple(state, cards, symbol, news)
    if outcome == "token":
        return _ask_for_token(state, news)
    if outcome == "coin":
        state = state._replace(coins=at(state.coins, state.active - 1, 1))
    return end_turn(state, news)


def _triple(state: State, cards: CardSet, symbol: str, news: tuple[Event, ...]) -> Step:
    """The top objective of the kind; the last one stays, and pays a 2-VP token and a bonus token instead."""
    place, kind = state.active - 1, SYMBOLS.index(symbol)
    top, *others = state.stacks[kind]
    shown = events.objective(cards, top)
    if cards.objectives[top].bonus_token:
        state = state._replace(vp_tokens=at(state.vp_tokens, place, 1))
        return _ask_for_token(state, (*news, events.earned(state.active, shown, taken=False)))
    own = (*state.objectives[place], top)
    state = state._replace(
        objectives=(*state.objectives[:place], own, *state.objectives[place + 1 :]),
        stacks=(*state.stacks[:kind], tuple(others), *state.stacks[kind + 1 :]),
    )
    return end_turn(state, (*news, events.earned(state.active, shown, taken=True)))


def _ask_for_token(state: State, news: tuple[Event, ...]) -> Step:
    """A token from the supply; from another player only where the supply has none at all."""
    if any(state.supply):
        return Step(state._replace(phase="reward"), news)
    if any(any(own) for seat, own in enumerate(state.tokens, 1) if seat != state.active):
        return Step(state._replace(phase="rob"), news)
    return end_turn(state, (*news, events.no_token(state.active)))


def reward(state: State, kind: str) -> Step:
    """Take a token of this kind from the supply."""
    if not state.supply[TOKENS.index(kind)]:
        raise IllegalActionError("The supply has no such token.")
    return end_turn(take_token(state, state.active, kind), (events.rewarded(state.active, kind),))


def rob(state: State, owner: int, kind: str) -> Step:
    """Take a token of this kind from another seat."""
    seat = state.active
    if owner > len(state.tokens) or owner == seat or not state.tokens[owner - 1][TOKENS.index(kind)]:
        raise IllegalActionError("This seat has no such token for you.")
    state = take_token(take_token(state, owner, kind, -1), seat, kind)
    return end_turn(state, (events.robbed(seat, owner, kind),))
