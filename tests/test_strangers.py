"""Everything is denied unless it says otherwise: the whole URL map, walked; and every error has the one shape."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.test.utils import override_settings

from accounts.api.views import ApiView
from accounts.models import Scope, User
from games.access import Board
from tests.games.addresses import Address, addresses
from tests.games.conftest import MATCH, Api, make_user, refusal, unchanged
from tests.games.conftest import alice as alice
from tests.games.conftest import bob as bob
from tests.games.conftest import make_game as make_game

pytestmark = pytest.mark.django_db
Make = Callable[..., Board]

# What somebody without an account may do; everything else is refused.
PUBLIC = {
    *("GET api/v1/rulesets/", "GET api/v1/rulesets/<slug:slug>/rulebook/"),
    *("GET api/v1/games/<slug:code>/", "GET api/v1/games/<slug:code>/actions/"),
    *("GET api/v1/games/<slug:code>/proof/", "GET api/v1/games/<slug:code>/export/"),
    *("GET api/v1/games/<slug:code>/messages/", "GET api/v1/games/<slug:code>/stream/"),
    *("GET api/v1/players/<path:username>/", "GET api/v1/leaderboards/<slug:ruleset>/"),
}
# The pages that anybody may read, and the forms by which somebody becomes more than a stranger.
OPEN_PAGES = {
    *("", "healthz", "readyz", "i18n/setlang/", "admin/login/", "api/v1/schema/", "api/docs/", "theme/", "play/"),
    *("metrics", "rules/", "rules/<slug:slug>/", "fairness/", "credits/", "offline/", "sw.js", "manifest.webmanifest"),
    *("games/<slug:code>/", "games/<slug:code>/live/", "games/<slug:code>/log/", "games/<slug:code>/replay/"),
    *("games/<slug:code>/resign/", "players/<path:username>/", "unsubscribe/<str:signed>/", "play/<str:signed>/"),
    *("ladder/", "ladder/<slug:slug>/"),
    *("accounts/login/", "accounts/logout/", "accounts/inactive/", "accounts/signup/", "accounts/login/code/"),
    *("accounts/login/link/<str:signed>/", "accounts/login/code/confirm/", "accounts/password/reset/"),
    *("accounts/confirm-address/<str:signed>/", "accounts/password/reset/done/", "accounts/password/reset/key/done/"),
}
TO_LOG_IN = ("/admin/", "/accounts/login/")
API = [each for each in addresses("api/v1/") if issubclass(each.view_class or object, ApiView)]
SCOPED = [
    (each, method, scope)
    for each in API
    for method in each.methods
    if (scope := getattr(each.view_class, "scopes", {}).get(method)) is not None
]


def name(address: Address, method: str) -> str:
    return f"{method} {address.route}"


def test_the_lists_of_what_is_public_name_only_what_is_there() -> None:
    assert {name(each, method) for each in API for method in each.methods} >= PUBLIC
    assert {each.route for each in addresses()} >= OPEN_PAGES


@pytest.mark.parametrize("address", API, ids=lambda each: each.route)
def test_every_api_view_says_for_each_method_who_may_use_it(address: Address) -> None:
    view = address.view_class
    for method in address.methods:
        scope = view.scopes.get(method)
        open_to_all = view.public or method in view.public_methods
        assert open_to_all is (name(address, method) in PUBLIC), method
        assert scope in Scope.values or (scope is None and open_to_all), method


@pytest.mark.parametrize("address", API, ids=lambda each: each.route)
def test_a_stranger_is_refused_wherever_it_does_not_say_otherwise(
    address: Address, make_game: Make, alice: Api, bob: Api
) -> None:
    path = address.path(code=make_game(alice, bob).game.code)
    for method in ("GET", "POST", "PUT", "PATCH", "DELETE"):
        with unchanged():
            answer = Client().generic(method, path, b"{}", "application/json")
        if name(address, method) in PUBLIC:
            assert answer.status_code < 300 or refusal(answer) in {(409, "game_not_finished")}, method
        elif method in address.methods:
            assert refusal(answer) == (401, "not_authenticated"), method
            assert answer["WWW-Authenticate"].startswith("Bearer")
        else:
            assert refusal(answer) == (405, "method_not_allowed"), method


@override_settings(LOCAL=False)
def test_every_other_page_turns_a_stranger_away(make_game: Make, alice: Api, bob: Api) -> None:
    code = make_game(alice, bob).game.code
    known = {each.route for each in API} | OPEN_PAGES
    for address in addresses():
        if address.route not in known:
            for method in ("GET", "POST"):
                with unchanged():
                    answer = Client().generic(method, address.path(code=code))
                to_login = answer.status_code == 302 and answer["Location"].startswith(TO_LOG_IN)
                assert to_login or answer.status_code in (403, 404, 405), (method, address.route, answer.status_code)


@pytest.mark.parametrize(
    "given", ["Bearer", "Bearer ", "Bearer jp_wrong", "Bearer jp_\0", "bearer jp_ü", "Bearer a b c"]
)
def test_a_token_that_is_none_is_refused_even_where_strangers_may_look(given: str) -> None:
    for path in ("/api/v1/rulesets/", "/api/v1/games/"):
        answer = Client().get(path, headers={"Authorization": given})
        assert refusal(answer) == (401, "invalid_token")
        assert answer["WWW-Authenticate"].startswith("Bearer")


def test_another_scheme_is_no_token() -> None:
    assert refusal(Client().get("/api/v1/games/", headers={"Authorization": "Basic YTpi"})) == (
        401,
        "not_authenticated",
    )


@pytest.mark.parametrize(("address", "method", "scope"), SCOPED, ids=lambda value: getattr(value, "route", value))
def test_a_token_without_the_scope_is_refused(
    address: Address, method: str, scope: str, make_game: Make, alice: Api, bob: Api
) -> None:
    path = address.path(code=make_game(alice, bob).game.code)
    others = [each for each in Scope.values if each not in (scope, Scope.MODERATE)]
    with unchanged():
        answer = Api(alice.user, others).send(method, path, b"{}")
    assert refusal(answer) == (403, "missing_scope")
    allowed = Api(alice.user, [scope]).send(method, path, b"{}")
    assert allowed.status_code < 300 or refusal(allowed)[1] != "missing_scope"


def test_an_account_that_plays_by_program_needs_its_scope_to_play_and_not_to_look(make_game: Make, bob: Api) -> None:
    robot = make_user("robot", is_bot=True)
    code = make_game(bob, seats=2).game.code
    plain = Api(robot, ["games:read", "games:play", "games:create"])
    assert plain.get(f"/games/{code}/").status_code == 200
    with unchanged():
        assert refusal(plain.post(f"/games/{code}/join/")) == (403, "missing_scope")
        assert refusal(plain.post("/games/", {"ruleset": MATCH, "seats": 2})) == (403, "missing_scope")
    assert Api(robot, ["games:play", "bot:play"]).post(f"/games/{code}/join/").status_code == 200


def test_the_cookie_of_the_site_needs_the_csrf_token(alice: Api) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice.person)
    table = {"ruleset": MATCH, "seats": 2}
    with unchanged():
        answer = client.post("/api/v1/games/", table, "application/json")
    assert refusal(answer) == (403, "csrf_failed")
    assert client.get("/api/v1/games/").status_code == 200
    client.cookies["csrftoken"] = "a" * 32
    answer = client.post("/api/v1/games/", table, "application/json", headers={"X-CSRFToken": "a" * 32})
    assert answer.status_code == 201


def test_a_closed_account_and_a_revoked_token_are_refused(alice: Api, bob: Api) -> None:
    User.objects.filter(pk=alice.person.pk).update(is_active=False)
    assert refusal(alice.get("/games/")) == (401, "invalid_token")
    bob.person.tokens.update(revoked_at="2026-01-01T00:00:00Z")
    assert refusal(bob.get("/games/")) == (401, "invalid_token")


ODD: list[tuple[str, str, dict[str, str], tuple[int, str]]] = [
    ("GET", "/api/v1/nonsense", {}, (404, "not_found")),
    ("POST", "/api/v1/nonsense/", {}, (404, "not_found")),
    ("GET", "/api/v1/", {}, (404, "not_found")),
    ("GET", "/api/", {}, (404, "not_found")),
    ("GET", "/api/v2/games/", {}, (404, "not_found")),
    ("GET", "/api/v1/games/no such game/", {}, (404, "not_found")),
    ("GET", "/api/v1/games/%00/", {}, (404, "not_found")),
    ("GET", "/api/v1/games/%ED%A0%80/", {}, (404, "not_found")),
    ("GET", "/api/v1/games/..%2f..%2fetc/", {}, (404, "not_found")),
    ("GET", "/api/v1/games/" + "x" * 5_000 + "/", {}, (404, "not_found")),
    ("GET", "/api/v1/rulesets/" + "x" * 5_000 + "/rulebook/", {}, (404, "not_found")),
    ("DELETE", "/api/v1/rulesets/", {}, (405, "method_not_allowed")),
    ("PROPFIND", "/api/v1/rulesets/", {}, (405, "method_not_allowed")),
    ("OPTIONS", "/api/v1/schema/", {}, (405, "method_not_allowed")),
    ("GET", "/api/v1/rulesets/", {"Accept": "image/png"}, (406, "not_acceptable")),
]


@pytest.mark.parametrize(("method", "path", "headers", "expected"), ODD, ids=range(len(ODD)))
def test_every_error_has_the_one_shape(
    method: str, path: str, headers: dict[str, str], expected: tuple[int, str]
) -> None:
    answer = Client().generic(method, path, headers=headers)
    assert refusal(answer) == expected


def test_more_is_sent_than_is_read(alice: Api) -> None:
    assert refusal(alice.send("POST", "/api/v1/games/", b"x" * 10, "text/csv")) == (415, "unsupported_media_type")
    assert refusal(alice.send("POST", "/api/v1/games/", b"x" * 70_000)) == (413, "too_large")


def test_what_nobody_foresaw_says_nothing(alice: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_args: Any, **_options: Any) -> None:
        raise RuntimeError("the secret of the house")

    monkeypatch.setattr("games.services.lobby.create_game", fail)
    answer = alice.post("/games/", {"ruleset": MATCH, "seats": 2})
    assert refusal(answer) == (500, "error")
    assert b"secret" not in answer.content


def test_errors_are_told_in_the_callers_language_under_the_same_code() -> None:
    texts = set()
    for language in ("en", "de", "ja", "zh-Hant"):
        answer = Client().get("/api/v1/games/", headers={"Accept-Language": language})
        assert refusal(answer) == (401, "not_authenticated")
        texts.add(answer.json()["detail"])
    assert len(texts) > 1


def test_a_token_beside_the_cookie_of_the_site_is_what_counts(alice: Api, bob: Api) -> None:
    client = Client(headers=alice.headers)
    client.force_login(bob.person)
    answer = client.post("/api/v1/games/", {"ruleset": MATCH, "seats": 2}, "application/json")
    assert answer.json()["seats"][0]["player"]["username"] == "alice"


def test_a_token_is_nothing_to_a_page() -> None:
    for path in ("/", "/rules/", "/games/new/", "/admin/", "/nonsense/"):
        plain, with_token = (Client().get(path, headers=headers) for headers in ({}, {"Authorization": "Bearer jp_x"}))
        assert with_token.status_code == plain.status_code < 500, path
