"""The ledger: what was decided, delayed, merged, sent, refused; and telling something again, within measure."""

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.test import Client
from rest_framework.test import APIClient

from accounts import clock as present
from accounts import delivery, services, truth
from accounts.channels import ChannelError, email
from accounts.models import Channel, Notice, User
from accounts.outbox import NewNotice, put, withdraw

Make = Callable[..., NewNotice]
pytestmark = pytest.mark.django_db
HERE = "/api/v1/me/notices/"
RULES = "/api/v1/me/notifications/"


@pytest.fixture(autouse=True)
def standing(clock: time_machine.Traveller) -> None:
    """Nothing here depends on how long it takes."""


@pytest.fixture
def api(alice: User) -> APIClient:
    client = APIClient()
    _row, token = services.create_token(alice)
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    return client


@pytest.fixture
def browser(alice: User) -> Client:
    client = Client()
    client.force_login(alice)
    return client


def relay_all() -> None:
    while delivery.relay_one():
        pass


def lines(api: APIClient, query: str = "") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = api.get(HERE + query).json()["results"]
    return found


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def again(api: APIClient, key: str) -> Any:
    return api.post(f"{HERE}{Notice.objects.get(key=key).pk}/again/")


def over(monkeypatch: pytest.MonkeyPatch) -> None:
    def check(notices: Sequence[Notice]) -> Mapping[int, str]:
        return {notice.pk: "answered" for notice in notices}

    monkeypatch.setitem(truth._checks, "your_turn", check)


def test_it_tells_which_message_carried_a_notice_to_where_and_when(api: APIClient, alice: User, notice: Make) -> None:
    put([notice(alice, "a"), notice(alice, "b")])
    relay_all()
    newer, older = (line["deliveries"] for line in lines(api))
    assert newer == older
    (message,) = newer
    assert (message["kind"], message["address"], message["status"]) == ("email", "alice@example.org", "sent")
    assert message["notices"] == 2
    assert message["sent_at"] == "2026-03-02T12:00:00Z"


def test_it_tells_until_when_and_why_something_waits(api: APIClient, alice: User, notice: Make) -> None:
    api.patch(RULES, {"awake": {"from": "14:00", "until": "16:00"}})
    put([notice(alice, "a")])
    relay_all()
    (line,) = lines(api, "?status=held")
    assert (line["reason"], line["held_until"]) == ("quiet_hours", "2026-03-02T14:00:00Z")
    assert line["deliveries"][0]["due_at"] == "2026-03-02T14:00:00Z"


def test_it_tells_what_the_other_side_said(
    api: APIClient, alice: User, notice: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_args: Any) -> None:
        raise ChannelError("550 5.1.1 no such user", permanent=True)

    monkeypatch.setattr(email, "send", refuse)
    put([notice(alice, "a")])
    relay_all()
    (line,) = lines(api)
    assert (line["status"], line["reason"]) == ("failed", "refused")
    assert line["deliveries"][0]["error"] == "550 5.1.1 no such user"


def test_it_is_narrowed_and_what_is_no_such_thing_is_said(api: APIClient, alice: User, notice: Make) -> None:
    put([notice(alice, "a"), notice(alice, "b", kind="game_finished"), notice(alice, "c", thread="other")])
    withdraw("a", reason="answered")
    assert [line["reason"] for line in lines(api, "?status=dropped")] == ["answered"]
    assert [line["kind"] for line in lines(api, "?kind=game_finished")] == ["game_finished"]
    assert [line["game"] for line in lines(api, "?game=other")] == ["other"]
    for query in ("?status=lost", "?kind=lost"):
        assert code(api.get(HERE + query)) == (400, "invalid")


def test_a_page_of_it_costs_few_statements(
    api: APIClient, alice: User, notice: Make, django_assert_max_num_queries: Any
) -> None:
    put([notice(alice, str(number)) for number in range(20)])
    relay_all()
    with django_assert_max_num_queries(4):
        assert len(lines(api)) == 20


def test_a_notice_is_sent_again_three_times_a_day(
    api: APIClient, alice: User, notice: Make, clock: time_machine.Traveller
) -> None:
    put([notice(alice, str(number)) for number in range(4)])
    relay_all()
    for number in range(3):
        answer = again(api, str(number))
        assert (answer.status_code, len(answer.json()["deliveries"])) == (200, 2)
    assert code(again(api, "3")) == (429, "again_limit")
    relay_all()
    assert len(mail.outbox) == 4
    assert len({message.extra_headers["Message-ID"] for message in mail.outbox}) == 4
    clock.shift(timedelta(hours=24, seconds=1))
    assert again(api, "3").status_code == 200


def test_a_notice_is_sent_again_once_however_often_it_is_asked_for(
    api: APIClient, alice: User, notice: Make, clock: time_machine.Traveller
) -> None:
    put([notice(alice, "a")])
    relay_all()
    assert again(api, "a").status_code == 200
    assert code(again(api, "a")) == (409, "notice_waiting")
    relay_all()
    assert code(again(api, "a")) == (429, "again_limit")
    assert len(mail.outbox) == 2
    clock.shift(timedelta(hours=24, seconds=1))
    assert again(api, "a").status_code == 200


def test_what_is_over_or_has_yet_to_go_out_is_not_sent_again(
    api: APIClient, alice: User, notice: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    put([notice(alice, "a"), notice(alice, "b")])
    assert code(again(api, "a")) == (409, "notice_waiting")
    withdraw("a", reason="answered")
    assert code(again(api, "a")) == (409, "notice_over")
    relay_all()
    over(monkeypatch)
    assert code(again(api, "b")) == (409, "notice_over")
    assert len(mail.outbox) == 1


def test_what_reached_nobody_can_be_sent_once_somebody_is_there(api: APIClient, alice: User, notice: Make) -> None:
    Channel.objects.update(disabled_at=present.now())
    put([notice(alice, "a")])
    relay_all()
    assert code(again(api, "a")) == (409, "no_channel")
    Channel.objects.update(disabled_at=None)
    assert again(api, "a").json()["status"] == "taken"
    relay_all()
    assert Notice.objects.get().status == "sent"


def test_the_notices_of_another_are_not_there(api: APIClient, bob: User, notice: Make) -> None:
    put([notice(bob, "b")])
    relay_all()
    assert code(again(api, "b")) == (404, "not_found")
    assert code(api.post(f"{HERE}{2**63 - 1}/again/")) == (404, "not_found")


def test_all_rules_are_changed_together_or_not_at_all(api: APIClient, alice: User) -> None:
    channel = alice.channels.get()
    rules = {
        "channels": [{"id": channel.pk, "digest": "daily", "digest_at": "18:30"}],
        "grace_seconds": 0,
        "awake": {"from": "07:00", "until": "01:30"},
        "at_once": ["invited"],
        "muted_games": [{"game": "k3v9x2qd", "mute": "all"}],
    }
    found = api.patch(RULES, rules).json()
    assert {**found, "channels": None} == {**rules, "channels": None}
    assert (found["channels"][0]["digest"], found["channels"][0]["digest_at"]) == ("daily", "18:30")
    assert api.patch(RULES, {"grace_seconds": None, "channels": [{"id": channel.pk + 1}]}).status_code == 404
    assert api.get(RULES).json() == found
    nothing = {"awake": None, "grace_seconds": None, "muted_games": [{"game": "k3v9x2qd", "mute": "none"}]}
    found = api.patch(RULES, nothing).json()
    assert (found["awake"], found["grace_seconds"], found["muted_games"]) == (None, None, [])


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"grace_seconds": 1801},
        {"grace_seconds": -1},
        {"awake": {"from": "07:00"}},
        {"awake": {"from": "07:00", "until": "25:00"}},
        {"awake": "07:00"},
        {"at_once": ["lost"]},
        {"channels": [{"id": 1, "digest": "never"}]},
        {"channels": [{"id": 1, "digest_at": "noon"}]},
        {"muted_games": [{"game": "x" * 41, "mute": "all"}]},
        {"muted_games": [{"game": "k3v9x2qd", "mute": "loud"}]},
    ],
)
def test_rules_that_make_no_sense_are_refused(api: APIClient, body: Any) -> None:
    before = api.get(RULES).json()
    assert code(api.patch(RULES, body)) == (400, "invalid")
    assert api.get(RULES).json() == before


def test_nobody_mutes_without_end(api: APIClient, alice: User) -> None:
    for start in range(0, 500, 50):
        muted = [{"game": f"match{number}", "mute": "most"} for number in range(start, start + 50)]
        assert api.patch(RULES, {"muted_games": muted}).status_code == 200
    assert code(api.patch(RULES, {"muted_games": [{"game": "another", "mute": "most"}]})) == (409, "too_many")
    assert alice.mutes.count() == 500
