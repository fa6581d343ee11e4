"""How fast the rules replay recorded matches in one thread, every action checked as when it was first played.

Run with `python -m bench.rules_speed`.
"""

import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games import bots
from games.rules import match, registry
from games.rules.base import Rules, Table
from games.rules.rng import Rng

ROUNDS = 3
ACTIONS = 40_000


class Log(NamedTuple):
    """A finished match as it is recorded."""

    table: Table
    seed: bytes
    entries: tuple[match.Entry, ...]


def play(rules: Rules, seats: int, bot: str, number: int) -> Log:
    """One whole match among equal bots."""
    table, seed = match.lay_table(rules, seats), number.to_bytes(32, "big")
    state, rng = match.begin(rules, table, seed).state, Rng(seed, "bots")
    entries: list[match.Entry] = []
    while rules.outcome(state) is None:
        seat = min(rules.actors(state))
        words = bots.choose(bot, rules, rules.view(state, seat), rules.legal_actions(state, seat), rng)
        entries.append(match.Entry(len(entries) + 1, seat, words))
        state = match.advance(rules, state, entries[-1], seed).state
    return Log(table, seed, tuple(entries))


def record(rules: Rules, seats: int, bot: str) -> list[Log]:
    """As many matches as hold ACTIONS actions."""
    logs: list[Log] = []
    while sum(len(log.entries) for log in logs) < ACTIONS:
        logs.append(play(rules, seats, bot, len(logs)))
    return logs


def replay_all(rules: Rules, logs: list[Log]) -> float:
    """Seconds to deal and replay every log, asking after each action whether the match is over.

    Of processor time: the work is one thread and waits for nothing, so on an idle machine it is the time by the
    clock, and on a shared one the neighbours count less.
    """
    started = process_time()
    for table, seed, entries in logs:
        state = match.begin(rules, table, seed).state
        for entry in entries:
            state = match.advance(rules, state, entry, seed).state
            outcome = rules.outcome(state)
        if outcome is None:
            raise RuntimeError("A recorded match did not end.")
    return process_time() - started


def measure(slug: str | None = None) -> dict[str, dict[str, float]]:
    """Figures for each kind of log, e.g. "2 players, greedy"; medians of interleaved rounds."""
    rules = registry.newest(slug) if slug else registry.all_rules()[0]
    sizes = range(rules.min_seats, rules.max_seats + 1)
    kinds = [(seats, bot) for bot in bots.names(rules) for seats in sizes]
    logs = {f"{seats} players, {bot}": record(rules, seats, bot) for seats, bot in kinds}
    seconds = _interleaved({kind: partial(replay_all, rules, kept) for kind, kept in logs.items()})
    return {kind: _figures(kept, seconds[kind]) for kind, kept in logs.items()}


def _interleaved(jobs: Mapping[str, Callable[[], float]]) -> dict[str, float]:
    """The median time of each job; the jobs take turns, so that a slow minute hits all alike."""
    times: dict[str, list[float]] = {name: [] for name in jobs}
    for _ in range(ROUNDS):
        for name, job in jobs.items():
            times[name].append(job())
    return {name: median(taken) for name, taken in times.items()}


def _figures(logs: list[Log], seconds: float) -> dict[str, float]:
    actions = sum(len(log.entries) for log in logs)
    return {
        "matches": len(logs),
        "actions": actions,
        "games_per_second": len(logs) / seconds,
        "actions_per_second": actions / seconds,
        "microseconds_per_action": seconds / actions * 1e6,
    }


def main() -> None:
    """Print the table."""
    print(f"{'log':<22}{'matches':>9}{'actions':>9}{'games/s':>10}{'actions/s':>11}{'us/action':>11}")
    for kind, row in measure().items():
        print(
            f"{kind:<22}{row['matches']:>9}{row['actions']:>9}{row['games_per_second']:>10.0f}"
            f"{row['actions_per_second']:>11.0f}{row['microseconds_per_action']:>11.2f}"
        )


if __name__ == "__main__":
    main()
