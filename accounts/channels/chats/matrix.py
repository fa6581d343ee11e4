"""Matrix, with the access token of an account that is in the room. Sent twice, it is shown once."""

from urllib.parse import quote

import orjson

from accounts.channels.chats import Parts, Words
from accounts.channels.safe_http import Request

NAME = "Matrix"
EXAMPLE = "matrixs://ACCESS_TOKEN@matrix.org/!ROOM:matrix.org"
PATTERNS = (
    r"matrixs://(?P<token>[\w.~-]{10,300})@(?P<host>[\w.-]{1,253}(?::\d{1,5})?)/(?P<room>![\w.~=/+-]{1,200}(?::[\w.:-]{1,255})?)",
)


def shown(parts: Parts) -> str:
    return f"{NAME} {parts['room']}"


def request(parts: Parts, words: Words) -> Request:
    body = {"msgtype": "m.notice", "body": f"{words.text}\n{words.url}", "m.mentions": {}}
    room = quote(parts["room"], safe="")
    url = f"https://{parts['host']}/_matrix/client/v3/rooms/{room}/send/m.room.message/{words.name}"
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {parts['token']}"}
    return Request(url, orjson.dumps(body), headers, "PUT")
