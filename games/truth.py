"""Whether what people were to be told about tables still holds, by the rows of the tables themselves."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import F

from accounts import clock, truth
from accounts.models import Notice
from games.models import Game, Invitation, Seat, Turn
from games.notices import DEADLINE_NEAR, INVITED, LATE, NUDGE, PAUSE, STARTED, YOUR_TURN


def register() -> None:
    """Answer for the kinds that may be over before they are told; a result, once there, holds for good."""
    truth.register([YOUR_TURN, DEADLINE_NEAR, NUDGE], calls_over)
    truth.register([STARTED], starts_over)
    truth.register([PAUSE], pauses_over)
    truth.register([LATE], warnings_over)
    truth.register([INVITED], invitations_over)


class Asked(NamedTuple):
    """Who is asked in a turn, and until when."""

    user_id: int
    due_at: datetime | None


def calls_over(notices: Sequence[Notice]) -> Mapping[int, str]:
    """The calls whose turn is no more, is somebody else's, or is too late to be answered."""
    turns = {notice.pk: _turn_of(notice) for notice in notices}
    asked = _asked(turn for turn in turns.values() if turn)
    now = clock.now()
    return _given(
        {notice.pk: _why_over(notice, asked.get(turn), now) for notice in notices if (turn := turns[notice.pk])}
    )


def _turn_of(notice: Notice) -> int | None:
    """The turn that the key of a call names (see games.notices)."""
    kind, number, *_deadline = [*notice.key.split(":"), ""]
    return int(number) if kind == notice.kind and number.isdecimal() else None


def _asked(turns: Iterable[int]) -> dict[int, Asked]:
    rows = Turn.objects.filter(pk__in=[*turns], ended_at=None, game__seats__number=F("seat"), game__seats__bot="")
    found = rows.values_list("pk", "game__seats__user", "due_at")
    return {pk: Asked(user_id, due_at) for pk, user_id, due_at in found}


def _why_over(notice: Notice, asked: Asked | None, now: datetime) -> str:
    if asked is None:
        return "answered"
    if asked.user_id != notice.user_id:
        return "replaced"
    if asked.due_at and asked.due_at <= now:
        return "too_late"
    reminded = notice.key.split(":")[2:]
    return "moved" if reminded and asked.due_at and reminded != [str(int(asked.due_at.timestamp()))] else ""


def starts_over(notices: Sequence[Notice]) -> Mapping[int, str]:
    """The matches that are over before their beginning was told."""
    tables = Game.objects.filter(code__in={notice.thread for notice in notices})
    over = {*tables.exclude(status=Game.Status.ACTIVE).values_list("code", flat=True)}
    return {notice.pk: "over" for notice in notices if notice.thread in over}


def pauses_over(notices: Sequence[Notice]) -> Mapping[int, str]:
    """What was said of a pause that is over or was ended since, or of its end when there is another by now."""
    tables = Game.objects.filter(code__in={notice.thread for notice in notices}, status=Game.Status.ACTIVE)
    paused, now = dict(tables.values_list("code", "paused_until")), clock.now()
    return _given({notice.pk: _why_not_paused(notice, paused, now) for notice in notices})


def _why_not_paused(notice: Notice, paused: Mapping[str, datetime | None], now: datetime) -> str:
    if notice.thread not in paused:
        return "over"
    until, text = paused[notice.thread], notice.payload["deadline"]
    told = datetime.fromisoformat(text) if text else None
    if told and told <= now:
        return "too_late"
    return "" if told == (until if until and until > now else None) else "moved"


def warnings_over(notices: Sequence[Notice]) -> Mapping[int, str]:
    """What was said of late turns to somebody who has played since, or whose seat or match is no more."""
    seats = Seat.objects.filter(game__code__in={notice.thread for notice in notices}, bot="")
    rows = seats.filter(game__status=Game.Status.ACTIVE).values_list("game__code", "user_id", "late_in_row")
    late = {(code, user_id): in_row for code, user_id, in_row in rows}
    return _given({notice.pk: _why_not_late(notice, late.get((notice.thread, notice.user_id))) for notice in notices})


def _why_not_late(notice: Notice, in_row: int | None) -> str:
    if in_row is None:
        return "over"
    return "answered" if in_row < notice.payload["in_row"] else ""


def _given(reasons: Mapping[int, str]) -> dict[int, str]:
    return {pk: reason for pk, reason in reasons.items() if reason}


def invitations_over(notices: Sequence[Notice]) -> Mapping[int, str]:
    """The invitations to tables that take nobody any more, or that were taken back."""
    tables = Game.objects.filter(code__in={notice.thread for notice in notices})
    codes = {*tables.values_list("code", flat=True)}
    invited = Invitation.objects.filter(game__in=tables.filter(status=Game.Status.OPEN))
    valid = {*invited.values_list("game__code", "user_id")}
    over = [each for each in notices if each.thread in codes and (each.thread, each.user_id) not in valid]
    return {notice.pk: "closed" for notice in over}
