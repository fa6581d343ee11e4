"""The brokers that Celery may use here: the queue in PostgreSQL always, others where they answer on this machine."""

import contextlib
import json
import os
import socket
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from kombu import Connection
from redis import Redis


class Broker(NamedTuple):
    """An address, empty for the database's own queue, and what to put on Celery's command line."""

    url: str

    @property
    def queue(self) -> str:
        """A queue of our own, so that nobody else's is touched."""
        return f"jackpot-live-{os.getpid()}"

    @property
    def words(self) -> list[str]:
        if not self.url:
            return []
        words = ["--", f"task.default_queue={self.queue}"]
        return [*words, f"broker.transport_options=(dict){json.dumps(self.options)}"] if self.is_redis else words

    @property
    def is_redis(self) -> bool:
        return self.url.startswith("redis:")

    @property
    def options(self) -> dict[str, Any]:
        """Those of the settings, and a prefix for all that Celery leaves in Redis, where a kill leaves much."""
        return {"visibility_timeout": 300, "unacked_restore_throttle": 1, "global_keyprefix": f"{self.queue}:"}

    @contextlib.contextmanager
    def cleared(self) -> Iterator[None]:
        """Delete in the end what is ours."""
        yield
        if self.is_redis:
            with Redis.from_url(self.url) as redis:
                for key in redis.scan_iter(f"{self.queue}:*"):
                    redis.delete(key)
        elif self.url:
            with Connection(self.url) as connection:
                channel: Any = connection.default_channel
                channel.queue_delete(self.queue)
                channel.exchange_delete(self.queue)


def _param(name: str, url: str, port: int) -> object:
    with socket.socket() as probe:
        probe.settimeout(1)
        absent = bool(probe.connect_ex(("127.0.0.1", port)))
    mark = pytest.mark.skipif(absent, reason=f"no {name} answers at 127.0.0.1:{port}")
    return pytest.param(Broker(url), id=name, marks=mark)


BROKERS = [
    pytest.param(Broker(""), id="PGMQ"),
    _param("RabbitMQ", "amqp://guest:guest@127.0.0.1:5672//", 5672),
    _param("Redis", "redis://127.0.0.1:6379/9", 6379),
]
