"""The settings of what one is told, where and when; and the ledger of what became of it."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import clock, ledger, truth
from accounts.errors import Refusal
from accounts.models import Notice, User
from accounts.outbox import KINDS
from accounts.rules import NONE, how_much, set_rules
from accounts.web import words
from accounts.web.request import SignedIn
from accounts.web.rule_forms import ChannelRulesForm, RulesForm
from accounts.web.settings import GET_AND_POST, page

ON_A_PAGE = 50


@never_cache
@login_required
@GET_AND_POST
def notices(request: SignedIn) -> HttpResponse:
    """What to be told, where and when."""
    typed = request.POST if request.method == "POST" else None
    personal = RulesForm(typed, request.user)
    channels = request.user.channels.exclude(verified_at=None).order_by("id")
    forms = [ChannelRulesForm(typed, channel) for channel in channels]
    if typed is not None and all([personal.is_valid(), *(form.is_valid() for form in forms)]):
        set_rules(request.user, channels=[form.change() for form in forms], **personal.change())
        messages.success(request, _("Saved."))
        return redirect("settings-notices")
    return page(request, "notices", personal=personal, forms=forms, mutes=_mutes(request.user))


def _mutes(user: User) -> list[tuple[str, str, str]]:
    """Each muted match: its code, how much of it is muted, and its address, if anything was ever told about it."""
    mutes = [*user.mutes.order_by("-id")]
    told = user.notices.filter(thread__in=[mute.thread for mute in mutes]).order_by("thread", "-id")
    urls = dict(told.distinct("thread").values_list("thread", "payload__url"))
    return [(mute.thread, how_much(mute), urls.get(mute.thread) or "") for mute in mutes]


@login_required
@require_POST
def unmute(request: SignedIn) -> HttpResponse:
    """Hear of a match again."""
    set_rules(request.user, mutes={request.POST.get("match", "")[:40]: NONE})
    messages.success(request, _("You hear of this match again."))
    return redirect("settings-notices")


@never_cache
@login_required
@require_safe
def told(request: SignedIn) -> HttpResponse:
    """The ledger: every notice, and what became of it on each channel."""
    chosen = {
        "status": _one_of(request.GET.get("status", ""), Notice.Status.values),
        "kind": _one_of(request.GET.get("kind", ""), KINDS),
    }
    found = Paginator(ledger.lines_of(request.user, **chosen).order_by("-id"), ON_A_PAGE)
    shown = found.get_page(request.GET.get("page"))
    choices = {"statuses": Notice.Status.choices, "kinds": [(kind, words.kind(kind)) for kind in KINDS]}
    return page(request, "mails", rows=_rows(request.user, [*shown]), shown=shown, chosen=chosen, **choices)


def _one_of(value: str, known: Any) -> str:
    return value if value in known else ""


def _rows(user: User, lines: list[Notice]) -> list[dict[str, Any]]:
    may = Notice.objects.filter(ledger.can_be_told_again(user), pk__in=[notice.pk for notice in lines])
    askable = {*may.values_list("pk", flat=True)}
    over = truth.no_longer([notice for notice in lines if notice.pk in askable])
    now = clock.now()
    return [
        {
            "notice": notice,
            "kind": words.kind(notice.kind),
            "reason": words.reason(notice.reason),
            "again": notice.pk in askable - {*over} and not ledger.told_again_lately(notice, now),
            "over": notice.pk in over,
        }
        for notice in lines
    ]


@login_required
@require_POST
def again(request: SignedIn, notice_id: int) -> HttpResponse:
    """Send a notice once more."""
    try:
        ledger.tell_again(request.user, notice_id)
    except Refusal as refusal:
        messages.error(request, refusal.detail)
    else:
        messages.success(request, _("It is on its way again."))
    return redirect("settings-mails")
