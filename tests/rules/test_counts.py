"""How many ways a match can begin: counted once, a refactoring must not change it.

A game's own `test_<key>.py` supplies COUNTS: by number of seats, the sequences of 1, 2, 3 … actions after the deal.
"""

from typing import Any

import pytest

from games.rules import match, registry
from games.rules.base import Rules
from tests.rules.playing import own_tests

SEED = bytes(32)


def sequences(rules: Rules, state: Any, number: int, depth: int) -> int:
    """The action sequences of this length from a state; chance is settled by the fixed seed."""
    if depth == 0:
        return 1
    return sum(
        sequences(
            rules, match.advance(rules, state, match.Entry(number, seat, words), SEED).state, number + 1, depth - 1
        )
        for seat in sorted(rules.actors(state))
        for words in rules.legal_actions(state, seat)
    )


@pytest.mark.parametrize("rules", registry.all_rules(), ids=lambda rules: rules.slug)
def test_the_number_of_beginnings_is_unchanged(rules: Rules) -> None:
    expected = own_tests(rules).COUNTS
    assert set(expected) == set(range(rules.min_seats, rules.max_seats + 1))
    for seats, counts in expected.items():
        state = match.begin(rules, match.lay_table(rules, seats), SEED).state
        assert tuple(sequences(rules, state, 1, depth) for depth in range(1, len(counts) + 1)) == counts
