"""Where one can be reached, over the API: added, tried out, changed and taken away."""

import json
import re
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.test import Client

from accounts import delivery, export, merging, reach, services
from accounts.models import Channel, Notice, Standing, User
from tests.accounts.devices import Device
from tests.accounts.doors import NAME, Elsewhere, Reply

HOOK = {"kind": "webhook", "address": f"https://{NAME}/hook", "label": "my bot"}
ROOM = {"kind": "chat", "address": "discord://1234567/sEcReT"}
ANOTHER = {"kind": "email", "address": "phone@example.org"}


@pytest.fixture(autouse=True)
def standing(clock: time_machine.Traveller) -> None:
    """Nothing here depends on how long it takes."""


class Caller:
    """Alice with a token."""

    def __init__(self, user: User) -> None:
        _row, token = services.create_token(user, ["account:read", "account:write"])
        self.client = Client(headers={"Authorization": f"Bearer {token}"})

    def __call__(self, method: str, path: str = "", body: Any = None, **headers: str) -> Any:
        return self.client.generic(
            method,
            f"/api/v1/me/{path or 'channels/'}",
            json.dumps(body or {}),
            "application/json",
            headers=headers,
        )


@pytest.fixture
def call(alice: User) -> Caller:
    return Caller(alice)


def relay_all() -> None:
    while delivery.relay_one():
        pass


def test_each_kind_is_added_seen_and_taken_away(call: Caller, alice: User) -> None:
    device = Device()
    phone = {"kind": "webpush", "address": device.address, "keys": device.keys}
    ids = []
    for new in (HOOK, ROOM, ANOTHER, phone):
        answer = call("POST", body=new)
        assert answer.status_code == 201, answer.content
        made = answer.json()
        assert answer["Location"].endswith(f"/api/v1/me/channels/{made['id']}/")
        assert (made["kind"], made["enabled"]) == (new["kind"], True)
        assert (made["secret"] is None) is (new["kind"] != "webhook")
        assert made["verified"] is (new["kind"] != "email")
        ids.append(made["id"])
    listed = call("GET").json()["results"]
    assert {each["kind"] for each in listed} == {"email", "webpush", "webhook", "chat"}
    assert "secret" not in str(listed)
    assert "sEcReT" not in str(listed)
    assert call("DELETE", f"channels/{ids[0]}/").status_code == 204
    assert call("GET", f"channels/{ids[0]}/").status_code == 404
    assert call("DELETE").status_code == 204
    assert [each["address"] for each in call("GET").json()["results"]] == ["alice@example.org"]


def test_the_same_request_twice_makes_one(call: Caller) -> None:
    first, again = (call("POST", body=HOOK, **{"Idempotency-Key": "a"}) for _ in range(2))
    assert (first.status_code, first.content) == (201, again.content)
    assert Channel.objects.filter(kind="webhook").count() == 1
    refused = call("POST", body=HOOK)
    assert (refused.status_code, refused.json()["code"]) == (409, "channel_exists")


@pytest.mark.parametrize(
    ("new", "field"),
    [
        ({"kind": "webhook", "address": "http://there.example/"}, "address"),
        ({"kind": "webhook", "address": "https://u:p@there.example/"}, "address"),
        ({"kind": "webhook", "address": "https://" + "x" * 999}, "address"),
        ({"kind": "chat", "address": "json://there.example/"}, "address"),
        ({"kind": "email", "address": "nobody"}, "address"),
        ({"kind": "pigeon", "address": "x"}, "kind"),
        ({"kind": "webpush", "address": "https://there.example/"}, "keys"),
        ({**HOOK, "keys": {"p256dh": "a", "auth": "b", "vapid": "c"}}, "keys"),
        ({**HOOK, "secret": "whsec_mine"}, "secret"),
        ({**HOOK, "label": "x" * 81}, "label"),
    ],
)
def test_what_cannot_be_is_refused_by_name(call: Caller, new: dict[str, Any], field: str) -> None:
    answer = call("POST", body=new)
    assert (answer.status_code, answer.json()["code"], [*answer.json()["errors"]]) == (400, "invalid", [field])
    assert Channel.objects.count() == 1


def test_there_is_an_end_to_it(call: Caller, alice: User) -> None:
    for number in range(10):
        assert call("POST", body={**HOOK, "address": f"https://{NAME}/{number}"}).status_code == 201
    answer = call("POST", body=HOOK)
    assert (answer.status_code, answer.json()["code"]) == (409, "too_many_channels")


def test_one_is_named_and_switched(call: Caller) -> None:
    made = call("POST", body=HOOK).json()
    change = {"label": "other", "enabled": False, "notices": {"invited": False}}
    changed = call("PATCH", f"channels/{made['id']}/", change).json()
    assert (changed["label"], changed["enabled"], changed["notices"]["invited"]) == ("other", False, False)
    assert call("PATCH", f"channels/{made['id']}/", {"enabled": True}).json()["label"] == "other"


def test_a_test_says_within_a_moment_what_is_wrong(call: Caller, there: Elsewhere) -> None:
    made = call("POST", body=HOOK).json()
    there.replies.append(Reply(503))
    assert call("POST", f"channels/{made['id']}/test/").status_code == 202
    again = call("POST", f"channels/{made['id']}/test/")
    assert (again.status_code, again.json()["code"]) == (409, "too_soon")
    relay_all()
    (tried,) = call("GET", f"channels/{made['id']}/deliveries/").json()["results"]
    assert (tried["status"], tried["kinds"], tried["code"], tried["error"]) == ("failed", ["test"], 503, "HTTP 503")
    assert tried["milliseconds"] is not None
    assert there.received[0].headers["webhook-id"] == tried["id"]


def test_a_secret_is_rotated_and_only_where_there_is_one(call: Caller) -> None:
    made, room = call("POST", body=HOOK).json(), call("POST", body=ROOM).json()
    new = call("POST", f"channels/{made['id']}/rotate/")
    assert new.status_code == 201
    assert new.json()["secret"] != made["secret"]
    refused = call("POST", f"channels/{room['id']}/rotate/")
    assert (refused.status_code, refused.json()["code"]) == (409, "no_secret")


def test_what_is_somebody_elses_is_not_there(call: Caller, bob: User) -> None:
    theirs, _secret = reach.add_webhook(bob, HOOK["address"])
    for method, path in (("GET", ""), ("PATCH", ""), ("DELETE", ""), ("POST", "test/"), ("POST", "rotate/")):
        assert call(method, f"channels/{theirs.pk}/{path}", {"enabled": False}).status_code == 404
    assert call("GET", f"channels/{theirs.pk}/deliveries/").status_code == 404
    assert Channel.objects.filter(pk=theirs.pk, disabled_at=None).exists()


def test_the_key_for_subscribing(call: Caller) -> None:
    assert call("GET", "push-key/").json() == {"key": Device().keys["vapid"]}


# Other mail addresses


def confirmation() -> str:
    (link,) = [
        found[1] for each in mail.outbox if (found := re.search(r"(/accounts/confirm-address/\S+)", str(each.body)))
    ]
    return link


def test_another_address_counts_once_its_reader_says_so(call: Caller, alice: User) -> None:
    made = call("POST", body=ANOTHER).json()
    refused = call("POST", f"channels/{made['id']}/test/")
    assert (refused.status_code, refused.json()["code"]) == (409, "not_verified")
    relay_all()
    assert [message.to for message in mail.outbox] == [["phone@example.org"]]
    for method in ("GET", "HEAD"):
        assert Client().generic(method, confirmation()).status_code == 200
    assert not Channel.objects.get(pk=made["id"]).verified_at
    assert Client().post(confirmation()).status_code == 200
    assert call("GET", f"channels/{made['id']}/").json()["verified"]
    services.prove_address(alice, "new@example.org")
    usable = alice.channels.filter(disabled_at=None).values_list("address", flat=True)
    assert {*usable} == {"phone@example.org", "new@example.org"}


def test_the_link_is_in_the_mail_and_nowhere_else(call: Caller, alice: User) -> None:
    call("POST", body=ANOTHER)
    relay_all()
    signed = confirmation().split("/")[3]
    assert signed not in str(export.data_of(alice))
    assert signed not in call("GET", "notices/").content.decode()
    assert Client().get(f"/accounts/confirm-address/{signed[:-1]}/").status_code == 404


def test_nobodys_mailbox_is_flooded(call: Caller, clock: time_machine.Traveller) -> None:
    again = call("POST", body=ANOTHER), call("POST", body=ANOTHER)
    assert [(each.status_code, each.json().get("code")) for each in again] == [(201, None), (409, "too_soon")]
    for number in range(9):
        call("DELETE")
        assert call("POST", body={**ANOTHER, "address": f"p{number}@example.org"}).status_code == 201
    call("DELETE")
    assert call("POST", body=ANOTHER).json()["code"] == "too_many_channels"


# The account


def test_what_is_kept_is_in_the_download_without_secrets(call: Caller, alice: User) -> None:
    secret = call("POST", body=HOOK).json()["secret"]
    call("POST", body=ROOM)
    kept = export.data_of(alice)
    assert {each["kind"] for each in kept["addresses"]} == {"email", "webhook", "chat"}
    assert all(each["label"] is not None and each["verified_at"] for each in kept["addresses"])
    assert secret not in str(kept)
    assert "sEcReT" not in str(kept)
    assert "sealed" not in str(kept)


def test_operators_see_no_secrets(call: Caller, admin_client: Client) -> None:
    secret = call("POST", body={**HOOK, "address": f"https://{NAME}/hook?token=sEcReT"}).json()["secret"]
    call("POST", body=ROOM)
    channel = Channel.objects.get(kind="webhook")
    pages = [
        admin_client.get(f"/admin/accounts/channel/{path}").content.decode() for path in ("", f"{channel.pk}/change/")
    ]
    assert all(NAME in page for page in pages)
    assert not any(hidden in page for page in pages for hidden in (secret, "sEcReT", channel.sealed))


def test_a_closed_account_has_none_and_a_merged_one_all(call: Caller, alice: User, bob: User) -> None:
    call("POST", body=HOOK)
    reach.add_webhook(bob, HOOK["address"])
    reach.add_chat(bob, ROOM["address"])
    User.objects.filter(pk=bob.pk).update(standing=Standing.UNCLAIMED)
    merging.merge(bob, into=alice)
    assert sorted(alice.channels.values_list("kind", flat=True)) == ["chat", "email", "email", "webhook"]
    services.close_account(alice)
    assert not Channel.objects.exists()
    assert not Notice.objects.exclude(status="dropped").exists()
