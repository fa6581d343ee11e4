"""Time off: planned, begun at once, or by itself before a turn is lost; meanwhile the clocks of the turns stand still.

One lock holds a person's holidays, that of the account; then the matches follow in the order of their ids. So nobody
waits in a circle, and a turn that begins meanwhile sees the holiday when it has the lock of its match.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.channels.when import zone_of
from accounts.models import User
from games import notices, notify
from games.access import Board, get_board, get_boards
from games.clocks import NOTHING
from games.errors import InvalidTableError, NotFoundError, NothingToDoError, SuspendedError
from games.models import Game, Holiday
from games.rows import Span
from games.services import timing

HOUR = timedelta(hours=1)
# A holiday counts as no less than this, also when it is ended early.
SHORTEST = timedelta(hours=12)
# After one holiday the next cannot be begun at once before this has passed.
BREAK = timedelta(hours=24)
LONGEST_BY_ITSELF = timedelta(hours=24)
FARTHEST = timedelta(days=365)


def plan(*, user: User, starts_at: datetime | None, ends_at: datetime, now: datetime) -> Holiday:
    """Take time off from `starts_at` (None: at once) until `ends_at`.

    Raises InvalidTableError about these two fields, and about `hours` when too little is left of the year's; and
    SuspendedError.
    """
    _check_welcome(user)
    span = Span(starts_at or now, ends_at)
    began = Holiday.Began.PLANNED if starts_at else Holiday.Began.AT_ONCE
    with transaction.atomic():
        _lock(user)
        _check_times(user, span, now, at_once=starts_at is None)
        boards = _lock_boards(user)
        holiday = Holiday.objects.create(user=user, starts_at=span.start, ends_at=span.end, began=began, created_at=now)
        _run_otherwise(user, boards, now)
        return holiday


def end(*, user: User, holiday_id: int, now: datetime) -> None:
    """End a holiday now; one that has not begun is as if it had never been planned.

    Raises NotFoundError, NothingToDoError if it is over, and SuspendedError.
    """
    _check_welcome(user)
    with transaction.atomic():
        _lock(user)
        holiday = Holiday.objects.filter(pk=holiday_id, user=user).first()
        if holiday is None:
            raise NotFoundError
        if holiday.ends_at <= now:
            raise NothingToDoError
        boards = _lock_boards(user)
        if holiday.starts_at >= now:
            holiday.delete()
        else:
            holiday.ends_at = now
            holiday.save(update_fields=["ends_at"])
        _run_otherwise(user, boards, now)


def let_begin_by_themselves(*, user: User, automatic: bool) -> None:
    """Whether a holiday begins by itself when a turn of this person would be lost. Raises SuspendedError."""
    _check_welcome(user)
    User.objects.filter(pk=user.pk).update(automatic_holidays=automatic)
    user.automatic_holidays = automatic


def holidays_of(user: User, now: datetime) -> list[Holiday]:
    """The holidays of this year and later, the next one first."""
    since = now - timedelta(days=366)
    return [
        each
        for each in Holiday.objects.filter(user=user, ends_at__gt=since).order_by("starts_at")
        if _year(user, each.starts_at) >= _year(user, now)
    ]


def hours_left(user: User, at: datetime) -> int:
    """How many hours off are left of the year (in the person's zone) that this moment lies in."""
    zone, year = zone_of(user.time_zone), _year(user, at)
    first, next_first = (datetime(each, 1, 1, tzinfo=zone) for each in (year, year + 1))
    taken = Holiday.objects.filter(user=user, starts_at__gte=first, starts_at__lt=next_first)
    used = sum((_counted(Span(each.starts_at, each.ends_at)) for each in taken), NOTHING)
    return max(0, int(settings.HOLIDAY_HOURS_A_YEAR) + (-used // HOUR))


def saved_by_holiday(board: Board, seat: int, now: datetime) -> bool:
    """Whether a holiday of the seat's holder would begin by itself rather than lose this turn; changes nothing."""
    if not board.terms.holidays:
        return False
    present = User.objects.filter(is_active=True, suspended_at=None)
    user = present.filter(pk=board.seat(seat).user_id or 0, automatic_holidays=True).first()
    return user is not None and hours_left(user, now) * HOUR >= SHORTEST


def begin_by_itself(*, code: str, turn_id: int, now: datetime) -> bool:
    """Begin a holiday for whoever is asked in this turn, which is due; False if that cannot be any more."""
    user = _holder(code, turn_id)
    if user is None:
        return False
    with transaction.atomic():
        _lock(user)
        boards = _lock_boards(user)
        found = _due_in(boards, turn_id, user.pk, now)
        return found is not None and saved_by_holiday(*found, now) and _save_turn(user, boards, *found, now)


def _holder(code: str, turn_id: int) -> User | None:
    board = get_board(code)
    seats = [board.seat(turn.seat) for turn in board.asked.values() if turn.id == turn_id]
    return User.objects.filter(pk=seats[0].user_id or 0).first() if seats and seats[0].is_person else None


def _save_turn(user: User, boards: list[Board], board: Board, seat: int, now: datetime) -> bool:
    """A holiday begins, and this turn, like any other of the person's that is due by now, is due when it ends."""
    until = now + min(LONGEST_BY_ITSELF, hours_left(user, now) * HOUR)
    until = _before_the_next(user, now, until)
    if until <= now:
        return False
    Holiday.objects.create(user=user, starts_at=now, ends_at=until, began=Holiday.Began.BY_ITSELF, created_at=now)
    _run_otherwise(user, boards, now)
    for other in boards:
        _let_end_with_holiday(other, user, now)
    notices.tell_holiday(board, seat, until, now)
    return True


def _let_end_with_holiday(board: Board, user: User, now: datetime) -> None:
    seat = board.seat_of(user.pk)
    turn = board.asked.get(seat or 0)
    if seat and turn and turn.is_due(now) and board.terms.holidays:
        timing.give(board, seat, NOTHING, now)


def _before_the_next(user: User, now: datetime, until: datetime) -> datetime:
    """Holidays do not overlap: one that begins by itself lasts until the next one at most."""
    planned = Holiday.objects.filter(user=user, ends_at__gt=now, starts_at__lt=until).order_by("starts_at").first()
    return min(until, planned.starts_at) if planned else until


def _run_otherwise(user: User, boards: Sequence[Board], now: datetime) -> None:
    """The holidays have changed: the person's open turns keep the time that they had left."""
    rows = Holiday.objects.filter(user=user, ends_at__gt=now).order_by("starts_at")
    spans = [Span(*row) for row in rows.values_list("starts_at", "ends_at")]
    for board in boards:
        seat = board.seat_of(user.pk)
        if seat is None or not board.terms.holidays:
            continue
        before = timing.clock_of(board, seat)
        board.seats[seat - 1] = board.seat(seat)._replace(holidays=spans)
        timing.run_otherwise(board, seat, before, now)
        notify.tell_table(board.game.code, board.game.version)


def _lock(user: User) -> None:
    User.objects.select_for_update(no_key=True).get(pk=user.pk)


def _lock_boards(user: User) -> list[Board]:
    """The tables at which this person sits, locked in the order of their ids."""
    going_on = Game.objects.filter(seats__user=user, seats__bot="", status__in=[Game.Status.OPEN, Game.Status.ACTIVE])
    ids = list(going_on.order_by("id").values_list("id", flat=True))
    list(Game.objects.filter(pk__in=ids).order_by("id").select_for_update().values_list("id"))
    return get_boards(ids)


def _due_in(boards: Sequence[Board], turn_id: int, user_id: int, now: datetime) -> tuple[Board, int] | None:
    """The table and seat of this person that is asked in this turn, if it is due."""
    for board in boards:
        seat = board.seat_of(user_id)
        turn = board.asked.get(seat or 0)
        if seat and turn and turn.id == turn_id and turn.is_due(now):
            return board, seat
    return None


def _check_welcome(user: User) -> None:
    """The turns of a suspended account run on."""
    if user.suspended:
        raise SuspendedError


def _check_times(user: User, span: Span, now: datetime, *, at_once: bool) -> None:
    """Raises InvalidTableError unless there can be such a holiday."""
    errors = _moment_errors(span, now) or _other_errors(user, span, now, at_once=at_once)
    if errors:
        raise InvalidTableError(errors)


def _moment_errors(span: Span, now: datetime) -> dict[str, list[str]]:
    if span.start < now:
        return {"starts_at": [_("This moment is past.")]}
    if span.start > now + FARTHEST:
        return {"starts_at": [_("Holidays can be planned a year ahead.")]}
    if span.end - span.start < SHORTEST:
        return {"ends_at": [_("A holiday lasts at least %(hours)d hours.") % {"hours": SHORTEST // HOUR}]}
    return {}


def _other_errors(user: User, span: Span, now: datetime, *, at_once: bool) -> dict[str, list[str]]:
    others, left = Holiday.objects.filter(user=user), hours_left(user, span.start)
    if others.filter(starts_at__lt=span.end, ends_at__gt=span.start).exists():
        return {"starts_at": [_("You have a holiday in this time already.")]}
    if at_once and others.filter(ends_at__gt=now - BREAK, ends_at__lte=now).exists():
        return {"starts_at": [_("Your last holiday has just ended; the next one can begin a day later.")]}
    if span.end - span.start > left * HOUR:
        return {"hours": [_("This is more than is left of that year: %(left)d hours.") % {"left": left}]}
    return {}


def _counted(span: Span) -> timedelta:
    return max(span.end - span.start, SHORTEST)


def _year(user: User, at: datetime) -> int:
    return at.astimezone(zone_of(user.time_zone)).year
