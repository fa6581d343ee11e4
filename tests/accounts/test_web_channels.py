"""The pages about devices and services, and that for developers; nothing here needs a script."""

import re

import pytest
from django.core.cache import cache
from django.test import Client

from accounts import delivery, reach, services
from accounts.models import Channel, User
from tests.accounts.browser import person, sign_in
from tests.accounts.doors import NAME, Elsewhere, Reply

pytestmark = pytest.mark.django_db
HOOK = f"https://{NAME}/hook?key=mine"


@pytest.fixture
def alice(client: Client) -> User:
    cache.clear()
    user = person()
    sign_in(client, "alice")
    return user


def relay_all() -> None:
    while delivery.relay_one():
        pass


def page(client: Client, name: str) -> str:
    return str(client.get(f"/settings/{name}/").content.decode())


def test_a_webhook_is_made_tried_out_and_taken_away(client: Client, alice: User, there: Elsewhere) -> None:
    made = client.post("/settings/developers/", {"webhook-address": HOOK, "webhook-label": "my bot"})
    secret = re.search(r"whsec_[\w+/=]{40,}", made.content.decode())
    assert secret is not None
    assert secret[0] not in page(client, "developers")
    hook = alice.channels.get(kind="webhook")
    there.replies.append(Reply(418))
    tried = client.post(f"/settings/channels/{hook.pk}/test/", follow=True)
    assert "A test is on its way." in tried.content.decode()
    assert "hx-get" in tried.content.decode()
    relay_all()
    text = page(client, "developers")
    assert "418" in text
    assert "HTTP 418" in text
    assert "hx-get" not in text.partition("deliveries-")[2].partition("</li>")[0]
    new = client.post(f"/settings/channels/{hook.pk}/rotate/").content.decode()
    assert "whsec_" in new
    assert secret[0] not in new
    for wanted, off in (("off", True), ("off", True), ("on", False)):
        client.post(f"/settings/channels/{hook.pk}/switch/", {"enabled": wanted})
        hook.refresh_from_db()
        assert (hook.disabled_at is not None) is off
    client.post(f"/settings/channels/{hook.pk}/remove/")
    assert not alice.channels.filter(kind="webhook").exists()


@pytest.mark.parametrize(
    ("name", "typed", "said"),
    [
        ("developers", {"webhook-address": "http://there.example/"}, "begins with https://"),
        ("developers", {"webhook-address": ""}, "required"),
        (
            "devices",
            {"kind": "chat", "chat-address": "json://there.example/"},
            "not the address of one of the services",
        ),
        ("devices", {"kind": "email", "email-address": "nobody"}, "valid email address"),
        ("devices", {"kind": "email", "email-address": "alice@example.org"}, "You have this one already."),
        ("devices", {"kind": "pigeon"}, "required"),
    ],
)
def test_what_was_wrong_is_said_beside_it(
    client: Client, alice: User, name: str, typed: dict[str, str], said: str
) -> None:
    answer = client.post(f"/settings/{name}/", typed)
    assert answer.status_code == 200
    assert said in answer.content.decode()
    assert Channel.objects.count() == 1


def test_another_address_and_a_chat_service(client: Client, alice: User) -> None:
    client.post("/settings/devices/", {"kind": "email", "email-address": "phone@example.org"})
    assert "not confirmed yet" in page(client, "devices")
    client.post("/settings/devices/", {"kind": "chat", "chat-address": "discord://1234567/sEcReT", "chat-label": "us"})
    text = page(client, "devices")
    assert "Discord 1234567" in text
    assert "sEcReT" not in text
    again = client.post("/settings/devices/", {"kind": "chat", "chat-address": "discord://1234567/other"})
    assert "You have this one already." in again.content.decode()


def test_what_is_off_says_why_and_the_accounts_own_address_stays(client: Client, alice: User) -> None:
    own = alice.channels.get()
    Channel.objects.update(disabled_at="2026-03-02T12:00:00Z", last_error="HTTP 410")
    text = page(client, "devices")
    assert "Turned off because" in text
    assert "HTTP 410" in text
    assert f"/settings/channels/{own.pk}/remove/" not in text


def test_a_test_waits_for_the_one_before(client: Client, alice: User) -> None:
    own = alice.channels.get()
    said = [client.post(f"/settings/channels/{own.pk}/test/", follow=True).content.decode() for _ in range(2)]
    assert "A test is on its way." in said[0]
    assert "Wait a minute" in said[1]


def test_nobody_touches_what_is_somebody_elses(client: Client, alice: User) -> None:
    theirs, _secret = reach.add_webhook(services.create_account("bob"), HOOK)
    for name in ("test", "rotate", "switch", "remove"):
        assert client.post(f"/settings/channels/{theirs.pk}/{name}/").status_code == 404
        assert client.get(f"/settings/channels/{theirs.pk}/{name}/").status_code == 405
    assert Channel.objects.filter(pk=theirs.pk, disabled_at=None).exists()


def test_a_guest_is_told_on_the_device_only(client: Client, db: None) -> None:
    client.force_login(services.guest_account())
    text = page(client, "devices")
    assert "data-push" in text
    assert 'name="email-address"' not in text
    refused = client.post("/settings/developers/", {"webhook-address": HOOK})
    assert "sign up first" in refused.content.decode()
    assert not Channel.objects.exists()
