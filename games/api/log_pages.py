"""The log of a match in pages; its numbers never change, so a page is found by the number it comes after."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param

from games import selectors
from games.access import Board

LARGEST_PAGE = 1000
AFTER = OpenApiParameter(
    "after",
    {"type": "integer", "minimum": 0, "maximum": 999_999_999},
    description="Only entries with a number above this one.",
)
LIMIT = OpenApiParameter(
    "limit",
    {"type": "integer", "minimum": 1, "maximum": LARGEST_PAGE},
    description="At most so many entries.",
)


def log_page(request: Request, board: Board) -> dict[str, Any]:
    """The entries after `?after=`, as the caller may see them. Raises ValidationError."""
    after = _whole_number(request, "after", default=-1)
    limit = min(_whole_number(request, "limit", default=LARGEST_PAGE), LARGEST_PAGE)
    if not limit:
        raise ValidationError({"limit": [_("A number from 1 to %(most)d.") % {"most": LARGEST_PAGE}]})
    items = selectors.history(board, request.user.pk, after)
    page, rest = items[:limit], items[limit:]
    return {"results": page, "next": _next(request, page[-1]["number"]) if rest else None, "previous": None}


def _next(request: Request, after: int) -> str:
    return replace_query_param(request.build_absolute_uri(), "after", after)


def _whole_number(request: Request, name: str, default: int) -> int:
    text = request.query_params.get(name, str(default))
    if text == str(default):
        return default
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise ValidationError({name: [_("A whole number from 0 on.")]})
    return int(text)
