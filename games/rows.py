"""Seats and open turns as a board holds them: the SQL that a match is read with, and what becomes of its rows."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

EMPTY = "empty"
SEATS = """
SELECT json_agg(json_build_array(
    coalesce(s.id, 0), n, s.user_id, u.username, u.is_bot, coalesce(s.bot, ''), coalesce(s.state, 'empty'),
    coalesce(s.timeouts, 0), coalesce(s.agrees_to_stop, false), s.brought, coalesce(s.late_in_row, 0), s.bank,
    s.would_pause_until, s.offered_at, CASE WHEN s.bot = '' THEN (
        SELECT json_agg(json_build_array(h.starts_at, h.ends_at) ORDER BY h.starts_at)
        FROM games_holiday h WHERE h.user_id = s.user_id AND h.ends_at > %s
    ) END
) ORDER BY n)
FROM generate_series(1, g.seat_count) n
LEFT JOIN games_seat s ON s.game_id = g.id AND s.number = n
LEFT JOIN accounts_user u ON u.id = s.user_id
"""
ASKED = """
SELECT json_agg(json_build_array(
    t.id, t.seat, t.prompt, t.started_at, t.due_at, t.actions = '',
    t.nudged_at IS NOT NULL OR t.remind_at IS NULL AND t.due_at > t.started_at, t.nudged_at IS NOT NULL
))
FROM games_turn t WHERE t.game_id = g.id AND t.ended_at IS NULL
"""


class Span(NamedTuple):
    """A stretch of time."""

    start: datetime
    end: datetime


class SeatRow(NamedTuple):
    """A seat with its present holder; a seat that nobody has taken has the state EMPTY and the id 0."""

    id: int
    number: int
    user_id: int | None
    username: str | None
    by_program: bool | None
    bot: str
    state: str
    timeouts: int
    agrees_to_stop: bool
    brought: dict[str, str] | None
    late_in_row: int = 0
    bank: int | None = None
    """Seconds left in the time bank; None: as the table has it at first."""
    would_pause_until: datetime | None = None
    offered_at: datetime | None = None
    holidays: Sequence[Span] = ()
    """The holidays of a person that are not over, in order."""

    @property
    def is_person(self) -> bool:
        """Held by somebody the house does not play for."""
        return self.user_id is not None and not self.bot


class TurnRow(NamedTuple):
    """An open turn: a seat that is being asked."""

    id: int
    seat: int
    prompt: int
    started_at: datetime
    due_at: datetime | None
    untouched: bool
    reminded: bool | None = False
    """The player has been told that the time is running out, and has done nothing since that we know of."""
    nudged: bool = False

    @property
    def called(self) -> bool:
        """Something may be waiting that calls the player to the table."""
        return self.untouched or bool(self.reminded)

    def is_due(self, now: datetime) -> bool:
        """The time for this turn is up."""
        return self.due_at is not None and self.due_at <= now


def seat_row(row: list[Any]) -> SeatRow:
    """A seat as SEATS has it."""
    *usual, would_pause_until, offered_at, holidays = row
    spans = [Span(*map(datetime.fromisoformat, span)) for span in holidays or ()]
    return SeatRow._make([*usual, _moment(would_pause_until), _moment(offered_at), spans])


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def turn_row(row: list[Any]) -> TurnRow:
    """An open turn as ASKED has it."""
    pk, seat, prompt, started_at, due_at, untouched, reminded, nudged = row
    started = datetime.fromisoformat(started_at)
    return TurnRow(pk, seat, prompt, started, _moment(due_at), untouched, reminded, nudged)
