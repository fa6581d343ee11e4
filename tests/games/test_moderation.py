"""What moderators do: each measure needs a reason, makes sense, and stays written down."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import DatabaseError, transaction

from accounts import clock
from accounts.models import Notice, User
from games import log, selectors
from games.access import Board, get_board
from games.errors import (
    GameNotActiveError,
    InvalidTableError,
    NotFoundError,
    NothingToDoError,
    SeatIsBotError,
    SeatNotAskedError,
    SeatResignedError,
)
from games.models import FormerHolder, Game, Measure, Message, Turn
from games.services import deadlines, moderate
from games.services.bots import play_bot_turns
from games.services.play import resign
from tests.games.conftest import Api, asked, make_user, play_on, player_asked

pytestmark = pytest.mark.django_db
Make = Callable[..., Board]


@pytest.fixture
def mona(db: None) -> User:
    return make_user("mona", is_staff=True)


def take(measure: Callable[..., Measure], mona: User, /, **wish: Any) -> Measure:
    """Take a measure now, for a good reason."""
    return measure(moderator=mona, **{"reason": "It had to be.", "now": clock.now(), **wish})


def to_bot(board: Board, mona: User, seat: int, **wish: Any) -> Measure:
    return take(moderate.give_seat_to_bot, mona, **{"code": board.game.code, "seat": seat, "bot": "greedy", **wish})


def to_due(board: Board, mona: User, seat: int, due_at: datetime, **wish: Any) -> Measure:
    return take(moderate.move_deadline, mona, **{"code": board.game.code, "seat": seat, "due_at": due_at, **wish})


def user_of(api: Api) -> User:
    assert api.user
    return User.objects.get(pk=api.user.pk)


def waiting(kind: str, user: User) -> list[Notice]:
    return list(Notice.objects.filter(kind=kind, user=user, status="pending"))


# A measure and what it leaves behind


def test_a_measure_is_written_down_once_and_stays(make_game: Make, mona: User, alice: Api, bob: Api) -> None:
    board = make_game(alice, bob)
    seat, _ = asked(board)
    written = to_bot(board, mona, seat, reason="  Gone for a month.  ")
    assert (written.kind, written.reason, written.moderator, written.seat) == (
        "replace",
        "Gone for a month.",
        mona,
        seat,
    )
    assert (written.game, written.user_id) == (board.game, board.seat(seat).user_id)
    assert Measure.objects.count() == 1
    for change in (lambda: Measure.objects.update(reason="Oh."), lambda: Measure.objects.all().delete()):
        with pytest.raises(DatabaseError), transaction.atomic():
            change()
    assert Measure.objects.get().reason == "Gone for a month."


@pytest.mark.parametrize("reason", ["", "  \n ", "x" * 501, "a\x00b"])
def test_no_measure_is_taken_without_a_reason(make_game: Make, mona: User, alice: Api, bob: Api, reason: str) -> None:
    board = make_game(alice, bob)
    seat, _ = asked(board)
    said = Message.objects.create(game=board.game, user=user_of(bob), text="Hm.", created_at=clock.now())
    measures: list[Callable[[], Measure]] = [
        lambda: take(moderate.suspend_user, mona, user=user_of(bob), reason=reason),
        lambda: take(moderate.lift_suspension, mona, user=user_of(bob), reason=reason),
        lambda: take(moderate.hide_message, mona, message=said, reason=reason),
        lambda: take(moderate.show_message, mona, message=said, reason=reason),
        lambda: take(moderate.abort_game, mona, code=board.game.code, reason=reason),
        lambda: to_due(board, mona, seat, clock.now() + timedelta(days=1), reason=reason),
        lambda: to_bot(board, mona, seat, reason=reason),
    ]
    for measure in measures:
        with pytest.raises(InvalidTableError) as refusal:
            measure()
        assert list(refusal.value.errors or {}) == ["reason"]
    assert not Measure.objects.exists()
    assert get_board(board.game.code).game.version == 0


def test_a_match_that_does_not_exist_is_not_found(mona: User) -> None:
    with pytest.raises(NotFoundError):
        take(moderate.abort_game, mona, code="nosuchgame")


# Accounts


def test_a_suspended_account_may_look_but_not_act(make_game: Make, mona: User, alice: Api, bob: Api) -> None:
    board = make_game(alice, bob)
    code, (_, prompt) = board.game.code, asked(board)
    player = player_asked(board, alice, bob)
    assert waiting("your_turn", user_of(player))
    written = take(moderate.suspend_user, mona, user=user_of(player))
    assert (written.kind, written.user) == ("suspend", player.user)
    assert not waiting("your_turn", user_of(player))
    refusal = player.act(code, prompt, "take pile")
    assert (refusal.status_code, refusal.json()["code"]) == (403, "suspended")
    assert player.get(f"/games/{code}/").status_code == 200
    take(moderate.lift_suspension, mona, user=user_of(player))
    assert player.act(code, prompt, "take pile").status_code == 201


def test_an_account_is_not_suspended_twice_nor_lifted_twice_nor_ones_own(mona: User, alice: Api) -> None:
    with pytest.raises(NothingToDoError):
        take(moderate.lift_suspension, mona, user=user_of(alice))
    take(moderate.suspend_user, mona, user=user_of(alice))
    with pytest.raises(NothingToDoError):
        take(moderate.suspend_user, mona, user=user_of(alice))
    with pytest.raises(InvalidTableError):
        take(moderate.suspend_user, mona, user=mona)
    assert [each.kind for each in Measure.objects.all()] == ["suspend"]


# Messages


def test_a_message_is_hidden_and_shown_again(make_game: Make, mona: User, alice: Api, bob: Api) -> None:
    board = make_game(alice, bob)
    said = Message.objects.create(game=board.game, user=user_of(bob), text="You fool", created_at=clock.now())
    with pytest.raises(NothingToDoError):
        take(moderate.show_message, mona, message=said)
    written = take(moderate.hide_message, mona, message=said)
    assert (written.user_id, written.game_id, written.message) == (user_of(bob).pk, board.game.pk, said)
    assert Message.objects.get().hidden_at
    with pytest.raises(NothingToDoError):
        take(moderate.hide_message, mona, message=said)
    take(moderate.show_message, mona, message=said)
    assert Message.objects.get().hidden_at is None
    assert [each.kind for each in Measure.objects.order_by("id")] == ["hide", "show"]


# Aborting


def test_an_aborted_match_has_no_result_and_its_players_are_told(
    make_game: Make, mona: User, alice: Api, bob: Api
) -> None:
    board = play_on(make_game(alice, bob), 3)
    code, (_, prompt) = board.game.code, asked(board)
    player = player_asked(board, alice, bob)
    take(moderate.abort_game, mona, code=code)
    after = get_board(code)
    assert (after.game.status, after.outcome, after.asked, after.game.state) == ("aborted", None, {}, "")
    assert [record.number for record in selectors.records(after)] == [1, 2, 3]
    assert not Turn.objects.filter(game=board.game).exists()
    for each in (alice, bob):
        (told,) = waiting("game_finished", user_of(each))
        assert (told.payload["winners"], told.payload["scores"]) == ([], [])
        assert told.payload["reason_text"] == "A moderator ended this match without a result."
        assert not waiting("your_turn", user_of(each))
    refusal = player.act(code, prompt, "take pile")
    assert (refusal.status_code, refusal.json()["code"]) == (409, "game_not_active")
    assert alice.get(f"/games/{code}/").json()["status"] == "aborted"
    assert len(alice.get(f"/games/{code}/actions/").json()["results"]) == 4


def test_after_an_abort_the_table_is_as_open_as_its_log(make_game: Make, mona: User, alice: Api, bob: Api) -> None:
    code = play_on(make_game(alice, bob), 3).game.code
    before = alice.get(f"/games/{code}/").json()["view"]["hands"]
    take(moderate.abort_game, mona, code=code)
    stranger = Api(None)
    hands = stranger.get(f"/games/{code}/").json()["view"]["hands"]
    assert [len(hand["cards"]) for hand in hands] == [hand["count"] for hand in before]
    assert hands[0]["cards"] == before[0]["cards"]
    assert hands == alice.get(f"/games/{code}/").json()["view"]["hands"]
    (deal, *_) = stranger.get(f"/games/{code}/actions/").json()["results"]
    assert all(event["cards"] for event in deal["events"] if event["type"] == "dealt")


def test_a_table_that_has_not_begun_can_be_closed(make_game: Make, mona: User, alice: Api, bob: Api) -> None:
    board = make_game(alice, seats=2)
    take(moderate.abort_game, mona, code=board.game.code)
    assert alice.get(f"/games/{board.game.code}/").json()["status"] == "aborted"
    refusal = bob.post(f"/games/{board.game.code}/join/")
    assert (refusal.status_code, refusal.json()["code"]) == (409, "game_not_open")


def test_what_is_over_is_left_alone(make_game: Make, mona: User, alice: Api, bob: Api) -> None:
    board = play_on(make_game(alice, bob), 2000)
    outcome = board.game.outcome
    later = clock.now() + timedelta(days=1)
    measures: list[Callable[[], Measure]] = [
        lambda: take(moderate.abort_game, mona, code=board.game.code),
        lambda: to_bot(board, mona, 1),
        lambda: to_due(board, mona, 1, later),
    ]
    for measure in measures:
        with pytest.raises(GameNotActiveError):
            measure()
    after = get_board(board.game.code)
    assert (after.game.status, after.game.outcome) == ("finished", outcome)
    assert not Measure.objects.exists()


# Deadlines


def test_a_deadline_is_moved_with_its_reminder_and_its_notices(
    make_game: Make, mona: User, alice: Api, bob: Api
) -> None:
    board = make_game(alice, bob)
    seat, _ = asked(board)
    holder = User.objects.get(pk=board.seat(seat).user_id or 0)
    now = clock.now()
    Turn.objects.update(remind_at=now)
    assert deadlines.send_reminders(now) == 1
    assert waiting("deadline_near", holder)
    due_at = now + timedelta(days=8)
    written = to_due(board, mona, seat, due_at, now=now)
    turn = get_board(board.game.code).asked[seat]
    assert (written.kind, written.seat, turn.due_at) == ("deadline", seat, due_at)
    assert Turn.objects.get(pk=turn.id).remind_at == now + timedelta(days=6)
    assert not waiting("deadline_near", holder)
    (call,) = waiting("your_turn", holder)
    assert call.payload["deadline"] == due_at.isoformat()
    assert deadlines.send_reminders(now + timedelta(days=6)) == 1
    (near,) = waiting("deadline_near", holder)
    assert near.payload["deadline"] == due_at.isoformat()
    assert deadlines.sweep_deadlines(due_at - timedelta(seconds=1)) == 0
    assert deadlines.sweep_deadlines(due_at) == 1


def test_a_match_without_a_clock_can_get_a_deadline(make_game: Make, mona: User, alice: Api, bob: Api) -> None:
    board = make_game(alice, bob, turn_seconds=None)
    seat, _ = asked(board)
    due_at = clock.now() + timedelta(hours=4)
    to_due(board, mona, seat, due_at)
    shown = alice.get(f"/games/{board.game.code}/").json()["seats"][seat - 1]
    assert datetime.fromisoformat(shown["deadline"]) == due_at


def test_a_deadline_is_of_a_person_who_is_asked_and_lies_ahead(
    make_game: Make, mona: User, alice: Api, bob: Api
) -> None:
    board = make_game(alice, bob)
    seat, _ = asked(board)
    ahead = clock.now() + timedelta(days=1)
    with pytest.raises(SeatNotAskedError):
        to_due(board, mona, 3 - seat, ahead)
    for number in (0, 3):
        with pytest.raises(InvalidTableError):
            to_due(board, mona, number, ahead)
    with pytest.raises(InvalidTableError) as refusal:
        to_due(board, mona, seat, clock.now() - timedelta(seconds=1))
    assert list(refusal.value.errors or {}) == ["due_at"]
    to_bot(board, mona, seat)
    with pytest.raises(SeatIsBotError):
        to_due(board, mona, seat, ahead)
    with pytest.raises(GameNotActiveError):
        to_due(make_game(alice, seats=2), mona, 1, ahead)


# A seat for a bot


def test_a_seat_given_to_a_bot_in_mid_turn_is_played_on_by_it(
    make_game: Make, mona: User, alice: Api, bob: Api
) -> None:
    board = play_on(make_game(alice, bob), 1)
    code, (seat, prompt) = board.game.code, asked(board)
    former = User.objects.get(pk=board.seat(seat).user_id or 0)
    to_bot(board, mona, seat)
    after = get_board(code)
    assert (after.seat(seat).bot, after.seat(seat).username, after.seat(seat).state) == (
        "greedy",
        "greedy-bot",
        "replaced",
    )
    assert after.asked[seat].prompt == prompt
    assert FormerHolder.objects.get().user == former
    assert FormerHolder.objects.get().until == after.game.version == 2
    *_, said = selectors.records(after)
    assert (said.number, said.seat, said.prompt, said.words, said.by) == (2, seat, None, "seat greedy", log.MODERATOR)
    assert play_bot_turns(code=code, now=clock.now()) >= 1
    later = get_board(code)
    assert seat not in later.asked
    assert {record.by for record in selectors.records(later)[2:]} == {log.BOT}


def test_the_sweep_finds_a_bot_that_nobody_woke(make_game: Make, mona: User, alice: Api, bob: Api) -> None:
    board = make_game(alice, bob)
    seat, _ = asked(board)
    to_bot(board, mona, seat)
    assert deadlines.sweep_deadlines(clock.now()) == 1
    after = get_board(board.game.code)
    assert seat not in after.asked
    assert after.seat(seat).timeouts == 0


def test_the_former_player_is_a_watcher_from_now_on(make_game: Make, mona: User, alice: Api, bob: Api) -> None:
    board = make_game(alice, bob)
    code, (seat, prompt) = board.game.code, asked(board)
    former = player_asked(board, alice, bob)
    before = former.get(f"/games/{code}/").json()
    assert before["view"]["hands"][seat - 1]["cards"]
    to_bot(board, mona, seat)
    after = former.get(f"/games/{code}/").json()
    assert (after["your_seat"], after["legal_actions"]) == (None, [])
    assert all(hand["cards"] is None for hand in after["view"]["hands"])
    events = former.get(f"/games/{code}/actions/").json()["results"][0]["events"]
    assert all(event["cards"] is None for event in events if event["type"] == "dealt")
    for refusal in (former.act(code, prompt, "take pile"), former.post(f"/games/{code}/resign/")):
        assert (refusal.status_code, refusal.json()["code"]) == (403, "not_a_player")


def test_the_former_player_gets_no_more_mail_from_the_table(make_game: Make, mona: User, alice: Api, bob: Api) -> None:
    board = make_game(alice, bob)
    seat, _ = asked(board)
    former = User.objects.get(pk=board.seat(seat).user_id or 0)
    assert waiting("your_turn", former)
    to_bot(board, mona, seat)
    assert not Notice.objects.filter(user=former, status="pending").exists()
    sent = Notice.objects.filter(user=former).count()
    for _ in range(6):
        play_bot_turns(code=board.game.code, now=clock.now())
        play_on(board, 1)
    take(moderate.abort_game, mona, code=board.game.code)
    assert Notice.objects.filter(user=former).count() == sent


def test_the_former_player_of_a_private_match_may_still_watch_it(
    make_game: Make, mona: User, alice: Api, bob: Api, charlie: Api
) -> None:
    board = make_game(alice, seats=2, visibility="invited", bots=["greedy"])
    to_bot(board, mona, 1)
    assert alice.get(f"/games/{board.game.code}/").status_code == 200
    assert charlie.get(f"/games/{board.game.code}/").status_code == 404


def test_a_seat_that_is_not_asked_changes_hands_in_silence(make_game: Make, mona: User, alice: Api, bob: Api) -> None:
    board = make_game(alice, bob)
    seat, prompt = asked(board)
    before = list(Notice.objects.filter(user=board.seat(seat).user_id).values("key", "status"))
    to_bot(board, mona, 3 - seat)
    after = get_board(board.game.code)
    assert (after.asked[seat].prompt, list(after.asked)) == (prompt, [seat])
    assert list(Notice.objects.filter(user=board.seat(seat).user_id).values("key", "status")) == before
    assert player_asked(after, alice, bob).act(board.game.code, prompt, "take pile").status_code == 201


def test_only_a_person_at_the_table_makes_room_for_a_bot_the_house_has(
    make_game: Make, mona: User, alice: Api, bob: Api, charlie: Api
) -> None:
    board = make_game(alice, bob, charlie)
    for wish, field in (({"seat": 4}, "seat"), ({"seat": 0}, "seat"), ({"seat": 1, "bot": "late"}, "bot")):
        with pytest.raises(InvalidTableError) as refusal:
            to_bot(board, mona, **wish)
        assert list(refusal.value.errors or {}) == [field]
    to_bot(board, mona, 1)
    with pytest.raises(SeatIsBotError):
        to_bot(board, mona, 1)
    resign(user=user_of(bob), code=board.game.code, now=clock.now())
    with pytest.raises(SeatResignedError):
        to_bot(board, mona, 2)
    with pytest.raises(GameNotActiveError):
        to_bot(make_game(alice, seats=2), mona, 1)


def test_a_match_with_a_seat_that_changed_hands_replays_to_its_result(
    make_game: Make, mona: User, alice: Api, bob: Api
) -> None:
    board = play_on(make_game(alice, bob), 5)
    code = board.game.code
    to_bot(board, mona, 1)
    for _ in range(400):
        play_bot_turns(code=code, now=clock.now())
        if not play_on(board, 1).is_active:
            break
    over = get_board(code)
    assert over.game.status == "finished"
    assert over.rules.outcome(selectors.table_state(over)) == over.outcome
    words = [item["action"] for item in selectors.export(over)["actions"]]
    assert words[6] == "seat greedy"
    assert Game.objects.get(code=code).version == len(words) - 1
