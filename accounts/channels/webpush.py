"""Push to a browser (RFC 8030): encrypted for the device (RFC 8291), signed with a key of our own (RFC 8292).

Who carries the message sees its size, its moment and a name for its match that only serves to replace an older one.
"""

import base64
import hashlib
from datetime import timedelta
from email.utils import parseaddr
from typing import Any
from urllib.parse import urlsplit

import orjson
from django.conf import settings

from accounts import clock, waiting
from accounts.channels import ChannelError, Message, Receipt, push_keys
from accounts.channels.brief import brief_of
from accounts.channels.post import GONE, hand_over
from accounts.channels.safe_http import Request
from accounts.channels.when import parse
from accounts.models import Channel
from accounts.sealing import Sealed

PATIENCE = timedelta(days=7)
ONE_BY_ONE = False
SIGNED_FOR = timedelta(hours=12)
# How long the push service keeps it for a device that is off, unless the deadline comes first.
KEPT = timedelta(days=3)
TOPIC_LENGTH = 32


def send(address: str, message: Message) -> Receipt:
    """Hand the message to the push service of the device."""
    secrets = _secrets(message.channel)
    headers = {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(_seconds_kept(message)),
        "Urgency": "high" if _deadlines(message) else "normal",
        "Topic": _topic(message),
        **_signature(address, secrets["key"]),
    }
    body = _encrypted(orjson.dumps(payload(message)), address, secrets)
    return hand_over(Request(address, body, headers), final=GONE, gone=True)


def payload(message: Message) -> dict[str, Any]:
    """What the service worker is given: words, where they lead, and `tag`, by which the newest of a match stays."""
    brief = brief_of(message)
    return {
        "title": brief.title,
        "body": "\n".join(brief.lines),
        "url": brief.url,
        "tag": brief.thread or "news",
        "game": brief.thread,
        "waiting": waiting.waiting_for(message.user),
    }


def _secrets(channel: Channel) -> dict[str, str]:
    """The keys of the device, and `key`: our secret one that it knows us by."""
    try:
        found = channel.secrets
        key = push_keys.secret_of(found["vapid"])
    except Sealed:
        key = None
    if key is None:
        raise ChannelError("The keys are no longer valid.", permanent=True, gone=True)
    return {**found, "key": key}


def _encrypted(content: bytes, address: str, secrets: dict[str, str]) -> bytes:
    from pywebpush import WebPusher  # Heavy, and only the worker needs it.

    keys = {name: secrets[name] for name in ("p256dh", "auth")}
    return bytes(WebPusher({"endpoint": address, "keys": keys}).encode(content)["body"])


def _signature(address: str, key: str) -> dict[str, str]:
    from pywebpush import Vapid

    parts = urlsplit(address)
    _name, contact = parseaddr(settings.DEFAULT_FROM_EMAIL)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int((clock.now() + SIGNED_FOR).timestamp()),
        "sub": f"mailto:{contact}",
    }
    return dict(Vapid.from_raw(key.encode()).sign(claims))


def _deadlines(message: Message) -> list[Any]:
    return [due for notice in message.notices if (due := parse(notice.payload.get("deadline")))]


def _seconds_kept(message: Message) -> int:
    """Until it is too late to act on any of it; a reminder of what is over helps nobody."""
    left = [due - clock.now() for due in _deadlines(message)]
    return max(int(min(max(left, default=KEPT), KEPT).total_seconds()), 0)


def _topic(message: Message) -> str:
    """The newest about a match replaces what the push service still holds; it learns nothing of the match from this."""
    threads = sorted({notice.thread for notice in message.notices})
    digest = hashlib.sha256(f"{message.channel.pk} {threads}".encode()).digest()
    return base64.urlsafe_b64encode(digest).decode()[:TOPIC_LENGTH]
