"""Everything that is kept about the caller."""

from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import export
from accounts.api.examples import ME
from accounts.api.me import TAGS
from accounts.api.schema import describe
from accounts.api.views import ApiView
from accounts.models import Scope

EXAMPLE = {
    "account": {name: ME[name] for name in ("username", "email", "language", "time_zone", "is_bot")},
    "addresses": [],
    "tokens": [],
    "notices": [],
    "sessions": [],
    "blocked": [],
    "muted_matches": [],
    "games": {"matches": []},
}


class DataOut(serializers.Serializer[Any]):
    account = serializers.DictField()
    addresses = serializers.ListField(child=serializers.DictField())
    tokens = serializers.ListField(child=serializers.DictField())
    notices = serializers.ListField(child=serializers.DictField())
    sessions = serializers.ListField(child=serializers.DictField())
    blocked = serializers.ListField(child=serializers.DictField())
    muted_matches = serializers.ListField(child=serializers.DictField())
    games = serializers.DictField(help_text="Matches, talk, reports, measures and ratings of yours; nothing hidden.")


class MyDataView(ApiView):
    """The download of the settings page: all that is kept about the caller, in one document."""

    scopes: ClassVar = {"GET": Scope.ACCOUNT_READ.value}

    @describe("Take your data with you", answer=DataOut, example=EXAMPLE, tags=TAGS)
    def get(self, request: Request) -> Response:
        return Response(export.data_of(self.caller))
