"""The chat services, one module each, all with the same inside.

`NAME`, and `EXAMPLE`, an address as a person types it; `PATTERNS`, what such an address looks like, with a name for
each part; `shown(parts)`, the address without what lets others write there; `request(parts, words)`, the message as
the service takes it. Only what is listed here can be reached, by https, at hosts that the door has looked at.
"""

import hashlib
import re
from collections.abc import Mapping
from typing import NamedTuple, Protocol

from accounts.channels.safe_http import Request

Parts = Mapping[str, str]


class Words(NamedTuple):
    """One message: a title, sentences, an absolute address, and a name that is the same when it is sent again."""

    title: str
    text: str
    url: str
    name: str


class Service(Protocol):
    """What a module of this package offers."""

    NAME: str
    EXAMPLE: str
    PATTERNS: tuple[str, ...]

    def shown(self, parts: Parts) -> str: ...

    def request(self, parts: Parts, words: Words) -> Request: ...


def fingerprint(secret: str) -> str:
    """Tells two secrets apart without giving any of them away."""
    return hashlib.sha256(secret.encode()).hexdigest()[:6]


def without_markdown(text: str) -> str:
    """The text with everything escaped that could be markup; and nobody is called by it."""
    return re.sub(r"([\\`*_~|>\[\](){}#+!.-])", r"\\\1", calling_nobody(text))


def calling_nobody(text: str) -> str:
    """The text with every "@" cut off from the name behind it."""
    return text.replace("@", "@\u200b")
