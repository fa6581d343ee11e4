"""How a list of matches is narrowed."""

from typing import Any

import django_filters
from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from accounts.api.pagination import LARGEST_PAGE
from accounts.models import User
from games.access import visible_games, waiting_for, with_offered_seat
from games.models import Game, Seat
from games.rules.registry import all_rules

ME = "me"
TRUE = "true"


class GameFilter(django_filters.FilterSet):  # type: ignore[misc]  # the package has no types
    """`?status=&ruleset=&visibility=&player=me|NAME&waiting_for=me`."""

    status = django_filters.ChoiceFilter(choices=Game.Status.choices)
    ruleset = django_filters.ChoiceFilter(choices=[(rules.slug, rules.slug) for rules in all_rules()])
    visibility = django_filters.ChoiceFilter(choices=Game.Visibility.choices)
    player = django_filters.CharFilter(method="of_player")
    offered = django_filters.ChoiceFilter(choices=[(TRUE, TRUE)], method="with_offered_seat")
    waiting_for = django_filters.ChoiceFilter(choices=[(ME, ME)], method="waiting")

    class Meta:
        model = Game
        fields = ("status", "ruleset", "visibility", "player", "offered", "waiting_for")

    def of_player(self, games: QuerySet[Game], _name: str, value: str) -> QuerySet[Game]:
        name = self.request.user.username if value == ME else value
        held = Seat.objects.filter(user__username=name)
        return games.filter(id__in=held.values("game_id"))

    def with_offered_seat(self, games: QuerySet[Game], _name: str, _value: str) -> QuerySet[Game]:
        return games.filter(with_offered_seat())

    def waiting(self, games: QuerySet[Game], _name: str, _value: str) -> QuerySet[Game]:
        return games.filter(waiting_for(self.request.user.pk), status=Game.Status.ACTIVE)


def listed_games(request: Request, user: User) -> QuerySet[Game]:
    """The matches this person may know of, narrowed by the query. Raises ValidationError."""
    chosen: Any = GameFilter(
        request.query_params, queryset=Game.objects.filter(visible_games(user.pk)).only("id"), request=request
    )
    if not chosen.is_valid():
        raise ValidationError(chosen.errors)
    games: QuerySet[Game] = chosen.qs
    return games


QUERY = [
    OpenApiParameter("status", str, enum=Game.Status.values),
    OpenApiParameter("ruleset", str, enum=[rules.slug for rules in all_rules()]),
    OpenApiParameter("visibility", str, enum=Game.Visibility.values),
    OpenApiParameter("player", str, description="`me`, or the name of a player who has a seat."),
    OpenApiParameter("offered", str, enum=[TRUE], description="Only running matches with a seat to take over."),
    OpenApiParameter("waiting_for", str, enum=[ME], description="Only matches in which it is the caller's turn."),
    OpenApiParameter("cursor", str, description="From `next` or `previous`."),
    OpenApiParameter(
        "limit", {"type": "integer", "minimum": 1, "maximum": LARGEST_PAGE}, description="At most so many."
    ),
]
