"""A finished match step by step, from one seat's eyes or with all cards open, and the proof of its shuffle."""

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import log, selectors
from games.access import Board
from games.errors import GameNotFinishedError
from games.rules.base import Json, Step
from games.telling import in_words
from games.web.kind import number, reader, seen_board
from games.web.pages import laid_out, outline

Steps = Sequence[tuple[log.Record | None, Step]]


@require_safe
def show(request: HttpRequest, code: str) -> HttpResponse:
    """`?step=N&seat=S`: the table after log entry N; without `seat` all cards are open."""
    board, user = seen_board(request, code), reader(request)
    try:
        steps = selectors.table_at(board, board.game.version)
    except GameNotFinishedError as error:
        raise Http404(error.detail) from None
    step = min(max(number(request.GET.get("step", "0")), 0), len(steps) - 1)
    seat = number(request.GET.get("seat", ""))
    eyes = seat if 1 <= seat <= len(board.seats) else None
    context = moment(board, steps[: step + 1], eyes) | around(step, len(steps) - 1)
    context |= shown_before_end(outline(board, user.pk if user else None), step == len(steps) - 1)
    context |= {"proof": selectors.proof(board), "box": selectors.box(board)}
    return render(request, "games/replay.html", context)


def moment(board: Board, steps: Steps, eyes: int | None) -> Json:
    """The table as it was after these steps, and what the last of them did."""
    record, last = steps[-1]
    past = [[event.seen_by(eyes) if eyes else event.opened() for event in step.events] for _, step in steps]
    item = selectors.item(board, record, last, eyes) | {"events": past[-1]}
    names = board.names
    view = board.rules.view(last.state, eyes) if eyes else selectors.open_view(board, last.state)
    return laid_out(board, view, eyes, (), past) | {
        "latest": in_words(board.rules, [item], names, eyes),
        "eyes": eyes,
        "replaying": True,
    }


def shown_before_end(outlined: Json, at_end: bool) -> Json:
    """The outline of the match, which does not tell who wins before the last step."""
    people = {seat: who if at_end else who | {"won": False} for seat, who in outlined["people"].items()}
    return outlined | {"people": people}


def around(step: int, last: int) -> Json:
    """Where one can go from this step."""
    return {"step": step, "last": last, "before": max(step - 1, 0), "after": min(step + 1, last)}
