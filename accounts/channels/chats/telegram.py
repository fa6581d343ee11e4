"""Telegram, by a bot of one's own. Without `parse_mode` a text is only text."""

import orjson

from accounts.channels.chats import Parts, Words, calling_nobody
from accounts.channels.safe_http import Request

NAME = "Telegram"
EXAMPLE = "tgram://BOT_TOKEN/CHAT_ID"
PATTERNS = (r"tgram://(?:bot)?(?P<bot>\d{1,20}):(?P<token>[\w-]{20,100})/(?P<chat>-?\d{1,20}|@\w{1,40})/?",)


def shown(parts: Parts) -> str:
    return f"{NAME} {parts['bot']} → {parts['chat']}"


def request(parts: Parts, words: Words) -> Request:
    text = f"{calling_nobody(words.text)}\n{words.url}"
    body = {"chat_id": parts["chat"], "text": text, "link_preview_options": {"is_disabled": True}}
    url = f"https://api.telegram.org/bot{parts['bot']}:{parts['token']}/sendMessage"
    return Request(url, orjson.dumps(body), {"Content-Type": "application/json"})
