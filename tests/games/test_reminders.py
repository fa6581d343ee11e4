"""What players are told about a match: that it begins, that they are asked, that time runs out, that it is over."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.core import mail

from accounts import relay
from accounts.models import Notice
from games import tasks
from games.access import Board, get_board
from games.models import Game, Turn
from games.services import bots, moderate, play
from tests.games.conftest import Api, asked, make_user, now, play_on, player_asked, statements
from tests.games.test_deadlines import notices

pytestmark = pytest.mark.django_db
Make = Callable[..., Board]
Clock = time_machine.Traveller
HOUR = 3_600
NEAR = HOUR * (1 - settings.REMINDER_SHARE)


def name_asked(board: Board) -> str:
    seat, _ = asked(board)
    return str(get_board(board.game.code).seat(seat).username)


def hand_on(board: Board) -> Board:
    """Play until the other seat is asked."""
    before = asked(board)[0]
    while asked(board)[0] == before:
        board = play_on(board, 1)
    return board


def test_a_player_is_reminded_once_when_a_quarter_of_the_time_is_left(
    make_game: Make, alice: Api, bob: Api, clock: Clock
) -> None:
    board = make_game(alice, bob, turn_seconds=HOUR)
    clock.shift(NEAR - 1)
    tasks.send_reminders()
    assert notices("deadline_near") == []
    clock.shift(1)
    for _ in range(3):
        tasks.send_reminders()
        clock.shift(60)
    assert notices("deadline_near") == [(name_asked(board), "pending")]


def test_a_reminder_goes_out_at_once_and_names_the_deadline(
    make_game: Make, alice: Api, bob: Api, clock: Clock
) -> None:
    board = make_game(alice, bob, turn_seconds=HOUR)
    due = next(iter(board.asked.values())).due_at
    clock.shift(NEAR)
    tasks.send_reminders()
    notice = Notice.objects.get(kind="deadline_near")
    assert notice.due_at == now()
    assert due is not None
    assert notice.payload["deadline"] == due.isoformat()


def test_acting_withdraws_the_call_and_the_reminder(make_game: Make, alice: Api, bob: Api, clock: Clock) -> None:
    board = make_game(alice, bob, turn_seconds=HOUR)
    clock.shift(NEAR)
    tasks.send_reminders()
    name = name_asked(board)
    player_asked(board, alice, bob).act(board.game.code, 0, "take pile")
    assert notices("deadline_near") == [(name, "dropped")]
    assert notices("your_turn") == [(name, "dropped")]
    assert set(Notice.objects.filter(kind="your_turn").values_list("reason", flat=True)) == {"answered"}


def test_who_has_begun_a_turn_is_reminded_of_the_rest_of_it(
    make_game: Make, alice: Api, bob: Api, clock: Clock
) -> None:
    board = play_on(make_game(alice, bob, turn_seconds=HOUR), 1)
    clock.shift(NEAR)
    tasks.send_reminders()
    assert notices("deadline_near") == [(name_asked(board), "pending")]


def test_a_reminder_in_the_middle_of_a_turn_is_withdrawn_by_the_next_action(
    make_game: Make, alice: Api, bob: Api, clock: Clock
) -> None:
    board = play_on(make_game(alice, bob, turn_seconds=HOUR), 1)
    clock.shift(NEAR)
    tasks.send_reminders()
    late = name_asked(board)
    play_on(board, 1)
    assert notices("deadline_near") == [(late, "dropped")]


def test_each_turn_has_its_own_reminder(make_game: Make, alice: Api, bob: Api, clock: Clock) -> None:
    board = make_game(alice, bob, turn_seconds=HOUR)
    told = []
    for _ in range(3):
        clock.shift(NEAR)
        tasks.send_reminders()
        told.append(name_asked(board))
        board = hand_on(board)
    assert [name for name, _ in notices("deadline_near")] == told


def test_a_deadline_that_moves_arms_the_reminder_again(make_game: Make, alice: Api, bob: Api, clock: Clock) -> None:
    board = make_game(alice, bob, turn_seconds=HOUR)
    seat, _ = asked(board)
    clock.shift(NEAR)
    tasks.send_reminders()
    later = now() + timedelta(hours=4)
    moderate.move_deadline(
        moderator=make_user("judge"), code=board.game.code, seat=seat, due_at=later, reason="A storm.", now=now()
    )
    assert [status for _, status in notices("deadline_near")] == ["dropped"]
    clock.shift(3 * HOUR - 1)
    tasks.send_reminders()
    assert len(notices("deadline_near")) == 1
    clock.shift(1)
    tasks.send_reminders()
    assert [status for _, status in notices("deadline_near")] == ["dropped", "pending"]


def test_a_deadline_that_moves_locks_deliveries_before_notices_as_all_others_do(
    make_game: Make, alice: Api, bob: Api, clock: Clock
) -> None:
    board = make_game(alice, bob)
    about: dict[str, Any] = {"code": board.game.code, "seat": asked(board)[0], "reason": "Ill."}
    with statements() as sql:
        moderate.move_deadline(moderator=make_user("judge"), due_at=now() + timedelta(days=9), now=now(), **about)
    locked = [each.split()[1] for each in sql if each.lstrip().startswith("UPDATE") and "accounts_" in each[:30]]
    assert locked == ['"accounts_delivery"', '"accounts_notice"', "accounts_notice"]


def test_a_broken_match_stops_nobody_elses_reminder(make_game: Make, alice: Api, bob: Api, clock: Clock) -> None:
    broken = make_game(alice, bob, turn_seconds=HOUR)
    clock.shift(1)
    whole = make_game(alice, bob, turn_seconds=HOUR)
    Game.objects.filter(pk=broken.game.pk).update(rules_version=99)
    clock.shift(NEAR)
    tasks.send_reminders()
    assert [each.thread for each in Notice.objects.filter(kind="deadline_near")] == [whole.game.code]
    assert Turn.objects.get(game=broken.game).remind_at == now() + timedelta(hours=1)


def test_the_others_are_told_that_the_match_begins_and_one_that_it_is_his_turn(
    make_game: Make, alice: Api, bob: Api, charlie: Api, clock: Clock
) -> None:
    board = make_game(alice, bob, charlie)
    assert sorted(notices("game_started")) == [("alice", "pending"), ("bob", "pending")]
    assert notices("your_turn") == [(name_asked(board), "pending")]
    grace = timedelta(seconds=settings.NOTICE_GRACE_SECONDS)
    assert {each.due_at for each in Notice.objects.all()} == {now() + grace}


def test_bots_are_told_nothing(make_game: Make, alice: Api, clock: Clock) -> None:
    board = make_game(alice, bots=["greedy", "random"])
    for _ in range(300):
        bots.play_bot_turns(code=board.game.code, now=now())
        board = play_on(board, 1)
        if board.is_over:
            break
    assert board.is_over
    assert set(Notice.objects.values_list("user__username", flat=True)) <= {"alice"}


def test_a_third_partys_bot_is_told_like_any_player(make_game: Make, alice: Api, clock: Clock) -> None:
    robot = Api(make_user("robot", is_bot=True))
    board = make_game(robot, alice)
    assert notices("game_started") == [("robot", "pending")]
    assert [name for name, _ in notices("your_turn")] == [name_asked(board)]


def test_the_end_is_told_to_all_but_who_brought_it_about(
    make_game: Make, alice: Api, bob: Api, charlie: Api, clock: Clock
) -> None:
    board = make_game(alice, bob, charlie)
    play.resign(user=charlie.person, code=board.game.code, now=now())
    play.resign(user=bob.person, code=board.game.code, now=now())
    assert sorted(notices("game_finished")) == [("alice", "pending"), ("charlie", "pending")]
    payload = Notice.objects.get(kind="game_finished", user=alice.person).payload
    assert (payload["winners"], payload["you_won"]) == (["alice"], True)
    others = Notice.objects.exclude(kind="game_finished").exclude(status="dropped")
    assert others.count() == 0


def test_an_invitation_is_told_and_dropped_when_the_guest_sits_down(
    make_game: Make, alice: Api, bob: Api, clock: Clock
) -> None:
    board = make_game(alice, seats=3)
    alice.post(f"/games/{board.game.code}/invitations/", {"username": "bob"})
    assert notices("invited") == [("bob", "pending")]
    assert Notice.objects.get().payload["by"] == "alice"
    bob.post(f"/games/{board.game.code}/join/")
    assert notices("invited") == [("bob", "dropped")]


@pytest.mark.parametrize("door", ["leave", "fill"])
def test_an_invitation_to_a_table_that_is_closed_or_full_is_dropped(
    make_game: Make, alice: Api, bob: Api, charlie: Api, clock: Clock, door: str
) -> None:
    board = make_game(alice, seats=2)
    alice.post(f"/games/{board.game.code}/invitations/", {"username": "charlie"})
    if door == "leave":
        alice.post(f"/games/{board.game.code}/leave/")
    else:
        bob.post(f"/games/{board.game.code}/join/")
    assert notices("invited") == [("charlie", "dropped")]


def mails() -> dict[str, list[str]]:
    """The subjects that went out, by reader."""
    found: dict[str, list[str]] = {}
    for message in mail.outbox:
        found.setdefault(message.to[0].partition("@")[0], []).append(str(message.subject))
    return found


def test_who_acts_within_the_grace_gets_no_mail(make_game: Make, alice: Api, bob: Api, clock: Clock) -> None:
    board = make_game(alice, bob)
    first = name_asked(board)
    board = hand_on(board)
    Notice.objects.filter(kind="game_started").delete()
    clock.shift(settings.NOTICE_GRACE_SECONDS)
    relay.run()
    assert list(mails()) == [name_asked(board)]
    assert first not in mails()


def test_every_kind_of_notice_becomes_a_mail(make_game: Make, alice: Api, bob: Api, clock: Clock) -> None:
    table = make_game(alice, seats=2)
    alice.post(f"/games/{table.game.code}/invitations/", {"username": "bob"})
    clock.shift(200)
    relay.run()
    board = make_game(alice, bob, turn_seconds=HOUR)
    clock.shift(200)
    relay.run()
    clock.shift(HOUR - 300)
    tasks.send_reminders()
    relay.run()
    play.resign(user=alice.person, code=board.game.code, now=now())
    clock.shift(200)
    relay.run()
    kinds: dict[Any, Any] = dict(Notice.objects.values_list("kind", "status"))
    assert set(kinds) == {"invited", "game_started", "your_turn", "deadline_near", "game_finished"}
    assert Notice.objects.exclude(status="sent").count() == 0
    assert len(mail.outbox) == 5 - (name_asked_first(board) == "alice")
    for message in mail.outbox:
        assert board.game.code in message.body or table.game.code in message.body


def name_asked_first(board: Board) -> str:
    """Who began a match that is over."""
    first = next(iter(board.asked.values())).seat
    return str(board.seat(first).username)
