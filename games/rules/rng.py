"""Our own random source: the same seed and label give the same numbers in any language, for ever.

Block k of the stream is SHA-256(seed || label || k), k as 4 bytes, big-endian. Each block is read as eight
32-bit big-endian words. A draw below n takes the next word w, throws it away when w >= n * floor(2**32 / n),
and gives w mod n. A shuffle is Fisher-Yates from the last place down: place i, counted from 0,
swaps with place `below(i + 1)`.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from struct import Struct
from typing import TypeVar

T = TypeVar("T")

_WORDS = Struct(">8I").unpack
_LIMIT = 1 << 32


class Rng:
    """A stream of fair draws for one purpose of one match; costs nothing until the first draw."""

    __slots__ = ("_key", "_words")

    def __init__(self, seed: bytes, label: str) -> None:
        self._key = (seed, label)
        self._words: Iterator[int] | None = None

    def below(self, n: int) -> int:
        """A whole number 0 <= x < n, each equally likely. Raises ValueError unless 1 <= n <= 2**32."""
        if not 0 < n <= _LIMIT:
            raise ValueError(f"Cannot draw below {n}.")
        words = self._words
        if words is None:
            words = self._words = self._stream()
        fair = _LIMIT - _LIMIT % n
        word = next(words)
        while word >= fair:
            word = next(words)
        return word % n

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in a fresh order, each order equally likely."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def choice(self, items: Sequence[T]) -> T:
        """One of the items, each equally likely."""
        return items[self.below(len(items))]

    def _stream(self) -> Iterator[int]:
        seed, label = self._key
        prefix = sha256(seed + label.encode())
        block = 0
        while True:
            digest = prefix.copy()
            digest.update(block.to_bytes(4, "big"))
            yield from _WORDS(digest.digest())
            block += 1


class Still(Rng):
    """No chance at all: what the rules shuffle stays in the order in which they list it."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(b"", "")

    def shuffled(self, items: Sequence[T]) -> list[T]:
        return list(items)
