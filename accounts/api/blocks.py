"""Whom the caller has blocked."""

from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import blocking, clock
from accounts.api.me import SCOPES, TAGS
from accounts.api.pagination import page_of
from accounts.api.schema import PAGE, describe
from accounts.api.serializers import StrictCharField, StrictSerializer
from accounts.api.views import ApiView
from accounts.models import Block

EXAMPLE = {"username": "cem", "since": "2026-11-29T20:00:00Z"}


class BlockIn(StrictSerializer):
    """Whom to block."""

    username = StrictCharField(max_length=150)


class BlockOut(serializers.Serializer[Block]):
    username = serializers.CharField()
    since = serializers.DateTimeField()


class BlockPage(serializers.Serializer[Any]):
    results = BlockOut(many=True)
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)


def block_out(block: Block) -> dict[str, Any]:
    """A block as the API shows it to who made it."""
    return {"username": block.blocked.username, "since": block.created_at}


class BlockListView(ApiView):
    """People kept at a distance: they cannot sit down where the caller sits, nor invite the caller."""

    scopes: ClassVar = SCOPES

    @describe(
        "List whom you have blocked",
        answer=BlockPage,
        example={"results": [EXAMPLE], "next": None, "previous": None},
        parameters=PAGE,
        tags=TAGS,
    )
    def get(self, request: Request) -> Response:
        return page_of(self.caller.blocks.select_related("blocked"), self, block_out)

    @describe(
        "Block somebody",
        asks=BlockIn,
        sent={"username": "cem"},
        status=201,
        answer=BlockOut,
        example=EXAMPLE,
        tags=TAGS,
    )
    def post(self, request: Request) -> Response:
        body = BlockIn(data=request.data)
        body.is_valid(raise_exception=True)
        block = blocking.block(user=self.caller, now=clock.now(), **body.validated_data)
        return Response(block_out(block), status=201)


class BlockView(ApiView):
    """One of them."""

    scopes: ClassVar = {"DELETE": SCOPES["DELETE"]}

    @describe("Let somebody near again", status=204, answer=None, tags=TAGS)
    def delete(self, request: Request, username: str) -> Response:
        blocking.unblock(user=self.caller, username=username)
        return Response(status=204)
