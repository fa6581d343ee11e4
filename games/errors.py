"""Everything a table can refuse. Each has a code of the API, an HTTP status and a text for the person."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from accounts.errors import Refusal


class GameError(Refusal):
    """A refusal by a table; nothing was changed."""


class InvalidTableError(GameError):
    """What was asked for does not make a table; `errors` says what is wrong with which field."""

    code, status, text = "invalid", 400, _("Some of this cannot be.")

    def __init__(self, errors: Mapping[str, list[str]]) -> None:
        super().__init__()
        self.errors = errors


class NotFoundError(GameError):
    code, status, text = "not_found", 404, _("There is no such match, or it is not open to you.")


class UnreadableError(GameError):
    code, status, text = "unreadable_action", 400, _("These words are no action of this game.")


class NotAPlayerError(GameError):
    code, status, text = "not_a_player", 403, _("You have no seat at this table.")


class NotInvitedError(GameError):
    code, status, text = "not_invited", 403, _("This table is by invitation only.")


class BlockedError(GameError):
    # The code is the API's; the words tell a person what to do, and not who wants to be left alone.
    code, status, text = "blocked", 403, _("This does not work out at this table. Others are open, or start your own.")


class SuspendedError(GameError):
    code, status, text = "suspended", 403, _("This account is suspended.")


class GameFullError(GameError):
    code, status, text = "game_full", 409, _("All seats are taken.")


class AlreadySeatedError(GameError):
    code, status, text = "already_seated", 409, _("You already sit at this table.")


class GameNotOpenError(GameError):
    code, status, text = "game_not_open", 409, _("This table no longer takes players.")


class GameNotActiveError(GameError):
    code, status, text = "game_not_active", 409, _("This match is not being played.")


class TooManyInvitationsError(GameError):
    code, status, text = "too_many_invitations", 409, _("Enough people have been asked to this table.")


class GameNotFinishedError(GameError):
    code, status, text = "game_not_finished", 409, _("This is shown when the match is over.")


class AlreadyAnsweredError(GameError):
    code, status, text = "already_answered", 409, _("You have already answered this with another action.")


class StalePromptError(GameError):
    code, status, text = "stale_prompt", 409, _("The table has moved on; look again before you act.")


class NotYourTurnError(GameError):
    code, status, text = "not_your_turn", 409, _("It is not your turn.")


class SeatNotOfferedError(GameError):
    code, status, text = "seat_not_offered", 409, _("This seat is not to be had.")


class PausedError(GameError):
    code, status, text = "paused", 409, _("This match is paused.")


class TooEarlyError(GameError):
    code, status, text = "too_early", 409, _("Give them a little more time first.")


class AlreadyNudgedError(GameError):
    code, status, text = "already_nudged", 409, _("This player has been reminded already.")


class AwayError(GameError):
    code, status, text = "on_holiday", 409, _("This player is on holiday.")


class SeatNotAskedError(GameError):
    code, status, text = "seat_not_asked", 409, _("This seat is not asked now.")


class SeatIsBotError(GameError):
    code, status, text = "seat_is_bot", 409, _("A bot plays this seat already.")


class SeatResignedError(GameError):
    code, status, text = "seat_resigned", 409, _("This seat was given up.")


class NothingToDoError(GameError):
    code, status, text = "nothing_to_do", 409, _("This is so already.")


class NoOrdersError(GameError):
    code, status, text = "no_orders", 409, _("This game has no standing orders.")


class IllegalOrdersError(GameError):
    code, status, text = "illegal_orders", 422, _("These are no orders that this game knows.")


class IllegalError(GameError):
    code, status, text = "illegal_action", 422, _("The rules do not allow this now.")
