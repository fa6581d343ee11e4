"""The frame of every form at a table: who is it, what became of it, and a refusal said kindly on the table itself."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, Concatenate, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render, resolve_url
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User
from games.access import Board, board_for_viewer
from games.errors import GameError, IllegalError, InvalidTableError, NotFoundError, UnreadableError
from games.models import Game
from games.services.visits import note_visit
from games.web.forms import JoinForm
from games.web.pages import Page

P = ParamSpec("P")
View = Callable[..., HttpResponse]
LEAST_VERSION = -1
NO_PROMPT = -1


def reader(request: HttpRequest) -> User | None:
    """Who reads this page; None without an account, and for a program with a token, which has no page."""
    user = getattr(request, "user", None)
    return user if isinstance(user, User) else None


def by_htmx(request: HttpRequest) -> bool:
    """Whether only a part of the page is wanted."""
    return request.headers.get("HX-Request") == "true"


def seen_board(request: HttpRequest, code: str) -> Board:
    """The match, if this reader may see it. Raises Http404."""
    user = reader(request)
    try:
        return board_for_viewer(code, user.pk if user else None)
    except NotFoundError as error:
        raise Http404(error.detail) from None


def for_people(view: Callable[Concatenate[HttpRequest, User, P], HttpResponse]) -> View:
    """A page for somebody signed in; others are led to the sign-in page, and back."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        user = reader(request)
        return view(request, user, *args, **kwargs) if user else redirect_to_login(request.get_full_path())

    return guarded


def at_table(view: Callable[Concatenate[HttpRequest, User, str, P], HttpResponse]) -> View:
    """A form of somebody signed in; whatever the table refuses is said on the table, and nothing typed is lost."""

    @wraps(view)
    def guarded(request: HttpRequest, code: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        user = reader(request)
        if user is None:
            return to_sign_in(request, code)
        if request.method != "POST":
            return redirect("table", code)
        try:
            return view(request, user, code, *args, **kwargs)
        except NotFoundError as error:
            raise Http404(error.detail) from None
        except GameError as error:
            return refused(request, code, error)

    return guarded


def to_sign_in(request: HttpRequest, code: str) -> HttpResponse:
    """To the sign-in page, which leads back to the table; htmx is told to go there with the whole page."""
    answer = redirect_to_login(resolve_url("table", code))
    if not by_htmx(request):
        return answer
    return HttpResponse(status=HTTPStatus.NO_CONTENT, headers={"HX-Redirect": answer["Location"]})


def done(request: HttpRequest, code: str) -> HttpResponse:
    """The form did what it should: the table as it is now."""
    if not by_htmx(request):
        return see_other(resolve_url("table", code))
    return fragment(request, seen_board(request, code), version=_version(request))


def see_other(address: str) -> HttpResponse:
    """Look there, whatever method brought you here."""
    answer = HttpResponseRedirect(address)
    answer.status_code = HTTPStatus.SEE_OTHER
    return answer


def refused(request: HttpRequest, code: str, error: GameError) -> HttpResponse:
    """The table with what was refused and why, and with what was typed."""
    board = seen_board(request, code)
    if by_htmx(request):
        return fragment(request, board, error=error, version=_version(request))
    return whole(request, board, error=error)


def whole(request: HttpRequest, board: Board, error: GameError | None = None) -> HttpResponse:
    """The page of a table."""
    user = reader(request)
    page = Page(board, user)
    before = note_visit(user=user, board=board, now=clock.now()) if user and page.seat else None
    context = page.context() | _notice(page, request, error) | {"since": [] if error else page.since(before)}
    context |= _for_open_table(request, page)
    answer = render(request, "games/table_page.html", context, status=error.status if error else HTTPStatus.OK)
    add_never_cache_headers(answer)
    return answer


def fragment(
    request: HttpRequest, board: Board, *, error: GameError | None = None, version: int = LEAST_VERSION
) -> HttpResponse:
    """What of the page has changed, for htmx; `version` is the log entry that the page has shown already."""
    user = reader(request)
    page = Page(board, user)
    if user and page.seat:
        note_visit(user=user, board=board, now=clock.now())
    spoken = page.spoken(version) if version > LEAST_VERSION else []
    context = page.context() | _notice(page, request, error) | {"spoken": spoken, "by_htmx": True}
    context |= _for_open_table(request, page)
    answer = render(request, "games/table_live.html", context, status=error.status if error else HTTPStatus.OK)
    add_never_cache_headers(answer)
    return answer


def _for_open_table(request: HttpRequest, page: Page) -> dict[str, Any]:
    """What a table that takes players shows beside them: its link, and what somebody may bring to a seat."""
    board = page.board
    if board.game.status != Game.Status.OPEN:
        return {}
    share = request.build_absolute_uri(resolve_url("table", board.game.code))
    return {"share": share, "join_form": None if page.seat else JoinForm(board.rules)}


def words_of(request: HttpRequest) -> str:
    """The action that a form says: the word of its button, if it has one, then what was chosen in it, in order."""
    return " ".join(word for word in [*request.POST.getlist("verb"), *request.POST.getlist("action")] if word)


def _version(request: HttpRequest) -> int:
    """The log entry that the page had shown when the form was sent."""
    text = (request.POST.get("seen") or request.GET.get("seen") or "").partition("-")[0]
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else LEAST_VERSION


def _notice(page: Page, request: HttpRequest, error: GameError | None) -> dict[str, Any]:
    if error is None:
        return {"notice": None, "draft": ""}
    return {"notice": {"text": _kindly(page, request, error)}, "draft": request.POST.get("text", "")}


def _kindly(page: Page, request: HttpRequest, error: GameError) -> str:
    """What happened, in words for a person."""
    if isinstance(error, InvalidTableError):
        return " ".join(text for texts in (error.errors or {}).values() for text in texts)
    if isinstance(error, UnreadableError):
        return _("This move was not complete. Choose everything it needs, and then confirm.")
    if isinstance(error, IllegalError):
        return reason_for(page, words_of(request)) or error.detail
    return error.detail


def reason_for(page: Page, action: str) -> str | None:
    """Why the table does not offer this action now, as the game itself says it."""
    table = page.arranged([each["action"] for each in page.context()["legal"]])["table"] or {}
    return next((place["why"] for place in _places(table) if place["action"] == action), None)


def _places(value: Any) -> list[dict[str, Any]]:
    """Everything on the table that has an action."""
    if isinstance(value, dict):
        own = [value] if "action" in value and "why" in value else []
        return own + [place for each in value.values() for place in _places(each)]
    if isinstance(value, list):
        return [place for each in value for place in _places(each)]
    return []


def number(text: str) -> int:
    """The whole number written here; -1, which answers no prompt, for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else NO_PROMPT
