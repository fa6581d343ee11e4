"""The public page of a player, and the ladders; on the page and in the API."""

import re
from collections.abc import Callable

import pytest

from accounts import services as accounts
from accounts.models import Standing, User
from games.access import Board
from games.models import Rating, Seat
from games.ratings import NEWCOMER
from tests.games.browsing import Browser
from tests.games.conftest import MATCH, Api, make_user, play_on, refusal, statements

pytestmark = pytest.mark.django_db
Make = Callable[..., Board]
LADDER = f"/ladder/{MATCH}/"


def row(browser: Browser) -> list[str]:
    """The numbers of the one game in the table of results."""
    body = browser.text[browser.text.index("<tbody>") : browser.text.index("</tbody>")]
    return [cell.partition("</td>")[0] for cell in body.split("<td>")[1:]]


def rate(user: User, value: int, **numbers: int) -> Rating:
    """A rating as if it came of matches."""
    known = {"mu": NEWCOMER.mu, "sigma": NEWCOMER.sigma, "matches": 2, "history": [value - 50, value], **numbers}
    return Rating.objects.create(user=user, ruleset=MATCH, value=value, **known)


def rungs(browser: Browser) -> list[tuple[str, str, str]]:
    """Place, name and rating of each row of a ladder's page."""
    found = re.findall(r'number">(\d+)</td>.*?<bdi>(.*?)</bdi>.*?<b>(\d+)</b>', browser.text)
    return [(place, name, value) for place, name, value in found]


# A player


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
    results = Api(None).get("/players/alice/").json()["results"]
    assert results == [{"ruleset": MATCH, "matches": 3, "wins": won, "late_turns": 2, "resignations": 0}]


def test_a_rating_is_shown_with_its_history_and_in_words(alice: Api, bob: Api) -> None:
    rate(bob.person, 1500)
    rate(alice.person, 1234, turns=40, late_turns=1, resignations=1, wins=1)
    page = Browser().get("/players/alice/").text
    assert ">1234</b>" in page
    assert 'aria-label="Rating over 2 matches: from 1000 to 1234, lowest 1000, highest 1234."' in page
    assert "Place 2 on the ladder" in page
    assert "Nearly always answers in time (late: 1 of 40 turns)." in page
    assert "Often gives up (1 of 2 matches)." in page
    told = Api(None).get("/players/alice/").json()
    assert told["ratings"] == [
        {"ruleset": MATCH, "rating": 1234, "place": 2, "matches": 2, "wins": 1, "history": [1184, 1234]}
    ]
    assert (told["reliability"]["late_share"], told["reliability"]["resigned_share"]) == (0.025, 0.5)


def test_a_bot_is_called_one_and_a_newcomer_has_no_results(make_game: Make, alice: Api) -> None:
    make_game(alice, seats=2, bots=["greedy"])
    assert "No public match has been finished yet." in Browser().get("/players/alice/").text
    assert "You are not rated yet" in Browser(alice.person).get("/players/alice/").text
    assert '<span class="badge">bot</span>' in Browser().get("/players/greedy-bot/").text
    assert Api(None).get("/players/alice/").json()["reliability"]["late_share"] is None


def test_who_has_left_is_found_by_the_pseudonym_alone(alice: Api) -> None:
    rate(alice.person, 1234)
    accounts.close_account(alice.person)
    gone = User.objects.get(pk=alice.person.pk).username
    assert "This account is closed." in Browser().get(f"/players/{gone}/").text
    told = Api(None).get(f"/players/{gone}/").json()
    assert (told["closed"], told["ratings"][0]["place"]) == (True, None)
    assert "alice" not in str(told)


def test_who_is_not_there_has_no_page(alice: Api) -> None:
    accounts.close_account(alice.person)
    unclaimed = accounts.contact("new@example.net").username
    for name in ("nobody", "alice", "a/b", unclaimed):
        assert Browser().get(f"/players/{name}/").status == 404
        assert refusal(Api(None).get(f"/players/{name}/")) == (404, "not_found")


def test_the_page_costs_the_same_for_many_matches(make_game: Make, bob: Api) -> None:
    counts = []
    for _ in range(2):
        for _ in range(3):
            play_on(make_game(), 900)
        with statements() as asked:
            Browser().get("/players/alice/")
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 5, asked


# The ladder


def test_a_ladder_goes_from_the_best_and_equals_share_a_place(alice: Api, bob: Api, charlie: Api) -> None:
    robot = make_user("robot", is_bot=True)
    for user, value in ((alice.person, 1100), (bob.person, 1300), (charlie.person, 1100), (robot, 900)):
        rate(user, value)
    expected = [("1", "bob", "1300"), ("2", "alice", "1100"), ("2", "charlie", "1100"), ("4", "robot", "900")]
    browser = Browser(charlie.person).get("/ladder/")
    assert browser.path == LADDER
    assert rungs(browser) == expected
    assert browser.text.count('<tr class="mine">') == 1
    assert "Your place is 2, your rating 1100." in browser.text
    rows = Api(None).get(f"/leaderboards/{MATCH}/").json()["results"]
    assert [(str(each["place"]), each["player"]["username"], str(each["rating"])) for each in rows] == expected
    assert [each["player"]["bot"] for each in rows] == [False, False, False, True]


def test_pages_of_a_ladder_go_on_counting(stranger: Api) -> None:
    values = [1500, 1400, 1400, 1400, 1300, 1300, 1200]
    for number, value in enumerate(values):
        rate(make_user(f"u{number}"), value)
    places, at = [], f"/leaderboards/{MATCH}/?limit=2"
    while at:
        page = stranger.get(at).json()
        places += [each["place"] for each in page["results"]]
        at = (page["next"] or "").partition("/api/v1")[2]
    assert places == [1, 2, 2, 2, 5, 5, 7]
    back = stranger.client.get(page["previous"]).json()["results"]
    assert [each["place"] for each in back] == [5, 5]


def test_who_is_closed_or_suspended_is_not_listed(alice: Api, bob: Api, charlie: Api) -> None:
    for each in (alice, bob, charlie):
        rate(each.person, 1100)
    accounts.close_account(alice.person)
    accounts.suspend(bob.person)
    rows = Api(None).get(f"/leaderboards/{MATCH}/").json()["results"]
    assert [(each["place"], each["player"]["username"]) for each in rows] == [(1, "charlie")]
    assert Api(None).get("/players/bob/").json()["ratings"][0]["place"] is None


def test_everybody_is_told_why_they_are_not_on_it(alice: Api) -> None:
    guest = make_user("guest-x", standing=Standing.GUEST)
    for browser, text in (
        (Browser(), "Only members are on the ladder."),
        (Browser(guest), "As a guest you are not on the ladder."),
        (Browser(alice.person), "You are not on this ladder yet"),
    ):
        page = browser.get(LADDER).text
        assert text in page
        assert "Nobody is rated at this game yet." in page
        assert "Who gives up, or stays away" in page


def test_a_ladder_is_one_of_a_game_there_is(stranger: Api) -> None:
    assert Browser().get("/ladder/nothing/").status == 404
    assert refusal(stranger.get("/leaderboards/nothing/")) == (404, "not_found")
    assert refusal(stranger.get(f"/leaderboards/{MATCH}/?cursor=x")) == (400, "invalid")


def test_a_ladder_has_an_etag(alice: Api, stranger: Api) -> None:
    rate(alice.person, 1100)
    for path in (f"/leaderboards/{MATCH}/", "/players/alice/"):
        tag = stranger.get(path)["ETag"]
        assert stranger.get(path, **{"If-None-Match": tag}).status_code == 304
