"""A table may agree to pause: all clocks stand still until somebody ends it, acts, or the day comes."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games import notices, notify
from games.access import Board
from games.errors import InvalidTableError
from games.models import Seat
from games.services import timing
from games.services.play import check_playing, end_pause, lock_own

SHORTEST, LONGEST = timedelta(hours=1), timedelta(days=30)


def agree_to_pause(*, user: User, code: str, until: datetime | None, now: datetime) -> Board:
    """Say that the user would pause until then (None: as long as may be); when everybody would, the table pauses.

    It lasts until the earliest of the days named. Raises NotFoundError, NotAPlayerError, SuspendedError,
    GameNotActiveError, and InvalidTableError about `until`.
    """
    with transaction.atomic():
        board, seat = lock_own(user, code)
        check_playing(board, seat)
        if board.paused_until is None:
            board.set_seat(seat, would_pause_until=_checked(until, now))
            _pause_if_all_agree(board, user, now)
            notify.tell_table(code, board.game.version)
        return board


def play_on(*, user: User, code: str, now: datetime) -> Board:
    """The user would not pause, or no longer: a pause that there is ends. Raises as agree_to_pause does."""
    with transaction.atomic():
        board, seat = lock_own(user, code)
        check_playing(board, seat)
        if board.paused_until:
            end_pause(board, user.pk, now)
        elif board.seat(seat).would_pause_until:
            board.set_seat(seat, would_pause_until=None)
            notify.tell_table(code, board.game.version)
        return board


def _pause_if_all_agree(board: Board, user: User, now: datetime) -> None:
    people = [seat for seat in board.seats if seat.is_person and seat.state == Seat.State.PLAYING]
    wishes = [seat.would_pause_until for seat in people if seat.would_pause_until and seat.would_pause_until > now]
    if len(wishes) < len(people):
        return
    for seat in people:
        board.set_seat(seat.number, would_pause_until=None)
    timing.pause(board, min(wishes), now)
    notices.tell_pause(board, min(wishes), user.pk, now)


def _checked(until: datetime | None, now: datetime) -> datetime:
    if until is None:
        return now + LONGEST
    if not now + SHORTEST <= until <= now + LONGEST:
        raise InvalidTableError({"until": [_("A pause lasts from an hour to 30 days.")]})
    return until
