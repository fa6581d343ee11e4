"""A client that costs next to nothing: one process, one request at a time on each kept connection, no library."""

import selectors
import socket
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import orjson

from bench.players import FIRST, Running
from games import bots
from games.rules import registry
from games.rules.rng import Rng

RULES = registry.all_rules()[0]
BOT = "greedy"


@dataclass
class Tally:
    """What came back."""

    actions: int = 0
    looks: int = 0
    over: int = 0
    refused: list[bytes] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


class Connection:
    """One kept connection that plays its matches in turn, an action in each; where one is over comes a spare one."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.matches: deque[Running] = deque()
        self.spare: deque[Running] = deque()
        self.parked: list[Running] = []
        self._host = f"127.0.0.1:{port}"
        self._received = b""
        self._sent_at = 0.0

    @property
    def port(self) -> int:
        """Our end of it."""
        return int(self.socket.getsockname()[1])

    def hello(self) -> None:
        """One small request, so that a process of the server has taken the connection."""
        self._received = b""
        self.socket.sendall(f"GET /healthz HTTP/1.1\r\nHost: {self._host}\r\n\r\n".encode())
        while self._receive()[1] is None:
            pass

    def ask(self) -> None:
        """Say the next thing in the match that is first in the queue; look at it first if nothing is known to say."""
        game = self.matches[0]
        token = game.tokens[game.seat - 1]
        if game.words is None:
            head, body = f"GET /api/v1/games/{game.code}/ HTTP/1.1", b""
        else:
            head = f"POST /api/v1/games/{game.code}/actions/ HTTP/1.1"
            body = orjson.dumps({"prompt": game.prompt, "action": game.words})
        fields = f"Host: {self._host}\r\nAuthorization: Bearer {token}\r\nAccept: application/json\r\n"
        kind = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n" if body else ""
        self._received = b""
        self._sent_at = perf_counter()
        self.socket.sendall(f"{head}\r\n{fields}{kind}\r\n".encode() + body)

    def hear(self, tally: Tally) -> bool:
        """Read what has come; True once the answer is complete and the match is up to date."""
        head, body = self._receive()
        if body is None:
            return False
        tally.seconds.append(perf_counter() - self._sent_at)
        game = self.matches.popleft()
        if head[9:12] not in (b"200", b"201"):
            tally.refused.append(self._received)
        elif not _take_in(game, orjson.loads(body), tally):
            self.matches.append(game)
        elif self.spare:
            self.matches.append(self.spare.popleft())
        return True

    def park(self) -> None:
        """Put matches aside that have their head start."""
        self.parked += [game for game in self.matches if game.played >= game.head_start]
        self.matches = deque(game for game in self.matches if game.played < game.head_start)

    def _receive(self) -> tuple[bytes, bytes | None]:
        """Read what has come; the head and the body, None while it is incomplete."""
        read = self.socket.recv(65536)
        if not read:
            raise SystemExit("Error: the web server hung up.")
        self._received += read
        head, _, body = self._received.partition(b"\r\n\r\n")
        return head, body if len(body) >= _length(head) else None


def _length(head: bytes) -> int:
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return int(line[15:])
    return 1 << 30


def _take_in(game: Running, answer: dict[str, Any], tally: Tally) -> bool:
    """Bring the match up to date; True when it is over."""
    if game.words is None:
        tally.looks += 1
        shown = answer
    else:
        tally.actions += 1
        game.played += 1
        shown = answer["game"]
    if shown["status"] != "active":
        tally.over += 1
        return True
    if shown["legal_actions"]:
        words = [each["action"] for each in shown["legal_actions"]]
        view = shown["view"]
        game.words = bots.choose(BOT, RULES, view, words, Rng(game.code.encode(), str(game.played)))
        game.prompt = shown["seats"][game.seat - 1]["prompt"]
    else:
        [asked] = [seat for seat in shown["seats"] if seat["prompt"] is not None]
        game.seat, game.prompt = asked["seat"], asked["prompt"]
        # From the pile one may always draw while there is one; else the player has to look at the table.
        game.words = FIRST if shown["view"]["draw_pile"] else None
    return False


def play(connections: Sequence[Connection], seconds: float | None) -> tuple[Tally, float]:
    """Play on all connections for so long, or until all matches have their head start; what came back, and how long."""
    tally, selector = Tally(), selectors.DefaultSelector()
    began = perf_counter()
    for each in connections:
        each.ask()
        selector.register(each.socket, selectors.EVENT_READ, each)
    while selector.get_map():
        for key, _ in selector.select():
            if key.data.hear(tally):
                _go_on(
                    key.data, selector, more=seconds is None or perf_counter() - began < seconds, aging=seconds is None
                )
    return tally, perf_counter() - began


def _go_on(connection: Connection, selector: selectors.BaseSelector, *, more: bool, aging: bool) -> None:
    if aging:
        connection.park()
    if more and connection.matches:
        connection.ask()
    else:
        selector.unregister(connection.socket)
