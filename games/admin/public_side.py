"""A match as any watcher may see it, laid out for a page: the table in rows, the log in lines."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, NamedTuple

import structlog
from django.utils.translation import gettext as _

from games import selectors
from games.access import Board, get_board

logger = structlog.get_logger(__name__)
NOTHING = "–"


class Row(NamedTuple):
    """One thing on the table."""

    name: str
    text: str


class Line(NamedTuple):
    """One log entry."""

    number: int
    at: datetime | None
    by: str
    seat: str
    action: str
    events: list[str]


class PublicSide(NamedTuple):
    """What the page of a match shows of it."""

    commitment: str
    result: str
    table: list[Row]
    log: list[Line]


def public_side(code: str) -> PublicSide | None:
    """The match as a spectator sees it; None if its rules cannot make anything of it any more.

    Such a match needs its moderator more than any other, so its page opens all the same.
    """
    try:
        board = get_board(code)
        view = selectors.game_view(board, None)
        log = [_line(board, item) for item in selectors.history(board, None)]
        commitment = selectors.proof(board)["commitment"]
    except Exception:
        logger.exception("match_not_shown", game=code)
        return None
    return PublicSide(commitment, _result(board), list(rows(view["view"])), log)


def rows(view: dict[str, Any]) -> Iterator[Row]:
    """A view of any game in rows: one for each field, and for each item where a field holds several things."""
    for name, value in view.items():
        if isinstance(value, list) and any(isinstance(each, dict) for each in value):
            yield from (Row(f"{name} {number}", words(each)) for number, each in enumerate(value, 1))
        else:
            yield Row(name, words(value))


def words(value: Any) -> str:
    """A value of a view or an event on one line."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {words(each)}" for name, each in value.items())
    if isinstance(value, list | tuple):
        return (
            " ".join(f"({words(each)})" if isinstance(each, list | dict) else words(each) for each in value) or NOTHING
        )
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return NOTHING if value is None else str(value)


def _line(board: Board, item: dict[str, Any]) -> Line:
    events = [_event(event) for event in item["events"]]
    seat = _name(board, item["seat"]) if item["seat"] else ""
    return Line(item["number"], item["at"], item["by"], seat, item["action"] or "", events)


def _event(event: dict[str, Any]) -> str:
    told = {name: value for name, value in event.items() if name != "type" and value is not None}
    return f"{event['type']}: {words(told)}" if told else str(event["type"])


def _result(board: Board) -> str:
    outcome = board.outcome
    if outcome is None:
        return ""
    winners = ", ".join(_name(board, seat) for seat in outcome.winners)
    reason = selectors.render(board.rules.end_reasons[outcome.reason])
    return _("%(reason)s Won by: %(winners)s. Scores: %(scores)s.") % {
        "reason": reason,
        "winners": winners,
        "scores": words(outcome.scores),
    }


def _name(board: Board, seat: int) -> str:
    return f"{seat} ({board.seat(seat).username or NOTHING})"
