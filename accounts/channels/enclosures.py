"""What another app puts into a mail at the moment it is written, without being known here.

A notice says only what cannot change. What can, such as the cards on a table, is looked up when the mail is written,
for the mail's one reader. Only mails carry it: what others may see over somebody's shoulder (a lock screen, a chat)
does not.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from accounts.models import Notice, User


class Enclosure(NamedTuple):
    """What the templates are given besides the notice, styles for the head of the mail, and what an answer is about.

    `about`: at most 12 bytes that come back with an answer (`inbound.handlers.Reply`); empty where none is expected.
    """

    context: dict[str, Any]
    style: str = ""
    about: bytes = b""


NOTHING = Enclosure({})

Source = Callable[[Notice, User], Enclosure]

_sources: dict[str, Source] = {}


def register(kind: str, source: Source) -> None:
    """Have `source` asked for every mail with a notice of this kind, in the reader's language and time zone."""
    _sources[kind] = source


def enclosed(notice: Notice, user: User) -> Enclosure:
    """What goes with this notice now."""
    source = _sources.get(notice.kind)
    return source(notice, user) if source else NOTHING
