"""The only doors that change a running match: an action, resigning, agreeing to stop."""

from dataclasses import dataclass
from datetime import datetime

from celery import current_app
from django.db import transaction

from accounts.models import User
from games import log, notices, selectors
from games.access import Board, lock_board, own_seat
from games.errors import (
    AlreadyAnsweredError,
    GameNotActiveError,
    IllegalError,
    NotYourTurnError,
    StalePromptError,
    SuspendedError,
    UnreadableError,
)
from games.models import Seat
from games.rules import match
from games.rules.base import IllegalActionError, Step, UnreadableActionError
from games.services import timing
from games.services.record import Recorded, finish_if_over, record_step


@dataclass
class Answer:
    """What became of an action: the log entry with what it did, and whether it had been given before."""

    board: Board
    record: log.Record
    step: Step
    repeated: bool = False


def take_action(*, user: User, code: str, prompt: int, words: str, now: datetime) -> Answer:
    """Answer the prompt of the user's seat with one action.

    The same answer to the same prompt again is given back and changes nothing. Raises NotFoundError,
    NotAPlayerError, SuspendedError, UnreadableError, IllegalError, and the 409 errors: AlreadyAnsweredError,
    StalePromptError, NotYourTurnError, GameNotActiveError.
    """
    with transaction.atomic():
        board, seat = lock_own(user, code)
        action = _canonical(board, words)
        turn = board.asked.get(seat)
        if turn is None or turn.prompt != prompt:
            return _earlier_answer(board, seat, prompt, action)
        if board.paused_until:
            end_pause(board, user.pk, now)
        recorded = play(board, seat, action, by=log.PLAYER, now=now, user_id=user.pk)
        came_back(board, seat)
        return Answer(board, recorded.record, recorded.step)


def resign(*, user: User, code: str, now: datetime) -> Board:
    """Give up the user's seat for good. Raises as take_action does."""
    with transaction.atomic():
        board, seat = lock_own(user, code)
        check_playing(board, seat)
        give_up(board, seat, by=log.PLAYER, now=now, user_id=user.pk)
        return board


def agree_to_stop(*, user: User, code: str, agrees: bool, now: datetime) -> Board:
    """Say whether the user would end the match here; it ends, as it stands, when every person playing would."""
    with transaction.atomic():
        board, seat = lock_own(user, code)
        check_playing(board, seat)
        if board.seat(seat).agrees_to_stop != agrees:
            _say_whether_to_stop(board, seat, agrees, user.pk, now)
        return board


def play(board: Board, seat: int, action: str, *, by: str, now: datetime, user_id: int | None = None) -> Recorded:
    """Play a canonical action for a seat that is asked, on a locked board. Raises IllegalError."""
    turn = board.asked[seat]
    try:
        step = match.advance(board.rules, board.state, _entry(board, seat, action), board.seed)
    except IllegalActionError:
        raise IllegalError from None
    if turn.called:
        notices.forget_turn(board, seat)
    recorded = record_step(board, seat=seat, words=action, by=by, step=step, now=now)
    after_step(board, recorded, user_id, now)
    return recorded


def give_up(board: Board, seat: int, *, by: str, now: datetime, user_id: int | None = None) -> Recorded:
    """The seat leaves the match; what becomes of its cards is the rules' business."""
    if seat in board.asked:
        notices.forget_turn(board, seat)
    recorded = _table_word(board, seat, match.RESIGN, by=by, now=now)
    board.set_seat(seat, state=Seat.State.RESIGNED, offered_at=None)
    after_step(board, recorded, user_id, now)
    stop_if_all_agree(board, user_id, now)
    return recorded


def stop_if_all_agree(board: Board, user_id: int | None, now: datetime) -> None:
    """End a running match as it stands when every person who still plays would; the board is locked."""
    playing = [seat for seat in board.seats if seat.is_person and seat.state == Seat.State.PLAYING]
    if board.is_active and playing and all(seat.agrees_to_stop for seat in playing):
        stopped = _table_word(board, 0, match.STOP, by=log.TABLE, now=now)
        after_step(board, stopped, user_id, now)


def after_step(board: Board, recorded: Recorded, user_id: int | None, now: datetime) -> None:
    """Tell who has to know, wake the bots, end the match if this was its end."""
    if finish_if_over(board, recorded.step, now):
        notices.tell_finished(board, user_id, now)
        return
    notices.tell_asked(board, recorded.newly_asked, now)
    wake_bots(board, recorded.newly_asked)


def wake_bots(board: Board, seats: list[int]) -> None:
    """Ring for the bots among these seats after commit; with no broker the next sweep finds them due."""
    if any(board.seat(seat).bot for seat in seats):
        code = board.game.code
        transaction.on_commit(lambda: current_app.send_task("games.play_bots", [code]), robust=True)


def end_pause(board: Board, user_id: int, now: datetime) -> None:
    """The user ends the pause of the table, and the others are told."""
    timing.pause(board, None, now)
    notices.tell_pause(board, None, user_id, now)


def came_back(board: Board, seat: int) -> None:
    """The holder of a seat has shown up: late turns are counted anew, and nobody else may take the seat."""
    if board.seat(seat).late_in_row or board.seat(seat).offered_at:
        board.set_seat(seat, late_in_row=0, offered_at=None)


def lock_own(user: User, code: str) -> tuple[Board, int]:
    """The match, locked, and the user's seat. Raises NotFoundError, NotAPlayerError and SuspendedError."""
    board = lock_board(code)
    seat = own_seat(board, user.pk)
    if user.suspended:
        raise SuspendedError
    return board, seat


def _canonical(board: Board, words: str) -> str:
    try:
        return board.rules.canonical(words)
    except UnreadableActionError:
        raise UnreadableError from None


def check_playing(board: Board, seat: int) -> None:
    """Raises GameNotActiveError unless the match runs and this seat still plays."""
    if not board.is_active or board.seat(seat).state == Seat.State.RESIGNED:
        raise GameNotActiveError


def _entry(board: Board, seat: int, words: str) -> match.Entry:
    return match.Entry(board.game.version + 1, seat, words)


def _table_word(board: Board, seat: int, words: str, *, by: str, now: datetime) -> Recorded:
    """Record one of the table's own words, which answer no prompt."""
    step = match.advance(board.rules, board.state, _entry(board, seat, words), board.seed)
    return record_step(board, seat=seat, words=words, by=by, step=step, now=now, answers=False)


def _say_whether_to_stop(board: Board, seat: int, agrees: bool, user_id: int, now: datetime) -> None:
    board.set_seat(seat, agrees_to_stop=agrees)
    _table_word(board, seat, match.AGREE if agrees else match.DISAGREE, by=log.PLAYER, now=now)
    stop_if_all_agree(board, user_id, now)


def _earlier_answer(board: Board, seat: int, prompt: int, action: str) -> Answer:
    """The answer this player gave to the prompt before. Raises one of the 409 errors if there is none."""
    for record, step in selectors.steps(board):
        if record and record.seat == seat and record.prompt == prompt:
            if record.by == log.PLAYER and record.words == action:
                return Answer(board, record, step, repeated=True)
            raise AlreadyAnsweredError
    if not board.is_active:
        raise GameNotActiveError
    raise StalePromptError if seat in board.asked else NotYourTurnError
