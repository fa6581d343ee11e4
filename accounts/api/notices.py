"""What the caller is told, by which rules; and the ledger of what became of it."""

from typing import ClassVar

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import ledger
from accounts.api import examples, notice_bodies
from accounts.api.me import SCOPES, TAGS
from accounts.api.pagination import page_of
from accounts.api.schema import PAGE, describe
from accounts.api.views import ApiView
from accounts.models import Notice, Scope
from accounts.outbox import KINDS
from accounts.rules import set_rules

QUERY = [
    OpenApiParameter("status", str, enum=Notice.Status.values),
    OpenApiParameter("kind", str, enum=KINDS),
    OpenApiParameter("game", str, description="The code of a match."),
    *PAGE,
]


class NotificationsView(ApiView):
    """The rules by which the caller is told things."""

    scopes: ClassVar = SCOPES

    @describe(
        "See what you are told, where and when",
        answer=notice_bodies.NotificationsOut,
        example=examples.NOTIFICATIONS,
        tags=TAGS,
    )
    def get(self, request: Request) -> Response:
        return Response(notice_bodies.rules_out(self.caller))

    @describe(
        "Change what you are told, where and when",
        asks=notice_bodies.NotificationsIn,
        sent=examples.SWITCHED,
        answer=notice_bodies.NotificationsOut,
        example=examples.NOTIFICATIONS,
        tags=TAGS,
    )
    def patch(self, request: Request) -> Response:
        """What is left out stays as it is. What is held back by the old rules goes by the new ones."""
        body = notice_bodies.NotificationsIn(data=request.data)
        body.is_valid(raise_exception=True)
        set_rules(self.caller, **notice_bodies.rules_in(body.validated_data))
        return self.get(request)


class NoticesView(ApiView):
    """What was sent, held back or dropped, and why."""

    scopes: ClassVar = {"GET": Scope.ACCOUNT_READ.value}

    @describe(
        "See what became of what you were to be told",
        answer=notice_bodies.NoticePage,
        example=examples.NOTICES,
        tags=TAGS,
        parameters=QUERY,
    )
    def get(self, request: Request) -> Response:
        chosen = {name: request.query_params.get(name, "") for name in ("status", "kind", "game")}
        for name, known in (("status", Notice.Status.values), ("kind", KINDS)):
            if chosen[name] and chosen[name] not in known:
                raise ValidationError({name: [_("One of %(names)s.") % {"names": ", ".join(known)}]})
        return page_of(ledger.lines_of(self.caller, **chosen), self, notice_bodies.notice_out)


class AgainView(ApiView):
    """One notice, once more."""

    scopes: ClassVar = {"POST": Scope.ACCOUNT_WRITE.value}

    @describe(
        "Send a notice again",
        answer=notice_bodies.NoticeOut,
        example=examples.NOTICE,
        tags=TAGS,
    )
    def post(self, request: Request, notice_id: int) -> Response:
        """At once, wherever you take its kind. At most three a day, and only what still holds."""
        ledger.tell_again(self.caller, notice_id)
        return Response(notice_bodies.notice_out(ledger.lines_of(self.caller).get(pk=notice_id)))
