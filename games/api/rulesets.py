"""The games that can be played here, and their rulebooks."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.utils.translation import get_language
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.schema import describe
from accounts.api.views import ApiView
from games import bots, selectors
from games.api import answers, examples
from games.rulebook import rulebook
from games.rules.base import Option, Rules
from games.rules.registry import UnknownRulesError, all_rules, newest

TAGS = ["Games to play"]


def rulesets() -> dict[str, Any]:
    """The whole list, in the active language."""
    return {"results": [ruleset(rules) for rules in all_rules()], "next": None, "previous": None}


def ruleset(rules: Rules) -> dict[str, Any]:
    """One game as the list shows it."""
    return {
        "slug": rules.slug,
        "name": selectors.render(rules.name),
        "tagline": selectors.render(rules.tagline),
        "min_seats": rules.min_seats,
        "max_seats": rules.max_seats,
        "options": _schema(rules.options),
        "brings": _schema(rules.brings),
        "bots": list(bots.names(rules)),
        "version": rules.version,
    }


def _schema(options: Mapping[str, Option]) -> dict[str, Any]:
    """The choices as a JSON Schema."""
    properties = {
        name: {
            "type": "string",
            "enum": list(option.values),
            "title": selectors.render(option.title),
            **({"default": option.values[0]} if option.required else {}),
        }
        for name, option in options.items()
    }
    return {"type": "object", "properties": properties, "additionalProperties": False}


class RulesetListView(ApiView):
    """Every game of this site."""

    public: ClassVar = True

    @describe("List the games that can be played", answer=answers.RulesetListAnswer, example=rulesets(), tags=TAGS)
    def get(self, request: Request) -> Response:
        return Response(rulesets())


class RulebookView(ApiView):
    """The rules of one game, to read."""

    public: ClassVar = True

    @describe("Read a rulebook", answer=answers.RulebookAnswer, example=examples.RULEBOOK, tags=TAGS)
    def get(self, request: Request, slug: str) -> Response:
        try:
            rules = newest(slug)
        except UnknownRulesError:
            raise NotFound from None
        return Response(rulebook(rules, get_language() or "en"))
