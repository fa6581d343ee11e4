"""One's own data, and the end of an account."""

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import export, services
from accounts.web.request import SignedIn
from accounts.web.settings import page


@never_cache
@login_required
@require_safe
def data(request: SignedIn) -> HttpResponse:
    """What the download holds."""
    return page(request, "data")


@never_cache
@login_required
@require_safe
def download(request: SignedIn) -> HttpResponse:
    """Everything that is kept about the reader, as JSON."""
    answer = JsonResponse(export.data_of(request.user), json_dumps_params={"ensure_ascii": False, "indent": 2})
    answer["Content-Disposition"] = f'attachment; filename="jackpot-{request.user.pk}.json"'
    return answer


@never_cache
@login_required
@reauthentication_required(allow_get=True, enabled=lambda request: not request.user.is_guest)
@require_http_methods(["GET", "HEAD", "POST"])
def close(request: SignedIn) -> HttpResponse:
    """Close the account, after a password or a code that is not older than a few minutes."""
    sure = request.POST.get("sure") == "yes"
    if request.method != "POST" or not sure:
        return page(request, "close", unsure=request.method == "POST")
    services.close_account(request.user)
    logout(request)
    messages.success(request, _("Your account is closed. Your matches go on without your name."))
    return redirect("home")
