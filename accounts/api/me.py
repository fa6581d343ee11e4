"""The caller's own account: who one is, and with which tokens."""

from typing import ClassVar

from django.http import Http404
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import services
from accounts.api import bodies, examples
from accounts.api.pagination import page_of
from accounts.api.permissions import MissingScope, scopes_of
from accounts.api.schema import PAGE, describe
from accounts.api.views import ApiView
from accounts.models import ApiToken, Scope

SCOPES = {
    "GET": Scope.ACCOUNT_READ.value,
    **dict.fromkeys(("POST", "PATCH", "DELETE"), Scope.ACCOUNT_WRITE.value),
}
TAGS = ["The caller"]


class MeView(ApiView):
    """The account that is calling."""

    scopes: ClassVar = SCOPES

    @describe("See your account", answer=bodies.MeOut, example=examples.ME, tags=TAGS)
    def get(self, request: Request) -> Response:
        return Response(bodies.me_out(self.caller, scopes_of(self.caller, request.auth)))

    @describe(
        "Change language and time zone",
        asks=bodies.MeIn,
        sent={"language": "de", "time_zone": "Europe/Berlin"},
        answer=bodies.MeOut,
        example=examples.ME,
        tags=TAGS,
    )
    def patch(self, request: Request) -> Response:
        body = bodies.MeIn(data=request.data)
        body.is_valid(raise_exception=True)
        services.set_preferences(self.caller, **body.validated_data)
        return self.get(request)

    @describe("Close your account, for good", status=204, answer=None, tags=TAGS)
    def delete(self, request: Request) -> Response:
        services.close_account(self.caller)
        return Response(status=204)


class TokenListView(ApiView):
    """The caller's tokens."""

    scopes: ClassVar = SCOPES

    @describe("List your tokens", answer=bodies.TokenPage, example=examples.TOKENS, tags=TAGS, parameters=PAGE)
    def get(self, request: Request) -> Response:
        return page_of(ApiToken.objects.filter(user=self.caller, revoked_at=None), self, bodies.token_out)

    @describe(
        "Make a token",
        asks=bodies.TokenIn,
        sent={"label": "my bot", "scopes": ["games:read", "games:play"]},
        status=201,
        answer=bodies.NewTokenOut,
        example=examples.NEW_TOKEN,
        tags=TAGS,
    )
    def post(self, request: Request) -> Response:
        body = bodies.TokenIn(data=request.data)
        body.is_valid(raise_exception=True)
        # Nobody hands on more than they hold.
        if {*body.validated_data["scopes"]} - scopes_of(self.caller, request.auth):
            raise MissingScope
        row, token = services.create_token(self.caller, **body.validated_data)
        place = request.build_absolute_uri(reverse("my-token", args=[row.pk]))
        return Response({**bodies.token_out(row), "token": token}, status=201, headers={"Location": place})

    @describe("Revoke all your tokens, this one too", status=204, answer=None, tags=TAGS)
    def delete(self, request: Request) -> Response:
        services.revoke(self.caller)
        return Response(status=204)


class TokenView(ApiView):
    """One token of the caller's."""

    scopes: ClassVar = SCOPES

    @describe("See a token", answer=bodies.TokenOut, example=examples.TOKEN, tags=TAGS)
    def get(self, request: Request, token_id: int) -> Response:
        token = ApiToken.objects.filter(user=self.caller, revoked_at=None, pk=token_id).first()
        if token is None:
            raise Http404
        return Response(bodies.token_out(token))

    @describe("Revoke a token", status=204, answer=None, tags=TAGS)
    def delete(self, request: Request, token_id: int) -> Response:
        if not services.revoke(self.caller, token_id):
            raise Http404
        return Response(status=204)
