"""The settings of an account: how it reads, what it is told, and its tokens. The rest are pages of allauth."""

from typing import Any

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import services
from accounts.api.permissions import scopes_of
from accounts.models import ApiToken, Channel, Notice
from accounts.outbox import KINDS
from accounts.rules import set_rules
from accounts.web import words
from accounts.web.forms import PreferencesForm, TokenForm, zone_or_utc
from accounts.web.request import SignedIn

NOTICES_ON_A_PAGE = 50
GET_AND_POST = require_http_methods(["GET", "HEAD", "POST"])


def page(request: SignedIn, section: str, **context: Any) -> HttpResponse:
    """One page of the settings."""
    return render(request, f"accounts/settings/{section}.html", {"section": section, **context})


@never_cache
@login_required
@GET_AND_POST
def preferences(request: SignedIn) -> HttpResponse:
    """Language, time zone, theme."""
    form = PreferencesForm(request.POST or None, request.user)
    if request.method == "POST" and form.is_valid():
        services.set_preferences(request.user, **form.cleaned_data)
        with translation.override(request.user.language):
            messages.success(request, _("Saved."))
        return redirect("settings")
    return page(request, "preferences", form=form)


@login_required
@require_POST
def time_zone(request: SignedIn) -> HttpResponse:
    """Take the time zone that the browser found."""
    services.set_preferences(request.user, time_zone=zone_or_utc(request.POST.get("time_zone", "")))
    messages.success(request, _("Saved."))
    return redirect("settings")


@never_cache
@login_required
@GET_AND_POST
def notices(request: SignedIn) -> HttpResponse:
    """What to be told, and where."""
    channels = [*request.user.channels.exclude(verified_at=None).order_by("id")]
    if request.method == "POST":
        set_rules(request.user, channels=[_switches(request, channel) for channel in channels])
        messages.success(request, _("Saved."))
        return redirect("settings-notices")
    return page(request, "notices", rows=[(channel, _kinds(channel)) for channel in channels])


def _kinds(channel: Channel) -> list[tuple[str, str, bool]]:
    """Name, words, and whether it is on."""
    return [(kind, words.kind(kind), kind not in channel.muted_kinds) for kind in KINDS]


def _switches(request: SignedIn, channel: Channel) -> dict[str, Any]:
    chosen = request.POST.getlist(f"kinds-{channel.pk}")
    enabled = f"enabled-{channel.pk}" in request.POST
    return {"id": channel.pk, "enabled": enabled, "notices": {kind: kind in chosen for kind in KINDS}}


@never_cache
@login_required
@require_safe
def mails(request: SignedIn) -> HttpResponse:
    """What was sent, held back or dropped, and why."""
    found = Paginator(Notice.objects.filter(user=request.user).order_by("-id"), NOTICES_ON_A_PAGE)
    shown = found.get_page(request.GET.get("page"))
    rows = [(notice, words.kind(notice.kind), words.reason(notice.reason)) for notice in shown]
    return page(request, "mails", rows=rows, shown=shown)


@never_cache
@login_required
@reauthentication_required(allow_get=True, enabled=lambda request: not request.user.is_guest)
@GET_AND_POST
def tokens(request: SignedIn) -> HttpResponse:
    """The tokens one has, and a new one, which is shown in the answer and never again."""
    allowed, made = scopes_of(request.user, None), ""
    form = TokenForm(request.POST or None, allowed)
    if request.method == "POST" and form.is_valid():
        scopes, label = form.cleaned_data["scopes"], form.cleaned_data["label"]
        _row, made = services.create_token(request.user, scopes, label)
        form = TokenForm(None, allowed)
    valid = ApiToken.objects.filter(user=request.user, revoked_at=None).order_by("-id")
    return page(request, "tokens", form=form, tokens=valid, made=made)


@login_required
@require_POST
def revoke_token(request: SignedIn, token_id: int) -> HttpResponse:
    """End a token."""
    if services.revoke(request.user, token_id):
        messages.success(request, _("Revoked. Programs that used it are out."))
    return redirect("settings-tokens")
