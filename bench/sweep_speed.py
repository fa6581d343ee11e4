"""How long the sweep takes to handle 500 due turns among ten thousand, a hundred thousand and a million matches."""

import contextlib
from collections.abc import Iterator
from datetime import datetime
from statistics import median
from time import perf_counter

from bench import site
from bench.players import Person, deal, people
from bench.server import Server
from bench.tables import middle, table

SIZES = (10_000, 100_000, 1_000_000)
QUICK = (2_000, 20_000)
DUE = 500
PLAYERS = 1000
CLAIMS = 200

# Copies of one match that was dealt as any other, two people at each; the keys are the ones of the copies.
FILL = """
SET session_replication_role = replica;
CREATE TEMPORARY TABLE made AS SELECT n, n + 1000000 AS id FROM generate_series(1, {count}) AS n;
INSERT INTO games_game (id, code, {game})
SELECT made.id, lpad(made.n::text, 10, 'x'), {game} FROM made, games_game WHERE games_game.id = {sample};
INSERT INTO games_seat (game_id, user_id, {seat})
SELECT made.id, {user} + (made.n + games_seat.number) % {players}, {seat}
FROM made, games_seat WHERE games_seat.game_id = {sample};
INSERT INTO games_turn (game_id, due_at, remind_at, {turn})
SELECT made.id, due, due - interval '18 hours', {turn}
FROM games_turn, (SELECT id, now() + interval '1 hour' + random() * interval '3 days' AS due FROM made) AS made
WHERE games_turn.game_id = {sample};
DELETE FROM games_turn WHERE game_id = {sample};
SELECT setval('games_game_id_seq', {count} + 2000000)
"""
ARM = """
UPDATE games_turn SET due_at = now() - interval '1 minute' * random()
WHERE id IN (SELECT id FROM games_turn WHERE ended_at IS NULL AND game_id % {step} = {round} ORDER BY id LIMIT {due})
"""


def measure(server: Server, rounds: int, quick: bool) -> None:
    """Fill a database for each size, then sweep them in turn."""
    sizes = QUICK if quick else SIZES
    with contextlib.ExitStack() as stack:
        names = {size: stack.enter_context(server.database(f"bench_sweep_{size}")) for size in sizes}
        stack.callback(site.leave)
        for size, name in names.items():
            took = _fill(server, name, size)
            print(f"filled {size} matches in {took:.0f} s", flush=True)
        sweeps: dict[int, list[float]] = {size: [] for size in sizes}
        claims: dict[int, list[float]] = {size: [] for size in sizes}
        for number in range(1, rounds + 1):
            for size, name in names.items():
                claim, sweep = _round(server, name, size, number)
                claims[size].append(claim)
                sweeps[size].append(sweep)
                print(
                    f"round {number}, {size} matches: {DUE} due turns handled in {sweep:.2f} s, claim {claim:.3f} ms",
                    flush=True,
                )
    _report(sweeps, claims)


def _fill(server: Server, name: str, size: int) -> float:
    began = perf_counter()
    with _django_on(name):
        players = people(PLAYERS)
        statements = _statements(players, size)
        _run(statements)
    server.ask("VACUUM ANALYZE", name)
    server.ask("CHECKPOINT")
    return perf_counter() - began


def _statements(players: list[Person], size: int) -> list[str]:
    sample = deal(players[:2]).game
    columns = {
        "game": _columns("Game", {"id", "code"}),
        "seat": _columns("Seat", {"id", "game_id", "user_id"}),
        "turn": _columns("Turn", {"id", "game_id", "due_at", "remind_at"}),
    }
    numbers = {"count": size, "sample": sample.pk, "user": players[0].user.pk, "players": len(players)}
    return FILL.format(**columns, **numbers).split(";\n")


def _columns(model: str, without: set[str]) -> str:
    from django.apps import apps

    fields = apps.get_model("games", model)._meta.concrete_fields  # noqa: SLF001 - Django's own documented door
    return ", ".join(field.column for field in fields if field.column not in without)


def _run(statements: list[str]) -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        for each in statements:
            cursor.execute(each)


def _round(server: Server, name: str, size: int, number: int) -> tuple[float, float]:
    """Milliseconds for the claim alone, seconds for the whole sweep."""
    from accounts import clock
    from games.services.deadlines import sweep_deadlines

    server.ask(ARM.format(step=size // DUE, round=number, due=DUE), name)
    server.ask("CHECKPOINT")
    with _django_on(name):
        now = clock.now()
        claim = _claim_alone(now)
        began = perf_counter()
        handled = sweep_deadlines(now)
        took = perf_counter() - began
    if handled != DUE:
        raise SystemExit(f"Error: the sweep handled {handled} turns, not {DUE}.")
    return claim, took


def _claim_alone(now: datetime) -> float:
    from django.db import connection, transaction

    from games.services.deadlines import CLAIM

    times = []
    for _ in range(CLAIMS):
        with transaction.atomic(), connection.cursor() as cursor:
            began = perf_counter()
            cursor.execute(CLAIM.format(column="due_at"), [now])
            cursor.fetchall()
            times.append(1000 * (perf_counter() - began))
            transaction.set_rollback(True)
    return float(median(times))


@contextlib.contextmanager
def _django_on(name: str) -> Iterator[None]:
    site.use(name)
    try:
        yield
    finally:
        site.leave()


def _report(sweeps: dict[int, list[float]], claims: dict[int, list[float]]) -> None:
    first = min(sweeps)
    rows = []
    for size, times in sweeps.items():
        ratios = [mine / base for mine, base in zip(times, sweeps[first], strict=True)]
        claim = middle(claims[size])
        rows.append(
            [size, f"{middle(times):.2f}", f"{DUE / middle(times):.0f}", f"{middle(ratios):.2f}", f"{claim:.3f}",
             f"{claim / middle(claims[first]):.2f}"]
        )  # fmt: skip
    head = [
        "active matches",
        f"s for {DUE} due",
        "due/s",
        f"times that of {first}",
        "claim ms",
        f"times that of {first}",
    ]
    table(f"The sweep, medians of {len(next(iter(sweeps.values())))} rounds:", head, rows)
