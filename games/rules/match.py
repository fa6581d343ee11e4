"""A whole match from its seed and its words: what the server records, and how anyone replays it.

An entry's words are an action of the rule set or one of the table's own words below; entries by the table itself
have seat 0. Entry 0 is the deal and is not written.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from games.rules.base import Rules, Step, Table
from games.rules.rng import Rng

RESIGN = "resign"
STOP = "stop"
AGREE = "agree"
DISAGREE = "disagree"
ORDERS = "orders"
SEAT = "seat"
TABLE_WORDS = frozenset({RESIGN, STOP, AGREE, DISAGREE, ORDERS, SEAT})


class Entry(NamedTuple):
    """One line of the log: its number, the seat (0: the table) and the canonical words."""

    number: int
    seat: int
    words: str


def rng_for(seed: bytes, number: int) -> Rng:
    """The random source of log entry `number`; 0 is the deal."""
    return Rng(seed, f"entry {number}")


def begin(rules: Rules, table: Table, seed: bytes) -> Step:
    """Deal."""
    return rules.setup(table, rng_for(seed, 0))


def advance(rules: Rules, state: Any, entry: Entry, seed: bytes) -> Step:
    """Play one entry. Raises UnreadableActionError or IllegalActionError."""
    number, seat, words = entry
    verb, _, rest = words.partition(" ")
    if verb not in TABLE_WORDS:
        return rules.apply(state, seat, words, rng_for(seed, number))
    if verb == RESIGN:
        return rules.leave(state, seat, rng_for(seed, number))
    if verb == STOP:
        return rules.stop(state)
    if verb == ORDERS:
        return rules.give_orders(state, seat, json.loads(rest), rng_for(seed, number))  # type: ignore[attr-defined,no-any-return]
    return Step(state, ())


def replay(rules: Rules, table: Table, seed: bytes, entries: Iterable[Entry]) -> Iterator[tuple[Entry, Step]]:
    """Every entry with what it did, the deal (entry 0) first."""
    step = begin(rules, table, seed)
    yield Entry(0, 0, ""), step
    for entry in entries:
        step = advance(rules, step.state, entry, seed)
        yield entry, step
