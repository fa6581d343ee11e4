"""Every address of the URL map, with something put in for its parameters."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RoutePattern

PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
ANYTHING = {
    "token_id": "1",
    "slug": "jack-in-the-pot",
    "username": "alice",
    "ruleset": "jack-in-the-pot",
    "invitation": "1",
    "holiday": "1",
}


class Address(NamedTuple):
    """One line of the URL map: its path with `<parameters>`, and the view behind it."""

    route: str
    view: Any

    def path(self, **values: str) -> str:
        """The path with these values, and anything for the other parameters."""
        known: Mapping[str, str] = {**ANYTHING, **values}
        return "/" + PARAMETER.sub(lambda found: known.get(found[1], "1"), self.route)

    @property
    def view_class(self) -> Any:
        return getattr(self.view, "view_class", None) or getattr(self.view, "cls", None)

    @property
    def methods(self) -> list[str]:
        """What the view answers to, of an API view."""
        return [name.upper() for name in ("get", "post", "put", "patch", "delete") if hasattr(self.view_class, name)]


def addresses(prefix: str = "") -> list[Address]:
    """All of them, or those below a path."""
    return [each for each in _walk(get_resolver().url_patterns, "") if each.route.startswith(prefix)]


def _walk(patterns: list[Any], before: str) -> Iterator[Address]:
    for each in patterns:
        if isinstance(each, URLResolver):
            yield from _walk(each.url_patterns, before + str(each.pattern))
        elif isinstance(each, URLPattern) and isinstance(each.pattern, RoutePattern):
            yield Address(before + str(each.pattern), each.callback)
