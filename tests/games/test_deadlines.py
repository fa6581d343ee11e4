"""Turns that are late: the sweep ends them, and tells those who have to know."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine

from accounts.models import Notice
from games import tasks
from games.access import Board, get_board, lock_board
from games.models import Game, Turn
from games.services import bots, deadlines, moderate
from tests.games.conftest import Api, asked, make_user, now, play_on, player_asked, put_state

pytestmark = pytest.mark.django_db
Make = Callable[..., Board]
Clock = time_machine.Traveller
HOUR = 3_600


def log_of(api: Api, board: Board) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = api.get(f"/games/{board.game.code}/actions/").json()["results"]
    return items


def notices(kind: str) -> list[tuple[str, str]]:
    """Who has been told something of this kind, and what became of it."""
    return [(each.user.username, each.status) for each in Notice.objects.filter(kind=kind).order_by("id")]


def seats(api: Api, board: Board) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = api.get(f"/games/{board.game.code}/").json()["seats"]
    return found


def test_nothing_happens_before_the_time_is_up(make_game: Make, alice: Api, bob: Api, clock: Clock) -> None:
    board = make_game(alice, bob, turn_seconds=HOUR)
    clock.shift(HOUR - 1)
    tasks.sweep_deadlines()
    assert get_board(board.game.code).game.version == 0
    clock.shift(1)
    tasks.sweep_deadlines()
    assert get_board(board.game.code).game.version > 0


def test_a_late_turn_is_played_to_its_end_by_the_gentle_bot(
    make_game: Make, alice: Api, bob: Api, clock: Clock
) -> None:
    board = make_game(alice, bob, turn_seconds=HOUR)
    late, _ = asked(board)
    clock.shift(HOUR)
    tasks.sweep_deadlines()
    said = log_of(alice, board)[1:]
    assert {item["by"] for item in said} == {"timeout"}
    assert {item["seat"] for item in said} == {late}
    assert said[0]["action"] == "take pile"
    assert said[-1]["events"][-1] == {"type": "turn", "seat": 3 - late, "turn": 2}
    assert [seat["timeouts"] for seat in seats(alice, board)] == [int(late == 1), int(late == 2)]
    assert [seat["state"] for seat in seats(alice, board)] == ["playing", "playing"]


def test_the_next_player_has_the_whole_time_and_is_told(make_game: Make, alice: Api, bob: Api, clock: Clock) -> None:
    board = make_game(alice, bob, turn_seconds=HOUR)
    late, _ = asked(board)
    clock.shift(HOUR + 100)
    tasks.sweep_deadlines()
    turn = get_board(board.game.code).asked[3 - late]
    assert turn.due_at == now() + timedelta(seconds=HOUR)
    names = {1: "alice", 2: "bob"}
    assert notices("your_turn") == [(names[late], "dropped"), (names[3 - late], "pending")]


def test_the_clock_runs_for_the_turn_however_many_actions_it_takes(
    make_game: Make, alice: Api, bob: Api, clock: Clock
) -> None:
    board = make_game(alice, bob, turn_seconds=HOUR)
    due = next(iter(board.asked.values())).due_at
    clock.shift(HOUR - 10)
    board = play_on(board, 1)
    assert next(iter(board.asked.values())).due_at == due
    clock.shift(10)
    tasks.sweep_deadlines()
    said = log_of(alice, board)[1:]
    assert [item["by"] for item in said][:2] == ["player", "timeout"]
    assert len({item["seat"] for item in said}) == 1


def test_late_turns_are_counted_for_each_seat(make_game: Make, alice: Api, bob: Api, clock: Clock) -> None:
    board = make_game(alice, bob, turn_seconds=HOUR)
    first, _ = asked(board)
    for _ in range(3):
        clock.shift(HOUR)
        tasks.sweep_deadlines()
    counted = [seat["timeouts"] for seat in seats(alice, board)]
    assert counted == ([2, 1] if first == 1 else [1, 2])


def test_a_table_may_have_the_late_player_resign(
    make_game: Make, alice: Api, bob: Api, charlie: Api, clock: Clock
) -> None:
    board = make_game(alice, bob, charlie, turn_seconds=HOUR, on_timeout="resign")
    late, _ = asked(board)
    clock.shift(HOUR)
    tasks.sweep_deadlines()
    (item,) = log_of(alice, board)[1:]
    assert (item["action"], item["by"], item["seat"]) == ("resign", "timeout", late)
    found = seats(alice, board)[late - 1]
    assert (found["state"], found["timeouts"], found["prompt"]) == ("resigned", 1, None)
    assert get_board(board.game.code).is_active


def test_the_last_but_one_who_resigns_by_being_late_ends_the_match_and_all_are_told(
    make_game: Make, alice: Api, bob: Api, clock: Clock
) -> None:
    board = make_game(alice, bob, turn_seconds=HOUR, on_timeout="resign")
    late, _ = asked(board)
    clock.shift(HOUR)
    tasks.sweep_deadlines()
    game = alice.get(f"/games/{board.game.code}/").json()
    assert (game["status"], game["outcome"]["reason"]) == ("finished", "resigned")
    assert game["outcome"]["winners"] == [3 - late]
    assert sorted(notices("game_finished")) == [("alice", "pending"), ("bob", "pending")]
    assert {status for _, status in notices("your_turn") + notices("game_started")} == {"dropped"}


def test_without_a_limit_nobody_is_late(make_game: Make, alice: Api, bob: Api, clock: Clock) -> None:
    board = make_game(alice, bob, turn_seconds=None)
    assert [seat["deadline"] for seat in seats(alice, board)] == [None, None]
    clock.shift(10 * 365 * 24 * HOUR)
    tasks.sweep_deadlines()
    tasks.send_reminders()
    assert get_board(board.game.code).game.version == 0
    assert notices("deadline_near") == []


def test_a_bot_is_due_at_once_even_without_a_limit(make_game: Make, alice: Api, clock: Clock) -> None:
    board = make_game(alice, bots=["greedy", "random"], turn_seconds=None)
    tasks.sweep_deadlines()
    board = get_board(board.game.code)
    if not board.game.version:  # Alice won the throws.
        while board.seat(asked(board)[0]).is_person:
            board = play_on(board, 1)
        tasks.sweep_deadlines()
        board = get_board(board.game.code)
    assert board.seat_of(alice.person.pk) == asked(board)[0]
    assert "bot" in {item["by"] for item in log_of(alice, board)}
    assert [seat["timeouts"] for seat in seats(alice, board)] == [0, 0, 0]


def test_a_bots_turn_shows_no_deadline(make_game: Make, alice: Api) -> None:
    board = make_game(alice, bots=["greedy"])
    while board.seat(asked(board)[0]).is_person:
        board = play_on(board, 1)
    assert [seat["deadline"] for seat in seats(alice, board)] == [None, None]


def test_several_late_matches_are_ended_in_one_sweep(make_game: Make, alice: Api, bob: Api, clock: Clock) -> None:
    boards = [make_game(alice, bob, turn_seconds=HOUR) for _ in range(3)]
    clock.shift(HOUR)
    assert deadlines.sweep_deadlines(now()) == 3
    assert all(get_board(board.game.code).game.version for board in boards)
    assert deadlines.sweep_deadlines(now()) == 0


BROKEN: list[dict[str, Any]] = [{"state": "?"}, {"rules_version": 99}, {"ruleset": "gone"}]


@pytest.mark.parametrize("damage", BROKEN, ids=["snapshot", "version", "game"])
def test_a_broken_match_is_put_aside_and_the_others_are_served(
    make_game: Make, alice: Api, bob: Api, clock: Clock, damage: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    broken = make_game(alice, bob, turn_seconds=HOUR)
    clock.shift(1)
    whole = make_game(alice, bob, turn_seconds=HOUR)
    Game.objects.filter(pk=broken.game.pk).update(**damage)
    clock.shift(HOUR)
    tasks.sweep_deadlines()
    assert get_board(whole.game.code).game.version > 0
    assert Turn.objects.get(game=broken.game).due_at == now() + timedelta(hours=1)
    assert broken.game.code in caplog.text
    assert broken.game.server_seed.hex() not in caplog.text
    Game.objects.filter(pk=broken.game.pk).update(state=broken.game.state, rules_version=1, ruleset=broken.game.ruleset)
    tasks.sweep_deadlines()
    assert get_board(broken.game.code).game.version == 0
    clock.shift(HOUR)
    tasks.sweep_deadlines()
    assert get_board(broken.game.code).game.version > 0


def test_a_bot_that_cannot_play_stops_nobody_elses_match(
    make_game: Make, alice: Api, bob: Api, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = make_game(alice, bots=["greedy"], turn_seconds=HOUR)
    while board.seat(asked(board)[0]).is_person:
        board = play_on(board, 1)
    put_state(board, hands=("", ""), pile="", discard="")
    clock.shift(1)
    whole = make_game(alice, bob, turn_seconds=HOUR)
    clock.shift(HOUR)
    tasks.sweep_deadlines()
    assert get_board(whole.game.code).game.version > 0
    assert Turn.objects.get(game=board.game, ended_at=None).due_at == now() + timedelta(hours=1)


def test_a_deadline_that_a_moderator_moved_is_the_one_that_counts(
    make_game: Make, alice: Api, bob: Api, clock: Clock
) -> None:
    board = make_game(alice, bob, turn_seconds=HOUR)
    seat, _ = asked(board)
    later = now() + timedelta(hours=5)
    moderate.move_deadline(
        moderator=make_user("judge"), code=board.game.code, seat=seat, due_at=later, reason="A storm.", now=now()
    )
    clock.shift(4 * HOUR)
    tasks.sweep_deadlines()
    assert get_board(board.game.code).game.version == 0
    clock.move_to(later)
    tasks.sweep_deadlines()
    assert get_board(board.game.code).game.version > 0


@pytest.mark.parametrize("sweep", [tasks.sweep_deadlines, tasks.send_reminders])
def test_a_deadline_that_moves_as_the_sweep_finds_it_is_the_one_that_counts(
    make_game: Make, alice: Api, bob: Api, clock: Clock, monkeypatch: pytest.MonkeyPatch, sweep: Callable[[], None]
) -> None:
    """Whoever held the match just before may have written what the sweep has not seen."""
    board = make_game(alice, bob, turn_seconds=HOUR)
    moved = {"due_at": now() + timedelta(hours=9), "remind_at": now() + timedelta(hours=8)}

    def lock_after_others(code: str) -> Board:
        Turn.objects.filter(game__code=code).update(**moved)
        return lock_board(code)

    monkeypatch.setattr("games.services.deadlines.lock_board", lock_after_others)
    clock.shift(HOUR)
    sweep()
    assert get_board(board.game.code).game.version == 0
    assert Turn.objects.filter(game=board.game, **moved).exists()
    assert notices("deadline_near") == []


def test_a_late_turn_that_hands_on_to_a_bot_rings_for_it(
    make_game: Make, alice: Api, clock: Clock, monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:  # fmt: skip
    board = make_game(alice, bots=["greedy"], turn_seconds=HOUR)
    if board.seat(asked(board)[0]).bot:
        bots.play_bot_turns(code=board.game.code, now=now())
    rung: list[Any] = []
    monkeypatch.setattr("celery.Celery.send_task", lambda _app, name, args: rung.append((name, args)))
    clock.shift(HOUR)
    with django_capture_on_commit_callbacks(execute=True):
        deadlines.expire_one(now())
    assert rung == [("games.play_bots", [board.game.code])]


def test_nobody_is_told_of_what_he_did_himself(make_game: Make, alice: Api, bob: Api, clock: Clock) -> None:
    board = make_game(alice, bob, turn_seconds=HOUR)
    # Bob took the last seat, so only Alice is told that it begins.
    assert notices("game_started") == [("alice", "pending")]
    last = play_on(board, 1)
    mover = player_asked(last, alice, bob)
    assert mover.post(f"/games/{board.game.code}/resign/").status_code == 200
    others = [name for name in ("alice", "bob") if name != mover.person.username]
    assert [name for name, _ in notices("game_finished")] == others
