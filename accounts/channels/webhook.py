"""Webhooks in the form of the Standard Webhooks: a thin, signed note that something happened, for programs."""

import base64
import secrets
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Any

import orjson
from django.conf import settings
from standardwebhooks import Webhook

from accounts import clock
from accounts.channels import ChannelError, Message, Receipt
from accounts.channels.post import hand_over
from accounts.channels.safe_http import Request
from accounts.channels.when import parse
from accounts.models import Channel, Notice
from accounts.sealing import Sealed

PATIENCE = timedelta(days=3)
ONE_BY_ONE = True
PREFIX = "whsec_"
SECRET_BYTES = 32
# After a rotation both secrets sign, so that a receiver can be changed in peace.
FORMER_SIGNS = timedelta(hours=24)
# What of a notice goes out: a program asks for the rest with its token.
SHOWN = ("game", "seat", "prompt")
TIMES = orjson.OPT_UTC_Z | orjson.OPT_OMIT_MICROSECONDS


def send(address: str, message: Message) -> Receipt:
    """Hand the notice over; `webhook-id` is the same however often it is tried."""
    body, now = orjson.dumps(payload(message.notices[-1]), option=TIMES), clock.now()
    name = str(message.delivery_id)
    headers = {
        "Content-Type": "application/json",
        "webhook-id": name,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": " ".join(_sign(secret, name, now, body) for secret in valid(message.channel, now)),
    }
    return hand_over(Request(address, body, headers), final=(HTTPStatus.GONE,))


def payload(notice: Notice) -> dict[str, Any]:
    """What happened, to whom, and where to look."""
    data = {name: notice.payload[name] for name in SHOWN if name in notice.payload}
    if "deadline" in notice.payload:
        data["deadline"] = parse(notice.payload["deadline"])
    place = settings.SITE_URL + str(notice.payload.get("url") or "/")
    return {"type": notice.kind, "timestamp": notice.created_at, "data": {**data, "url": place}}


def new_secret() -> str:
    """A secret, as receivers want it."""
    return PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def rotated(channel: Channel, secret: str) -> dict[str, str]:
    """The secrets of the channel with a new one; the present one goes on signing for FORMER_SIGNS."""
    present, until = channel.secrets["secret"], clock.now() + FORMER_SIGNS
    return {"secret": secret, "former": present, "former_until": until.isoformat()}


def valid(channel: Channel, now: datetime) -> list[str]:
    """The secrets that sign now, the newest first. Raises ChannelError when they cannot be read any more."""
    try:
        found = channel.secrets
    except Sealed as error:
        raise ChannelError("The secret is no longer valid.", permanent=True) from error
    until = parse(found.get("former_until"))
    return [found["secret"], *([found["former"]] if until and now < until else [])]


def _sign(secret: str, name: str, now: datetime, body: bytes) -> str:
    return Webhook(secret).sign(name, now, body.decode())
