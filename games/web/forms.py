"""What comes in by forms, read leniently; what it may be is for the services to say."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games import bots, selectors
from games.models import Game, Report
from games.rules.base import Option, Rules
from games.services.lobby import SEED_FIELD, TableWish
from games.web.pace import PaceForm

PLAY_ON = _("A bot finishes the late turn")
RESIGN = _("The late player gives up the seat")
VISIBILITIES = (
    (Game.Visibility.PUBLIC.value, _("Everyone may join and watch")),
    (Game.Visibility.UNLISTED.value, _("Everyone who has the link")),
    (Game.Visibility.INVITED.value, _("Only who is invited")),
)


class TableForm(PaceForm):
    """A table to open, for one game; its fields are named as the services name what was wrong with them."""

    seats = forms.TypedChoiceField(label=_("Players"), coerce=int)
    bots = forms.TypedChoiceField(label=_("Bots among them"), coerce=int, initial=0)
    bot = forms.ChoiceField(label=_("Kind of bot"))
    on_timeout = forms.ChoiceField(
        label=_("When time is up"),
        choices=[(Game.OnTimeout.AUTOPLAY.value, PLAY_ON), (Game.OnTimeout.RESIGN.value, RESIGN)],
    )
    visibility = forms.ChoiceField(label=_("Who may come"), choices=VISIBILITIES)

    def __init__(self, rules: Rules, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules
        names = [(name, name) for name in reversed(bots.names(rules))]
        sizes = range(rules.min_seats, rules.max_seats + 1)
        self._offer("seats", [(number, number) for number in sizes])
        self._offer("bots", [(number, number) for number in range(rules.max_seats)])
        self._offer("bot", names)
        self.choices = {name: option for name, option in rules.options.items() if len(option.values) > 1}
        self.fields.update({f"options.{name}": choice(option) for name, option in self.choices.items()})
        self.fields.update(brought_fields(rules))

    def _offer(self, name: str, choices: list[tuple[Any, Any]]) -> None:
        field: Any = self.fields[name]
        field.choices = choices

    @property
    def wish(self) -> TableWish:
        """What the services are asked for."""
        data = self.cleaned_data
        return TableWish(
            ruleset=self.rules.slug,
            seats=data["seats"],
            bots=[data["bot"]] * data["bots"],
            visibility=data["visibility"],
            options={name: data[f"options.{name}"] for name in self.choices},
            on_timeout=data["on_timeout"],
            **self.pace,
            brought=brought(self.rules, data),
        )

    def blame(self, errors: Mapping[str, list[str]]) -> None:
        """Show what the services said under the fields it is about."""
        for name, texts in errors.items():
            self.add_error(name if name in self.fields else None, texts)


class JoinForm(forms.Form):
    """What somebody brings to a seat."""

    def __init__(self, rules: Rules, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules
        self.fields.update(brought_fields(rules))

    @property
    def brought(self) -> dict[str, str]:
        return brought(self.rules, self.cleaned_data)


class ReportForm(forms.Form):
    """A complaint to the moderators."""

    reason = forms.ChoiceField(label=_("What is wrong?"), choices=Report.Reason.choices, widget=forms.RadioSelect)
    text = forms.CharField(
        label=_("In your words"), required=False, max_length=1000, widget=forms.Textarea(attrs={"rows": 4})
    )


def choice(option: Option) -> forms.ChoiceField:
    """A field for one option of a game."""
    labels = [(value, selectors.render(text)) for value, text in zip(option.values, option.labels, strict=True)]
    unsaid = [] if option.required else [("", _("Drawn by lot"))]
    return forms.ChoiceField(label=selectors.render(option.title), choices=[*unsaid, *labels], required=option.required)


def brought_fields(rules: Rules) -> dict[str, forms.Field]:
    """What a player may bring: the game's own things, and a text that takes part in the shuffle."""
    fields: dict[str, forms.Field] = {name: choice(option) for name, option in rules.brings.items()}
    help_text = _("Anything at all; it is mixed into the shuffle, so that nobody can have known the cards.")
    fields[SEED_FIELD] = forms.CharField(
        label=_("Your words for the shuffle"), required=False, max_length=64, strip=False, help_text=help_text
    )
    return fields


def brought(rules: Rules, data: Mapping[str, Any]) -> dict[str, str]:
    """What was filled in of it."""
    return {name: data[name] for name in (*rules.brings, SEED_FIELD) if data.get(name)}
