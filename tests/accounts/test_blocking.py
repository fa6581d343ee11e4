"""Blocking somebody: by form and by API, as often as one likes, and nobody is told."""

import pytest
from django.test import Client

from accounts import blocking, clock, services
from accounts.models import Block, Notice, User
from tests.accounts.browser import person, sign_in
from tests.accounts.test_api_me import client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice(client: Client) -> User:
    user = person()
    sign_in(client, "alice")
    return user


@pytest.fixture
def bob() -> User:
    return person("bob")


def blocked(user: User) -> list[str]:
    return list(user.blocks.order_by("id").values_list("blocked__username", flat=True))


def test_the_question_says_what_it_means_and_its_answer_leads_back(client: Client, alice: User, bob: User) -> None:
    page = client.get("/settings/blocked/add/?username=bob&next=/players/bob/").content.decode()
    assert "Nobody tells them, and you can undo it at any time." in page
    assert blocked(alice) == []
    for _ in range(2):
        answer = client.post("/settings/blocked/add/", {"username": "bob", "next": "/players/bob/"})
        assert (answer.status_code, answer["Location"]) == (302, "/players/bob/")
    assert blocked(alice) == ["bob"]
    assert not Notice.objects.exists()


@pytest.mark.parametrize("elsewhere", ["https://elsewhere.example/", "//elsewhere.example/", "javascript:alert(1)"])
def test_nobody_is_led_elsewhere(client: Client, alice: User, bob: User, elsewhere: str) -> None:
    assert (
        elsewhere not in client.get("/settings/blocked/add/", {"username": "bob", "next": elsewhere}).content.decode()
    )
    answer = client.post("/settings/blocked/add/", {"username": "bob", "next": elsewhere})
    assert answer["Location"] == "/settings/blocked/"


def test_the_list_lets_them_near_again(client: Client, alice: User, bob: User) -> None:
    assert "You have blocked nobody." in client.get("/settings/blocked/").content.decode()
    blocking.block(user=alice, username="bob", now=clock.now())
    assert "<bdi>bob</bdi>" in client.get("/settings/blocked/").content.decode()
    for _ in range(2):
        assert client.post("/settings/blocked/remove/", {"username": "bob"}).status_code == 302
    assert blocked(alice) == []


def test_names_that_cannot_be_blocked_are_answered_kindly(client: Client, alice: User) -> None:
    stranger = services.contact("new@example.net")
    for name, text in (("nobody", "Nobody here"), (stranger.username, "Nobody here"), ("alice", "your own name")):
        answer = client.post("/settings/blocked/add/", {"username": name}, follow=True)
        assert text in answer.content.decode()
    assert blocked(alice) == []


def test_programs_block_and_unblock(alice: User, bob: User) -> None:
    api = client_of(alice)
    for _ in range(2):
        made = api.post("/api/v1/me/blocks/", {"username": "bob"}, format="json")
        assert (made.status_code, made.json()["username"]) == (201, "bob")
    assert [row["username"] for row in api.get("/api/v1/me/blocks/").json()["results"]] == ["bob"]
    for wrong in ("nobody", "alice"):
        refused = api.post("/api/v1/me/blocks/", {"username": wrong}, format="json")
        assert (refused.status_code, refused.json()["code"], list(refused.json()["errors"])) == (
            400,
            "invalid",
            ["username"],
        )
    for _ in range(2):
        assert api.delete("/api/v1/me/blocks/bob/").status_code == 204
    assert not Block.objects.exists()


def test_a_block_is_nobody_elses_to_see_or_to_lift(alice: User, bob: User) -> None:
    blocking.block(user=alice, username="bob", now=clock.now())
    api = client_of(bob)
    assert api.get("/api/v1/me/blocks/").json()["results"] == []
    api.delete("/api/v1/me/blocks/alice/")
    assert blocked(alice) == ["bob"]
    assert "blocked" not in api.get("/api/v1/players/alice/").content.decode()


def test_who_leaves_takes_their_list_along_and_stays_on_those_of_others(alice: User, bob: User) -> None:
    blocking.block(user=alice, username="bob", now=clock.now())
    blocking.block(user=bob, username="alice", now=clock.now())
    services.close_account(bob)
    assert [block.user for block in Block.objects.all()] == [alice]


def test_one_takes_the_list_along(alice: User, bob: User) -> None:
    blocking.block(user=alice, username="bob", now=clock.now())
    document = client_of(alice).get("/api/v1/me/export/").json()
    assert [row["username"] for row in document["blocked"]] == ["bob"]
    assert document["account"]["username"] == "alice"
