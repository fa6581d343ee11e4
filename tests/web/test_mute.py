"""One match can be muted from its table: most of it with a click, all of it with a warning."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts import rules
from games.access import Board
from tests.games.conftest import Api
from tests.games.conftest import alice as alice
from tests.games.conftest import bob as bob
from tests.games.conftest import make_game as make_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser(alice: Api) -> Client:
    client = Client()
    client.force_login(alice.person)
    return client


def test_a_match_is_muted_from_its_table(
    make_game: Callable[..., Board], alice: Api, bob: Api, browser: Client
) -> None:
    code = make_game(alice, bob).game.code
    assert f"/games/{code}/mute/" in browser.get(f"/games/{code}/").content.decode()
    page = browser.get(f"/games/{code}/mute/").content.decode()
    assert "your time may run out without a word from us" in page
    for wanted in (rules.ALL, rules.MOST, "loud", rules.NONE):
        before = rules.muted(alice.person, code)
        assert browser.post(f"/games/{code}/mute/", {"mute": wanted}).status_code == 303
        assert rules.muted(alice.person, code) == (before if wanted == "loud" else wanted)


def test_strangers_are_sent_to_sign_in_and_to_no_table_that_is_not_theirs(
    make_game: Callable[..., Board], alice: Api, bob: Api, browser: Client
) -> None:
    code = make_game(alice, bob).game.code
    assert Client().post(f"/games/{code}/mute/", {"mute": "all"})["Location"].startswith("/accounts/login/")
    assert browser.post("/games/nothing/mute/", {"mute": "all"}).status_code == 404
    assert alice.person.mutes.count() == 0
