"""The forms of the account pages."""

import zoneinfo
from typing import Any

from allauth.account import forms as allauth
from django import forms
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import Kind, Scope, Theme, User
from accounts.names import LONGEST
from accounts.services import PERSON_SCOPES


def zones() -> list[str]:
    """The time zones people live in, by region; without the aliases."""
    return sorted(name for name in zoneinfo.available_timezones() if "/" in name and not name.startswith("Etc/"))


def zone_or_utc(name: str) -> str:
    """What a browser says its time zone is; UTC for what is none."""
    return name if name in zoneinfo.available_timezones() else "UTC"


class SignUpForm(allauth.SignupForm):
    """Name, address, password; the time zone is filled in by the browser, if it can."""

    time_zone = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput(attrs={"data-time-zone": ""}))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].help_text = _("Others see this name. You can sign in with it.")
        self.fields["username"].widget.attrs["maxlength"] = LONGEST
        self.fields["email"].help_text = _("For your turns and for signing in. Nobody else sees it.")

    def clean_time_zone(self) -> str:
        """What is no time zone is no reason to refuse anybody."""
        return zone_or_utc(self.cleaned_data["time_zone"])

    def try_save(self, request: HttpRequest) -> Any:
        """An address that is known takes as long as one that is not: hashing a password is most of it."""
        if self.account_already_exists:
            make_password(self.cleaned_data["password1"])
        return super().try_save(request)

    def custom_signup(self, request: HttpRequest, user: User) -> None:
        user.time_zone = self.cleaned_data["time_zone"]
        user.save(update_fields=["time_zone"])


class SignInForm(allauth.LoginForm):
    """Name or address, and password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Name or e-mail address")
        self.fields["login"].widget.attrs["autocomplete"] = "username"
        self.fields["password"].help_text = ""


class KeepForm(SignUpForm):
    """A guest becomes somebody. The address is asked for its proof afterwards, whoever has it by now."""

    def validate_unique_email(self, value: str) -> str:
        return value


class PreferencesForm(forms.Form):
    """Language, time zone, theme."""

    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    time_zone = forms.ChoiceField(label=_("Time zone"), help_text=_("Deadlines are shown in this time."))
    theme = forms.ChoiceField(label=_("Appearance"), choices=Theme.choices)

    def __init__(self, data: Any, user: User) -> None:
        super().__init__(data, initial={name: getattr(user, name) for name in ("language", "time_zone", "theme")})
        self.fields["time_zone"].choices = grouped(zones(), user.time_zone)  # type: ignore[attr-defined]


def grouped(names: list[str], present: str) -> list[Any]:
    """Choices by region, so that typing a letter or two finds a city; the present zone is always among them."""
    regions: dict[str, list[tuple[str, str]]] = {"UTC": [("UTC", "UTC")]}
    for name in sorted({*names, present} - {"UTC"}):
        region, _slash, place = name.partition("/")
        regions.setdefault(region, []).append((name, (place or region).replace("_", " ").replace("/", ", ")))
    return [*regions.items()]


class TokenForm(forms.Form):
    """A token for a program of one's own."""

    label = forms.CharField(label=_("What is it for?"), max_length=80, help_text=_("A name to know it by."))
    scopes = forms.MultipleChoiceField(
        label=_("What may it do?"), widget=forms.CheckboxSelectMultiple, initial=PERSON_SCOPES
    )

    def __init__(self, data: Any, allowed: frozenset[str]) -> None:
        super().__init__(data)
        choices = [(value, label) for value, label in Scope.choices if value in allowed]
        self.fields["scopes"].choices = choices  # type: ignore[attr-defined]


class ChannelForm(forms.Form):
    """Another way to be reached, of one kind."""

    LABELS = {
        Kind.EMAIL: (_("E-mail address"), _("We send a mail there, with a link to follow.")),
        Kind.CHAT: (_("Address"), _("As the service shows it, or as in the list below.")),
        Kind.WEBHOOK: (_("Address"), _("It begins with https:// and is open to the internet.")),
    }
    address = forms.CharField(max_length=1000)
    label = forms.CharField(label=_("Name"), max_length=80, required=False, help_text=_("A name to know it by."))

    def __init__(self, kind: Kind, data: Any = None) -> None:
        super().__init__(data, prefix=kind.value)
        field = self.fields["address"]
        field.label, field.help_text = self.LABELS[kind]
        field.widget = forms.EmailInput() if kind == Kind.EMAIL else forms.TextInput({"inputmode": "url"})
        field.widget.attrs |= {"autocomplete": "email" if kind == Kind.EMAIL else "off", "maxlength": 1000}
