"""The page of the settings on which one takes holidays."""

from datetime import date, datetime, time, timedelta, tzinfo
from http import HTTPStatus
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from accounts import clock
from accounts.channels.when import zone_of
from accounts.models import User
from games.errors import GameError, InvalidTableError, NotFoundError
from games.services import holidays
from games.web.kind import for_people

HOURS_OF_DAY = [(hour, f"{hour:02}:00") for hour in range(24)]
LENGTHS = (
    (12, gettext_lazy("12 hours")),
    (24, gettext_lazy("a day")),
    (72, gettext_lazy("3 days")),
    (168, gettext_lazy("a week")),
    (336, gettext_lazy("2 weeks")),
)


class AtOnceForm(forms.Form):
    """A holiday that begins now."""

    hours = forms.TypedChoiceField(label=gettext_lazy("For how long"), coerce=int, choices=LENGTHS, initial=168)

    def times(self, now: datetime, _zone: tzinfo) -> dict[str, datetime | None]:
        return {"starts_at": None, "ends_at": now + timedelta(hours=self.cleaned_data["hours"])}


class PlanForm(forms.Form):
    """A holiday planned ahead, by the hours of the local clock."""

    starts_on = forms.DateField(label=gettext_lazy("First day"), widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))
    starts = forms.TypedChoiceField(label=gettext_lazy("From"), coerce=int, choices=HOURS_OF_DAY)
    ends_on = forms.DateField(label=gettext_lazy("Last day"), widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))
    ends = forms.TypedChoiceField(label=gettext_lazy("Until"), coerce=int, choices=HOURS_OF_DAY, initial=20)

    def times(self, _now: datetime, zone: tzinfo) -> dict[str, datetime | None]:
        data = self.cleaned_data
        begin, end = _hour(data["starts_on"], data["starts"], zone), _hour(data["ends_on"], data["ends"], zone)
        return {"starts_at": begin, "ends_at": end}


@for_people
def show(request: HttpRequest, user: User) -> HttpResponse:
    """What there is of holidays, and a form for each way to begin one."""
    if "automatic" in request.POST:
        return _let_begin(request, user)
    at_once, plan = AtOnceForm(_sent(request, "at_once")), PlanForm(_sent(request, "plan"))
    for form in (at_once, plan):
        if form.is_bound and form.is_valid() and _taken(user, form):
            messages.success(request, _("Saved. The clocks of your turns stand still in this time."))
            return redirect("settings-holidays")
    now = clock.now()
    context = {
        "section": "holidays",
        "at_once": at_once,
        "plan": plan,
        "now": now,
        "rows": holidays.holidays_of(user, now),
        "hours_left": holidays.hours_left(user, now),
        "hours_a_year": settings.HOLIDAY_HOURS_A_YEAR,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if at_once.errors or plan.errors else HTTPStatus.OK
    return render(request, "games/holidays.html", context, status=status)


@require_POST
@for_people
def end(request: HttpRequest, user: User, holiday: int) -> HttpResponse:
    """A holiday is over, or is not taken after all."""
    try:
        holidays.end(user=user, holiday_id=holiday, now=clock.now())
    except NotFoundError as error:
        raise Http404(error.detail) from None
    except GameError as error:
        messages.info(request, error.detail)
    else:
        messages.success(request, _("Saved. The clocks run again."))
    return redirect("settings-holidays")


def _let_begin(request: HttpRequest, user: User) -> HttpResponse:
    try:
        holidays.let_begin_by_themselves(user=user, automatic=request.POST["automatic"] == "yes")
    except GameError as error:
        messages.error(request, error.detail)
    else:
        messages.success(request, _("Saved."))
    return redirect("settings-holidays")


def _sent(request: HttpRequest, name: str) -> Any:
    return request.POST if name in request.POST else None


def _taken(user: User, form: AtOnceForm | PlanForm) -> bool:
    """Whether the holiday could be taken; if not, the form says why."""
    now = clock.now()
    times: Any = form.times(now, zone_of(user.time_zone))
    try:
        holidays.plan(user=user, now=now, **times)
    except InvalidTableError as error:
        fields = {"starts_at": "starts_on", "ends_at": "ends_on", "hours": "hours"}
        for name, texts in (error.errors or {}).items():
            form.add_error(fields[name] if fields[name] in form.fields else None, texts)
    except GameError as error:
        form.add_error(None, error.detail)
    return not form.errors


def _hour(day: date, hour: int, zone: tzinfo) -> datetime:
    return datetime.combine(day, time(hour), zone)
