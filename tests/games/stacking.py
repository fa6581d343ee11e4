"""Decks laid by hand: the same match with other cards where somebody cannot see them."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import pytest

from games.rules import match
from games.rules.rng import Rng

Order = Callable[[int, list[Any]], list[Any]]


class Swap(NamedTuple):
    """Two places of one shuffle of the deal."""

    shuffle: int
    one: int
    two: int


class StackedRng(Rng):
    """Chance as always, but what is shuffled comes out in another order."""

    def __init__(self, seed: bytes, label: str, order: Order, sizes: list[int]) -> None:
        super().__init__(seed, label)
        self._order, self._sizes = order, sizes

    def shuffled(self, items: Sequence[Any]) -> list[Any]:
        shuffled = super().shuffled(items)
        self._sizes.append(len(shuffled))
        return self._order(len(self._sizes) - 1, shuffled)


class Stacker:
    """How the decks of all matches are dealt as long as a test runs; `sizes` are those of the latest shuffles."""

    def __init__(self) -> None:
        self.sizes: list[int] = []
        self.order: Order = lambda _shuffle, cards: cards

    def rng_for(self, seed: bytes, number: int) -> Rng:
        label = f"entry {number}"
        if number:
            return Rng(seed, label)
        self.sizes = []
        return StackedRng(seed, label, self.order, self.sizes)

    def deal(self, *wanted: Any) -> None:
        """These cards lie in front, in this order; the others behind them as the seed gives them."""

        def order(_shuffle: int, deck: list[Any]) -> list[Any]:
            behind = [card for card in deck if card not in wanted]
            return [*wanted, *behind] if len(wanted) + len(behind) == len(deck) else deck

        self.order = order

    def swap(self, swaps: Sequence[Swap]) -> None:
        """The cards at these places are swapped, one pair after the other."""

        def order(shuffle: int, deck: list[Any]) -> list[Any]:
            for which, one, two in swaps:
                if which == shuffle:
                    deck[one], deck[two] = deck[two], deck[one]
            return deck

        self.order = order


@pytest.fixture
def stacker(monkeypatch: pytest.MonkeyPatch) -> Stacker:
    """Lays the decks of this test."""
    stacker = Stacker()
    monkeypatch.setattr(match, "rng_for", stacker.rng_for)
    return stacker
