"""Examples for the OpenAPI document, made by dealing a match in memory, so that they cannot be out of date."""

from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings

from games import selectors
from games.access import Board
from games.log import PLAYER, Record
from games.models import Game
from games.rows import SeatRow, TurnRow
from games.rules import codec, match
from games.rules.base import Step
from games.rules.registry import all_rules

ANN, NOON = 1, datetime(2026, 3, 2, 12, tzinfo=UTC)
RULES = all_rules()[0]
CODE = "k3v9x2qd7m"


def _board() -> Board:
    game = Game(id=1, code=CODE, ruleset=RULES.slug, rules_version=RULES.version, status=Game.Status.ACTIVE)
    game.server_seed, game.turn_seconds, game.created_at, game.started_at = bytes(32), 259_200, NOON, NOON
    names = ["ann", "bob", "cem"]
    seats = [
        SeatRow(number, number, number, name, False, "", "playing", 0, False, None)
        for number, name in enumerate(names, 1)
    ]
    return Board(game, seats, {}, NOON)


def _deal(board: Board) -> int:
    """Deal, ask the first seat and give that seat to Ann. Returns the seat."""
    step = match.begin(board.rules, board.table, board.seed)
    board.advance(0, codec.dump(step.state), step.state)
    (seat,) = board.rules.actors(step.state)
    board.asked[seat] = TurnRow(1, seat, 0, NOON, NOON + timedelta(days=3), untouched=True)
    held, other = board.seat(ANN), board.seat(seat)
    board.seats[ANN - 1] = held._replace(user_id=other.user_id, username=other.username)
    board.seats[seat - 1] = other._replace(user_id=held.user_id, username=held.username)
    return seat


def _first_action(board: Board, seat: int) -> tuple[str, Step]:
    action = next(iter(board.rules.legal_actions(board.state, seat)))
    return action, match.advance(board.rules, board.state, match.Entry(1, seat, action), board.seed)


BOARD = _board()
SEAT = _deal(BOARD)
WORDS, STEP = _first_action(BOARD, SEAT)
GAME: dict[str, Any] = selectors.game_view(BOARD, ANN)
SUMMARY = selectors.summary(BOARD, ANN)
SUMMARIES = {"results": [SUMMARY], "next": None, "previous": None}
PROOF = selectors.proof(BOARD)
BOARD.advance(1, codec.dump(STEP.state), STEP.state)
BOARD.asked[SEAT] = BOARD.asked[SEAT]._replace(prompt=1)
ITEM = selectors.item(BOARD, Record(1, SEAT, 0, WORDS, PLAYER, NOON), STEP, SEAT)
PLAYED = {**ITEM, "game": selectors.game_view(BOARD, ANN)}
LOG = {"results": [ITEM], "next": None, "previous": None}
EXPORT = {"format": selectors.FORMAT, **SUMMARY, "brought": [], "proof": PROOF, "actions": [ITEM]}
WISH = {"ruleset": RULES.slug, "seats": 3, "bots": ["greedy"], "turn_seconds": 259_200, "on_timeout": "autoplay"}
MESSAGE = {
    "id": 1,
    "player": {"username": "ann", "bot": False},
    "text": "Good luck!",
    "hidden": False,
    "blocked": False,
    "at": NOON,
}
REPORT = {"id": 1, "reason": "abuse", "text": "Rude.", "message": 1, "at": NOON}
INVITATION = {"id": 1, "username": "bob", "email": None, "yours": True, "at": NOON}
INVITATIONS = {"results": [INVITATION], "next": None, "previous": None}
PROFILE = {
    "username": "ann",
    "url": f"{settings.SITE_URL}/api/v1/players/ann/",
    "bot": False,
    "closed": False,
    "ratings": [{"ruleset": RULES.slug, "rating": 1192, "place": 3, "matches": 2, "wins": 1, "history": [1130, 1192]}],
    "reliability": {
        "turns": 40,
        "late_turns": 1,
        "late_share": 0.025,
        "matches": 2,
        "resignations": 0,
        "resigned_share": 0.0,
    },
    "results": [{"ruleset": RULES.slug, "matches": 5, "wins": 2, "late_turns": 1, "resignations": 0}],
}
LADDER_ROW = {"place": 3, "player": {"username": "ann", "bot": False}, "rating": 1192, "matches": 2, "wins": 1}
LADDER = {"results": [LADDER_ROW], "next": None, "previous": None}
RULEBOOK = {
    "language": "en",
    "title": str(RULES.name.message),
    "html": "<h2>In short</h2><p>…</p>",
    "text": "IN SHORT\n\n…\n",
}
HOLIDAY = {"id": 1, "starts_at": NOON + timedelta(days=9), "ends_at": NOON + timedelta(days=16), "began": "planned"}
HOLIDAYS = {"hours_a_year": 720, "hours_left": 552, "automatic": False, "holidays": [HOLIDAY]}
