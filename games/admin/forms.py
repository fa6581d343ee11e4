"""The forms of the measures. Whether a measure makes sense is for the services to say."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games import bots
from games.access import Board
from games.models import Seat
from games.rows import SeatRow
from games.services.moderate import LONGEST_REASON


class MeasureForm(forms.Form):
    """Any measure needs a reason."""

    reason = forms.CharField(
        label=gettext_lazy("reason"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3, "cols": 80}),
        help_text=gettext_lazy("It is written down for good, for other moderators to read."),
    )


class DeadlineForm(MeasureForm):
    """Which seat is to answer by when."""

    seat = forms.TypedChoiceField(label=gettext_lazy("seat"), coerce=int)
    due_at = forms.DateTimeField(
        label=gettext_lazy("due at"),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}),
        help_text=gettext_lazy("In UTC."),
    )
    field_order = ("seat", "due_at", "reason")

    def __init__(self, *args: Any, board: Board, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        asked = [seat for seat in board.seats if seat.is_person and seat.number in board.asked]
        _choose_from(self.fields["seat"], [(seat.number, _until(board, seat)) for seat in asked])


class SeatToBotForm(MeasureForm):
    """Which seat goes to which bot."""

    seat = forms.TypedChoiceField(label=gettext_lazy("seat"), coerce=int)
    bot = forms.ChoiceField(label=gettext_lazy("bot"))
    field_order = ("seat", "bot", "reason")

    def __init__(self, *args: Any, board: Board, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        held = [seat for seat in board.seats if seat.is_person and seat.state != Seat.State.RESIGNED]
        _choose_from(self.fields["seat"], [(seat.number, _seat(seat)) for seat in held])
        _choose_from(self.fields["bot"], [(name, name) for name in bots.names(board.rules)])


class AccountForm(MeasureForm):
    """Whose account."""

    user = forms.CharField(label=gettext_lazy("username"), max_length=150)
    field_order = ("user", "reason")

    def clean_user(self) -> User:
        found = User.objects.filter(username__iexact=self.cleaned_data["user"]).first()
        if found is None:
            raise forms.ValidationError(_("There is no account of this name."))
        return found


def _choose_from(field: forms.Field, choices: list[tuple[Any, str]]) -> None:
    assert isinstance(field, forms.ChoiceField)  # noqa: S101 - for the type checker
    field.choices = choices


def _seat(seat: SeatRow) -> str:
    return f"{seat.number}: {seat.username}"


def _until(board: Board, seat: SeatRow) -> str:
    due_at = board.asked[seat.number].due_at
    if due_at is None:
        return _("%(seat)s, no deadline") % {"seat": _seat(seat)}
    return _("%(seat)s, due at %(due)s") % {"seat": _seat(seat), "due": f"{due_at:%Y-%m-%d %H:%M}"}
