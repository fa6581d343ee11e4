"""Pausing a match together: all clocks stand still until somebody ends it, acts, or the day comes."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine

from accounts.models import Notice
from games import tasks
from games.access import Board, get_board
from games.models import Turn
from tests.games.conftest import Api, asked, errors_of, now, player_asked, refusal, unchanged

pytestmark = pytest.mark.django_db
Make = Callable[..., Board]
Clock = time_machine.Traveller
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def pause(api: Api, board: Board, until: datetime | None = None, *, agree: bool = True) -> Any:
    body = {"agree": agree, "until": until.isoformat() if until else None}
    return api.post(f"/games/{board.game.code}/pause/", body)


def due(board: Board) -> datetime | None:
    return Turn.objects.get(game=board.game, ended_at=None).due_at


def test_it_takes_everybody_and_lasts_until_the_earliest_day(
    make_game: Make, alice: Api, bob: Api, clock: Clock
) -> None:
    board = make_game(alice, bob)
    before = due(board)
    assert before
    clock.shift(HOUR)
    game = pause(alice, board, now() + 9 * DAY).json()
    assert game["paused_until"] is None
    wish = next(seat for seat in game["seats"] if seat["player"]["username"] == "alice")["would_pause_until"]
    assert datetime.fromisoformat(wish) == now() + 9 * DAY
    assert due(board) == before
    game = pause(bob, board).json()
    assert datetime.fromisoformat(game["paused_until"]) == now() + 9 * DAY
    assert [seat["would_pause_until"] for seat in game["seats"]] == [None, None]
    assert due(board) == before + 9 * DAY
    assert [(told.user.username, told.kind) for told in Notice.objects.filter(kind="pause")] == [("alice", "pause")]


def test_when_the_day_comes_the_clock_runs_on(make_game: Make, alice: Api, bob: Api, clock: Clock) -> None:
    board = make_game(alice, bob)
    pause(alice, board, now() + 9 * DAY)
    pause(bob, board, now() + 9 * DAY)
    clock.shift(9 * DAY)
    assert alice.get(f"/games/{board.game.code}/").json()["paused_until"] is None
    clock.shift(3 * DAY - timedelta(seconds=1))
    tasks.sweep_deadlines()
    assert get_board(board.game.code).game.version == 0
    clock.shift(1)
    tasks.sweep_deadlines()
    assert get_board(board.game.code).game.version > 0


def test_anybody_may_end_it(make_game: Make, alice: Api, bob: Api, clock: Clock) -> None:
    board = make_game(alice, bob)
    pause(alice, board)
    pause(bob, board)
    clock.shift(5 * DAY)
    assert pause(alice, board, agree=False).json()["paused_until"] is None
    assert due(board) == now() + 3 * DAY
    last = Notice.objects.filter(kind="pause").latest("id")
    assert (last.user, last.payload["deadline"]) == (bob.person, None)


def test_playing_ends_it(make_game: Make, alice: Api, bob: Api, clock: Clock) -> None:
    board = make_game(alice, bob)
    pause(alice, board)
    pause(bob, board)
    clock.shift(DAY)
    mine, (_, prompt) = player_asked(board, alice, bob), asked(board)
    answer = mine.act(board.game.code, prompt, "take pile")
    assert answer.status_code == 201
    assert answer.json()["game"]["paused_until"] is None
    assert due(board) == now() + 3 * DAY
    last = Notice.objects.filter(kind="pause").latest("id")
    assert (last.user, last.payload["deadline"]) == (bob.person if mine is alice else alice.person, None)


def test_a_wish_is_taken_back(make_game: Make, alice: Api, bob: Api, clock: Clock) -> None:
    board = make_game(alice, bob)
    pause(alice, board)
    pause(alice, board, agree=False)
    assert pause(bob, board).json()["paused_until"] is None


def test_alone_among_bots_one_pauses_alone(make_game: Make, alice: Api, clock: Clock) -> None:
    board = make_game(alice, bots=["greedy"])
    assert pause(alice, board).json()["paused_until"] is not None


def test_a_pause_lasts_a_month_at_most(make_game: Make, alice: Api, bob: Api, clock: Clock) -> None:
    board = make_game(alice, bob)
    with unchanged():
        assert errors_of(pause(alice, board, now() + 31 * DAY)) == {"until"}
        assert errors_of(pause(alice, board, now())) == {"until"}


def test_only_players_pause_and_only_while_it_is_played(
    make_game: Make, alice: Api, bob: Api, charlie: Api, clock: Clock
) -> None:
    board = make_game(alice, bob)
    assert refusal(pause(charlie, board)) == (403, "not_a_player")
    assert refusal(pause(alice, make_game(alice, seats=2))) == (409, "game_not_active")


def test_a_holiday_and_a_pause_at_once_count_once(make_game: Make, alice: Api, bob: Api, clock: Clock) -> None:
    board = make_game(alice, bob)
    before, mine = due(board), player_asked(board, alice, bob)
    assert before
    mine.post("/me/holidays/", {"ends_at": (now() + 4 * DAY).isoformat()})
    pause(alice, board, now() + 6 * DAY)
    pause(bob, board, now() + 6 * DAY)
    assert due(board) == before + 6 * DAY
    pause(alice, board, agree=False)
    assert due(board) == before + 4 * DAY
