"""The home page, a new table, and a match at once."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from accounts import clock
from accounts.models import User
from accounts.web.guests import player as signed_in_guest
from games import bots, selectors
from games.access import Board
from games.errors import GameError, InvalidTableError
from games.rules.base import Json, Rules
from games.rules.registry import UnknownRulesError, all_rules, newest
from games.services import lobby
from games.services.lobby import TableWish
from games.web import lists
from games.web.forms import TableForm
from games.web.kind import for_people, reader, see_other
from games.web.pace import PACES
from games.web.pages import outline


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What waits for me, what else is going on, where I could sit down."""
    user = reader(request)
    found = lists.home_lists(request.GET, user.pk if user else None)
    context = {name: outlines(boards, user) for name, boards in found.items()}
    return render(request, "games/home.html", context | filters(request.GET))


def outlines(boards: list[Board], user: User | None) -> list[Json]:
    """Matches as a list shows them."""
    return [outline(board, user.pk if user else None) for board in boards]


def filters(query: QueryDict) -> Json:
    """What the list of open tables can be narrowed by."""
    sizes = range(min(rules.min_seats for rules in all_rules()), max(rules.max_seats for rules in all_rules()) + 1)
    paces = [(str(seconds or lists.NO_LIMIT), text) for seconds, text in PACES]
    games = [{"slug": rules.slug, "name": selectors.render(rules.name)} for rules in all_rules()]
    chosen = {name: query.get(name, "") for name in ("ruleset", "seats", "pace")}
    return {"rulesets": games, "sizes": [str(size) for size in sizes], "paces": paces, "chosen": chosen}


@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """A match against a bot, at once; a stranger gets a guest's account on the way."""
    rules = _rules(request.POST.get("ruleset", ""))
    user = signed_in_guest(request)
    wish = TableWish(ruleset=rules.slug, seats=rules.min_seats, bots=[bots.names(rules)[-1]] * (rules.min_seats - 1))
    wish.visibility, wish.turn_seconds = "unlisted", lobby.DEFAULT_TURN_SECONDS
    board = lobby.create_game(user=user, wish=wish, now=clock.now())
    return see_other(f"/games/{board.game.code}/")


@for_people
def new_table(request: HttpRequest, user: User) -> HttpResponse:
    """The form, and opening the table it describes."""
    rules = _rules(request.POST.get("ruleset") or request.GET.get("ruleset", ""))
    form = TableForm(rules, request.POST or None)
    board = _opened(user, form) if request.method == "POST" and form.is_valid() else None
    if board:
        return redirect("table", board.game.code)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    games = [{"slug": each.slug, "name": selectors.render(each.name)} for each in all_rules()]
    return render(request, "games/new.html", {"form": form, "rules": rules, "rulesets": games}, status=status)


def _opened(user: User, form: TableForm) -> Board | None:
    """The new table, or None when the form says what is wrong."""
    try:
        return lobby.create_game(user=user, wish=form.wish, now=clock.now())
    except InvalidTableError as error:
        form.blame(error.errors or {})
    except GameError as error:
        form.add_error(None, error.detail)
    return None


def _rules(slug: str) -> Rules:
    """The game that was asked for, else the first."""
    try:
        return newest(slug)
    except UnknownRulesError:
        return all_rules()[0]
