"""What a table's page shows one reader, worked out for its template."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any
from zlib import crc32

from django.contrib.staticfiles import finders
from django.template.loader import select_template

from accounts.models import User
from games import selectors
from games.access import Board
from games.models import Game
from games.rules import registry
from games.rules.base import Json, Option, Rules
from games.services import invitations, talk
from games.telling import in_words, isolated, worded
from games.web import lists
from games.web.order_form import form_of
from games.web.standstill import waiting

LOG_SHOWN, MESSAGES_SHOWN, SINCE_SHOWN = 30, 50, 60


@dataclass
class Page:
    """A match as one reader may see it."""

    board: Board
    user: User | None

    def __post_init__(self) -> None:
        board, self.user_id = self.board, self.user.pk if self.user else None
        self.seat = board.seat_of(self.user_id)
        steps = list(selectors.steps(board)) if board.game.started_at else []
        self.state = steps[-1][1].state if steps else None
        self.items = [selectors.item(board, record, step, self.seat) for record, step in steps]
        self.names = board.names

    def context(self) -> Json:
        """Everything but what only a whole page has."""
        board, legal = self.board, selectors.legal_actions(self.board, self.seat)
        asked = board.asked.get(self.seat or 0)
        return {
            **outline(board, self.user_id),
            "prompt": asked.prompt if asked else "",
            "asked": asked,
            "legal": legal,
            "log": self.told(self.items[-LOG_SHOWN:])[::-1],
            "log_goes_on": len(self.items) > LOG_SHOWN,
            "latest": self.told(self.items[-1:]),
            "seen": mark(board),
            "bot_is_asked": any(board.seat(seat).bot for seat in board.asked),
            **self.talk(),
            "invited": self.invited(),
            **waiting(self.board, self.user),
            **self.arranged([each["action"] for each in legal]),
            **form_of(board, self.seat),
            "next_game": lists.next_waiting(self.user_id, board) if self.user_id else None,
        }

    def told(self, items: Sequence[Json]) -> list[Json]:
        """Log entries in words, for this reader."""
        return in_words(self.board.rules, items, self.names, self.seat)

    def since(self, version: int | None) -> list[Json]:
        """What others did after this log entry, in words, the oldest first; nothing for somebody new here."""
        if version is None or self.seat is None:
            return []
        later = [item for item in self.items if item["number"] > version]
        return self.told(later[-SINCE_SHOWN:]) if any(item["seat"] != self.seat for item in later) else []

    def spoken(self, version: int) -> list[str]:
        """The sentences since this log entry, for those who listen to the page."""
        later = self.told([item for item in self.items if item["number"] > version][-5:])
        return [sentence for item in later for sentence in item["sentences"]]

    def talk(self) -> Json:
        """What was said last, oldest first."""
        newest = talk.said_at(self.board.game, self.user_id).order_by("-id")[:MESSAGES_SHOWN]
        messages = [talk.line(message) | {"mine": message.user_id == self.user_id} for message in newest][::-1]
        return {"messages_said": messages, "said": messages[-1]["id"] if messages else 0}

    def invited(self) -> list[Json]:
        """Who else is asked to an open table; only for those who sit at it."""
        if self.user_id is None or self.seat is None or self.board.game.status != Game.Status.OPEN:
            return []
        return [invitations.shown(each, self.user_id) for each in invitations.invitations(self.board)]

    def arranged(self, legal: Sequence[str]) -> Json:
        """The table ready to be drawn; for a game that does not arrange its own, what a seat may see."""
        if self.state is None:
            return {"table": None}
        return drawn(self.board, self.state, self.seat, legal, [item["events"] for item in self.items])


def drawn(board: Board, state: Any, seat: int | None, legal: Sequence[str], past: Sequence[Sequence[Json]]) -> Json:
    """A state of the game laid out by the game itself, with its texts in the active language."""
    return laid_out(board, selectors.view(board, state, seat), seat, legal, past)


def laid_out(board: Board, view: Json, seat: int | None, legal: Sequence[str], past: Sequence[Sequence[Json]]) -> Json:
    """A view laid out by the game itself."""
    arrange = getattr(registry.folder(board.rules.slug), "arrange", None)
    names = [isolated(name) for name in board.names]
    table = arrange(view, legal, seat, past) if arrange else {"view": view}
    return {"table": worded(table, names), "table_template": template_of(board.rules)}


def template_of(rules: Rules) -> Any:
    """The game's own table, or the one that shows any game."""
    return select_template([f"{registry.folder_name(rules)}/table.html", "games/default_table.html"])


@cache
def style_of(folder: str) -> str | None:
    """The static file with the style of a game's table, if its folder has one."""
    name = f"{folder}/table.css"
    return name if finders.find(name) else None


def outline(board: Board, user_id: int | None) -> Json:
    """A match without its cards: what a card on a list shows, and the head of its page."""
    seat = board.seat_of(user_id)
    return {
        "board": board,
        "game": board.game,
        "code": board.game.code,
        "rules": {"slug": board.rules.slug, "name": selectors.render(board.rules.name)},
        "style": style_of(registry.folder_name(board.rules)),
        "seat": seat,
        "people": people(board, user_id),
        "free_seats": sum(each.user_id is None for each in board.seats),
        "options": options(board),
        "is_open": board.game.status == Game.Status.OPEN,
        "is_active": board.is_active,
        "is_over": board.is_over,
        "outcome": outcome(board),
        "own_turn": board.asked.get(seat or 0),
        "terms": board.terms,
        "paused_until": board.paused_until,
    }


def people(board: Board, user_id: int | None) -> dict[int, Json]:
    """Who sits where, by seat."""
    won = board.outcome.winners if board.outcome else []
    return {
        seat.number: {
            "seat": seat.number,
            "name": seat.username or "",
            "shown": board.names[seat.number - 1],
            "empty": seat.user_id is None,
            "you": seat.user_id == user_id and user_id is not None and not seat.bot,
            "bot": bool(seat.bot or seat.by_program),
            "resigned": seat.state == "resigned",
            "asked": board.asked.get(seat.number),
            "due_at": None if seat.bot or seat.number not in board.asked else board.asked[seat.number].due_at,
            "agrees": seat.agrees_to_stop,
            "late": seat.timeouts,
            "late_in_row": seat.late_in_row,
            "bank": selectors.bank(board, seat),
            "away_until": board.away_until(seat),
            "would_pause_until": selectors.pause_wish(board, seat),
            "offered": seat.offered_at is not None,
            "won": seat.number in won,
        }
        for seat in board.seats
    }


def options(board: Board) -> list[str]:
    """What was chosen for this table, in words."""
    known = board.rules.options
    return [_chosen(known[name], value) for name, value in board.options.items()]


def _chosen(option: Option, value: str) -> str:
    """A choice in words; one that is not on offer any more stands for itself."""
    return selectors.render(option.labels[option.values.index(value)]) if value in option.values else value


def outcome(board: Board) -> Json | None:
    """The result in words, with the scores by seat."""
    found = board.outcome
    if found is None:
        return None
    reason = board.rules.end_reasons[found.reason]
    rows = [
        {"name": board.names[seat.number - 1], "place": place, "score": score, "seat": seat.number}
        for seat, place, score in zip(board.seats, found.places, found.scores, strict=True)
    ]
    return {"reason": selectors.render(reason), "rows": sorted(rows, key=lambda row: row["place"])}


def mark(board: Board) -> str:
    """A short word that changes with whatever the table shows; begins with the version."""
    shown = (
        board.game.version,
        board.game.status,
        [seat._replace(holidays=(), brought=None, bank=None) for seat in board.seats],
        [board.away_until(seat) for seat in board.seats],
        board.paused_until,
        sorted((turn.seat, turn.prompt, str(turn.due_at), turn.nudged) for turn in board.asked.values()),
        board.game.rematch_id,
    )
    return f"{board.game.version}-{crc32(repr(shown).encode()):08x}"
