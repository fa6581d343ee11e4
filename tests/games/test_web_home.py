"""The home page, a new table, and sitting down."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from games.access import Board, get_board
from games.models import Game, Invitation, Turn
from tests.games.browsing import Browser
from tests.games.conftest import Api, asked, make_user, now, play_on, statements, unchanged

pytestmark = pytest.mark.django_db
Make = Callable[..., Board]


def test_a_stranger_plays_a_bot_in_two_clicks() -> None:
    browser = Browser().get("/")
    assert "Sign up" in browser.links
    browser.press("Play a bot now")
    assert browser.status == 200
    board = get_board(browser.path.split("/")[2])
    assert board.is_active
    guest = User.objects.get(pk=board.seat(1).user_id or 0)
    assert guest.is_guest
    assert board.seat(2).bot
    assert "of 13 points" in browser.text


def test_games_that_wait_come_first_the_oldest_wait_on_top(make_game: Make, alice: Api, bob: Api) -> None:
    boards = [make_game() for _ in range(6)]
    for hours, board in enumerate(boards):
        Turn.objects.filter(game=board.game).update(started_at=now() - timedelta(hours=hours))
    waiting = [board.game.code for board in reversed(boards) if asked(board)[0] == 1]
    text = Browser(alice.person).get("/").text
    main = text[text.index("<main") :]
    places = [main.index(f"/games/{code}/") for code in waiting]
    assert places == sorted(places)
    others = [main.index(f"/games/{board.game.code}/") for board in boards if board.game.code not in waiting]
    assert all(place > max(places, default=0) for place in others)


def test_open_tables_can_be_narrowed(make_game: Make, alice: Api, bob: Api) -> None:
    two = make_game(alice, seats=2, turn_seconds=3600)
    four = make_game(alice, seats=4, turn_seconds=None)
    hidden = make_game(alice, seats=3, visibility="unlisted")
    browser = Browser(bob.person)
    found = {
        query: {code for code in (two.game.code, four.game.code, hidden.game.code) if code in browser.get(query).text}
        for query in ("/", "/?seats=2", "/?seats=4", "/?pace=none", "/?pace=86400", "/?ruleset=nothing", "/?seats=x")
    }
    assert found["/"] == {two.game.code, four.game.code}
    assert found["/?seats=2"] == found["/?pace=86400"] == {two.game.code}
    assert found["/?seats=4"] == found["/?pace=none"] == {four.game.code}
    assert found["/?ruleset=nothing"] == found["/?seats=x"] == set()


def test_a_table_is_opened_with_all_its_choices(alice: Api) -> None:
    browser = Browser(alice.person).get("/games/new/")
    chosen = {"seats": "3", "bots": "1", "bot": "random", "turn_seconds": "", "on_timeout": "resign"}
    chosen |= {"visibility": "unlisted", "options.after_set": "end_turn", "throw": "paper", "seed": "clover"}
    browser.press("Open the table", *chosen.items())
    board = get_board(browser.path.split("/")[2])
    assert (len(board.seats), board.seat(2).bot, board.game.turn_seconds) == (3, "random", None)
    assert (board.game.on_timeout, board.game.visibility) == ("resign", "unlisted")
    assert board.options["after_set"] == "end_turn"
    assert board.seat(1).brought == {"throw": "paper", "seed": "clover"}
    assert f"http://testserver/games/{board.game.code}/" in browser.text


@pytest.mark.parametrize(
    ("field", "value", "text"),
    [
        ("bots", "3", "More bots than seats are left."),
        ("seats", "9", "Select a valid choice."),
        ("seats", "", "This field is required."),
        ("turn_seconds", "5", "Select a valid choice."),
        ("throw", "dynamite", "Select a valid choice."),
        ("seed", "x" * 65, "at most 64 characters"),
    ],
)
def test_what_makes_no_table_is_said_at_its_field(alice: Api, field: str, value: str, text: str) -> None:
    browser = Browser(alice.person).get("/games/new/")
    with unchanged():
        browser.press("Open the table", (field, value), *([] if field == "seats" else [("seats", "2")]))
    assert browser.status == 422
    assert text in browser.text
    assert f'id="id_{field}_error"' in browser.text


def test_a_suspended_account_opens_no_table(alice: Api) -> None:
    User.objects.filter(pk=alice.person.pk).update(suspended_at=now())
    browser = Browser(alice.person).get("/games/new/")
    assert "This account is suspended." in browser.press("Open the table").text


def test_a_new_table_needs_an_account() -> None:
    answer = Browser().client.get("/games/new/")
    assert answer.status_code == 302
    assert answer["Location"].endswith("?next=/games/new/")


def test_who_comes_by_link_sits_down_with_a_throw(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game(alice, seats=2, visibility="unlisted")
    browser = Browser(bob.person).get(f"/games/{board.game.code}/")
    browser.press("Take a seat", ("throw", "rock"))
    board = get_board(board.game.code)
    assert board.is_active
    assert board.seat(2).brought == {"throw": "rock"}
    assert "You are dealt" in browser.text


def test_a_stranger_with_the_link_sits_down_as_a_guest(make_game: Make, alice: Api) -> None:
    board = make_game(alice, seats=2, visibility="unlisted")
    Browser().get(f"/games/{board.game.code}/").press("Take a seat as a guest")
    board = get_board(board.game.code)
    assert board.is_active
    assert User.objects.get(pk=board.seat(2).user_id or 0).is_guest


def test_a_table_that_has_filled_meanwhile_says_so(make_game: Make, alice: Api, bob: Api, charlie: Api) -> None:
    board = make_game(alice, seats=2)
    late = Browser(charlie.person).get(f"/games/{board.game.code}/")
    Browser(bob.person).get(f"/games/{board.game.code}/").press("Take a seat")
    with unchanged():
        late.press("Take a seat")
    assert late.status == 409
    assert "All seats are taken." in late.text


def test_inviting_by_name_and_by_address(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game(alice, seats=3)
    browser = Browser(alice.person).get(f"/games/{board.game.code}/")
    browser.press("Invite", ("who", "bob"))
    browser.press("Invite", ("who", "dora@example.org"))
    assert {
        each.user.username if each.user and not each.email else each.email for each in Invitation.objects.all()
    } == {
        "bob",
        "dora@example.org",
    }
    browser.press("Invite", ("who", "nobody-at-all"))
    assert browser.status == 400
    assert "Nobody here has this name." in browser.text


def test_leaving_before_the_deal(make_game: Make, alice: Api) -> None:
    board = make_game(alice, seats=2)
    browser = Browser(alice.person).get(f"/games/{board.game.code}/").press("Leave this table")
    assert browser.path == "/"
    assert get_board(board.game.code).game.status == Game.Status.ABORTED


def test_the_home_page_asks_as_much_for_many_games_as_for_few(make_game: Make, alice: Api, bob: Api) -> None:
    counts = []
    for _ in range(2):
        for _ in range(3):
            make_game()
            make_game(bob, seats=4)
            play_on(make_game(), 200)
        browser = Browser(alice.person).get("/")
        with statements() as asked_for:
            browser.get("/")
        counts.append(len(asked_for))
    assert counts[0] == counts[1] <= 11, asked_for


def test_a_local_site_says_what_runs_and_how_to_begin(settings: Any) -> None:
    settings.LOCAL = True
    assert "manage.py issue_token" in Browser().get("/").text
    settings.LOCAL = False
    assert "manage.py issue_token" not in Browser().get("/").text


def test_no_page_loads_anything_from_elsewhere_or_runs_anything_inline(make_game: Make, alice: Api) -> None:
    board = make_game()
    make_user("dora")
    browser = Browser(alice.person)
    for path in ("/", "/games/new/", f"/games/{board.game.code}/", "/players/alice/"):
        text = browser.get(path).text
        for sign in (" onclick", " style=", "<style", "javascript:", 'src="http', 'href="http'):
            assert sign not in text, (path, sign)
        assert text.count("<script") == text.count("<script src=") + text.count('<script type="module" src=')
