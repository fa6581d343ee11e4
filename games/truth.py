"""Whether what people were to be told about tables still holds, by the rows of the tables themselves."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import F

from accounts import clock, truth
from accounts.models import Notice
from games.models import Game, Invitation, Turn
from games.notices import DEADLINE_NEAR, INVITED, NUDGE, STARTED, YOUR_TURN


def register() -> None:
    """Answer for the kinds that may be over before they are told; a result, once there, holds for good."""
    truth.register([YOUR_TURN, DEADLINE_NEAR, NUDGE], calls_over)
    truth.register([STARTED], starts_over)
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
    reasons = {notice.pk: _why_over(notice, asked.get(turn), now) for notice in notices if (turn := turns[notice.pk])}
    return {pk: reason for pk, reason in reasons.items() if reason}


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


def invitations_over(notices: Sequence[Notice]) -> Mapping[int, str]:
    """The invitations to tables that take nobody any more, or that were taken back."""
    tables = Game.objects.filter(code__in={notice.thread for notice in notices})
    codes = {*tables.values_list("code", flat=True)}
    invited = Invitation.objects.filter(game__in=tables.filter(status=Game.Status.OPEN))
    valid = {*invited.values_list("game__code", "user_id")}
    over = [each for each in notices if each.thread in codes and (each.thread, each.user_id) not in valid]
    return {notice.pk: "closed" for notice in over}
