"""What one stream has to say: a match's versions, or what happens to one person in any match."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any, NamedTuple

from games.live.hub import LOST, Hub, Queue

HEARTBEAT_SECONDS = 15
VERSION = "SELECT version, status FROM games_game WHERE code = %s"
NOTICES = """
SELECT id, kind, thread FROM accounts_notice WHERE user_id = %s AND id > %s ORDER BY id LIMIT 100
"""
LATEST = "SELECT coalesce(max(id), 0) FROM accounts_notice WHERE user_id = %s"
NOTICED = frozenset({"your_turn", "game_started", "game_finished", "invited"})


class Told(NamedTuple):
    """One event of a stream; without a name it is only a sign of life."""

    event: str | None = None
    id: int | None = None
    data: dict[str, Any] | None = None


ALIVE = Told()


async def game_feed(hub: Hub, code: str, after: int | None) -> AsyncIterator[Told]:
    """`game` with the version whenever it grows, at once if it is past `after`; a sign of life in between."""
    await hub.listening()
    with hub.subscribe(f"games:{code}") as queue:
        seen = -1 if after is None else after
        message: dict[str, Any] | None = LOST
        while True:
            if message is LOST:
                ((version, _status),) = await hub.fetch(VERSION, [code])
            elif message is not None:
                version = message["version"]
            if message is None:
                yield ALIVE
            elif version > seen or message.get("again"):
                seen = version
                yield Told("game", version, {"version": version})
            message = await _next(queue)


async def my_feed(hub: Hub, user_id: int, after: int | None) -> AsyncIterator[Told]:
    """What happens to one person: the kinds of notices, and `message`; what came after notice `after` first."""
    await hub.listening()
    with hub.subscribe(f"people:{user_id}") as queue:
        seen = after
        if seen is None:
            ((seen,),) = await hub.fetch(LATEST, [user_id])
        message: dict[str, Any] | None = LOST
        while True:
            if message is None:
                yield ALIVE
            elif message is LOST or message["event"] in NOTICED:
                for number, kind, game in await hub.fetch(NOTICES, [user_id, seen]):
                    seen = number
                    if kind in NOTICED:
                        yield Told(kind, number, {"game": game})
            else:
                yield Told(message["event"], None, {"game": message["game"]})
            message = await _next(queue)


async def _next(queue: Queue) -> dict[str, Any] | None:
    """The next message, or None after a while without one."""
    try:
        return await asyncio.wait_for(queue.get(), HEARTBEAT_SECONDS)
    except TimeoutError:
        return None
