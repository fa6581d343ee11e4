"""Discord, by a webhook of a channel."""

import orjson

from accounts.channels.chats import Parts, Words, without_markdown
from accounts.channels.safe_http import Request

NAME = "Discord"
EXAMPLE = "https://discord.com/api/webhooks/…/…"
PATTERNS = (
    r"https://(?:(?:ptb|canary)\.)?discord(?:app)?\.com/api/(?:v\d+/)?webhooks/(?P<hook>\d{1,30})/(?P<token>[\w-]{1,200})/?",
    r"discord://(?P<hook>\d{1,30})/(?P<token>[\w-]{1,200})/?",
)
NO_PREVIEWS = 1 << 2


def shown(parts: Parts) -> str:
    return f"{NAME} {parts['hook']}"


def request(parts: Parts, words: Words) -> Request:
    content = f"{without_markdown(words.text)}\n{words.url}"
    body = {"content": content, "allowed_mentions": {"parse": []}, "flags": NO_PREVIEWS}
    url = f"https://discord.com/api/webhooks/{parts['hook']}/{parts['token']}"
    return Request(url, orjson.dumps(body), {"Content-Type": "application/json"})
