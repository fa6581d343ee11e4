"""The bots of the house: they play through the worker, one action at a time, to the end."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from games import bots as pure
from games import tasks
from games.access import Board, get_board
from games.management.commands.replay import differences
from games.models import Game
from games.rules import registry
from games.rules.base import Json, Rules
from games.rules.rng import Rng
from games.services import bots
from tests.games.conftest import MATCH, Api, asked, now, play_on, statements

pytestmark = pytest.mark.django_db
Make = Callable[..., Board]
Capture = Callable[..., Any]


def play_out(board: Board, rounds: int = 600) -> Board:
    """People play like bots; the worker plays for the bots whenever they are asked."""
    code = board.game.code
    for _ in range(rounds):
        tasks.play_bots.delay(code)
        board = play_on(get_board(code), 1)
        if board.is_over:
            break
    return board


@pytest.mark.parametrize("others", [["random"], ["greedy"], ["greedy", "random", "greedy"]], ids="-".join)
def test_a_match_with_bots_runs_to_its_end(make_game: Make, alice: Api, others: list[str]) -> None:
    board = play_out(make_game(alice, bots=others))
    assert board.is_over
    log = alice.get(f"/games/{board.game.code}/actions/").json()["results"]
    mine = {item["seat"] for item in log if item["by"] == "player"}
    theirs = {item["seat"] for item in log if item["by"] == "bot"}
    assert (mine, theirs) == ({1}, set(range(2, len(others) + 2)))
    assert list(differences(board)) == []


def test_a_match_goes_on_among_the_bots_when_the_last_person_resigns(make_game: Make, alice: Api) -> None:
    board = make_game(alice, bots=["greedy", "greedy"])
    assert alice.post(f"/games/{board.game.code}/resign/").status_code == 200
    tasks.play_bots.delay(board.game.code)
    board = get_board(board.game.code)
    assert board.game.status == Game.Status.FINISHED
    assert board.outcome is not None
    assert board.outcome.places[0] == 3


def test_with_no_bell_the_sweep_plays_for_the_bots(make_game: Make, alice: Api) -> None:
    board = make_game(alice, bots=["greedy"])
    for _ in range(300):
        tasks.sweep_deadlines()
        board = play_on(get_board(board.game.code), 1)
        if board.is_over:
            break
    assert board.is_over


def test_ringing_twice_or_for_nobody_does_nothing(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game(alice, bots=["greedy"])
    tasks.play_bots.delay(board.game.code)
    version = get_board(board.game.code).game.version
    tasks.play_bots.delay(board.game.code)
    assert get_board(board.game.code).game.version == version
    people = make_game(alice, bob)
    tasks.play_bots.delay(people.game.code)
    assert get_board(people.game.code).game.version == 0


def test_the_bell_rings_after_commit_when_a_bot_is_asked(
    make_game: Make, alice: Api, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Capture
) -> None:
    rung: list[Any] = []
    monkeypatch.setattr("celery.Celery.send_task", lambda _app, name, args: rung.append((name, args)))
    with django_capture_on_commit_callbacks(execute=True):
        board = make_game(alice, seats=2)
    assert rung == []
    with django_capture_on_commit_callbacks(execute=True):
        board = make_game(alice, bots=["greedy"])
        while board.seat(asked(board)[0]).is_person:
            board = play_on(board, 1)
    assert rung == [("games.play_bots", [board.game.code])]


def test_a_broker_that_is_gone_costs_nobody_an_action(
    make_game: Make, alice: Api, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Capture
) -> None:
    def gone(*_args: Any) -> None:
        raise ConnectionError("no broker")

    monkeypatch.setattr("celery.Celery.send_task", gone)
    with django_capture_on_commit_callbacks(execute=True):
        answer = alice.post("/games/", {"ruleset": MATCH, "seats": 2, "bots": ["greedy"]})
        assert answer.status_code == 201
        board = get_board(answer.json()["id"])
        while board.seat(asked(board)[0]).is_person:
            board = play_on(board, 1)
    tasks.sweep_deadlines()
    assert "bot" in {item["by"] for item in alice.get(f"/games/{board.game.code}/actions/").json()["results"]}


@pytest.mark.usefixtures("long_seed")
def test_the_same_seed_gives_the_same_match(make_game: Make, alice: Api) -> None:
    words = []
    for _ in range(2):
        board = play_out(make_game(alice, bots=["greedy"]))
        log = alice.get(f"/games/{board.game.code}/actions/").json()["results"]
        words.append([(item["seat"], item["action"]) for item in log])
    assert words[0] == words[1]


def test_a_bot_is_shown_its_own_view_and_nothing_else(
    make_game: Make, alice: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Json] = []
    choose = pure.choose

    def spy(name: str, rules: Rules, view: Json, legal: Any, rng: Rng) -> str:
        seen.append(view)
        return choose(name, rules, view, legal, rng)

    monkeypatch.setattr(pure, "choose", spy)
    play_out(make_game(alice, bots=["greedy", "random"]), rounds=6)
    assert len(seen) > 6
    for view in seen:
        known = [hand["seat"] for hand in view["hands"] if hand["cards"] is not None]
        assert known == [view["seat_to_play"]]


def test_every_bot_of_every_game_can_be_seated(make_game: Make, alice: Api) -> None:
    for rules in registry.all_rules():
        for name in pure.names(rules):
            board = make_game(alice, ruleset=rules.slug, bots=[name] * (rules.min_seats - 1))
            bots.play_bot_turns(code=board.game.code, now=now())
            assert get_board(board.game.code).is_active


def test_a_bot_of_the_house_has_one_account_that_nobody_can_sign_in_to(make_game: Make, alice: Api) -> None:
    for _ in range(3):
        make_game(alice, bots=["greedy", "greedy"])
    account = User.objects.get(username="greedy-bot")
    assert (account.is_bot, account.has_usable_password(), account.tokens.count()) == (True, False, 0)


@pytest.mark.usefixtures("long_seed")
def test_a_bots_action_takes_the_same_statements_however_long_the_match_is(make_game: Make, alice: Api) -> None:
    board = make_game(alice, bots=["random"])
    found = []
    for moves in (5, 200):
        while board.game.version < moves or board.seat(asked(board)[0]).is_person:
            board = play_on(board, 1, bot="random")
        board = play_on(board, 1)
        assert board.seat(asked(board)[0]).bot
        with statements() as sql:
            bots.play_one_bot_action(code=board.game.code, now=now())
        found.append(len(sql))
        board = get_board(board.game.code)
    assert found == [3, 3]  # lock, match, write
