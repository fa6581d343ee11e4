"""Players who stay away: they are warned, and then their seat goes to others as the table has chosen."""

from datetime import datetime

from django.conf import settings
from django.db import transaction

from accounts.blocking import who_blocks
from accounts.models import User
from games import bots, log, notices, notify
from games.access import Board, check_visible, get_board, invited, lock_board, own_seat
from games.errors import (
    AlreadySeatedError,
    BlockedError,
    NothingToDoError,
    NotInvitedError,
    SeatNotOfferedError,
    SuspendedError,
)
from games.models import FormerHolder, Game, Seat, Turn
from games.rules import match
from games.services.handover import FRESH, leave_chair, seat_bot, write_change
from games.services.play import came_back
from games.services.timing import limits


def note_absence(board: Board, seat: int, now: datetime) -> None:
    """A late turn of this seat was played for it: tell its holder, and do what the table does about absence."""
    if not board.is_active:
        return
    absent = board.seat(seat).late_in_row >= settings.LATE_TURNS_UNTIL_ABSENT
    choice = board.terms.on_absence if absent else Game.OnAbsence.KEEP
    if choice == Game.OnAbsence.BOT:
        _give_to_bot(board, seat, now)
        return
    if choice == Game.OnAbsence.SUBSTITUTE and board.seat(seat).offered_at is None:
        board.set_seat(seat, offered_at=now)
        notify.tell_table(board.game.code, board.game.version)
    notices.tell_late(board, seat, now)


def take_seat(*, user: User, code: str, seat: int, now: datetime) -> Board:
    """Take the seat of an absent player in a running match; who held it sees from now on what every watcher sees.

    Raises NotFoundError, SuspendedError, AlreadySeatedError, NotInvitedError, BlockedError and SeatNotOfferedError.
    """
    if user.suspended:
        raise SuspendedError
    with transaction.atomic():
        board = lock_board(code)
        _check_may_take(board, user, seat)
        write_change(board, seat, match.SUBSTITUTE, by=log.PLAYER, now=now)
        former = leave_chair(board, seat)
        board.set_seat(seat, user_id=user.pk, state=Seat.State.PLAYING, timeouts=0, **FRESH)
        board = get_board(code)
        _start_clock(board, seat, now)
        notices.tell_seat_lost(board, former, user.username, now)
        return get_board(code)


def come_back(*, user: User, code: str, now: datetime) -> Board:
    """The user is here again: the seat is offered to nobody any more.

    Raises NotFoundError, NotAPlayerError, SuspendedError and NothingToDoError.
    """
    with transaction.atomic():
        board = lock_board(code)
        seat = own_seat(board, user.pk)
        if user.suspended:
            raise SuspendedError
        if not board.is_active or not board.seat(seat).offered_at:
            raise NothingToDoError
        came_back(board, seat)
        notify.tell_table(code, board.game.version)
        return board


def may_take(board: Board, user: User) -> bool:
    """Whether this person may take the place of an absent player, if there is one; a closed table asks at the door."""
    return not board.seat_of(user.pk) and not FormerHolder.objects.filter(seat__game=board.game, user=user).exists()


def _give_to_bot(board: Board, seat: int, now: datetime) -> None:
    former = board.seat(seat)
    board = seat_bot(board, seat, bots.names(board.rules)[-1], by=log.TABLE, user_id=None, now=now)
    if board.is_active:
        notices.tell_seat_lost(board, former, "", now)


def _check_may_take(board: Board, user: User, seat: int) -> None:
    """Nobody who has seen hidden cards of this match from another seat, nor anybody whom the table does not want."""
    if board.seat_of(user.pk):
        raise AlreadySeatedError
    check_visible(board, user.pk)
    if board.game.visibility == Game.Visibility.INVITED and not invited(board.game, user.pk):
        raise NotInvitedError
    offered = board.is_active and 1 <= seat <= len(board.seats) and board.seat(seat).offered_at
    if not offered or not may_take(board, user):
        raise SeatNotOfferedError
    if who_blocks([each.user_id for each in board.seats if each.user_id and each.number != seat], user.pk):
        raise BlockedError


def _start_clock(board: Board, seat: int, now: datetime) -> None:
    """The new holder has the whole time for a turn that is open."""
    if seat in board.asked:
        Turn.objects.filter(pk=board.asked[seat].id).update(**limits(board, seat, now), nudged_at=None)
