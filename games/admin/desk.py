"""The pages on which a moderator takes a measure: they ask for a reason, and act on POST alone."""

from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.generic import FormView

from accounts import clock
from games.access import Board, get_board
from games.admin.base import AnyModelAdmin, may_take_measures, without_secrets
from games.admin.forms import AccountForm, DeadlineForm, MeasureForm, SeatToBotForm
from games.errors import GameError
from games.models import Game, Message
from games.services import moderate

if TYPE_CHECKING:
    MeasureFormView = FormView[MeasureForm]
else:
    MeasureFormView = FormView


class MeasurePage(MeasureFormView):
    """One measure. What it is about is `target`; subclasses say what it does."""

    template_name = "admin/games/take_measure.html"
    form_class: type[MeasureForm] = MeasureForm
    http_method_names = ["get", "post", "head", "options"]
    title: str | Promise = ""
    model_admin: AnyModelAdmin | None = None

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not may_take_measures(request):
            raise PermissionDenied
        return super().dispatch(request, *args, **kwargs)

    def take(self, **wish: Any) -> None:
        """Call the service; `wish` is what the form asked for, with the moderator and the moment."""
        raise NotImplementedError

    @cached_property
    def target(self) -> Any:
        """The row the measure is about; None where the form names it."""
        return None

    def form_valid(self, form: MeasureForm) -> HttpResponse:
        try:
            self.take(moderator=self.request.user, now=clock.now(), **form.cleaned_data)
        except GameError as refusal:
            _show(form, refusal)
            return self.form_invalid(form)
        messages.success(self.request, _("Done and written down: %(measure)s.") % {"measure": self.title})
        return super().form_valid(form)

    def get_success_url(self) -> str:
        opts = self.opts
        if self.target is None:
            return reverse(f"admin:{opts.app_label}_{opts.model_name}_changelist")
        return reverse(f"admin:{opts.app_label}_{opts.model_name}_change", args=[self.target.pk])

    @property
    def opts(self) -> Any:
        assert self.model_admin  # noqa: S101 - given by as_view()
        return self.model_admin.opts

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        assert self.model_admin  # noqa: S101 - given by as_view()
        frame = self.model_admin.admin_site.each_context(self.request)
        own = {"title": self.title, "opts": self.opts, "target": self.target, "back": self.get_success_url()}
        return super().get_context_data(**frame, **own, **kwargs)


class GamePage(MeasurePage):
    """A measure about a match."""

    @cached_property
    def target(self) -> Game:
        game: Game = get_object_or_404(without_secrets(Game.objects.all()), pk=self.kwargs["pk"])
        return game


class BoardPage(GamePage):
    """A measure about a seat of a match."""

    def get_form_kwargs(self) -> dict[str, Any]:
        board: Board = get_board(self.target.code)
        return super().get_form_kwargs() | {"board": board}


class AbortPage(GamePage):
    title = _("Abort the match")

    def take(self, **wish: Any) -> None:
        moderate.abort_game(code=self.target.code, **wish)


class DeadlinePage(BoardPage):
    title = _("Move a deadline")
    form_class = DeadlineForm

    def take(self, **wish: Any) -> None:
        moderate.move_deadline(code=self.target.code, **wish)


class SeatToBotPage(BoardPage):
    title = _("Give a seat to a bot")
    form_class = SeatToBotForm

    def take(self, **wish: Any) -> None:
        moderate.give_seat_to_bot(code=self.target.code, **wish)


class MessagePage(MeasurePage):
    """A measure about a message."""

    @cached_property
    def target(self) -> Message:
        return get_object_or_404(Message.objects.select_related("user"), pk=self.kwargs["pk"])


class HidePage(MessagePage):
    title = _("Hide the message")

    def take(self, **wish: Any) -> None:
        moderate.hide_message(message=self.target, **wish)


class ShowPage(MessagePage):
    title = _("Show the message again")

    def take(self, **wish: Any) -> None:
        moderate.show_message(message=self.target, **wish)


class AccountPage(MeasurePage):
    """A measure against an account, named in the form; `?user=` fills it in."""

    form_class = AccountForm

    def get_initial(self) -> dict[str, Any]:
        return {"user": self.request.GET.get("user", "")}


class SuspendPage(AccountPage):
    title = _("Suspend an account")

    def take(self, **wish: Any) -> None:
        moderate.suspend_user(**wish)


class LiftPage(AccountPage):
    title = _("Lift a suspension")

    def take(self, **wish: Any) -> None:
        moderate.lift_suspension(**wish)


def _show(form: MeasureForm, refusal: GameError) -> None:
    """Put a refusal beside the fields it is about, or above the form."""
    for field, texts in (refusal.errors or {}).items():
        for text in texts:
            form.add_error(field if field in form.fields else None, text)
    if not refusal.errors:
        form.add_error(None, refusal.detail)
