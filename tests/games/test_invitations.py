"""Who is invited to an open table: seen by those who sit there, and taken back by who asked."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import Notice
from games.access import Board
from games.models import Invitation
from tests.games.browsing import Browser
from tests.games.conftest import Api, refusal, unchanged

pytestmark = pytest.mark.django_db
Make = Callable[..., Board]


@pytest.fixture
def code(make_game: Make, alice: Api, charlie: Api) -> str:
    """A table of Alice and Charlie; Alice has asked Bob by name and somebody by mail."""
    code = make_game(alice, charlie, seats=4).game.code
    alice.post(f"/games/{code}/invitations/", {"username": "bob"})
    alice.post(f"/games/{code}/invitations/", {"email": "new@example.net"})
    return code


def listed(player: Api, code: str) -> list[Any]:
    rows = player.get(f"/games/{code}/invitations/").json()["results"]
    return [(row["username"], row["email"], row["yours"]) for row in rows]


def test_an_address_is_shown_to_nobody_but_who_invited_it(code: str, bob: Api, alice: Api, charlie: Api) -> None:
    assert listed(alice, code) == [("bob", None, True), (None, "new@example.net", True)]
    assert listed(charlie, code) == [("bob", None, False), (None, None, False)]
    page = Browser(alice.person).get(f"/games/{code}/").text
    assert "<bdi>bob</bdi>" in page
    assert "<bdi>new@example.net</bdi>" in page
    page = Browser(charlie.person).get(f"/games/{code}/").text
    assert "<bdi>bob</bdi>" in page
    assert "somebody, by mail" in page
    assert "example.net" not in page


def test_who_does_not_sit_there_sees_nothing_of_it(bob: Api, code: str, stranger: Api) -> None:
    assert refusal(bob.get(f"/games/{code}/invitations/")) == (403, "not_a_player")
    for browser in (Browser(bob.person), Browser()):
        page = browser.get(f"/games/{code}/").text
        assert 'id="invited-title"' not in page


def test_an_invitation_is_taken_back_by_form_before_it_goes_out(bob: Api, code: str, alice: Api) -> None:
    browser = Browser(alice.person).get(f"/games/{code}/").press("Take back: bob")
    assert browser.path == f"/games/{code}/"
    assert listed(alice, code) == [(None, "new@example.net", True)]
    assert not Notice.objects.filter(user=bob.person).exists()
    alice.post(f"/games/{code}/invitations/", {"username": "bob"})
    assert Notice.objects.filter(user=bob.person, kind="invited", status="pending").count() == 1


def test_who_is_asked_no_more_cannot_come_to_a_table_by_invitation(make_game: Make, alice: Api, bob: Api) -> None:
    code = make_game(alice, seats=2, visibility="invited").game.code
    alice.post(f"/games/{code}/invitations/", {"username": "bob"})
    row = Invitation.objects.get()
    for _ in range(2):
        assert alice.send("DELETE", f"/api/v1/games/{code}/invitations/{row.pk}/", b"").status_code == 204
    assert refusal(bob.post(f"/games/{code}/join/")) == (403, "not_invited")


def test_nobody_takes_back_what_another_asked(bob: Api, code: str, charlie: Api, make_game: Make) -> None:
    rows = list(Invitation.objects.values_list("pk", flat=True))
    other = make_game(charlie, seats=2).game.code
    with unchanged():
        for pk in rows:
            assert charlie.send("DELETE", f"/api/v1/games/{code}/invitations/{pk}/", b"").status_code == 204
            charlie.send("DELETE", f"/api/v1/games/{other}/invitations/{pk}/", b"")
    assert refusal(bob.send("DELETE", f"/api/v1/games/{code}/invitations/{rows[0]}/", b"")) == (403, "not_a_player")


def test_a_name_and_its_own_address_look_like_two_people(make_game: Make, alice: Api, bob: Api) -> None:
    code = make_game(alice, seats=4).game.code
    for asked in ({"username": "bob"}, {"email": "bob@example.org"}):
        alice.post(f"/games/{code}/invitations/", asked)
    assert listed(alice, code) == [("bob", None, True), (None, "bob@example.org", True)]
    assert Notice.objects.filter(user=bob.person).count() == 1
    bob.post(f"/games/{code}/join/")
    assert listed(alice, code) == [(None, "bob@example.org", True)]


def test_the_part_of_the_page_that_changes_keeps_the_link_and_the_form(make_game: Make, alice: Api, bob: Api) -> None:
    code = make_game(alice, seats=3).game.code
    for player, kept in ((alice, f'/games/{code}/">'), (bob, 'name="seed"')):
        browser = Browser(player.person)
        answer = browser.client.get(f"/games/{code}/live/?seen=0-0", headers={"HX-Request": "true"})
        assert kept in answer.content.decode()
