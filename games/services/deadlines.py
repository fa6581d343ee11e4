"""Turns that are due: late ones are ended, near ones are told. The due times are rows; nothing waits in the broker."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

import structlog
from django.db import InterfaceError, OperationalError, connection, transaction

from games import log, notices
from games.access import Board, lock_board
from games.models import Game, Turn
from games.services import timing
from games.services.absence import note_absence
from games.services.bots import finish_turn, play_bot_turns
from games.services.holidays import begin_by_itself, saved_by_holiday
from games.services.play import give_up

logger = structlog.get_logger(__name__)
ASIDE = timedelta(hours=1)

# What is left to do when the lock is gone.
Then = Callable[[], object]
Handler = Callable[[str, int, datetime], Then | None]

# The match is what everybody locks, so the sweep claims matches, never turns: no lock is taken out of order.
CLAIM = """
SELECT g.code, t.id FROM games_turn t JOIN games_game g ON g.id = t.game_id
WHERE t.ended_at IS NULL AND t.{column} IS NOT NULL AND t.{column} <= %s
ORDER BY t.{column} LIMIT 1 FOR UPDATE OF g SKIP LOCKED
"""


def sweep_deadlines(now: datetime) -> int:
    """Handle every turn that is due; returns how many. Two sweeps at once share the work."""
    handled = 0
    while expire_one(now):
        handled += 1
    return handled


def send_reminders(now: datetime) -> int:
    """Tell every player whose deadline is near; returns how many."""
    told = 0
    while remind_one(now):
        told += 1
    return told


def expire_one(now: datetime) -> bool:
    """End the turn that has been due for longest: the late bot plays it, or the seat is given up; a bot plays on."""
    return _handle_one("due_at", _expire, now)


def remind_one(now: datetime) -> bool:
    """Tell the player whose reminder has been due for longest."""
    return _handle_one("remind_at", _remind, now)


def _handle_one(column: str, handle: Handler, now: datetime) -> bool:
    """Claim and handle the turn that is due for longest by this column; False when none is.

    A turn whose match cannot be handled is put aside for an hour, so that it stops nobody else's.
    """
    claimed: tuple[str, int] | None = None
    try:
        with transaction.atomic():
            claimed = _claim(column, now)
            if claimed is None:
                return False
            then = handle(*claimed, now)
        if then:
            then()
    except Exception as error:
        if claimed is None or isinstance(error, OperationalError | InterfaceError):
            raise
        _put_aside(column, claimed, now)
    return True


def _claim(column: str, now: datetime) -> tuple[str, int] | None:
    with connection.cursor() as cursor:
        cursor.execute(CLAIM.format(column=column), [now])
        found: tuple[str, int] | None = cursor.fetchone()
        return found


def _expire(code: str, turn_id: int, now: datetime) -> Then | None:
    """Settle a late turn under the lock. Returns what has to be done outside of it: a bot plays, a holiday begins."""
    board = lock_board(code)
    seat = _seat_due_in(board, turn_id, now)
    if seat is None or timing.catch_up_with_holiday(board, seat, now):
        return None
    if board.seat(seat).bot:
        return partial(play_bot_turns, code=code, now=now)
    if saved_by_holiday(board, seat, now):
        return partial(_begin_holiday, code, turn_id, now)
    _be_late(board, seat, now)
    return None


def _begin_holiday(code: str, turn_id: int, now: datetime) -> None:
    """A holiday saves the turn; if there is none left by now, a turn that is still due is late after all."""
    if begin_by_itself(code=code, turn_id=turn_id, now=now):
        return
    with transaction.atomic():
        board = lock_board(code)
        seat = _seat_due_in(board, turn_id, now)
        if seat and board.seat(seat).is_person:
            _be_late(board, seat, now)


def _be_late(board: Board, seat: int, now: datetime) -> None:
    late = board.seat(seat)
    board.set_seat(seat, timeouts=late.timeouts + 1, late_in_row=late.late_in_row + 1)
    if board.game.on_timeout == Game.OnTimeout.RESIGN:
        give_up(board, seat, by=log.TIMEOUT, now=now)
    else:
        finish_turn(board, seat, now)
        note_absence(board, seat, now)


def _remind(code: str, turn_id: int, now: datetime) -> None:
    """Write the reminder of a turn under the lock; without a time limit, the table asks whether anybody is there."""
    board = lock_board(code)
    still_near = Turn.objects.filter(pk=turn_id, remind_at__lte=now).update(remind_at=None)
    seat = _seat_asked_in(board, turn_id)
    if still_near and seat and board.seat(seat).is_person:
        if board.asked[seat].due_at:
            notices.tell_deadline_near(board, seat, now)
        else:
            notices.tell_nudged(board, seat, "", now)


def _seat_asked_in(board: Board, turn_id: int) -> int | None:
    return next((turn.seat for turn in board.asked.values() if turn.id == turn_id), None)


def _seat_due_in(board: Board, turn_id: int, now: datetime) -> int | None:
    """Looked up under the lock: whoever held it when the turn was claimed may have ended the turn, or moved it."""
    seat = _seat_asked_in(board, turn_id)
    return seat if seat and board.asked[seat].is_due(now) else None


def _put_aside(column: str, claimed: tuple[str, int], now: datetime) -> None:
    code, turn_id = claimed
    logger.exception("deadline_failed", game=code, turn=turn_id)
    Turn.objects.filter(pk=turn_id).update(**{column: now + ASIDE})
