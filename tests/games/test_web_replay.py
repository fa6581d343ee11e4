"""Replaying a finished match in the browser, and the proof of its shuffle."""

import re
from collections.abc import Callable

import pytest

from games import selectors
from games.access import Board
from tests.games.browsing import Browser
from tests.games.conftest import Api, play_on

pytestmark = pytest.mark.django_db
Make = Callable[..., Board]


@pytest.fixture
def finished(make_game: Make, alice: Api, bob: Api, long_seed: None) -> Board:
    return play_on(make_game(alice, bob), 900)


def test_every_step_can_be_seen_from_every_seat(finished: Board) -> None:
    browser, last = Browser(), finished.game.version
    for step in (0, 1, last // 2, last):
        for seat in ("", "&seat=1", "&seat=2"):
            browser.get(f"/games/{finished.game.code}/replay/?step={step}{seat}")
            assert browser.status == 200
            assert f"{step} / {last}" in browser.text
            hidden = len(re.findall(r"playing-card back", browser.text))
            assert hidden >= (0 if step == last or not seat else 1)


def test_from_a_seat_the_others_hide_their_cards_and_all_open_shows_them(finished: Board) -> None:
    address = f"/games/{finished.game.code}/replay/?step=0"
    both, first = Browser().get(address).text, Browser().get(address + "&seat=1").text
    assert both.count("playing-card back") == 1
    assert first.count("playing-card back") == 3
    assert "alice is dealt" in both
    assert "bob is dealt 2 cards." in first


def test_links_lead_from_step_to_step_and_keep_the_eyes(finished: Board) -> None:
    browser = Browser().get(f"/games/{finished.game.code}/replay/?step=3&seat=2")
    assert browser.links["Next"] == "?step=4&seat=2"
    assert browser.links["Previous"] == "?step=2&seat=2"
    assert browser.links["First"] == "?step=0&seat=2"
    assert browser.links["Last"] == f"?step={finished.game.version}&seat=2"


@pytest.mark.parametrize("step", ["", "x", "-4", "99999", "٣", "9" * 40])
def test_a_step_that_is_none_is_the_first_or_the_last(finished: Board, step: str) -> None:
    assert Browser().get(f"/games/{finished.game.code}/replay/?step={step}&seat={step}").status == 200


def test_the_winner_is_not_told_before_the_end(finished: Board) -> None:
    before = Browser().get(f"/games/{finished.game.code}/replay/?step={finished.game.version - 1}").text
    after = Browser().get(f"/games/{finished.game.code}/replay/?step={finished.game.version}").text
    assert "badge brass" not in before
    assert "badge brass" in after


def test_a_running_match_has_no_replay(make_game: Make, alice: Api) -> None:
    board = make_game()
    assert Browser(alice.person).get(f"/games/{board.game.code}/replay/").status == 404
    assert Browser(alice.person).get(f"/games/{make_game(alice, seats=2).game.code}/replay/").status == 404


def test_the_numbers_of_the_proof_are_there_without_a_script(finished: Board) -> None:
    text, proof = Browser().get(f"/games/{finished.game.code}/replay/").text, selectors.proof(finished)
    assert proof["commitment"] in text
    assert proof["server_seed"] in text
    assert ", ".join(proof["deal"]) in text
