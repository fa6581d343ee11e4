"""What is told to open streams when a transaction commits: numbers and kinds, never anything hidden.

The service that records an action tells of it in its own statement; notices tell of themselves (accounts.outbox).
"""

from collections.abc import Iterable

import orjson
from django.db import connection

from accounts.outbox import PEOPLE

GAMES = "games"
TELL = "SELECT pg_notify(%s, payload) FROM unnest(%s::text[]) AS payload"


def version_told(code: str, version: int) -> str:
    """What the watchers of a match are told when its version has grown."""
    return orjson.dumps({"to": code, "version": version}).decode()


def tell_table(code: str, version: int) -> None:
    """Tell the watchers of a match to look again although its version is the same: a seat, a deadline, some talk."""
    _tell(GAMES, [{"to": code, "version": version, "again": True}])


def tell_people(user_ids: Iterable[int], event: str, code: str) -> None:
    """Tell these people that something happened at a table of theirs."""
    _tell(PEOPLE, [{"to": user, "event": event, "game": code} for user in user_ids])


def _tell(channel: str, messages: list[dict[str, object]]) -> None:
    payloads = [orjson.dumps(message).decode() for message in messages]
    if payloads:
        with connection.cursor() as cursor:
            cursor.execute(TELL, [channel, payloads])
