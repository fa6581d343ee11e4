"""How a game goes on after something was laid, drawn or passed; each step returns the state and all the news."""

from games.rules.base import Event, Step
from games.rules.rng import Rng
from games.rules.same_one import events
from games.rules.same_one.cards import DECK, DOGS, SHARKS
from games.rules.same_one.standing import claim_of
from games.rules.same_one.state import (
    TURNS_PER_SEAT,
    Claim,
    State,
    penalty,
    playing,
    result,
    walk,
)

News = tuple[Event, ...]
WONDERFUL = 10
MANY = 7


def begin(state: State, rng: Rng) -> Step:
    """Shuffle, then draw the first leader, then deal: the deck of the proof is the first thing drawn."""
    deck = rng.shuffled(DECK)
    return deal(state._replace(leader=1 + rng.below(len(state.hands))), "".join(deck), ())


def deal(state: State, deck: str, news: News) -> Step:
    """Ten cards each, eight for seven players or more; `state.leader` leads (Rules 2.2)."""
    seats = playing(state)
    each = 8 if len(seats) >= MANY else 10
    hands = [""] * len(state.hands)
    for place, seat in enumerate(seats):
        hand = deck[each * place : each * (place + 1)]
        hands[seat - 1] = hand if state.as_dealt else "".join(sorted(hand))
        news += (events.dealt(seat, hands[seat - 1]),)
    state = state._replace(
        pile=deck[each * len(seats) :][::-1], aside="", centre="", hands=tuple(hands), drawn="", laid_by=0, bitten=0,
        active=state.leader, turns=1, waiting=(),
    )  # fmt: skip
    return Step(state, (*news, events.turn(state.leader, state.game, True)), turn_over=True)


def without(state: State, seat: int, cards: str) -> tuple[str, ...]:
    """All hands, these cards taken from one of them."""
    rest = "".join(card for card in state.hands[seat - 1] if card not in cards)
    return (*state.hands[: seat - 1], rest, *state.hands[seat:])


def lay(state: State, cards: str, rng: Rng) -> Step:
    """The seat to play lays cards on the centre, bottom to top; the rules allow it."""
    seat = state.active
    news: News = (events.played(seat, cards),)
    state = state._replace(
        centre=state.centre + cards, hands=without(state, seat, cards), drawn="", laid_by=seat, bitten=0, claim=None
    )
    state, news = refilled(state, rng, news)
    if not state.hands[seat - 1]:
        if not state.last_loses:
            return _win(state, seat, cards[0] in DOGS, rng, news)
        state, news = _go_out(state, seat, news)
        if len(playing(state)) == 1:
            return finish(state, "last_one", news)
    trying = {each: card for each in range(1, len(state.hands) + 1) if (card := claim_of(state, each))}
    if trying:
        return claim_by_lot(state, trying, rng, news)
    return _attack(state, rng, news) if cards[0] in SHARKS else pass_on(state, rng, news)


def claim_by_lot(state: State, trying: dict[int, str], rng: Rng, news: News) -> Step:
    """One of these seats says Same One with its card; between two the seed tosses a coin (Rules 2.7)."""
    seats = tuple(trying)
    seat = seats[0] if len(seats) == 1 else rng.choice(seats)
    return claim(state, Claim(seat, trying[seat], seats), rng, news)


def claim(state: State, made: Claim, rng: Rng, news: News) -> Step:
    """Same One: the round is washed and the claimant leads, or has won with his last card (Rules 2.4)."""
    seat, card = made.seat, made.card
    news += (events.claimed(seat, card, made.claimants),)
    state = state._replace(
        centre=state.centre + card, hands=without(state, seat, card), drawn="", claim=made, active=seat, laid_by=seat
    )
    if state.hands[seat - 1]:
        return _wash(state, seat, rng, news)
    if not state.last_loses:
        return _win(state, seat, card in DOGS, rng, news)
    state, news = _go_out(state, seat, news)
    if len(playing(state)) == 1:
        return finish(state, "last_one", news)
    return _wash(state, walk(state)[0], rng, news)


def pass_on(state: State, rng: Rng, news: News) -> Step:
    """The next seat clockwise is to play; it leads if all others have passed since its cards lie in the centre."""
    seat, round_is_over = walk(state)
    return _wash(state, seat, rng, news) if round_is_over else _turn(state, seat, rng, news)


def unlocked(state: State, rng: Rng, news: News) -> Step:
    """A drawn card was kept: orders that were changed meanwhile act now, else the next seat plays."""
    trying = {each: card for each in state.waiting if state.centre and (card := claim_of(state, each))}
    return claim_by_lot(state, trying, rng, news) if trying else pass_on(state, rng, news)


def refilled(state: State, rng: Rng, news: News) -> tuple[State, News]:
    """An empty pile is made anew at once, of all laid cards but the top of the centre (Rules 2.4)."""
    laid = state.aside + state.centre[:-1]
    if state.pile or not laid:
        return state, news
    pile = "".join(rng.shuffled(laid))
    return state._replace(pile=pile, aside="", centre=state.centre[-1:]), (*news, events.reshuffled(len(pile)))


def finish(state: State, reason: str, news: News) -> Step:
    """The match is over."""
    state = state._replace(end=reason, drawn="", waiting=())
    return Step(state, (*news, events.finished(reason, result(state).winners)))


def _attack(state: State, rng: Rng, news: News) -> Step:
    """Shark attack: the next seat misses its turn, which counts as a pass (Rules 2.4)."""
    victim, _ = walk(state)
    return pass_on(state._replace(bitten=victim, active=victim), rng, (*news, events.passed(victim, True)))


def _wash(state: State, leader: int, rng: Rng, news: News) -> Step:
    """Everything laid goes aside, and the leader begins anew."""
    state = state._replace(aside=state.aside + state.centre, centre="", laid_by=0, bitten=0)
    state, news = refilled(state, rng, (*news, events.washed(leader)))
    return _turn(state, leader, rng, news)


def _turn(state: State, seat: int, rng: Rng, news: News) -> Step:
    """A seat is to play, unless this game has lasted too long (Rules 2.6, ruling 9)."""
    if state.turns >= TURNS_PER_SEAT * len(state.hands):
        return finish(state, "endless", news) if state.last_loses else _score(state, None, None, False, rng, news)
    state = state._replace(active=seat, drawn="", turns=state.turns + 1, waiting=())
    return Step(state, (*news, events.turn(seat, state.game, not state.centre)), turn_over=True)


def _go_out(state: State, seat: int, news: News) -> tuple[State, News]:
    return state._replace(out=(*state.out, seat)), (*news, events.went_out(seat))


def _win(state: State, winner: int, wonderful: bool, rng: Rng, news: News) -> Step:
    """A hand is empty: the others pay for their cards, or ten each to a Dog (Rules 2.5)."""
    losses = [
        0 if seat == winner or seat in state.left else WONDERFUL if wonderful else penalty(hand)
        for seat, hand in enumerate(state.hands, 1)
    ]
    return _score(state, winner, losses, wonderful, rng, news)


def _score(state: State, winner: int | None, losses: list[int] | None, wonderful: bool, rng: Rng, news: News) -> Step:
    """Add up one game (without losses it is void), and deal the next or end the match."""
    losses = losses or [0] * len(state.hands)
    won = [sum(losses) if seat == winner else -loss for seat, loss in enumerate(losses, 1)]
    points = tuple(before + now for before, now in zip(state.points, won, strict=True))
    news += (events.game_scored(winner, won, wonderful),)
    state = state._replace(points=points)
    if state.game == len(state.hands):
        return finish(state, "games", news)
    leader, _ = walk(state._replace(active=state.leader))
    return deal(state._replace(game=state.game + 1, leader=leader), "".join(rng.shuffled(DECK)), news)
