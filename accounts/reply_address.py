"""Addresses that can be answered: each is good for one purpose and one channel, and nobody else can make one.

`jackpot+TOKEN@reply.example.org`: the token holds what the mail was about and a signature. It has no capitals, so
that mail servers may write it as they like, and the part before the @ stays under 64 signs (RFC 5321).
"""

import base64
import binascii
import struct
from enum import IntEnum
from typing import NamedTuple

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

SALT = "reply address"
HEAD = struct.Struct(">BI")
# 96 bits: each guess costs the guesser a mail.
SIGNATURE_BYTES = 12
LONGEST_LOCAL = 64


class Purpose(IntEnum):
    """What a mail to such an address is."""

    REPLY = 1
    BOUNCE = 2


class Capability(NamedTuple):
    """What an address is good for; `about` is the sender's own business."""

    purpose: Purpose
    channel_id: int
    about: bytes


def make(capability: Capability) -> str:
    """The address; empty on a site that takes no mails in (MAIL_REPLY_ADDRESS)."""
    local, _at, domain = settings.MAIL_REPLY_ADDRESS.rpartition("@")
    if not local:
        return ""
    body = HEAD.pack(capability.purpose, capability.channel_id) + capability.about
    token = base64.b32encode(body + _signature(body)).decode().rstrip("=").lower()
    return f"{local}+{token}@{domain}"


def read(address: str) -> Capability | None:
    """What this address is good for; None when it is none of ours."""
    local, _at, domain = address.strip().strip("<>").rpartition("@")
    name, _plus, token = local.rpartition("+")
    if f"{name}@{domain}".lower() != settings.MAIL_REPLY_ADDRESS.lower() or len(token) > LONGEST_LOCAL:
        return None
    body, signature = _opened(token)
    if len(body) < HEAD.size or not constant_time_compare(signature, _signature(body)):
        return None
    purpose, channel_id = HEAD.unpack(body[: HEAD.size])
    return Capability(Purpose(purpose), channel_id, body[HEAD.size :])


def _opened(token: str) -> tuple[bytes, bytes]:
    try:
        both = base64.b32decode(token.upper() + "=" * (-len(token) % 8))
    except (binascii.Error, ValueError):
        both = b""
    return both[:-SIGNATURE_BYTES], both[-SIGNATURE_BYTES:]


def _signature(body: bytes) -> bytes:
    return salted_hmac(SALT, body, algorithm="sha256").digest()[:SIGNATURE_BYTES]
