"""Asking people to a table."""

from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from accounts import clock
from accounts.api.pagination import page_of
from accounts.api.schema import PAGE, describe
from accounts.api.views import ApiView
from games.access import get_board, own_seat
from games.api import answers, examples
from games.api.serializers import InvitationIn
from games.services import invitations

PLAY = "games:play"
TAGS = ["Matches"]


class InvitationView(ApiView):
    """Who is asked to the table, for those who sit at it; asking somebody."""

    scopes: ClassVar = {"GET": PLAY, "POST": PLAY}
    ordering = "id"

    @describe(
        "List who is invited",
        answer=answers.InvitationListAnswer,
        example=examples.INVITATIONS,
        parameters=PAGE,
        tags=TAGS,
    )
    def get(self, request: Request, code: str) -> Response:
        board = get_board(code)
        own_seat(board, self.caller.pk)
        return page_of(invitations.invitations(board), self, lambda each: invitations.shown(each, self.caller.pk))

    @describe(
        "Invite somebody",
        asks=InvitationIn,
        sent={"username": "bob"},
        status=201,
        answer=answers.InvitedAnswer,
        example={"username": "bob"},
        tags=TAGS,
    )
    def post(self, request: Request, code: str) -> Response:
        body = InvitationIn(data=request.data)
        body.is_valid(raise_exception=True)
        invitations.invite(user=self.caller, code=code, now=clock.now(), **body.validated_data)
        return Response(body.validated_data, status=201)


class OneInvitationView(ApiView):
    """An invitation of the caller's."""

    scopes: ClassVar = {"DELETE": PLAY}

    @describe("Take an invitation back", status=204, answer=None, tags=TAGS)
    def delete(self, request: Request, code: str, invitation: int) -> Response:
        invitations.take_back(user=self.caller, code=code, invitation_id=invitation)
        return Response(status=204)
