"""Slack, by an incoming webhook."""

from html import escape

import orjson

from accounts.channels.chats import Parts, Words, calling_nobody
from accounts.channels.safe_http import Request

NAME = "Slack"
EXAMPLE = "https://hooks.slack.com/services/T…/B…/…"
PATTERNS = (
    r"https://hooks\.slack\.com/services/(?P<team>T\w{1,30})/(?P<hook>B\w{1,30})/(?P<token>\w{1,100})/?",
    r"slack://(?P<team>T\w{1,30})/(?P<hook>B\w{1,30})/(?P<token>\w{1,100})/?",
)


def shown(parts: Parts) -> str:
    return f"{NAME} {parts['team']}/{parts['hook']}"


def request(parts: Parts, words: Words) -> Request:
    text = f"{escape(calling_nobody(words.text), quote=False)}\n{words.url}"
    body = {"text": text, "mrkdwn": False, "link_names": False, "unfurl_links": False}
    url = f"https://hooks.slack.com/services/{parts['team']}/{parts['hook']}/{parts['token']}"
    return Request(url, orjson.dumps(body), {"Content-Type": "application/json"})
