"""Who is to be told what after something happened at a table. Nobody is told of what they did themselves."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_noop

from accounts import outbox
from accounts.models import Notice
from accounts.outbox import NewNotice
from games.access import Board
from games.models import Game
from games.rows import SeatRow, TurnRow

YOUR_TURN = "your_turn"
DEADLINE_NEAR = "deadline_near"
STARTED = "game_started"
FINISHED = "game_finished"
INVITED = "invited"
NUDGE = "nudge"
LATE = "late_turn"
SEAT_LOST = "seat_lost"
HOLIDAY = "holiday"
PAUSE = "pause"
CALLED_OFF = gettext_noop("A moderator ended this match without a result.")


def tell_asked(board: Board, seats: Iterable[int], now: datetime) -> None:
    """It is the turn of these seats."""
    outbox.put([_about_turn(YOUR_TURN, board, board.seat(seat), now) for seat in seats if board.seat(seat).is_person])


def tell_deadline_near(board: Board, seat: int, now: datetime) -> None:
    """The seat's time is running out; told once for each deadline, and at once."""
    notice = _about_turn(DEADLINE_NEAR, board, board.seat(seat), now)
    outbox.put([notice._replace(grace=False)])


def tell_started(board: Board, by_user: int, now: datetime) -> None:
    """The last seat was taken by `by_user` and the cards are dealt."""
    outbox.put([_notice(STARTED, board, seat, now) for seat in _others(board, by_user)])


def tell_finished(board: Board, by_user: int | None, now: datetime) -> None:
    """The match is over, ended by what `by_user` did; nothing else about it needs telling any more."""
    outbox.withdraw_thread(board.game.code, [YOUR_TURN, DEADLINE_NEAR, STARTED, INVITED, NUDGE, LATE, PAUSE], "over")
    outbox.put([_notice(FINISHED, board, seat, now, **_result(board, seat)) for seat in _others(board, by_user)])


def tell_invited(board: Board, user_id: int, by: str, now: datetime) -> None:
    """Somebody is asked to this table."""
    payload = _payload(board) | {"by": by}
    key = _invitation_key(board, user_id)
    outbox.put([NewNotice(user_id, INVITED, board.game.code, key, payload, now, grace=True)])


def forget_invitation(board: Board, user_id: int) -> None:
    """The person has sat down: the invitation that was waiting to go out is dropped."""
    outbox.withdraw(_invitation_key(board, user_id), reason="answered")


def unsay_invitation(board: Board, user_id: int) -> None:
    """The invitation was taken back before it went out, and may be made again."""
    Notice.objects.filter(key=_invitation_key(board, user_id), status=Notice.Status.PENDING).delete()


def forget_invitations(board: Board) -> None:
    """The table takes nobody any more: invitations that were waiting to go out are dropped."""
    outbox.withdraw_thread(board.game.code, [INVITED], "closed")


def forget_turn(board: Board, seat: int) -> None:
    """The seat has begun to answer, or is asked no more: what was waiting to call it to the table is dropped."""
    turn = board.asked[seat]
    outbox.withdraw(*[_key(kind, turn) for kind in (YOUR_TURN, DEADLINE_NEAR, NUDGE)], reason="answered")


def forget_holder(board: Board, seat: int) -> None:
    """The seat changes hands: what was waiting to call its holder to this table is dropped."""
    outbox.withdraw(f"{STARTED}:{board.game.code}:{seat}", reason="replaced")
    if seat in board.asked:
        forget_turn(board, seat)


def move_deadline(board: Board, seat: int, due_at: datetime, now: datetime) -> None:
    """An open turn is due at another moment: no reminder of the old one goes out, a waiting call names the new one."""
    turn = board.asked[seat]
    board.asked[seat] = turn._replace(due_at=due_at)
    call = _about_turn(YOUR_TURN, board, board.seat(seat), now)
    outbox.revise(call.key, call.payload)  # First, since it locks deliveries, and those come before notices.
    outbox.withdraw(_key(DEADLINE_NEAR, turn), _key(NUDGE, turn), reason="moved")


def tell_nudged(board: Board, seat: int, by: str, now: datetime) -> None:
    """`by` (empty: the table itself) asks the seat politely not to forget this match; told at once."""
    notice = _about_turn(NUDGE, board, board.seat(seat), now)
    outbox.put([notice._replace(grace=False, payload=notice.payload | {"by": by})])


def tell_late(board: Board, seat: int, now: datetime) -> None:
    """The seat's time ran out and a bot played its turn; `offered` when others may take the seat by now."""
    row = board.seat(seat)
    more = {"in_row": row.late_in_row, "offered": row.offered_at is not None}
    outbox.put([_at_version(_notice(LATE, board, row, now, **more), board)])


def tell_seat_lost(board: Board, former: SeatRow, by: str, now: datetime) -> None:
    """Somebody (`by`; empty: a bot) has taken the seat of a player who was away."""
    outbox.put([_at_version(_notice(SEAT_LOST, board, former, now, by=by), board)])


def tell_holiday(board: Board, seat: int, until: datetime, now: datetime) -> None:
    """A holiday has begun by itself, since the seat's turn was about to be lost."""
    notice = _notice(HOLIDAY, board, board.seat(seat), now, deadline=until.isoformat())
    outbox.put([notice._replace(grace=False, key=f"{HOLIDAY}:{notice.user_id}:{int(until.timestamp())}")])


def tell_pause(board: Board, until: datetime | None, by_user: int, now: datetime) -> None:
    """The table has agreed on a pause, or (None) `by_user` has ended it."""
    outbox.withdraw_thread(board.game.code, [PAUSE], "moved")
    more = {"deadline": until.isoformat() if until else None}
    told = [_notice(PAUSE, board, seat, now, **more) for seat in _others(board, by_user)]
    outbox.put([each._replace(key=f"{each.key}:{now.timestamp()}") for each in told])


def _invitation_key(board: Board, user_id: int) -> str:
    return f"{INVITED}:{board.game.code}:{user_id}"


def _others(board: Board, user_id: int | None) -> list[SeatRow]:
    return [seat for seat in board.seats if seat.is_person and seat.user_id != user_id]


def _about_turn(kind: str, board: Board, seat: SeatRow, now: datetime) -> NewNotice:
    turn = board.asked[seat.number]
    deadline = turn.due_at.isoformat() if turn.due_at else None
    notice = _notice(kind, board, seat, now, deadline=deadline)
    return notice._replace(key=_key(kind, turn))


def _key(kind: str, turn: TurnRow) -> str:
    """Once for each turn; a reminder, by whomever, once for each deadline of it."""
    if kind == YOUR_TURN or turn.due_at is None:
        return f"{kind}:{turn.id}"
    return f"{kind}:{turn.id}:{int(turn.due_at.timestamp())}"


def _notice(kind: str, board: Board, seat: SeatRow, now: datetime, **more: Any) -> NewNotice:
    key = f"{kind}:{board.game.code}:{seat.number}"
    payload = _payload(board) | {"seat": seat.number} | more
    return NewNotice(seat.user_id or 0, kind, board.game.code, key, payload, now, grace=True)


def _at_version(notice: NewNotice, board: Board) -> NewNotice:
    """Once for each such thing, of which there may be several in a match."""
    return notice._replace(key=f"{notice.key}:{board.game.version}")


def _payload(board: Board) -> dict[str, Any]:
    return {
        "game": board.game.code,
        "url": f"/games/{board.game.code}/",
        "ruleset": board.rules.name.message,
        "players": [name for name in board.names if name],
    }


def _result(board: Board, seat: SeatRow) -> dict[str, Any]:
    outcome = board.outcome
    if outcome is None or board.game.status == Game.Status.ABORTED:
        return {"winners": [], "scores": [], "reason_text": CALLED_OFF, "you_won": False}
    names = board.names
    return {
        "winners": [names[number - 1] for number in outcome.winners],
        "scores": [[name, score] for name, score in zip(names, outcome.scores, strict=True)],
        "reason_text": board.rules.end_reasons[outcome.reason].message,
        "you_won": seat.number in outcome.winners,
    }
