"""What a block means at the tables."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts import blocking, clock
from accounts.models import Notice
from games import notify
from games.access import Board
from games.models import Invitation
from games.services import talk
from tests.games.browsing import Browser
from tests.games.conftest import Api, asked, errors_of, play_on, player_asked, refusal, unchanged

pytestmark = pytest.mark.django_db
Make = Callable[..., Board]


def block(who: Api, whom: Api) -> None:
    blocking.block(user=who.person, username=whom.person.username, now=clock.now())


def say(board: Board, player: Api, text: str) -> None:
    talk.post_message(user=player.person, code=board.game.code, text=text, now=clock.now())


def test_who_is_blocked_cannot_sit_down_where_the_other_sits(
    make_game: Make, alice: Api, bob: Api, charlie: Api
) -> None:
    block(alice, bob)
    own = make_game(alice, seats=3).game.code
    joined = make_game(charlie, alice, seats=4).game.code
    for code in (own, joined):
        with unchanged():
            answer = bob.post(f"/games/{code}/join/")
        assert refusal(answer) == (403, "blocked")
        assert "block" not in answer.json()["detail"]
    page = Browser(bob.person).get(f"/games/{own}/").press("Take a seat")
    assert "This does not work out at this table." in page.text
    blocking.unblock(user=alice.person, username="bob")
    assert bob.post(f"/games/{own}/join/").status_code == 200


def test_open_tables_are_not_offered_to_either_of_the_two(make_game: Make, alice: Api, bob: Api, charlie: Api) -> None:
    codes = {each: make_game(each, seats=2).game.code for each in (alice, bob)}
    block(alice, bob)
    assert f"/games/{codes[alice]}/" not in Browser(bob.person).get("/").text
    assert f"/games/{codes[bob]}/" not in Browser(alice.person).get("/").text
    page = Browser(charlie.person).get("/").text
    assert all(f"/games/{code}/" in page for code in codes.values())


def test_who_is_blocked_cannot_invite_by_name(make_game: Make, alice: Api, bob: Api) -> None:
    block(alice, bob)
    code = make_game(bob, seats=2).game.code
    with unchanged():
        answer = bob.post(f"/games/{code}/invitations/", {"username": "alice"})
    assert refusal(answer) == (403, "blocked")
    assert "block" not in answer.json()["detail"]
    own = make_game(alice, seats=2).game.code
    with unchanged():
        assert errors_of(alice.post(f"/games/{own}/invitations/", {"username": "bob"})) == {"username"}


def test_an_invitation_by_address_is_not_told_and_gives_nothing_away(make_game: Make, alice: Api, bob: Api) -> None:
    block(alice, bob)
    code = make_game(bob, seats=2).game.code
    answer = bob.post(f"/games/{code}/invitations/", {"email": "alice@example.org"})
    assert (answer.status_code, answer.json()) == (201, {"email": "alice@example.org"})
    assert not Notice.objects.filter(user=alice.person).exists()


def test_a_match_they_play_goes_on_and_its_rematch_asks_only_the_others(
    make_game: Make, alice: Api, bob: Api, charlie: Api
) -> None:
    board = make_game(alice, bob, charlie)
    block(alice, bob)
    player = player_asked(board, alice, bob, charlie)
    assert player.act(board.game.code, asked(board)[1], "take pile").status_code == 201
    play_on(board, 2000)
    again = bob.post(f"/games/{board.game.code}/rematch/").json()["id"]
    assert [each.user for each in Invitation.objects.filter(game__code=again)] == [charlie.person]
    assert not Notice.objects.filter(user=alice.person, kind="invited").exists()


def test_what_they_say_is_folded_away_for_the_one_and_nobody_else(
    make_game: Make, alice: Api, bob: Api, charlie: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[set[int]] = []
    monkeypatch.setattr(notify, "tell_people", lambda people, *_about: told.append(set(people)))
    board = make_game(alice, bob, charlie)
    say(board, bob, "You fool")
    block(alice, bob)
    say(board, bob, "You fool again")
    say(board, charlie, "Good luck")
    code = board.game.code
    assert marked(alice, code) == [True, True, False]
    assert marked(charlie, code) == marked(Api(None), code) == [False, False, False]
    page = Browser(alice.person).get(f"/games/{code}/").text
    assert page.count("<details><summary><bdi>bob</bdi>") == 2
    assert "is blocked; show it" not in Browser(charlie.person).get(f"/games/{code}/").text
    assert alice.person.pk in told[0]
    assert alice.person.pk not in told[1]


def marked(reader: Api, code: str) -> list[Any]:
    return [line["blocked"] for line in reader.get(f"/games/{code}/messages/").json()["results"]]


def test_one_blocks_from_a_line_of_talk_and_from_a_players_page(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game(alice, bob)
    say(board, bob, "You fool")
    browser = Browser(alice.person).get(f"/games/{board.game.code}/")
    browser.get(browser.links["Block: bob"]).press("Yes, block")
    assert browser.path == f"/games/{board.game.code}/"
    assert "is blocked; show it" in browser.text
    assert "blocked by you" in browser.get("/players/bob/").text
    browser.press("Unblock")
    assert browser.path == "/players/bob/"
    assert "blocked by you" not in browser.text
    assert "Block" not in browser.get("/players/alice/").links
