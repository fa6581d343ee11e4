"""The OpenAPI document says of every operation what all have in common; those under /me/ have examples."""

from collections.abc import Iterator
from typing import Any

import pytest
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema

Operation = dict[str, Any]


@pytest.fixture(scope="module")
def document() -> Any:
    GENERATOR_STATS.reset()
    schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    assert not GENERATOR_STATS._warn_cache
    assert not GENERATOR_STATS._error_cache
    return schema


def operations(document: Any) -> Iterator[tuple[str, str, Operation]]:
    for address, methods in document["paths"].items():
        for method, operation in methods.items():
            yield address, method, operation


def test_it_is_a_valid_openapi_3_1_document(document: Any) -> None:
    assert document["openapi"].startswith("3.1")
    validate_schema(document)  # type: ignore[no-untyped-call]


def test_the_callers_operations_have_a_summary_a_tag_and_examples(document: Any) -> None:
    for address, method, operation in operations(document):
        if not address.startswith("/api/v1/me/"):
            continue
        name = f"{method} {address}"
        assert operation.get("summary"), name
        assert operation.get("tags"), name
        for status, answer in operation["responses"].items():
            for kind, content in answer.get("content", {}).items():
                assert content.get("examples") or content.get("example"), f"{name} {status} {kind}"
        for kind, content in operation.get("requestBody", {}).get("content", {}).items():
            assert content.get("examples"), f"{name} {kind}"


def test_every_operation_tells_of_its_problems(document: Any) -> None:
    for address, method, operation in operations(document):
        expected = {"400", "401", "403", "404", "429", "500", "503"} | (
            {"409", "413", "415"} if method != "get" else set()
        )
        assert expected <= operation["responses"].keys(), f"{method} {address}"


def test_every_creating_operation_takes_an_idempotency_key(document: Any) -> None:
    for address, method, operation in operations(document):
        headers = {parameter["name"] for parameter in operation["parameters"] if parameter["in"] == "header"}
        assert ("Idempotency-Key" in headers) is (method == "post"), f"{method} {address}"
        assert ("If-None-Match" in headers) is (method == "get"), f"{method} {address}"


def test_it_says_who_may(document: Any) -> None:
    schemes = document["components"]["securitySchemes"]
    assert (schemes["token"]["scheme"], schemes["session"]["in"]) == ("bearer", "cookie")
    me, rulesets = document["paths"]["/api/v1/me/"]["get"], document["paths"]["/api/v1/rulesets/"]["get"]
    assert {} not in me["security"]
    assert {} in rulesets["security"]
    assert "`account:read`" in me["description"]
