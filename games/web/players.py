"""The public page of a player."""

from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.blocking import blocked_ids
from accounts.models import User
from games import selectors
from games.access import get_boards
from games.rules.base import Json
from games.rules.registry import newest
from games.web import lists
from games.web.home import outlines
from games.web.kind import reader

# Only what everybody may look at counts, so that no number tells of a private match.
RESULTS = """
SELECT g.ruleset, count(*),
    count(*) FILTER (WHERE (g.outcome::json -> 1 ->> (s.number - 1))::int = 1),
    sum(s.timeouts), count(*) FILTER (WHERE s.state = 'resigned')
FROM games_seat s JOIN games_game g ON g.id = s.game_id
WHERE s.user_id = %s AND s.bot = '' AND g.status = 'finished' AND g.visibility = 'public' AND g.outcome <> ''
GROUP BY g.ruleset ORDER BY g.ruleset
"""


@require_safe
def show(request: HttpRequest, username: str) -> HttpResponse:
    """Results per game, how reliable, and the matches that ended last."""
    player = User.objects.filter(username=username, is_active=True).first()
    if player is None:
        raise Http404
    boards = get_boards(list(lists.finished_public(username).values_list("id", flat=True)))
    user = reader(request)
    blocked = user is not None and player.pk in blocked_ids(user.pk)
    context = {"player": player, "own": user == player, "blocked": blocked, "results": results(player), "ended": outlines(boards, reader(request))}
    return render(request, "games/player.html", context)


def results(player: User) -> list[Json]:
    """By game: matches played and won, late turns, seats given up."""
    with connection.cursor() as cursor:
        cursor.execute(RESULTS, [player.pk])
        rows = cursor.fetchall()
    names = ("played", "won", "late", "resigned")
    return [{"game": selectors.render(newest(slug).name), **dict(zip(names, row, strict=True))} for slug, *row in rows]
