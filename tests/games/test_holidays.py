"""Holidays: planned, at once, by themselves; the clocks of open turns stand still, and nobody gets out of anything."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from accounts.models import Notice, User
from accounts.services import close_account
from games import tasks
from games.access import Board, get_board
from games.models import Holiday, Turn
from games.services import deadlines
from games.services.holidays import begin_by_itself
from tests.games.conftest import Api, asked, errors_of, make_user, now, play_on, player_asked, refusal, unchanged

pytestmark = pytest.mark.django_db
Make = Callable[..., Board]
Clock = time_machine.Traveller
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def take(api: Api, ends_at: datetime, starts_at: datetime | None = None) -> Any:
    times = {"ends_at": ends_at.isoformat(), "starts_at": starts_at.isoformat() if starts_at else None}
    return api.post("/me/holidays/", times)


def turn_of(board: Board) -> Any:
    return Turn.objects.get(game=board.game, ended_at=None)


def seat_of(api: Api, board: Board, reader: Api) -> Any:
    seats = reader.get(f"/games/{board.game.code}/").json()["seats"]
    return next(seat for seat in seats if seat["player"]["username"] == api.person.username)


def waiting(make_game: Make, alice: Api, bob: Api, **wish: Any) -> tuple[Board, Api, Api]:
    """A match, who is asked in it, and the other."""
    board = make_game(alice, bob, **wish)
    mine = player_asked(board, alice, bob)
    return board, mine, bob if mine is alice else alice


def test_a_holiday_begun_at_once_stops_the_clock_and_all_see_it(
    make_game: Make, alice: Api, bob: Api, clock: Clock
) -> None:
    board, mine, other = waiting(make_game, alice, bob)
    clock.shift(HOUR)
    answer = take(mine, now() + 7 * DAY)
    assert (answer.status_code, answer.json()["began"]) == (201, "at_once")
    turn = turn_of(board)
    assert turn.due_at == now() + 7 * DAY + 3 * DAY - HOUR
    assert turn.remind_at == turn.due_at - (3 * DAY - HOUR) / 4
    shown = seat_of(mine, board, other)
    assert datetime.fromisoformat(shown["holiday_until"]) == now() + 7 * DAY
    assert datetime.fromisoformat(shown["deadline"]) == turn.due_at
    assert seat_of(other, board, mine)["holiday_until"] is None


def test_a_waiting_notice_names_the_new_deadline(make_game: Make, alice: Api, bob: Api, clock: Clock) -> None:
    board, mine, _ = waiting(make_game, alice, bob)
    take(mine, now() + 7 * DAY)
    told = Notice.objects.get(kind="your_turn", user=mine.person)
    assert told.payload["deadline"] == turn_of(board).due_at.isoformat()


def test_a_planned_holiday_moves_the_deadlines_it_will_cover(
    make_game: Make, alice: Api, bob: Api, clock: Clock
) -> None:
    board, mine, other = waiting(make_game, alice, bob)
    due = turn_of(board).due_at
    assert take(mine, due + 20 * DAY, due + DAY).status_code == 201
    assert turn_of(board).due_at == due, "It begins when the turn is over."
    assert take(mine, due - DAY, due - 2 * DAY).status_code == 201
    assert turn_of(board).due_at == due + DAY
    assert seat_of(mine, board, other)["holiday_until"] is None, "Nobody sees what is only planned."


def test_a_turn_that_begins_later_knows_of_the_holiday(make_game: Make, alice: Api, bob: Api, clock: Clock) -> None:
    board, mine, other = waiting(make_game, alice, bob)
    take(other, now() + 2 * DAY)
    while player_asked(board, alice, bob) is mine:
        play_on(board, 1)
    assert turn_of(board).due_at == now() + 5 * DAY


def test_ending_a_holiday_early_gives_the_rest_back(make_game: Make, alice: Api, bob: Api, clock: Clock) -> None:
    board, mine, other = waiting(make_game, alice, bob)
    holiday = take(mine, now() + 7 * DAY).json()["id"]
    clock.shift(2 * DAY)
    assert mine.client.delete(f"/api/v1/me/holidays/{holiday}/").status_code == 204
    assert turn_of(board).due_at == now() + 3 * DAY
    assert seat_of(mine, board, other)["holiday_until"] is None
    assert mine.get("/me/holidays/").json()["hours_left"] == 720 - 48
    assert refusal(mine.client.delete(f"/api/v1/me/holidays/{holiday}/")) == (409, "nothing_to_do")


def test_a_planned_holiday_that_is_taken_back_costs_nothing(make_game: Make, alice: Api, clock: Clock) -> None:
    holiday = take(alice, now() + 9 * DAY, now() + 2 * DAY).json()["id"]
    assert alice.get("/me/holidays/").json()["hours_left"] == 720 - 168
    alice.client.delete(f"/api/v1/me/holidays/{holiday}/")
    assert alice.get("/me/holidays/").json() | {"holidays": []} == {
        "hours_a_year": 720, "hours_left": 720, "automatic": False, "holidays": [],
    }  # fmt: skip


def test_playing_on_a_holiday_is_possible_and_leaves_it_as_it_is(
    make_game: Make, alice: Api, bob: Api, clock: Clock
) -> None:
    board, mine, other = waiting(make_game, alice, bob)
    take(mine, now() + 7 * DAY)
    _, prompt = asked(board)
    assert mine.act(board.game.code, prompt, "take pile").status_code == 201
    assert seat_of(mine, board, other)["holiday_until"] is not None


def test_a_table_without_holidays_takes_no_notice(make_game: Make, alice: Api, bob: Api, clock: Clock) -> None:
    board, mine, other = waiting(make_game, alice, bob, holidays=False)
    due = turn_of(board).due_at
    take(mine, now() + 7 * DAY)
    assert turn_of(board).due_at == due
    assert seat_of(mine, board, other)["holiday_until"] is None


@pytest.mark.parametrize(
    ("starts", "ends", "blamed"),
    [
        (None, HOUR, "ends_at"),
        (-HOUR, 3 * DAY, "starts_at"),
        (DAY, HOUR, "ends_at"),
        (400 * DAY, 410 * DAY, "starts_at"),
        (None, 31 * DAY, "hours"),
    ],
)
def test_what_is_no_holiday_is_refused(
    alice: Api, clock: Clock, starts: timedelta | None, ends: timedelta, blamed: str
) -> None:
    with unchanged():
        answer = take(alice, now() + ends, now() + starts if starts else None)
        assert errors_of(answer) == {blamed}
    assert not Holiday.objects.exists()


def test_holidays_do_not_overlap_and_one_does_not_follow_at_once_on_another(alice: Api, clock: Clock) -> None:
    holiday = take(alice, now() + 3 * DAY).json()["id"]
    assert errors_of(take(alice, now() + 5 * DAY, now() + 2 * DAY)) == {"starts_at"}
    clock.shift(13 * HOUR)
    alice.client.delete(f"/api/v1/me/holidays/{holiday}/")
    clock.shift(HOUR)
    assert errors_of(take(alice, now() + 3 * DAY)) == {"starts_at"}
    clock.shift(DAY)
    assert take(alice, now() + 3 * DAY).status_code == 201


def test_a_holiday_counts_as_half_a_day_at_least(alice: Api, clock: Clock) -> None:
    holiday = take(alice, now() + 3 * DAY).json()["id"]
    clock.shift(HOUR)
    alice.client.delete(f"/api/v1/me/holidays/{holiday}/")
    assert alice.get("/me/holidays/").json()["hours_left"] == 720 - 12


def test_each_year_has_its_own_hours(alice: Api, clock: Clock) -> None:
    alice.person.time_zone = "Asia/Tokyo"
    alice.person.save()
    clock.move_to(datetime(2026, 12, 1, tzinfo=UTC))
    new_year = datetime(2026, 12, 31, 15, tzinfo=UTC)  # midnight in Tokyo
    assert take(alice, new_year - DAY).status_code == 201
    assert errors_of(take(alice, new_year + 20 * DAY, new_year - HOUR)) == {"hours"}
    assert take(alice, new_year + 20 * DAY, new_year).status_code == 201
    assert alice.get("/me/holidays/").json()["hours_left"] == 720 - 29 * 24 - 15


def test_somebody_elses_holiday_is_nobodys_business(alice: Api, bob: Api, clock: Clock) -> None:
    holiday = take(alice, now() + 3 * DAY).json()["id"]
    assert refusal(bob.client.delete(f"/api/v1/me/holidays/{holiday}/")) == (404, "not_found")
    assert bob.get("/me/holidays/").json()["holidays"] == []


def automatic(api: Api) -> None:
    answer = api.client.patch("/api/v1/me/holidays/", {"automatic": True}, content_type="application/json")
    assert answer.json()["automatic"] is True


def test_a_holiday_begins_by_itself_rather_than_lose_a_turn(
    make_game: Make, alice: Api, bob: Api, clock: Clock
) -> None:
    board, mine, other = waiting(make_game, alice, bob)
    second = make_game(alice, bob)
    while player_asked(second, alice, bob) is not mine:
        play_on(second, 1)
    automatic(mine)
    clock.shift(3 * DAY)
    tasks.sweep_deadlines()
    held = get_board(board.game.code)
    assert held.game.version == 0
    assert turn_of(board).due_at == now() + DAY
    assert seat_of(mine, board, other)["timeouts"] == 0
    (holiday,) = Holiday.objects.filter(user=mine.person)
    assert (holiday.began, holiday.ends_at) == ("by_itself", now() + DAY)
    (told,) = Notice.objects.filter(kind="holiday")
    assert (told.user, told.payload["deadline"]) == (mine.person, (now() + DAY).isoformat())
    assert seat_of(mine, second, other)["timeouts"] == 0
    assert turn_of(second).due_at == now() + DAY, "One holiday saves all that is due."


def test_holidays_by_themselves_go_on_until_the_year_is_used_up(
    make_game: Make, alice: Api, bob: Api, clock: Clock, settings: Any
) -> None:
    settings.HOLIDAY_HOURS_A_YEAR = 36
    board, mine, _ = waiting(make_game, alice, bob)
    automatic(mine)
    clock.shift(3 * DAY)
    tasks.sweep_deadlines()
    clock.shift(DAY)
    tasks.sweep_deadlines()
    assert turn_of(board).due_at == now() + DAY / 2
    clock.shift(DAY / 2)
    tasks.sweep_deadlines()
    assert get_board(board.game.code).game.version > 0
    assert [each.began for each in Holiday.objects.all()] == ["by_itself"] * 2


def test_nothing_begins_by_itself_where_the_table_has_no_holidays(
    make_game: Make, alice: Api, bob: Api, clock: Clock
) -> None:
    board, mine, _ = waiting(make_game, alice, bob, holidays=False)
    automatic(mine)
    clock.shift(3 * DAY)
    tasks.sweep_deadlines()
    assert get_board(board.game.code).game.version > 0
    assert not Holiday.objects.exists()


def test_a_holiday_that_a_turn_had_missed_counts_when_it_is_due(
    make_game: Make, alice: Api, bob: Api, clock: Clock
) -> None:
    board, mine, _ = waiting(make_game, alice, bob)
    Holiday.objects.create(user=mine.person, starts_at=now() + DAY, ends_at=now() + 9 * DAY, created_at=now())
    clock.shift(3 * DAY)
    assert deadlines.sweep_deadlines(now()) == 1
    assert get_board(board.game.code).game.version == 0
    assert turn_of(board).due_at == now() + 6 * DAY + 2 * DAY


@pytest.mark.parametrize("automatic_until_then", [True, False])
def test_a_deadline_that_moves_before_the_holiday_begins_saves_the_turn_without_it(
    make_game: Make, alice: Api, bob: Api, clock: Clock, monkeypatch: pytest.MonkeyPatch, automatic_until_then: bool
) -> None:
    """Between finding the turn late and locking all tables of its player there is a moment for others to act."""
    board, mine, _ = waiting(make_game, alice, bob)
    automatic(mine)
    clock.shift(3 * DAY)

    def after_others(**about: Any) -> bool:
        Turn.objects.filter(pk=about["turn_id"]).update(due_at=now() + DAY)
        User.objects.filter(pk=mine.person.pk).update(automatic_holidays=automatic_until_then)
        return begin_by_itself(**about)

    monkeypatch.setattr("games.services.deadlines.begin_by_itself", after_others)
    tasks.sweep_deadlines()
    assert (get_board(board.game.code).game.version, turn_of(board).due_at) == (0, now() + DAY)
    assert not Holiday.objects.exists()


def test_nothing_begins_by_itself_for_an_account_that_is_closed(
    make_game: Make, alice: Api, bob: Api, clock: Clock
) -> None:
    board, mine, _ = waiting(make_game, alice, bob)
    automatic(mine)
    close_account(mine.person)
    clock.shift(3 * DAY)
    tasks.sweep_deadlines()
    assert get_board(board.game.code).game.version > 0


def test_many_matches_are_served_by_one_holiday(make_game: Make, alice: Api, bob: Api, clock: Clock) -> None:
    carol = Api(make_user("carol"))
    boards = [make_game(alice, each) for each in (bob, carol, bob)]
    for board in boards:
        while player_asked(board, alice, bob, carol) is not alice:
            play_on(board, 1)
    before = [turn_of(board).due_at for board in boards]
    take(alice, now() + 2 * DAY)
    assert [turn_of(board).due_at for board in boards] == [due + 2 * DAY for due in before]
