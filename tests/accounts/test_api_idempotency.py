"""A POST with an Idempotency-Key happens once, however often and however it is sent."""

import threading
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from rest_framework.response import Response
from rest_framework.test import APIClient, APIRequestFactory

from accounts import clock as present
from accounts import pruning, services
from accounts.api.views import ApiView
from accounts.errors import Refusal
from accounts.models import ApiToken, Delivery, KeptAnswer, Notice, RateWindow, User
from accounts.outbox import put
from tests.accounts.test_api_me import client_of

WISH = {"label": "bot", "scopes": ["account:read"]}
TOKENS = "/api/v1/me/tokens/"


def make(client: APIClient, key: str = "k1", body: Any = None) -> Any:
    return client.post(TOKENS, WISH if body is None else body, HTTP_IDEMPOTENCY_KEY=key)


def made() -> int:
    return ApiToken.objects.filter(label="bot").count()


def test_the_second_is_the_first_again(alice: User) -> None:
    client = client_of(alice)
    first, second = make(client), make(client)
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.content == second.content
    for header in ("Location", "Content-Type", "Content-Language"):
        assert first[header] == second[header]
    assert first.json()["token"].startswith("jp_")
    assert made() == 1


def test_another_body_under_the_same_key_is_a_mistake(alice: User) -> None:
    client = client_of(alice)
    make(client)
    answer = make(client, body={**WISH, "label": "other"})
    assert (answer.status_code, answer.json()["code"]) == (422, "idempotency_mismatch")


def test_other_keys_callers_and_no_key_are_other_requests(alice: User, bob: User) -> None:
    client = client_of(alice)
    for who, key in ((client, "k1"), (client, "k2"), (client_of(alice), "k1"), (client_of(bob), "k1")):
        assert make(who, key).status_code == 201
    client.post(TOKENS, WISH)
    client.post(TOKENS, WISH)
    assert made() == 6


@pytest.mark.parametrize("key", ["", " ", "a b", "x" * 256, "é", "a\x01"])
def test_a_key_that_cannot_be_is_refused(alice: User, key: str) -> None:
    answer = make(client_of(alice), key)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert [*answer.json()["errors"]] == ["Idempotency-Key"]
    assert made() == 0


def test_a_refusal_is_kept_as_well(alice: User) -> None:
    client = client_of(alice)
    first = make(client, body={"scopes": ["moderate"]})
    assert first.status_code == 403
    User.objects.update(is_staff=True)
    second = make(client, body={"scopes": ["moderate"]})
    assert (second.status_code, second.content) == (403, first.content)


def test_a_key_is_forgotten_after_a_day(alice: User, clock: Any) -> None:
    client = client_of(alice)
    make(client)
    clock.shift(timedelta(hours=23, minutes=59))
    pruning.prune()
    make(client)
    assert made() == 1
    clock.shift(timedelta(minutes=2))
    pruning.prune()
    make(client)
    assert made() == 2


def test_what_is_kept_cannot_be_read_in_the_database(alice: User) -> None:
    answer = make(client_of(alice))
    kept = bytes(KeptAnswer.objects.get().answer)
    assert answer.json()["token"].encode() not in kept
    assert b"account:read" not in kept


class Table(ApiView):
    """What an operation may do on its way: write, refuse, fail, call back after the commit."""

    public = True
    effect: Any = staticmethod(lambda: Response({}))

    def post(self, request: Any) -> Any:
        User.objects.create(username="effect")
        return self.effect()


def call(effect: Any, key: str = "k1") -> Any:
    request = APIRequestFactory().post("/api/v1/table/", {}, format="json", HTTP_IDEMPOTENCY_KEY=key)
    return Table.as_view(effect=staticmethod(effect))(request)


class Full(Refusal):
    code, status, text = "game_full", 409, "All seats are taken."


def fail(error: BaseException) -> Any:
    raise error


def test_a_refusal_undoes_what_was_done_and_is_kept(db: None) -> None:
    assert call(lambda: fail(Full())).status_code == 409
    assert not User.objects.exists()
    assert call(lambda: Response({})).status_code == 409


def test_a_mistake_of_ours_is_not_kept(db: None) -> None:
    assert call(lambda: fail(RuntimeError("oops"))).status_code == 500
    assert not User.objects.exists()
    assert call(lambda: Response({}, status=201)).status_code == 201
    assert User.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_crash_leaves_neither_effect_nor_key() -> None:
    with pytest.raises(KeyboardInterrupt):
        call(lambda: fail(KeyboardInterrupt()))
    assert not User.objects.exists()
    assert not KeptAnswer.objects.exists()
    assert call(lambda: Response({}, status=201)).status_code == 201


@pytest.mark.django_db(transaction=True)
def test_what_is_to_happen_after_the_commit_does() -> None:
    seen: list[bool] = []

    def effect() -> Response:
        transaction.on_commit(lambda: seen.append(connection.in_atomic_block))
        return Response({})

    call(effect)
    assert seen == [False]
    call(effect)
    assert seen == [False]


@pytest.mark.django_db(transaction=True)
def test_of_many_at_once_one_happens() -> None:
    _row, token = services.create_token(User.objects.create(username="ann"))
    start, answers = threading.Barrier(8), []

    def race() -> None:
        client = APIClient()
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
        start.wait()
        answers.append(make(client))
        connection.close()

    threads = [threading.Thread(target=race) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made() == 1
    assert {answer.status_code for answer in answers} <= {201, 409}
    assert len({answer.content for answer in answers if answer.status_code == 201}) == 1
    assert {answer.json()["code"] for answer in answers if answer.status_code == 409} <= {"in_flight"}


@pytest.mark.django_db(transaction=True)
def test_what_is_still_in_flight_is_said_to_be() -> None:
    inside: list[Any] = []

    def effect() -> Response:
        def again() -> None:
            inside.append(call(Response))
            connection.close()

        thread = threading.Thread(target=again)
        thread.start()
        thread.join()
        return Response({}, status=201)

    assert call(effect).status_code == 201
    assert inside[0].status_code == 409
    assert b"in_flight" in inside[0].content


def test_old_ledgers_are_pruned_and_open_ones_are_not(alice: User, clock: Any, notice: Any) -> None:
    put([notice(alice, "old", due_at=present.now()), notice(alice, "waiting")])
    Notice.objects.filter(key="old").update(status="sent", settled_at=present.now())
    Delivery.objects.create(channel=alice.channels.get(), status="sent", created_at=present.now())
    RateWindow.objects.create(caller="user:1", minute=0, hits=3)
    clock.shift(timedelta(days=91))
    pruning.prune()
    assert [row.key for row in Notice.objects.all()] == ["waiting"]
    assert not Delivery.objects.exists()
    assert not RateWindow.objects.exists()
