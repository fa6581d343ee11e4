"""Asking people to an open table, and taking it back."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts import services as accounts
from accounts.blocking import blocked_ids, who_blocks
from accounts.models import User
from games import notices, notify
from games.access import Board, lock_board, own_seat
from games.errors import BlockedError, GameNotOpenError, InvalidTableError, SuspendedError, TooManyInvitationsError
from games.models import Game, Invitation

MOST_INVITATIONS = 20


def invite(*, user: User, code: str, username: str = "", email: str = "", now: datetime) -> Board:
    """Ask an account, or whoever reads an address, to an open table one sits at; asking twice is harmless.

    Raises NotFoundError, NotAPlayerError, GameNotOpenError, SuspendedError, TooManyInvitationsError, BlockedError,
    and InvalidTableError for a name nobody has. An address gives nothing away: not who reads it, nor a block.
    """
    if user.suspended:
        raise SuspendedError
    with transaction.atomic():
        board = lock_board(code)
        own_seat(board, user.pk)
        if board.game.status != Game.Status.OPEN:
            raise GameNotOpenError
        if board.game.invitations.count() >= MOST_INVITATIONS:
            raise TooManyInvitationsError
        guest = accounts.contact(email) if email else _welcome_guest(user, username)
        ask(board, user, guest.pk, now, email=email)
        notify.tell_table(code, board.game.version)
    return board


def ask(board: Board, user: User, guest_id: int, now: datetime, *, email: str = "") -> None:
    """Invite an account and tell it, unless it sits here already or has blocked the user. The board is locked."""
    asked = {"email": email} if email else {"user_id": guest_id, "email": ""}
    details = {"user_id": guest_id, "invited_by": user, "created_at": now}
    Invitation.objects.get_or_create(game=board.game, **asked, defaults=details)
    if board.seat_of(guest_id) is None and not who_blocks([guest_id], user.pk):
        notices.tell_invited(board, guest_id, user.username, now)


def take_back(*, user: User, code: str, invitation_id: int) -> Board:
    """Ask somebody no more whom the user has asked; what had not gone out is not sent. Twice is harmless.

    Raises NotFoundError, NotAPlayerError and GameNotOpenError.
    """
    with transaction.atomic():
        board = lock_board(code)
        own_seat(board, user.pk)
        if board.game.status != Game.Status.OPEN:
            raise GameNotOpenError
        asked = board.game.invitations.filter(pk=invitation_id, invited_by=user).first()
        if asked:
            asked.delete()
            if asked.user_id and not board.game.invitations.filter(user_id=asked.user_id).exists():
                notices.unsay_invitation(board, asked.user_id)
            notify.tell_table(code, board.game.version)
    return board


def invitations(board: Board) -> QuerySet[Invitation]:
    """Who is asked to this table and has not come, the first first; give each through `shown`.

    One by address stays when somebody comes: otherwise it would tell whose address it is.
    """
    here = [seat.user_id for seat in board.seats if seat.user_id]
    came = board.game.invitations.filter(email="", user_id__in=here)
    return board.game.invitations.exclude(pk__in=came.values("pk")).select_related("user").order_by("id")


def shown(invitation: Invitation, user_id: int) -> dict[str, Any]:
    """An invitation as this person at the table may see it: an address only by who invited it."""
    own = invitation.invited_by_id == user_id
    by_mail = bool(invitation.email)
    return {
        "id": invitation.pk,
        "username": None if by_mail or invitation.user is None else invitation.user.username,
        "email": invitation.email if by_mail and own else None,
        "yours": own,
        "at": invitation.created_at,
    }


def _welcome_guest(user: User, username: str) -> User:
    """The account of this name, if the two of them want to do with one another."""
    found = User.objects.filter(username=username, is_active=True).first()
    if found is None:
        raise InvalidTableError({"username": [_("Nobody here has this name.")]})
    if found.pk in blocked_ids(user.pk):
        raise InvalidTableError({"username": [_("You have blocked this player. Unblock them before you invite them.")]})
    if who_blocks([found.pk], user.pk):
        raise BlockedError(_("This invitation does not work out. Ask somebody else."))
    return found
