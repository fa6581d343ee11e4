"""Actions a second through HTTP, beside `pgbench` doing only the bare transaction, in interleaved rounds."""

import os
import tempfile
from pathlib import Path
from time import process_time
from typing import NamedTuple

from bench import client, pgbench, proc, site, web
from bench.players import Running, Tables, people
from bench.server import Server
from bench.tables import middle, percentile, table

COUNTS = (4, 8)
SPARE_A_SECOND = 12
USUAL_ACTIONS = 80


class Phase(NamedTuple):
    """One measured stretch of play."""

    actions: float
    looks: int
    over: int
    p50: float
    p95: float
    web_ms: float
    database_ms: float
    client_ms: float
    wal: float
    images: float


def measure(server: Server, rounds: int, seconds: float, running: int) -> None:
    """Print the rows as they come, and the medians."""
    with server.database("bench_http") as database, tempfile.TemporaryDirectory() as folder:
        pgbench.prepare(server, database)
        site.use(database)
        try:
            with web.serving(server.url(database)) as server_process:
                _Measuring(server, database, server_process, Path(folder), running).run(rounds, seconds)
        finally:
            site.leave()


class _Measuring:
    def __init__(self, server: Server, database: str, site_web: web.Web, folder: Path, running: int) -> None:
        self.server, self.database, self.web, self.folder = server, database, site_web, folder
        self.running = running
        self.matches: list[Running] = []
        self.tables = Tables(people(max(running, 8)))

    def run(self, rounds: int, seconds: float) -> None:
        """Warm up, then take turns."""
        took = self.age()
        print(f"{self.running} matches are at all ages after {took:.0f} s", flush=True)
        bare: dict[int, list[pgbench.Run]] = {count: [] for count in COUNTS}
        site_: dict[int, list[Phase]] = {count: [] for count in COUNTS}
        for number in range(1, rounds + 1):
            for count in COUNTS:
                run = pgbench.run(self.server, self.database, count, seconds, self.folder)
                bare[count].append(run)
                phase = self.play(count, seconds)
                site_[count].append(phase)
                print(
                    f"round {number}, {count} connections: pgbench {run.per_second:.0f}/s ({run.milliseconds:.2f} ms), "
                    f"HTTP {phase.actions:.0f} actions/s, ratio {phase.actions / run.per_second:.3f}; "
                    f"{phase.looks} looks, {phase.over} matches over",
                    flush=True,
                )
        _report(bare, site_)

    def age(self) -> float:
        """Bring the matches to different ages, since a site has them all at once; the seconds it took."""
        self.deal(self.running)
        connections = connect(self.web, COUNTS[0])
        for number, game in enumerate(self.matches):
            game.head_start = 1 + number * USUAL_ACTIONS // self.running
            connections[number % len(connections)].matches.append(game)
        tally, took = client.play(connections, None)
        self.collect(connections, tally)
        return took

    def deal(self, number: int) -> None:
        """Deal until there are so many matches."""
        while len(self.matches) < number:
            self.matches.append(self.tables.deal())

    def collect(self, connections: list[client.Connection], tally: client.Tally) -> None:
        """Hang up and keep the matches, running ones first; complain of refusals."""
        for each in connections:
            each.socket.close()
        running = [game for each in connections for game in (*each.parked, *each.matches)]
        self.matches = running + [game for each in connections for game in each.spare]
        if tally.refused:
            raise SystemExit(f"Error: {len(tally.refused)} requests refused, the first: {tally.refused[0].decode()}")

    def play(self, count: int, seconds: float) -> Phase:
        """Play over so many connections and measure everything around it."""
        self.deal(self.running + round(SPARE_A_SECOND * seconds))
        connections = connect(self.web, count)
        for number, game in enumerate(self.matches):
            own = connections[number % count]
            (own.matches if number < self.running else own.spare).append(game)
        self.server.ask("CHECKPOINT")
        start, before = self.server.wal_position(), self._cpu()
        tally, took = client.play(connections, seconds)
        after, end = self._cpu(), self.server.wal_position()
        self.collect(connections, tally)
        return self._phase(tally, took, [b - a for a, b in zip(before, after, strict=True)], (start, end))

    def _cpu(self) -> list[float]:
        return [proc.cpu_seconds(self.web.pid), proc.cpu_seconds(self.server.pid), process_time()]

    def _phase(self, tally: client.Tally, took: float, cpu: list[float], wal: tuple[str, str]) -> Phase:
        requests = tally.actions + tally.looks
        web_ms, database_ms, client_ms = (1000 * each / requests for each in cpu)
        return Phase(
            actions=tally.actions / took,
            looks=tally.looks,
            over=tally.over,
            p50=1000 * percentile(tally.seconds, 0.5),
            p95=1000 * percentile(tally.seconds, 0.95),
            web_ms=web_ms,
            database_ms=database_ms,
            client_ms=client_ms,
            wal=self.server.wal_bytes(*wal) / tally.actions,
            images=(self.server.page_image_bytes(*wal) or 0) / tally.actions,
        )


def connect(server: web.Web, count: int) -> list[client.Connection]:
    """Connections shared evenly among the server's processes, as many clients would be."""
    workers = server.workers()
    opened: list[client.Connection] = []
    for _ in range(20):
        opened += [client.Connection(server.port) for _ in range(count)]
        for each in opened[-count:]:
            each.hello()
        holders = proc.holders(server.port, workers)
        groups: dict[int, list[client.Connection]] = {}
        for each in opened:
            groups.setdefault(holders[each.port], []).append(each)
        fair = sorted(groups.values(), key=len)
        if len(fair) > 1 and len(fair[0]) >= count // 2:
            chosen = fair[0][: count // 2] + fair[-1][: count - count // 2]
            for each in opened:
                if each not in chosen:
                    each.socket.close()
            return chosen
    raise SystemExit("Error: only one process of the web server takes connections.")


COLUMNS = (
    ("p50 ms", "p50", 1),
    ("p95 ms", "p95", 1),
    ("CPU ms: web", "web_ms", 2),
    ("PostgreSQL", "database_ms", 2),
    ("client", "client_ms", 3),
    ("WAL bytes", "wal", 0),
    ("of which page images", "images", 0),
)


def _report(bare: dict[int, list[pgbench.Run]], site_: dict[int, list[Phase]]) -> None:
    rows, cpu = [], []
    for count, phases in site_.items():
        runs = bare[count]
        ratios = [phase.actions / run.per_second for phase, run in zip(phases, runs, strict=True)]
        figures = [f"{middle([getattr(phase, name) for phase in phases]):.{digits}f}" for _, name, digits in COLUMNS]
        rates = [
            f"{middle([run.per_second for run in runs]):.0f}",
            f"{middle([phase.actions for phase in phases]):.0f}",
        ]
        rows.append([count, *rates, f"{middle(ratios):.3f}", *figures])
        cpu.append([count, *_cpu_row(runs, phases)])
    rounds = len(next(iter(bare.values())))
    head = ["connections", "pgbench/s", "actions/s", "ratio", *(title for title, _, _ in COLUMNS)]
    table(f"HTTP beside pgbench, medians of {rounds} rounds, {os.cpu_count()} cores; per action:", head, rows)
    head = ["connections", "bare: pgbench", "PostgreSQL", "HTTP: web", "PostgreSQL", "client", "ratio of the sums"]
    table("CPU ms for one, which other load on the machine disturbs less:", head, cpu)
    best_bare = max(middle([run.per_second for run in runs]) for runs in bare.values())
    best = max(middle([phase.actions for phase in phases]) for phases in site_.values())
    print(f"  each at its best: pgbench {best_bare:.0f}/s, HTTP {best:.0f} actions/s, ratio {best / best_bare:.3f}")


def _cpu_row(runs: list[pgbench.Run], phases: list[Phase]) -> list[str]:
    bare = [middle([run.client_ms for run in runs]), middle([run.database_ms for run in runs])]
    ours = [middle([getattr(phase, f"{part}_ms") for phase in phases]) for part in ("web", "database", "client")]
    return [f"{each:.3f}" for each in (*bare, *ours, sum(bare) / sum(ours))]
