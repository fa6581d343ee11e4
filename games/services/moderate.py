"""What moderators do. Each measure needs a reason and is written down in the transaction that takes it."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import services as accounts
from accounts.models import User
from games import bots, log, notices, notify
from games.access import Board, lock_board
from games.errors import (
    GameNotActiveError,
    InvalidTableError,
    NothingToDoError,
    SeatIsBotError,
    SeatNotAskedError,
    SeatResignedError,
)
from games.models import Game, Measure, Message, Report, Seat
from games.rows import SeatRow
from games.services import timing
from games.services.handover import seat_bot
from games.services.record import close_match
from games.services.talk import checked_text

LONGEST_REASON = 500


def suspend_user(*, moderator: User, user: User, reason: str, now: datetime) -> Measure:
    """Keep an account from changing anything; its turns run on, and it may still look.

    Raises InvalidTableError (no reason, or one's own account) and NothingToDoError.
    """
    why = _reason(reason)
    if user.pk == moderator.pk:
        raise InvalidTableError({"user": [_("This is your own account.")]})
    with transaction.atomic():
        account = _lock_user(user, suspended=False)
        accounts.suspend(account)
        return _write(Measure.Kind.SUSPEND, moderator, why, now, user=account)


def lift_suspension(*, moderator: User, user: User, reason: str, now: datetime) -> Measure:
    """Let a suspended account play again. Raises InvalidTableError and NothingToDoError."""
    why = _reason(reason)
    with transaction.atomic():
        account = _lock_user(user, suspended=True)
        accounts.lift(account)
        return _write(Measure.Kind.LIFT, moderator, why, now, user=account)


def hide_message(*, moderator: User, message: Message, reason: str, now: datetime) -> Measure:
    """Take a message's text from everybody's sight. Raises InvalidTableError and NothingToDoError."""
    return _set_hidden(Measure.Kind.HIDE, moderator, message, reason, now, hidden_at=now)


def show_message(*, moderator: User, message: Message, reason: str, now: datetime) -> Measure:
    """Show a hidden message again. Raises InvalidTableError and NothingToDoError."""
    return _set_hidden(Measure.Kind.SHOW, moderator, message, reason, now, hidden_at=None)


def abort_game(*, moderator: User, code: str, reason: str, now: datetime) -> Measure:
    """End a match, or close a table, without a result; its players are told.

    Raises NotFoundError, InvalidTableError and GameNotActiveError.
    """
    why = _reason(reason)
    with transaction.atomic():
        board = lock_board(code)
        if board.is_over:
            raise GameNotActiveError
        close_match(board, status=Game.Status.ABORTED, now=now)
        notices.tell_finished(board, moderator.pk, now)
        notify.tell_table(code, board.game.version)
        return _write(Measure.Kind.ABORT, moderator, why, now, game=board.game)


def move_deadline(*, moderator: User, code: str, seat: int, due_at: datetime, reason: str, now: datetime) -> Measure:
    """Let the turn of a seat be due at another moment, also in a match without a clock; the reminder moves along.

    Raises NotFoundError, InvalidTableError, GameNotActiveError, SeatIsBotError and SeatNotAskedError.
    """
    why = _reason(reason)
    if due_at <= now:
        raise InvalidTableError({"due_at": [_("This moment is past.")]})
    with transaction.atomic():
        board = _lock_active(code)
        holder = _held_by_person(board, seat)
        if seat not in board.asked:
            raise SeatNotAskedError
        timing.give_deadline(board, seat, due_at, now)
        notify.tell_table(code, board.game.version)
        about: dict[str, Any] = {"game": board.game, "seat": seat, "user_id": holder.user_id}
        return _write(Measure.Kind.DEADLINE, moderator, why, now, details=due_at.isoformat(), **about)


def give_seat_to_bot(*, moderator: User, code: str, seat: int, bot: str, reason: str, now: datetime) -> Measure:
    """Let a bot of the house play a seat from now on; who held it sees from now on what every watcher sees.

    Raises NotFoundError, InvalidTableError, GameNotActiveError, SeatIsBotError and SeatResignedError.
    """
    why = _reason(reason)
    with transaction.atomic():
        board = _lock_active(code)
        holder = _held_by_person(board, seat)
        if holder.state == Seat.State.RESIGNED:
            raise SeatResignedError
        if bot not in bots.names(board.rules):
            raise InvalidTableError({"bot": [_("There is no bot of this name for this game.")]})
        board = seat_bot(board, seat, bot, by=log.MODERATOR, user_id=moderator.pk, now=now)
        about: dict[str, Any] = {"game": board.game, "seat": seat, "user_id": holder.user_id}
        return _write(Measure.Kind.REPLACE, moderator, why, now, details=bot, **about)


def close_reports(reports: Iterable[Report], now: datetime) -> int:
    """Mark reports as seen to; returns how many were still open."""
    open_now = Report.objects.filter(pk__in=[each.pk for each in reports], closed_at=None)
    return open_now.update(closed_at=now)


def _reason(reason: str) -> str:
    return checked_text("reason", reason, most=LONGEST_REASON, allowed="\n\r\t")


def _write(kind: Measure.Kind, moderator: User, reason: str, now: datetime, **about: Any) -> Measure:
    return Measure.objects.create(kind=kind, moderator=moderator, reason=reason, created_at=now, **about)


def _lock_user(user: User, *, suspended: bool) -> User:
    """The account, locked; it must be suspended, or must not be. Rows that point to it stay free to come and go."""
    account = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if account.suspended is not suspended:
        raise NothingToDoError
    return account


def _set_hidden(
    kind: Measure.Kind, moderator: User, message: Message, reason: str, now: datetime, *, hidden_at: datetime | None
) -> Measure:
    """One conditional update is the lock: of two moderators at once, one is told that it is done already."""
    why = _reason(reason)
    with transaction.atomic():
        others = Message.objects.filter(pk=message.pk, hidden_at__isnull=hidden_at is not None)
        if not others.update(hidden_at=hidden_at):
            raise NothingToDoError
        return _write(kind, moderator, why, now, user_id=message.user_id, game_id=message.game_id, message=message)


def _lock_active(code: str) -> Board:
    board = lock_board(code)
    if not board.is_active:
        raise GameNotActiveError
    return board


def _held_by_person(board: Board, seat: int) -> SeatRow:
    if not 1 <= seat <= len(board.seats):
        raise InvalidTableError({"seat": [_("There is no such seat at this table.")]})
    holder = board.seat(seat)
    if holder.bot:
        raise SeatIsBotError
    return holder
