"""What notices are called on pages, and why one was not sent."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

KINDS = {
    "your_turn": gettext_noop("It is my turn"),
    "deadline_near": gettext_noop("My time is running out"),
    "game_started": gettext_noop("A match begins"),
    "game_finished": gettext_noop("A match is over"),
    "invited": gettext_noop("Somebody asks me to a table"),
    "channel_off": gettext_noop("An address or a service is turned off"),
    "confirm_address": gettext_noop("A new address is asked for its reader"),
    "test": gettext_noop("A test"),
    "nudge": gettext_noop("Somebody reminds me of a match"),
    "late_turn": gettext_noop("My time was up"),
    "pause": gettext_noop("A match is paused, or goes on"),
    "holiday": gettext_noop("A holiday of mine begins by itself"),
    "seat_lost": gettext_noop("My seat went to somebody else"),
    "receipt": gettext_noop("What came of a mail that I answered"),
}
REASONS = {
    "answered": gettext_noop("answered in time"),
    "over": gettext_noop("the match was over"),
    "closed": gettext_noop("the table took nobody any more"),
    "replaced": gettext_noop("the seat went to somebody else"),
    "moved": gettext_noop("the deadline moved"),
    "too_late": gettext_noop("the deadline had passed"),
    "quiet_hours": gettext_noop("until you wake"),
    "digest": gettext_noop("to come together with others"),
    "catching_up": gettext_noop("while we catch up"),
    "muted": gettext_noop("turned off by you"),
    "muted_match": gettext_noop("you muted this match"),
    "no_channel": gettext_noop("no address to write to"),
    "suspended": gettext_noop("the account was suspended"),
    "gave_up": gettext_noop("tried for two days"),
    "refused": gettext_noop("the address does not exist"),
}


def kind(name: str) -> str:
    """A kind of notice in the reader's words."""
    return _(KINDS[name]) if name in KINDS else name.replace("_", " ")


def reason(name: str) -> str:
    """Why a notice was not sent; empty when there is nothing to say."""
    return _(REASONS[name]) if name in REASONS else name.replace("_", " ")
