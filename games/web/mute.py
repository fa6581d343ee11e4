"""How much somebody hears of one match."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import rules
from accounts.models import User
from games.web.kind import reader, see_other, seen_board, to_sign_in
from games.web.pages import outline

CHOICES = [
    (rules.NONE, gettext_lazy("Everything, as my settings say"), ""),
    (rules.MOST, gettext_lazy("Only that it is my turn"), ""),
    (
        rules.ALL,
        gettext_lazy("Nothing at all"),
        gettext_lazy("You are not told of your turns either: your time may run out without a word from us."),
    ),
]


def mute(request: HttpRequest, code: str) -> HttpResponse:
    """The question, and what was chosen."""
    board, user = seen_board(request, code), reader(request)
    if user is None:
        return to_sign_in(request, code)
    if request.method == "POST":
        return _mute(request, user, code)
    chosen = {"choices": CHOICES, "muted": rules.muted(user, code)}
    return render(request, "games/mute.html", outline(board, user.pk) | chosen)


def _mute(request: HttpRequest, user: User, code: str) -> HttpResponse:
    wanted = request.POST.get("mute", "")
    if wanted in {choice for choice, *_texts in CHOICES}:
        try:
            rules.set_rules(user, mutes={code: wanted})
        except rules.TooManyMutes as refusal:
            messages.error(request, refusal.detail)
        else:
            messages.success(request, _("Saved."))
    return see_other(reverse("table", args=[code]))
