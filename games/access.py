"""The only way to a match: read it, or lock it and read it, with its seats and the seats that are asked."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

import orjson
from django.db import connection
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts import clock
from accounts.models import Channel, Kind
from games.errors import NotAPlayerError, NotFoundError
from games.models import FormerHolder, Game, Invitation, Seat, Turn
from games.rows import ASKED, SEATS, SeatRow, Span, TurnRow, seat_row, turn_row
from games.rules import codec
from games.rules.base import Outcome, Rules, Table
from games.rules.registry import rules_for
from games.rules.seed import match_seed
from games.terms import Terms

FIELDS = [field.attname for field in Game._meta.concrete_fields]
COLUMNS = ", ".join(f"g.{name}" for name in FIELDS)
BOARDS = f"SELECT {COLUMNS}, ({SEATS})::text, ({ASKED})::text FROM games_game g WHERE "  # noqa: S608 - all constants
LOCK = "SELECT id FROM games_game WHERE code = %s FOR UPDATE"


@dataclass
class Board:
    """A match as read in one statement: the game, its seats in order, and the open turns by seat."""

    game: Game
    seats: list[SeatRow]
    asked: dict[int, TurnRow]
    read_at: datetime

    @cached_property
    def rules(self) -> Rules:
        return rules_for(self.game.ruleset, self.game.rules_version)

    @cached_property
    def state(self) -> Any:
        """The rules' state of a running match."""
        return codec.load(self.rules.state_type, self.game.state)

    @cached_property
    def outcome(self) -> Outcome | None:
        text = self.game.outcome
        return codec.load(Outcome, text) if text else None

    @cached_property
    def seed(self) -> bytes:
        """What deck and chance come from; secret until the end."""
        brought = [(seat.brought or {}).get("seed", "") for seat in self.seats]
        return match_seed(bytes(self.game.server_seed), brought)

    @cached_property
    def options(self) -> dict[str, str]:
        """The options in full, the defaults filled in."""
        chosen = {name: option.values[0] for name, option in self.rules.options.items()}
        return {**chosen, **self.game.options}

    @cached_property
    def table(self) -> Table:
        """What was settled before the first card."""
        brought = [{name: (seat.brought or {}).get(name) for name in self.rules.brings} for seat in self.seats]
        return Table(len(self.seats), self.options, brought)

    @cached_property
    def terms(self) -> Terms:
        """What this table has beyond pace and options."""
        return Terms(**(self.game.terms or {}))

    @property
    def pause(self) -> list[Span]:
        """The pause that the table has agreed on, or had; its start does not matter."""
        until = self.game.paused_until
        return [Span(self.game.created_at, until)] if until else []

    @property
    def paused_until(self) -> datetime | None:
        """The end of the pause, while there is one."""
        until = self.game.paused_until
        return until if until and self.is_active and until > self.read_at else None

    def away_until(self, seat: SeatRow) -> datetime | None:
        """The end of the holiday that stops this seat's clock now, if there is one."""
        if not self.terms.holidays or self.is_over:
            return None
        return next((end for start, end in seat.holidays if start <= self.read_at < end), None)

    @property
    def is_active(self) -> bool:
        return self.game.status == Game.Status.ACTIVE

    @property
    def is_over(self) -> bool:
        return self.game.status in (Game.Status.FINISHED, Game.Status.ABORTED)

    @property
    def names(self) -> list[str]:
        """What the players are called, in seat order; one who holds several seats (a bot) is numbered."""
        held = Counter(seat.username for seat in self.seats)
        counted: Counter[str | None] = Counter()
        names = []
        for seat in self.seats:
            counted[seat.username] += 1
            number = f" {counted[seat.username]}" if seat.username and held[seat.username] > 1 else ""
            names.append(f"{seat.username or ''}{number}")
        return names

    def advance(self, version: int, text: str, state: Any) -> None:
        """Hold what was just written: the new version and snapshot."""
        self.game.version, self.game.state = version, text
        self.__dict__["state"] = state

    def set_seat(self, number: int, **changes: Any) -> None:
        """Change a seat's row, in the database and here."""
        seat = self.seat(number)
        Seat.objects.filter(pk=seat.id).update(**changes)
        held = {name: value for name, value in changes.items() if name in SeatRow._fields}
        self.seats[number - 1] = seat._replace(**held)

    def seat_of(self, user_id: int | None) -> int | None:
        """The seat this person holds now."""
        if user_id is None:
            return None
        return next((seat.number for seat in self.seats if seat.user_id == user_id and not seat.bot), None)

    def seat(self, number: int) -> SeatRow:
        return self.seats[number - 1]


def get_board(code: str) -> Board:
    """The match, unlocked, for reading. Raises NotFoundError; says nothing about who may see it."""
    return _only(_boards("g.code = %s", code))


def get_boards(ids: list[int]) -> list[Board]:
    """Several matches in the order of their ids."""
    found = {board.game.id: board for board in _boards("g.id = ANY(%s)", ids)}
    return [found[pk] for pk in ids if pk in found]


def lock_board(code: str) -> Board:
    """The match, locked until the transaction ends. Raises NotFoundError.

    Two statements on purpose: only a statement that begins after the lock is had sees what the holder before us
    wrote to seats and turns.
    """
    with connection.cursor() as cursor:
        cursor.execute(LOCK, [code])
        if cursor.fetchone() is None:
            raise NotFoundError
    return get_board(code)


def board_for_viewer(code: str, user_id: int | None) -> Board:
    """The match, if this person (None: anonymous) may see it; else NotFoundError."""
    board = get_board(code)
    check_visible(board, user_id)
    return board


def check_visible(board: Board, user_id: int | None) -> None:
    """Raises NotFoundError unless the person sits or sat here, was invited, or the table is open to watch."""
    if board.game.visibility != Game.Visibility.INVITED or board.seat_of(user_id):
        return
    if user_id is None or not _was_here(board.game, user_id):
        raise NotFoundError


def own_seat(board: Board, user_id: int) -> int:
    """The caller's seat. Raises NotAPlayerError, or NotFoundError where he may not even look."""
    seat = board.seat_of(user_id)
    if seat is None:
        check_visible(board, user_id)
        raise NotAPlayerError
    return seat


def invited(game: Game, user_id: int) -> bool:
    """Whether the person was asked to this table, by account or by a verified address."""
    return Invitation.objects.filter(_addressed_to(user_id), game=game).exists()


def visible_games(user_id: int | None) -> Q:
    """A filter on Game for what this person may know of."""
    everyone = Q(visibility=Game.Visibility.PUBLIC)
    if user_id is None:
        return everyone
    seated = Seat.objects.filter(user_id=user_id, bot="").values("game_id")
    sat = FormerHolder.objects.filter(user_id=user_id).values("seat__game_id")
    asked = Invitation.objects.filter(_addressed_to(user_id)).values("game_id")
    return everyone | Q(id__in=seated) | Q(id__in=sat) | Q(id__in=asked)


def open_turns_of(user_id: int) -> QuerySet[Turn]:
    """The turns in which this person is asked now."""
    seat = Seat.objects.filter(game_id=OuterRef("game_id"), number=OuterRef("seat"), user_id=user_id, bot="")
    return Turn.objects.filter(Exists(seat), ended_at__isnull=True)


def waiting_for(user_id: int) -> Q:
    """A filter on Game for the matches in which this person is asked now."""
    return Q(id__in=open_turns_of(user_id).values("game_id"))


def with_offered_seat() -> Q:
    """A filter on Game for running matches in which somebody may take the seat of an absent player."""
    offered = Seat.objects.filter(game_id=OuterRef("pk"), offered_at__isnull=False)
    return Q(Exists(offered), status=Game.Status.ACTIVE)


def _addressed_to(user_id: int) -> Q:
    """A filter on Invitation for an account and its verified addresses."""
    addresses = Channel.objects.filter(user_id=user_id, kind=Kind.EMAIL, verified_at__isnull=False)
    return Q(user_id=user_id) | Q(email__in=addresses.values("address"))


def _was_here(game: Game, user_id: int) -> bool:
    return invited(game, user_id) or FormerHolder.objects.filter(seat__game=game, user_id=user_id).exists()


def _boards(where: str, value: str | list[int]) -> list[Board]:
    now = clock.now()
    with connection.cursor() as cursor:
        cursor.execute(BOARDS + where, [now, value])
        return [_board(row, now) for row in cursor.fetchall()]


def _only(boards: list[Board]) -> Board:
    if not boards:
        raise NotFoundError
    return boards[0]


def _board(row: tuple[Any, ...], now: datetime) -> Board:
    *fields, seats, asked = row
    game = Game.from_db("default", FIELDS, fields)
    game.options = orjson.loads(game.options)
    game.terms = orjson.loads(game.terms) if game.terms else None
    turns = [turn_row(turn) for turn in orjson.loads(asked or "[]")]
    return Board(game, [seat_row(seat) for seat in orjson.loads(seats)], {turn.seat: turn for turn in turns}, now)
