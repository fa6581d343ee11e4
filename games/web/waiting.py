"""The forms of a match that waits: pausing it, reminding somebody, taking a seat on offer, coming back."""

from datetime import timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse

from accounts import clock
from accounts.models import User
from games.services import absence, nudges, pauses
from games.web.kind import at_table, done, number, see_other


@at_table
def pause(request: HttpRequest, user: User, code: str) -> HttpResponse:
    """Agreeing to pause for some days, or to play on."""
    about: dict[str, Any] = {"user": user, "code": code, "now": clock.now()}
    if request.POST.get("agree") == "yes":
        days = timedelta(days=min(number(request.POST.get("days", "")), 99))
        pauses.agree_to_pause(until=about["now"] + days, **about)
    else:
        pauses.play_on(**about)
    return done(request, code)


@at_table
def nudge(request: HttpRequest, user: User, code: str) -> HttpResponse:
    """Reminding somebody who is asked."""
    nudges.nudge(user=user, code=code, seat=number(request.POST.get("seat", "")), now=clock.now())
    return done(request, code)


@at_table
def substitute(request: HttpRequest, user: User, code: str) -> HttpResponse:
    """Taking the seat of a player who stays away."""
    absence.take_seat(user=user, code=code, seat=number(request.POST.get("seat", "")), now=clock.now())
    return see_other(f"/games/{code}/")


@at_table
def come_back(request: HttpRequest, user: User, code: str) -> HttpResponse:
    """Being here again."""
    absence.come_back(user=user, code=code, now=clock.now())
    return done(request, code)
