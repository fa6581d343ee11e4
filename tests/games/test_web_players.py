"""The public page of a player."""

from collections.abc import Callable

import pytest

from accounts import services as accounts
from games.access import Board
from games.models import Seat
from tests.games.browsing import Browser
from tests.games.conftest import Api, play_on, statements

pytestmark = pytest.mark.django_db
Make = Callable[..., Board]


def row(browser: Browser) -> list[str]:
    """The numbers of the one game in the table of results."""
    body = browser.text[browser.text.index("<tbody>") : browser.text.index("</tbody>")]
    return [cell.partition("</td>")[0] for cell in body.split("<td>")[1:]]


def test_results_count_public_matches_only(make_game: Make, alice: Api, bob: Api) -> None:
    won = 0
    for _ in range(3):
        board = play_on(make_game(), 900)
        won += 1 in (board.outcome.winners if board.outcome else [])
    play_on(make_game(visibility="unlisted"), 900)
    make_game()
    Seat.objects.filter(game=board.game, user=alice.person).update(timeouts=2)
    browser = Browser().get("/players/alice/")
    assert row(browser) == ["3", str(won), "2", "0"]
    assert browser.text.count('class="game-link"') == 3


def test_a_bot_is_called_one_and_a_newcomer_has_no_results(make_game: Make, alice: Api) -> None:
    make_game(alice, seats=2, bots=["greedy"])
    assert "No public match has been finished yet." in Browser().get("/players/alice/").text
    assert '<span class="badge">bot</span>' in Browser().get("/players/greedy-bot/").text


def test_who_is_not_there_has_no_page(alice: Api) -> None:
    accounts.close_account(alice.person)
    alice.person.refresh_from_db()
    for name in ("nobody", "alice", alice.person.username, "a/b"):
        assert Browser().get(f"/players/{name}/").status == 404


def test_the_page_costs_the_same_for_many_matches(make_game: Make, bob: Api) -> None:
    counts = []
    for _ in range(2):
        for _ in range(3):
            play_on(make_game(), 900)
        with statements() as asked:
            Browser().get("/players/alice/")
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 4, asked
