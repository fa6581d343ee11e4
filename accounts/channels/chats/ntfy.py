"""ntfy, on ntfy.sh or on a server of one's own; a token may stand before the host."""

import orjson

from accounts.channels.chats import Parts, Words, fingerprint
from accounts.channels.safe_http import Request

NAME = "ntfy"
EXAMPLE = "ntfys://ntfy.sh/TOPIC"
CLOUD = "ntfy.sh"
PATTERNS = (
    r"https://(?P<host>ntfy\.sh)/(?P<topic>[\w-]{1,64})/?",
    r"ntfys://(?:(?P<token>tk_\w{1,100})@)?(?P<host>[\w.-]{1,253}(?::\d{1,5})?)/(?P<topic>[\w-]{1,64})/?",
    r"ntfys?://(?P<topic>[\w-]{1,64})/?",
)


def shown(parts: Parts) -> str:
    """A topic is as good as a password."""
    return f"{NAME} {parts.get('host') or CLOUD}/…{fingerprint(parts['topic'])}"


def request(parts: Parts, words: Words) -> Request:
    body = {"topic": parts["topic"], "title": words.title, "message": words.text, "click": words.url}
    headers = {"Content-Type": "application/json"}
    if token := parts.get("token"):
        headers["Authorization"] = f"Bearer {token}"
    return Request(f"https://{parts.get('host') or CLOUD}/", orjson.dumps(body), headers)
