"""Streams of what changes, for one match or for all of the caller's."""

from typing import Any, ClassVar

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.request import Request

from accounts.api.views import ApiView, JsonNegotiation
from games.access import board_for_viewer
from games.live.door import GAME, HEADER, MINE, Feed, to_header
from games.live.wire import NDJSON, SSE

TAGS = ["Live"]
STREAM = {(200, SSE): OpenApiTypes.STR, (200, NDJSON): OpenApiTypes.STR}
RESUME = OpenApiParameter(
    "Last-Event-ID", str, OpenApiParameter.HEADER, description="Go on after this `id`, if it is one."
)


def told(text: str) -> OpenApiExample:
    """An example of what a stream says."""
    return OpenApiExample("Events", value=text, response_only=True, media_type=SSE)


class EitherForm(JsonNegotiation):
    """Whatever form is asked for: the stream has two, and problems are JSON as everywhere."""

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> tuple[Any, str]:
        return renderers[0], renderers[0].media_type


class GameStreamView(ApiView):
    """`game` with the version, whenever a match changes."""

    scopes: ClassVar = {"GET": "games:read"}
    public_methods = frozenset({"GET"})
    content_negotiation_class = EitherForm

    @extend_schema(
        summary="Follow a match",
        parameters=[RESUME],
        responses=STREAM,
        examples=[told('event: game\nid: 17\ndata: {"version":17}\n\n')],
        tags=TAGS,
    )
    def get(self, request: Request, code: str) -> HttpResponse:
        board_for_viewer(code, request.user.pk)
        return live(request, GAME, code)


class MyStreamView(ApiView):
    """`your_turn`, `game_started`, `game_finished`, `message` and `invited`, in whichever match."""

    scopes: ClassVar = {"GET": "games:read"}
    content_negotiation_class = EitherForm

    @extend_schema(
        summary="Follow all your matches",
        parameters=[RESUME],
        responses=STREAM,
        examples=[told('event: your_turn\nid: 4711\ndata: {"game":"k3v9x2qd7m"}\n\n')],
        tags=TAGS,
    )
    def get(self, request: Request) -> HttpResponse:
        return live(request, MINE, str(self.caller.pk))


def live(request: Request, kind: str, key: str) -> HttpResponse:
    """An answer that the server turns into a stream, resumed after `Last-Event-ID`."""
    media_type = NDJSON if NDJSON in request.headers.get("Accept", "") else SSE
    last = request.headers.get("Last-Event-ID", "")
    after = int(last) if last.isascii() and last.isdigit() and len(last) < 16 else None
    feed = Feed(kind, key, after, media_type)
    headers = {HEADER: to_header(feed), "Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return HttpResponse(content_type=media_type, headers=headers)
