"""Reminding somebody who is asked: politely, once a turn, and never early."""

from datetime import datetime, timedelta

from django.db import transaction

from accounts.blocking import who_blocks
from accounts.models import User
from games import notices, notify
from games.access import Board
from games.errors import (
    AlreadyNudgedError,
    AwayError,
    BlockedError,
    PausedError,
    SeatNotAskedError,
    TooEarlyError,
)
from games.models import Turn
from games.rows import TurnRow
from games.services import timing
from games.services.play import check_playing, lock_own

PATIENCE = timedelta(hours=12)
# How long somebody has who is called in a match without a time limit, after a month of silence.
CALLED_FOR = timedelta(days=7)


def nudge(*, user: User, code: str, seat: int, now: datetime) -> Board:
    """Remind the player of this seat; after a month without a time limit, also give the open turn a deadline.

    Raises NotFoundError, NotAPlayerError, SuspendedError, BlockedError, and the 409 errors: GameNotActiveError,
    SeatNotAskedError, PausedError, AwayError, TooEarlyError, AlreadyNudgedError.
    """
    with transaction.atomic():
        board, own = lock_own(user, code)
        check_playing(board, own)
        turn = _askable(board, own, seat)
        if now < may_nudge_at(turn):
            raise TooEarlyError
        if is_forgotten(turn, now):
            timing.give_deadline(board, seat, now + CALLED_FOR, now)
        elif turn.nudged:
            raise AlreadyNudgedError
        if who_blocks([board.seat(seat).user_id or 0], user.pk):
            raise BlockedError
        Turn.objects.filter(pk=turn.id).update(nudged_at=now)
        board.asked[seat] = board.asked[seat]._replace(nudged=True)
        notices.tell_nudged(board, seat, user.username, now)
        notify.tell_table(code, board.game.version)
        return board


def may_nudge_at(turn: TurnRow) -> datetime:
    """The moment from which a player may be reminded: half of the turn is over, or half a day."""
    if turn.due_at is None:
        return turn.started_at + PATIENCE
    return turn.started_at + min((turn.due_at - turn.started_at) / 2, PATIENCE)


def is_forgotten(turn: TurnRow, now: datetime) -> bool:
    """Whether nothing has been heard of a player for a month, without a time limit."""
    return turn.due_at is None and now >= turn.started_at + timing.IDLE


def can_be_reminded(board: Board, seat: int) -> bool:
    """Whether somebody else at the table could remind the player of this seat now."""
    turn, holder = board.asked[seat], board.seat(seat)
    if not holder.is_person or board.paused_until or board.away_until(holder):
        return False
    now = board.read_at
    return now >= may_nudge_at(turn) and (not turn.nudged or is_forgotten(turn, now))


def _askable(board: Board, own: int, seat: int) -> TurnRow:
    """The open turn of somebody else who can be reminded now."""
    if seat == own or seat not in board.asked or not board.seat(seat).is_person:
        raise SeatNotAskedError
    if board.paused_until:
        raise PausedError
    if board.away_until(board.seat(seat)):
        raise AwayError
    return board.asked[seat]
