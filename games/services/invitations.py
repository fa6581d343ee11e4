"""Asking people to an open table."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import services as accounts
from accounts.models import User
from games import notices
from games.access import Board, lock_board, own_seat
from games.errors import GameNotOpenError, InvalidTableError, SuspendedError, TooManyInvitationsError
from games.models import Game, Invitation

MOST_INVITATIONS = 20


def invite(*, user: User, code: str, username: str = "", email: str = "", now: datetime) -> Board:
    """Ask an account, or whoever reads an address, to an open table one sits at; asking twice is harmless.

    Raises NotFoundError, NotAPlayerError, GameNotOpenError, SuspendedError, TooManyInvitationsError, and
    InvalidTableError for a name nobody has.
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
        guest = accounts.contact(email) if email else _account(username)
        ask(board, user, guest.pk, now, email=email)
    return board


def ask(board: Board, user: User, guest_id: int, now: datetime, *, email: str = "") -> None:
    """Invite an account and tell it, unless it sits at the table already. The board is locked."""
    Invitation.objects.get_or_create(
        game=board.game, user_id=guest_id, defaults={"invited_by": user, "email": email, "created_at": now}
    )
    if board.seat_of(guest_id) is None:
        notices.tell_invited(board, guest_id, user.username, now)


def _account(username: str) -> User:
    found = User.objects.filter(username=username, is_active=True).first()
    if found is None:
        raise InvalidTableError({"username": [_("Nobody here has this name.")]})
    return found
