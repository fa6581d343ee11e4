"""Open streams on one server process: what they cost, and how soon an action reaches those who watch its table."""

import asyncio
import http.client
import json
import time
from pathlib import Path

from bench import players, site, tables
from bench.server import Server
from bench.web import Web, serving

WATCHERS = 20
PAUSE_SECONDS = 0.1


def measure(server: Server, rounds: int, quick: bool) -> None:
    """Print the latency with no other stream open and with many, in turns, and the memory of one."""
    many, actions = (200, 10) if quick else (2000, 30)
    with server.database("bench_streams") as name:
        site.use(name)
        people = players.people(2)
        tables_of = [players.deal(people) for _ in range(2 * rounds)]
        quiet = players.deal(people).game.code
        site.leave()
        with serving(server.url(name), "--workers", "1") as web:
            rows = asyncio.run(_rounds(web, people, [board.game.code for board in tables_of], quiet, many, actions))
    head = ("other streams", "median ms", "p95 ms", "heard", "KiB a stream")
    tables.table(f"An action to {WATCHERS} watchers of its table, one server process", head, rows)


async def _rounds(
    web: Web, people: list[players.Person], codes: list[str], quiet: str, many: int, actions: int
) -> list[tuple[object, ...]]:
    heard: dict[int, list[float]] = {0: [], many: []}
    memory = 0.0
    for number, code in enumerate(codes):
        others = many if number % 2 else 0
        before = _resident_kib(web)
        crowd = [await _open(web.port, quiet) for _ in range(others)]
        if crowd:
            memory = (_resident_kib(web) - before) / others
        heard[others] += await _watch(web, people, code, actions)
        for _, writer in crowd:
            writer.close()
    asked = actions * WATCHERS * len(codes) // 2
    return [
        (
            others,
            f"{1000 * tables.middle(times):.1f}",
            f"{1000 * tables.percentile(times, 0.95):.1f}",
            f"{len(times)} of {asked}",
            f"{memory:.1f}" if others else "",
        )
        for others, times in heard.items()
    ]


async def _open(port: int, code: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A stream that has said its first version."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET /api/v1/games/{code}/stream/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    await _next_version(reader)
    return reader, writer


async def _next_version(reader: asyncio.StreamReader) -> int:
    while True:
        line = await reader.readline()
        if line.startswith(b"data: "):
            return int(json.loads(line[6:])["version"])


async def _watch(web: Web, people: list[players.Person], code: str, actions: int) -> list[float]:
    """The seconds from sending each action to hearing of it, for every watcher."""
    streams = [await _open(web.port, code) for _ in range(WATCHERS)]
    times: list[float] = []
    for version in range(1, actions + 1):
        sent = time.perf_counter()
        ears = [asyncio.create_task(_heard(reader, version)) for reader, _ in streams]
        await asyncio.to_thread(_play, web.port, people, code)
        times += [each - sent for each in await asyncio.wait_for(asyncio.gather(*ears), 30)]
        await asyncio.sleep(PAUSE_SECONDS)
    for _, writer in streams:
        writer.close()
    return times


async def _heard(reader: asyncio.StreamReader, version: int) -> float:
    while await _next_version(reader) < version:
        pass
    return time.perf_counter()


def _play(port: int, people: list[players.Person], code: str) -> None:
    """Whoever is asked plays the first legal action; the look before it is part of the time."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    for person in people:
        headers = {"Authorization": f"Bearer {person.token}", "Content-Type": "application/json"}
        connection.request("GET", f"/api/v1/games/{code}/", headers=headers)
        game = json.loads(connection.getresponse().read())
        if game["legal_actions"]:
            prompt = game["seats"][game["your_seat"] - 1]["prompt"]
            body = json.dumps({"prompt": prompt, "action": game["legal_actions"][0]["action"]})
            connection.request("POST", f"/api/v1/games/{code}/actions/", body, headers)
            connection.getresponse().read()
            break
    connection.close()


def _resident_kib(web: Web) -> int:
    """The memory of the processes that answer."""
    statuses = [Path(f"/proc/{pid}/status").read_text() for pid in web.workers()]
    return sum(int(text.split("VmRSS:")[1].split()[0]) for text in statuses if "VmRSS:" in text)
