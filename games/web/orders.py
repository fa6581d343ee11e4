"""Standing orders by form: on the table's page, and on a page of their own for browsers without scripts."""

import re
from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User
from games.errors import IllegalOrdersError
from games.rules.base import Json
from games.services.orders import give_orders, has_orders
from games.web.kind import at_table, by_htmx, for_people, see_other, seen_board
from games.web.order_form import OTHER, as_typed, form_of
from games.web.pages import outline

MOST_TYPED = 200


def orders(request: HttpRequest, code: str) -> HttpResponse:
    """The form, and what it sends."""
    return _change(request, code) if request.method == "POST" else _show(request, code)


@for_people
def _show(request: HttpRequest, user: User, code: str) -> HttpResponse:
    board = seen_board(request, code)
    seat = board.seat_of(user.pk)
    if not has_orders(board, seat):
        return redirect("table", code)
    return render(request, "games/orders.html", outline(board, user.pk) | form_of(board, seat))


@at_table
def _change(request: HttpRequest, user: User, code: str) -> HttpResponse:
    default, typed = request.POST.get("default", ""), request.POST.get("except", "")[:MOST_TYPED]
    numbers = re.findall(r"\w+", typed)
    try:
        wish = {"default": default, "except": dict.fromkeys(numbers, OTHER.get(default, ""))}
        now = give_orders(user=user, code=code, orders=wish, now=clock.now())
    except IllegalOrdersError:
        return _again(request, user, code, {"default": default, "numbers": typed})
    if not by_htmx(request):
        messages.success(request, _("Your orders are kept."))
        return see_other(resolve_url("table", code))
    context = {"code": code, "orders": as_typed(now), "orders_kept": True}
    answer = render(request, "games/_orders.html", context)
    answer.headers["HX-Trigger"] = "game-changed"
    return answer


def _again(request: HttpRequest, user: User, code: str, typed: Json) -> HttpResponse:
    """The form with what was typed, and what is wrong with it."""
    context = outline(seen_board(request, code), user.pk) | {"orders": typed, "orders_wrong": True}
    name = "games/_orders.html" if by_htmx(request) else "games/orders.html"
    return render(request, name, context, status=HTTPStatus.UNPROCESSABLE_ENTITY)
