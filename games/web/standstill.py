"""What keeps a running match from going on, and what its reader can do about it."""

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.access import Board
from games.rules.base import Json
from games.services import absence, nudges

PAUSES = ((1, _("a day")), (3, _("3 days")), (7, _("a week")), (14, _("2 weeks")), (30, _("30 days")))


def waiting(board: Board, user: User | None) -> Json:
    """What the page of a match says about pauses, seats on offer and reminders."""
    if not board.is_active:
        return {}
    own = board.seat_of(user.pk if user else None)
    offered = [seat for seat in board.seats if seat.offered_at and seat.number != own]
    return {
        "own_seat_offered": bool(own and board.seat(own).offered_at),
        "offered": offered,
        "may_take": bool(offered and user and absence.may_take(board, user)),
        "nudges": [] if own is None else _nudges(board, own),
        "pauses": PAUSES,
    }


def _nudges(board: Board, own: int) -> list[Json]:
    """Whom this player can remind now; whoever has been silent for a month is given a deadline by it."""
    return [
        {"seat": seat, "name": board.seat(seat).username, "forgotten": nudges.is_forgotten(turn, board.read_at)}
        for seat, turn in sorted(board.asked.items())
        if seat != own and nudges.can_be_reminded(board, seat)
    ]
