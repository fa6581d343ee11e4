"""Everything somebody can be shown about a match, as bytes that can be compared."""

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.core import mail
from django.db import transaction

from accounts import relay
from accounts.models import Notice
from tests.games.addresses import addresses
from tests.games.conftest import Api, now

# What may differ: numbers of rows, and what the server has promised about its seed.
VARIES = re.compile(rb'"id":\d+|"commitment":"[0-9a-f]{64}"')
UNKEPT = {"ETag", "Content-Length", "Set-Cookie", "Content-Security-Policy"}
# Forms and scripts carry words of chance.
CHANCE = re.compile(rb'(csrf\w*"? value|nonce)="[^"]*"|csrftoken=\w+|"?X-CSRFToken"?: ?"[^"]*"', re.IGNORECASE)
# The desk has a test of its own; the others know no match.
NOT_ABOUT_MATCHES = ("admin/", "dev/", "api/docs/", "api/v1/schema/", "accounts/", "sw.js", "settings/", "theme/")


@contextmanager
def undone() -> Iterator[None]:
    """What happens inside has not happened afterwards."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def shown(
    reader: Api, code: str, posts: Iterable[tuple[str, Any]], methods: Sequence[str] = ("GET", "HEAD", "OPTIONS")
) -> dict[str, bytes]:
    """Every answer this reader can get, by what was asked; `posts` are doors of the match and what is sent there."""
    found: dict[str, bytes] = {}
    if reader.user:  # Pages know a reader by the cookie.
        reader.client.force_login(reader.user)
    paths = [each.path(code=code) for each in addresses() if not each.route.startswith(NOT_ABOUT_MATCHES)]
    paths += [f"/api/v1/games/?{query}" for query in ("status=active", "player=alice", "waiting_for=me", "cursor=x")]
    paths += [f"/api/v1/games/{code}/actions/?after=1", f"/api/v1/games/{code}/actions/?after=x", f"/games/{code}/"]
    for method, path in itertools.product(methods, paths):
        with undone():
            found[f"{method} {path}"] = as_bytes(reader.send(method, path, b"{}"))
    for door, body in posts:
        with undone():
            found[f"POST {door} {body}"] = as_bytes(reader.post(f"/games/{code}/{door}/", body))
    return found


def as_bytes(answer: Any) -> bytes:
    """Status, headers and body; what varies of itself is left out, with the digest over it."""
    body = b"".join(answer) if answer.streaming else answer.content
    kept = sorted((name, value) for name, value in answer.items() if name not in UNKEPT)
    text = CHANCE.sub(b"", VARIES.sub(b"", body))
    tag = answer.get("ETag") if text == body else None
    return f"{answer.status_code} {kept} {tag}\n".encode() + text


def told(cause: Callable[[], Any]) -> dict[str, list[Any]]:
    """Everything that is written and mailed to each person because of something, which is undone again."""
    mail.outbox.clear()
    with undone():
        Notice.objects.all().delete()
        cause()
        payloads = list(Notice.objects.order_by("user", "kind").values_list("user__username", "kind", "payload"))
        Notice.objects.update(due_at=now())
        relay.run()
    found: dict[str, list[Any]] = {}
    for name, kind, payload in payloads:
        found.setdefault(name, []).append((kind, payload))
    for message in mail.outbox:
        pages = [str(content) for content, _ in getattr(message, "alternatives", [])]
        pages = [re.sub(r"/unsubscribe/[^/]+/", "", page) for page in [str(message.subject), str(message.body), *pages]]
        found.setdefault(message.to[0].partition("@")[0], []).append(pages)
    return found
