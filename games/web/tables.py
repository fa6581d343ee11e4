"""The pages of one table, and everything its forms do. Each view reads its input, makes one call and answers."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts import clock
from accounts.models import User
from accounts.web.guests import player as signed_in_guest
from games.models import Message
from games.services import invitations, lobby, play, talk
from games.web.forms import JoinForm, ReportForm
from games.web.kind import (
    at_table,
    done,
    for_people,
    fragment,
    number,
    reader,
    see_other,
    seen_board,
    whole,
    words_of,
)
from games.web.pages import Page, mark, outline


@require_safe
def show(request: HttpRequest, code: str) -> HttpResponse:
    """The table, with what happened since the reader's last visit."""
    return whole(request, seen_board(request, code))


@require_safe
def live(request: HttpRequest, code: str) -> HttpResponse:
    """What has changed since the page was drawn; 204 when nothing has."""
    board = seen_board(request, code)
    seen, said = request.GET.get("seen", ""), request.GET.get("said", "")
    if seen != mark(board):
        return fragment(request, board, version=number(seen.partition("-")[0]))
    if Message.objects.filter(game=board.game, pk__gt=max(number(said), 0)).exists():
        page = Page(board, reader(request))
        return render(request, "games/talk_live.html", outline(board, page.user_id) | page.talk() | {"by_htmx": True})
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


@require_safe
def log(request: HttpRequest, code: str) -> HttpResponse:
    """The whole log in words."""
    page = Page(seen_board(request, code), reader(request))
    return render(request, "games/log_page.html", outline(page.board, page.user_id) | {"log": page.told(page.items)})


@at_table
def act(request: HttpRequest, user: User, code: str) -> HttpResponse:
    """One action; cards that were chosen beside the button follow its word."""
    prompt = number(request.POST.get("prompt", ""))
    play.take_action(user=user, code=code, prompt=prompt, words=words_of(request), now=clock.now())
    return done(request, code)


def join(request: HttpRequest, code: str) -> HttpResponse:
    """A seat for somebody who came by link; without an account, as a guest."""
    if request.method == "POST" and "guest" in request.POST:
        seen_board(request, code)
        signed_in_guest(request)
    return _join(request, code)


@at_table
def _join(request: HttpRequest, user: User, code: str) -> HttpResponse:
    form = JoinForm(seen_board(request, code).rules, request.POST)
    brought = form.brought if form.is_valid() else {}
    lobby.join_game(user=user, code=code, brought=brought, now=clock.now())
    return see_other(f"/games/{code}/")


@at_table
def leave(request: HttpRequest, user: User, code: str) -> HttpResponse:
    """Standing up before the deal."""
    lobby.leave_game(user=user, code=code, now=clock.now())
    return redirect("home")


@at_table
def ask(request: HttpRequest, user: User, code: str) -> HttpResponse:
    """Inviting a name or an address."""
    who = request.POST.get("who", "").strip()[:254]
    named = {"email": who} if "@" in who[1:] else {"username": who}
    invitations.invite(user=user, code=code, now=clock.now(), **named)
    return done(request, code)


@at_table
def take_back(request: HttpRequest, user: User, code: str) -> HttpResponse:
    """Asking somebody no more."""
    invitations.take_back(user=user, code=code, invitation_id=number(request.POST.get("invitation", "")))
    return done(request, code)


@at_table
def stop(request: HttpRequest, user: User, code: str) -> HttpResponse:
    """Agreeing, or no longer agreeing, to end the match as it stands."""
    play.agree_to_stop(user=user, code=code, agrees=request.POST.get("agree") == "yes", now=clock.now())
    return done(request, code)


def resign(request: HttpRequest, code: str) -> HttpResponse:
    """The question first; giving up the seat only with its answer."""
    if request.method == "POST":
        return _resign(request, code)
    board = seen_board(request, code)
    user = reader(request)
    return render(request, "games/resign.html", outline(board, user.pk if user else None))


@at_table
def _resign(request: HttpRequest, user: User, code: str) -> HttpResponse:
    play.resign(user=user, code=code, now=clock.now())
    return done(request, code)


@at_table
def rematch(request: HttpRequest, user: User, code: str) -> HttpResponse:
    """The same table again."""
    board = lobby.rematch(user=user, code=code, now=clock.now())
    return see_other(f"/games/{board.game.code}/")


@at_table
def say(request: HttpRequest, user: User, code: str) -> HttpResponse:
    """A line of talk."""
    talk.post_message(user=user, code=code, text=request.POST.get("text", ""), now=clock.now())
    return done(request, code)


@for_people
def report(request: HttpRequest, user: User, code: str) -> HttpResponse:
    """A complaint about the match, or about one message (`?message=`)."""
    board = seen_board(request, code)
    form = ReportForm(request.POST or None)
    about = request.POST.get("message") or request.GET.get("message") or ""
    if request.method == "POST" and form.is_valid():
        return _report(request, code, form, number(about))
    message = Message.objects.filter(game=board.game, pk=max(number(about), 0)).select_related("user").first()
    context = {"form": form, "message": talk.line(message) if message else None}
    return render(request, "games/report.html", outline(board, user.pk) | context)


@at_table
def _report(request: HttpRequest, user: User, code: str, form: ReportForm, message: int) -> HttpResponse:
    told = {"reason": form.cleaned_data["reason"], "text": form.cleaned_data["text"]}
    talk.report(user=user, code=code, message_id=message if message > 0 else None, now=clock.now(), **told)
    return render(request, "games/reported.html", {"code": code})
