"""The one listener of this process, and the queues of the streams that wait for what it hears."""

import asyncio
import contextlib
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator
from typing import Any

import orjson
import psycopg

from accounts.outbox import PEOPLE
from games.notify import GAMES

logger = logging.getLogger(__name__)

Queue = asyncio.Queue[dict[str, Any]]
LONGEST_QUEUE = 100
WAITS = (0.1, 0.5, 1.0, 2.0, 5.0)
LOST = {"event": "lost"}
# However many streams begin at once, they ask the database a few at a time.
QUERIES_AT_ONCE = 4


class Hub:
    """Hears NOTIFY on one connection and hands each message to the queues of its topic.

    Topics are `games:CODE` and `people:USER_ID`. A queue that hears `lost` has missed something: the connection
    broke, or its reader was too slow.
    """

    def __init__(self, conninfo: str) -> None:
        self._conninfo = conninfo
        self._queues: dict[str, set[Queue]] = defaultdict(set)
        self._task: asyncio.Task[None] | None = None
        self._ready = asyncio.Event()
        self._queries = asyncio.Semaphore(QUERIES_AT_ONCE)

    @contextlib.contextmanager
    def subscribe(self, topic: str) -> Iterator[Queue]:
        """A queue of what is told about the topic, for the length of a block."""
        queue: Queue = asyncio.Queue(LONGEST_QUEUE)
        self._queues[topic].add(queue)
        try:
            yield queue
        finally:
            self._queues[topic].discard(queue)
            if not self._queues[topic]:
                del self._queues[topic]

    async def listening(self) -> None:
        """Wait until the listener hears; start it first if need be."""
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._listen())
        await self._ready.wait()

    async def fetch(self, sql: str, values: list[Any]) -> list[tuple[Any, ...]]:
        """The rows of one short query."""
        async with (
            self._queries,
            await psycopg.AsyncConnection.connect(self._conninfo, autocommit=True) as connection,
        ):
            cursor = await connection.execute(sql.encode(), values)
            return await cursor.fetchall()

    async def _listen(self) -> None:
        tries = 0
        while True:
            try:
                async for channel, payload in self._messages():
                    tries = 0
                    self._hand_out(channel, payload)
            except psycopg.OperationalError as error:
                logger.warning("The listener lost the database: %s", error)
            self._ready.clear()
            await asyncio.sleep(WAITS[min(tries, len(WAITS) - 1)])
            tries += 1

    async def _messages(self) -> AsyncIterator[tuple[str, str]]:
        async with await psycopg.AsyncConnection.connect(self._conninfo, autocommit=True) as connection:
            await connection.execute(f"LISTEN {GAMES}")
            await connection.execute(f"LISTEN {PEOPLE}")
            self._ready.set()
            self._tell_everybody(LOST)
            async for notify in connection.notifies():
                yield notify.channel, notify.payload

    def _hand_out(self, channel: str, payload: str) -> None:
        message = orjson.loads(payload)
        for queue in self._queues.get(f"{channel}:{message['to']}", ()):
            _put(queue, message)

    def _tell_everybody(self, message: dict[str, Any]) -> None:
        for queues in self._queues.values():
            for queue in queues:
                _put(queue, message)


def _put(queue: Queue, message: dict[str, Any]) -> None:
    """Hand over, or, to a reader who is too slow, one word that he has missed something."""
    if queue.full():
        while not queue.empty():
            queue.get_nowait()
        message = LOST
    queue.put_nowait(message)
