"""Pace: time banks and waking hours, from the table to the deadline."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from games import tasks
from games.access import Board, get_board
from games.models import Game
from tests.games.conftest import MATCH, Api, asked, errors_of, now, play_on

pytestmark = pytest.mark.django_db
Make = Callable[..., Board]
Clock = time_machine.Traveller
HOUR, DAY = 3_600, 86_400


def banks(api: Api, board: Board) -> list[int | None]:
    return [seat["time_bank"] for seat in api.get(f"/games/{board.game.code}/").json()["seats"]]


def due(board: Board) -> datetime:
    (turn,) = get_board(board.game.code).asked.values()
    assert turn.due_at
    return turn.due_at


def end_turn(board: Board) -> None:
    """Whoever is asked plays until somebody else is."""
    seat, _ = asked(board)
    while asked(board)[0] == seat:
        play_on(board, 1)


def test_the_table_says_what_it_has(alice: Api) -> None:
    wish = {"time_bank": 7200, "time_increment": 60, "waking_hours": True, "holidays": False, "on_absence": "bot"}
    made = alice.post("/games/", {"ruleset": MATCH, "seats": 2, **wish}).json()
    assert {name: made[name] for name in wish} == wish
    plain = alice.post("/games/", {"ruleset": MATCH, "seats": 2}).json()
    usual = {"time_bank": 0, "time_increment": 0, "waking_hours": False, "holidays": True, "on_absence": "keep"}
    assert {name: plain[name] for name in usual} == usual
    assert Game.objects.get(code=plain["id"]).terms is None


def test_a_quick_table_has_no_holidays_unless_it_says_so(alice: Api) -> None:
    quick = {"ruleset": MATCH, "seats": 2, "turn_seconds": 300}
    assert alice.post("/games/", quick).json()["holidays"] is False
    assert alice.post("/games/", {**quick, "holidays": True}).json()["holidays"] is True


@pytest.mark.parametrize(
    ("wish", "blamed"),
    [
        ({"turn_seconds": None, "time_bank": 60}, "time_bank"),
        ({"time_increment": 60}, "time_increment"),
        ({"turn_seconds": None, "waking_hours": True}, "waking_hours"),
        ({"on_timeout": "resign", "on_absence": "bot"}, "on_absence"),
        ({"time_bank": -1}, "time_bank"),
        ({"time_bank": 2_592_001}, "time_bank"),
        ({"time_increment": "60"}, "time_increment"),
        ({"holidays": "yes"}, "holidays"),
        ({"on_absence": "dog"}, "on_absence"),
    ],
)
def test_what_does_not_go_together_is_refused(alice: Api, wish: dict[str, Any], blamed: str) -> None:
    assert errors_of(alice.post("/games/", {"ruleset": MATCH, "seats": 2, **wish})) == {blamed}


def test_the_bank_is_used_when_the_turns_own_time_is_over_and_grows_with_each_turn_in_time(
    make_game: Make, alice: Api, bob: Api, clock: Clock
) -> None:
    board = make_game(alice, bob, turn_seconds=HOUR, time_bank=3 * HOUR, time_increment=600)
    seat, _ = asked(board)
    assert due(board) == now() + timedelta(hours=4)
    clock.shift(30 * 60)
    end_turn(board)
    assert banks(alice, board)[seat - 1] == 3 * HOUR + 600, "Nothing was used."
    clock.shift(2 * HOUR)
    end_turn(board)
    assert banks(alice, board)[2 - seat] == 2 * HOUR + 600, "One hour of the bank was used."
    assert due(board) == now() + timedelta(seconds=4 * HOUR + 600)


def test_who_is_late_has_used_up_the_bank(make_game: Make, alice: Api, bob: Api, clock: Clock) -> None:
    board = make_game(alice, bob, turn_seconds=HOUR, time_bank=HOUR, time_increment=600)
    seat, _ = asked(board)
    clock.shift(2 * HOUR)
    tasks.sweep_deadlines()
    assert banks(alice, board)[seat - 1] == 0
    end_turn(board)
    assert due(board) == now() + timedelta(hours=1)


def sleep_at(api: Api, zone: str, awake_from: str, awake_until: str) -> None:
    user = api.person
    user.time_zone, user.awake_from, user.awake_until = zone, awake_from, awake_until
    user.save()


def test_a_quick_clock_stands_still_while_the_player_sleeps(
    make_game: Make, alice: Api, bob: Api, clock: Clock
) -> None:
    for each in (alice, bob):
        sleep_at(each, "Asia/Tokyo", "07:00", "22:00")
    clock.move_to(datetime(2026, 3, 2, 12, 30, tzinfo=UTC))  # 21:30 in Tokyo
    board = make_game(alice, bob, turn_seconds=HOUR, waking_hours=True)
    assert due(board) == datetime(2026, 3, 2, 22, 30, tzinfo=UTC)  # 07:30


def test_a_long_turn_is_not_due_in_the_night(make_game: Make, alice: Api, bob: Api, clock: Clock) -> None:
    for each in (alice, bob):
        sleep_at(each, "Asia/Tokyo", "07:00", "22:00")
    clock.move_to(datetime(2026, 3, 2, 14, 0, tzinfo=UTC))  # 23:00 in Tokyo
    board = make_game(alice, bob, turn_seconds=DAY, waking_hours=True)
    assert due(board) == datetime(2026, 3, 3, 23, 0, tzinfo=UTC)  # 08:00


def test_hardly_ever_being_awake_counts_as_eight_hours(make_game: Make, alice: Api, bob: Api, clock: Clock) -> None:
    for each in (alice, bob):
        sleep_at(each, "UTC", "12:00", "12:01")
    board = make_game(alice, bob, turn_seconds=4 * HOUR, waking_hours=True)
    assert due(board) == now() + timedelta(hours=4)


def test_a_table_that_does_not_ask_keeps_no_waking_hours(make_game: Make, alice: Api, bob: Api, clock: Clock) -> None:
    for each in (alice, bob):
        sleep_at(each, "Asia/Tokyo", "07:00", "22:00")
    assert due(make_game(alice, bob, turn_seconds=HOUR)) == now() + timedelta(hours=1)
