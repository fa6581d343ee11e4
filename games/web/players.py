"""The public page of a player, and the ladders."""

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from accounts.blocking import blocked_ids
from accounts.models import User
from games import selectors, standings
from games.access import get_boards
from games.errors import NotFoundError
from games.models import Rating
from games.ratings import START
from games.rules.base import Json
from games.rules.registry import UnknownRulesError, all_rules, newest
from games.web import lists, plot
from games.web.home import outlines
from games.web.kind import reader

ROWS_ON_A_PAGE = 50


@require_safe
def show(request: HttpRequest, username: str) -> HttpResponse:
    """Ratings and results per game, how reliable, and the matches that ended last."""
    try:
        player = standings.public_player(username)
    except NotFoundError as error:
        raise Http404(error.detail) from None
    user = reader(request)
    ratings = list(standings.ratings_of(player))
    boards = get_boards(list(lists.finished_public(player.pk).values_list("id", flat=True)))
    context = {
        "player": player,
        "own": user == player,
        "blocked": user is not None and player.pk in blocked_ids(user.pk),
        "ratings": [_rating(rating) for rating in ratings],
        "reliable": reliable(standings.reliability(ratings)),
        "results": [{"name": _name(row["ruleset"]), **row} for row in standings.results(player)],
        "ended": outlines(boards, user),
    }
    return render(request, "games/player.html", context)


@require_safe
def ladders(request: HttpRequest) -> HttpResponse:
    """The ladder of the first game; the others are beside it."""
    return redirect("game-ladder", all_rules()[0].slug)


@require_safe
def ladder(request: HttpRequest, slug: str) -> HttpResponse:
    """Who is rated at a game, the best first, and the reader's own place."""
    try:
        rules = newest(slug)
    except UnknownRulesError:
        raise Http404 from None
    shown = Paginator(standings.ladder(slug), ROWS_ON_A_PAGE).get_page(request.GET.get("page"))
    user = reader(request)
    context = {
        "slug": slug,
        "name": selectors.render(rules.name),
        "games": [{"slug": each.slug, "name": selectors.render(each.name)} for each in all_rules()],
        "shown": shown,
        "rows": standings.placed(list(shown.object_list)),
        "own": _own_row(slug, user),
        "begins_at": START,
    }
    return render(request, "games/ladder.html", context)


def reliable(shares: Json) -> list[str]:
    """In plain words: whether somebody answers in time, and whether they play to the end."""
    said = []
    if shares["turns"]:
        numbers = {"late": shares["late_turns"], "of": shares["turns"]}
        said.append(_band(shares["late_share"], _in_time(shares["turns"])) % numbers)
    if shares["matches"]:
        numbers = {"given_up": shares["resignations"], "of": shares["matches"]}
        said.append(_band(shares["resigned_share"], _to_the_end(shares["matches"])) % numbers)
    return said


def _in_time(turns: int) -> Sequence[str]:
    return (
        ngettext("Always answers in time (%(of)d turn).", "Always answers in time (%(of)d turns).", turns),
        _("Nearly always answers in time (late: %(late)d of %(of)d turns)."),
        _("Is late now and then (%(late)d of %(of)d turns)."),
        ngettext("Is often late (%(late)d of %(of)d turn).", "Is often late (%(late)d of %(of)d turns).", turns),
    )


def _to_the_end(matches: int) -> Sequence[str]:
    return (
        ngettext("Always plays to the end (%(of)d match).", "Always plays to the end (%(of)d matches).", matches),
        _("Nearly always plays to the end (given up: %(given_up)d of %(of)d matches)."),
        _("Gives up now and then (%(given_up)d of %(of)d matches)."),
        ngettext(
            "Often gives up (%(given_up)d of %(of)d match).",
            "Often gives up (%(given_up)d of %(of)d matches).",
            matches,
        ),
    )


def _band(share: float, texts: Sequence[str]) -> str:
    """The first text for none at all, then below a twentieth, below a fifth, and above."""
    return texts[0 if share == 0 else 1 if share < 0.05 else 2 if share < 0.2 else 3]


def _rating(rating: Rating) -> Json:
    return {
        "slug": rating.ruleset,
        "name": _name(rating.ruleset),
        "value": rating.value,
        "place": getattr(rating, "place", None),
        "matches": rating.matches,
        "wins": rating.wins,
        "plot": plot.of(rating),
    }


def _own_row(slug: str, user: User | None) -> Json | None:
    """The reader's row, on whichever page of the ladder it is."""
    if user is None:
        return None
    own: Any = standings.placed(list(standings.ladder(slug).filter(user=user)))
    return own[0] if own else None


def _name(slug: str) -> str:
    return selectors.render(newest(slug).name)
