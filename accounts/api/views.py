"""What all views of the API have in common."""

from typing import Any, ClassVar, cast

from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation.trans_real import get_supported_language_variant, parse_accept_lang_header
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.api import throttling
from accounts.api.formats import read_unmeasured
from accounts.api.idempotency import idempotent
from accounts.models import User


class JsonNegotiation(DefaultContentNegotiation):
    """There is one form; only a request that wants none of it needs more than a glance."""

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> tuple[Any, str]:
        if request.META.get("HTTP_ACCEPT", "*/*") in ("*/*", "application/json"):
            return renderers[0], renderers[0].media_type
        chosen: tuple[Any, str] = super().select_renderer(request, renderers, format_suffix)
        return chosen


class ApiView(APIView):
    """One address of the API.

    A subclass states the scope of each method in `scopes`, and in `public_methods` (or with `public = True`)
    what is open without an account. Every `post` honours `Idempotency-Key` by itself.
    """

    scopes: ClassVar[dict[str, str]] = {}
    public: ClassVar[bool] = False
    public_methods: ClassVar[frozenset[str]] = frozenset()
    content_negotiation_class = JsonNegotiation
    metadata_class = None  # OPTIONS: the OpenAPI document describes the views.

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "post" in cls.__dict__:
            cls.post = idempotent(cls.__dict__["post"])  # type: ignore[attr-defined]

    @property
    def caller(self) -> User:
        """The account that is calling; only for methods that are not public."""
        return cast("User", self.request.user)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Who, in which language, how often, and whether at all; in this order."""
        self.format_kwarg = None
        request.accepted_renderer, request.accepted_media_type = self.perform_content_negotiation(request)
        self.perform_authentication(request)
        translation.activate(language_of(request))
        self.check_throttles(request)
        self.check_permissions(request)
        read_unmeasured(request._request)  # noqa: SLF001 - the plain request has no other name

    def perform_authentication(self, request: Request) -> None:
        try:
            super().perform_authentication(request)
        except AuthenticationFailed:
            rate = throttling.count_failure(request)
            if rate is not None and rate.left < 0:
                raise Throttled(rate.seconds) from None
            raise

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        rate = getattr(request, "rate", None)
        for name, value in (throttling.headers(rate) if rate else {}).items():
            response[name] = value
        response.headers.setdefault("Content-Language", translation.get_language())
        response.headers.setdefault("Cache-Control", "private, no-cache")
        patch_vary_headers(response, ["Authorization", "Accept-Language", "Cookie"])
        return response


def language_of(request: Request) -> str:
    """The first language asked for that is one of ours; else the account's; else the site's."""
    header = request.META.get("HTTP_ACCEPT_LANGUAGE", "")
    for wanted, _weight in parse_accept_lang_header(header):
        if (found := _ours(wanted)) is not None:
            return found
    if isinstance(request.user, User) and (found := _ours(request.user.language)) is not None:
        return found
    return _ours("en") or "en"


def _ours(language: str) -> str | None:
    try:
        return str(get_supported_language_variant(language))
    except LookupError:
        return None
