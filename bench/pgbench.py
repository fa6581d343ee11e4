"""PostgreSQL's own `pgbench` doing nothing but the transaction that an action cannot do without."""

import os
import re
import subprocess
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from bench.server import Server, program

GAMES = 1000

SCHEMA = f"""
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
FROM generate_series(1, {GAMES}) AS n;
"""

SCRIPT = f"""
\\set game random(1, {GAMES})
\\set some random(1, 1000000)
BEGIN;
SELECT id, version, status, seed, rest, state, started_at FROM bare_game WHERE id = :game FOR UPDATE;
UPDATE bare_game SET version = version + 1, state = lpad((:some)::text, 155, 's') WHERE id = :game;
INSERT INTO bare_log (game_id, number, seat, said_at, words) VALUES (:game, :some, 1, now(), 'take discard watermelon');
INSERT INTO bare_outbox (user_id, kind, payload, due_at, status) VALUES (:some, 'your_turn', '{{"game": "abcdefghjk",\
 "url": "/games/abcdefghjk/", "players": ["player-1", "player-2", "player-3"], "seat": 2}}', now(), 'pending');
COMMIT;
"""


class Run(NamedTuple):
    """What pgbench says of one run."""

    per_second: float
    milliseconds: float


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
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    rate = re.search(r"^tps = ([\d.]+)", done.stdout, re.MULTILINE)
    latency = re.search(r"^latency average = ([\d.]+)", done.stdout, re.MULTILINE)
    if done.returncode or not rate or not latency:
        raise SystemExit(f"Error: pgbench failed: {done.stderr.strip()}")
    return Run(float(rate[1]), float(latency[1]))
