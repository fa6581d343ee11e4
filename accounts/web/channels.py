"""Where one can be reached: devices, addresses and chat services on one page, webhooks on that for developers."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from accounts import clock, confirming, reach
from accounts.channels import chat
from accounts.errors import Refusal
from accounts.models import Channel, Delivery, Kind
from accounts.web.forms import ChannelForm
from accounts.web.request import SignedIn
from accounts.web.settings import GET_AND_POST, page

DEVICES, DEVELOPERS = "settings-devices", "settings-developers"
# How many of the last messages to a webhook are shown.
SHOWN = 10
SOON = timedelta(seconds=5)


@never_cache
@login_required
@GET_AND_POST
def devices(request: SignedIn) -> HttpResponse:
    """Devices, mail addresses and chat services."""
    forms = {kind: ChannelForm(kind) for kind in (Kind.EMAIL, Kind.CHAT)}
    kind = Kind.CHAT if request.POST.get("kind") == Kind.CHAT else Kind.EMAIL
    if request.method == "POST":
        forms[kind] = ChannelForm(kind, request.POST)
        if _add(forms[kind], reach.add_chat if kind == Kind.CHAT else reach.add_email, request) is not None:
            text = (
                _("Try it out: send a test.") if kind == Kind.CHAT else _("We have sent a mail there. Follow its link.")
            )
            messages.success(request, text)
            return redirect(DEVICES)
    found = {kind.value: _rows(request, kind) for kind in (Kind.WEBPUSH, Kind.EMAIL, Kind.CHAT)}
    services = [(service.NAME, service.EXAMPLE) for service in chat.SERVICES.values()]
    shown = {f"{kind.value}_form": form for kind, form in forms.items()}
    return page(request, "devices", channels=found, services=services, **shown)


@never_cache
@login_required
@GET_AND_POST
def developers(request: SignedIn) -> HttpResponse:
    """The way to the API, and webhooks with what was sent to them last."""
    form, made = ChannelForm(Kind.WEBHOOK, request.POST or None), ""
    if request.method == "POST" and (added := _add(form, reach.add_webhook, request)) is not None:
        form, made = ChannelForm(Kind.WEBHOOK), added[1]
    return _developers(request, form, made)


@never_cache
@login_required
@require_POST
def rotate(request: SignedIn, channel_id: int) -> HttpResponse:
    """A new secret, which is shown in the answer and never again."""
    _own(request, channel_id)
    return _developers(request, ChannelForm(Kind.WEBHOOK), reach.rotate(request.user, channel_id))


@login_required
@require_POST
def test(request: SignedIn, channel_id: int) -> HttpResponse:
    """Send something there."""
    channel = _own(request, channel_id)
    try:
        reach.try_out(request.user, channel_id)
    except Refusal as refusal:
        messages.error(request, refusal.detail)
    else:
        messages.success(request, _("A test is on its way. It takes a few seconds."))
    return redirect(_home(channel))


@login_required
@require_POST
def switch(request: SignedIn, channel_id: int) -> HttpResponse:
    """Turn it on or off, as the button says: pressed twice, it does so once."""
    channel = _own(request, channel_id)
    reach.change(request.user, channel_id, enabled=request.POST.get("enabled") == "on")
    messages.success(request, _("Saved."))
    return redirect(_home(channel))


@login_required
@require_POST
def remove(request: SignedIn, channel_id: int) -> HttpResponse:
    """Take it away."""
    channel = _own(request, channel_id)
    reach.remove(request.user, channel_id)
    messages.success(request, _("Taken away. Nothing goes there any more."))
    return redirect(_home(channel))


@csrf_exempt  # The signature is the proof, and a mail may be read in a browser that never was here.
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest, signed: str) -> HttpResponse:
    """GET asks, since programs that look into mails follow every link; POST confirms."""
    channel = confirming.read(signed)
    if channel is None:
        raise Http404
    if request.method == "POST":
        confirming.confirm(channel)
    return render(request, "accounts/confirm_address.html", {"channel": channel, "done": request.method == "POST"})


def _add(form: ChannelForm, add: Callable[..., Any], request: SignedIn) -> Any:
    """What adding gave; None when the form says why not."""
    if not form.is_valid():
        return None
    try:
        return add(request.user, form.cleaned_data["address"], form.cleaned_data["label"])
    except Refusal as refusal:
        errors = (refusal.errors or {}).get("address")
        form.add_error("address" if errors else None, errors or refusal.detail)
        return None


def _developers(request: SignedIn, form: ChannelForm, made: str) -> HttpResponse:
    hooks = [(hook, *_last(hook)) for hook in _rows(request, Kind.WEBHOOK)]
    return page(request, "developers", hooks=hooks, webhook_form=form, made=made)


def _last(channel: Channel) -> tuple[list[Delivery], bool]:
    """The last messages, and whether there will be news of one of them in a moment."""
    found, soon = reach.last_deliveries(channel)[:SHOWN], clock.now() + SOON
    return found, any(delivery.due_at is not None and delivery.due_at < soon for delivery in found)


def _rows(request: SignedIn, kind: Kind) -> QuerySet[Channel]:
    """The channels of one kind, each with what became of the last message to it."""
    last = Delivery.objects.filter(channel=OuterRef("pk")).order_by("-created_at")
    found = request.user.channels.filter(kind=kind).order_by("id")
    return found.annotate(
        tried_status=Subquery(last.values("status")[:1]), tried_error=Subquery(last.values("error")[:1])
    )


def _own(request: SignedIn, channel_id: int) -> Channel:
    try:
        return reach.find(request.user, channel_id)
    except Refusal as refusal:
        raise Http404 from refusal


def _home(channel: Channel) -> str:
    """The page that this channel is on."""
    return DEVELOPERS if channel.kind == Kind.WEBHOOK else DEVICES
