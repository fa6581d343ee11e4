"""Reads: a match as one person may see it, its log, its proof. Whatever leaves the server is made here.

Everything is built by inclusion from `rules.view` and from events as their viewer may see them.
"""

from collections.abc import Iterator
from datetime import datetime
from itertools import islice
from typing import Any

from django.conf import settings
from django.utils.translation import gettext

from games import log
from games.access import Board
from games.errors import GameNotFinishedError
from games.models import Seat, Turn
from games.rows import SeatRow
from games.rules import match
from games.rules.base import Step, Text
from games.rules.rng import Still
from games.rules.seed import commitment

Json = dict[str, Any]
ALGORITHM = "sha256-fisher-yates-1"
FORMAT = "jackpot-match-1"


def game_view(board: Board, user_id: int | None) -> Json:
    """The match in full as this person (None: anonymous) may see it."""
    seat = board.seat_of(user_id)
    state = table_state(board)
    return summary(board, user_id) | {
        "view": {} if state is None else view(board, state, seat),
        "legal_actions": legal_actions(board, seat),
    }


def summary(board: Board, user_id: int | None) -> Json:
    """The match without its cards, as lists show it."""
    game = board.game
    outcome = board.outcome
    return {
        "id": game.code,
        "url": f"{settings.SITE_URL}/api/v1/games/{game.code}/",
        "ruleset": game.ruleset,
        "rules_version": game.rules_version,
        "status": game.status,
        "version": game.version,
        "options": board.options,
        "visibility": game.visibility,
        "turn_seconds": game.turn_seconds,
        "on_timeout": game.on_timeout,
        **vars(board.terms),
        "paused_until": board.paused_until,
        "created_at": game.created_at,
        "started_at": game.started_at,
        "finished_at": game.finished_at,
        "seats": [_seat(board, seat) for seat in board.seats],
        "your_seat": board.seat_of(user_id),
        "outcome": None if outcome is None else {"winners": outcome.winners, **outcome._asdict()},
    }


def view(board: Board, state: Any, seat: int | None) -> Json:
    """A state of the rules as this seat (None: a spectator) may see it; all open once the match is over."""
    return open_view(board, state) if board.is_over else board.rules.view(state, seat)


def open_view(board: Board, state: Any) -> Json:
    """The table with everything that any seat sees."""
    together: Json = board.rules.view(state, None)
    for seat in board.seats:
        together = _filled(together, board.rules.view(state, seat.number))
    return together


def _filled(known: Any, other: Any) -> Any:
    """The first of two views of the same table, with what it does not show taken from the second."""
    if known is None:
        return other
    if isinstance(known, dict) and isinstance(other, dict):
        return {key: _filled(value, other.get(key)) for key, value in known.items()}
    if isinstance(known, list) and isinstance(other, list) and len(known) == len(other):
        return [_filled(one, two) for one, two in zip(known, other, strict=True)]
    return known


def legal_actions(board: Board, seat: int | None) -> list[Json]:
    """What this seat may do now, each with a sentence in the active language; empty unless it is asked."""
    if seat is None or not board.is_active or seat not in board.asked:
        return []
    actions = board.rules.legal_actions(board.state, seat)
    return [{"action": action, "label": label(board, action)} for action in actions]


def label(board: Board, action: str) -> str:
    """A canonical action as a sentence in the active language, with the players' names."""
    return board.rules.label(action).filled(board.names, gettext)


def render(text: Text) -> str:
    """A text of the rules that names nobody, in the active language."""
    return text.filled((), gettext)


def table_state(board: Board) -> Any:
    """The rules' state now; None before the deal. A finished match is replayed."""
    if board.is_active:
        return board.state
    if board.game.started_at is None:
        return None
    *_, (_, step) = steps(board)
    return step.state


def steps(board: Board) -> Iterator[tuple[log.Record | None, Step]]:
    """Every log entry with what it did, the deal (None) first, by replaying.

    What was said silently belongs to the entry it came after: it makes none of its own, before the end or later.
    """
    said = records(board)
    played = match.replay(board.rules, board.table, board.seed, [record.entry for record in said])
    _, step = next(played)
    last: tuple[log.Record | None, Step] = None, step
    for record, (_, step) in zip(said, played, strict=True):
        if record.silent:
            last = last[0], last[1]._replace(state=step.state, events=last[1].events + step.events)
        else:
            yield last
            last = record, step
    yield last


def table_at(board: Board, number: int) -> list[tuple[log.Record | None, Step]]:
    """The steps of a match that is over, up to log entry `number` or its end. Raises GameNotFinishedError."""
    if not board.is_over or board.game.started_at is None:
        raise GameNotFinishedError
    return list(islice(steps(board), number + 1))


def records(board: Board) -> list[log.Record]:
    """The stored log in order, without the deal."""
    game = board.game
    if game.log is not None:
        return list(log.unpack(bytes(game.log), game.started_at or game.created_at, board.rules.vocabulary))
    said = list(Turn.objects.filter(game=game).values_list("actions", "seat", "started_at"))
    if hasattr(board.rules, "give_orders"):
        began = game.started_at or game.created_at
        said += [(*seat, began) for seat in Seat.objects.filter(game=game).values_list("silent", "number")]
    found = [record for lines in said for record in log.read_lines(*lines)]
    return sorted(found, key=lambda record: (record.number, record.silent))


def history(board: Board, user_id: int | None, after: int = -1) -> list[Json]:
    """The log from entry `after` + 1 on, as this person may see it; all open once the match is over."""
    if board.game.started_at is None:
        return []
    seat = board.seat_of(user_id)
    return [item(board, record, step, seat) for record, step in steps(board) if _number(record) > after]


def item(board: Board, record: log.Record | None, step: Step, viewer: int | None) -> Json:
    """One log entry as one seat (None: a spectator) may see it."""
    open_now = board.is_over
    known = [event for event in step.events if open_now or event.only in (None, viewer)]
    events = [event.opened() if open_now else event.seen_by(viewer) for event in known]
    if record is None:
        return {
            "number": 0,
            "seat": None,
            "action": None,
            "by": log.TABLE,
            "at": (board.game.started_at or board.game.created_at).replace(microsecond=0),
            "events": events,
        }
    own = open_now or viewer == record.seat
    return {
        "number": record.number,
        "seat": record.seat or None,
        "action": record.words if own or step.shown is None else step.shown,
        "by": record.by,
        "at": record.at.replace(microsecond=0),
        "events": events,
    }


def proof(board: Board) -> Json:
    """The commitment; from the deal on what the players brought; after the end the seed and the order of the deck."""
    seed = bytes(board.game.server_seed)
    dealt = board.game.started_at is not None
    over = board.is_over and dealt
    return {
        "algorithm": ALGORITHM,
        "commitment": commitment(seed),
        "server_seed": seed.hex() if over else None,
        "player_seeds": [
            {"seat": seat.number, "seed": seat.brought["seed"]}
            for seat in board.seats
            if dealt and seat.brought and "seed" in seat.brought
        ],
        "deal": list(board.rules.deck(board.table, match.rng_for(board.seed, 0))) if over else None,
    }


def box(board: Board) -> list[str]:
    """The deck before it was shuffled, as the rules list it."""
    return list(board.rules.deck(board.table, Still()))


def export(board: Board) -> Json:
    """A finished match as one document that replays to the same result. Raises GameNotFinishedError."""
    if not board.is_over or board.game.started_at is None:
        raise GameNotFinishedError
    return {
        "format": FORMAT,
        **summary(board, None),
        "brought": [dict(each) for each in board.table.brought],
        "proof": proof(board),
        "actions": history(board, None),
    }


def _number(record: log.Record | None) -> int:
    return record.number if record else 0


def _seat(board: Board, seat: SeatRow) -> Json:
    turn = board.asked.get(seat.number)
    player = {"username": seat.username, "bot": bool(seat.bot or seat.by_program)}
    return {
        "seat": seat.number,
        "player": player if seat.user_id else None,
        "state": seat.state,
        "prompt": turn.prompt if turn else None,
        "deadline": turn.due_at if turn and not seat.bot else None,
        "timeouts": seat.timeouts,
        "late_in_row": seat.late_in_row,
        "time_bank": bank(board, seat),
        "holiday_until": board.away_until(seat),
        "would_pause_until": pause_wish(board, seat),
        "offered": seat.offered_at is not None,
    }


def bank(board: Board, seat: SeatRow) -> int | None:
    """The seconds in the time bank of a person's seat; None where there is none."""
    if not board.terms.time_bank or not seat.is_person:
        return None
    return board.terms.time_bank if seat.bank is None else seat.bank


def pause_wish(board: Board, seat: SeatRow) -> datetime | None:
    """Until when this seat would pause, if it would still."""
    wish = seat.would_pause_until
    return wish if wish and wish > board.read_at and board.is_active else None
