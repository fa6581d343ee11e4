"""The caller's holidays, in which the clocks of their turns stand still."""

from datetime import datetime
from typing import Any, ClassVar

from django.conf import settings
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import clock
from accounts.api.schema import describe
from accounts.api.views import ApiView
from accounts.models import User
from games.api import answers, examples
from games.api.serializers import AutomaticIn, HolidayIn
from games.models import Holiday
from games.services import holidays

READ, WRITE = "account:read", "account:write"
TAGS = ["Holidays"]
EXAMPLE: dict[str, Any] = {"answer": answers.HolidaysAnswer, "example": examples.HOLIDAYS, "tags": TAGS}


class HolidayListView(ApiView):
    """Time off: what there is of it, what is left, and whether it begins by itself."""

    scopes: ClassVar = {"GET": READ, "POST": WRITE, "PATCH": WRITE}

    @describe("See one's holidays", **EXAMPLE)
    def get(self, request: Request) -> Response:
        return Response(overview(self.caller, clock.now()))

    @describe(
        "Take a holiday",
        asks=HolidayIn,
        sent={"starts_at": "2026-03-11T12:00:00Z", "ends_at": "2026-03-18T12:00:00Z"},
        status=201,
        answer=answers.HolidayAnswer,
        example=examples.HOLIDAY,
        tags=TAGS,
    )
    def post(self, request: Request) -> Response:
        body = HolidayIn(data=request.data)
        body.is_valid(raise_exception=True)
        return Response(shown(holidays.plan(user=self.caller, now=clock.now(), **body.validated_data)), status=201)

    @describe("Let holidays begin by themselves, or not", asks=AutomaticIn, sent={"automatic": True}, **EXAMPLE)
    def patch(self, request: Request) -> Response:
        body = AutomaticIn(data=request.data)
        body.is_valid(raise_exception=True)
        holidays.let_begin_by_themselves(user=self.caller, automatic=body.validated_data["automatic"])
        return Response(overview(self.caller, clock.now()))


class HolidayView(ApiView):
    """One holiday of the caller's."""

    scopes: ClassVar = {"DELETE": WRITE}

    @describe("End a holiday, or take back one that was planned", status=204, answer=None, tags=TAGS)
    def delete(self, request: Request, holiday: int) -> Response:
        holidays.end(user=self.caller, holiday_id=holiday, now=clock.now())
        return Response(status=204)


def overview(user: User, now: datetime) -> dict[str, Any]:
    """All about somebody's holidays."""
    return {
        "hours_a_year": settings.HOLIDAY_HOURS_A_YEAR,
        "hours_left": holidays.hours_left(user, now),
        "automatic": user.automatic_holidays,
        "holidays": [shown(each) for each in holidays.holidays_of(user, now)],
    }


def shown(holiday: Holiday) -> dict[str, Any]:
    """One holiday, for its owner."""
    return {
        "id": holiday.pk,
        "starts_at": holiday.starts_at,
        "ends_at": holiday.ends_at,
        "began": holiday.began,
    }
