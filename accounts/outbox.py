"""The way into the outbox: notices are rows, written in the transaction that gave rise to them."""

from collections.abc import Collection
from datetime import datetime
from typing import Any, NamedTuple

import orjson
from django.conf import settings
from django.db import connection, transaction

from accounts import clock
from accounts.models import Delivery, Notice

# What people can be told, and may turn off for a channel. (The templates are the sender's: notices/<kind>.*)
KINDS = (
    *("your_turn", "deadline_near", "nudge", "late_turn", "game_started", "game_finished", "invited"),
    *("pause", "holiday", "seat_lost", "receipt"),
)

# What calls somebody to a table. Who mutes a match goes on hearing these, unless they say that they mean these too.
CALLS = ("your_turn", "deadline_near", "nudge")

OPEN = (Notice.Status.PENDING, Notice.Status.HELD, Notice.Status.TAKEN)

# The channel on which open streams hear of what happens to a person.
PEOPLE = "people"

# One statement whatever the number of rows, so that the path of a move stays short.
INSERT = """
INSERT INTO accounts_notice (user_id, kind, thread, key, payload, due_at, created_at, status, reason)
SELECT user_id, kind, thread, key, payload,
  due_at + CASE WHEN grace THEN make_interval(secs => COALESCE(
    (SELECT grace_seconds FROM accounts_user WHERE id = user_id), %s
  )) ELSE '0' END, %s, 'pending', ''
FROM unnest(%s::bigint[], %s::text[], %s::text[], %s::text[], %s::jsonb[], %s::timestamptz[], %s::bool[])
  AS new (user_id, kind, thread, key, payload, due_at, grace)
ON CONFLICT (key) DO NOTHING
RETURNING pg_notify('people', json_build_object('to', user_id, 'event', kind, 'game', thread)::text)
"""


# Rows are locked in the order of their ids, here and in accounts.delivery, so that nobody waits in a circle.
DROP = """
UPDATE accounts_notice SET status = 'dropped', reason = %s, settled_at = %s, held_until = NULL
WHERE id IN (
  SELECT id FROM accounts_notice WHERE {which} AND status IN ('pending', 'held', 'taken') ORDER BY id FOR UPDATE
)
"""


class NewNotice(NamedTuple):
    """Something to tell one person.

    `kind` names the templates (`notices/<kind>.*`), `thread` groups the mails of one match, `key` makes it
    happen once, `payload` is plain JSON that holds nothing hidden from this person, and `due_at` is the
    moment from which it may be sent; with `grace` so much later as this person allows for acting without it.
    """

    user_id: int
    kind: str
    thread: str
    key: str
    payload: dict[str, Any]
    due_at: datetime
    grace: bool = False


def put(notices: list[NewNotice]) -> None:
    """Write notices in the caller's transaction, and tell open streams; a key that is known already changes nothing."""
    if not notices:
        return
    users, kinds, threads, keys, payloads, dues, graces = zip(*notices, strict=True)
    texts = [orjson.dumps(payload).decode() for payload in payloads]
    with connection.cursor() as cursor:
        rows = [[*users], [*kinds], [*threads], [*keys], texts, [*dues], [*graces]]
        cursor.execute(INSERT, [settings.NOTICE_GRACE_SECONDS, clock.now(), *rows])


@transaction.atomic
def revise(key: str, payload: dict[str, Any]) -> None:
    """What is to be told has changed before it was: whatever holds it back is weighed anew."""
    Delivery.objects.filter(notices__key=key, status=Delivery.Status.HELD).update(due_at=clock.now())
    Notice.objects.filter(key=key, status__in=OPEN).update(payload=payload)


def withdraw(*keys: str, reason: str) -> int:
    """Drop the notices with these keys that have not gone out; returns how many that were."""
    return _drop("key = ANY(%s)", [[*keys]], reason)


def withdraw_thread(thread: str, kinds: Collection[str], reason: str) -> int:
    """Drop the notices of a thread (a match) of these kinds, whoever was to get them; returns how many."""
    return _drop("thread = %s AND kind = ANY(%s)", [thread, [*kinds]], reason)


def withdraw_user(user_id: int, reason: str) -> int:
    """Drop all notices of a user that have not gone out; returns how many."""
    return _drop("user_id = %s", [user_id], reason)


def _drop(which: str, values: list[Any], reason: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(DROP.format(which=which), [reason, clock.now(), *values])
        return int(cursor.rowcount)
