"""How a view hands its answer over to a live feed, and how the server takes it up.

The view does what every view does (who, may they, which form) and answers with a header instead of a body; the
server's entry (jackpot_site.rsgi) sees the header, takes it off and lets the feed speak.
"""

from collections.abc import AsyncIterator
from typing import NamedTuple

import orjson

from games.live.feeds import Told, game_feed, my_feed
from games.live.hub import Hub
from games.live.wire import FIRST, write

HEADER = "X-Live-Feed"
GAME, MINE = "game", "mine"


class Feed(NamedTuple):
    """Which feed, of what, after which number, in which form."""

    kind: str
    key: str
    after: int | None
    media_type: str


def to_header(feed: Feed) -> str:
    """The feed as the value of HEADER."""
    return orjson.dumps(list(feed)).decode()


def from_header(text: str) -> Feed:
    """The feed a view has asked for."""
    return Feed(*orjson.loads(text))


async def speak(hub: Hub, feed: Feed) -> AsyncIterator[bytes]:
    """The bytes of the stream, until its reader goes away."""
    if first := FIRST[feed.media_type]:
        yield first
    async for told in _told(hub, feed):
        yield write(told, feed.media_type)


def _told(hub: Hub, feed: Feed) -> AsyncIterator[Told]:
    if feed.kind == GAME:
        return game_feed(hub, feed.key, feed.after)
    return my_feed(hub, int(feed.key), feed.after)
