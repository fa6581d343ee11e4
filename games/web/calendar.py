"""The private calendar of a player: one entry for each of their turns that has a deadline. No card is in it."""

import hashlib
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts import calendars, clock
from accounts.channels.letter import language_of
from accounts.models import User
from games.access import Board, get_boards
from games.rows import TurnRow
from games.web import ical
from games.web.lists import waiting_ids

# Programs look as often as they like; this is what is worth their while.
LOOK_AGAIN = "PT15M"
LONGEST_ALARM = timedelta(hours=1)
MOST_ENTRIES = 500

Entry = tuple[Board, TurnRow, datetime]


@require_safe
def feed(request: HttpRequest, secret: str) -> HttpResponse:
    """The calendar behind a secret address, in its owner's language."""
    user = calendars.owner_of(secret)
    if user is None:
        raise Http404
    entries, now = _entries(user), clock.now()
    with translation.override(language_of(user)):
        answer = HttpResponse(ical.write(_calendar(entries, now)), content_type="text/calendar; charset=utf-8")
    answer["ETag"] = _etag(user, entries)
    answer["Cache-Control"] = "private, no-cache"
    answer["X-Robots-Tag"] = "noindex"
    answer["Content-Disposition"] = 'inline; filename="jackpot.ics"'
    return answer


def _entries(user: User) -> list[Entry]:
    """The turns in which this person is asked, with their deadlines."""
    boards = get_boards(waiting_ids(user.pk, MOST_ENTRIES))
    turns = [(board, board.asked[seat]) for board in boards if (seat := board.seat_of(user.pk)) in board.asked]
    return [(board, turn, turn.due_at) for board, turn in turns if turn.due_at]


def _etag(user: User, entries: list[Entry]) -> str:
    """Another one only when something else is to be shown: an entry holds the moment at which it was written."""
    facts = [user.language, *(f"{turn.id} {due_at} {_players(board, turn)}" for board, turn, due_at in entries)]
    return f'W/"{hashlib.sha256(repr(facts).encode()).hexdigest()[:32]}"'


def _calendar(entries: list[Entry], now: datetime) -> list[ical.Line]:
    head = [
        ("VERSION", "2.0"),
        ("PRODID", "-//JACKPOT//Deadlines//EN"),
        ("CALSCALE", "GREGORIAN"),
        ("NAME", ical.text(_("JACKPOT: my turns"))),
        ("X-WR-CALNAME", ical.text(_("JACKPOT: my turns"))),
        ("REFRESH-INTERVAL;VALUE=DURATION", LOOK_AGAIN),
        ("X-PUBLISHED-TTL", LOOK_AGAIN),
    ]
    return ical.block("VCALENDAR", [*head, *(line for entry in entries for line in _event(*entry, now))])


def _event(board: Board, turn: TurnRow, due_at: datetime, now: datetime) -> list[ical.Line]:
    """The same UID as long as the turn lasts; what is written later has the higher number, wherever it moved."""
    words = {"game": _(board.rules.name.message), "players": _players(board, turn), "table": board.game.code}
    address = f"{settings.SITE_URL}/games/{board.game.code}/"
    alarm = min(LONGEST_ALARM, (due_at - turn.started_at) * settings.REMINDER_SHARE)
    summary = ical.text(_("My turn ends: %(game)s") % words)
    return ical.block(
        "VEVENT",
        [
            ("UID", f"turn-{turn.id}@{urlsplit(settings.SITE_URL).hostname}"),
            ("SEQUENCE", str(max(0, int((now - turn.started_at).total_seconds())))),
            ("DTSTAMP", ical.moment(now)),
            ("LAST-MODIFIED", ical.moment(now)),
            ("DTSTART", ical.moment(due_at)),
            ("SUMMARY", summary),
            ("DESCRIPTION", ical.text(_("Table %(table)s, with %(players)s.") % words + f"\n{address}")),
            ("URL", address),
            ("TRANSP", "TRANSPARENT"),
            *ical.block("VALARM", [("ACTION", "DISPLAY"), ("TRIGGER", ical.before(alarm)), ("DESCRIPTION", summary)]),
        ],
    )


def _players(board: Board, turn: TurnRow) -> str:
    return ", ".join(seat.username for seat in board.seats if seat.username and seat.number != turn.seat)
