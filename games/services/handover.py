"""A seat goes to another holder. The caller holds the lock on the match."""

from datetime import datetime

from accounts import services as accounts
from games import notices
from games.access import Board, get_board
from games.models import FormerHolder, Seat, Turn
from games.rows import SeatRow
from games.rules import match
from games.services.play import stop_if_all_agree, wake_bots
from games.services.record import record_step

# What the former holder of a seat had agreed to is not what the new one agrees to.
FRESH = {"agrees_to_stop": False, "would_pause_until": None, "late_in_row": 0, "offered_at": None}


def seat_bot(board: Board, seat: int, bot: str, *, by: str, user_id: int | None, now: datetime) -> Board:
    """Let a bot of the house play a seat from now on; an open turn is due at once. Returns the match as it is then."""
    write_change(board, seat, bot, by=by, now=now)
    leave_chair(board, seat)
    board.set_seat(seat, user_id=accounts.house_bot(bot).pk, bot=bot, state=Seat.State.REPLACED, **FRESH)
    if seat in board.asked:
        Turn.objects.filter(pk=board.asked[seat].id).update(due_at=now, remind_at=None)
    board = get_board(board.game.code)
    wake_bots(board, [number for number in board.asked if number == seat])
    stop_if_all_agree(board, user_id, now)
    return board


def write_change(board: Board, seat: int, who: str, *, by: str, now: datetime) -> None:
    """The table's word in the log, `seat BOT` or `seat substitute`; the question the seat is asked stays the same."""
    words = f"{match.SEAT} {who}"
    step = match.advance(board.rules, board.state, match.Entry(board.game.version + 1, seat, words), board.seed)
    record_step(board, seat=seat, words=words, by=by, step=step, now=now, answers=False)


def leave_chair(board: Board, seat: int) -> SeatRow:
    """Who held the seat is a former holder: what waited for him is dropped. Returns the seat as he had it."""
    holder = board.seat(seat)
    notices.forget_holder(board, seat)
    FormerHolder.objects.create(seat_id=holder.id, user_id=holder.user_id or 0, until=board.game.version)
    return holder
