"""From a stranger, or a guest, to a member; and what waited for the reader of an address."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.test import Client, RequestFactory

from accounts import pruning, services
from accounts.models import Channel, Notice, Standing, User
from accounts.outbox import NewNotice, put
from accounts.services import set_preferences
from accounts.web import guests
from accounts.web.adapter import AccountAdapter
from games.models import Game, Invitation, Seat
from games.services import lobby
from tests.accounts.browser import PASSWORD, code_for, mailed, person, sign_in, wants, who

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
CONFIRM = "/accounts/confirm-email/"


def open_table(user: User) -> str:
    wish = lobby.TableWish(ruleset="jack-in-the-pot", seats=2, turn_seconds=None)
    return lobby.create_game(user=user, wish=wish, now=NOW).game.code


def test_sign_up_prove_the_address_and_be_in(client: Client) -> None:
    answer = client.post("/accounts/signup/", wants("carol"), headers={"accept-language": "de"})
    assert (answer.status_code, answer["Location"], who(client)) == (302, CONFIRM, "")
    assert client.post(CONFIRM, {"code": code_for("carol@example.org")}).status_code == 302
    carol = User.objects.get(username="carol")
    assert who(client) == "carol"
    assert (carol.standing, carol.email, carol.time_zone, carol.language) == (
        Standing.MEMBER,
        "carol@example.org",
        "Europe/Berlin",
        "de",
    )
    assert [c.address for c in carol.channels.exclude(verified_at=None)] == ["carol@example.org"]


@pytest.mark.parametrize(
    ("password", "said"),
    [
        ("c4r0l7x", "At least 8 characters."),
        ("password1", "Too many people use this password: it would be guessed."),
        ("carol-1x", "This password is too much like your name or your address."),
    ],
)
def test_a_weak_password_is_refused_with_the_reason(client: Client, password: str, said: str) -> None:
    answer = client.post("/accounts/signup/", wants("carol", password1=password))
    assert answer.status_code == 200
    assert said in answer.context["form"].errors["password1"]
    assert not User.objects.filter(username="carol").exists()


def test_nobody_gets_in_or_is_written_to_before_the_proof(client: Client) -> None:
    client.post("/accounts/signup/", wants("carol"))
    sign_in(Client(), "carol")
    assert who(client) == ""
    assert not Channel.objects.exists()


def test_a_wrong_code_is_refused_and_the_third_ends_it(client: Client) -> None:
    client.post("/accounts/signup/", wants("carol"))
    answers = [client.post(CONFIRM, {"code": "AAAA-AAAA"}).status_code for _ in range(3)]
    assert answers == [200, 200, 302]
    assert client.post(CONFIRM, {"code": code_for("carol@example.org")}).status_code == 302
    assert who(client) == ""


@pytest.mark.parametrize("name", ["guest-7k3f", "greedy-bot", "Admin", "a@b.c", "x" * 31, "ab"])
def test_names_that_mislead_are_refused(client: Client, name: str) -> None:
    answer = client.post("/accounts/signup/", wants(name, email="x@example.org"))
    assert answer.status_code == 200
    assert b'class="error"' in answer.content
    assert not User.objects.exists()


def test_a_name_is_taken_whatever_its_case(client: Client) -> None:
    person("carol")
    assert client.post("/accounts/signup/", wants("CAROL", email="x@example.org")).status_code == 200


def test_a_name_that_is_taken_at_the_same_moment_is_said(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    person("carol")
    monkeypatch.setattr(AccountAdapter, "clean_username", lambda self, name, shallow=False: name)
    page = client.post("/accounts/signup/", wants("Carol", email="x@example.org"), follow=True)
    assert b"a moment ago" in page.content
    user = guest(client)
    set_preferences(user, language="en")
    assert b"a moment ago" in client.post("/accounts/keep/", wants("Carol", email="x@example.org")).content
    user.refresh_from_db()
    assert user.username.startswith("guest-")
    assert client.get("/settings/").status_code == 200


def test_a_proof_counts_as_a_whole_or_not_at_all(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    client.post("/accounts/signup/", wants("carol"))

    def fail(*_: object) -> None:
        raise RuntimeError

    with monkeypatch.context() as broken:
        broken.setattr(services, "prove_address", fail)
        with pytest.raises(RuntimeError):
            client.post(CONFIRM, {"code": code_for("carol@example.org")})
    carol = User.objects.get(username="carol")
    assert (carol.standing, carol.emailaddress_set.get().verified) == (Standing.GUEST, False)  # type: ignore[attr-defined]


def test_what_waited_for_the_reader_of_an_address_is_theirs(client: Client) -> None:
    alice = person("alice")
    code = open_table(alice)
    for address in ("Carol@Example.org", "carol@example.org"):
        stray = services.contact(address)
    game = Game.objects.get(code=code)
    Invitation.objects.create(game=game, user=stray, email="Carol@Example.org", invited_by=alice, created_at=NOW)
    put([NewNotice(stray.pk, "invited", code, f"invited:{code}:{stray.pk}", {}, NOW)])
    client.post("/accounts/signup/", wants("carol"))
    assert Invitation.objects.get().user == stray  # not before the proof
    client.post(CONFIRM, {"code": code_for("carol@example.org")})
    carol = User.objects.get(username="carol")
    assert Invitation.objects.get().user == carol
    assert Notice.objects.get().user == carol
    assert not User.objects.filter(pk=stray.pk).exists()
    assert carol.channels.get().address == "carol@example.org"


def test_who_waits_to_be_claimed_can_be_written_to_and_not_signed_in_to(client: Client) -> None:
    stray = services.contact("carol@example.org")
    assert (stray.standing, stray.email, stray.channels.count()) == (Standing.UNCLAIMED, "", 1)
    assert services.contact("CAROL@example.org") == stray
    client.post("/accounts/login/code/", {"email": "carol@example.org"})
    assert "No account here" in mailed("carol@example.org")


# Guests


def guest(client: Client) -> User:
    user = services.guest_account("fr")
    client.force_login(user)
    return user


def test_a_guest_has_a_name_to_call_and_nothing_else() -> None:
    user = services.guest_account()
    assert user.username.startswith("guest-")
    assert (user.is_guest, user.email, user.has_usable_password()) == (True, "", False)
    assert services.guest_account().username != user.username


def test_a_guest_becomes_a_member_with_the_same_row_and_seat(client: Client) -> None:
    user = guest(client)
    code = open_table(user)
    assert b"/accounts/keep/" in client.get("/settings/").content
    answer = client.post("/accounts/keep/", wants("dora"))
    assert (answer.status_code, answer["Location"]) == (302, CONFIRM)
    assert who(client) == "dora"
    client.post(CONFIRM, {"code": code_for("dora@example.org")})
    user.refresh_from_db()
    assert (user.username, user.standing, user.email) == ("dora", Standing.MEMBER, "dora@example.org")
    assert Seat.objects.get(game__code=code, number=1).user_id == user.pk
    assert b"/accounts/keep/" not in client.get("/settings/").content
    assert sign_in(Client(), "dora@example.org") == 302


def test_a_guest_who_never_proves_the_address_stays_a_guest_and_keeps_the_name(client: Client) -> None:
    user = guest(client)
    client.post("/accounts/keep/", wants("dora"))
    user.refresh_from_db()
    assert (user.standing, user.email) == (Standing.GUEST, "")
    assert not user.channels.exists()
    other = Client()
    assert sign_in(other, "dora") == 302
    assert who(other) == "dora"


def test_a_guest_is_not_told_whether_an_address_is_known(client: Client) -> None:
    person("alice")
    guest(client)
    answer = client.post("/accounts/keep/", wants("dora", email="alice@example.org"))
    assert (answer.status_code, answer["Location"]) == (302, CONFIRM)
    # Only whoever reads the mail learns it.
    told = client.post(CONFIRM, {"code": code_for("alice@example.org")})
    assert told.status_code == 200
    assert User.objects.get(username="dora").standing == Standing.GUEST


def test_a_guest_gets_no_tokens(client: Client) -> None:
    guest(client)
    body = {"scopes": ["games:read"]}
    answer = client.post("/api/v1/me/tokens/", body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (403, "guest")


def test_a_guest_is_asked_before_signing_out_for_ever(client: Client) -> None:
    user = guest(client)
    assert b"/accounts/keep/" in client.post("/accounts/logout/").content
    assert who(client) == user.username
    assert client.post("/accounts/logout/", {"sure": "yes"}).status_code == 302
    assert who(client) == ""


def stranger() -> User:
    request = RequestFactory().post("/", {"time_zone": "Asia/Tokyo"})
    request.session, request.user = SessionStore(), AnonymousUser()
    return guests.player(request)


def test_guests_do_not_come_without_end(settings: Any) -> None:
    settings.RATE_LIMITS = True
    made = [stranger() for _ in range(guests.GUESTS_PER_MINUTE)]
    assert {guest.time_zone for guest in made} == {"Asia/Tokyo"}
    with pytest.raises(guests.TooManyGuests):
        stranger()


def test_members_and_strangers_have_nothing_to_keep(client: Client) -> None:
    assert client.get("/accounts/keep/")["Location"].startswith("/accounts/login/")
    client.force_login(person("alice"))
    assert client.get("/accounts/keep/")["Location"] == "/settings/"


def test_idle_guests_are_pruned_unless_a_match_remembers_them(clock: Any) -> None:
    idle, seated, fresh = (services.guest_account() for _ in range(3))
    member = person("alice")
    User.objects.update(last_login=NOW, date_joined=NOW)
    open_table(seated)
    clock.shift(31 * 86400)
    User.objects.filter(pk=fresh.pk).update(last_login=NOW.replace(day=30))
    pruning.prune_people()
    assert {*User.objects.all()} == {seated, fresh, member}
    assert not User.objects.filter(pk=idle.pk).exists()


def test_mails_speak_the_language_of_the_reader_and_look_like_ours(client: Client) -> None:
    client.post("/accounts/signup/", wants("carol"))
    message = mail.outbox[-1]
    assert isinstance(message, EmailMultiAlternatives)
    html, kind = message.alternatives[0]
    assert (kind, isinstance(html, str)) == ("text/html", True)
    html = str(html)
    assert "JACKPOT" in html
    assert PASSWORD not in html
    assert message.extra_headers["Auto-Submitted"] == "auto-generated"
