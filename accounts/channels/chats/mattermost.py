"""Mattermost, by an incoming webhook of any server."""

import orjson

from accounts.channels.chats import Parts, Words, fingerprint, without_markdown
from accounts.channels.safe_http import Request

NAME = "Mattermost"
EXAMPLE = "https://chat.example.org/hooks/…"
PATTERNS = (
    r"https://(?P<host>[\w.-]{1,253}(?::\d{1,5})?)/hooks/(?P<token>[a-z0-9]{20,40})/?",
    r"mmosts://(?P<host>[\w.-]{1,253}(?::\d{1,5})?)/(?P<token>[a-z0-9]{20,40})/?",
)


def shown(parts: Parts) -> str:
    return f"{NAME} {parts['host']}/…{fingerprint(parts['token'])}"


def request(parts: Parts, words: Words) -> Request:
    body = {"text": f"{without_markdown(words.text)}\n{words.url}"}
    url = f"https://{parts['host']}/hooks/{parts['token']}"
    return Request(url, orjson.dumps(body), {"Content-Type": "application/json"})
