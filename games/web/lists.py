"""The lists of tables on the home page."""

from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import QueryDict

from games.access import Board, get_boards, open_turns_of, with_offered_seat
from games.models import FormerHolder, Game, Seat

OPEN_SHOWN, RUNNING_SHOWN, FINISHED_SHOWN, OFFERED_SHOWN = 30, 60, 10, 10
NO_LIMIT = "none"


def waiting_ids(user_id: int, most: int = RUNNING_SHOWN) -> list[int]:
    """The matches in which this person is asked, the oldest wait first."""
    asked = open_turns_of(user_id).order_by("started_at", "id")
    return list(asked.values_list("game_id", flat=True)[:most])


def next_waiting(user_id: int, board: Board) -> str | None:
    """The code of another match that waits for this person."""
    others = [pk for pk in waiting_ids(user_id) if pk != board.game.pk]
    return Game.objects.filter(pk=others[0]).values_list("code", flat=True).get() if others else None


def _offered(user_id: int | None) -> list[int]:
    """Running matches with the seat of an absent player to be had."""
    tables = Game.objects.filter(with_offered_seat(), visibility=Game.Visibility.PUBLIC)
    if user_id is not None:
        known = FormerHolder.objects.filter(seat__game_id=OuterRef("pk"), user_id=user_id)
        tables = tables.exclude(Exists(_own_or_apart(user_id))).exclude(Exists(known))
    return list(tables.order_by("-id").values_list("id", flat=True)[:OFFERED_SHOWN])


def home_lists(query: QueryDict, user_id: int | None) -> dict[str, list[Board]]:
    """What waits for this person, what else is going on, what ended last, and where anybody may sit down."""
    ids = {**(_own(user_id) if user_id else {}), "open": _open(query, user_id), "offered": _offered(user_id)}
    found = {board.game.pk: board for board in get_boards([pk for each in ids.values() for pk in each])}
    return {name: [found[pk] for pk in each if pk in found] for name, each in ids.items()}


def _own(user_id: int) -> dict[str, list[int]]:
    own = Game.objects.filter(Exists(Seat.objects.filter(game_id=OuterRef("pk"), user_id=user_id, bot="")))
    waiting = waiting_ids(user_id)
    running = own.filter(status__in=[Game.Status.OPEN, Game.Status.ACTIVE]).exclude(pk__in=waiting)
    ended = own.filter(status__in=[Game.Status.FINISHED, Game.Status.ABORTED])
    return {
        "waiting": waiting,
        "running": list(running.order_by("-id").values_list("id", flat=True)[:RUNNING_SHOWN]),
        "ended": list(ended.order_by("-finished_at", "-id").values_list("id", flat=True)[:FINISHED_SHOWN]),
    }


def _open(query: QueryDict, user_id: int | None) -> list[int]:
    """Open tables, the newest first, narrowed by `?ruleset=&seats=&pace=`."""
    tables = Game.objects.filter(status=Game.Status.OPEN, visibility=Game.Visibility.PUBLIC).filter(_narrowed(query))
    if user_id is not None:
        tables = tables.exclude(Exists(_own_or_apart(user_id)))
    return list(tables.order_by("-id").values_list("id", flat=True)[:OPEN_SHOWN])


def _own_or_apart(user_id: int) -> QuerySet[Seat]:
    """Seats of a table that are this person's own, or of somebody with whom there is a block."""
    apart = Q(user__blocks__blocked=user_id) | Q(user__blocked_by__user=user_id)
    return Seat.objects.filter(Q(user_id=user_id) | apart, game_id=OuterRef("pk"))


def finished_public(user_id: int, most: int = 20) -> QuerySet[Game]:
    """The matches of somebody that everybody may look at, those that ended last first."""
    held = Seat.objects.filter(game_id=OuterRef("pk"), user_id=user_id, bot="")
    over = Game.objects.filter(Exists(held), status=Game.Status.FINISHED, visibility=Game.Visibility.PUBLIC)
    return over.order_by("-finished_at", "-id")[:most]


def _narrowed(query: QueryDict) -> Q:
    chosen: dict[str, Any] = {}
    if query.get("ruleset"):
        chosen["ruleset"] = query["ruleset"][:40]
    seats, pace = query.get("seats", ""), query.get("pace", "")
    if seats:
        chosen["seat_count"] = int(seats[:4]) if _is_number(seats) else 0
    if pace == NO_LIMIT:
        chosen["turn_seconds__isnull"] = True
    elif _is_number(pace):
        chosen["turn_seconds__lte"] = int(pace)
    return Q(**chosen)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 8
