"""The page behind a button of a mail: one screen, no account, one prompt. GET and HEAD only show; POST plays.

Programs that look into mails follow every link, so nothing but a form changes anything. The page is not kept, not
found by search engines, and tells nobody where it was (a link is as good as a key). When its prompt is over it shows
no cards any more: an old mail is no window on the table.
"""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone, translation
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts import clock
from accounts.api.throttling import exceeds
from accounts.channels.letter import language_of
from accounts.channels.when import zone_of
from accounts.models import User
from games import selectors
from games.access import Board, get_board
from games.errors import GameError, NotFoundError
from games.mails import links, table
from games.mails.links import PlayLink
from games.rules.base import Json
from games.rules.registry import folder_name
from games.services import play
from games.web.kind import see_other

POSTS_PER_MINUTE = 60

View = Callable[..., HttpResponse]


def private(view: View) -> View:
    """Kept nowhere, indexed nowhere, and no other site learns the address."""

    @wraps(view)
    def guarded(request: HttpRequest, signed: str) -> HttpResponse:
        answer = view(request, signed)
        answer["Referrer-Policy"] = "no-referrer"
        answer["X-Robots-Tag"] = "noindex, nofollow"
        return answer

    return guarded


@csrf_exempt  # The signature is the proof: whoever has the link may play, and mail programs have no cookie.
@never_cache
@private
@require_http_methods(["GET", "HEAD", "POST"])
def play_page(request: HttpRequest, signed: str) -> HttpResponse:
    """Show what a link would play and what else can be done, or play it."""
    link = links.read(signed)
    user = User.objects.filter(pk=link.user_id, is_active=True).first() if link else None
    if link is None or user is None:
        raise Http404
    with translation.override(language_of(user)), timezone.override(zone_of(user.time_zone)):
        return _play(request, link, user) if request.method == "POST" else _show(request, link)


def _play(request: HttpRequest, link: PlayLink, user: User) -> HttpResponse:
    """Play, and go on to the rest of the turn; what the table refuses is said on the page."""
    if exceeds(f"play-link:{user.pk}", POSTS_PER_MINUTE):
        return render(request, "429.html", status=HTTPStatus.TOO_MANY_REQUESTS)
    try:
        done = play.take_action(user=user, code=link.code, prompt=link.prompt, words=link.action, now=clock.now())
    except NotFoundError:
        raise Http404 from None
    except GameError as error:
        return _show(request, link, error)
    turn = done.board.asked.get(link.seat)
    goes_on = turn is not None and turn.prompt == done.record.number
    return see_other(links.path(link._replace(action="", prompt=done.record.number if goes_on else link.prompt)))


def _show(request: HttpRequest, link: PlayLink, error: GameError | None = None) -> HttpResponse:
    try:
        board = get_board(link.code)
    except NotFoundError:
        raise Http404 from None
    turn = board.asked.get(link.seat)
    holds_it = board.seat_of(link.user_id) == link.seat
    is_open = holds_it and board.is_active and turn is not None and turn.prompt == link.prompt
    context = _open(board, link) if is_open else _over(board, link, holds_it=holds_it)
    context |= {"error": error, "code": link.code, "game_name": selectors.render(board.rules.name), "game": board.game}
    status = error.status if error else HTTPStatus.OK
    return render(request, "games/play_link.html", context, status=status)


def _open(board: Board, link: PlayLink) -> Json:
    """The table as its player sees it, what the link would play, and what else can be done."""
    items = table.log_of(board, link.seat)
    legal = selectors.legal_actions(board, link.seat)
    every = [each | {"url": links.path(link._replace(action=each["action"]))} for each in legal]
    folder = folder_name(board.rules)
    return {
        "play": table.table_of(board, link.seat, items),
        "chosen": next((each for each in every if each["action"] == link.action), None),
        "others": [each for each in every if each["action"] != link.action],
        "since": table.told(board, table.since_own_action(items, link.seat, with_it=True), link.seat),
        "due_at": board.asked[link.seat].due_at,
        "style": f"{folder}/mail.css" if table.style_of(folder) else "",
    }


def _over(board: Board, link: PlayLink, *, holds_it: bool) -> dict[str, Any]:
    """What anybody could see happen since; nothing to somebody who holds the seat no more."""
    items = [item for item in table.log_of(board, None) if item["number"] > link.prompt] if holds_it else []
    return {"over": True, "holds_it": holds_it, "since": table.told(board, items, None)}
