"""Set the Reels at the doors: one preparation after the other, a round that all end at once, cards that are data."""

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.urls import reverse

from accounts import relay
from accounts.inbound import mails
from accounts.inbound.door import Verdict, take_in
from games import selectors, tasks
from games.access import Board, get_board
from games.management.commands.replay import differences
from games.models import Game
from games.rules import registry
from games.services import lobby, play
from games.services.bots import bot_action
from tests.games.conftest import Api, now, play_on, put_state, refusal, unchanged
from tests.games.reading import shown, told, undone

pytestmark = pytest.mark.django_db
Make = Callable[..., Board]
HOUR = 3600
SLUG = "set-the-reels"
HOUSE = Path(str(registry.folder(SLUG).__file__)).parent / "house.json"
TO_THE_END_OF_THE_ROUND = 60


@pytest.fixture
def three(
    make_game: Make, alice: Api, bob: Api, charlie: Api, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> str:
    """A match of Alice, Bob and Charlie that has just been dealt, always with the same cards."""
    monkeypatch.setattr(lobby, "new_server_seed", lambda: bytes([7]) * 32)
    return make_game(alice, bob, charlie, ruleset=SLUG, turn_seconds=HOUR).game.code


@pytest.fixture
def round_over(three: str) -> str:
    """The same match when the first round is over and all are asked how it ends."""
    for _ in range(TO_THE_END_OF_THE_ROUND):
        if get_board(three).state.phase == "round_end":
            return three
        play_on(get_board(three), 1, "late")
    raise AssertionError("the round does not end")


def game(player: Api, code: str) -> Any:
    return player.get(f"/games/{code}/").json()


def prompts(player: Api, code: str) -> list[int | None]:
    return [seat["prompt"] for seat in game(player, code)["seats"]]


def say(player: Api, code: str, *actions: str) -> Any:
    """Answer one prompt after the other; the last answer."""
    for action in actions:
        seen = game(player, code)
        answer = player.act(code, seen["seats"][seen["your_seat"] - 1]["prompt"], action)
        assert answer.status_code == 201, answer.content
    return answer


def to_play(code: str, *players: Api) -> Api:
    seat: int = get_board(code).state.active
    return players[seat - 1]


def test_every_preparation_is_an_action_of_its_own_and_the_play_ends_the_turn(
    three: str, alice: Api, bob: Api, charlie: Api
) -> None:
    player = to_play(three, alice, bob, charlie)
    seat = get_board(three).state.active
    put_state(get_board(three), coins=(20, 20, 20))
    first = say(player, three, "upgrade 1").json()
    assert [event["type"] for event in first["events"]] == ["upgraded"]
    assert prompts(player, three)[seat - 1] == first["number"]
    say(player, three, "buy cherry 2")
    with unchanged():
        assert refusal(player.act(three, prompts(player, three)[seat - 1] or 0, "upgrade 1")) == (422, "illegal_action")
        assert refusal(player.act(three, prompts(player, three)[seat - 1] or 0, "pull")) == (400, "unreadable_action")
    last = say(player, three, "play 4").json()
    assert [event["type"] for event in last["events"]][:2] == ["played", "spun"]
    view = last["game"]["view"]
    assert view["hand_sizes"][seat - 1] == 7
    assert {"front", "back"} <= view["hand"][0].keys()


def test_two_moves_at_once_are_played_without_being_listed(three: str, alice: Api, bob: Api, charlie: Api) -> None:
    player, state = to_play(three, alice, bob, charlie), get_board(three).state
    put_state(get_board(three), tokens=((0, 1, 0, 0, 1),) * 3, supply=(5, 2, 5, 4, 1))
    listed = [each["action"] for each in game(player, three)["legal_actions"]]
    assert len(listed) < 250
    assert not any(action.startswith("token double move") for action in listed)
    hand = [card["id"] for card in game(player, three)["view"]["hand"]]
    moved = say(player, three, "token double move 1 10 1 10").json()["game"]["view"]["hand"]
    assert [card["id"] for card in moved] == [*hand[2:], *hand[:2]]
    assert len(state.hands[0]) == 10


def test_all_are_asked_at_once_and_their_choices_happen_together(
    round_over: str, alice: Api, bob: Api, charlie: Api
) -> None:
    asked = prompts(alice, round_over)
    assert None not in asked
    say(bob, round_over, "place left", "income middle", "stack right left middle")
    say(charlie, round_over, "place left")
    assert [prompt is None for prompt in prompts(alice, round_over)] == [False, True, False]
    say(charlie, round_over, "income left", "stack left middle right")
    last = say(alice, round_over, "place left", "income left", "stack left middle right").json()
    kinds = [event["type"] for event in last["events"]]
    assert kinds == ["planned", *["placed", "income", "stacked"] * 3, "round", "turn"]
    assert last["game"]["view"]["round"] == 2


@pytest.mark.parametrize("reader", ["charlie", "stranger"])
def test_no_answer_to_others_depends_on_what_was_chosen_before_all_have(
    round_over: str, alice: Api, bob: Api, charlie: Api, stranger: Api, reader: str
) -> None:
    """Bob has chosen this or that; Alice is done, Charlie is not, the others watch."""
    say(alice, round_over, "place left", "income left", "stack left middle right")
    readers = {"charlie": charlie, "stranger": stranger}
    tried = [("actions", {"prompt": prompt, "action": action}) for prompt in (0, 99) for action in ("place left", "x")]
    found, mine = [], []
    for said in (
        ("place left", "income left", "stack left middle right"),
        ("place right", "income middle", "stack right left middle"),
    ):
        with undone():
            say(bob, round_over, *said)
            found.append(shown(readers[reader], round_over, tried, ("GET",)))
            mine.append(bob.get(f"/games/{round_over}/").content)
    assert mine[0] != mine[1]
    for question, answer in found[0].items():
        assert found[1][question] == answer, question


def test_no_mail_to_others_depends_on_what_was_chosen(round_over: str, alice: Api, bob: Api) -> None:
    found = []
    for said in (("place left", "income left"), ("place right", "income middle")):
        with undone():
            say(bob, round_over, *said)
            causes: list[Callable[[], Any]] = [
                lambda: play.resign(user=alice.person, code=round_over, now=now()),
                tasks.send_reminders,
            ]
            found.append([told(cause) for cause in causes])
    assert [each.get("charlie") for each in found[0]] == [each.get("charlie") for each in found[1]]


def test_others_read_in_the_log_that_a_choice_was_made_and_not_which(round_over: str, alice: Api, bob: Api) -> None:
    say(bob, round_over, "place left", "income middle", "stack right left middle")
    own, others = (player.get(f"/games/{round_over}/actions/").json()["results"][-3:] for player in (bob, alice))
    assert [item["action"] for item in own] == ["place left", "income middle", "stack right left middle"]
    assert [item["action"] for item in others] == ["place", "income", "stack"]
    assert [item["events"][0]["action"] for item in others] == [None] * 3


def test_the_end_of_a_round_is_a_turn_of_its_own_for_whoever_played_last(
    three: str, alice: Api, bob: Api, charlie: Api, clock: time_machine.Traveller
) -> None:
    while sum(len(hand) for hand in get_board(three).state.hands) > 6:
        play_on(get_board(three), 1, "late")
    clock.shift(timedelta(minutes=50))
    seat = get_board(three).state.active
    play_on(get_board(three), 1, "late")
    if get_board(three).state.phase == "reward":
        play_on(get_board(three), 1, "late")
    assert get_board(three).state.phase == "round_end"
    assert get_board(three).asked[seat].due_at == now() + timedelta(seconds=HOUR)


def test_who_is_late_spends_nothing_and_the_round_goes_on(
    round_over: str, alice: Api, bob: Api, charlie: Api, clock: time_machine.Traveller
) -> None:
    say(alice, round_over, "place left", "income left", "stack left middle right")
    clock.shift(timedelta(seconds=HOUR + 1))
    tasks.sweep_deadlines()
    board = get_board(round_over)
    assert board.state.round == 2
    assert [seat.timeouts for seat in board.seats] == [0, 1, 1]


def test_the_match_goes_on_without_those_who_leave_and_ends_with_the_last(
    round_over: str, alice: Api, bob: Api, charlie: Api
) -> None:
    say(charlie, round_over, "place left", "income left", "stack left middle right")
    say(alice, round_over, "place left", "income left", "stack left middle right")
    assert bob.post(f"/games/{round_over}/resign/").status_code == 200
    assert game(alice, round_over)["view"]["round"] == 2
    assert charlie.post(f"/games/{round_over}/resign/").status_code == 200
    outcome = game(alice, round_over)["outcome"]
    assert (outcome["reason"], outcome["winners"], outcome["places"]) == ("resigned", [1], [1, 2, 2])


@pytest.mark.parametrize("seats", [2, 4])
def test_two_scripts_play_whole_matches_over_the_api(alice: Api, bob: Api, stranger: Api, seats: int) -> None:
    code = alice.post("/games/", {"ruleset": SLUG, "seats": seats, "bots": ["greedy"] * (seats - 2)}).json()["id"]
    bob.post(f"/games/{code}/join/")
    while game(stranger, code)["status"] == "active":
        tasks.play_bots.delay(code)
        for script in (alice, bob):
            seen = game(script, code)
            if seen["legal_actions"]:
                assert script.act(code, *answer_of(seen)).status_code == 201
    over = game(stranger, code)
    assert over["outcome"]["reason"] in ("score", "rounds")
    assert over["view"]["points"] == over["outcome"]["scores"]
    assert all(len(hand) == 10 for hand in over["view"]["hands"])
    assert list(differences(get_board(code))) == []


def answer_of(seen: Any) -> tuple[int, str]:
    """A simple script: it upgrades while it can, and else does the last thing on the list that is no token."""
    legal = [each["action"] for each in seen["legal_actions"]]
    upgrades = [action for action in legal if action.startswith("upgrade")]
    others = [action for action in legal if not action.startswith(("token", "buy"))]
    return seen["seats"][seen["your_seat"] - 1]["prompt"], (upgrades or others)[-1]


# The table on a page


@pytest.fixture
def rich_set() -> Iterator[None]:
    """Cards with which everybody begins with three coins and a handful of tokens."""
    plain = json.loads(HOUSE.read_text())
    plain |= {
        "version": "rich-1",
        "start_resources": [{"coins": 3, "choose_tokens": tokens} for tokens in (4, 4, 0, 0)],
    }
    registry.furnish(SLUG, {"rich.json": json.dumps(plain)})
    yield
    registry.furnish(SLUG, {})


def test_the_page_plays_by_forms_alone_and_says_why_something_is_not_allowed(
    make_game: Make, alice: Api, bob: Api, rich_set: None
) -> None:
    code = make_game(alice, bob, ruleset=SLUG).game.code
    for kind in ("move", "upgrade", "double", "coins3") * 2:
        say(to_play(code, alice, bob), code, f"choose {kind}")
    player, seat = to_play(code, alice, bob), get_board(code).state.active
    player.client.force_login(player.person)
    act, address = reverse("act", args=[code]), f"/games/{code}/"

    def send(**fields: Any) -> Any:
        return player.client.post(act, {"prompt": prompts(player, code)[seat - 1], **fields})

    page = player.client.get(address).content.decode()
    assert page.count('name="action" value="1" id="hand-1"') == 1
    for text in ("Pull the lever", "Take 6 coins", "Move both", "Upgrade both for 4 coins less"):
        assert text in page
    refused = {
        ("buy seven", "1"): "You do not have the coins for this.",
        ("play", "9"): "Choose a card that has two more to its right",
        ("play", ""): "This move was not complete.",
    }
    with unchanged():
        for (verb, place), why in refused.items():
            assert why in send(verb=verb, action=place).content.decode()
    assert send(action=["token double move", "1", "10", "1", "2"]).status_code == 303
    assert send(action="token coins3").status_code == 303
    assert send(verb="upgrade", action="3").status_code == 303
    assert "This card is upgraded already." in send(verb="upgrade", action="3").content.decode()
    assert send(verb="play", action="2").status_code == 303
    assert len(get_board(code).state.hands[seat - 1]) == 7


def test_the_pages_of_a_whole_match_and_of_its_replay_can_be_drawn(
    three: str, alice: Api, bob: Api, charlie: Api, stranger: Api
) -> None:
    alice.client.force_login(alice.person)
    phases = set()
    while (board := get_board(three)).is_active:
        if board.state.phase not in phases or board.game.version % 40 == 0:
            phases.add(board.state.phase)
            for reader in (alice, stranger):
                assert reader.client.get(f"/games/{three}/").status_code == 200
        play_on(board, 1)
    assert phases >= {"prepare", "reward", "round_end"}
    for step in (0, 9, board.game.version // 2, board.game.version):
        for eyes in ("", "&seat=1"):
            assert alice.client.get(f"/games/{three}/replay/?step={step}{eyes}").status_code == 200


# The cards are data


@pytest.fixture
def another_set() -> Iterator[str]:
    """The operator's own cards, the default from now on; the test begins with the house's."""
    yield HOUSE.read_text().replace("house-1", "quick-1").replace('"end_threshold": 35', '"end_threshold": 5')
    registry.furnish(SLUG, {})


def test_a_match_keeps_its_cards_whatever_the_operator_brings_later(
    three: str, alice: Api, bob: Api, make_game: Make, another_set: str
) -> None:
    house = Game.objects.get(code=three).options["cards"]
    assert house.startswith("house-1-")
    registry.furnish(SLUG, {"quick.json": another_set})
    later = make_game(alice, bob, ruleset=SLUG).game
    assert later.options["cards"].startswith("quick-1-")
    assert game(alice, later.code)["options"] == later.options
    board = play_on(get_board(three), 1000)
    assert board.outcome is not None
    assert max(board.outcome.scores) >= 35
    assert game(alice, three)["view"]["threshold"] == 35
    assert alice.get(f"/games/{three}/export/").json()["options"] == {"cards": house}


def test_a_match_whose_cards_are_gone_is_refused_and_spoils_nothing_else(
    alice: Api, bob: Api, make_game: Make, another_set: str, caplog: pytest.LogCaptureFixture
) -> None:
    registry.furnish(SLUG, {"quick.json": another_set})
    lost = make_game(alice, bob, ruleset=SLUG).game.code
    registry.furnish(SLUG, {})
    with unchanged():
        alice.client.raise_request_exception = False
        assert alice.get(f"/games/{lost}/").status_code == 500
        assert "GAME_DATA must go on naming its file" in caplog.text
        alice.client.force_login(alice.person)
        assert alice.client.get("/").status_code == 200
        assert alice.get("/games/?player=me").status_code == 200


def test_the_page_for_a_new_table_asks_for_the_cards_only_where_there_is_a_choice(alice: Api, another_set: str) -> None:
    alice.client.force_login(alice.person)
    address = f"/games/new/?ruleset={SLUG}"
    assert "options.cards" not in alice.client.get(address).content.decode()
    registry.furnish(SLUG, {"quick.json": another_set})
    assert "Card set quick-1" in alice.client.get(address).content.decode()


# By mail


@pytest.fixture
def by_mail(settings: Any) -> None:
    """Mails come in, and go out at once."""
    settings.MAIL_REPLY_ADDRESS, settings.NOTICE_GRACE_SECONDS = "play@reply.example.org", 0


def newest_mail(player: Api) -> Any:
    """The last mail to somebody that asks for an answer."""
    relay.run()
    return [each for each in mail.outbox if each.to == [player.person.email] and "Reply-To" in each.extra_headers][-1]


def answer(player: Api, number: int, line: str) -> None:
    raw = f"From: {player.person.email}\nMessage-ID: <{number}@example.org>\n\n{line}".encode()
    assert take_in(str(newest_mail(player).extra_headers["Reply-To"]), mails.parse(raw)) is Verdict.TAKEN, line


def test_a_whole_match_is_played_by_mail_alone(by_mail: None, make_game: Make, alice: Api, bob: Api) -> None:
    code = make_game(alice, bob, ruleset=SLUG).game.code
    for number in range(1000):
        board = get_board(code)
        if not board.is_active:
            break
        if 1 not in board.asked:
            play_on(board, 1)
            continue
        answer(alice, number, bot_action(board, 1, "greedy"))
    assert board.outcome is not None
    assert {record.by for record in selectors.records(board)} == {"player"}


def test_the_mail_shows_the_hand_with_both_sides_and_the_market(by_mail: None, round_over: str, alice: Api) -> None:
    at_the_end = newest_mail(alice)
    for text in (at_the_end.body, str(at_the_end.alternatives[0][0])):
        assert "You were given:" in text
        assert "Market" in text
    for _ in range(TO_THE_END_OF_THE_ROUND):
        if get_board(round_over).state.phase == "prepare" and 1 in get_board(round_over).asked:
            break
        play_on(get_board(round_over), 1, "late")
    in_turn = newest_mail(alice)
    for text in (in_turn.body, str(in_turn.alternatives[0][0])):
        assert text.count("Upgrade for") >= 10
