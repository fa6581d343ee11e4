"""The random source gives the same draws for ever, as anybody can work out, and fairly."""

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from itertools import count, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.rng import Rng

SEED = bytes(range(32))


def spelled_out(seed: bytes, label: str) -> Iterator[int]:
    """The stream of 32-bit words as the documentation defines it, written without looking at the code."""
    for block in count():
        digest = sha256(seed + label.encode("utf-8") + block.to_bytes(4, "big")).hexdigest()
        yield from (int(digest[at : at + 8], 16) for at in range(0, 64, 8))


def drawn_below(words: Iterator[int], n: int) -> int:
    while True:
        word = next(words)
        if word < n * (2**32 // n):
            return word % n


def test_draws_have_not_changed() -> None:
    rng = Rng(SEED, "entry 1")
    assert [rng.below(1000) for _ in range(12)] == [358, 593, 630, 77, 839, 236, 672, 4, 82, 553, 657, 542]


def test_a_shuffle_has_not_changed() -> None:
    assert "".join(Rng(SEED, "entry 0").shuffled("ABCDEFGHIJ")) == "BDAJHGIECF"


@given(st.binary(max_size=40), st.text(max_size=10), st.lists(st.integers(1, 2**32), max_size=40))
def test_draws_follow_the_published_definition(seed: bytes, label: str, bounds: list[int]) -> None:
    rng, words = Rng(seed, label), spelled_out(seed, label)
    assert [rng.below(n) for n in bounds] == [drawn_below(words, n) for n in bounds]


@given(st.binary(max_size=40), st.lists(st.integers(), max_size=60))
def test_shuffles_follow_the_published_definition(seed: bytes, items: list[int]) -> None:
    words, expected = spelled_out(seed, "x"), list(items)
    for place in reversed(range(1, len(items))):
        other = drawn_below(words, place + 1)
        expected[place], expected[other] = expected[other], expected[place]
    assert Rng(seed, "x").shuffled(items) == expected


def test_a_word_past_the_last_full_round_is_thrown_away() -> None:
    n = 2**31 + 1  # almost every second word has to go
    rng, words = Rng(SEED, "entry 1"), spelled_out(SEED, "entry 1")
    taken = [word for word, _ in zip(words, range(80), strict=False) if word < n]
    assert 30 < len(taken) < 50
    assert [rng.below(n) for _ in taken] == taken


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_a_draw_below_nothing_or_beyond_one_word_is_refused(n: int) -> None:
    with pytest.raises(ValueError, match="below"):
        Rng(SEED, "x").below(n)


def test_every_order_of_three_is_equally_likely() -> None:
    orders = Counter("".join(Rng(SEED, str(number)).shuffled("ABC")) for number in range(6000))
    assert set(orders) == {"".join(order) for order in permutations("ABC")}
    assert all(880 < times < 1120 for times in orders.values())  # 1000 each, give or take four standard deviations


def test_every_choice_is_equally_likely() -> None:
    rng = Rng(SEED, "choice")
    chosen = Counter(rng.choice("ABCDEF") for _ in range(6000))
    assert all(880 < chosen[letter] < 1120 for letter in "ABCDEF")


def test_labels_and_seeds_give_separate_streams() -> None:
    streams = {tuple(Rng(seed, label).below(2**32) for _ in "ab") for seed in (SEED, b"") for label in ("a", "b", "")}
    assert len(streams) == 6


def test_what_is_shuffled_stays_as_it_was() -> None:
    items = [1, 2, 3, 4, 5]
    Rng(SEED, "x").shuffled(items)
    assert items == [1, 2, 3, 4, 5]
