"""What goes with notices about a match when their mail is written: the table as its reader sees it at that moment."""

import struct

from accounts import clock
from accounts.channels import enclosures
from accounts.channels.enclosures import NOTHING, Enclosure
from accounts.channels.letter import language_of
from accounts.channels.when import distance, moment, zone_of
from accounts.models import Notice, User
from games.access import Board, get_board
from games.errors import NotFoundError
from games.mails import table
from games.rules.registry import folder_name

WITH_TABLE = ("your_turn", "deadline_near", "nudge", "receipt")
ABOUT = struct.Struct(">IQ")


def register() -> None:
    """Have the mails about a turn show the table."""
    for kind in WITH_TABLE:
        enclosures.register(kind, enclose)


def enclose(notice: Notice, user: User) -> Enclosure:
    """The table of the notice's match for whoever holds the seat; nothing for somebody who holds it no more."""
    try:
        board = get_board(str(notice.payload.get("game")))
    except NotFoundError:
        return NOTHING
    seat = board.seat_of(user.pk)
    if seat is None or board.game.started_at is None:
        return NOTHING
    items = table.log_of(board, seat)
    played = [item for item in items if item["number"] in notice.payload.get("played", [])]
    shown = {
        **table.table_of(board, seat, items),
        **table.choices(board, seat, user.pk),
        "since": table.told(board, table.since_own_action(items, seat), seat),
        "played": table.told(board, played, seat),
    }
    context = {"play": shown, **_deadline(board, seat, user)}
    return Enclosure(context, table.style_of(folder_name(board.rules)), about(board, seat))


def about(board: Board, seat: int) -> bytes:
    """What an answer to a mail is about: this seat's present turn; empty while it is not asked."""
    turn = board.asked.get(seat)
    return ABOUT.pack(board.seat(seat).id, turn.id) if turn and board.is_active else b""


def _deadline(board: Board, seat: int, user: User) -> dict[str, str]:
    """When the turn ends by now, in the reader's words; the notice may be older."""
    turn = board.asked.get(seat)
    if turn is None or turn.due_at is None:
        return {"deadline": "", "deadline_in": ""}
    language, zone = language_of(user), zone_of(user.time_zone)
    return {
        "deadline": moment(turn.due_at, language, zone),
        "deadline_in": distance(turn.due_at, clock.now(), language),
    }
