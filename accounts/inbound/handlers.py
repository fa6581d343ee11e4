"""Who understands answers. Another app says so in its `ready()`, without being known here."""

from collections.abc import Callable
from typing import NamedTuple

from accounts.models import Channel


class Reply(NamedTuple):
    """An answer to one of our mails, taken in for the first time.

    `about` is what the mail's sender put into its address, `lines` what the person wrote, without what was quoted.
    `sender` is who claims to have written it; `from_owner`, whether that is the address we had written to.
    """

    key: str
    channel: Channel
    about: bytes
    sender: str
    from_owner: bool
    lines: list[str]


Handler = Callable[[Reply], None]

_handlers: list[Handler] = []


def register(handler: Handler) -> None:
    """Have answers read by `handler`. It runs in a transaction of its own, and is called once for each mail."""
    _handlers[:] = [handler]


def handle(reply: Reply) -> None:
    """Give an answer to whoever reads them."""
    for handler in _handlers:
        handler(reply)
