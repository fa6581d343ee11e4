"""How the views describe themselves in the OpenAPI document."""

import re
from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeVar

from drf_spectacular.authentication import SessionScheme
from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema

from accounts.api.permissions import is_public
from accounts.api.problems import problem

F = TypeVar("F", bound=Callable[..., Any])

PROBLEM = {
    "type": "object",
    "description": "RFC 9457. `code` is for programs and never changes; `detail` is for the person.",
    "required": ["type", "title", "status", "detail", "code"],
    "properties": {
        "type": {"type": "string", "format": "uri-reference"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "code": {"type": "string"},
        "errors": {
            "type": "object",
            "description": "Field (nested fields joined with dots) to what is wrong with it.",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
        },
    },
}
MEANINGS = {
    400: "Not understood: `malformed`, `invalid` (see `errors`).",
    401: "`not_authenticated` or `invalid_token`.",
    403: "`missing_scope`, `suspended`, `csrf_failed` or another reason why not.",
    404: "`not_found`: nothing there, or not open to the caller.",
    405: "`method_not_allowed`.",
    406: "`not_acceptable`: only JSON is to be had.",
    409: "Not now: the `code` says why.",
    413: "`too_large`: more than 64 KiB.",
    415: "`unsupported_media_type`: only JSON is read.",
    422: "Understood, but not possible: the `code` says why.",
    429: "`rate_limited`: see `Retry-After`.",
    500: "`error`: a mistake of ours.",
    503: "`unavailable`: nothing was changed; try again.",
}
PAGE = [
    OpenApiParameter("cursor", str, description="From `next` or `previous`; do not make one up."),
    OpenApiParameter(
        "limit", {"type": "integer", "minimum": 1, "maximum": 100}, description="Rows of a page; 50 if not said."
    ),
]
ALWAYS = (400, 401, 403, 404, 405, 406, 429, 500, 503)
WITH_BODY = (409, 413, 415, 422)


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "accounts.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        text = "A personal token, beginning with `jp_`; what it may do is in its scopes."
        return {"type": "http", "scheme": "bearer", "bearerFormat": "jp_…", "description": text}


class SiteSessionScheme(SessionScheme):  # type: ignore[no-untyped-call]
    target_class = "accounts.api.authentication.SiteSessionAuthentication"
    name = "session"


class StrictBody(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """What comes in has the fields named and no others."""

    target_class = "accounts.api.serializers.StrictSerializer"
    match_subclasses = True

    def map_serializer(self, auto_schema: Any, direction: Literal["request", "response"]) -> dict[str, Any]:
        described: dict[str, Any] = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)  # noqa: SLF001
        return {**described, "additionalProperties": False}


class Operation(AutoSchema):
    """Adds to every operation what all have in common: scope, headers, and the problems it may answer with."""

    def get_operation_id(self) -> str:
        """Such as `token_list_get`: the view and the method, so that clients made from this are easy to read."""
        words = re.findall(r"[A-Z][a-z]*", type(self.view).__name__.removesuffix("View"))
        return "_".join([*words, str(self.method)]).lower()

    def get_description(self) -> str:  # type: ignore[override]
        scope = getattr(self.view, "scopes", {}).get(self.method)
        text = str(super().get_description() or "")
        return f"{text}\n\nScope: `{scope}`." if scope else text

    def get_auth(self) -> list[dict[str, list[str]]]:
        auths = list(super().get_auth())
        return [*auths, {}] if is_public(self.view, self.method) else auths

    def get_override_parameters(self) -> list[Any]:
        common = [_header("Accept-Language", "The language of the texts; else the account's.")]
        if self.method == "GET":
            common.append(_header("If-None-Match", "An `ETag` seen before: 304 when nothing has changed."))
        if self.method == "POST":
            text = "1 to 255 visible ASCII characters: the same key and body get the first answer again, for 24 hours."
            common.append(_header("Idempotency-Key", text, pattern="^[!-~]{1,255}$"))
        return [*super().get_override_parameters(), *common]

    def _get_response_bodies(self, direction: Literal["request", "response"] = "response") -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        reads = self.method in {"POST", "PUT", "PATCH", "DELETE"}
        refuses: frozenset[str] = getattr(self.view, "refuses_now", frozenset())
        now = (409,) if self.method in refuses else ()
        for status in (*ALWAYS, *(WITH_BODY if reads else now)):
            bodies.setdefault(str(status), _problem(status))
        if self.method == "GET":
            bodies.setdefault("304", {"description": "Not changed."})
        return dict(sorted(bodies.items()))


def add_problem(result: dict[str, Any], **_options: Any) -> dict[str, Any]:
    """A post-processing hook: the schema that all problems refer to."""
    result.setdefault("components", {}).setdefault("schemas", {})["Problem"] = PROBLEM
    return result


def describe(
    summary: str,
    *,
    answer: Any,
    example: Any = None,
    status: int = 200,
    asks: Any = None,
    sent: Any = None,
    tags: Sequence[str] | None = None,
    **more: Any,
) -> Callable[[F], F]:
    """State an operation briefly: its answer and an example of it, what it asks for and an example of that."""
    examples = []
    if example is not None:
        examples.append(OpenApiExample("Answer", value=example, response_only=True, status_codes=[str(status)]))
    if sent is not None:
        examples.append(OpenApiExample("Request", value=sent, request_only=True))
    return extend_schema(
        summary=summary,
        request=asks,
        responses={status: answer},
        examples=examples,
        tags=list(tags) if tags else None,
        **more,
    )


def _header(name: str, text: str, **limits: str) -> OpenApiParameter:
    return OpenApiParameter(name, {"type": "string", **limits}, OpenApiParameter.HEADER, description=text)


def _problem(status: int) -> dict[str, Any]:
    # The first code that its meaning names serves as the example.
    codes = re.findall(r"`([a-z_]+)`", MEANINGS[status])
    example = problem(status, codes[0] if codes else "some_code", "A sentence for the person.")
    schema = {"$ref": "#/components/schemas/Problem"}
    content = {"application/problem+json": {"schema": schema, "example": example}}
    return {"description": MEANINGS[status], "content": content}
