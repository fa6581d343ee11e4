"""Push to devices: signed with our own key, readable by the device alone, and only as long as somebody is signed in."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from cryptography.exceptions import InvalidTag
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.test import Client
from http_ece import ECEException

from accounts import clock as present
from accounts import delivery, pruning, reach, services
from accounts.channels import push_keys
from accounts.errors import Refusal
from accounts.models import Channel, Notice, PushKey, Standing, User
from accounts.outbox import NewNotice, put
from tests.accounts import browser
from tests.accounts.devices import Device, claims_of
from tests.accounts.doors import Elsewhere, Reply

Make = Callable[..., NewNotice]
SOON = {"deadline": "2026-03-02T18:00:00+00:00"}


@pytest.fixture(autouse=True)
def standing(clock: time_machine.Traveller) -> None:
    """Keys are good for a while."""


@pytest.fixture
def device(alice: User) -> Device:
    """A device of Alice's, who gets no mails."""
    alice.channels.all().delete()
    device = Device()
    device.of(alice)
    return device


def relay_all() -> None:
    while delivery.relay_one():
        pass


def about(code: str, **more: Any) -> dict[str, Any]:
    return {"game": code, "url": f"/games/{code}/", "ruleset": "JACK in the POT", "players": ["alice"], **more}


def test_the_device_and_nobody_else_can_read_it(alice: User, notice: Make, device: Device, there: Elsewhere) -> None:
    put([notice(alice)])
    relay_all()
    (got,) = there.received
    assert device.read(got) == {
        "title": "JACK in the POT, table k3v9x2qd",
        "body": "alice, it is your turn in JACK in the POT.",
        "url": "/games/k3v9x2qd/",
        "tag": "k3v9x2qd",
        "game": "k3v9x2qd",
        "waiting": 0,
    }
    assert b"turn" not in got.body
    for other in (Device("another"), Device()):
        with pytest.raises((ECEException, InvalidTag)):
            other.read(got)
    assert len(got.body) < 4_096


def test_the_push_service_can_tell_who_sent_it(
    alice: User, notice: Make, device: Device, there: Elsewhere, settings: Any
) -> None:
    settings.DEFAULT_FROM_EMAIL = "JACKPOT <keeper@cards.example>"
    put([notice(alice)])
    relay_all()
    claims = claims_of(there.received[0])
    assert (claims.aud, claims.sub) == ("https://push.there.example", "mailto:keeper@cards.example")
    assert 0 < claims.exp - present.now().timestamp() <= 24 * 3600
    assert claims.key == device.keys["vapid"]


def test_the_newest_about_a_match_replaces_what_still_waits(
    alice: User, notice: Make, device: Device, there: Elsewhere
) -> None:
    for key, code in (("a", "one"), ("b", "one"), ("c", "two")):
        put([notice(alice, key, thread=code, payload=about(code))])
        relay_all()
    topics = [got.headers["topic"] for got in there.received]
    assert topics[0] == topics[1] != topics[2]
    assert all(re.fullmatch(r"[\w-]{1,32}", topic) and "one" not in topic for topic in topics)
    assert [device.read(got)["tag"] for got in there.received] == ["one", "one", "two"]


def test_it_is_kept_for_a_device_that_is_off_no_longer_than_it_is_of_use(
    alice: User, notice: Make, device: Device, there: Elsewhere
) -> None:
    put([notice(alice, "a", payload=about("x", **SOON)), notice(alice, "b", kind="game_started", payload=about("x"))])
    relay_all()
    put([notice(alice, "c", kind="game_started", payload=about("x"))])
    relay_all()
    kept = [(got.headers["ttl"], got.headers["urgency"]) for got in there.received]
    assert kept == [(str(6 * 3600), "high"), (str(3 * 24 * 3600), "normal")]


def test_several_matches_are_one_message(alice: User, notice: Make, device: Device, there: Elsewhere) -> None:
    put([notice(alice, key, thread=key, payload=about(key)) for key in "abcde"])
    relay_all()
    (got,) = there.received
    told = device.read(got)
    assert (told["title"], told["url"], told["game"]) == ("JACKPOT", "/", "")
    assert told["body"].splitlines()[-1] == "and 2 more"


def test_it_speaks_the_language_of_its_reader(alice: User, notice: Make, device: Device, there: Elsewhere) -> None:
    User.objects.update(language="de")
    put([notice(alice)])
    relay_all()
    assert "du bist" in device.read(there.received[0])["body"]


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_forgotten(
    alice: User, notice: Make, device: Device, there: Elsewhere, status: int
) -> None:
    there.replies.append(Reply(status))
    put([notice(alice, "a")])
    relay_all()
    assert not Channel.objects.exists()
    assert [*Notice.objects.values_list("status", "reason")] == [("failed", "refused")]


def test_a_push_service_that_is_busy_is_asked_again(
    alice: User, notice: Make, device: Device, there: Elsewhere, clock: time_machine.Traveller
) -> None:
    there.replies.append(Reply(503))
    put([notice(alice)])
    relay_all()
    clock.shift(60)
    relay_all()
    assert Notice.objects.get().status == "sent"


def test_a_device_has_one_owner(alice: User, bob: User, notice: Make, there: Elsewhere) -> None:
    device = Device()
    device.of(alice)
    put([notice(alice)])
    delivery.relay_one()
    device.of(bob)
    relay_all()
    assert there.received == []
    assert [each.user for each in Channel.objects.filter(kind="webpush")] == [bob]


def test_a_device_that_is_added_again_keeps_its_rules_and_what_is_under_way_to_it(
    alice: User, notice: Make, device: Device, there: Elsewhere
) -> None:
    alice.channels.filter(kind="webpush").update(muted_kinds=["invited"], disabled_at=None, last_error="gone")
    put([notice(alice)])
    delivery.relay_one()
    device.of(alice)
    relay_all()
    channel = alice.channels.get(kind="webpush")
    assert (channel.muted_kinds, channel.last_error) == (["invited"], "")
    assert len(there.received) == 1


def test_what_was_under_way_to_a_device_that_goes_is_not_left_hanging(
    alice: User, notice: Make, device: Device, there: Elsewhere, clock: time_machine.Traveller
) -> None:
    there.replies.append(Reply(503))
    put([notice(alice)])
    relay_all()
    reach.remove(alice, Channel.objects.get().pk)
    assert [*Notice.objects.values_list("status", "reason")] == [("dropped", "no_channel")]


# Signing in and out


def body_of(device: Device) -> dict[str, Any]:
    return {"kind": "webpush", "address": device.address, "keys": device.keys}


def subscribed(client: Client, user: User) -> Device:
    client.force_login(user)
    device = Device(user.username)
    agent = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
    answer = client.post("/api/v1/me/channels/", body_of(device), "application/json", headers={"User-Agent": agent})
    assert (answer.status_code, answer.json()["label"]) == (201, "Firefox, Android")
    return device


def devices() -> list[str]:
    return [*Channel.objects.filter(kind="webpush").values_list("user__username", flat=True)]


def test_it_ends_with_signing_out(client: Client, alice: User) -> None:
    subscribed(client, alice)
    other = Client()
    other.force_login(alice)
    other.post("/accounts/logout/")
    assert devices() == ["alice"]
    client.post("/accounts/logout/")
    assert devices() == []


def test_it_ends_when_somebody_else_signs_in_and_goes_on_for_its_owner(client: Client, db: None) -> None:
    carol, dora = browser.person("carol"), browser.person("dora")
    subscribed(client, carol)
    for name in ("carol", "dora"):
        Session.objects.all().delete()
        assert devices() == ["carol"]
        assert browser.sign_in(client, name) == 302
    assert (browser.who(client), devices()) == (dora.username, [])


def test_it_goes_on_after_a_new_password(client: Client, db: None) -> None:
    subscribed(client, browser.person("carol"))
    passwords = {"oldpassword": browser.PASSWORD, "password1": "battery staple 9", "password2": "battery staple 9"}
    assert client.post("/accounts/password/change/", passwords).status_code == 302
    assert devices() == ["carol"]
    client.post("/accounts/logout/")
    assert devices() == []


def test_it_ends_when_all_others_are_signed_out_or_the_session_runs_out(
    client: Client, alice: User, clock: time_machine.Traveller
) -> None:
    subscribed(client, alice)
    services.end_sessions(alice)
    assert devices() == []
    subscribed(client, alice)
    clock.shift(timedelta(days=89))
    pruning.prune_people()
    assert devices() == ["alice"]
    clock.shift(timedelta(days=2))
    pruning.prune_people()
    assert devices() == []


def test_a_guest_can_be_told_on_the_device_and_nowhere_else(client: Client, db: None) -> None:
    guest = services.guest_account()
    subscribed(client, guest)
    for kind, address in (("webhook", "https://a.example/"), ("chat", "ntfys://ntfy.sh/x"), ("email", "a@b.example")):
        answer = client.post("/api/v1/me/channels/", {"kind": kind, "address": address}, "application/json")
        assert (answer.status_code, answer.json()["code"]) == (403, "guest")
    assert User.objects.get().standing == Standing.GUEST


# Keys


@pytest.mark.parametrize(
    "change", [{"p256dh": "AAAA"}, {"p256dh": "B" * 87}, {"auth": "AAAA"}, {"auth": "?"}, {"vapid": "BB"}]
)
def test_what_are_no_keys_of_a_browser_is_refused(alice: User, change: dict[str, str]) -> None:
    device = Device()
    with pytest.raises(Refusal) as refused:
        reach.add_device(alice, device.address, {**device.keys, **change})
    assert refused.value.errors is not None
    assert "keys" in refused.value.errors


def test_keys_rotate_and_old_devices_go_on_until_they_are_dropped(
    alice: User, notice: Make, device: Device, there: Elsewhere, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("push_key", "--rotate")
    new = capsys.readouterr().out.strip()
    assert new == push_keys.newest().public != device.keys["vapid"]
    newer = Device("newer")
    newer.of(alice)
    put([notice(alice, "a")])
    relay_all()
    assert {claims_of(got).key for got in there.received} == {new, device.keys["vapid"]}
    call_command("push_key", "--drop-older")
    put([notice(alice, "b")])
    relay_all()
    assert len(there.received) == 3
    assert [each.address for each in Channel.objects.all()] == [newer.address]


def test_a_lost_secret_key_means_new_keys(alice: User, notice: Make, device: Device, settings: Any) -> None:
    settings.SECRET_KEY = "another"
    assert push_keys.newest().public != device.keys["vapid"]
    put([notice(alice)])
    relay_all()
    assert not Channel.objects.exists()
    assert PushKey.objects.count() == 2
