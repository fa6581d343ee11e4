"""What is kept of one person at the tables, for that person: their seats and their own words, nothing of others'."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from django.db.models import F

from accounts.models import User
from games import selectors
from games.access import Board, get_boards
from games.models import FormerHolder, Invitation, Measure, Message, Report, Seat
from games.rules.registry import UnknownRulesError

Json = dict[str, Any]
BATCH = 100


class Held(NamedTuple):
    """A seat while somebody held it: from the entry that gave it to them until that of the next (None: still)."""

    seat: int
    after: int
    until: int | None

    def covers(self, number: int) -> bool:
        """Whether an entry of this seat is the holder's own; what is said silently has the number of the one before."""
        return self.after <= number and (self.until is None or number < self.until)


def part(user: User) -> Json:
    """Plain JSON for the download. Matches are read a hundred at a time, however many there are."""
    return {
        "matches": list(_matches(user)),
        "messages": _rows(Message.objects.filter(user=user), "text", "created_at"),
        "invitations": {
            "received": _rows(user.invitations, "email", "created_at", by=F("invited_by__username")),
            "made": _made(user),
        },
        "reports": _rows(Report.objects.filter(reporter=user), "reason", "text", "created_at", "closed_at"),
        "measures": _rows(Measure.objects.filter(user=user), "kind", "seat", "created_at"),
        "holidays": list(user.holidays.order_by("id").values("starts_at", "ends_at", "began", "created_at")),
        "visits": _rows(user.visits, "version", "at"),
        "ratings": list(
            user.ratings.order_by("ruleset").values(
                *("ruleset", "mu", "sigma", "value", "history", "matches", "wins"),
                *("turns", "late_turns", "resignations"),
            )
        ),
    }


def _matches(user: User) -> Iterator[Json]:
    own = Seat.objects.filter(user=user, bot="").values_list("game_id", flat=True)
    former = FormerHolder.objects.filter(user=user).values_list("seat__game_id", flat=True)
    ids = sorted({*own, *former})
    for start in range(0, len(ids), BATCH):
        yield from _some_matches(user, ids[start : start + BATCH])


def _some_matches(user: User, ids: list[int]) -> Iterator[Json]:
    rows = FormerHolder.objects.filter(seat__game_id__in=ids).order_by("seat__game_id", "seat__number", "until")
    chains = rows.values_list("seat__game_id", "seat__number", "user_id", "until")
    earlier = {game: list(chain) for game, chain in groupby(chains, key=lambda row: row[0])}
    for board in get_boards(ids):
        yield _match(board, user, list(_held(board, user.pk, earlier.get(board.game.pk, []))))


def _held(board: Board, user_id: int, earlier: Sequence[tuple[int, int, int, int]]) -> Iterator[Held]:
    """The stretches in which this person held a seat of the match."""
    for seat in board.seats:
        after = 0
        for _game, number, holder, until in earlier:
            if number == seat.number:
                if holder == user_id:
                    yield Held(number, after, until)
                after = until
        if seat.user_id == user_id and not seat.bot:
            yield Held(seat.number, after, None)


def _match(board: Board, user: User, held: Sequence[Held]) -> Json:
    game, own = board.game, board.seat_of(user.pk)
    seat = board.seat(own) if own else None
    began = next((stretch.seat for stretch in held if stretch.after == 0), None)
    return {
        "id": game.code,
        "ruleset": game.ruleset,
        "status": game.status,
        "visibility": game.visibility,
        "created_at": game.created_at,
        "started_at": game.started_at,
        "finished_at": game.finished_at,
        "players": [each.username for each in board.seats],
        "outcome": board.outcome._asdict() if board.outcome else None,
        "seats": [each._asdict() for each in held],
        "state": seat.state if seat else None,
        "late_turns": seat.timeouts if seat else None,
        "brought": board.seat(began).brought if began else None,
        "actions": list(_actions(board, held)),
    }


def _actions(board: Board, held: Iterable[Held]) -> Iterator[Json]:
    """What this person said there, and what was said for them when they were late."""
    try:
        said = selectors.records(board) if board.game.started_at else []
    except UnknownRulesError:
        return  # its words can only be read with rules that are no longer here
    for each in said:
        if any(each.seat == stretch.seat and stretch.covers(each.number) for stretch in held):
            yield {"number": each.number, "action": each.words, "by": each.by, "at": each.at}


def _made(user: User) -> list[Json]:
    """Whom they invited, by name or by address; not who reads an address."""
    made = Invitation.objects.filter(invited_by=user).order_by("id")
    rows = made.values("email", "created_at", code=F("game__code"), username=F("user__username"))
    return [{**row, "username": None if row["email"] else row["username"]} for row in rows]


def _rows(rows: Any, *fields: str, **others: F) -> list[Json]:
    """These columns of rows about matches, with the code of the match."""
    return list(rows.order_by("id").values(*fields, code=F("game__code"), **others))
