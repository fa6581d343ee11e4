"""A table in few words and cells: for mails, and for the page behind their buttons. One seat's view, no other."""

from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.template import engines

from games import log, selectors
from games.access import Board
from games.mails import links
from games.mails.links import PlayLink
from games.rules import registry
from games.rules.base import Json
from games.telling import in_words, isolated, worded

MOST_BUTTONS = 20
SINCE_SHOWN = 30


def log_of(board: Board, seat: int | None) -> list[Json]:
    """The log as one seat (None: a spectator) may see it; empty before the deal."""
    if board.game.started_at is None:
        return []
    return [selectors.item(board, record, step, seat) for record, step in selectors.steps(board)]


def table_of(board: Board, seat: int, items: list[Json]) -> Json:
    """What the seat sees, laid out by the game itself or in plain words, and the templates that draw it."""
    view = board.rules.view(selectors.table_state(board), seat)
    legal = [each["action"] for each in selectors.legal_actions(board, seat)]
    arrange = getattr(registry.folder(board.rules.slug), "arrange", None)
    table = arrange(view, legal, seat, [item["events"] for item in items]) if arrange else {}
    names, folder = names_of(board), registry.folder_name(board.rules)
    return {
        "table": worded(table, names),
        "view": view,
        "names": dict(enumerate(names, 1)),
        "seat": seat,
        "table_html": _template(folder, "html"),
        "table_txt": _template(folder, "txt"),
    }


def choices(board: Board, seat: int, user_id: int) -> Json:
    """What the seat may do now, each with its link; with more than fit, one link to all of them."""
    turn = board.asked.get(seat)
    if turn is None or not board.is_active:
        return {"asked": False, "choices": [], "all_choices": ""}
    link = PlayLink(board.game.code, seat, user_id, turn.prompt)
    legal = selectors.legal_actions(board, seat)
    shown = [each | {"url": links.url(link._replace(action=each["action"]))} for each in legal]
    few = len(shown) <= MOST_BUTTONS
    return {
        "asked": True,
        "choices": shown if few else [],
        "all_choices": links.url(link),
        "example": legal[0]["action"] if legal else "",
    }


def since_own_action(items: list[Json], seat: int, *, with_it: bool = False) -> list[Json]:
    """What happened after the seat's player last did something, with that or without it."""
    own = [item["number"] for item in items if item["seat"] == seat and item["by"] == log.PLAYER]
    last = max(own, default=-1)
    return [item for item in items if item["number"] > last or (with_it and item["number"] == last)]


def told(board: Board, items: list[Json], seat: int | None) -> list[str]:
    """Log entries in sentences, the oldest first."""
    found = in_words(board.rules, items[-SINCE_SHOWN:], board.names, seat)
    return [sentence for item in found for sentence in item["sentences"]]


def names_of(board: Board) -> list[str]:
    """The players in the order of their seats, safe to stand in any sentence."""
    return [isolated(name) for name in board.names]


@cache
def style_of(folder: str) -> str:
    """The game's own style for mails; empty when it has none."""
    found = finders.find(f"{folder}/mail.css")
    return Path(found).read_text() if isinstance(found, str) else ""


@cache
def _template(folder: str, ending: str) -> Any:
    """The game's own table for mails, or the one that shows any game."""
    engine = engines["django"].engine  # type: ignore[attr-defined]
    return engine.select_template([f"{folder}/mail.{ending}", f"notices/_any_table.{ending}"])
