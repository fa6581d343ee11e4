"""PostgreSQL's own `pgbench` doing nothing but the transaction that an action cannot do without."""

import os
import re
import subprocess
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from bench import proc
from bench.server import Server, program

SCHEMA = """
CREATE TABLE bare_game (
    id bigint PRIMARY KEY, version integer NOT NULL, status text NOT NULL, seed bytea NOT NULL,
    rest text NOT NULL, state text NOT NULL, started_at timestamptz NOT NULL
);
CREATE TABLE bare_log (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, game_id bigint NOT NULL, number integer NOT NULL,
    seat smallint NOT NULL, said_at timestamptz NOT NULL, words text NOT NULL
);
CREATE TABLE bare_outbox (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, user_id bigint NOT NULL, kind text NOT NULL,
    payload jsonb NOT NULL, due_at timestamptz NOT NULL, status text NOT NULL
);
INSERT INTO bare_game
SELECT n, 0, 'active', sha256(n::text::bytea), repeat('o', 80), repeat('s', 155), now()
FROM generate_series(1, 1000) AS n;
"""

SCRIPT = """
\\set game random(1, 1000)
\\set some random(1, 1000000)
BEGIN;
SELECT id, version, status, seed, rest, state, started_at FROM bare_game WHERE id = :game FOR UPDATE;
UPDATE bare_game SET version = version + 1, state = lpad((:some)::text, 155, 's') WHERE id = :game;
INSERT INTO bare_log (game_id, number, seat, said_at, words) VALUES (:game, :some, 1, now(), 'take discard watermelon');
INSERT INTO bare_outbox (user_id, kind, payload, due_at, status) VALUES (:some, 'your_turn', '{"game": "abcdefghjk",\
 "url": "/games/abcdefghjk/", "players": ["player-1", "player-2", "player-3"], "seat": 2}', now(), 'pending');
COMMIT;
"""


class Run(NamedTuple):
    """What pgbench says of one run, and the CPU time that one transaction took, in pgbench and in PostgreSQL."""

    per_second: float
    milliseconds: float
    client_ms: float
    database_ms: float


def prepare(server: Server, database: str) -> None:
    """Create the bare tables beside the site's."""
    for statement in SCHEMA.split(";\n"):
        if statement.strip():
            server.ask(statement, database)
    server.ask("VACUUM ANALYZE bare_game", database)


def run(server: Server, database: str, clients: int, seconds: float, folder: Path) -> Run:
    """Run the bare transaction over so many connections, prepared."""
    script = folder / "bare.sql"
    script.write_text(SCRIPT)
    url = urlsplit(server.address)
    command = [
        str(program("pgbench")), "--no-vacuum", "--protocol", "prepared", "--client", str(clients), "--jobs", "1",
        "--time", str(max(1, round(seconds))), "--file", str(script), "--host", str(url.hostname),
        "--port", str(url.port), "--username", str(url.username), database,
    ]  # fmt: skip
    environment = {**os.environ, "PGPASSWORD": url.password or "", "LC_ALL": "C"}
    before = [_children_seconds(), proc.cpu_seconds(server.pid)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    cpu = [1000 * (b - a) for a, b in zip(before, [_children_seconds(), proc.cpu_seconds(server.pid)], strict=True)]
    rate = re.search(r"^tps = ([\d.]+)", done.stdout, re.MULTILINE)
    count = re.search(r"^number of transactions actually processed: (\d+)", done.stdout, re.MULTILINE)
    latency = re.search(r"^latency average = ([\d.]+)", done.stdout, re.MULTILINE)
    if done.returncode or not rate or not latency or not count:
        raise SystemExit(f"Error: pgbench failed: {done.stderr.strip()}")
    client_ms, database_ms = (each / int(count[1]) for each in cpu)
    return Run(float(rate[1]), float(latency[1]), client_ms, database_ms)


def _children_seconds() -> float:
    """CPU time of the programs we ran that have ended."""
    times = os.times()
    return times.children_user + times.children_system
