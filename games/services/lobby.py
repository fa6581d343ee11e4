"""Tables before the first card: opening, joining, leaving, inviting, dealing, playing again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import services as accounts
from accounts.blocking import blocked_ids, who_blocks
from accounts.models import User
from games import bots, notices, notify
from games.access import Board, check_visible, get_board, invited, lock_board, own_seat
from games.errors import (
    AlreadySeatedError,
    BlockedError,
    GameFullError,
    GameNotFinishedError,
    GameNotOpenError,
    InvalidTableError,
    NotInvitedError,
    SuspendedError,
)
from games.models import Game, Seat
from games.rules import codec, match
from games.rules.base import Option, Rules
from games.rules.registry import UnknownRulesError, newest
from games.rules.seed import new_server_seed
from games.services.invitations import ask
from games.services.play import wake_bots
from games.services.record import finish_if_over, open_turns
from games.terms import Terms, is_quick

DEFAULT_TURN_SECONDS = 259_200
SEED_FIELD = "seed"


@dataclass
class TableWish:
    """What somebody wants to play; `brought` is what he brings to his own seat (a throw, a seed)."""

    ruleset: str
    seats: int
    bots: Sequence[str] = ()
    visibility: str = Game.Visibility.PUBLIC
    options: Mapping[str, str] = field(default_factory=dict)
    turn_seconds: int | None = DEFAULT_TURN_SECONDS
    on_timeout: str = Game.OnTimeout.AUTOPLAY
    time_bank: int = 0
    time_increment: int = 0
    waking_hours: bool = False
    holidays: bool | None = None
    """None: as usual at this pace."""
    on_absence: str = Game.OnAbsence.KEEP
    brought: Mapping[str, str] = field(default_factory=dict)


def create_game(*, user: User, wish: TableWish, now: datetime) -> Board:
    """Open a table with the user in seat 1 and the bots in the next; it deals at once when that fills it.

    Raises InvalidTableError (by field) and SuspendedError.
    """
    _check_welcome(user)
    rules = _rules(wish.ruleset)
    _check(_wish_errors(rules, wish))
    with transaction.atomic():
        game = _insert_game(rules, wish, now)
        _insert_seats(game, user, wish)
        board = lock_board(game.code)
        _start_if_full(board, user, now)
    return board


def join_game(*, user: User, code: str, brought: Mapping[str, str], now: datetime) -> Board:
    """Take the first empty seat; the match begins when it was the last.

    Raises NotFoundError, NotInvitedError, AlreadySeatedError, GameFullError, GameNotOpenError, InvalidTableError,
    SuspendedError, and BlockedError where somebody sits who has blocked the user.
    """
    _check_welcome(user)
    with transaction.atomic():
        board = lock_board(code)
        seat = _free_seat(board, user)
        _check(_brought_errors(board.rules, brought))
        Seat.objects.create(game=board.game, number=seat, user=user, brought=dict(brought) or None)
        board = get_board(code)
        notices.forget_invitation(board, user.pk)
        _start_if_full(board, user, now)
        notify.tell_table(code, board.game.version)
    return board


def leave_game(*, user: User, code: str, now: datetime) -> Board:
    """Stand up from a table that has not begun; a table without people is closed.

    Raises NotFoundError, NotAPlayerError, GameNotOpenError.
    """
    with transaction.atomic():
        board = lock_board(code)
        seat = own_seat(board, user.pk)
        if board.game.status != Game.Status.OPEN:
            raise GameNotOpenError
        Seat.objects.filter(pk=board.seat(seat).id).delete()
        board = get_board(code)
        notify.tell_table(code, board.game.version)
        if not any(each.is_person for each in board.seats):
            board.game.status, board.game.finished_at = Game.Status.ABORTED, now
            board.game.save(update_fields=["status", "finished_at"])
            notices.forget_invitations(board)
    return board


def rematch(*, user: User, code: str, now: datetime) -> Board:
    """The same table again, with the same bots, the other players invited; who asks second sits down at the first's.

    Raises NotFoundError, NotAPlayerError, GameNotFinishedError, SuspendedError.
    """
    with transaction.atomic():
        board = lock_board(code)
        own_seat(board, user.pk)
        if not board.is_over:
            raise GameNotFinishedError
        if board.game.rematch:
            return _sit_down_again(user, board.game.rematch.code, now)
        again = create_game(user=user, wish=_same_wish(board), now=now)
        board.game.rematch = again.game
        board.game.save(update_fields=["rematch"])
        for guest in _others(board, user):
            ask(again, user, guest, now)
    return again


def _others(board: Board, user: User) -> set[int]:
    """The other people at this table, but for those who want nothing to do with the user, or the user with them."""
    others = {seat.user_id for seat in board.seats if seat.is_person and seat.user_id} - {user.pk}
    return others - blocked_ids(user.pk) - who_blocks(others, user.pk)


def _sit_down_again(user: User, code: str, now: datetime) -> Board:
    board = get_board(code)
    if board.seat_of(user.pk) or board.game.status != Game.Status.OPEN:
        return board
    return join_game(user=user, code=code, brought={}, now=now)


def _same_wish(board: Board) -> TableWish:
    game = board.game
    return TableWish(
        ruleset=game.ruleset,
        seats=len(board.seats),
        bots=[seat.bot for seat in board.seats if seat.bot],
        visibility=game.visibility,
        options=game.options,
        turn_seconds=game.turn_seconds,
        on_timeout=game.on_timeout,
        **vars(board.terms),
    )


def _check_welcome(user: User) -> None:
    if user.suspended:
        raise SuspendedError


def _rules(slug: str) -> Rules:
    try:
        return newest(slug)
    except UnknownRulesError:
        raise InvalidTableError({"ruleset": [_("There is no such game here.")]}) from None


def _check(errors: dict[str, list[str]]) -> None:
    if errors:
        raise InvalidTableError(errors)


def _wish_errors(rules: Rules, wish: TableWish) -> dict[str, list[str]]:
    errors = _option_errors(rules, wish.options) | _brought_errors(rules, wish.brought)
    if not rules.min_seats <= wish.seats <= rules.max_seats:
        limits = {"least": rules.min_seats, "most": rules.max_seats}
        errors["seats"] = [_("This game is for %(least)s to %(most)s players.") % limits]
    if len(wish.bots) >= max(wish.seats, 1):
        errors["bots"] = [_("More bots than seats are left.")]
    errors |= _time_errors(wish)
    unknown = [bot for bot in wish.bots if bot not in bots.names(rules)]
    if unknown:
        errors["bots"] = [_("There is no bot of this name for this game.")]
    return errors


def _time_errors(wish: TableWish) -> dict[str, list[str]]:
    """What cannot be wanted together."""
    errors = {}
    if wish.turn_seconds is None and wish.time_bank:
        errors["time_bank"] = [_("A time bank needs a time limit.")]
    if wish.time_increment and not wish.time_bank:
        errors["time_increment"] = [_("This is paid into a time bank, and there is none.")]
    if wish.turn_seconds is None and wish.waking_hours:
        errors["waking_hours"] = [_("This needs a time limit.")]
    if wish.on_timeout == Game.OnTimeout.RESIGN and wish.on_absence != Game.OnAbsence.KEEP:
        errors["on_absence"] = [_("Who is late gives up the seat at this table.")]
    return errors


def _terms(wish: TableWish) -> Terms:
    holidays = not is_quick(wish.turn_seconds) if wish.holidays is None else wish.holidays
    return Terms.of(replace(wish, holidays=holidays))


def _option_errors(rules: Rules, options: Mapping[str, str]) -> dict[str, list[str]]:
    return _choice_errors(rules.options, options, "options.")


def _brought_errors(rules: Rules, brought: Mapping[str, str]) -> dict[str, list[str]]:
    known = {name: value for name, value in brought.items() if name != SEED_FIELD}
    return _choice_errors(rules.brings, known, "")


def _choice_errors(known: Mapping[str, Option], given: Mapping[str, str], prefix: str) -> dict[str, list[str]]:
    errors = {}
    for name, value in given.items():
        if name not in known:
            errors[prefix + name] = [_("This game knows no such choice.")]
        elif value not in known[name].values:
            choices = ", ".join(known[name].values)
            errors[prefix + name] = [_("This must be one of: %(choices)s.") % {"choices": choices}]
    return errors


def _insert_game(rules: Rules, wish: TableWish, now: datetime) -> Game:
    return Game.objects.create(
        ruleset=rules.slug,
        rules_version=rules.version,
        seat_count=wish.seats,
        options=_kept_options(rules, wish.options),
        visibility=wish.visibility,
        turn_seconds=wish.turn_seconds,
        on_timeout=wish.on_timeout,
        terms=_terms(wish).stored(),
        server_seed=new_server_seed(),
        created_at=now,
    )


def _kept_options(rules: Rules, chosen: Mapping[str, str]) -> dict[str, str]:
    """What a match has to remember: whatever is not the default, or may not be the default for ever."""
    settled = {name: chosen.get(name, option.values[0]) for name, option in rules.options.items()}
    return {
        name: value
        for name, value in settled.items()
        if rules.options[name].kept or value != rules.options[name].values[0]
    }


def _insert_seats(game: Game, user: User, wish: TableWish) -> None:
    holders: list[dict[str, object]] = [{"user": user, "brought": dict(wish.brought) or None}]
    holders += [{"user": accounts.house_bot(bot), "bot": bot} for bot in wish.bots]
    taken = [Seat(game=game, number=number, **who) for number, who in enumerate(holders, 1)]
    Seat.objects.bulk_create(taken)


def _free_seat(board: Board, user: User) -> int:
    """The first empty seat, if this person may take it."""
    if board.seat_of(user.pk):
        raise AlreadySeatedError
    if board.is_over:
        check_visible(board, user.pk)
        raise GameNotOpenError
    if board.game.visibility == Game.Visibility.INVITED and not invited(board.game, user.pk):
        raise NotInvitedError
    free = [seat.number for seat in board.seats if seat.user_id is None]
    if not free:
        raise GameFullError
    if who_blocks([seat.user_id for seat in board.seats if seat.user_id], user.pk):
        raise BlockedError
    return free[0]


def _start_if_full(board: Board, user: User, now: datetime) -> None:
    """Deal, if every seat is taken."""
    if any(seat.user_id is None for seat in board.seats):
        return
    step = match.begin(board.rules, board.table, board.seed)
    game = board.game
    game.status, game.started_at = Game.Status.ACTIVE, now
    board.advance(0, codec.dump(step.state), step.state)
    game.save(update_fields=["status", "started_at", "state"])
    asked = open_turns(board, step, now)
    notices.forget_invitations(board)
    notices.tell_started(board, user.pk, now)
    if not finish_if_over(board, step, now):
        notices.tell_asked(board, asked, now)
        wake_bots(board, asked)
