"""Same One! at the doors: a whole match by scripts with orders in between, clocks, and what the table shows."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core.management import call_command
from django.test import Client

from games import tasks
from games.access import Board, get_board
from games.management.commands.replay import differences
from games.rules.same_one.cards import SIGN
from games.services import bots, lobby
from tests.games.conftest import Api, asked, now, refusal
from tests.games.stacking import Stacker
from tests.games.stacking import stacker as stacker

pytestmark = pytest.mark.django_db
Make = Callable[..., Board]
HOUR = 3600


def game(player: Api, code: str) -> Any:
    return player.get(f"/games/{code}/").json()


def put_orders(player: Api, code: str, given: Any) -> Any:
    return player.client.put(f"/api/v1/games/{code}/orders/", data=given, content_type="application/json")


def test_two_scripts_and_a_bot_play_a_whole_match_of_three_games(make_game: Make, alice: Api, bob: Api) -> None:
    """Each script does the first thing that it is offered, and changes its mind about Same One now and then."""
    code = make_game(alice, bob, seats=3, bots=["greedy"], ruleset="same-one").game.code
    scripts, said = {1: alice, 3: bob}, 0
    while (board := get_board(code)).is_active and said < 2000:
        seat, prompt = asked(board)
        said += 1
        if seat not in scripts:
            bots.play_one_bot_action(code=code, now=now())
            continue
        legal = game(scripts[seat], code)["legal_actions"]
        assert scripts[seat].act(code, prompt, legal[0]["action"]).status_code == 201
        if said % 7 == 0 and get_board(code).is_active:
            kind = "hold" if said % 2 else "claim"
            answer = put_orders(scripts[4 - seat], code, {"default": kind, "except": {str(said % 30 + 1): "claim"}})
            assert answer.status_code == 200
        if said % 20 == 0:
            assert not list(differences(get_board(code)))
    over = game(alice, code)
    assert (over["status"], over["outcome"]["reason"]) == ("finished", "games")
    assert sum(over["outcome"]["scores"]) == 0
    call_command("verify_game", code)


def test_a_late_seat_draws_and_passes_and_its_orders_go_on(
    make_game: Make,
    alice: Api,
    bob: Api,
    charlie: Api,
    clock: time_machine.Traveller,
    stacker: Stacker,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lobby, "new_server_seed", lambda: bytes([7]) * 32)
    stacker.deal(*(SIGN[f"{colour}{number}"] for number in range(1, 31) for colour in "GBY"))
    code = make_game(alice, bob, charlie, ruleset="same-one", turn_seconds=HOUR).game.code
    seat, _ = asked(get_board(code))
    clock.shift(timedelta(seconds=HOUR + 1))
    tasks.sweep_deadlines()
    items = alice.get(f"/games/{code}/actions/").json()["results"]
    assert [(item["seat"], item["action"], item["by"]) for item in items[1:]] == [
        (seat, "draw", "timeout"),
        (seat, "pass", "timeout"),
    ]
    assert game(alice, code)["seats"][seat - 1]["timeouts"] == 1


def test_what_the_rules_forbid_is_refused_and_nobody_draws_a_penalty_card(
    make_game: Make, alice: Api, bob: Api
) -> None:
    code = make_game(alice, bob, seats=3, bots=["random"], ruleset="same-one").game.code
    board = get_board(code)
    while asked(board)[0] == 2:
        bots.play_one_bot_action(code=code, now=now())
        board = get_board(code)
    seat, prompt = asked(board)
    player = {1: alice, 3: bob}[seat]
    mine = game(player, code)["view"]["hands"][seat - 1]["cards"]
    foreign = next(word for word in SIGN if word not in mine)
    assert refusal(player.act(code, prompt, f"play {foreign}")) == (422, "illegal_action")
    assert refusal(player.act(code, prompt, "pass")) == (422, "illegal_action")
    assert refusal(player.act(code, prompt, "play G7 B8")) == (400, "unreadable_action")
    assert len(game(player, code)["view"]["hands"][seat - 1]["cards"]) == len(mine)
    assert player.act(code, prompt, "DRAW").status_code == 201


def test_the_table_says_why_a_card_cannot_be_played(make_game: Make, alice: Api, bob: Api, charlie: Api) -> None:
    code = make_game(alice, bob, charlie, ruleset="same-one").game.code
    seat, prompt = asked(get_board(code))
    players = {1: alice, 2: bob, 3: charlie}
    for player in players.values():
        put_orders(player, code, {"default": "hold"})
    first = next(each["action"] for each in game(players[seat], code)["legal_actions"])
    players[seat].act(code, prompt, first)
    seat, _ = asked(get_board(code))
    client = Client()
    client.force_login(players[seat].person)
    page = client.get(f"/games/{code}/").content.decode()
    whys = set(re.findall(r'aria-disabled="true" title="([^"]+)"', page))
    assert any(re.match(r"It has to be (green|blue|yellow) and (higher|lower) than \d+\.", why) for why in whys)
    other = Client()
    other.force_login(players[seat % 3 + 1].person)
    assert "Your standing orders say Same One for you." in other.get(f"/games/{code}/").content.decode()


@pytest.mark.parametrize("options", [{"goal": "last_one_loses"}, {"hands": "as_dealt", "orders": "frozen"}])
def test_every_option_is_played_on_the_page_and_replayed_by_everybody(
    make_game: Make, alice: Api, bob: Api, stranger: Api, options: dict[str, str]
) -> None:
    board = make_game(alice, bob, seats=4, bots=["greedy"] * 2, ruleset="same-one", options=options)
    code, clients = board.game.code, {}
    for seat, player in ((1, alice), (4, bob)):
        clients[seat] = Client()
        clients[seat].force_login(player.person)
    for _ in range(25):
        board = get_board(code)
        if not board.is_active:
            break
        seat, prompt = asked(board)
        if seat not in clients:
            bots.play_one_bot_action(code=code, now=now())
            continue
        page = clients[seat].get(f"/games/{code}/").content.decode()
        actions = re.findall(r'name="action" value="([^"]+)" id="[^"]*" aria-label|value="(draw|pass)" id="\w+">', page)
        action = next(one or two for one, two in actions)
        assert clients[seat].post(f"/games/{code}/actions/", {"prompt": prompt, "action": action}).status_code == 303
    for player in (alice, bob):
        player.post(f"/games/{code}/stop/", {"agree": True})
    for path in ("?step=0", "?step=5", "?step=999", "?step=9&seat=2"):
        assert stranger.client.get(f"/games/{code}/replay/{path}").status_code == 200
