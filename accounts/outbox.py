"""The way into the outbox: notices are rows, written in the transaction that gave rise to them."""

from collections.abc import Collection
from datetime import datetime
from typing import Any, NamedTuple

import orjson
from django.db import connection
from django.db.models import QuerySet

from accounts import clock
from accounts.models import Notice

# What people can be told, and may turn off for a channel. (The templates are the sender's: notices/<kind>.*)
KINDS = ("your_turn", "deadline_near", "game_started", "game_finished", "invited")

OPEN = (Notice.Status.PENDING, Notice.Status.TAKEN)

# One statement whatever the number of rows, so that the path of a move stays short.
INSERT = """
INSERT INTO accounts_notice (user_id, kind, thread, key, payload, due_at, created_at, status, reason)
SELECT user_id, kind, thread, key, payload, due_at, %s, 'pending', ''
FROM unnest(%s::bigint[], %s::text[], %s::text[], %s::text[], %s::jsonb[], %s::timestamptz[])
  AS new (user_id, kind, thread, key, payload, due_at)
ON CONFLICT (key) DO NOTHING
"""


class NewNotice(NamedTuple):
    """Something to tell one person.

    `kind` names the templates (`notices/<kind>.*`), `thread` groups the mails of one match, `key` makes it
    happen once, `payload` is plain JSON that holds nothing hidden from this person, and `due_at` is the
    moment from which it may be sent (normally now + NOTICE_GRACE_SECONDS).
    """

    user_id: int
    kind: str
    thread: str
    key: str
    payload: dict[str, Any]
    due_at: datetime


def put(notices: list[NewNotice]) -> None:
    """Write notices in the caller's transaction; those whose key is known already are left as they are."""
    if not notices:
        return
    users, kinds, threads, keys, payloads, dues = zip(*notices, strict=True)
    texts = [orjson.dumps(payload).decode() for payload in payloads]
    with connection.cursor() as cursor:
        cursor.execute(INSERT, [clock.now(), [*users], [*kinds], [*threads], [*keys], texts, [*dues]])


def withdraw(*keys: str, reason: str) -> int:
    """Drop the notices with these keys that have not gone out; returns how many that were."""
    return _drop(Notice.objects.filter(key__in=keys), reason)


def withdraw_thread(thread: str, kinds: Collection[str], reason: str) -> int:
    """Drop the notices of a thread (a match) of these kinds, whoever was to get them; returns how many."""
    return _drop(Notice.objects.filter(thread=thread, kind__in=kinds), reason)


def _drop(notices: QuerySet[Notice], reason: str) -> int:
    return notices.filter(status__in=OPEN).update(status=Notice.Status.DROPPED, reason=reason, settled_at=clock.now())
