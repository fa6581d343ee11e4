"""What is said at a table, and what is reported about it."""

from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from accounts import clock
from accounts.api.pagination import page_of
from accounts.api.schema import PAGE, describe
from accounts.api.views import ApiView
from accounts.models import User
from games.api import answers, examples
from games.api.serializers import MessageIn, ReportIn
from games.models import Report
from games.services import talk

TAGS = ["Talk and reports"]
MESSAGES = {"results": [examples.MESSAGE], "next": None, "previous": None}


class MessageView(ApiView):
    """The talk at a table, oldest first."""

    scopes: ClassVar = {"GET": "games:play", "POST": "chat:write"}
    public_methods = frozenset({"GET"})
    ordering = "id"

    @describe("Read the talk", answer=answers.MessageListAnswer, example=MESSAGES, parameters=PAGE, tags=TAGS)
    def get(self, request: Request, code: str) -> Response:
        reader = request.user if isinstance(request.user, User) else None
        return page_of(talk.messages(code, reader), self, talk.line)

    @describe(
        "Say something",
        asks=MessageIn,
        sent={"text": "Good luck!"},
        status=201,
        answer=answers.MessageAnswer,
        example=examples.MESSAGE,
        tags=TAGS,
    )
    def post(self, request: Request, code: str) -> Response:
        body = MessageIn(data=request.data)
        body.is_valid(raise_exception=True)
        message = talk.post_message(user=self.caller, code=code, now=clock.now(), **body.validated_data)
        return Response(talk.line(message), status=201)


class ReportView(ApiView):
    """Asking moderators to look."""

    scopes: ClassVar = {"POST": "games:read"}

    @describe(
        "Report a match or a message",
        asks=ReportIn,
        sent={"reason": "abuse", "text": "Rude.", "message": 1},
        status=201,
        answer=answers.ReportAnswer,
        example=examples.REPORT,
        tags=TAGS,
    )
    def post(self, request: Request, code: str) -> Response:
        body = ReportIn(data=request.data)
        body.is_valid(raise_exception=True)
        told = talk.report(user=self.caller, code=code, now=clock.now(), **body.validated_data)
        return Response(_told(told), status=201)


def _told(report: Report) -> dict[str, object]:
    return {
        "id": report.pk,
        "reason": report.reason,
        "text": report.text,
        "message": report.message_id,
        "at": report.created_at,
    }
