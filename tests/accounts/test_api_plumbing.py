"""Numbers, texts and JSON that are not what they should be get a field error or a problem, never a crash."""

import json
from io import BytesIO
from typing import Any

import pytest
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory

from accounts.api.problems import exception_handler, flatten
from accounts.api.serializers import StrictBooleanField, StrictCharField, StrictIntegerField, StrictSerializer
from accounts.api.views import ApiView
from accounts.errors import Refusal


class Inner(StrictSerializer):
    count = StrictIntegerField(min_value=1, max_value=10)


class Sample(StrictSerializer):
    name = StrictCharField(required=False, max_length=5)
    flag = StrictBooleanField(required=False)
    number = StrictIntegerField(required=False)
    inner = Inner(required=False)


class Echo(ApiView):
    public = True

    def post(self, request: Any) -> Any:
        data = Sample(data=request.data)
        data.is_valid(raise_exception=True)
        return Response(data.validated_data)


def send(body: bytes, kind: str = "application/json") -> Any:
    request = APIRequestFactory().generic("POST", "/api/v1/echo/", body, content_type=kind)  # type: ignore[arg-type]
    answer = Echo.as_view()(request)
    return answer.render() if hasattr(answer, "render") else answer


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (b'{"number": "3"}', "number"),
        (b'{"number": true}', "number"),
        (b'{"number": 3.5}', "number"),
        (b'{"number": -1}', "number"),
        (b'{"number": 9223372036854775808}', "number"),
        (b'{"number": 99999999999999999999999999999}', "number"),
        (b'{"number": 1e308}', "number"),
        (b'{"number": "3 days"}', "number"),
        (b'{"number": [1]}', "number"),
        (b'{"number": null}', "number"),
        (b'{"name": 3}', "name"),
        (b'{"name": true}', "name"),
        (b'{"name": {}}', "name"),
        (b'{"name": "a\\u0000b"}', "name"),
        (b'{"name": "too long"}', "name"),
        (b'{"flag": "true"}', "flag"),
        (b'{"flag": 1}', "flag"),
        (b'{"inner": {"count": 11}}', "inner.count"),
        (b'{"inner": {"count": 1, "more": 1}}', "inner.more"),
        (b'{"inner": []}', "inner"),
        (b'{"surprise": 1}', "surprise"),
    ],
)
def test_what_is_not_as_described_gets_an_error_at_its_field(body: bytes, field: str) -> None:
    answer = send(body)
    assert answer.status_code == 400
    assert answer["Content-Type"] == "application/problem+json"
    problem = json.loads(answer.content)
    assert problem["code"] == "invalid"
    assert [*problem["errors"]] == [field]


@pytest.mark.parametrize(
    "body",
    [
        b"[]",
        b"3",
        b"null",
        b'"text"',
        b"{",
        b"{]",
        b'{"number": NaN}',
        b'{"number": Infinity}',
        b'{"number": 1e400}',
        b'{"name": "\\ud800"}',
        b'{"name": "\xff"}',
        b"\xef\xbb\xbf{}",
        '{"name": "é"}'.encode("utf-16"),
        b"[" * 30_000,
        b'{"a":' * 6_000,
    ],
)
def test_what_is_no_json_object_is_malformed(body: bytes) -> None:
    answer = send(body)
    assert answer.status_code == 400
    assert json.loads(answer.content)["code"] == "malformed"


def test_no_body_is_an_empty_object() -> None:
    assert send(b"").content == b"{}"
    assert send(b"", "text/plain").content == b"{}"


def test_a_whole_number_may_be_written_with_a_point() -> None:
    assert send(b'{"number": 3.0}').content == b'{"number":3}'


def test_only_json_is_read() -> None:
    assert send(b"number=3", "application/x-www-form-urlencoded").status_code == 415


def test_more_than_64_kib_is_not_read() -> None:
    assert send(b'{"name": "' + b"x" * 70_000 + b'"}').status_code == 413


class Stream(BytesIO):
    """What a server hands over; it remembers how much was taken of it."""

    taken = 0

    def read(self, size: int | None = -1) -> bytes:
        part = super().read(size)
        self.taken += len(part)
        return part


def send_unmeasured(body: bytes) -> tuple[Any, Stream]:
    stream = Stream(body)
    request = APIRequestFactory().generic("POST", "/", content_type="application/json")
    request.META |= {"CONTENT_LENGTH": "", "wsgi.input": stream, "wsgi.input_terminated": True}
    answer = Echo.as_view()(request)
    return (answer.render() if hasattr(answer, "render") else answer), stream


def test_a_body_without_a_length_is_read_as_well() -> None:
    assert send_unmeasured(b'{"number": 7}')[0].content == b'{"number":7}'
    assert send_unmeasured(b"")[0].content == b"{}"
    assert send_unmeasured(b"[]")[0].status_code == 400


def test_a_body_without_a_length_is_read_no_further_than_the_limit() -> None:
    answer, stream = send_unmeasured(b"x" * 10_000_000)
    assert answer.status_code == 413
    assert stream.taken == 64 * 1024 + 1


def test_a_refusal_becomes_a_problem() -> None:
    class Full(Refusal):
        code, status, text = "game_full", 409, "All seats are taken."

    answer = exception_handler(Full(), {})
    assert (answer.status_code, json.loads(answer.content)["code"]) == (409, "game_full")


def test_what_nobody_foresaw_says_nothing(caplog: pytest.LogCaptureFixture) -> None:
    answer = exception_handler(RuntimeError("the seed is 42"), {})
    assert answer.status_code == 500
    assert b"42" not in answer.content
    assert "the seed is 42" in caplog.text


def test_nested_errors_are_joined_with_dots() -> None:
    detail = {"a": {"b": ["x", "y"]}, "list": {0: ["z"]}, "non_field_errors": ["w"]}
    assert flatten(detail) == {"a.b": ["x", "y"], "list.0": ["z"], "body": ["w"]}
