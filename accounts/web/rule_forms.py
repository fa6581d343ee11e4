"""The forms of what one is told, where and when."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.models import Channel, Digest, User
from accounts.outbox import KINDS
from accounts.web import words

GRACES = (0, 30, 60, 120, 300, 600, 1_800)


def clock_input() -> forms.TimeInput:
    """A time of day, as browsers let one choose it."""
    return forms.TimeInput(format="%H:%M", attrs={"type": "time"})


def grace_words(seconds: int) -> str:
    """Such as "2 minutes"."""
    if seconds % 60 or not seconds:
        return ngettext("%(count)d second", "%(count)d seconds", seconds) % {"count": seconds}
    return ngettext("%(count)d minute", "%(count)d minutes", seconds // 60) % {"count": seconds // 60}


class RulesForm(forms.Form):
    """When somebody may be told things at all."""

    awake_from = forms.TimeField(label=_("Awake from"), required=False, widget=clock_input())
    awake_until = forms.TimeField(
        label=_("Awake until"),
        required=False,
        widget=clock_input(),
        help_text=_(
            "Outside of these hours notices wait until you wake, unless a deadline would pass. "
            "Leave both empty to hear at any hour."
        ),
    )
    grace_seconds = forms.TypedChoiceField(
        label=_("Wait before telling me"),
        required=False,
        coerce=int,
        empty_value=None,
        help_text=_("What you have seen to by then is not sent."),
    )
    at_once_kinds = forms.MultipleChoiceField(
        label=_("Always tell me at once"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("These wait neither for you to wake nor to be sent together with others."),
    )

    def __init__(self, data: Any, user: User) -> None:
        names = ("awake_from", "awake_until", "grace_seconds", "at_once_kinds")
        super().__init__(data, initial={name: getattr(user, name) for name in names})
        graces = sorted({*GRACES, user.grace_seconds or 0})
        usual = _("As usual here (%(time)s)") % {"time": grace_words(settings.NOTICE_GRACE_SECONDS)}
        self.fields["grace_seconds"].choices = [("", usual), *((each, grace_words(each)) for each in graces)]  # type: ignore[attr-defined]
        self.fields["at_once_kinds"].choices = [(kind, words.kind(kind)) for kind in KINDS]  # type: ignore[attr-defined]

    def clean(self) -> None:
        if (self.cleaned_data.get("awake_from") is None) != (self.cleaned_data.get("awake_until") is None):
            self.add_error("awake_until", _("Give both times, or neither."))

    def change(self) -> dict[str, Any]:
        """What accounts.rules.set_rules is told."""
        return {**self.cleaned_data}


class ChannelRulesForm(forms.Form):
    """What one channel is told, and how often."""

    enabled = forms.BooleanField(label=_("Write there"), required=False)
    kinds = forms.MultipleChoiceField(label=_("Tell me when"), required=False, widget=forms.CheckboxSelectMultiple)
    digest = forms.ChoiceField(label=_("How often"), required=False, choices=Digest.choices)
    digest_at = forms.TimeField(
        label=_("At what time"),
        required=False,
        widget=clock_input(),
        help_text=_(
            "For once a day; twice a day is then and twelve hours later. What would come too late comes in time."
        ),
    )

    def __init__(self, data: Any, channel: Channel) -> None:
        self.channel = channel
        on = [kind for kind in KINDS if kind not in channel.muted_kinds]
        enabled = channel.disabled_at is None
        present = {"kinds": on, "enabled": enabled, "digest": channel.digest, "digest_at": channel.digest_at}
        super().__init__(data, initial=present)
        self.fields["kinds"].choices = [(kind, words.kind(kind)) for kind in KINDS]  # type: ignore[attr-defined]

    def add_prefix(self, field_name: str) -> str:
        return f"{field_name}-{self.channel.pk}"

    def change(self) -> dict[str, Any]:
        """What accounts.rules.set_rules is told about this channel."""
        typed = self.cleaned_data
        often = {name: typed[name] for name in ("digest", "digest_at") if typed[name]}
        notices = {kind: kind in typed["kinds"] for kind in KINDS}
        return {"id": self.channel.pk, "enabled": typed["enabled"], "notices": notices, **often}
