"""Lists come in pages that stay right while the list grows."""

import re
from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response

LARGEST_PAGE = 100
ID = re.compile(r"[0-9]{1,18}")


class NewestFirst(CursorPagination):
    """`{"results", "next", "previous"}`, newest first unless the view has an `ordering`; `?limit=` up to 100."""

    ordering = "-id"
    page_size = 50
    max_page_size = LARGEST_PAGE
    page_size_query_param = "limit"

    def get_ordering(self, request: Request, queryset: Any, view: Any) -> tuple[str, ...]:
        ordering = getattr(view, "ordering", self.ordering)
        return (ordering,) if isinstance(ordering, str) else tuple(ordering)

    def get_page_size(self, request: Request) -> int:
        wanted = request.query_params.get("limit", str(self.page_size))
        if not (wanted.isascii() and wanted.isdigit() and len(wanted) <= 9 and 1 <= int(wanted) <= LARGEST_PAGE):
            raise ValidationError({"limit": [_("A number from 1 to %(most)d.") % {"most": LARGEST_PAGE}]})
        return int(wanted)

    def decode_cursor(self, request: Request) -> Cursor | None:
        """The place in the list; it is an id, since all lists are in the order of their ids."""
        try:
            cursor: Cursor | None = super().decode_cursor(request)
        except NotFound as error:
            raise ValidationError({"cursor": [_("This is no cursor of this list.")]}) from error
        if cursor and cursor.position is not None and not ID.fullmatch(str(cursor.position)):
            raise ValidationError({"cursor": [_("This is no cursor of this list.")]})
        return cursor


def page_of(queryset: Any, view: Any, show: Callable[[Any], Any]) -> Response:
    """The page of a list that the view's request asks for, each row as `show` puts it."""
    pages = NewestFirst()
    rows: list[Any] = pages.paginate_queryset(queryset, view.request, view=view) or []
    return pages.get_paginated_response([show(row) for row in rows])
