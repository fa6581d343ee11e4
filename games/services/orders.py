"""Standing orders: private words of a seat that act in others' turns, given at any time and without a prompt.

Nobody else may notice that orders were given, nor draw from it what somebody holds. So orders that do nothing yet are
written silently: the version does not grow, no stream is told, no prompt, clock or number changes, and the log of
others shows nothing before the end. Orders that act at once are an ordinary entry, which others read as the action they
amount to.
"""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from games import log, notices
from games.access import Board, get_board, own_seat
from games.errors import GameNotActiveError, IllegalOrdersError, NoOrdersError
from games.models import Game, Seat
from games.rules import codec, match
from games.rules.base import IllegalActionError, Json, Step
from games.services.play import after_step, lock_own
from games.services.record import record_step


def orders_of(*, user: User, code: str) -> Json:
    """The user's own orders. Raises NotFoundError, NotAPlayerError, NoOrdersError and GameNotActiveError."""
    board = get_board(code)
    return _orders(board, own_seat(board, user.pk))


def give_orders(*, user: User, code: str, orders: Json, now: datetime) -> Json:
    """Change the user's own orders, and give back what they are now. The same orders again change nothing.

    Raises IllegalOrdersError, SuspendedError, and as orders_of does.
    """
    with transaction.atomic():
        board, seat = lock_own(user, code)
        before = _orders(board, seat)
        step = _step(board, seat, orders)
        given: Json = board.rules.orders(step.state, seat)  # type: ignore[attr-defined]
        if given != before:
            _record(board, seat, match.orders_said(given), step, user.pk, now)
        return given


def has_orders(board: Board, seat: int | None) -> bool:
    """Whether this seat may leave orders now."""
    return seat is not None and hasattr(board.rules, "give_orders") and _plays(board, seat)


def _orders(board: Board, seat: int) -> Json:
    if not hasattr(board.rules, "give_orders"):
        raise NoOrdersError
    if not _plays(board, seat):
        raise GameNotActiveError
    orders: Json = board.rules.orders(board.state, seat)  # type: ignore[attr-defined]
    return orders


def _plays(board: Board, seat: int) -> bool:
    return board.is_active and board.seat(seat).state != Seat.State.RESIGNED


def _step(board: Board, seat: int, orders: Json) -> Step:
    """What the orders do, as if they were the next entry."""
    entry = match.Entry(board.game.version + 1, seat, match.orders_said(orders))
    try:
        return match.advance(board.rules, board.state, entry, board.seed)
    except IllegalActionError:
        raise IllegalOrdersError from None


def _record(board: Board, seat: int, words: str, step: Step, user_id: int, now: datetime) -> None:
    if all(event.only == seat for event in step.events):
        _record_silently(board, log.Record(board.game.version, seat, None, words, log.PLAYER, now, silent=True), step)
        return
    for each in set(board.asked) - set(board.rules.actors(step.state)):
        notices.forget_turn(board, each)
    answers = seat in board.asked
    if answers:
        notices.forget_turn(board, seat)
    recorded = record_step(board, seat=seat, words=words, by=log.PLAYER, step=step, now=now, answers=answers)
    after_step(board, recorded, user_id, now)


def _record_silently(board: Board, record: log.Record, step: Step) -> None:
    """The new snapshot, and the words beside the seat: a row of their own would take a number that others can see.

    Of several changes after one entry only the last is kept, so that nobody makes a match long by changing his mind.
    """
    state = codec.dump(step.state)
    Game.objects.filter(pk=board.game.pk).update(state=state)
    row = Seat.objects.filter(pk=board.seat(record.seat).id)
    earlier = row.values_list("silent", flat=True).get().splitlines(keepends=True)
    kept = [line for line in earlier if not line.startswith(f"{record.number} ")]
    row.update(silent="".join([*kept, log.line(record, board.game.started_at or board.game.created_at)]))
    board.advance(record.number, state, step.state)
