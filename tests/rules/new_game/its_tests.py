"""High Card: becomes `tests/rules/test_high_card.py`, the one test file of a new game."""

from typing import Any

from games.rules import match, registry
from games.rules.rng import Rng

RULES = registry.newest("high-card")
MATCHES = 300
COUNTS = {2: (2, 4), 3: (2, 4, 8), 4: (2, 4, 8, 16)}
DECK = list(range(1, 13))


def hide(state: Any, viewer: int | None, rng: Rng) -> Any:
    """The pile and the cards of others dealt anew."""
    if state.end:
        return state
    own = state.hands[viewer - 1] if viewer else None
    pool = rng.shuffled([card for card in (*state.pile, *state.hands) if card != own])
    hands = [own if viewer == seat else pool.pop() for seat in range(1, len(state.hands) + 1)]
    return state._replace(hands=tuple(hands), pile=tuple(pool))


def check(state: Any) -> None:
    """Every card is somewhere, once."""
    assert sorted((*state.pile, *state.hands)) == DECK


def test_the_highest_card_wins() -> None:
    state = match.begin(RULES, match.lay_table(RULES, 2), bytes(32)).state._replace(hands=(3, 11))
    for seat in (1, 2):
        state = RULES.apply(state, seat, "keep", Rng(b"", "")).state
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ([2], (3, 11))
