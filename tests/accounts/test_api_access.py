"""Who gets in: everything is denied unless it says otherwise, and every refusal has one shape."""

import json
import re
from typing import Any

import pytest
from django.db import OperationalError
from django.test import override_settings
from django.urls import get_resolver
from rest_framework.response import Response
from rest_framework.test import APIClient, APIRequestFactory

from accounts import services
from accounts.api import authentication
from accounts.api.urls import urlpatterns
from accounts.api.views import ApiView
from accounts.models import ApiToken, User
from tests.accounts.test_api_me import client_of

ADDRESSES = [re.sub("<int:[a-z_]+>", "1", f"/api/v1/{pattern.pattern}") for pattern in urlpatterns]
METHODS = ["get", "post", "put", "patch", "delete", "head", "options", "trace"]


class Undeclared(ApiView):
    """A view whose author forgot to say who may use it."""

    def get(self, request: Any) -> Response:
        return Response({})

    post = delete = get


class Playing(ApiView):
    scopes = {"GET": "games:read", "POST": "games:play"}
    public_methods = frozenset({"GET"})

    def get(self, request: Any) -> Response:
        return Response({"user": str(request.user)})

    def post(self, request: Any) -> Response:
        return Response({}, status=201)


def call(view: type[ApiView], method: str, user: User | None, *scopes: str) -> Any:
    headers = {}
    if user:
        headers["HTTP_AUTHORIZATION"] = f"Bearer {services.create_token(user, scopes)[1]}"
    return view.as_view()(getattr(APIRequestFactory(), method)("/api/v1/x/", **headers))


def code(answer: Any) -> tuple[int, str]:
    problem = json.loads(answer.content)
    assert answer["Content-Type"] == "application/problem+json"
    assert {"type", "title", "status", "detail", "code"} <= problem.keys()
    assert problem["status"] == answer.status_code
    return answer.status_code, problem["code"]


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("method", METHODS)
def test_a_stranger_is_refused_everywhere(db: None, address: str, method: str) -> None:
    assert get_resolver().resolve(address)
    answer = getattr(APIClient(), method)(address)
    assert answer.status_code in {401, 405}
    if answer.status_code == 401:
        assert answer["WWW-Authenticate"].startswith("Bearer")
    if method != "head":
        code(answer)


@pytest.mark.parametrize("method", ["get", "post", "delete"])
def test_a_view_that_says_nothing_is_closed(alice: User, method: str) -> None:
    assert code(call(Undeclared, method, None)) == (401, "not_authenticated")
    assert code(call(Undeclared, method, alice, "games:read", "account:write")) == (403, "forbidden")


def test_a_public_method_asks_for_nothing(db: None) -> None:
    assert call(Playing, "get", None).status_code == 200
    assert code(call(Playing, "post", None)) == (401, "not_authenticated")


def test_a_token_that_is_shown_counts_even_where_none_is_needed(alice: User) -> None:
    assert call(Playing, "get", alice, "games:read").data == {"user": "alice"}
    assert code(call(Playing, "get", alice, "account:read")) == (403, "missing_scope")
    request = APIRequestFactory().get("/", HTTP_AUTHORIZATION="Bearer jp_wrong")
    assert code(Playing.as_view()(request)) == (401, "invalid_token")


def test_an_account_that_is_a_bot_needs_the_scope_for_bots(alice: User) -> None:
    bot = User.objects.create(username="robo", is_bot=True)
    assert code(call(Playing, "post", bot, "games:read", "games:play")) == (403, "missing_scope")
    assert call(Playing, "post", bot, "games:play", "bot:play").status_code == 201
    assert call(Playing, "get", bot, "games:read").status_code == 200
    assert call(Playing, "post", alice, "games:play").status_code == 201


def test_moderating_takes_more_than_a_token(alice: User) -> None:
    class Moderating(Playing):
        scopes = {"GET": "moderate"}

    assert code(call(Moderating, "get", alice, "moderate")) == (403, "missing_scope")
    alice.is_staff = True
    alice.save()
    assert call(Moderating, "get", alice, "moderate").status_code == 200
    assert code(call(Moderating, "get", alice, "games:read")) == (403, "missing_scope")


def test_who_is_suspended_may_look_but_not_touch(alice: User) -> None:
    services.suspend(alice)
    assert call(Playing, "get", alice, "games:read").status_code == 200
    assert code(call(Playing, "post", alice, "games:play")) == (403, "suspended")
    services.lift(alice)
    assert call(Playing, "post", alice, "games:play").status_code == 201


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer ", "Bearer jp_x", "bearer é", "Bearer a b", "Bearer " + "x" * 9000]
)
def test_what_is_no_token_is_refused(db: None, header: str) -> None:
    answer = APIClient().get("/api/v1/me/", HTTP_AUTHORIZATION=header)
    assert code(answer) == (401, "invalid_token")


@pytest.mark.parametrize("header", ["Basic YTpi", "Token jp_x", "", "jp_x"])
def test_other_ways_of_saying_who_one_is_are_not_heard(db: None, header: str) -> None:
    assert code(APIClient().get("/api/v1/me/", HTTP_AUTHORIZATION=header)) == (401, "not_authenticated")


def test_a_closed_account_has_no_valid_tokens(alice: User) -> None:
    client = client_of(alice)
    User.objects.update(is_active=False)
    assert code(client.get("/api/v1/me/")) == (401, "invalid_token")


def test_the_session_needs_csrf_to_write(alice: User) -> None:
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(alice)
    assert client.get("/api/v1/me/").json()["username"] == "alice"
    assert code(client.patch("/api/v1/me/", {"language": "de"})) == (403, "csrf_failed")
    client.cookies["csrftoken"] = "a" * 32
    assert client.patch("/api/v1/me/", {"language": "de"}, HTTP_X_CSRFTOKEN="a" * 32).status_code == 200


def test_use_is_noted_once_a_minute(alice: User, clock: Any) -> None:
    client = client_of(alice)
    seen = []
    for seconds in (0, 59, 2):
        clock.shift(seconds)
        client.get("/api/v1/me/")
        used = ApiToken.objects.get().last_used_at
        assert used
        seen.append(used)
    assert seen[0] == seen[1] < seen[2]


def test_the_language_is_the_headers_then_the_accounts(alice: User) -> None:
    alice.language = "de"
    alice.save()
    client = client_of(alice)
    assert client.get("/api/v1/me/")["Content-Language"] == "de"
    assert client.get("/api/v1/me/", HTTP_ACCEPT_LANGUAGE="xx, ja;q=0.5")["Content-Language"] == "ja"
    assert client.get("/api/v1/me/", HTTP_ACCEPT_LANGUAGE="xx")["Content-Language"] == "de"
    assert client.get("/api/v1/me/", HTTP_ACCEPT_LANGUAGE="zh-TW")["Content-Language"] == "zh-hant"
    assert "Accept-Language" in client.get("/api/v1/me/")["Vary"]
    assert APIClient().get("/api/v1/me/")["Content-Language"] == "en"


def test_only_json_is_to_be_had(alice: User) -> None:
    client = client_of(alice)
    assert code(client.get("/api/v1/me/", HTTP_ACCEPT="text/csv")) == (406, "not_acceptable")
    assert client.get("/api/v1/me/?format=csv").status_code == 200


def test_what_is_not_there_is_a_problem_too(db: None) -> None:
    assert code(APIClient().get("/api/v1/no/such/thing/")) == (404, "not_found")


def test_a_database_that_is_away_is_said_to_be(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(token: str) -> None:
        raise OperationalError("server closed the connection unexpectedly at 10.0.0.7")

    client = client_of(alice)
    monkeypatch.setattr(authentication, "look_up", away)
    answer = client.get("/api/v1/me/")
    assert (answer.status_code, answer.json()["code"], answer["Retry-After"]) == (503, "unavailable", "5")
    assert b"10.0.0.7" not in answer.content


@pytest.fixture
def limits(settings: Any, clock: Any) -> Any:
    """Three requests a minute for accounts, two for strangers; the clock stands still."""
    settings.RATE_LIMITS, settings.RATE_LIMIT_PER_MINUTE, settings.RATE_LIMIT_ANONYMOUS_PER_MINUTE = True, 3, 2
    return clock


def test_each_answer_says_what_is_left(alice: User, limits: Any) -> None:
    client = client_of(alice)
    limits.shift(20)
    answer = client.get("/api/v1/me/")
    assert answer["RateLimit-Policy"] == '"default";q=3;w=60'
    assert answer["RateLimit"] == '"default";r=2;t=40'


def test_too_many_are_refused_until_the_minute_is_over(alice: User, limits: Any) -> None:
    client = client_of(alice)
    limits.shift(20)
    assert [client.get("/api/v1/me/").status_code for _ in range(4)] == [200, 200, 200, 429]
    answer = client.get("/api/v1/me/")
    assert code(answer) == (429, "rate_limited")
    assert answer["Retry-After"] == "40"
    assert answer["RateLimit"] == '"default";r=0;t=40'
    limits.shift(40)
    assert client.get("/api/v1/me/").status_code == 200


def test_the_tokens_of_one_account_count_together(alice: User, bob: User, limits: Any) -> None:
    for _ in range(3):
        assert client_of(alice).get("/api/v1/me/").status_code == 200
    assert client_of(alice).get("/api/v1/me/").status_code == 429
    assert client_of(bob).get("/api/v1/me/").status_code == 200


def test_strangers_are_counted_by_address(db: None, limits: Any) -> None:
    def knock(address: str, **headers: Any) -> int:
        return int(APIClient().get("/api/v1/me/", REMOTE_ADDR=address, **headers).status_code)

    assert [knock("192.0.2.1") for _ in range(3)] == [401, 401, 429]
    assert knock("192.0.2.1", HTTP_X_FORWARDED_FOR="192.0.2.9") == 429
    assert knock("192.0.2.2") == 401
    with override_settings(TRUST_PROXY=True):
        assert knock("192.0.2.1", HTTP_X_FORWARDED_FOR="6.6.6.6, 192.0.2.9") == 401


def test_guessing_tokens_is_slowed(db: None, limits: Any) -> None:
    guess: Any = {"HTTP_AUTHORIZATION": "Bearer jp_guess"}
    answers = [APIClient().get("/api/v1/me/", **guess) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [401, 401, 429]
    assert answers[2]["Retry-After"] == "60"
