"""The table as one seat or a watcher may see it."""

from collections.abc import Mapping, Sequence

from games.rules.base import Json
from games.rules.set_the_reels import events
from games.rules.set_the_reels.cardset import SYMBOLS, TOKENS, TURNED, CardSet
from games.rules.set_the_reels.sets import card_set
from games.rules.set_the_reels.state import ROUNDS, Row, State, held, pending, points, received
from games.rules.set_the_reels.wording import COLUMNS


def view(state: State, viewer: int | None) -> Json:
    """What is open to all, and what is the viewer's own; in lists, seat 1 comes first."""
    cards, over = card_set(state.cards), state.phase == "over"
    seats = range(1, len(state.hands) + 1)
    return {
        "phase": state.phase,
        "round": state.round,
        "last_round": ROUNDS,
        "threshold": cards.threshold,
        "start_player": state.start,
        "seat_to_play": None if over or state.phase == "round_end" else state.active,
        "still_choosing": list(pending(state)) if state.phase == "round_end" else [],
        "left": list(state.left),
        **_own(state, None if over else viewer, cards),
        "hands": _opened(state, cards) if over else None,
        "hand_sizes": [len(hand) for hand in state.hands],
        "columns": [
            {name: events.row(cards, column) for name, column in zip(COLUMNS, columns, strict=True)}
            for columns in state.columns
        ],
        "upgraded": [_upgraded(state, seat) for seat in seats],
        "coins": list(state.coins),
        "tokens": [_tokens(counts) for counts in state.tokens],
        "vp_tokens": list(state.vp_tokens),
        "objectives": [[events.objective(cards, each) for each in own] for own in state.objectives],
        "points": [points(state, seat, cards) for seat in seats],
        "last_round_end": [_last_end(said, cards) for said in state.last_end],
        **_table(state, cards),
    }


def _own(state: State, viewer: int | None, cards: CardSet) -> Json:
    """The viewer's hand, the cards it gave and was given at the end of this round, and what it has said since."""
    if viewer is None:
        return {"your_seat": None, "hand": None, "given": None, "received": None, "plan": None}
    gave, got = state.passed[viewer - 1], received(state, viewer) if viewer not in state.left else ""
    return {
        "your_seat": viewer,
        "hand": events.row(cards, state.hands[viewer - 1]),
        "given": events.card(cards.name, gave) if gave else None,
        "received": events.card(cards.name, got) if got else None,
        "plan": list(state.plans[viewer - 1]),
    }


def _last_end(said: Row, cards: CardSet) -> Json | None:
    """What a seat was given at the end of the last round, where it went, and which column paid."""
    if not said:
        return None
    card, put, paid = said
    return {"received": events.card(cards.name, card), "place": put, "income": paid}


def _opened(state: State, cards: CardSet) -> list[list[Json]]:
    """All hands, each with the card that was on its way to the right when everybody stopped."""
    rows = zip(state.hands, state.passed, strict=True)
    return [events.row(cards, (*hand, passed) if passed else hand) for hand, passed in rows]


def _table(state: State, cards: CardSet) -> Json:
    """The middle of the table."""
    return {
        "market": {
            symbol: {"card": events.card(cards.name, deck[0]) if deck else None, "left": len(deck)}
            for symbol, deck in zip(SYMBOLS, state.market, strict=True)
        },
        "stacks": {
            symbol: {**events.objective(cards, stack[0]), "left": len(stack)}
            for symbol, stack in zip(SYMBOLS, state.stacks, strict=True)
        },
        "supply": _tokens(state.supply),
        "removed": [card.removesuffix(TURNED) for card in state.gone],
    }


def _upgraded(state: State, seat: int) -> list[str]:
    """The upgraded cards of a seat, wherever they are: they were turned over for all to see."""
    return sorted(card.removesuffix(TURNED) for card in held(state, seat) if card.endswith(TURNED))


def _tokens(counts: Sequence[int]) -> Mapping[str, int]:
    return dict(zip(TOKENS, counts, strict=True))
