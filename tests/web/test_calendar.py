"""The private calendar: one entry for each deadline, which stays itself when it moves; and nobody else's business."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from accounts import calendars
from accounts import clock as present
from accounts.models import User
from games.access import Board, get_board
from games.models import Game, Turn
from games.services import moderate
from tests.games.conftest import Api, make_user
from tests.games.conftest import alice as alice
from tests.games.conftest import bob as bob
from tests.games.conftest import make_game as make_game

pytestmark = pytest.mark.django_db
Make = Callable[..., Board]
HOUR = timedelta(hours=1)
Part = dict[str, str]


@pytest.fixture(autouse=True)
def standing(clock: time_machine.Traveller) -> None:
    """Nothing here depends on how long it takes."""


def address_of(user: User) -> str:
    calendars.make(user)
    return f"/calendar/{calendars.secret_of(user)}.ics"


def unfolded(content: bytes) -> list[str]:
    """The lines of a file, joined as RFC 5545 says; how it is written is checked on the way."""
    assert content.endswith(b"\r\n")
    assert b"\n" not in content.replace(b"\r\n", b"")
    assert all(len(line) <= 75 for line in content.split(b"\r\n"))
    return content.replace(b"\r\n ", b"").decode().removesuffix("\r\n").split("\r\n")


def parsed(content: bytes) -> list[Part]:
    """The events, by the names of their properties; an alarm's have its name before theirs."""
    open_parts: list[str] = []
    events: list[Part] = []
    for line in unfolded(content):
        name, _colon, value = line.partition(":")
        if name == "BEGIN":
            open_parts.append(value)
            events += [{}] if value == "VEVENT" else []
        elif name == "END":
            assert open_parts.pop() == value
        elif open_parts[1:]:
            events[-1][name if open_parts[-1] == "VEVENT" else f"{open_parts[-1]}.{name}"] = value
    assert not open_parts
    return events


def events_of(path: str) -> list[Part]:
    answer = Client().get(path)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    return parsed(answer.content)


def asked(board: Board, *people: Api) -> tuple[Turn, User]:
    """The open turn of a match with a deadline in three days, and who is asked."""
    turn = Turn.objects.get(game=board.game, ended_at=None)
    Turn.objects.filter(pk=turn.pk).update(due_at=present.now() + 72 * HOUR)
    holder = get_board(board.game.code).seat(turn.seat).user_id
    return turn, next(api.person for api in people if api.person.pk == holder)


def test_each_deadline_is_one_entry_that_stays_itself_when_it_moves(
    make_game: Make, alice: Api, bob: Api, clock: time_machine.Traveller
) -> None:
    board = make_game(alice, bob)
    turn, player = asked(board, alice, bob)
    path = address_of(player)
    (entry,) = events_of(path)
    assert entry["DTSTART"] == "20260305T120000Z"
    assert entry["UID"] == f"turn-{turn.pk}@127.0.0.1"
    assert entry["URL"].endswith(f"/games/{board.game.code}/")
    assert entry["SUMMARY"] == "My turn ends: JACK in the POT"
    assert entry["VALARM.TRIGGER"] == "-PT60M"
    clock.shift(HOUR)
    root = make_user("root", is_superuser=True, is_staff=True)
    due = datetime(2026, 3, 4, 9, 30, tzinfo=UTC)
    moderate.move_deadline(
        moderator=root, code=board.game.code, seat=turn.seat, due_at=due, reason="asked for", now=present.now()
    )
    (moved,) = events_of(path)
    assert (moved["UID"], moved["DTSTART"]) == (entry["UID"], "20260304T093000Z")
    assert int(moved["SEQUENCE"]) > int(entry["SEQUENCE"])
    assert moved["LAST-MODIFIED"] > entry["LAST-MODIFIED"]
    Turn.objects.filter(pk=turn.pk).update(ended_at=present.now())
    assert events_of(path) == []


def test_it_holds_no_card_and_only_what_waits_for_its_owner(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game(alice, bob)
    _turn, player = asked(board, alice, bob)
    other = bob.person if player == alice.person else alice.person
    assert events_of(address_of(other)) == []
    text = Client().get(address_of(player)).content.decode().lower()
    assert not [name for name in ("bell", "cherry", "plum", "seven", "melon", "bar") if name in text]
    assert other.username in text


def test_it_speaks_its_owners_language_and_breaks_no_character_in_two(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game(alice, bob)
    _turn, player = asked(board, alice, bob)
    other = bob.person if player == alice.person else alice.person
    User.objects.filter(pk=other.pk).update(username="\u30ab\u30fc\u30c9;\u904a\u3073,\\" * 8)
    User.objects.filter(pk=player.pk).update(language="de")
    (entry,) = events_of(address_of(User.objects.get(pk=player.pk)))
    assert "\u30ab\u30fc\u30c9\\;\u904a\u3073\\,\\\\" * 8 in entry["DESCRIPTION"]
    assert "\\n" in entry["DESCRIPTION"]


def test_who_asks_again_for_the_same_gets_nothing_new(
    make_game: Make, alice: Api, bob: Api, clock: time_machine.Traveller
) -> None:
    turn, player = asked(make_game(alice, bob), alice, bob)
    path = address_of(player)
    tag = Client().get(path)["ETag"]
    clock.shift(HOUR)
    assert Client().get(path, headers={"If-None-Match": tag}).status_code == 304
    assert Client().head(path).status_code == 200
    Turn.objects.filter(pk=turn.pk).update(due_at=present.now() + HOUR)
    answer = Client().get(path, headers={"If-None-Match": tag})
    assert answer.status_code == 200
    assert answer["Cache-Control"] == "private, no-cache"


def test_a_new_address_ends_the_old_one_and_none_is_guessed(alice: Api, bob: Api) -> None:
    browser = Client()
    browser.force_login(alice.person)
    assert "Make the address" in browser.get("/settings/calendar/").content.decode()
    browser.post("/settings/calendar/", {"wanted": "new"})
    first = f"/calendar/{calendars.secret_of(User.objects.get(pk=alice.person.pk))}.ics"
    assert first in browser.get("/settings/calendar/").content.decode()
    assert events_of(first) == []
    browser.post("/settings/calendar/", {"wanted": "new"})
    second = f"/calendar/{calendars.secret_of(User.objects.get(pk=alice.person.pk))}.ics"
    assert Client().get(first).status_code == 404
    assert events_of(second) == []
    for wrong in (second.replace(str(alice.person.pk), str(bob.person.pk), 1), "/calendar/1-.ics", "/calendar/x.ics"):
        assert Client().get(wrong).status_code == 404, wrong
    browser.post("/settings/calendar/", {"wanted": "none"})
    assert Client().get(second).status_code == 404


def test_the_calendar_of_a_closed_account_is_gone(alice: Api) -> None:
    path = address_of(alice.person)
    User.objects.filter(pk=alice.person.pk).update(is_active=False)
    assert Client().get(path).status_code == 404
    assert Game.objects.count() == 0
