"""Standing orders by form, with and without scripts; and a table of nine on every page."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.access import Board, get_board
from tests.games.conftest import Api, make_user, play_on, unchanged

pytestmark = pytest.mark.django_db
Make = Callable[..., Board]


@pytest.fixture
def code(make_game: Make, alice: Api, bob: Api, charlie: Api) -> str:
    return make_game(alice, bob, charlie, ruleset="same-one").game.code


def browser(player: Api, **headers: str) -> Client:
    client = Client(headers=headers)
    client.force_login(player.person)
    return client


def in_force(player: Api, code: str) -> Any:
    return player.get(f"/games/{code}/orders/").json()


def test_the_form_is_on_the_table_and_on_a_page_of_its_own(code: str, alice: Api) -> None:
    for path in (f"/games/{code}/", f"/games/{code}/orders/"):
        page = browser(alice).get(path).content.decode()
        assert '<input type="radio" name="default" value="claim" checked>' in page


def test_orders_are_changed_without_scripts(code: str, alice: Api) -> None:
    client = browser(alice)
    answer = client.post(f"/games/{code}/orders/", {"default": "claim", "except": "9, 12 ;1"})
    assert (answer.status_code, answer["Location"]) == (303, f"/games/{code}/")
    assert in_force(alice, code) == {"default": "claim", "except": {"1": "hold", "9": "hold", "12": "hold"}}
    page = client.get(f"/games/{code}/").content.decode()
    assert "Your orders are kept." in page
    assert 'value="1, 9, 12"' in page
    client.post(f"/games/{code}/orders/", {"default": "hold", "except": ""})
    assert in_force(alice, code) == {"default": "hold", "except": {}}


def test_with_htmx_only_the_form_comes_back_and_the_table_looks_again(code: str, alice: Api) -> None:
    htmx = browser(alice, **{"HX-Request": "true"})
    answer = htmx.post(f"/games/{code}/orders/", {"default": "hold", "except": "7"})
    assert (answer.status_code, answer["HX-Trigger"]) == (200, "game-changed")
    text = answer.content.decode()
    assert text.startswith('<section id="orders"')
    assert "Kept." in text


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
@pytest.mark.parametrize("given", [("claim", "31"), ("claim", "nine"), ("", ""), ("maybe", "9")])
def test_what_makes_no_orders_is_said_beside_the_form_and_kept(
    code: str, alice: Api, given: tuple[str, str], headers: dict[str, str]
) -> None:
    default, numbers = given
    client = browser(alice, **headers)
    with unchanged():
        answer = client.post(f"/games/{code}/orders/", {"default": default, "except": numbers})
    assert answer.status_code == 422
    text = answer.content.decode()
    assert "Numbers from 1 to 30" in text
    assert f'value="{numbers}"' in text


def test_who_has_no_orders_to_give_is_led_to_the_table(
    code: str, make_game: Make, alice: Api, bob: Api, stranger: Api
) -> None:
    dora = Api(make_user("dora"))
    assert browser(dora).get(f"/games/{code}/orders/")["Location"] == f"/games/{code}/"
    assert stranger.client.get(f"/games/{code}/orders/")["Location"].startswith("/accounts/login/")
    assert browser(dora).post(f"/games/{code}/orders/", {"default": "hold"}).status_code == 403
    other = make_game(alice, bob).game.code
    assert browser(alice).get(f"/games/{other}/orders/")["Location"] == f"/games/{other}/"
    refused = browser(alice).post(f"/games/{other}/orders/", {"default": "hold"})
    assert refused.status_code == 409
    assert b"This game has no standing orders." in refused.content
    assert b'id="orders"' not in browser(dora).get(f"/games/{code}/").content


def test_eight_bots_of_one_kind_are_told_apart_by_a_number_wherever_they_are_named(
    make_game: Make, alice: Api, stranger: Api
) -> None:
    board = make_game(alice, seats=9, bots=["greedy"] * 8, ruleset="same-one", visibility="public")
    code = board.game.code
    assert board.names == ["alice", *(f"greedy-bot {number}" for number in range(1, 9))]
    board = play_on(board, 12)
    client = browser(alice)
    for path in (f"/games/{code}/", "/", f"/games/{code}/log/"):
        page = client.get(path).content.decode()
        assert "greedy-bot 8" in page, path
    assert 'href="/players/greedy-bot/"' in client.get(f"/games/{code}/").content.decode()
    assert {seat["player"]["username"] for seat in alice.get(f"/games/{code}/").json()["seats"]} == {
        "alice", "greedy-bot",
    }  # fmt: skip
    alice.post(f"/games/{code}/stop/", {"agree": True})
    replayed = stranger.client.get(f"/games/{code}/replay/?step=5").content.decode()
    assert "greedy-bot 8" in replayed
    assert not get_board(code).is_active
