"""Players who stay away: reminded, warned, and at last replaced as the table has chosen."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine

from accounts.models import Block, Notice
from games import tasks
from games.access import Board, get_board
from games.models import FormerHolder, Turn
from games.rules import codec
from games.selectors import steps
from tests.games.conftest import Api, asked, now, play_on, player_asked, refusal, unchanged

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("long_seed")]
Make = Callable[..., Board]
Clock = time_machine.Traveller
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def seat_of(api: Api, board: Board, reader: Api) -> Any:
    seats = reader.get(f"/games/{board.game.code}/").json()["seats"]
    return next(seat for seat in seats if seat["player"]["username"] == api.person.username)


def nudge(api: Api, board: Board, seat: int | None = None) -> Any:
    return api.post(f"/games/{board.game.code}/nudge/", {"seat": seat or asked(board)[0]})


def pair(board: Board, alice: Api, bob: Api) -> tuple[Api, Api]:
    """Who is asked, and the other."""
    mine = player_asked(board, alice, bob)
    return mine, bob if mine is alice else alice


def told(kind: str) -> list[str]:
    return [notice.user.username for notice in Notice.objects.filter(kind=kind).order_by("id")]


# Nudging


def test_a_nudge_waits_for_half_a_day_and_comes_once_a_turn(
    make_game: Make, alice: Api, bob: Api, clock: Clock
) -> None:
    board = make_game(alice, bob)
    mine, other = pair(board, alice, bob)
    with unchanged():
        assert refusal(nudge(other, board)) == (409, "too_early")
    clock.shift(12 * HOUR)
    assert nudge(other, board).status_code == 200
    (notice,) = Notice.objects.filter(kind="nudge")
    assert (notice.user, notice.payload["by"], notice.due_at) == (mine.person, other.person.username, now())
    with unchanged():
        assert refusal(nudge(other, board)) == (409, "already_nudged")


def test_at_a_quick_table_half_of_the_turn_is_enough(make_game: Make, alice: Api, bob: Api, clock: Clock) -> None:
    board = make_game(alice, bob, turn_seconds=3600)
    _, other = pair(board, alice, bob)
    clock.shift(HOUR / 2 - timedelta(seconds=1))
    assert refusal(nudge(other, board)) == (409, "too_early")
    clock.shift(1)
    assert nudge(other, board).status_code == 200


def test_whoever_plays_is_reminded_no_more(make_game: Make, alice: Api, bob: Api, clock: Clock) -> None:
    board = make_game(alice, bob)
    mine, other = pair(board, alice, bob)
    clock.shift(DAY)
    nudge(other, board)
    mine.act(board.game.code, asked(board)[1], "take pile")
    assert Notice.objects.get(kind="nudge").status == "dropped"


def test_nobody_reminds_himself_a_stranger_somebody_away_or_who_has_blocked_him(
    make_game: Make, alice: Api, bob: Api, charlie: Api, clock: Clock
) -> None:
    board = make_game(alice, bob)
    mine, other = pair(board, alice, bob)
    seat = asked(board)[0]
    clock.shift(DAY)
    with unchanged():
        assert refusal(nudge(mine, board)) == (409, "seat_not_asked")
        assert refusal(nudge(other, board, 3 - seat)) == (409, "seat_not_asked")
        assert refusal(nudge(charlie, board)) == (403, "not_a_player")
    block = Block.objects.create(user=mine.person, blocked=other.person, created_at=now())
    assert refusal(nudge(other, board)) == (403, "blocked")
    block.delete()
    mine.post("/me/holidays/", {"ends_at": (now() + DAY).isoformat()})
    assert refusal(nudge(other, board)) == (409, "on_holiday")


def test_without_a_limit_the_table_asks_after_a_month_and_then_a_nudge_sets_a_deadline(
    make_game: Make, alice: Api, bob: Api, clock: Clock
) -> None:
    board = make_game(alice, bob, turn_seconds=None)
    mine, other = pair(board, alice, bob)
    clock.shift(30 * DAY)
    tasks.send_reminders()
    tasks.send_reminders()
    assert told("nudge") == [mine.person.username]
    assert seat_of(mine, board, other)["deadline"] is None
    assert nudge(other, board).status_code == 200
    assert Turn.objects.get(game=board.game, ended_at=None).due_at == now() + 7 * DAY
    asked_by_the_table, called = Notice.objects.filter(kind="nudge").order_by("id")
    assert (asked_by_the_table.status, asked_by_the_table.reason) == ("dropped", "moved")
    assert (called.user, called.payload["deadline"]) == (mine.person, (now() + 7 * DAY).isoformat())
    clock.shift(7 * DAY)
    tasks.sweep_deadlines()
    assert get_board(board.game.code).game.version > 0


# Staying away


def stay_away(board: Board, absent: Api, clock: Clock, times: int) -> None:
    """Somebody lets so many turns run out while all others play."""
    while times:
        found = get_board(board.game.code)
        if found.seat(asked(board)[0]).user_id == absent.person.pk:
            clock.shift(3 * DAY)
            tasks.sweep_deadlines()
            times -= 1
        else:
            play_on(board, 1, bot="random")


def test_a_late_player_is_warned_and_the_count_is_for_all_to_see(
    make_game: Make, alice: Api, bob: Api, clock: Clock
) -> None:
    board = make_game(alice, bob)
    stay_away(board, bob, clock, 2)
    assert told("late_turn") == ["bob", "bob"]
    assert [notice.payload["in_row"] for notice in Notice.objects.filter(kind="late_turn")] == [1, 2]
    assert (seat_of(bob, board, alice)["late_in_row"], seat_of(bob, board, alice)["timeouts"]) == (2, 2)
    while player_asked(board, alice, bob) is alice:
        play_on(board, 1)
    bob.act(board.game.code, asked(board)[1], "take pile")
    assert (seat_of(bob, board, alice)["late_in_row"], seat_of(bob, board, alice)["timeouts"]) == (0, 2)


def test_the_usual_table_waits_for_its_player(make_game: Make, alice: Api, bob: Api, clock: Clock) -> None:
    board = make_game(alice, bob)
    stay_away(board, bob, clock, 4)
    found = seat_of(bob, board, alice)
    assert (found["state"], found["offered"], found["late_in_row"]) == ("playing", False, 4)


def test_a_table_may_give_the_seat_to_a_bot(make_game: Make, alice: Api, bob: Api, clock: Clock) -> None:
    board = make_game(alice, bob, on_absence="bot")
    stay_away(board, bob, clock, 3)
    board = get_board(board.game.code)
    (former,) = FormerHolder.objects.filter(seat__game=board.game)
    assert former.user == bob.person
    taken = next(seat for seat in board.seats if seat.number == former.seat.number)
    assert (taken.is_person, taken.state) == (False, "replaced")
    assert told("seat_lost") == ["bob"]
    *_, (record, _) = [(record, step) for record, step in steps(board) if record and record.words.startswith("seat ")]
    assert record.by == "table"
    *_, (_, step) = steps(board)
    assert codec.dump(step.state) == board.game.state, "It replays."
    assert bob.get(f"/games/{board.game.code}/").json()["your_seat"] is None


def offered(make_game: Make, alice: Api, bob: Api, clock: Clock, **wish: Any) -> tuple[Board, int]:
    """A match in which Bob's seat is offered, and its number."""
    board = make_game(alice, bob, on_absence="substitute", **wish)
    stay_away(board, bob, clock, 3)
    return get_board(board.game.code), seat_of(bob, board, alice)["seat"]


def substitute(api: Api, board: Board, seat: int) -> Any:
    return api.post(f"/games/{board.game.code}/substitute/", {"seat": seat})


def test_an_offered_seat_is_found_in_the_list_and_taken(
    make_game: Make, alice: Api, bob: Api, charlie: Api, clock: Clock
) -> None:
    board, seat = offered(make_game, alice, bob, clock)
    found = charlie.get("/games/?offered=true").json()["results"]
    assert [game["id"] for game in found] == [board.game.code]
    assert [each["offered"] for each in found[0]["seats"]] == [seat == 1, seat == 2]
    game = substitute(charlie, board, seat).json()
    assert game["your_seat"] == seat
    assert game["seats"][seat - 1] | {"prompt": 0, "deadline": 0} == {
        "seat": seat, "player": {"username": "charlie", "bot": False}, "state": "playing", "prompt": 0,
        "deadline": 0, "timeouts": 0, "late_in_row": 0, "time_bank": None, "holiday_until": None,
        "would_pause_until": None, "offered": False,
    }  # fmt: skip
    assert game["view"]["hands"][seat - 1]["cards"] is not None
    assert charlie.get("/games/?offered=true").json()["results"] == []
    assert told("seat_lost") == ["bob"]
    said = alice.get(f"/games/{board.game.code}/actions/").json()["results"][-1]
    assert (said["action"], said["by"], said["seat"]) == ("seat substitute", "player", seat)


def test_who_took_the_seat_is_reminded_like_anybody_else(
    make_game: Make, alice: Api, bob: Api, charlie: Api, clock: Clock
) -> None:
    board, seat = offered(make_game, alice, bob, clock)
    while asked(board)[0] != seat:
        play_on(board, 1)
    clock.shift(DAY)
    nudge(alice, board)
    substitute(charlie, board, seat)
    clock.shift(DAY)
    assert nudge(alice, board).status_code == 200
    assert told("nudge") == ["bob", "charlie"]


def test_who_held_the_seat_sees_hidden_cards_no_more_and_may_not_come_back(
    make_game: Make, alice: Api, bob: Api, charlie: Api, clock: Clock
) -> None:
    board, seat = offered(make_game, alice, bob, clock)
    substitute(charlie, board, seat)
    game = bob.get(f"/games/{board.game.code}/").json()
    assert [hand["cards"] for hand in game["view"]["hands"]] == [None, None]
    assert refusal(bob.act(board.game.code, 1, "take pile")) == (403, "not_a_player")
    stay_away(board, charlie, clock, 3)
    assert seat_of(charlie, board, alice)["offered"]
    assert refusal(substitute(bob, board, seat)) == (409, "seat_not_offered")


def test_until_it_is_taken_the_seat_is_its_players_again_as_soon_as_he_says_so(
    make_game: Make, alice: Api, bob: Api, charlie: Api, clock: Clock
) -> None:
    board, seat = offered(make_game, alice, bob, clock)
    assert Notice.objects.filter(kind="late_turn").latest("id").payload["offered"] is True
    assert bob.post(f"/games/{board.game.code}/return/").json()["seats"][seat - 1]["offered"] is False
    with unchanged():
        assert refusal(bob.post(f"/games/{board.game.code}/return/")) == (409, "nothing_to_do")
        assert refusal(substitute(charlie, board, seat)) == (409, "seat_not_offered")


def test_until_it_is_taken_turns_are_played_for_it(make_game: Make, alice: Api, bob: Api, clock: Clock) -> None:
    board, _ = offered(make_game, alice, bob, clock)
    stay_away(board, bob, clock, 1)
    assert seat_of(bob, board, alice)["late_in_row"] == 4


def test_nobody_takes_a_seat_he_may_not_have(make_game: Make, alice: Api, bob: Api, charlie: Api, clock: Clock) -> None:
    board, seat = offered(make_game, alice, bob, clock)
    block = Block.objects.create(user=alice.person, blocked=charlie.person, created_at=now())
    with unchanged():
        assert refusal(substitute(alice, board, seat)) == (409, "already_seated")
        assert refusal(substitute(charlie, board, 3 - seat)) == (409, "seat_not_offered")
        assert refusal(substitute(charlie, board, seat)) == (403, "blocked")
    block.delete()
    closed, seat = offered(make_game, alice, bob, clock, visibility="unlisted")
    assert substitute(charlie, closed, seat).status_code == 200


def test_a_closed_table_is_not_even_there_for_a_stranger(
    make_game: Make, alice: Api, bob: Api, charlie: Api, clock: Clock
) -> None:
    board = make_game(alice, seats=2, visibility="invited", on_absence="substitute")
    alice.post(f"/games/{board.game.code}/invitations/", {"username": "bob"})
    bob.post(f"/games/{board.game.code}/join/")
    stay_away(board, bob, clock, 3)
    seat = seat_of(bob, board, alice)["seat"]
    assert refusal(substitute(charlie, board, seat)) == (404, "not_found")
    assert charlie.get("/games/?offered=true").json()["results"] == []
