"""Examples of the operations under /me/, for the OpenAPI document."""

from accounts.outbox import KINDS

ME = {
    "username": "ann",
    "email": "ann@example.org",
    "language": "de",
    "time_zone": "Europe/Berlin",
    "is_bot": False,
    "suspended": False,
    "created_at": "2026-11-29T20:00:00Z",
    "scopes": ["account:read", "games:play", "games:read"],
}
TOKEN = {
    "id": 7,
    "label": "my bot",
    "hint": "jp_x7Qa",
    "scopes": ["games:play", "games:read"],
    "created_at": "2026-11-29T20:00:00Z",
    "last_used_at": None,
}
NEW_TOKEN = {**TOKEN, "token": "jp_x7Qa…"}
TOKENS = {"results": [TOKEN], "next": None, "previous": None}
NOTICE = {
    "id": 41,
    "kind": "your_turn",
    "game": "k3v9x2qd",
    "status": "dropped",
    "reason": "answered",
    "created_at": "2026-11-29T20:00:00Z",
    "due_at": "2026-11-29T20:02:00Z",
    "settled_at": "2026-11-29T20:01:10Z",
}
NOTICES = {"results": [NOTICE], "next": None, "previous": None}
CHANNEL = {
    "id": 3,
    "kind": "email",
    "address": "ann@example.org",
    "last_error": "",
    "verified": True,
    "enabled": True,
    "notices": dict.fromkeys(KINDS, True),
}
NOTIFICATIONS = {"channels": [CHANNEL]}
SWITCHED = {"channels": [{"id": 3, "notices": {"your_turn": False}}]}
