"""Jest at the doors: offers that several make at once, turns that follow one another, and whole matches by scripts."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.urls import reverse

from games import tasks
from games.access import Board, get_board
from games.management.commands.replay import differences
from games.services import lobby, play
from tests.games.conftest import Api, now, play_on, refusal, unchanged
from tests.games.reading import shown, told, undone

pytestmark = pytest.mark.django_db
Make = Callable[..., Board]
HOUR = 3600


@pytest.fixture
def three(
    make_game: Make,
    alice: Api,
    bob: Api,
    charlie: Api,
    clock: time_machine.Traveller,
    monkeypatch: pytest.MonkeyPatch,
) -> str:
    """A match of Alice, Bob and Charlie that has just been dealt, always with the same cards."""
    monkeypatch.setattr(lobby, "new_server_seed", lambda: bytes([7]) * 32)
    return make_game(alice, bob, charlie, ruleset="jest", turn_seconds=HOUR).game.code


def game(player: Api, code: str) -> Any:
    return player.get(f"/games/{code}/").json()


def prompts(player: Api, code: str) -> list[int | None]:
    return [seat["prompt"] for seat in game(player, code)["seats"]]


def legal(player: Api, code: str) -> list[str]:
    return [each["action"] for each in game(player, code)["legal_actions"]]


def offer(player: Api, code: str, which: int = 0) -> Any:
    answer = player.act(code, 0, legal(player, code)[which])
    assert answer.status_code == 201
    return answer


def test_all_are_asked_at_once_and_answer_in_any_order(three: str, alice: Api, bob: Api, charlie: Api) -> None:
    assert prompts(alice, three) == [0, 0, 0]
    offer(charlie, three)
    offer(alice, three)
    assert prompts(alice, three) == [None, 0, None]
    with unchanged():
        assert refusal(alice.act(three, 0, "offer JK")) == (409, "already_answered")
    assert bob.act(three, 0, legal(bob, three)[0]).json()["events"][1]["type"] == "revealed"


def test_the_same_offer_again_is_the_same_answer(three: str, alice: Api) -> None:
    action = legal(alice, three)[0]
    first, again = alice.act(three, 0, action), alice.act(three, 0, action)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json()["number"] == again.json()["number"]


@pytest.mark.parametrize("reader", ["charlie", "stranger"])
def test_no_answer_to_others_depends_on_what_was_offered(
    three: str, alice: Api, bob: Api, charlie: Api, stranger: Api, reader: str
) -> None:
    """Bob has laid up one card or the other; Alice has offered, Charlie has not, the others watch."""
    offer(alice, three)
    readers = {"charlie": charlie, "stranger": stranger}
    tried = [("actions", {"prompt": prompt, "action": action}) for prompt in (0, 1, 9) for action in ("offer", "x")]
    found, mine = [], []
    for which in (0, 1):
        with undone():
            offer(bob, three, which)
            found.append(shown(readers[reader], three, tried))
            mine.append(bob.get(f"/games/{three}/").content)
    assert mine[0] != mine[1]
    for question, answer in found[0].items():
        assert found[1][question] == answer, question


def test_no_mail_to_others_depends_on_what_was_offered(three: str, alice: Api, bob: Api) -> None:
    causes: list[Callable[[], Any]] = [lambda: offer(bob, three, 0), lambda: offer(bob, three, 1)]
    found = []
    for cause in causes:
        with undone():
            cause()
            found.append(
                [told(lambda: play.resign(user=alice.person, code=three, now=now())), told(tasks.send_reminders)]
            )
    assert [each.get("charlie") for each in found[0]] == [each.get("charlie") for each in found[1]]


def test_others_read_what_was_offered_only_as_far_as_it_was_revealed(
    three: str, alice: Api, bob: Api, charlie: Api
) -> None:
    for player in (alice, bob, charlie):
        offer(player, three)
    log = alice.get(f"/games/{three}/actions/").json()["results"]
    assert [item["action"] for item in log[2:]] == ["offer", "offer"]
    assert log[1]["action"].startswith("offer ")
    assert [(item["events"][0]["up"], item["events"][0]["down"]) for item in log[2:]] == [(None, None)] * 2
    assert all(each["up"] for each in log[3]["events"][1]["offers"])
    downs = [each["down"] for each in game(alice, three)["view"]["offers"]]
    assert (downs[0] is not None, downs[1:]) == (True, [None, None])


def test_whoever_offers_last_and_takes_first_begins_a_new_turn(
    three: str, alice: Api, bob: Api, charlie: Api, clock: time_machine.Traveller
) -> None:
    taker = first_taker(three, alice, bob, charlie)
    others = [each for each in (alice, bob, charlie) if each is not taker]
    for player in others:
        offer(player, three)
    clock.shift(timedelta(minutes=50))
    answer = offer(taker, three).json()
    seat = answer["game"]["seats"][answer["game"]["your_seat"] - 1]
    assert seat["prompt"] == answer["number"]
    assert seat["deadline"] == (now() + timedelta(seconds=HOUR)).isoformat(timespec="seconds").replace("+00:00", "Z")


def first_taker(code: str, *players: Api) -> Api:
    """Who is to take first when everybody offers the first card."""
    with undone():
        for player in players:
            offer(player, code)
        return next(player for player in players if legal(player, code))


def test_time_that_is_up_settles_one_question_and_not_the_next(three: str, clock: time_machine.Traveller) -> None:
    """Nobody has offered in time: three offers are made, and whoever is to take has an hour."""
    clock.shift(timedelta(seconds=HOUR + 1))
    tasks.sweep_deadlines()
    board = get_board(three)
    assert board.game.version == 3
    assert [seat.timeouts for seat in board.seats] == [1, 1, 1]
    (turn,) = board.asked.values()
    assert turn.due_at == now() + timedelta(seconds=HOUR)
    clock.shift(timedelta(seconds=HOUR + 1))
    tasks.sweep_deadlines()
    assert get_board(three).game.version == 4


def test_the_match_goes_on_without_those_who_leave_and_ends_with_the_last(
    three: str, alice: Api, bob: Api, charlie: Api
) -> None:
    assert alice.post(f"/games/{three}/resign/").status_code == 200
    assert prompts(bob, three) == [None, 0, 0]
    offer(bob, three)
    assert bob.post(f"/games/{three}/resign/").status_code == 200
    outcome = game(charlie, three)["outcome"]
    assert (outcome["reason"], outcome["winners"], outcome["places"]) == ("resigned", [3], [2, 2, 1])


@pytest.mark.parametrize("seats", [3, 4])
def test_two_scripts_play_whole_matches_over_the_api(alice: Api, bob: Api, stranger: Api, seats: int) -> None:
    wish = {"ruleset": "jest", "seats": seats, "bots": ["greedy"] * (seats - 2), "options": {"one_trophy_each": "on"}}
    code = alice.post("/games/", wish).json()["id"]
    bob.post(f"/games/{code}/join/")
    while game(stranger, code)["status"] == "active":
        tasks.play_bots.delay(code)
        for script, which in ((alice, 0), (bob, -1)):
            seen = game(script, code)
            if seen["legal_actions"]:
                prompt = seen["seats"][seen["your_seat"] - 1]["prompt"]
                assert script.act(code, prompt, seen["legal_actions"][which]["action"]).status_code == 201
    over = game(stranger, code)
    assert over["outcome"]["reason"] == "score"
    assert [jest["value"] for jest in over["view"]["jests"]] == over["outcome"]["scores"]
    log = stranger.get(f"/games/{code}/actions/").json()["results"]
    assert all(item["action"].startswith(("offer ", "take ")) for item in log[1:])
    assert list(differences(get_board(code))) == []


def test_the_page_of_a_table_plays_by_forms_alone_and_its_replay_shows_every_step(
    three: str, alice: Api, bob: Api, charlie: Api
) -> None:
    alice.client.force_login(alice.person)
    offer(bob, three)
    page = alice.client.get(f"/games/{three}/").content.decode()
    action, act = legal(alice, three)[0], reverse("act", args=[three])
    assert f'value="{action}"' in page
    answer = alice.client.post(act, {"prompt": "0", "action": "take 2 up"})
    assert answer.status_code == 422
    assert "First everybody makes an offer." in answer.content.decode()
    assert alice.client.post(act, {"prompt": "0", "action": action}).status_code == 303
    assert "Your offer is made." in alice.client.get(f"/games/{three}/").content.decode()
    board = play_on(get_board(three), 100)
    assert board.is_over
    for step in (0, 2, 4, board.game.version):
        for seat in ("", "&seat=1"):
            assert alice.client.get(f"/games/{three}/replay/?step={step}{seat}").status_code == 200
