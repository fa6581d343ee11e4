"""A whole match from its seed and its words: what the server records, and how anyone replays it.

An entry's words are an action of the rule set or one of the table's own words below; entries by the table
itself have seat 0. Entry 0 is the deal and is not written.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from games.rules.base import IllegalActionError, Json, Option, Rules, Step, Table, UnreadableActionError
from games.rules.rng import Rng

RESIGN = "resign"
STOP = "stop"
AGREE = "agree"
DISAGREE = "disagree"
ORDERS = "orders"
SEAT = "seat"
SUBSTITUTE = "substitute"
TABLE_WORDS = frozenset({RESIGN, STOP, AGREE, DISAGREE, ORDERS, SEAT})


class Entry(NamedTuple):
    """One line of the log: its number, the seat (0: the table) and the canonical words."""

    number: int
    seat: int
    words: str


def lay_table(
    rules: Rules,
    seats: int,
    options: Mapping[str, str] | None = None,
    brought: Sequence[Mapping[str, str | None]] | None = None,
) -> Table:
    """A table with the defaults filled in. Raises ValueError for anything the rule set does not offer."""
    brought = [{}] * seats if brought is None else brought
    if not rules.min_seats <= seats <= rules.max_seats or len(brought) != seats:
        raise ValueError(f"Not a table of {rules.slug}: {seats} seats, {len(brought)} players.")
    settled = {name: value for name, value in _chosen(rules.options, options or {}).items() if value is not None}
    return Table(seats, settled, [_chosen(rules.brings, own) for own in brought])


def _chosen(offered: Mapping[str, Option], given: Mapping[str, str | None]) -> dict[str, str | None]:
    """A value for everything offered; None stands for "left out" where that is allowed."""
    if not given.keys() <= offered.keys():
        raise ValueError(f"Not on offer: {sorted(given.keys() - offered.keys())}")
    chosen: dict[str, str | None] = {}
    for name, option in offered.items():
        value = given.get(name, option.values[0] if option.required else None)
        if value not in option.values and (option.required or value is not None):
            raise ValueError(f"{name} cannot be {value!r}.")
        chosen[name] = value
    return chosen


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
    if words == RESIGN:
        return rules.leave(state, seat, rng_for(seed, number))
    if words == STOP:
        return rules.stop(state)
    if verb == ORDERS:
        return _give_orders(rules, state, entry, rest, seed)
    if words in (AGREE, DISAGREE) or verb == SEAT:
        return Step(state, ())
    raise UnreadableActionError(f"The table has no such word: {words[:40]!r}")


def orders_said(orders: Json) -> str:
    """The words with which a seat gives standing orders."""
    return f"{ORDERS} {json.dumps(orders, sort_keys=True, separators=(',', ':'))}"


def _give_orders(rules: Rules, state: Any, entry: Entry, text: str, seed: bytes) -> Step:
    give = getattr(rules, "give_orders", None)
    if give is None:
        raise IllegalActionError("This rule set has no standing orders.")
    try:
        orders = json.loads(text)
    except ValueError as error:
        raise UnreadableActionError("The orders are not JSON.") from error
    step: Step = give(state, entry.seat, orders, rng_for(seed, entry.number))
    return step


def replay(rules: Rules, table: Table, seed: bytes, entries: Iterable[Entry]) -> Iterator[tuple[Entry, Step]]:
    """Every entry with what it did, the deal (entry 0) first."""
    step = begin(rules, table, seed)
    yield Entry(0, 0, ""), step
    for entry in entries:
        step = advance(rules, step.state, entry, seed)
        yield entry, step
