"""The settings of an account: how it reads, and its tokens. The rest are in their own modules, or pages of allauth."""

from typing import Any

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import services
from accounts.api.permissions import scopes_of
from accounts.models import ApiToken
from accounts.web.forms import PreferencesForm, TokenForm, zone_or_utc
from accounts.web.request import SignedIn

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
