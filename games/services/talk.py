"""What is said at a table, and what is reported to moderators."""

import unicodedata
from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from accounts.blocking import who_blocks
from accounts.models import Block, User
from games import notify
from games.access import board_for_viewer, check_visible, get_board, lock_board, own_seat
from games.errors import GameNotActiveError, InvalidTableError, SuspendedError
from games.models import Game, Message, Report

LONGEST = 1000
# Control characters, halves of characters, line and paragraph ends; and what turns the reading direction around.
UNSEEN = frozenset({"Cc", "Cs", "Zl", "Zp"})
TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def post_message(*, user: User, code: str, text: str, now: datetime) -> Message:
    """Say one line at a table where one sits, before, during or after the match.

    Raises NotFoundError, NotAPlayerError, SuspendedError, GameNotActiveError (the match was aborted) and
    InvalidTableError.
    """
    board = get_board(code)
    own_seat(board, user.pk)
    if user.suspended:
        raise SuspendedError
    if board.game.status == Game.Status.ABORTED:
        raise GameNotActiveError
    said = checked_text("text", text, most=LONGEST)
    with transaction.atomic():
        message = Message.objects.create(game=board.game, user=user, text=said, created_at=now)
        listeners = {seat.user_id for seat in board.seats if seat.user_id and not seat.bot} - {user.pk}
        listeners -= who_blocks(listeners, user.pk)
        notify.tell_people(listeners, "message", code)
        notify.tell_table(code, board.game.version)
    return message


def messages(code: str, user: User | None) -> QuerySet[Message]:
    """What was said at a table, oldest first; give each through `line`. Raises NotFoundError.

    None is somebody without an account, who may read where everybody may watch.
    """
    reader = user.pk if user else None
    return said_at(board_for_viewer(code, reader).game, reader).order_by("id")


def said_at(game: Game, reader_id: int | None) -> QuerySet[Message]:
    """The messages of a match, each with whether this reader has blocked who wrote it."""
    blocks = Block.objects.filter(user_id=reader_id or 0, blocked_id=OuterRef("user_id"))
    return Message.objects.filter(game=game).select_related("user").annotate(blocked=Exists(blocks))


def line(message: Message) -> dict[str, Any]:
    """A message as its reader may read it; one that a moderator has hidden has no text.

    `blocked`: the reader has blocked who wrote it (see `said_at`), and it is to be folded away.
    """
    hidden = message.hidden_at is not None
    return {
        "id": message.pk,
        "player": {"username": message.user.username, "bot": message.user.is_bot},
        "text": None if hidden else message.text,
        "hidden": hidden,
        "blocked": getattr(message, "blocked", False),
        "at": message.created_at,
    }


def report(*, user: User, code: str, reason: str, text: str, message_id: int | None, now: datetime) -> Report:
    """Ask moderators to look at a match, or at one message in it; the same again while it is open is the same report.

    Raises NotFoundError, SuspendedError and InvalidTableError.
    """
    if user.suspended:
        raise SuspendedError
    with transaction.atomic():
        board = lock_board(code)
        check_visible(board, user.pk)
        words = checked_text("text", text, least=0, most=LONGEST, allowed="\n\r\t")
        told, _new = Report.objects.get_or_create(
            game=board.game,
            reporter=user,
            reason=_known_reason(reason),
            text=words,
            message=_message_of(board.game, message_id),
            closed_at=None,
            defaults={"created_at": now},
        )
    return told


def checked_text(field: str, text: str, *, least: int = 1, most: int, allowed: Collection[str] = "") -> str:
    """What somebody wrote, without the space around it. Raises InvalidTableError about this field."""
    words = text.strip()
    if len(words) < least:
        raise InvalidTableError({field: [_("Write something.")]})
    if len(words) > most:
        raise InvalidTableError({field: [_("At most %(most)d characters.") % {"most": most}]})
    if any(_unseen(sign) for sign in words if sign not in allowed):
        raise InvalidTableError({field: [_("This holds characters that cannot be shown.")]})
    return words


def _unseen(sign: str) -> bool:
    return unicodedata.category(sign) in UNSEEN or sign in TURNING


def _known_reason(reason: str) -> str:
    if reason not in Report.Reason.values:
        choices = ", ".join(Report.Reason.values)
        raise InvalidTableError({"reason": [_("This must be one of: %(choices)s.") % {"choices": choices}]})
    return reason


def _message_of(game: Game, message_id: int | None) -> Message | None:
    if message_id is None:
        return None
    message = Message.objects.filter(game=game, pk=message_id).first()
    if message is None:
        raise InvalidTableError({"message": [_("There is no such message at this table.")]})
    return message
