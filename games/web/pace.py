"""How fast a new table plays: the choices of its form."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import Game
from games.services.lobby import DEFAULT_TURN_SECONDS

PACES = (
    (300, _("5 minutes a turn")),
    (900, _("15 minutes a turn")),
    (3_600, _("1 hour a turn")),
    (14_400, _("4 hours a turn")),
    (43_200, _("12 hours a turn")),
    (86_400, _("1 day a turn")),
    (DEFAULT_TURN_SECONDS, _("3 days a turn")),
    (604_800, _("7 days a turn")),
    (1_209_600, _("14 days a turn")),
    ("", _("No time limit")),
)
BANKS = (
    (0, _("None")),
    (900, _("15 minutes")),
    (3_600, _("1 hour")),
    (14_400, _("4 hours")),
    (86_400, _("1 day")),
    (259_200, _("3 days")),
    (604_800, _("7 days")),
    (1_209_600, _("14 days")),
)
INCREMENTS = (
    (0, _("Nothing")),
    (60, _("1 minute")),
    (600, _("10 minutes")),
    (3_600, _("1 hour")),
    (14_400, _("4 hours")),
    (86_400, _("1 day")),
)
ABSENCES = (
    (Game.OnAbsence.KEEP.value, _("A bot plays each late turn, and the seat waits")),
    (Game.OnAbsence.SUBSTITUTE.value, _("Others may take the seat; until then a bot plays its turns")),
    (Game.OnAbsence.BOT.value, _("A bot takes the seat for good")),
)
HOLIDAYS = (("", _("Unless turns are shorter than 12 hours")), ("yes", _("Yes")), ("no", _("No")))


class PaceForm(forms.Form):
    """Pace, and what few tables want besides; whatever is left out is as usual."""

    turn_seconds = forms.ChoiceField(label=_("Pace"), choices=PACES, initial=DEFAULT_TURN_SECONDS, required=False)
    time_bank = forms.TypedChoiceField(
        label=_("Time bank"),
        help_text=_("Spare time for the whole match: it is used when the time of a turn is over."),
        coerce=int,
        choices=BANKS,
        required=False,
    )
    time_increment = forms.TypedChoiceField(
        label=_("Paid into the bank for each turn in time"),
        coerce=int,
        choices=INCREMENTS,
        required=False,
    )
    waking_hours = forms.BooleanField(
        label=_("Keep waking hours"),
        help_text=_(
            "Nobody's time runs out at night. Turns of less than 12 hours count only the hours in which the player is "
            "awake; a longer turn that would end at night ends an hour after waking. Each player names these hours."
        ),
        required=False,
    )
    holidays = forms.ChoiceField(
        label=_("Holidays stop the clock"),
        help_text=_("Every player has some days off a year, in which the clock stands still."),
        choices=HOLIDAYS,
        required=False,
    )
    on_absence = forms.ChoiceField(
        label=_("Who is late three times in a row"), choices=ABSENCES, initial=Game.OnAbsence.KEEP, required=False
    )
    RARE = ("time_bank", "time_increment", "waking_hours", "holidays", "on_absence")

    def usual(self) -> list[forms.BoundField]:
        """The fields that everybody looks at."""
        return [field for field in self if field.name not in self.RARE]

    def rare(self) -> list[forms.BoundField]:
        """The fields that are folded away."""
        return [field for field in self if field.name in self.RARE]

    def rare_errors(self) -> bool:
        """Whether something is wrong among what is folded away."""
        return any(field.errors for field in self.rare())

    @property
    def pace(self) -> dict[str, Any]:
        """What was chosen, by the names of a TableWish."""
        data = self.cleaned_data
        return {
            "turn_seconds": int(data["turn_seconds"]) if data["turn_seconds"] else None,
            "time_bank": data["time_bank"] or 0,
            "time_increment": data["time_increment"] or 0,
            "waking_hours": data["waking_hours"],
            "holidays": {"yes": True, "no": False}.get(data["holidays"]),
            "on_absence": data["on_absence"] or Game.OnAbsence.KEEP.value,
        }
