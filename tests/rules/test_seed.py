"""The server is bound to its seed, every player's text counts, and docs/fairness.md tells the truth about both."""

import contextlib
import io
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from games.rules import match, registry
from games.rules.seed import commitment, match_seed, new_server_seed

PAGE = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text(encoding="utf-8")
SERVER_SEED = bytes(range(32))
texts = st.lists(st.text(st.characters(exclude_categories=[])), max_size=5)  # lone surrogates too


def run_the_example() -> tuple[dict[str, Any], str]:
    """The page's program as a reader would run it: what it defines and what it prints."""
    (program,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    defined: dict[str, Any] = {}
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(program, defined)  # noqa: S102 - our own page
    return defined, printed.getvalue()


def test_the_example_prints_what_the_page_says() -> None:
    (expected,) = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    assert run_the_example()[1] == expected


def test_the_example_comes_to_the_same_deal_as_the_rules() -> None:
    defined, printed = run_the_example()
    seed = match_seed(SERVER_SEED, ["four leaf clover", "", "七"])
    assert defined["match_seed"] == seed
    assert commitment(SERVER_SEED) in printed
    rules = registry.newest("jack-in-the-pot")
    table = match.lay_table(rules, 3)
    assert rules.deck(table, match.rng_for(seed, 0)) == defined["deck"]
    hands = [rules.view(match.begin(rules, table, seed).state, seat)["hands"][seat - 1]["cards"] for seat in (1, 2, 3)]
    assert [sorted(hand) for hand in hands] == [sorted(defined["deck"][at : at + 2]) for at in (0, 2, 4)]


def test_the_example_finds_the_same_blind_pick_as_the_rules() -> None:
    defined, _ = run_the_example()
    rules = registry.newest("jack-in-the-pot")
    seed = defined["match_seed"]
    state = match.begin(rules, match.lay_table(rules, 3), seed).state
    taker = min(rules.actors(state))
    owner = taker % 3 + 1
    fan = rules.view(state, owner)["hands"][owner - 1]["cards"]
    if defined["draw"](defined["words"](1), 2) == 0:
        fan.reverse()
    took = match.advance(rules, state, match.Entry(1, taker, f"take hand {owner} 1"), seed).events[0]
    assert took.seen_by(taker)["symbol"] == fan[0]


def test_server_seeds_are_32_bytes_and_never_the_same() -> None:
    seeds = {new_server_seed() for _ in range(100)}
    assert {len(seed) for seed in seeds} == {32}
    assert len(seeds) == 100


def test_the_commitment_is_not_the_seed_of_any_match() -> None:
    assert commitment(SERVER_SEED) == sha256(b"jackpot commitment" + SERVER_SEED).hexdigest()
    assert commitment(SERVER_SEED) != match_seed(SERVER_SEED, []).hex()


@given(texts, texts)
def test_different_texts_give_different_seeds_whatever_is_in_them(some: list[str], others: list[str]) -> None:
    assert (match_seed(SERVER_SEED, some) == match_seed(SERVER_SEED, others)) == (some == others)


def test_moving_a_text_or_its_parts_between_seats_changes_the_seed() -> None:
    lists = [["ab", ""], ["", "ab"], ["a", "b"], ["ab"], ["a\x00b"], ["a", "", "b"], ["\x00\x00\x00\x01a"], []]
    assert len({match_seed(SERVER_SEED, list(some)) for some in lists}) == len(lists)
