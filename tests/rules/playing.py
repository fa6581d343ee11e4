"""Whole matches played by bots, for the tests that need many."""

import json
from collections.abc import Iterator, Mapping
from importlib import import_module
from itertools import product
from types import ModuleType
from typing import Any, NamedTuple

from games import bots
from games.rules import match
from games.rules.base import Option, Rules, Step, Table
from games.rules.rng import Rng


class Moment(NamedTuple):
    """A state in which somebody is asked, and the entry that came next."""

    state: Any
    entry: match.Entry
    step: Step


def own_tests(rules: Rules) -> ModuleType:
    """The module with the tests of one game, and what it supplies for the tests of all."""
    return import_module(f"tests.rules.test_{rules.slug.replace('-', '_')}")


def every_choice(options: Mapping[str, Option]) -> list[dict[str, str]]:
    """All combinations of the options of a table."""
    values = [option.values for option in options.values()]
    return [dict(zip(options, chosen, strict=True)) for chosen in product(*values)]


def tables(rules: Rules) -> list[tuple[int, dict[str, str]]]:
    """Every number of seats with every choice of options."""
    sizes = range(rules.min_seats, rules.max_seats + 1)
    return list(product(sizes, every_choice(rules.options)))


def random_table(rules: Rules, seats: int, options: Mapping[str, str], rng: Rng) -> Table:
    """A table whose players brought anything they may, or nothing."""
    brought = [
        {
            name: rng.choice(option.values if option.required else (*option.values, None))
            for name, option in rules.brings.items()
        }
        for _ in range(seats)
    ]
    return match.lay_table(rules, seats, options, brought)


def play(rules: Rules, table: Table, seed: bytes, bot: str, rng: Rng) -> Iterator[Moment]:
    """One match among equal bots, step by step to the end; one in eight sees a player leave or all agree to stop.

    Where there are standing orders, one entry in twenty changes somebody's.
    """
    state, number = match.begin(rules, table, seed).state, 0
    surprise_at = 1 + rng.below(60) if rng.below(8) == 0 else None
    while asked := rules.actors(state):
        number += 1
        seat = rng.choice(sorted(asked))
        if number == surprise_at:
            entry = match.Entry(number, *rng.choice([(seat, match.RESIGN), (0, match.STOP)]))
            surprise_at = number + 1 + rng.below(60)
        elif hasattr(rules, "give_orders") and rng.below(20) == 0:
            entry = match.Entry(number, *any_orders(rules, state, rng))
        else:
            entry = match.Entry(number, seat, chosen(rules, state, seat, bot, rng))
        step = match.advance(rules, state, entry, seed)
        yield Moment(state, entry, step)
        state = step.state


def any_orders(rules: Rules, state: Any, rng: Rng) -> tuple[int, str]:
    """Somebody who may changes the standing orders: the seat and the words."""
    tests = own_tests(rules)
    orders = json.dumps(tests.any_orders(rng))
    return rng.choice(tests.may_give_orders(state)), f"{match.ORDERS} {orders}"


def chosen(rules: Rules, state: Any, seat: int, bot: str, rng: Rng) -> str:
    """What the bot does; the random one is asked directly, since it looks at nothing."""
    legal = rules.legal_actions(state, seat)
    return rng.choice(legal) if bot == bots.RANDOM else bots.choose(bot, rules, rules.view(state, seat), legal, rng)
