"""What a player may do before playing, in any order: use tokens, upgrade, buy (Rules 3.3)."""

from collections.abc import Sequence

from games.rules.base import Event, IllegalActionError, Step
from games.rules.set_the_reels import events
from games.rules.set_the_reels.cardset import SYMBOLS, TOKENS, TURNED, CardSet
from games.rules.set_the_reels.sets import card_set
from games.rules.set_the_reels.state import Row, State, at

COINS_PAID = 3
CHEAPER, DOUBLY_CHEAPER = 2, 4
_PLACES = {kind: place for place, kind in enumerate(TOKENS)}


def use_coins(state: State, doubled: bool) -> Step:
    """3 coins, or 6 with a Double."""
    coins = COINS_PAID * (2 if doubled else 1)
    state = _pay(_spend(state, "coins3", doubled), -coins)
    return Step(state, (events.used(state.active, "coins3", doubled, coins),))


def use_move(state: State, moves: Sequence[tuple[int, int]]) -> Step:
    """A card of the hand to any other place; a second move counts places as the first has left them."""
    state = _spend(state, "move", len(moves) > 1)
    seat, hand = state.active, list(_hand(state))
    news: list[Event] = [events.used(seat, "move", len(moves) > 1)]
    for here, there in moves:
        if max(here, there) > len(hand):
            raise IllegalActionError("Your hand has no such place.")
        hand.insert(there - 1, hand.pop(here - 1))
        news.append(events.moved(seat, here, there))
    return Step(_with_hand(state, tuple(hand)), tuple(news))


def use_upgrade(state: State, places: Sequence[int], doubled: bool) -> Step:
    """An upgrade for 2 coins less; with a Double one or two, for 4 less together. No change is given."""
    state = _spend(state, "upgrade", doubled)
    step = _upgrade(state, places, DOUBLY_CHEAPER if doubled else CHEAPER)
    return step._replace(events=(events.used(state.active, "upgrade", doubled), *step.events))


def upgrade(state: State, place: int) -> Step:
    """Pay, and turn a card of the hand over."""
    return _upgrade(state, (place,), 0)


def buy(state: State, symbol: str, place: int) -> Step:
    """A card of the market into the place of one of the hand, which leaves the game; the market is refilled at once."""
    hand, cards, kind = _hand(state), card_set(state.cards), SYMBOLS.index(symbol)
    offered = state.market[kind]
    if not offered or place > len(hand):
        raise IllegalActionError("There is no such card to buy or to replace.")
    new, old = offered[0], hand[place - 1]
    state = _pay(state, cards.cards[new].price or 0)
    state = _with_hand(state, (*hand[: place - 1], new, *hand[place:]))
    market = (*state.market[:kind], offered[1:], *state.market[kind + 1 :])
    following = offered[1] if len(offered) > 1 else ""
    state = state._replace(market=market, gone=(*state.gone, old))
    return Step(state, (events.bought(cards, state.active, new, old, following),))


def upgrade_cost(cards: CardSet, codes: Sequence[str], discount: int = 0) -> int:
    """What turning these over costs together."""
    return max(0, sum(cards.cards[code].upgrade_cost for code in codes) - discount)


def has(state: State, kind: str, doubled: bool = False) -> bool:
    """Whether the active seat has this token, and a Double beside it if that is wanted."""
    own = state.tokens[state.active - 1]
    return own[_PLACES[kind]] > 0 and (not doubled or own[_PLACES["double"]] > 0)


def _upgrade(state: State, places: Sequence[int], discount: int) -> Step:
    hand, cards = _hand(state), card_set(state.cards)
    if max(places) > len(hand) or any(hand[place - 1].endswith(TURNED) for place in places):
        raise IllegalActionError("There is no card to upgrade in this place.")
    codes = [hand[place - 1] for place in places]
    cost = upgrade_cost(cards, codes, discount)
    state = _pay(state, cost)
    turned = tuple(code + TURNED if number in places else code for number, code in enumerate(hand, 1))
    return Step(
        _with_hand(state, turned), (events.upgraded(cards, state.active, [code + TURNED for code in codes], cost),)
    )


def _spend(state: State, kind: str, doubled: bool) -> State:
    """Give the token back to the supply, and a Double with it."""
    if not has(state, kind, doubled):
        raise IllegalActionError("You do not have this token.")
    for each in (kind, "double") if doubled else (kind,):
        state = take_token(state, state.active, each, -1)
    return state


def take_token(state: State, seat: int, kind: str, count: int = 1) -> State:
    """So many tokens from the supply to a seat, or back where the number is negative."""
    place, own = _PLACES[kind], state.tokens[seat - 1]
    tokens = (*state.tokens[: seat - 1], at(own, place, count), *state.tokens[seat:])
    return state._replace(tokens=tokens, supply=at(state.supply, place, -count))


def _pay(state: State, coins: int) -> State:
    """So many coins less for the active seat."""
    place = state.active - 1
    if state.coins[place] < coins:
        raise IllegalActionError("You do not have the coins for this.")
    return state._replace(coins=at(state.coins, place, -coins))


def _hand(state: State) -> Row:
    return state.hands[state.active - 1]


def _with_hand(state: State, hand: Row) -> State:
    place = state.active - 1
    return state._replace(hands=(*state.hands[:place], hand, *state.hands[place + 1 :]))
