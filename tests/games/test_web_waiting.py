"""Pages about time: a pace for a table, holidays, pauses, reminders, seats on offer. By forms alone."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from games.access import Board, get_board
from games.models import Game, Holiday, Turn
from tests.games.conftest import MATCH, Api, asked, now, player_asked, unchanged
from tests.games.test_absence import stay_away

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("long_seed")]
Make = Callable[..., Board]
Clock = time_machine.Traveller
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def post(api: Api, path: str, **fields: str) -> Any:
    client = Client()
    client.force_login(api.person)
    return client.post(path, fields, follow=True)


def page(api: Api, path: str) -> str:
    client = Client()
    client.force_login(api.person)
    answer = client.get(path)
    assert answer.status_code == 200
    return str(answer.content.decode())


def table(board: Board, what: str = "") -> str:
    return f"/games/{board.game.code}/{what}"


def test_a_table_is_opened_with_a_pace_of_its_own(alice: Api) -> None:
    choices = {"seats": "2", "bots": "0", "bot": "greedy", "turn_seconds": "14400", "on_timeout": "autoplay"}
    choices |= {"visibility": "public", "options.first_player": "throw", "options.after_set": "continue"}
    rare = {"time_bank": "259200", "time_increment": "14400", "waking_hours": "on", "holidays": "yes"}
    answer = post(alice, "/games/new/", ruleset=MATCH, **choices, **rare, on_absence="substitute")
    game = Game.objects.get()
    assert game.turn_seconds == 14_400
    assert game.terms == {
        "time_bank": 259_200, "time_increment": 14_400, "waking_hours": True, "on_absence": "substitute",
    }  # fmt: skip
    text = answer.content.decode()
    for told in ("3 days in the bank, 4 hours more for each turn in time", "waking hours are kept", "others may take"):
        assert told in text


def test_what_is_wrong_among_the_rare_choices_unfolds_them(alice: Api) -> None:
    choices = {"seats": "2", "bots": "0", "bot": "greedy", "turn_seconds": "", "on_timeout": "autoplay"}
    choices |= {"visibility": "public", "options.first_player": "throw", "options.after_set": "continue"}
    answer = post(alice, "/games/new/", ruleset=MATCH, **choices, time_bank="3600")
    assert answer.status_code == 422
    assert "A time bank needs a time limit." in answer.content.decode()
    assert '<details class="panel" open>' in answer.content.decode()


def test_a_holiday_is_begun_seen_by_the_others_and_ended(make_game: Make, alice: Api, bob: Api, clock: Clock) -> None:
    board = make_game(alice, bob)
    mine = player_asked(board, alice, bob)
    text = post(mine, "/settings/holidays/", at_once="yes", hours="168").content.decode()
    assert "552 hours of 720 are left this year." in text
    (holiday,) = Holiday.objects.all()
    assert holiday.ends_at == now() + 7 * DAY
    other = bob if mine is alice else alice
    assert "on holiday until" in page(other, table(board))
    assert "on holiday" in page(other, "/")
    assert "End it now" in text
    clock.shift(DAY)
    post(mine, f"/settings/holidays/{holiday.pk}/end/")
    assert "on holiday until" not in page(other, table(board))


def test_a_holiday_is_planned_in_the_hours_of_ones_own_zone(alice: Api, clock: Clock) -> None:
    alice.person.time_zone = "Asia/Tokyo"
    alice.person.save()
    days = {"starts_on": "2026-04-01", "starts": "8", "ends_on": "2026-04-03", "ends": "20"}
    text = post(alice, "/settings/holidays/", plan="yes", **days).content.decode()
    (holiday,) = Holiday.objects.all()
    assert holiday.starts_at == datetime.fromisoformat("2026-04-01T08:00+09:00")
    assert holiday.ends_at == datetime.fromisoformat("2026-04-03T20:00+09:00")
    assert "Take it back" in text


@pytest.mark.parametrize(
    ("days", "text"),
    [
        ({"starts_on": "2026-02-01", "ends_on": "2026-04-03"}, "This moment is past."),
        ({"starts_on": "2026-04-01", "ends_on": "2026-04-01"}, "A holiday lasts at least 12 hours."),
        ({"starts_on": "2026-04-01", "ends_on": "2026-06-01"}, "This is more than is left of that year: 720 hours."),
        ({"starts_on": "soon", "ends_on": "2026-06-01"}, "Enter a valid date."),
    ],
)
def test_what_is_no_holiday_is_said_at_its_field(alice: Api, clock: Clock, days: dict[str, str], text: str) -> None:
    answer = post(alice, "/settings/holidays/", plan="yes", starts="8", ends="8", **days)
    assert answer.status_code == 422
    assert text in answer.content.decode()
    assert not Holiday.objects.exists()


def test_holidays_by_themselves_are_switched_on_and_off(alice: Api) -> None:
    assert "Let none begin by itself" in post(alice, "/settings/holidays/", automatic="yes").content.decode()
    assert "Let holidays begin by themselves" in post(alice, "/settings/holidays/", automatic="no").content.decode()


def test_a_suspended_account_has_no_holidays(make_game: Make, alice: Api, bob: Api, clock: Clock) -> None:
    """Its turns run on."""
    make_game(alice, bob)
    planned = Holiday.objects.create(
        user=alice.person, starts_at=now() + DAY, ends_at=now() + 3 * DAY, created_at=now()
    )
    User.objects.filter(pk=alice.person.pk).update(suspended_at=now())
    with unchanged():
        answer = post(alice, "/settings/holidays/", at_once="yes", hours="72")
        assert answer.status_code == 422
        assert "This account is suspended." in answer.content.decode()
        switched = post(alice, "/settings/holidays/", automatic="yes")
        ended = post(alice, f"/settings/holidays/{planned.pk}/end/")
        assert all("This account is suspended." in answer.content.decode() for answer in (switched, ended))
    assert [*Holiday.objects.all()] == [planned]
    assert not User.objects.get(pk=alice.person.pk).automatic_holidays


def test_two_agree_to_pause_and_one_plays_on(make_game: Make, alice: Api, bob: Api, clock: Clock) -> None:
    board = make_game(alice, bob)
    text = post(alice, table(board, "pause/"), agree="yes", days="7").content.decode()
    assert "would pause until" in page(bob, table(board))
    assert "I would rather not pause" in text
    text = post(bob, table(board, "pause/"), agree="yes", days="14").content.decode()
    assert "Paused until Mon, Mar 9" in text
    assert "Paused until" in page(alice, "/")
    text = post(alice, table(board, "pause/"), agree="no").content.decode()
    assert "Paused until" not in text


def test_an_open_page_learns_when_it_next_asks_that_a_pause_is_over_or_a_holiday_begins(
    make_game: Make, alice: Api, bob: Api, clock: Clock
) -> None:
    """Nothing happens at these moments, so no stream tells of them."""
    board, reader = make_game(alice, bob), Client()
    begins = now() + 6 * DAY
    Holiday.objects.create(user=bob.person, starts_at=begins, ends_at=begins + DAY, created_at=now())
    for player in (alice, bob):
        post(player, table(board, "pause/"), agree="yes", days="3")
    for _ in range(2):
        seen = reader.get(table(board)).context["seen"]
        assert reader.get(table(board, "live/"), {"seen": seen, "said": "0"}).status_code == 204
        clock.shift(3 * DAY)
        assert reader.get(table(board, "live/"), {"seen": seen, "said": "0"}).status_code == 200


def test_a_reminder_is_offered_when_it_is_time_and_once(make_game: Make, alice: Api, bob: Api, clock: Clock) -> None:
    board = make_game(alice, bob)
    mine = player_asked(board, alice, bob)
    other = bob if mine is alice else alice
    assert "Remind" not in page(other, table(board))
    clock.shift(12 * HOUR)
    assert f"Remind <bdi>{mine.person.username}</bdi>" in page(other, table(board))
    assert "Remind" not in page(mine, table(board))
    post(other, table(board, "nudge/"), seat=str(asked(board)[0]))
    assert Turn.objects.get(game=board.game, ended_at=None).nudged_at == now()
    assert "Remind" not in page(other, table(board))


def test_a_seat_on_offer_is_found_on_the_home_page_and_taken(
    make_game: Make, alice: Api, bob: Api, charlie: Api, clock: Clock
) -> None:
    board = make_game(alice, bob, on_absence="substitute")
    stay_away(board, bob, clock, 3)
    assert "Seats in running matches" in page(charlie, "/")
    assert "Seats in running matches" not in page(alice, "/")
    assert "I am back" in page(bob, table(board))
    assert "late, 3 turns in a row" in page(alice, table(board))
    assert "Take this seat" in page(charlie, table(board))
    seat = next(each.number for each in get_board(board.game.code).seats if each.offered_at)
    text = post(charlie, table(board, "substitute/"), seat=str(seat)).content.decode()
    assert "You take the seat of a player who stayed away." in text
    assert get_board(board.game.code).seat(seat).username == "charlie"
    assert "Take this seat" not in page(bob, table(board))


def test_who_is_back_keeps_the_seat(make_game: Make, alice: Api, bob: Api, charlie: Api, clock: Clock) -> None:
    board = make_game(alice, bob, on_absence="substitute")
    stay_away(board, bob, clock, 3)
    assert "I am back" not in post(bob, table(board, "return/")).content.decode()
    assert "Take this seat" not in page(charlie, table(board))
