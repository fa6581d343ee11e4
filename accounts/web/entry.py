"""Ways in that allauth does not have: a link that signs in once, and the way from guest to member."""

from allauth.account.internal.flows.email_verification import send_verification_email_to_address
from allauth.account.internal.flows.login import perform_login, record_authentication
from allauth.account.models import EmailAddress, Login
from allauth.account.views import logout
from allauth.core import ratelimit
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import services, sessions
from accounts.web import sign_in_link
from accounts.web.forms import KeepForm
from accounts.web.middleware import account
from accounts.web.request import SignedIn


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def by_link(request: HttpRequest, signed: str) -> HttpResponse:
    """GET only asks, since programs that look into mails follow every link; POST signs in, once."""
    user = sign_in_link.read(signed)
    if request.method != "POST" or user is None:
        return render(request, "account/sign_in_link.html", {"reader": user}, status=200 if user else 404)
    with transaction.atomic():
        user = sign_in_link.read(signed, lock=True)
        if user is None:
            return render(request, "account/sign_in_link.html", status=404)
        record_authentication(request, user, method="code", email=user.email)
        answer: HttpResponse = perform_login(request, Login(user=user, email=user.email))
    return answer


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def keep(request: SignedIn) -> HttpResponse:
    """A guest takes a name, a password and an address; the account stays the same, and so do its seats."""
    if not request.user.is_guest:
        return redirect("settings")
    form = KeepForm(request.POST or None)
    if request.method != "POST" or not form.is_valid():
        return render(request, "account/keep.html", {"form": form})
    blocked: HttpResponse | None = ratelimit.consume_or_429(request, action="signup")
    if blocked:
        return blocked
    try:
        services.name_guest(request.user, form.cleaned_data["username"], form.cleaned_data["password1"])
    except services.NameTaken as refusal:
        form.add_error("username", refusal.detail)
        return render(request, "account/keep.html", {"form": form})
    update_session_auth_hash(request, request.user)
    sessions.follow(request, request.user)
    record_authentication(request, request.user, method="password", username=request.user.username)
    address = EmailAddress(user=request.user, email=form.cleaned_data["email"])
    send_verification_email_to_address(request, address, signup=True)
    return redirect("account_email_verification_sent")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_out(request: HttpRequest) -> HttpResponse:
    """A guest who signs out cannot come back, and is asked first, wherever the button was."""
    user = account(request)
    lost = user is not None and user.is_guest and not user.has_usable_password()
    if request.method == "POST" and lost and "sure" not in request.POST:
        return render(request, "account/logout.html")
    answer: HttpResponse = logout(request)
    return answer
