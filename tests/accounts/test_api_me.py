"""/me/: the caller's own things, and nobody else's."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core import mail
from rest_framework.test import APIClient

from accounts import gathering, services
from accounts.models import ApiToken, Channel, Notice, User
from accounts.outbox import KINDS, NewNotice, put

Make = Callable[..., NewNotice]


def client_of(user: User, *scopes: str) -> APIClient:
    _row, token = services.create_token(user, scopes or None)
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    return client


@pytest.fixture
def api(alice: User) -> APIClient:
    return client_of(alice)


def test_one_sees_who_one_is(api: APIClient) -> None:
    body = api.get("/api/v1/me/").json()
    assert (body["username"], body["email"], body["language"]) == ("alice", "alice@example.org", "en")
    assert body["created_at"].endswith("Z")
    assert "moderate" not in body["scopes"]


def test_a_request_costs_one_statement(alice: User, django_assert_num_queries: Any) -> None:
    api = client_of(alice)
    api.get("/api/v1/me/")
    with django_assert_num_queries(1):
        assert api.get("/api/v1/me/").status_code == 200


def test_language_and_zone_can_be_changed(api: APIClient, alice: User) -> None:
    body = api.patch("/api/v1/me/", {"language": "ja", "time_zone": "Asia/Tokyo"}).json()
    assert (body["language"], body["time_zone"]) == ("ja", "Asia/Tokyo")
    alice.refresh_from_db()
    assert (alice.language, alice.time_zone) == ("ja", "Asia/Tokyo")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"language": "xx"}, "language"),
        ({"time_zone": "Mars/Base"}, "time_zone"),
        ({"time_zone": "../etc/passwd"}, "time_zone"),
        ({"time_zone": None}, "time_zone"),
        ({"email": "new@example.org"}, "email"),
        ({"is_bot": True}, "is_bot"),
        ({"is_staff": True}, "is_staff"),
    ],
)
def test_what_cannot_be_changed_is_said(api: APIClient, change: dict[str, Any], field: str) -> None:
    answer = api.patch("/api/v1/me/", change)
    assert answer.status_code == 400
    assert [*answer.json()["errors"]] == [field]


def test_closing_leaves_no_name_no_address_and_no_way_in(api: APIClient, alice: User, notice: Make) -> None:
    put([notice(alice, "a")])
    assert api.delete("/api/v1/me/").status_code == 204
    assert api.get("/api/v1/me/").status_code == 401
    gone = User.objects.get(pk=alice.pk)
    assert "alice" not in gone.username
    assert (gone.email, gone.is_active, gone.has_usable_password()) == ("", False, False)
    assert not Channel.objects.exists()
    assert Notice.objects.get().status == "dropped"


def test_kinds_are_turned_off_and_on_for_a_channel(api: APIClient, alice: User, notice: Make) -> None:
    (channel,) = api.get("/api/v1/me/notifications/").json()["channels"]
    assert channel["notices"] == dict.fromkeys(KINDS, True)
    off = {"channels": [{"id": channel["id"], "notices": {"your_turn": False}}]}
    (channel,) = api.patch("/api/v1/me/notifications/", off).json()["channels"]
    assert channel["notices"]["your_turn"] is False
    put([notice(alice)])
    gathering.gather_next()
    assert mail.outbox == []
    assert api.get("/api/v1/me/notices/").json()["results"][0]["reason"] == "muted"
    on = {"channels": [{"id": channel["id"], "notices": {"your_turn": True}}]}
    assert api.patch("/api/v1/me/notifications/", on).json()["channels"][0]["notices"]["your_turn"] is True


def test_a_channel_that_failed_can_be_turned_on_again(api: APIClient, alice: User) -> None:
    channel = alice.channels.get()
    Channel.objects.update(disabled_at="2026-01-01T00:00:00Z", last_error="550 no such user")
    assert api.get("/api/v1/me/notifications/").json()["channels"][0]["last_error"] == "550 no such user"
    on = {"channels": [{"id": channel.pk, "enabled": True}]}
    body = api.patch("/api/v1/me/notifications/", on).json()["channels"][0]
    assert (body["enabled"], body["last_error"]) == (True, "")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 400),
        ({"channels": {}}, 400),
        ({"channels": [{"id": "1"}]}, 400),
        ({"channels": [{"id": 2**63}]}, 400),
        ({"channels": [{"id": 1, "notices": {"no_such": True}}]}, 400),
        ({"channels": [{"id": 1, "notices": {"your_turn": "no"}}]}, 400),
        ({"channels": [{"id": 2**63 - 1}]}, 404),
    ],
)
def test_switches_that_are_not_there_cannot_be_thrown(api: APIClient, body: Any, status: int) -> None:
    assert api.patch("/api/v1/me/notifications/", body).status_code == status


def test_the_channel_of_another_is_not_there(api: APIClient, bob: User) -> None:
    theirs = {"channels": [{"id": bob.channels.get().pk, "notices": {"your_turn": False}}]}
    assert api.patch("/api/v1/me/notifications/", theirs).status_code == 404
    assert bob.channels.get().muted_kinds == []


def test_a_token_is_shown_once_and_works(api: APIClient, alice: User) -> None:
    answer = api.post("/api/v1/me/tokens/", {"label": "bot", "scopes": ["account:read"]})
    assert answer.status_code == 201
    token = answer.json()["token"]
    fresh = APIClient()
    fresh.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    assert fresh.get("/api/v1/me/").json()["scopes"] == ["account:read"]
    assert fresh.get(answer["Location"]).json()["label"] == "bot"
    listed = api.get("/api/v1/me/tokens/").content.decode()
    assert token not in listed
    assert services.hash_of(token).hex() not in listed


def test_nobody_hands_on_more_than_they_hold(alice: User) -> None:
    weak = client_of(alice, "account:write", "account:read")
    answer = weak.post("/api/v1/me/tokens/", {"scopes": ["account:read", "games:play"]})
    assert (answer.status_code, answer.json()["code"]) == (403, "missing_scope")
    assert ApiToken.objects.count() == 1


@pytest.mark.parametrize(
    "body",
    [
        {},
        *({"scopes": scopes} for scopes in ([], "games:read", ["all"], [1], [["games:read"]], [None])),
        *({"scopes": ["games:read"], "label": label} for label in ("x" * 81, 3, None, "a\u0000b")),
    ],
)
def test_a_token_needs_scopes_that_exist(api: APIClient, body: Any) -> None:
    answer = api.post("/api/v1/me/tokens/", body)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")


def test_a_revoked_token_is_refused_at_once(api: APIClient, alice: User) -> None:
    row, token = services.create_token(alice)
    other = APIClient()
    other.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    assert other.get("/api/v1/me/").status_code == 200
    assert api.delete(f"/api/v1/me/tokens/{row.pk}/").status_code == 204
    assert other.get("/api/v1/me/").json()["code"] == "invalid_token"
    assert api.delete(f"/api/v1/me/tokens/{row.pk}/").status_code == 404


def test_all_tokens_are_revoked_together(api: APIClient, alice: User, bob: User) -> None:
    theirs = client_of(bob)
    assert api.delete("/api/v1/me/tokens/").status_code == 204
    assert api.get("/api/v1/me/").status_code == 401
    assert theirs.get("/api/v1/me/").status_code == 200


def test_the_tokens_of_another_are_not_there(api: APIClient, bob: User) -> None:
    row, _token = services.create_token(bob)
    assert api.get(f"/api/v1/me/tokens/{row.pk}/").status_code == 404
    assert api.delete(f"/api/v1/me/tokens/{row.pk}/").status_code == 404
    assert api.get(f"/api/v1/me/tokens/{2**70}/").status_code == 404


def test_the_ledger_is_paged_newest_first(api: APIClient, alice: User, bob: User, notice: Make) -> None:
    put([notice(alice, str(number), thread=f"game{number}") for number in range(5)] + [notice(bob, "b")])
    page = api.get("/api/v1/me/notices/?limit=3").json()
    assert [row["game"] for row in page["results"]] == ["game4", "game3", "game2"]
    assert page["previous"] is None
    last = api.get(page["next"]).json()
    assert [row["game"] for row in last["results"]] == ["game1", "game0"]
    assert last["next"] is None
    assert api.get(last["previous"]).json()["results"] == page["results"]


@pytest.mark.parametrize("query", ["limit=0", "limit=-1", "limit=101", "limit=x", "limit=", "limit=1e9", "cursor=x"])
def test_a_page_that_cannot_be_is_refused(api: APIClient, query: str) -> None:
    answer = api.get(f"/api/v1/me/notices/?{query}")
    assert answer.status_code == 400
    assert [*answer.json()["errors"]] == [query.partition("=")[0]]


def test_what_has_not_changed_is_not_sent_again(api: APIClient) -> None:
    first = api.get("/api/v1/me/tokens/")
    assert api.get("/api/v1/me/tokens/", HTTP_IF_NONE_MATCH=first["ETag"]).status_code == 304
