"""Whom one keeps at a distance: the list, the question before, and both ways of changing it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import blocking, clock
from accounts.web.request import SignedIn
from accounts.web.settings import GET_AND_POST, page

LONGEST_NAME = 150


@never_cache
@login_required
@require_safe
def blocked(request: SignedIn) -> HttpResponse:
    """Everybody one has blocked, those last blocked first."""
    return page(request, "blocked", blocks=request.user.blocks.select_related("blocked").order_by("-id"))


@never_cache
@login_required
@GET_AND_POST
def block(request: SignedIn) -> HttpResponse:
    """`?username=&next=`: what it means; POST does it, and goes back to where one came from."""
    name = (request.POST.get("username") or request.GET.get("username", ""))[:LONGEST_NAME]
    if request.method != "POST" or not name:
        back = request.POST.get("next") or request.GET.get("next", "")
        return page(request, "block", name=name, back=back if _is_ours(request, back) else "")
    try:
        blocking.block(user=request.user, username=name, now=clock.now())
    except blocking.NotToBeBlockedError as refusal:
        messages.error(request, refusal.detail)
        return redirect("settings-blocked")
    messages.success(request, _("%(name)s is blocked.") % {"name": name})
    return _back(request)


@login_required
@require_POST
def unblock(request: SignedIn) -> HttpResponse:
    """Let somebody near again."""
    name = request.POST.get("username", "")[:LONGEST_NAME]
    if blocking.unblock(user=request.user, username=name):
        messages.success(request, _("%(name)s is no longer blocked.") % {"name": name})
    return _back(request)


def _back(request: SignedIn) -> HttpResponse:
    """To where one came from, if that is here; else to the list."""
    back = request.POST.get("next", "")
    return HttpResponseRedirect(back if _is_ours(request, back) else resolve_url("settings-blocked"))


def _is_ours(request: SignedIn, address: str) -> bool:
    return url_has_allowed_host_and_scheme(address, {request.get_host()}, require_https=request.is_secure())
