"""Many at once: real threads, each with a connection of its own. Exactly one wins, and nobody gets an error of ours."""

import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from accounts.models import ApiToken, Notice
from games import tasks
from games.access import Board, get_board
from games.management.commands.replay import differences
from games.models import Game, Invitation, Turn
from games.services import bots, deadlines
from tests.games.conftest import MATCH, Api, asked, make_user, now, play_on, player_asked, refusal

pytestmark = pytest.mark.django_db(transaction=True)
Make = Callable[..., Board]
Job = Callable[[], Any]
ROUNDS = 3
HOUR = 3_600


def at_once(jobs: list[Job]) -> list[Any]:
    """Start all jobs at the same moment, each in a thread with its own connection; what they gave, in their order."""
    gate = threading.Barrier(len(jobs), timeout=30)

    def run(job: Job) -> Any:
        try:
            gate.wait()
            return job()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(jobs)) as pool:
        return [future.result(timeout=60) for future in [pool.submit(run, job) for job in jobs]]


@pytest.fixture(autouse=True)
def silent_bell(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Bells are heard, not answered: the tests say themselves when a bot plays."""
    rung: list[str] = []
    monkeypatch.setattr("celery.Celery.send_task", lambda _app, name, args: rung.append(args[0]))
    return rung


def client(api: Api) -> Api:
    """The same account from another place."""
    other = Api.__new__(Api)
    other.user, other.headers = api.user, api.headers
    other.client = type(api.client)(headers=api.headers)
    return other


def sending(api: Api, path: str, body: Any = None, **headers: str) -> Job:
    """A POST by this account from a place of its own."""
    return lambda: client(api).post(path, body, **headers)


def acting(api: Api, board: Board, words: str) -> Job:
    """An answer to the first prompt of a match."""
    return sending(api, f"/games/{board.game.code}/actions/", {"prompt": 0, "action": words})


def late(board: Board) -> None:
    """Let the turn that runs be due."""
    Turn.objects.filter(game=board.game, ended_at=None).update(due_at=now() - timedelta(seconds=1))


def sound(board: Board) -> Board:
    """The match as it is now; what the log says is what is stored beside it, every prompt answered once."""
    board = get_board(board.game.code)
    assert list(differences(board)) == []
    return board


def statuses(answers: list[Any]) -> Counter[int]:
    return Counter(answer.status_code for answer in answers)


@pytest.mark.parametrize("_round", range(ROUNDS))
def test_fifty_times_the_same_answer_at_once_is_one_action(make_game: Make, alice: Api, bob: Api, _round: int) -> None:
    board = make_game(alice, bob)
    player = player_asked(board, alice, bob)
    answers = at_once([acting(player, board, "take pile")] * 50)
    assert statuses(answers) == {201: 1, 200: 49}
    assert len({answer.json()["events"][0]["symbol"] for answer in answers}) == 1
    assert sound(board).game.version == 1


@pytest.mark.parametrize("_round", range(ROUNDS))
def test_of_fifty_different_answers_at_once_one_counts(make_game: Make, alice: Api, bob: Api, _round: int) -> None:
    board = make_game(alice, bob)
    player = player_asked(board, alice, bob)
    seat, _ = asked(board)
    words = ["take pile", f"take hand {3 - seat} 1", f"take hand {3 - seat} 2"]
    jobs = [acting(player, board, say) for say in words * 17]
    answers = at_once(jobs[:50])
    found = statuses(answers)
    assert found[201] == 1
    assert set(found) <= {200, 201, 409}
    assert found[200] in (15, 16)
    assert {refusal(answer) for answer in answers if answer.status_code == 409} == {(409, "already_answered")}
    assert sound(board).game.version == 1


@pytest.mark.parametrize("_round", range(ROUNDS))
def test_of_twenty_who_want_the_last_seat_one_gets_it(make_game: Make, alice: Api, _round: int) -> None:
    board = make_game(alice, seats=2)
    guests = [Api(make_user(f"guest{number}")) for number in range(20)]
    answers = at_once([sending(each, f"/games/{board.game.code}/join/") for each in guests])
    assert statuses(answers) == {200: 1, 409: 19}
    assert {refusal(answer) for answer in answers if answer.status_code == 409} == {(409, "game_full")}
    assert sound(board).is_active
    assert Notice.objects.filter(kind="game_started").count() == 1


def test_one_person_takes_one_seat_however_often_he_asks(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game(alice, seats=4)
    answers = at_once([sending(bob, f"/games/{board.game.code}/join/")] * 10)
    assert statuses(answers) == {200: 1, 409: 9}
    assert [seat.user_id is None for seat in get_board(board.game.code).seats] == [False, False, True, True]


def test_leaving_and_joining_at_once_leave_a_table_that_is_right(make_game: Make, alice: Api, bob: Api) -> None:
    for _ in range(ROUNDS):
        board = make_game(alice, seats=2)
        code = board.game.code
        left, joined = at_once([sending(alice, f"/games/{code}/leave/"), sending(bob, f"/games/{code}/join/")])
        outcome = (left.status_code, joined.status_code, get_board(code).game.status)
        assert outcome in {(200, 409, "aborted"), (409, 200, "active"), (200, 200, "open")}
        assert outcome != (200, 200, "open") or get_board(code).seat(2).user_id == bob.person.pk


@pytest.mark.parametrize("_round", range(ROUNDS))
def test_the_deadline_and_the_player_cannot_both_win(make_game: Make, alice: Api, bob: Api, _round: int) -> None:
    board = make_game(alice, bob, turn_seconds=HOUR)
    late(board)
    player = player_asked(board, alice, bob)
    *answers, _ = at_once([*[acting(player, board, "take pile")] * 5, tasks.sweep_deadlines])
    assert set(statuses(answers)) <= {200, 201, 409}
    # A sweep passes over a match that is being played; a player who was in time once is still late with the turn.
    tasks.sweep_deadlines()
    log = alice.get(f"/games/{board.game.code}/actions/").json()["results"]
    assert log[1]["by"] == ("player" if statuses(answers)[201] else "timeout")
    assert log[-1]["events"][-1]["type"] == "turn"
    assert [seat.timeouts for seat in sound(board).seats].count(1) == 1


@pytest.mark.parametrize("_round", range(ROUNDS))
def test_two_sweeps_end_each_turn_once(make_game: Make, alice: Api, bob: Api, _round: int) -> None:
    boards = [make_game(alice, bob, turn_seconds=HOUR) for _ in range(6)]
    for board in boards:
        late(board)
    at_once([lambda: deadlines.sweep_deadlines(now())] * 4)
    for board in boards:
        assert sum(seat.timeouts for seat in sound(board).seats) == 1


def test_two_sweeps_remind_once(make_game: Make, alice: Api, bob: Api) -> None:
    for _ in range(6):
        make_game(alice, bob, turn_seconds=HOUR)
    Turn.objects.update(remind_at=now())
    at_once([lambda: deadlines.send_reminders(now())] * 4)
    assert Notice.objects.filter(kind="deadline_near").count() == 6


@pytest.mark.parametrize("_round", range(ROUNDS))
def test_resigning_and_acting_at_once_are_one_after_the_other(
    make_game: Make, alice: Api, bob: Api, charlie: Api, _round: int
) -> None:
    board = make_game(alice, bob, charlie)
    player = player_asked(board, alice, bob, charlie)
    code = board.game.code
    acted, *resigned = at_once([acting(player, board, "take pile"), *[sending(player, f"/games/{code}/resign/")] * 3])
    assert statuses(resigned) == {200: 1, 409: 2}
    assert acted.status_code == 201 or refusal(acted) == (409, "not_your_turn")
    assert sound(board).game.version == 1 + (acted.status_code == 201)


@pytest.mark.parametrize("_round", range(ROUNDS))
def test_the_last_two_who_resign_at_once_leave_one_winner(make_game: Make, alice: Api, bob: Api, _round: int) -> None:
    board = make_game(alice, bob)
    code = board.game.code
    answers = at_once([sending(api, f"/games/{code}/resign/") for api in (alice, bob)])
    assert statuses(answers) == {200: 1, 409: 1}
    outcome = sound(board).outcome
    assert outcome is not None
    assert len(outcome.winners) == 1
    assert Notice.objects.filter(kind="game_finished").count() == 1


@pytest.mark.parametrize("_round", range(ROUNDS))
def test_the_bell_and_the_sweep_play_each_bot_action_once(make_game: Make, alice: Api, _round: int) -> None:
    board = make_game(alice, bots=["greedy", "random"])
    code = board.game.code
    while not board.seat(asked(board)[0]).bot:
        board = play_on(board, 1)
    ring = lambda: bots.play_bot_turns(code=code, now=now())  # noqa: E731
    at_once([ring, ring, ring, tasks.sweep_deadlines, tasks.sweep_deadlines])
    board = sound(board)
    assert board.is_over or board.seat(asked(board)[0]).is_person


def test_one_key_sent_many_times_at_once_opens_one_table(alice: Api) -> None:
    for number in range(ROUNDS):
        send = sending(alice, "/games/", {"ruleset": MATCH, "seats": 2}, **{"Idempotency-Key": f"key{number}"})
        answers = at_once([send] * 10)
        assert set(statuses(answers)) <= {201, 409}
        assert {refusal(answer) for answer in answers if answer.status_code == 409} <= {(409, "in_flight")}
        made = {answer.json()["id"] for answer in answers if answer.status_code == 201}
        assert len(made) == 1
        assert Game.objects.count() == number + 1
        assert send().json()["id"] in made


def test_a_rematch_asked_by_all_at_once_is_one_table(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game(alice, bob)
    code = board.game.code
    alice.post(f"/games/{code}/resign/")
    answers = at_once([sending(api, f"/games/{code}/rematch/") for api in (alice, bob) * 3])
    assert statuses(answers) == {201: 6}
    (again,) = {answer.json()["id"] for answer in answers}
    assert get_board(again).is_active


def test_inviting_the_same_person_many_times_at_once_is_one_invitation(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game(alice, seats=2)
    body = {"email": "new@example.net"}
    send = sending(alice, f"/games/{board.game.code}/invitations/", body)
    assert statuses(at_once([send] * 8)) == {201: 8}
    assert Invitation.objects.count() == 1
    assert Notice.objects.filter(kind="invited").count() == 1


def test_agreeing_all_at_once_ends_the_match_once(make_game: Make, alice: Api, bob: Api) -> None:
    for _ in range(ROUNDS):
        board = make_game(alice, bob)
        address = f"/games/{board.game.code}/stop/"
        answers = at_once([sending(api, address, {"agree": True}) for api in (alice, bob) * 2])
        assert set(statuses(answers)) <= {200, 409}
        assert sound(board).game.version == 3


def test_a_token_that_is_used_many_times_at_once_is_marked_without_an_error(alice: Api) -> None:
    assert statuses(at_once([lambda: client(alice).get("/games/")] * 12)) == {200: 12}
    assert ApiToken.objects.get().last_used_at is not None


def test_orders_race_with_an_action_and_with_each_other_and_the_log_still_replays(
    make_game: Make, alice: Api, bob: Api, charlie: Api
) -> None:
    players = {1: alice, 2: bob, 3: charlie}
    for _ in range(ROUNDS):
        board = make_game(alice, bob, charlie, ruleset="same-one")
        path = f"/games/{board.game.code}/orders/"
        (seat,) = board.asked
        words = board.rules.legal_actions(board.state, seat)[0]

        def giving(player: Api, kind: str, path: str = path) -> Job:
            body: Any = {"data": {"default": kind}, "content_type": "application/json"}
            return lambda: client(player).client.put(f"/api/v1{path}", **body)

        others = [player for number, player in players.items() if number != seat]
        jobs = [acting(players[seat], board, words), *(giving(p, k) for p in others for k in ("hold", "claim"))]
        assert [answer.status_code for answer in at_once(jobs)] == [201, 200, 200, 200, 200]
        sound(board)
