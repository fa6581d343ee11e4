"""The settings of the private calendar."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from accounts import calendars
from accounts.web.request import SignedIn
from accounts.web.settings import GET_AND_POST, page


@never_cache
@login_required
@GET_AND_POST
def calendar(request: SignedIn) -> HttpResponse:
    """Make the address, make it anew, or take it away."""
    if request.method == "POST":
        if request.POST.get("wanted") == "none":
            calendars.take_away(request.user)
            messages.success(request, _("The address leads nowhere from now on."))
        else:
            calendars.make(request.user)
            messages.success(request, _("This is the address of your calendar."))
        return redirect("settings-calendar")
    secret = calendars.secret_of(request.user)
    address = settings.SITE_URL + reverse("calendar", args=[secret]) if secret else ""
    return page(request, "calendar", address=address, webcal=f"webcal:{address.partition(':')[2]}")
