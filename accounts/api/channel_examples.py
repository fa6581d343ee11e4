"""Examples of the operations about channels, for the OpenAPI document."""

from accounts.api.examples import CHANNEL

WEBHOOK = {
    **CHANNEL,
    "id": 8,
    "kind": "webhook",
    "address": "https://bots.example.org/jackpot",
    "label": "my bot",
    "added_at": "2026-11-29T20:00:00Z",
    "last_used_at": "2026-11-30T07:12:00Z",
    "failing_since": None,
}
CHANNELS = {"results": [WEBHOOK], "next": None, "previous": None}
NEW_WEBHOOK = {"kind": "webhook", "address": "https://bots.example.org/jackpot", "label": "my bot"}
ADDED_WEBHOOK = {**WEBHOOK, "last_used_at": None, "secret": "whsec_…"}
CHANGE = {"label": "my bot", "enabled": True, "notices": {"game_started": False}}
SECRET = {"secret": "whsec_…"}
KEY = {"key": "BEl62iUYgUivxIkv69yViEuiBIa-Ib9-SkvMeAtA3LFgDzkrxZJjSgSnfckjBJuBkr3qBUYIHBQFLXYp5Nksh8U"}
ATTEMPT = {
    "id": "7b1c2c0e-6f0f-4b43-8f5b-0d6c3b6f6a10",
    "status": "sent",
    "kinds": ["your_turn"],
    "code": 204,
    "milliseconds": 131,
    "error": "",
    "created_at": "2026-11-30T07:12:00Z",
    "due_at": None,
    "sent_at": "2026-11-30T07:12:00Z",
}
ATTEMPTS = {"results": [ATTEMPT], "next": None, "previous": None}
TEST = {
    **ATTEMPT,
    "status": "waiting",
    "kinds": ["test"],
    "code": None,
    "milliseconds": None,
    "due_at": "2026-11-30T07:12:00Z",
    "sent_at": None,
}
