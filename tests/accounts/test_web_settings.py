"""The pages of the settings, and what they change."""

from datetime import UTC, datetime, time
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client

from accounts import clock, export, services
from accounts.delivery import relay_one
from accounts.models import ApiToken, Notice, User
from accounts.outbox import NewNotice, put
from accounts.rules import set_rules
from games.models import Seat
from games.services import lobby
from tests.accounts.browser import PASSWORD, code_for, mailed, person, sign_in, who

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def nothing_counted_yet() -> None:
    cache.clear()


@pytest.fixture
def alice(client: Client) -> User:
    user = person()
    sign_in(client, "alice")
    return user


def confirmed(client: Client, path: str, typed: dict[str, Any]) -> Any:
    """Send a form that asks for the password first, and give it."""
    asked = client.post(path, typed)
    assert asked.status_code == 302, asked.content
    assert asked["Location"].startswith("/accounts/reauthenticate/")
    return client.post(asked["Location"], {"password": PASSWORD}, follow=False)


def test_strangers_are_sent_to_sign_in(client: Client) -> None:
    for name in ("", "notices/", "mails/", "tokens/", "data/", "data/download/", "close/"):
        assert client.get(f"/settings/{name}")["Location"] == f"/accounts/login/?next=/settings/{name}"


def test_language_time_zone_and_theme(client: Client, alice: User) -> None:
    typed = {"language": "de", "time_zone": "Asia/Tokyo", "theme": "dark"}
    assert client.post("/settings/", typed).status_code == 302
    alice.refresh_from_db()
    assert (alice.language, alice.time_zone, alice.theme) == ("de", "Asia/Tokyo", "dark")
    page = client.get("/settings/", headers={"accept-language": "ja"})
    assert 'lang="de"' in page.content.decode()
    assert 'data-theme="dark"' in page.content.decode()


@pytest.mark.parametrize("typed", [{"language": "tlh"}, {"time_zone": "Mars/Olympus"}, {"theme": "pink"}])
def test_what_there_is_not_cannot_be_chosen(client: Client, alice: User, typed: dict[str, str]) -> None:
    answer = client.post("/settings/", {"language": "de", "time_zone": "UTC", "theme": "dark", **typed})
    assert answer.status_code == 200
    assert b'aria-invalid="true"' in answer.content
    alice.refresh_from_db()
    assert alice.language == "en"


def test_the_zone_of_the_browser_is_taken_when_confirmed(client: Client, alice: User) -> None:
    assert b"data-zone-offer" in client.get("/settings/").content
    client.post("/settings/time-zone/", {"time_zone": "Europe/Paris"})
    alice.refresh_from_db()
    assert alice.time_zone == "Europe/Paris"


def test_the_switches_at_the_foot_of_the_page_are_remembered_by_the_account(client: Client, alice: User) -> None:
    client.post("/i18n/setlang/", {"language": "fr", "next": "/settings/"})
    client.post("/theme/", {"theme": "light", "next": "/settings/"})
    alice.refresh_from_db()
    assert (alice.language, alice.theme) == ("fr", "light")


def test_what_to_be_told(client: Client, alice: User) -> None:
    channel = alice.channels.get()
    client.post("/settings/notices/", {f"enabled-{channel.pk}": "on", f"kinds-{channel.pk}": ["your_turn"]})
    channel.refresh_from_db()
    assert "your_turn" not in channel.muted_kinds
    assert {"invited", "game_started"} <= {*channel.muted_kinds}
    client.post("/settings/notices/", {})
    channel.refresh_from_db()
    assert channel.disabled_at


def test_when_to_be_told(client: Client, alice: User) -> None:
    channel = alice.channels.get()
    often = {f"enabled-{channel.pk}": "on", f"digest-{channel.pk}": "daily", f"digest_at-{channel.pk}": "18:30"}
    typed = {"awake_from": "07:00", "awake_until": "22:30", "grace_seconds": "0", "at_once_kinds": ["invited"], **often}
    assert client.post("/settings/notices/", typed).status_code == 302
    alice.refresh_from_db()
    channel.refresh_from_db()
    assert (alice.awake_from, alice.awake_until, alice.grace_seconds) == (time(7), time(22, 30), 0)
    assert (alice.at_once_kinds, channel.digest, channel.digest_at) == (["invited"], "daily", time(18, 30))
    page = client.get("/settings/notices/").content.decode()
    assert 'value="18:30"' in page
    answer = client.post("/settings/notices/", {**typed, "awake_from": "", "grace_seconds": ""})
    assert (answer.status_code, "Give both times, or neither." in answer.content.decode()) == (200, True)
    alice.refresh_from_db()
    assert (alice.awake_from, alice.grace_seconds) == (time(7), 0)


def test_a_muted_match_is_heard_of_again(client: Client, alice: User) -> None:
    set_rules(alice, mutes={"k3v9x2qd": "all", "other": "most"})
    page = client.get("/settings/notices/").content.decode()
    assert "you hear nothing, not even that it is your turn" in page
    client.post("/settings/notices/unmute/", {"match": "k3v9x2qd"})
    assert [*alice.mutes.values_list("thread", flat=True)] == ["other"]


def test_the_ledger_names_what_became_of_each_notice(client: Client, alice: User) -> None:
    put([NewNotice(alice.pk, "invited", "k3v9x2qd", "invited:x:1", {"url": "/games/k3v9x2qd/"}, NOON)])
    Notice.objects.update(status="dropped", reason="answered")
    text = client.get("/settings/mails/").content.decode()
    assert "Somebody asks me to a table" in text
    assert "answered in time" in text
    assert "/games/k3v9x2qd/" in text
    assert "Send again" not in text
    assert "Nothing of this kind." in client.get("/settings/mails/?status=sent").content.decode()


def test_a_notice_is_sent_again_from_the_ledger(client: Client, alice: User) -> None:
    put([NewNotice(alice.pk, "game_finished", "k3v9x2qd", "x", {"url": "/x/", "ruleset": "Jest"}, clock.now())])
    while relay_one():
        pass
    notice = Notice.objects.get()
    assert "Send again" in client.get("/settings/mails/").content.decode()
    client.post(f"/settings/mails/{notice.pk}/again/")
    while relay_one():
        pass
    assert len([each for each in mail.outbox if "Jest" in each.subject]) == 2
    page = client.get("/settings/mails/").content.decode()
    assert "alice@example.org: sent" in page
    assert "Send again" not in page
    gone = client.post(f"/settings/mails/{notice.pk + 1}/again/", follow=True)
    assert "You have no such notice." in gone.content.decode()


def test_a_token_is_shown_once_and_works_until_it_is_revoked(client: Client, alice: User) -> None:
    page = confirmed(client, "/settings/tokens/", {"label": "my bot", "scopes": ["games:read", "account:read"]})
    token = page.content.decode().partition('<pre id="token">')[2].partition("<")[0]
    assert page["Cache-Control"].startswith("max-age=0")
    bearer = {"authorization": f"Bearer {token}"}
    assert Client().get("/api/v1/me/", headers=bearer).status_code == 200
    assert token not in client.get("/settings/tokens/").content.decode()
    client.post(f"/settings/tokens/{ApiToken.objects.get().pk}/revoke/")
    assert Client().get("/api/v1/me/", headers=bearer).status_code == 401


def test_nobody_gives_a_token_more_than_they_hold(client: Client, alice: User) -> None:
    page = confirmed(client, "/settings/tokens/", {"label": "x", "scopes": ["moderate"]})
    assert not ApiToken.objects.exists()
    assert b'class="error"' in page.content


def test_a_new_address_counts_when_it_is_proved(client: Client, alice: User) -> None:
    channel = alice.channels.get()
    channel.muted_kinds = ["invited"]
    channel.save()
    confirmed(client, "/accounts/email/", {"email": "new@example.org", "action_add": ""})
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"
    client.post("/accounts/confirm-email/", {"code": code_for("new@example.org")})
    alice.refresh_from_db()
    on = alice.channels.get(disabled_at=None)
    assert (alice.email, on.address, on.muted_kinds) == ("new@example.org", "new@example.org", ["invited"])
    assert "instead of alice@example.org" in mailed("alice@example.org")
    assert sign_in(Client(), "new@example.org") == 302
    assert sign_in(Client(), "alice@example.org") == 200


def test_an_address_of_somebody_else_is_not_given_away(client: Client, alice: User) -> None:
    person("bob")
    answers = [
        confirmed(client, "/accounts/email/", {"email": "bob@example.org", "action_add": ""}),
        client.post("/accounts/email/", {"email": "nobody@example.org", "action_add": ""}),
    ]
    assert {(answer.status_code, answer["Location"]) for answer in answers} == {(302, "/accounts/confirm-email/")}


def test_a_new_password_signs_the_others_out(client: Client, alice: User) -> None:
    other = Client()
    sign_in(other, "alice")
    typed = {"oldpassword": PASSWORD, "password1": "umbrella-9x", "password2": "umbrella-9x"}
    assert client.post("/accounts/password/change/", typed).status_code == 302
    assert client.get("/settings/").status_code == 200
    assert other.get("/settings/").status_code == 302


def test_sessions_are_listed_and_the_others_can_be_ended(client: Client, alice: User) -> None:
    other = Client(headers={"user-agent": "Old Phone"})
    sign_in(other, "alice")
    assert "Old Phone" in client.get("/accounts/sessions/").content.decode()
    client.post("/accounts/sessions/")
    assert other.get("/settings/").status_code == 302
    assert client.get("/settings/").status_code == 200


def test_all_that_is_kept_can_be_taken_along(client: Client, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "_parts", {})
    export.register("games", lambda user: [user.username])
    row, token = services.create_token(alice, label="my bot")
    answer = client.get("/settings/data/download/")
    data = answer.json()
    assert "attachment" in answer["Content-Disposition"]
    assert (data["account"]["username"], data["tokens"][0]["label"], data["games"]) == ("alice", "my bot", ["alice"])
    assert data["addresses"][0]["address"] == "alice@example.org"
    assert token not in answer.content.decode()
    assert bytes(row.hash).hex() not in answer.content.decode()


def test_closing_needs_the_password_and_the_box(client: Client, alice: User) -> None:
    wish = lobby.TableWish(ruleset="jack-in-the-pot", seats=2, turn_seconds=None)
    lobby.create_game(user=alice, wish=wish, now=NOON)
    assert confirmed(client, "/settings/close/", {}).status_code == 200
    alice.refresh_from_db()
    assert alice.is_active
    assert client.post("/settings/close/", {"sure": "yes"}).status_code == 302
    alice.refresh_from_db()
    assert (alice.is_active, alice.email, who(client)) == (False, "", "")
    assert alice.username.startswith("gone-")
    assert Seat.objects.filter(user=alice).exists()
    assert not alice.emailaddress_set.exists()  # type: ignore[attr-defined]
    assert sign_in(Client(), "alice") == 200


def test_the_address_of_a_closed_account_can_sign_up_again(client: Client, alice: User) -> None:
    services.close_account(alice)
    typed = {"username": "alice", "email": "alice@example.org", "password1": PASSWORD}
    other = Client()
    other.post("/accounts/signup/", typed)
    other.post("/accounts/confirm-email/", {"code": code_for("alice@example.org")})
    assert who(other) == "alice"


def test_a_guest_closes_without_a_password(client: Client) -> None:
    guest = services.guest_account()
    client.force_login(guest)
    assert client.post("/settings/close/", {"sure": "yes"}).status_code == 302
    guest.refresh_from_db()
    assert not guest.is_active


def test_the_session_of_the_browser_works_for_the_api(alice: User) -> None:
    browser = Client(enforce_csrf_checks=True)
    page = browser.get("/accounts/login/").content.decode()
    token = page.partition('csrfmiddlewaretoken" value="')[2].partition('"')[0]
    browser.post("/accounts/login/", {"login": "alice", "password": PASSWORD, "csrfmiddlewaretoken": token})
    assert browser.get("/api/v1/me/").json()["username"] == "alice"
    change = {"language": "de"}
    refused = browser.patch("/api/v1/me/", change, content_type="application/json")
    assert refused.status_code == 403
    header = {"x-csrftoken": browser.cookies["csrftoken"].value}
    assert browser.patch("/api/v1/me/", change, content_type="application/json", headers=header).status_code == 200
