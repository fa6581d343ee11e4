"""What somebody takes along of their matches: their own part, and nothing hidden."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from accounts import clock
from accounts.models import User
from games.access import Board, get_board
from games.models import Seat
from games.services import absence, moderate, talk
from games.services.bots import play_bot_turns
from games.services.orders import give_orders
from tests.games.conftest import Api, make_user, play_on, statements

pytestmark = pytest.mark.django_db
Make = Callable[..., Board]


def part(player: Api) -> Any:
    return player.get("/me/export/").json()["games"]


def test_matches_hold_ones_own_words_and_nobody_elses(make_game: Make, alice: Api, bob: Api) -> None:
    running = play_on(make_game(), 6)
    finished = play_on(make_game(), 2000)
    for player, seat in ((alice, 1), (bob, 2)):
        matches = part(player)["matches"]
        assert [match["id"] for match in matches] == [running.game.code, finished.game.code]
        assert [match["status"] for match in matches] == ["active", "finished"]
        for match in matches:
            log = player.get(f"/games/{match['id']}/actions/").json()["results"]
            own = [
                {name: each[name] for name in ("number", "action", "by", "at")} for each in log if each["seat"] == seat
            ]
            assert match["actions"] == own


def test_nothing_hidden_goes_along(make_game: Make, alice: Api, bob: Api) -> None:
    board = play_on(make_game(brought={"seed": "mine"}), 6)
    text = json.dumps(part(bob))
    assert bytes(board.game.server_seed).hex() not in text
    assert "mine" not in text
    assert board.game.state not in text
    assert part(alice)["matches"][0]["brought"] == {"seed": "mine"}


@pytest.mark.usefixtures("long_seed")
def test_a_seat_is_ones_own_until_it_changed_hands(make_game: Make, alice: Api, bob: Api) -> None:
    board = play_on(make_game(), 6)
    mona = make_user("mona")
    moderate.give_seat_to_bot(
        moderator=mona, code=board.game.code, seat=2, bot="greedy", reason="A secret reason", now=clock.now()
    )
    until = get_board(board.game.code).game.version
    for _ in range(6):
        play_bot_turns(code=board.game.code, now=clock.now())
        play_on(board, 2)
    (match,) = part(bob)["matches"]
    assert match["seats"] == [{"seat": 2, "after": 0, "until": until}]
    assert match["actions"]
    assert all(each["number"] < until for each in match["actions"])
    assert [row["kind"] for row in part(bob)["measures"]] == ["replace"]
    assert "A secret reason" not in json.dumps(part(bob))


def test_what_was_brought_to_a_seat_goes_along_with_who_brought_it(make_game: Make, alice: Api, charlie: Api) -> None:
    board = make_game(brought={"seed": "mine"})
    Seat.objects.filter(game=board.game, number=1).update(offered_at=clock.now())
    absence.take_seat(user=charlie.person, code=board.game.code, seat=1, now=clock.now())
    assert [part(who)["matches"][0]["brought"] for who in (alice, charlie)] == [{"seed": "mine"}, None]


def test_orders_go_along_with_who_gave_them_and_not_with_who_held_the_seat_before(
    make_game: Make, alice: Api, bob: Api, charlie: Api
) -> None:
    """They have the number of the entry they came after, which may be the deal, or the change of hands itself."""
    board = make_game(alice, bob, Api(make_user("dora")), ruleset="same-one")
    code = board.game.code
    give_orders(user=bob.person, code=code, orders={"default": "hold", "except": {}}, now=clock.now())
    Seat.objects.filter(game=board.game, number=2).update(offered_at=clock.now())
    absence.take_seat(user=charlie.person, code=code, seat=2, now=clock.now())
    give_orders(user=charlie.person, code=code, orders={"default": "hold", "except": {"9": "claim"}}, now=clock.now())
    former, present = ([each["action"] for each in part(who)["matches"][0]["actions"]] for who in (bob, charlie))
    assert former == ['orders {"default":"hold","except":{}}']
    assert present == ["seat substitute", 'orders {"default":"hold","except":{"9":"claim"}}']


def test_talk_invitations_and_reports_go_along(make_game: Make, alice: Api, bob: Api, charlie: Api) -> None:
    board = make_game(alice, seats=3)
    code = board.game.code
    for asked in ({"username": "bob"}, {"email": "charlie@example.org"}):
        alice.post(f"/games/{code}/invitations/", asked)
    said = talk.post_message(user=alice.person, code=code, text="Hello", now=clock.now())
    talk.report(user=bob.person, code=code, reason="abuse", text="Rude", message_id=said.pk, now=clock.now())
    own = part(alice)
    assert [(row["code"], row["text"]) for row in own["messages"]] == [(code, "Hello")]
    made = [(row["username"], row["email"]) for row in own["invitations"]["made"]]
    assert made == [("bob", ""), (None, "charlie@example.org")]
    assert own["reports"] == []
    assert [row["by"] for row in part(charlie)["invitations"]["received"]] == ["alice"]
    assert [row["text"] for row in part(bob)["reports"]] == ["Rude"]


def test_finished_matches_cost_no_statement_each(make_game: Make, alice: Api, bob: Api) -> None:
    counts = []
    for _ in range(2):
        for _ in range(2):
            play_on(make_game(), 2000)
        part(alice)
        with statements() as asked:
            part(alice)
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_the_page_gives_the_same_document(make_game: Make, alice: Api) -> None:
    play_on(make_game(), 3)
    alice.client.force_login(User.objects.get(username="alice"))
    page = alice.client.get("/settings/data/download/").json()
    assert [match["id"] for match in page["games"]["matches"]] == [match["id"] for match in part(alice)["matches"]]
