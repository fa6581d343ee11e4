"""How people stand at the games: one player in public, and the ladder of a game."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import Count, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from accounts.models import Standing, User
from games.errors import NotFoundError
from games.models import Rating

Json = dict[str, Any]

# Only what everybody may look at counts, so that no number tells of a private match.
RESULTS = """
SELECT g.ruleset, count(*),
    count(*) FILTER (WHERE (g.outcome::json -> 1 ->> (s.number - 1))::int = 1),
    sum(s.timeouts), count(*) FILTER (WHERE s.state = 'resigned')
FROM games_seat s JOIN games_game g ON g.id = s.game_id
WHERE s.user_id = %s AND s.bot = '' AND g.status = 'finished' AND g.visibility = 'public' AND g.outcome <> ''
GROUP BY g.ruleset ORDER BY g.ruleset
"""


def public_player(username: str) -> User:
    """Somebody with a page of their own; who has closed the account is found by the pseudonym. Raises NotFoundError."""
    found = User.objects.filter(username=username).exclude(standing=Standing.UNCLAIMED).first()
    if found is None:
        raise NotFoundError(_("Nobody here has this name."))
    return found


def profile(player: User) -> Json:
    """A player as everybody may see one."""
    ratings = list(ratings_of(player))
    return {
        "username": player.username,
        "url": f"{settings.SITE_URL}/api/v1/players/{player.username}/",
        "bot": player.is_bot,
        "closed": not player.is_active,
        "ratings": [_rating(rating) for rating in ratings],
        "reliability": reliability(ratings),
        "results": results(player),
    }


def ratings_of(player: User) -> QuerySet[Rating]:
    """Their ratings by game, each with its `place` on the ladder, if they are on it."""
    if not player.is_active or player.suspended:
        return player.ratings.order_by("ruleset")
    better = _listed().filter(ruleset=OuterRef("ruleset"), value__gt=OuterRef("value"))
    counted = better.order_by().values("ruleset").annotate(number=Count("pk")).values("number")
    place = Coalesce(Subquery(counted, output_field=IntegerField()), 0) + 1
    return player.ratings.order_by("ruleset").annotate(place=place)


def reliability(ratings: Iterable[Rating]) -> Json:
    """Of rated matches, the shares of late turns and of seats given up, from 0 to 1; null where there was nothing."""
    found = list(ratings)
    turns, matches = sum(each.turns for each in found), sum(each.matches for each in found)
    late, given_up = sum(each.late_turns for each in found), sum(each.resignations for each in found)
    return {
        "turns": turns,
        "late_turns": late,
        "late_share": round(late / turns, 3) if turns else None,
        "matches": matches,
        "resignations": given_up,
        "resigned_share": round(given_up / matches, 3) if matches else None,
    }


def results(player: User) -> list[Json]:
    """By game: public matches finished and won, late turns in them, seats given up."""
    with connection.cursor() as cursor:
        cursor.execute(RESULTS, [player.pk])
        rows = cursor.fetchall()
    names = ("ruleset", "matches", "wins", "late_turns", "resignations")
    return [dict(zip(names, row, strict=True)) for row in rows]


def ladder(ruleset: str) -> QuerySet[Rating]:
    """Everybody who is rated at a game, the best first; not who is suspended or has left."""
    return _listed().filter(ruleset=ruleset).select_related("user").order_by("-value", "id")


def placed(rows: Sequence[Rating]) -> list[Json]:
    """Rows of a ladder, as they follow one another on it, with their places; equals share one."""
    if not rows:
        return []
    first, places = rows[0], []
    same = Q(value=first.value, id__lt=first.pk)
    before = _listed().filter(ruleset=first.ruleset)
    found = before.aggregate(above=Count("pk", filter=Q(value__gt=first.value)), beside=Count("pk", filter=same))
    for number, row in enumerate(rows, found["above"] + found["beside"] + 1):
        if row.value == first.value:
            places.append(found["above"] + 1)
        else:
            places.append(places[-1] if row.value == rows[len(places) - 1].value else number)
    return [_row(row, place) for row, place in zip(rows, places, strict=True)]


def _listed() -> QuerySet[Rating]:
    return Rating.objects.filter(user__is_active=True, user__suspended_at=None)


def _row(rating: Rating, place: int) -> Json:
    return {
        "place": place,
        "player": {"username": rating.user.username, "bot": rating.user.is_bot},
        "rating": rating.value,
        "matches": rating.matches,
        "wins": rating.wins,
    }


def _rating(rating: Rating) -> Json:
    return {
        "ruleset": rating.ruleset,
        "rating": rating.value,
        "place": getattr(rating, "place", None),
        "matches": rating.matches,
        "wins": rating.wins,
        "history": rating.history,
    }
