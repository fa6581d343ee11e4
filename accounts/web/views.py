"""The page behind "no more mails of this kind"."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts import unsubscribe


@csrf_exempt  # The signature is the proof, and mail programs have no cookie (RFC 8058).
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe_page(request: HttpRequest, signed: str) -> HttpResponse:
    """GET asks, since mail scanners follow every link; only POST stops the mails."""
    found = unsubscribe.read(signed)
    if found is None:
        raise Http404
    channel_id, kinds = found
    if request.method == "POST":
        unsubscribe.stop(channel_id, kinds)
    return render(request, "accounts/unsubscribe.html", {"done": request.method == "POST"})
