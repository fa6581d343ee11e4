"""Tables over HTTP: each operation reads its input, makes one call and answers."""

from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from accounts import clock
from accounts.api.pagination import NewestFirst
from accounts.api.schema import describe
from accounts.api.views import ApiView
from games import selectors
from games.access import Board, board_for_viewer, get_boards
from games.api import answers, examples
from games.api.filters import QUERY, listed_games
from games.api.log_pages import AFTER, LIMIT, log_page
from games.api.serializers import ActionIn, BroughtIn, GameIn, StopIn
from games.services import lobby, play

READ, PLAY, CREATE = "games:read", "games:play", "games:create"
TAGS = ["Matches"]
# Made once: to build its fields for each action costs more than to check the action's form.
ACTION_IN = ActionIn()


class GameListView(ApiView):
    """The matches one may know of; opening a table."""

    scopes: ClassVar = {"GET": READ, "POST": CREATE}

    @describe(
        "List matches",
        answer=answers.SummaryListAnswer,
        example=examples.SUMMARIES,
        parameters=QUERY,
        tags=TAGS,
    )
    def get(self, request: Request) -> Response:
        pages = NewestFirst()
        games = pages.paginate_queryset(listed_games(request, self.caller), request, view=self) or []
        boards = get_boards([game.pk for game in games])
        return pages.get_paginated_response([selectors.summary(board, request.user.pk) for board in boards])

    @describe(
        "Open a table",
        asks=GameIn,
        sent=examples.WISH,
        status=201,
        answer=answers.GameAnswer,
        example=examples.GAME,
        tags=TAGS,
    )
    def post(self, request: Request) -> Response:
        body = GameIn(data=request.data)
        body.is_valid(raise_exception=True)
        board = lobby.create_game(user=self.caller, wish=body.wish, now=clock.now())
        return created(board, request)


class GameView(ApiView):
    """One match, as the caller may see it."""

    scopes: ClassVar = {"GET": READ}
    public_methods = frozenset({"GET"})

    @describe("See a match", answer=answers.GameAnswer, example=examples.GAME, tags=TAGS)
    def get(self, request: Request, code: str) -> Response:
        return shown(board_for_viewer(code, request.user.pk), request)


class JoinView(ApiView):
    """Taking a seat."""

    scopes: ClassVar = {"POST": PLAY}

    @describe("Take a seat", asks=BroughtIn, sent={}, answer=answers.GameAnswer, example=examples.GAME, tags=TAGS)
    def post(self, request: Request, code: str) -> Response:
        body = BroughtIn(data=request.data)
        body.is_valid(raise_exception=True)
        board = lobby.join_game(user=self.caller, code=code, brought=body.brought, now=clock.now())
        return shown(board, request)


class LeaveView(ApiView):
    """Standing up from a table that has not begun."""

    scopes: ClassVar = {"POST": PLAY}

    @describe("Leave an open table", answer=answers.GameAnswer, example=examples.GAME, tags=TAGS)
    def post(self, request: Request, code: str) -> Response:
        return shown(lobby.leave_game(user=self.caller, code=code, now=clock.now()), request)


class ResignView(ApiView):
    """Giving up one's seat in a running match."""

    scopes: ClassVar = {"POST": PLAY}

    @describe("Give up one's seat", answer=answers.GameAnswer, example=examples.GAME, tags=TAGS)
    def post(self, request: Request, code: str) -> Response:
        return shown(play.resign(user=self.caller, code=code, now=clock.now()), request)


class StopView(ApiView):
    """Agreeing, or no longer agreeing, to end the match as it stands."""

    scopes: ClassVar = {"POST": PLAY}

    @describe(
        "Agree to stop, or no longer",
        asks=StopIn,
        sent={"agree": True},
        answer=answers.GameAnswer,
        example=examples.GAME,
        tags=TAGS,
    )
    def post(self, request: Request, code: str) -> Response:
        body = StopIn(data=request.data)
        body.is_valid(raise_exception=True)
        agrees = body.validated_data["agree"]
        return shown(play.agree_to_stop(user=self.caller, code=code, agrees=agrees, now=clock.now()), request)


class RematchView(ApiView):
    """The same table again."""

    scopes: ClassVar = {"POST": CREATE}

    @describe("Play again", status=201, answer=answers.GameAnswer, example=examples.GAME, tags=TAGS)
    def post(self, request: Request, code: str) -> Response:
        return created(lobby.rematch(user=self.caller, code=code, now=clock.now()), request)


class ActionView(ApiView):
    """The log, and the one way to play."""

    scopes: ClassVar = {"GET": READ, "POST": PLAY}
    public_methods = frozenset({"GET"})

    @describe("Read the log", answer=answers.LogAnswer, example=examples.LOG, parameters=[AFTER, LIMIT], tags=TAGS)
    def get(self, request: Request, code: str) -> Response:
        return Response(log_page(request, board_for_viewer(code, request.user.pk)))

    @describe(
        "Play one action",
        asks=ActionIn,
        sent={"prompt": 0, "action": examples.WORDS},
        status=201,
        answer=answers.ActionAnswer,
        example=examples.PLAYED,
        tags=TAGS,
    )
    def post(self, request: Request, code: str) -> Response:
        asked = ACTION_IN.run_validation(request.data)
        answer = play.take_action(
            user=self.caller, code=code, prompt=asked["prompt"], words=asked["action"], now=clock.now()
        )
        board = answer.board
        item = selectors.item(board, answer.record, answer.step, board.seat_of(request.user.pk))
        item["game"] = selectors.game_view(board, request.user.pk)
        return Response(item, status=200 if answer.repeated else 201)


class ProofView(ApiView):
    """What anyone needs to check the shuffle."""

    scopes: ClassVar = {"GET": READ}
    public_methods = frozenset({"GET"})

    @describe("Check the shuffle", answer=answers.ProofAnswer, example=examples.PROOF, tags=TAGS)
    def get(self, request: Request, code: str) -> Response:
        return Response(selectors.proof(board_for_viewer(code, request.user.pk)))


class ExportView(ApiView):
    """A finished match as one document."""

    scopes: ClassVar = {"GET": READ}
    public_methods = frozenset({"GET"})
    refuses_now = frozenset({"GET"})

    @describe("Take a finished match with you", answer=answers.ExportAnswer, example=examples.EXPORT, tags=TAGS)
    def get(self, request: Request, code: str) -> Response:
        return Response(selectors.export(board_for_viewer(code, request.user.pk)))


def shown(board: Board, request: Request) -> Response:
    """The match as the caller may see it."""
    return Response(selectors.game_view(board, request.user.pk))


def created(board: Board, request: Request) -> Response:
    """A new match, with its address."""
    answer = selectors.game_view(board, request.user.pk)
    return Response(answer, status=201, headers={"Location": answer["url"]})
