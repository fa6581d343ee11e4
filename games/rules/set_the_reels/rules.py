"""The rules: deal, actions, end. What each action does is in the modules beside this one."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations

from games.rules.base import IllegalActionError, Json, Option, Outcome, Step, Table, Text
from games.rules.rng import Rng
from games.rules.set_the_reels import events, preparing, rounds, sets, spinning, telling, viewing, wording
from games.rules.set_the_reels.cardset import HAND, REEL, SYMBOLS, TOKENS, TURNED, CardSet
from games.rules.set_the_reels.leaving import leave
from games.rules.set_the_reels.sets import card_set
from games.rules.set_the_reels.state import NO_COLUMNS, Row, State, at, pending, result

_Handler = Callable[[State], Step]
_LAST_PLACE = {size: size - REEL + 1 for size in range(HAND + 1)}


def _choose(kind: str, state: State) -> Step:
    """A token to begin with (Rules 3.2)."""
    if not state.supply[TOKENS.index(kind)]:
        raise IllegalActionError("The supply has no such token.")
    seat = state.active
    state = preparing.take_token(state, seat, kind)._replace(owed=at(state.owed, seat - 1, -1))
    return rounds.begin(state, (events.chose(seat, kind),))


_CHOICES: Mapping[str, _Handler] = {action: partial(_choose, kind) for kind, action in wording.CHOOSE.items()}
_REWARDS: Mapping[str, _Handler] = {
    action: partial(spinning.reward, kind=kind) for kind, action in wording.REWARD.items()
}
_ROBBERIES: Mapping[str, _Handler] = {
    action: partial(spinning.rob, owner=owner, kind=kind) for (owner, kind), action in wording.ROB.items()
}
_PREPARATIONS: Mapping[str, _Handler] = {
    **{action: partial(spinning.play, first=first) for first, action in wording.PLAY.items()},
    **{action: partial(preparing.upgrade, place=place) for place, action in wording.UPGRADE.items()},
    **{
        action: partial(preparing.buy, symbol=symbol, place=place) for (symbol, place), action in wording.BUY.items()
    },
    wording.COINS: partial(preparing.use_coins, doubled=False),
    wording.DOUBLE_COINS: partial(preparing.use_coins, doubled=True),
    **{action: partial(preparing.use_move, moves=(move,)) for move, action in wording.MOVE.items()},
    **{
        action: partial(preparing.use_upgrade, places=(place,), doubled=False)
        for place, action in wording.TOKEN_UPGRADE.items()
    },
    **{
        action: partial(preparing.use_upgrade, places=places, doubled=True)
        for places, action in wording.DOUBLE_UPGRADE.items()
    },
}  # fmt: skip
_PHASES = {"choose": _CHOICES, "prepare": _PREPARATIONS, "reward": _REWARDS, "rob": _ROBBERIES}
_PLANS = (tuple(wording.PLACE.values()), tuple(wording.INCOME.values()), tuple(wording.STACK.values()))


class SetTheReels:
    """Jackpot: Set the Reels, for 2 to 4."""

    slug = "set-the-reels"
    version = 1
    name = wording.NAME
    tagline = wording.TAGLINE
    min_seats = 2
    max_seats = 4
    brings: Mapping[str, Option] = {}
    end_reasons = wording.END_REASONS
    state_type: type = State
    vocabulary: Sequence[str] = (
        *wording.ROB.values(), *wording.BUY.values(), *wording.MOVE.values(), *wording.TOKEN_UPGRADE.values(),
        wording.DOUBLE_COINS, wording.COINS, *wording.UPGRADE.values(), *wording.REWARD.values(),
        *wording.PLACE.values(), *wording.INCOME.values(), *wording.STACK.values(), *wording.PLAY.values(),
    )  # fmt: skip

    @property
    def options(self) -> Mapping[str, Option]:
        """Only the set of cards, which each match keeps."""
        return {"cards": sets.option()}

    def setup(self, table: Table, rng: Rng) -> Step:
        """One shuffle of all cards; every deck keeps the order in which its own cards lie in it (Rules 3.2)."""
        cards, seats = card_set(table.options["cards"]), table.seats
        order = {card: place for place, card in enumerate(rng.shuffled(_box(cards)))}
        colours = rng.shuffled(tuple(cards.decks))[:seats]
        start = 1 + rng.below(seats)
        first_to_last = [cards.start[(seat - start) % seats] for seat in range(1, seats + 1)]
        hands = tuple(_sorted(cards.decks[colour], order) for colour in colours)
        market = tuple(_sorted(cards.community[symbol], order) for symbol in SYMBOLS)
        state = State(
            cards=cards.name,
            phase="choose",
            round=1,
            start=start,
            active=start,
            hands=hands,
            columns=(NO_COLUMNS,) * seats,
            coins=tuple(each.coins for each in first_to_last),
            tokens=((0,) * len(TOKENS),) * seats,
            vp_tokens=(0,) * seats,
            objectives=((),) * seats,
            supply=tuple(cards.tokens[kind].copies for kind in TOKENS),
            market=market,
            stacks=tuple(cards.stack(symbol, seats) for symbol in SYMBOLS),
            gone=(),
            passed=("",) * seats,
            plans=((),) * seats,
            last_end=((),) * seats,
            owed=tuple(each.choose_tokens for each in first_to_last),
            left=(),
            end="",
        )
        dealt = [
            events.dealt(cards, seat, colours[seat - 1], hand, state.coins[seat - 1])
            for seat, hand in enumerate(hands, 1)
        ]
        shown = events.market(cards, [deck[0] for deck in market])
        return rounds.begin(state, (*dealt, shown, events.first_player(start)))

    def deck(self, table: Table, rng: Rng) -> Sequence[str]:
        """The ids of all cards as the one shuffle has left them."""
        return rng.shuffled(_box(card_set(table.options["cards"])))

    def actors(self, state: State) -> tuple[int, ...]:
        """The active seat; at the end of a round, everybody who has not said everything."""
        if state.end:
            return ()
        return pending(state) if state.phase == "round_end" else (state.active,)

    def canonical(self, words: str) -> str:
        """Two cards to upgrade in the order of their places. Raises UnreadableActionError."""
        return wording.canonical(words)

    def legal_actions(self, state: State, seat: int) -> tuple[str, ...]:
        """Everything but two moves at once, which are thousands."""
        if seat not in self.actors(state):
            return ()
        if state.phase == "round_end":
            return _PLANS[len(state.plans[seat - 1])]
        return tuple(_listed(state))

    def apply(self, state: State, seat: int, action: str, rng: Rng) -> Step:
        """Play a canonical action. Raises UnreadableActionError or IllegalActionError."""
        if seat not in self.actors(state):
            wording.canonical(action)
            raise IllegalActionError("This seat is not asked.")
        if state.phase == "round_end":
            return self._plan(state, seat, action)
        handler = _PHASES[state.phase].get(action)
        return handler(state) if handler is not None else self._unlisted(state, action)

    def _plan(self, state: State, seat: int, action: str) -> Step:
        if action in _PLANS[len(state.plans[seat - 1])]:
            return rounds.plan(state, seat, action)
        wording.canonical(action)
        raise IllegalActionError("A round ends with a place, an income and a stack, in this order.")

    def _unlisted(self, state: State, action: str) -> Step:
        moves = wording.double_move(wording.canonical(action))
        if moves is None or state.phase != "prepare":
            raise IllegalActionError("This is not asked for now.")
        return preparing.use_move(state, (moves[:2], moves[2:]))

    def view(self, state: State, viewer: int | None) -> Json:
        """The table from one seat; all is open once the match is over."""
        return viewing.view(state, viewer)

    def outcome(self, state: State) -> Outcome | None:
        """Most points, then most coins (Rules 3.4)."""
        return result(state, card_set(state.cards)) if state.end else None

    def label(self, action: str) -> Text:
        """The sentence for a button. Raises UnreadableActionError."""
        return wording.label(action)

    def tell(self, event: Json, viewer: int | None) -> Text:
        """What happened, in a sentence from the viewer's eyes."""
        return telling.tell(event, viewer)

    def leave(self, state: State, seat: int, rng: Rng) -> Step:
        """The seat's cards leave the game and its turns are skipped; the last one left has won."""
        return leave(state, seat)

    def stop(self, state: State) -> Step:
        """Everybody agreed to stop: the points as they stand."""
        if state.end:
            raise IllegalActionError("The match is over.")
        return rounds.finish(state, "agreed", ())


def _box(cards: CardSet) -> tuple[str, ...]:
    """All cards as they lie in the box: the decks of the players, then those of the market."""
    return tuple(card for row in (*cards.decks.values(), *cards.community.values()) for card in row)


def _sorted(deck: Sequence[str], order: Mapping[str, int]) -> Row:
    return tuple(sorted(deck, key=order.__getitem__))


def _listed(state: State) -> Iterator[str]:
    """What the active seat may do, in the order of the tables above."""
    if state.phase == "prepare":
        yield from _preparations(state)
    elif state.phase == "rob":
        for (owner, kind), action in wording.ROB.items():
            if owner <= len(state.tokens) and owner != state.active and state.tokens[owner - 1][TOKENS.index(kind)]:
                yield action
    else:
        words = wording.CHOOSE if state.phase == "choose" else wording.REWARD
        yield from (words[kind] for kind, count in zip(TOKENS, state.supply, strict=True) if count)


def _preparations(state: State) -> Iterator[str]:
    cards, hand, coins = card_set(state.cards), state.hands[state.active - 1], state.coins[state.active - 1]
    yield from (wording.PLAY[first] for first in range(1, _LAST_PLACE[len(hand)] + 1))
    costs = {place: cards.cards[card].upgrade_cost for place, card in enumerate(hand, 1) if not card.endswith(TURNED)}
    yield from (wording.UPGRADE[place] for place, cost in costs.items() if cost <= coins)
    for symbol, deck in zip(SYMBOLS, state.market, strict=True):
        if deck and (cards.cards[deck[0]].price or 0) <= coins:
            yield from (wording.BUY[symbol, place] for place in range(1, len(hand) + 1))
    yield from _tokens(state, costs, coins)


def _tokens(state: State, costs: Mapping[int, int], coins: int) -> Iterator[str]:
    size = len(state.hands[state.active - 1])
    if preparing.has(state, "coins3"):
        yield wording.COINS
        if preparing.has(state, "coins3", doubled=True):
            yield wording.DOUBLE_COINS
    if preparing.has(state, "move"):
        yield from (action for places, action in wording.MOVE.items() if max(places) <= size)
    if preparing.has(state, "upgrade"):
        cheap = coins + preparing.CHEAPER
        yield from (wording.TOKEN_UPGRADE[place] for place, cost in costs.items() if cost <= cheap)
    if preparing.has(state, "upgrade", doubled=True):
        cheaper = coins + preparing.DOUBLY_CHEAPER
        groups: list[tuple[int, ...]] = [*((place,) for place in costs), *combinations(costs, 2)]
        yield from (wording.DOUBLE_UPGRADE[group] for group in groups if sum(map(costs.__getitem__, group)) <= cheaper)
