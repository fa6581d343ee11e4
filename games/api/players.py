"""Players in public, and the ladders."""

from typing import ClassVar

from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.pagination import NewestFirst
from accounts.api.schema import PAGE, describe
from accounts.api.views import ApiView
from games import standings
from games.api import answers, examples
from games.rules.registry import UnknownRulesError, newest

TAGS = ["Players and ladders"]


class PlayerView(ApiView):
    """Somebody's ratings and how reliable they are. Only public matches count."""

    public: ClassVar = True

    @describe("See a player", answer=answers.ProfileAnswer, example=examples.PROFILE, tags=TAGS)
    def get(self, request: Request, username: str) -> Response:
        return Response(standings.profile(standings.public_player(username)))


class LeaderboardView(ApiView):
    """Who is rated at a game, the best first; equals share a place."""

    public: ClassVar = True
    ordering = ("-value", "id")

    @describe(
        "See the ladder of a game", answer=answers.LadderAnswer, example=examples.LADDER, parameters=PAGE, tags=TAGS
    )
    def get(self, request: Request, ruleset: str) -> Response:
        try:
            slug = newest(ruleset).slug
        except UnknownRulesError:
            raise NotFound from None
        pages = NewestFirst()
        rows = pages.paginate_queryset(standings.ladder(slug), request, view=self) or []
        return pages.get_paginated_response(standings.placed(rows))
