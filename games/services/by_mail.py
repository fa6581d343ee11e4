"""Playing by answering a mail: its lines are played in order until one is refused, and a receipt says what came of it.

The address that was answered names the seat and the turn. Each line answers the prompt that is open when it is read,
so that what somebody has clicked meanwhile is never done twice.
"""

import struct
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.utils import translation
from django.utils.translation import gettext as _

from accounts import clock, outbox
from accounts.channels.letter import language_of
from accounts.inbound.handlers import Reply
from accounts.models import Notice, User
from accounts.outbox import NewNotice
from games import selectors
from games.access import Board, lock_board
from games.errors import GameError
from games.mails.enclose import ABOUT
from games.models import Seat
from games.rules import registry, spoken
from games.services import play

RECEIPT = "receipt"
# Of receipts for mails in which nothing was played: whatever writes to us must not make us write for ever.
HELPLESS_PER_DAY = 5
MOST_ACTIONS = 30


@dataclass
class Outcome:
    """What came of a mail: the log entries it made, the line at which it stopped and why, the lines after that."""

    played: list[int] = field(default_factory=list)
    line: str = ""
    why: str = ""
    left: list[str] = field(default_factory=list)


def answer(reply: Reply) -> None:
    """Play what an answer says and put its receipt; runs in the transaction in which the mail is taken in."""
    found = _seat_and_turn(reply.about)
    if found is None:
        return
    seat, turn_id = found
    user, now = reply.channel.user, clock.now()
    board = lock_board(seat.game.code)
    with translation.override(language_of(user)):
        outcome = _come_of(board, seat.number, turn_id, reply, now)
    if outcome.played or _may_help(user, now):
        _put_receipt(board, seat.number, reply, outcome, now)


def _seat_and_turn(about: bytes) -> tuple[Seat, int] | None:
    try:
        seat_id, turn_id = ABOUT.unpack(about)
    except struct.error:
        return None
    seat = Seat.objects.select_related("game").filter(pk=seat_id).first()
    return (seat, turn_id) if seat else None


def _come_of(board: Board, seat: int, turn_id: int, reply: Reply, now: datetime) -> Outcome:
    """What comes of the mail for this seat, if its writer may play it and the turn it answers is still open."""
    turn = board.asked.get(seat)
    if board.seat_of(reply.channel.user_id) != seat:
        return Outcome(why=_("You no longer hold this seat."))
    if not reply.from_owner:
        text = _("It came from {sender}, and we only take answers from the address that we write to.")
        return Outcome(why=text.format(sender=reply.sender[:254]))
    if not board.is_active:
        return Outcome(why=_("The match is over."))
    if turn is None or turn.id != turn_id:
        return Outcome(why=_("The turn that you answered is over."))
    return _play(board, seat, turn_id, reply, now)


def _play(board: Board, seat: int, turn_id: int, reply: Reply, now: datetime) -> Outcome:
    outcome = Outcome()
    for number, line in enumerate(reply.lines):
        heard = spoken.hear(line, _talk(board, seat))
        if not heard.is_attempt:
            continue
        why = _refusal(board, seat, turn_id, heard.action, reply.channel.user, outcome, now)
        if why:
            outcome.line, outcome.why, outcome.left = line, why, reply.lines[number + 1 :][:MOST_ACTIONS]
            break
        board = lock_board(board.game.code)
    return outcome


def _refusal(
    board: Board, seat: int, turn_id: int, action: str | None, user: User, outcome: Outcome, now: datetime
) -> str:
    """Play one line; why it was not played, or nothing."""
    turn = board.asked.get(seat)
    if turn is None or turn.id != turn_id:
        return _("Your turn was over by then.")
    if action is None:
        return _("It was not clear what this means.")
    if len(outcome.played) >= MOST_ACTIONS:
        return _("There were too many lines.")
    try:
        answered = play.take_action(user=user, code=board.game.code, prompt=turn.prompt, words=action, now=now)
    except GameError as error:
        return str(error.detail)
    outcome.played.append(answered.record.number)
    return ""


def _talk(board: Board, seat: int) -> spoken.Talk:
    """What can be said at this table now, in all our languages."""
    legal = [each["action"] for each in selectors.legal_actions(board, seat)]
    names = {each.username: str(each.number) for each in board.seats if each.username}
    return spoken.talk(
        spoken=getattr(registry.folder(board.rules.slug), "SPOKEN", {}),
        legal=legal,
        known=board.rules.vocabulary,
        canonical=board.rules.canonical,
        names=names,
        labels=[(selectors.label(board, action), action) for action in legal],
    )


def _may_help(user: User, now: datetime) -> bool:
    """Whether this person may still get a receipt of this kind today."""
    since = now - timedelta(days=1)
    helpless = Notice.objects.filter(user=user, kind=RECEIPT, created_at__gt=since, payload__played=[])
    return helpless.count() < HELPLESS_PER_DAY


def _put_receipt(board: Board, seat: int, reply: Reply, outcome: Outcome, now: datetime) -> None:
    payload = {
        "game": board.game.code,
        "url": f"/games/{board.game.code}/",
        "ruleset": board.rules.name.message,
        "seat": seat,
        "channel": reply.channel.pk,
        "played": outcome.played,
        "line": outcome.line,
        "why": outcome.why,
        "left": outcome.left,
    }
    key = f"{RECEIPT}:{reply.key[:60]}"
    outbox.put([NewNotice(reply.channel.user_id, RECEIPT, board.game.code, key, payload, now)])
