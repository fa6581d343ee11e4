"""Signing in, by password and by mail; what that tells to whom; and how guessing ends."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal import auth as totp
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.test import Client

from accounts import services
from accounts.models import User
from tests.accounts.browser import LINK, PASSWORD, code_for, link_for, mailed, person, sign_in, wants, who

pytestmark = pytest.mark.django_db

NEW = "umbrella-stand-9"


@pytest.fixture(autouse=True)
def nothing_counted_yet() -> None:
    cache.clear()


@pytest.mark.parametrize("login", ["alice", "ALICE", "alice@example.org", "Alice@Example.org"])
def test_by_name_or_address(client: Client, login: str) -> None:
    person()
    assert sign_in(client, login) == 302
    assert who(client) == "alice"
    assert client.cookies["sessionid"]["samesite"] == "Lax"
    assert client.cookies["sessionid"]["httponly"]


def test_the_session_gets_another_key(client: Client) -> None:
    person()
    client.get("/accounts/login/")
    session = client.session
    session["seen"] = True
    session.save()
    client.cookies["sessionid"] = before = session.session_key or ""
    sign_in(client, "alice")
    assert client.session.session_key != before


def test_an_account_without_an_address_signs_in_by_name(client: Client) -> None:
    user = User.objects.create_user("root", password=PASSWORD)
    assert sign_in(client, user.username) == 302
    assert who(client) == "root"


def test_a_closed_account_does_not(client: Client) -> None:
    services.close_account(person())
    assert sign_in(client, "alice") == 200
    assert who(client) == ""


# By mail


def test_a_link_signs_in_once_and_only_when_asked(client: Client) -> None:
    person()
    Client().post("/accounts/login/code/", {"email": "alice@example.org"})
    link = link_for("alice@example.org")
    for _ in range(2):  # what programs that look into mails do
        assert Client().head(link).status_code == 200
        assert b"alice" in Client().get(link).content
    assert client.post(link).status_code == 302
    assert who(client) == "alice"
    again = Client()
    assert again.post(link).status_code == 404
    assert who(again) == ""
    assert b"used up" in again.get(link).content


@pytest.mark.django_db(transaction=True)
def test_two_who_use_a_link_at_once_are_one(client: Client) -> None:
    person()
    client.post("/accounts/login/code/", {"email": "alice@example.org"})
    link, start = link_for("alice@example.org"), threading.Barrier(4)

    def use(_: int) -> int:
        start.wait(10)
        try:
            return Client().post(link).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(use, range(4))) == [302, 404, 404, 404]


def test_a_link_grows_old(client: Client, clock: Any) -> None:
    person()
    client.post("/accounts/login/code/", {"email": "alice@example.org"})
    clock.shift(15 * 60 + 1)
    assert client.post(link_for("alice@example.org")).status_code == 404


@pytest.mark.parametrize("spoil", ["x", "1"])
def test_a_forged_link_leads_nowhere(client: Client, spoil: str) -> None:
    person()
    client.post("/accounts/login/code/", {"email": "alice@example.org"})
    assert client.post(link_for("alice@example.org").rstrip("/")[:-1] + spoil + "/").status_code == 404


def test_the_code_of_the_same_mail_works_where_it_was_asked_for(client: Client) -> None:
    person()
    client.post("/accounts/login/code/", {"email": "alice@example.org"})
    code = mailed("alice@example.org").partition("browser: ")[2].split()[0]
    assert client.post("/accounts/login/code/confirm/", {"code": code}).status_code == 302
    assert who(client) == "alice"


# Reset


def test_a_new_password_by_mail_once(client: Client) -> None:
    person()
    client.post("/accounts/password/reset/", {"email": "alice@example.org"})
    link = link_for("alice@example.org")
    step = client.get(link)["Location"]
    answer = client.post(step, {"password1": NEW, "password2": NEW})
    assert answer.status_code == 302
    assert who(client) == "alice"
    assert sign_in(Client(), "alice") == 200
    assert sign_in(Client(), "alice", NEW) == 302
    assert b"used up" in Client().get(link, follow=True).content


def test_links_lead_to_the_site_whatever_host_the_request_named(client: Client, settings: Any) -> None:
    person()
    settings.ALLOWED_HOSTS = ["evil.example"]
    client.post("/accounts/password/reset/", {"email": "alice@example.org"}, headers={"host": "evil.example"})
    assert settings.SITE_URL in mailed("alice@example.org")
    assert "evil" not in mailed("alice@example.org")


# What a stranger can find out


def asked(path: str, **typed: str) -> tuple[Any, ...]:
    """What an asker sees and how many mails go out, with the address itself and tokens of forms left out."""
    client, before = Client(), len(mail.outbox)
    answer = client.post(path, typed)
    page = client.get(answer["Location"]) if answer.status_code == 302 else answer
    text = page.content.decode()
    for secret in (typed.get("email", ""), typed.get("username", ""), typed.get("login", ""), *tokens(text)):
        text = text.replace(secret, "…") if secret else text
    return answer.status_code, answer.get("Location", ""), page.status_code, text, len(mail.outbox) - before


def tokens(text: str) -> set[str]:
    return {part.partition('"')[0] for part in text.split('csrfmiddlewaretoken" value="')[1:]} | {
        part.partition('"')[0] for part in text.split('"X-CSRFToken": "')[1:]
    }


@pytest.mark.parametrize("path", ["/accounts/login/code/", "/accounts/password/reset/"])
def test_asking_for_a_mail_tells_nothing(path: str) -> None:
    person()
    assert asked(path, email="alice@example.org") == asked(path, email="nobody@example.org")


def test_signing_up_tells_nothing_of_an_address() -> None:
    person()
    known = asked("/accounts/signup/", **wants("carol", email="alice@example.org"))
    assert known == asked("/accounts/signup/", **wants("carol", email="nobody@example.org"))
    assert "already" in mailed("alice@example.org")
    assert code_for("nobody@example.org")


@pytest.mark.parametrize("kind", ["name", "address"])
def test_a_failed_sign_in_tells_nothing(kind: str) -> None:
    person()
    known, unknown = ("alice", "nobody") if kind == "name" else ("alice@example.org", "nobody@example.org")
    assert asked("/accounts/login/", login=known, password="wrong") == asked(
        "/accounts/login/", login=unknown, password="wrong"
    )


def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every password that is hashed from now on."""
    hashed: list[str] = []
    encode = MD5PasswordHasher.encode

    def count(self: MD5PasswordHasher, password: str, salt: str) -> str:
        hashed.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", count)
    return hashed


@pytest.mark.parametrize("login", ["alice", "nobody", "alice@example.org", "nobody@example.org", "guest-aaaa"])
def test_every_attempt_hashes_as_often(client: Client, monkeypatch: pytest.MonkeyPatch, login: str) -> None:
    person()
    User.objects.create_user("guest-aaaa")
    hashed = counted(monkeypatch)
    assert sign_in(client, login, "wrong") == 200
    assert len(hashed) == 2  # one for each backend


def test_signing_up_hashes_for_a_known_address_too(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    person()
    hashed = counted(monkeypatch)
    counts = []
    for address in ("alice@example.org", "nobody@example.org"):
        hashed.clear()
        Client().post("/accounts/signup/", wants("carol", email=address))
        counts.append(len(hashed))
    assert counts == [1, 1]


def test_a_mail_server_that_is_away_is_said_and_says_nothing(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    person()

    def fail(*_: object, **__: object) -> int:
        raise OSError("no route")

    monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", fail)
    seen = {asked("/accounts/login/code/", email=address) for address in ("alice@example.org", "nobody@example.org")}
    assert len(seen) == 1
    assert "could not be sent" in seen.pop()[3]


# Guessing


def test_the_sixth_guess_is_not_even_tried_from_anywhere(client: Client) -> None:
    person()
    for guess in range(5):
        address = f"10.0.0.{guess}"
        assert (
            b"too many"
            not in Client(REMOTE_ADDR=address)
            .post("/accounts/login/", {"login": "alice", "password": f"guess-{guess}"})
            .content.lower()
        )
    assert sign_in(Client(REMOTE_ADDR="10.0.0.99"), "alice") == 200  # the right one comes too late
    assert b"too many" in client.post("/accounts/login/", {"login": "alice", "password": PASSWORD}).content.lower()
    assert who(client) == ""


def test_the_lock_ends_and_the_mail_is_a_way_around_it(client: Client, clock: Any) -> None:
    person()
    for guess in range(6):
        sign_in(Client(REMOTE_ADDR=f"10.0.0.{guess}"), "alice", "wrong")
    client.post("/accounts/login/code/", {"email": "alice@example.org"})
    assert client.post(link_for("alice@example.org")).status_code == 302
    clock.shift(301)
    assert sign_in(Client(), "alice") == 302


def test_one_machine_may_not_try_many_names(client: Client) -> None:
    for number in range(10):
        sign_in(client, f"name-{number}", "wrong")
    assert b"too many" in client.post("/accounts/login/", {"login": "other", "password": "x"}).content.lower()


def test_counts_are_in_the_database_so_that_all_processes_share_them(settings: Any) -> None:
    assert settings.CACHES["default"]["BACKEND"].endswith("DatabaseCache")


def test_mails_cannot_be_asked_for_without_end() -> None:
    person()
    answers = [Client().post("/accounts/login/code/", {"email": "alice@example.org"}).status_code for _ in range(4)]
    assert answers == [302, 302, 302, 200]


# The second factor


def with_app(user: User) -> str:
    secret: str = totp.generate_totp_secret()
    totp.TOTP.activate(user, secret)
    RecoveryCodes.activate(user)
    return secret


def now_in_app(secret: str) -> str:
    return str(totp.format_hotp_value(totp.hotp_value(secret, int(time.time()) // 30)))


def test_a_password_is_not_enough_for_whoever_has_an_app(client: Client) -> None:
    secret = with_app(person())
    assert client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})["Location"].startswith(
        "/accounts/2fa/authenticate/"
    )
    assert who(client) == ""
    assert client.post("/accounts/2fa/authenticate/", {"code": "000000"}).status_code == 200
    assert client.post("/accounts/2fa/authenticate/", {"code": now_in_app(secret)}).status_code == 302
    assert who(client) == "alice"


def test_nor_is_a_link(client: Client) -> None:
    with_app(person())
    client.post("/accounts/login/code/", {"email": "alice@example.org"})
    assert client.post(link_for("alice@example.org"))["Location"].startswith("/accounts/2fa/authenticate/")
    assert who(client) == ""


def test_secrets_are_encrypted_where_they_are_kept() -> None:
    secret = with_app(person())
    kept = str([each.data for each in Authenticator.objects.all()])
    assert secret not in kept


def test_staff_without_one_see_nothing_but_the_way_to_it(client: Client, settings: Any) -> None:
    settings.STAFF_SECOND_FACTOR = True
    boss = person("boss", is_staff=True, is_superuser=True)
    sign_in(client, "boss")
    for path in ("/admin/", "/", "/settings/"):
        assert client.get(path)["Location"] == "/accounts/2fa/totp/activate/"
    answer = client.get("/api/v1/me/")
    assert (answer.status_code, answer.json()["code"]) == (403, "second_factor_required")
    # Their password once more, since this is a change to the account.
    path = client.get("/accounts/2fa/totp/activate/")["Location"]
    assert client.post(path, {"password": PASSWORD}, follow=True).status_code == 200
    with_app(boss)
    assert client.get("/admin/").status_code == 200


def test_the_administration_has_no_way_in_of_its_own(client: Client, settings: Any) -> None:
    settings.STAFF_SECOND_FACTOR = True
    answer = client.get("/admin/login/?next=/admin/")
    assert answer["Location"].startswith("/accounts/login/?next=")


def test_the_link_pattern_of_these_tests_finds_links() -> None:
    assert LINK.search("see http://127.0.0.1:8000/accounts/login/link/a:b/ ")
