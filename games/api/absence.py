"""When a match waits: pausing it together, reminding somebody, taking the seat of somebody who stays away."""

from typing import Any, ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from accounts import clock
from accounts.api.schema import describe
from accounts.api.views import ApiView
from games.api import answers, examples
from games.api.serializers import PauseIn, SeatIn
from games.api.views import PLAY, TAGS, shown
from games.services import absence, nudges, pauses

GAME: dict[str, Any] = {"answer": answers.GameAnswer, "example": examples.GAME, "tags": TAGS}


class PauseView(ApiView):
    """Agreeing to pause, or to play on. The match pauses when every person still playing agrees."""

    scopes: ClassVar = {"POST": PLAY}

    @describe(
        "Agree to pause, or to play on", asks=PauseIn, sent={"agree": True, "until": "2026-03-09T12:00:00Z"}, **GAME
    )
    def post(self, request: Request, code: str) -> Response:
        body = PauseIn(data=request.data)
        body.is_valid(raise_exception=True)
        agrees, until = body.validated_data["agree"], body.validated_data["until"]
        about: dict[str, Any] = {"user": self.caller, "code": code, "now": clock.now()}
        board = pauses.agree_to_pause(until=until, **about) if agrees else pauses.play_on(**about)
        return shown(board, request)


class NudgeView(ApiView):
    """Reminding the player of a seat that is asked: once a turn, after half of it or half a day."""

    scopes: ClassVar = {"POST": PLAY}

    @describe("Remind a player", asks=SeatIn, sent={"seat": 2}, **GAME)
    def post(self, request: Request, code: str) -> Response:
        body = SeatIn(data=request.data)
        body.is_valid(raise_exception=True)
        return shown(nudges.nudge(user=self.caller, code=code, now=clock.now(), **body.validated_data), request)


class SubstituteView(ApiView):
    """Taking a seat that is offered in a running match."""

    scopes: ClassVar = {"POST": PLAY}

    @describe("Take the seat of an absent player", asks=SeatIn, sent={"seat": 2}, **GAME)
    def post(self, request: Request, code: str) -> Response:
        body = SeatIn(data=request.data)
        body.is_valid(raise_exception=True)
        return shown(absence.take_seat(user=self.caller, code=code, now=clock.now(), **body.validated_data), request)


class ReturnView(ApiView):
    """Being here again: one's seat is offered to nobody any more."""

    scopes: ClassVar = {"POST": PLAY}

    @describe("Come back to one's seat", **GAME)
    def post(self, request: Request, code: str) -> Response:
        return shown(absence.come_back(user=self.caller, code=code, now=clock.now()), request)
