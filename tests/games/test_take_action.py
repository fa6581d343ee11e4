"""POST /games/{id}/actions/: one action at a time."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.access import Board, get_board
from tests.games.conftest import Api, asked, play_on, player_asked

pytestmark = pytest.mark.django_db
Make = Callable[..., Board]

# Token, lock, board, write; a turn's first action also withdraws the notice that called for it.
MID_TURN = 4


def test_an_action_is_answered_with_its_events_and_the_table(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game(alice, bob)
    seat, prompt = asked(board)
    answer = player_asked(board, alice, bob).act(board.game.code, prompt, "take pile")
    assert answer.status_code == 201, answer.content
    body = answer.json()
    assert body["number"] == 1
    assert body["seat"] == seat
    assert body["action"] == "take pile"
    assert body["by"] == "player"
    assert [event["type"] for event in body["events"]] == ["took"]
    assert body["events"][0]["symbol"] in body["game"]["view"]["hands"][seat - 1]["cards"]
    assert body["game"]["version"] == 1
    assert body["game"]["seats"][seat - 1]["prompt"] == 1


def test_the_same_answer_again_changes_nothing(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game(alice, bob)
    _, prompt = asked(board)
    player = player_asked(board, alice, bob)
    first = player.act(board.game.code, prompt, "take pile")
    again = player.act(board.game.code, prompt, "take pile")
    assert again.status_code == 200
    assert again.json() == first.json()
    assert get_board(board.game.code).game.version == 1


def test_another_answer_to_an_answered_prompt_is_refused(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game(alice, bob)
    seat, prompt = asked(board)
    player = player_asked(board, alice, bob)
    player.act(board.game.code, prompt, "take pile")
    other = player.act(board.game.code, prompt, f"take hand {3 - seat} 1")
    assert (other.status_code, other.json()["code"]) == (409, "already_answered")


def test_a_mid_turn_action_takes_the_same_statements_however_long_the_match_is(
    make_game: Make, alice: Api, bob: Api
) -> None:
    board = make_game(alice, bob)
    counts = []
    for moves in (1, 60):
        board = play_to_mid_turn(board, moves)
        _, prompt = asked(board)
        player = player_asked(board, alice, bob)
        with CaptureQueriesContext(connection) as queries:
            assert player.act(board.game.code, prompt, "take pile").status_code == 201
        counts.append(len([query for query in queries if "SAVEPOINT" not in query["sql"]]))
    assert counts == [MID_TURN, MID_TURN]


def play_to_mid_turn(board: Board, moves: int) -> Board:
    """At least so many actions, and then on until the seat that is asked has begun its turn."""
    board = play_on(board, moves, bot="random")
    while next(iter(board.asked.values())).untouched:
        board = play_on(board, 1, bot="random")
    return board
