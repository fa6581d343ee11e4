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
    "status": "sent",
    "reason": "",
    "created_at": "2026-11-29T20:00:00Z",
    "due_at": "2026-11-29T20:02:00Z",
    "held_until": None,
    "settled_at": "2026-11-29T20:02:01Z",
    "deliveries": [
        {
            "id": "0193a2f0-6a8e-7c3d-9f6e-2b1f6f0e8a11",
            "channel": 3,
            "kind": "email",
            "address": "ann@example.org",
            "status": "sent",
            "due_at": None,
            "sent_at": "2026-11-29T20:02:01Z",
            "error": "",
            "notices": 2,
        }
    ],
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
    "digest": "daily",
    "digest_at": "18:00",
}
NOTIFICATIONS = {
    "channels": [CHANNEL],
    "grace_seconds": 300,
    "awake": {"from": "07:00", "until": "22:30"},
    "at_once": ["deadline_near"],
    "muted_games": [{"game": "k3v9x2qd", "mute": "most"}],
}
SWITCHED = {
    "channels": [{"id": 3, "notices": {"your_turn": False}, "digest": "daily", "digest_at": "18:00"}],
    "awake": {"from": "07:00", "until": "22:30"},
    "muted_games": [{"game": "k3v9x2qd", "mute": "most"}],
}
