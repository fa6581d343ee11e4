"""Webhooks: signed as the public library expects, thin, backing off, and switched off with a notice."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from standardwebhooks import Webhook, WebhookVerificationError

from accounts import clock as present
from accounts import delivery, reach, services
from accounts.channels import webhook
from accounts.models import Channel, Delivery, Notice, User
from accounts.outbox import NewNotice, put
from tests.accounts.doors import NAME, Elsewhere, Received, Reply

Make = Callable[..., NewNotice]
HOOK = f"https://{NAME}/hook"


@pytest.fixture(autouse=True)
def standing(clock: time_machine.Traveller) -> None:
    """Signatures are of this moment."""


@pytest.fixture
def hook(alice: User) -> tuple[Channel, str]:
    """A webhook of Alice's and its secret; and no mails, so that nothing else is told."""
    alice.channels.all().delete()
    return reach.add_webhook(alice, HOOK, "my bot")


def relay_all() -> None:
    while delivery.relay_one():
        pass


def verified(secret: str, received: Received) -> Any:
    return Webhook(secret).verify(received.body, received.headers)


def test_a_receiver_can_check_who_sent_it_and_what(
    alice: User, notice: Make, hook: tuple[Channel, str], there: Elsewhere
) -> None:
    put([notice(alice)])
    relay_all()
    (got,) = there.received
    told = verified(hook[1], got)
    assert told == {
        "type": "your_turn",
        "timestamp": "2026-03-02T12:00:00Z",
        "data": {
            "game": "k3v9x2qd",
            "seat": 1,
            "deadline": "2026-12-05T20:00:00Z",
            "url": "http://127.0.0.1:8000/games/k3v9x2qd/",
        },
    }
    sent = Delivery.objects.get()
    assert got.headers["webhook-id"] == str(sent.pk)
    assert (sent.status, sent.code, Notice.objects.get().status) == ("sent", 204, "sent")


def test_what_was_changed_on_the_way_is_noticed(
    alice: User, notice: Make, hook: tuple[Channel, str], there: Elsewhere, clock: time_machine.Traveller
) -> None:
    put([notice(alice)])
    relay_all()
    (got,) = there.received
    forged = [
        got._replace(body=got.body.replace(b"k3v9x2qd", b"k3v9x2qe")),
        got._replace(headers={**got.headers, "webhook-id": "another"}),
        got._replace(headers={**got.headers, "webhook-timestamp": "1772452801"}),
    ]
    for each in forged:
        with pytest.raises(WebhookVerificationError):
            verified(hook[1], each)
    with pytest.raises(WebhookVerificationError):
        verified(webhook.new_secret(), got)
    clock.shift(600)
    with pytest.raises(WebhookVerificationError):
        verified(hook[1], got)


def test_a_secret_rotates_in_peace(
    alice: User, notice: Make, hook: tuple[Channel, str], there: Elsewhere, clock: time_machine.Traveller
) -> None:
    former, new = hook[1], reach.rotate(alice, hook[0].pk)
    put([notice(alice, "a")])
    relay_all()
    assert verified(former, there.received[0]) == verified(new, there.received[0])
    clock.shift(timedelta(hours=24, seconds=1))
    put([notice(alice, "b")])
    relay_all()
    assert verified(new, there.received[1])
    with pytest.raises(WebhookVerificationError):
        verified(former, there.received[1])


def test_whoever_answers_slowly_comes_after_everybody_else(
    alice: User, bob: User, notice: Make, hook: tuple[Channel, str], there: Elsewhere, clock: time_machine.Traveller
) -> None:
    now = present.now()
    Delivery.objects.create(channel=hook[0], status="sent", created_at=now, sent_at=now, milliseconds=4_900)
    waiting = Delivery.objects.create(channel=hook[0], status="waiting", created_at=now, due_at=now)
    put([notice(alice, "a"), notice(bob, "b")])
    waiting.notices.add(Notice.objects.get(key="a"))
    Notice.objects.filter(key="a").update(status="taken")
    clock.shift(1)
    assert [delivery.relay_one(), delivery.relay_one()] == [True, True]
    assert (len(mail.outbox), there.received) == (1, [])
    relay_all()
    assert len(there.received) == 1


def test_every_notice_is_a_message_of_its_own(
    alice: User, notice: Make, hook: tuple[Channel, str], there: Elsewhere
) -> None:
    put([notice(alice, key, thread=key, payload={"game": key, "url": f"/games/{key}/"}) for key in "abc"])
    relay_all()
    assert sorted(verified(hook[1], got)["data"]["game"] for got in there.received) == ["a", "b", "c"]
    assert len({got.headers["webhook-id"] for got in there.received}) == 3
    assert {*Notice.objects.values_list("status", flat=True)} == {"sent"}


def test_a_message_is_repeated_under_its_name_until_it_is_taken(
    alice: User, notice: Make, hook: tuple[Channel, str], there: Elsewhere, clock: time_machine.Traveller
) -> None:
    there.replies += [
        Reply(500),
        Reply(307, (("Location", "https://there.example/other"),)),
        Reply(429, (("Retry-After", "3600"),)),
    ]
    put([notice(alice)])
    for seconds in (0, 60, 300, 1_800):
        clock.shift(seconds)
        relay_all()
    assert len(there.received) == 3  # An hour was asked for, so half an hour is too early.
    clock.shift(1_800)
    relay_all()
    assert len({got.headers["webhook-id"] for got in there.received}) == 1
    assert len({got.headers["webhook-timestamp"] for got in there.received}) == 4
    assert [got.body for got in there.received] == [there.received[0].body] * 4
    sent = Delivery.objects.get()
    assert (sent.status, sent.code, sent.error) == ("sent", 204, "")
    assert Channel.objects.get().failing_since is None


def test_what_fails_is_left_alone_for_a_while_and_keeps_nobody_waiting(
    alice: User, bob: User, notice: Make, hook: tuple[Channel, str], there: Elsewhere, clock: time_machine.Traveller
) -> None:
    there.replies += [Reply(500)] * 2
    put([notice(alice, key) for key in "abc"])
    relay_all()
    assert len(there.received) == 1  # The others need not be tried.
    put([notice(alice, "d"), notice(bob, "e")])
    while not mail.outbox:
        assert delivery.relay_one()
    assert len(there.received) == 1  # Bob's mail goes out before the next try at what fails.
    for seconds in (0, 60):
        clock.shift(seconds)
        relay_all()
    assert len(there.received) == 6
    assert {*Notice.objects.values_list("status", flat=True)} == {"sent"}


def test_what_never_works_again_is_switched_off_and_its_owner_told(
    alice: User, notice: Make, hook: tuple[Channel, str], there: Elsewhere
) -> None:
    services.ensure_email_channel(alice)
    there.replies.append(Reply(410))
    put([notice(alice)])
    relay_all()
    off = Channel.objects.get(kind="webhook")
    assert (off.disabled_at is not None, off.last_error) == (True, "HTTP 410")
    put([notice(alice, "later")])
    relay_all()
    assert len(there.received) == 1
    (told,) = [message for message in mail.outbox if "no longer told" in message.subject]
    assert "my bot" in told.body
    assert "HTTP 410" in told.body


def test_what_has_failed_for_days_is_switched_off(
    alice: User, notice: Make, hook: tuple[Channel, str], there: Elsewhere, clock: time_machine.Traveller
) -> None:
    services.ensure_email_channel(alice)
    there.replies += [Reply(503)] * 9
    for day, key in enumerate("abc"):
        put([notice(alice, key)])
        relay_all()
        assert (Channel.objects.get(kind="webhook").disabled_at is None) is (day < 2)
        clock.shift(timedelta(days=1, hours=12))
    assert Channel.objects.get(kind="webhook").last_error == "HTTP 503"
    assert len([message for message in mail.outbox if "could not reach my bot" in str(message.body)]) == 1


def test_no_more_than_needed_is_said_when_nobody_answers(
    alice: User, notice: Make, hook: tuple[Channel, str], there: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.channels.safe_http.door", there.door(is_public=lambda address: False))
    put([notice(alice)])
    relay_all()
    failed, channel = Delivery.objects.get(), Channel.objects.get()
    assert (failed.status, failed.code, failed.error) == (
        "failed",
        None,
        "This name does not lead to public addresses only.",
    )
    assert channel.disabled_at is not None
    assert there.received == []


def test_a_lost_secret_key_is_said_and_not_guessed(
    alice: User, notice: Make, hook: tuple[Channel, str], there: Elsewhere, settings: Any
) -> None:
    settings.SECRET_KEY = "another"
    put([notice(alice)])
    relay_all()
    assert (there.received, Channel.objects.get().last_error) == ([], "The secret is no longer valid.")


@pytest.mark.parametrize("state", ["suspended", "closed", "muted", "off"])
def test_who_is_to_be_told_nothing_is_told_nothing(
    alice: User, notice: Make, hook: tuple[Channel, str], there: Elsewhere, state: str
) -> None:
    put([notice(alice)])
    if state == "suspended":
        services.suspend(alice)
    if state == "closed":
        services.close_account(alice)
    if state == "muted":
        reach.change(alice, hook[0].pk, notices={"your_turn": False})
    if state == "off":
        reach.change(alice, hook[0].pk, enabled=False)
    relay_all()
    assert there.received == []
    assert Notice.objects.get().status == "dropped"


def test_a_secret_is_kept_sealed(hook: tuple[Channel, str]) -> None:
    channel, secret = Channel.objects.get(), hook[1]
    assert secret.startswith("whsec_")
    assert secret not in json.dumps(Channel.objects.values()[0], default=str)
    assert channel.secrets == {"secret": secret}
    assert present.now() == channel.added_at
