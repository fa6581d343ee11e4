"""POST and GET /games/{id}/actions/: one action at a time, and the log of them."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import ApiToken
from games.access import Board, get_board
from games.models import FormerHolder
from games.services import bots, deadlines, moderate
from games.services.play import resign
from tests.games.conftest import (
    Api,
    asked,
    errors_of,
    make_user,
    now,
    play_on,
    player_asked,
    put_state,
    refusal,
    statements,
    unchanged,
)

pytestmark = pytest.mark.django_db
Make = Callable[..., Board]

# Statements of one POST, whatever the length of the match:
# token and user, lock, match, write.
MID_TURN = 4
# The call that waited for this player is withdrawn as well.
FIRST_OF_TURN = 5
# The next player's notice.
HANDS_ON = 5
# A bot is rung for by the broker, not by a row.
HANDS_ON_TO_BOT = 4
# The turns' words, the match with its log, the turns removed, the notices withdrawn, the notice of the end.
# Two of them rate the players.
LAST = 11

MOVES = (5, 300)


def use_tokens_now() -> None:
    """When a token was last used is written once a minute; not while we count."""
    ApiToken.objects.update(last_used_at=now())


def count(player: Api, board: Board, words: str) -> int:
    """The statements of one action that is accepted."""
    use_tokens_now()
    _, prompt = asked(board)
    with statements() as found:
        answer = player.act(board.game.code, prompt, words)
    assert answer.status_code == 201, answer.content
    return len(found)


def play_until(board: Board, moves: int, wanted: Callable[[Board], bool]) -> Board:
    """At least so many actions of random players, and then on until the match is as wanted."""
    board = play_on(board, max(0, moves - board.game.version), bot="random")
    while not wanted(board):
        board = play_on(board, 1, bot="random")
    assert board.is_active
    return board


def counts(board: Board, wanted: Callable[[Board], bool], *players: Api) -> list[int]:
    """The statements of the action that random players take at that point, early and late in the match."""
    found = []
    for moves in MOVES:
        board = play_until(get_board(board.game.code), moves, wanted)
        seat, _ = asked(board)
        found.append(count(player_asked(board, *players), board, bots.bot_action(board, seat, "random")))
    return found


def untouched(board: Board) -> bool:
    return next(iter(board.asked.values())).untouched


def ends_turn(board: Board) -> bool:
    return not untouched(board) and bool(board.rules.view(board.state, None)["phase"] == "discard")


def goes_on(board: Board) -> bool:
    return not untouched(board) and len(board.state.hands[asked(board)[0] - 1]) < 3


@pytest.mark.usefixtures("long_seed")
@pytest.mark.parametrize(
    ("wanted", "expected"), [(untouched, FIRST_OF_TURN), (goes_on, MID_TURN), (ends_turn, HANDS_ON)]
)
def test_an_action_takes_the_same_statements_however_long_the_match_is(
    make_game: Make, alice: Api, bob: Api, wanted: Callable[[Board], bool], expected: int
) -> None:
    assert counts(make_game(alice, bob), wanted, alice, bob) == [expected, expected]


@pytest.mark.usefixtures("long_seed")
def test_handing_on_to_a_bot_takes_the_same_statements_however_long_the_match_is(make_game: Make, alice: Api) -> None:
    board = make_game(alice, bots=["random"])
    found = []
    for moves in MOVES:
        bots.play_bot_turns(code=board.game.code, now=now())
        board = get_board(board.game.code)
        while board.game.version < moves or not ends_turn(board):
            board = play_on(board, 1, bot="random")
            bots.play_bot_turns(code=board.game.code, now=now())
            board = get_board(board.game.code)
        found.append(count(alice, board, bots.bot_action(board, asked(board)[0], "random")))
    assert found == [HANDS_ON_TO_BOT, HANDS_ON_TO_BOT]


@pytest.mark.usefixtures("long_seed")
def test_the_last_action_takes_the_same_statements_however_long_the_match_was(
    make_game: Make, alice: Api, bob: Api
) -> None:
    found = []
    for bot, length in (("greedy", 117), ("random", 549)):
        board = play_on(make_game(alice, bob), length - 1, bot=bot)
        found.append(count(player_asked(board, alice, bob), board, bots.bot_action(board, asked(board)[0], bot)))
        assert get_board(board.game.code).is_over
    assert found == [LAST, LAST]


def test_an_action_is_answered_with_its_events_and_the_table(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game(alice, bob)
    seat, prompt = asked(board)
    answer = player_asked(board, alice, bob).act(board.game.code, prompt, "take pile")
    assert answer.status_code == 201, answer.content
    body = answer.json()
    assert body["number"] == 1
    assert body["seat"] == seat
    assert body["action"] == "take pile"
    assert body["by"] == "player"
    assert body["at"].endswith("Z")
    assert [event["type"] for event in body["events"]] == ["took"]
    assert body["events"][0]["symbol"] in body["game"]["view"]["hands"][seat - 1]["cards"]
    assert body["game"]["version"] == 1
    assert body["game"]["seats"][seat - 1]["prompt"] == 1


def test_the_same_answer_again_changes_nothing(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game(alice, bob)
    _, prompt = asked(board)
    player = player_asked(board, alice, bob)
    first = player.act(board.game.code, prompt, "take pile")
    with unchanged():
        again = player.act(board.game.code, prompt, "take pile")
    assert again.status_code == 200
    assert again.json() == first.json()


def test_a_retry_is_recognised_after_the_match_has_moved_on(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game(alice, bob)
    _, prompt = asked(board)
    player = player_asked(board, alice, bob)
    first = player.act(board.game.code, prompt, "take pile").json()
    play_on(board, 12)
    with unchanged():
        again = player.act(board.game.code, prompt, "take pile")
    assert again.status_code == 200
    assert {**again.json(), "game": None} == {**first, "game": None}
    assert again.json()["game"]["version"] == 13


@pytest.mark.usefixtures("long_seed")
def test_a_retry_is_recognised_after_the_end(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game(alice, bob)
    _, prompt = asked(board)
    player = player_asked(board, alice, bob)
    first = player.act(board.game.code, prompt, "take pile").json()
    play_on(board, 600)
    with unchanged():
        again = player.act(board.game.code, prompt, "take pile")
        other = player.act(board.game.code, prompt, "take hand 1 1")
        later = player.act(board.game.code, 5_000, "take pile")
    assert again.status_code == 200
    assert again.json()["number"] == first["number"]
    assert again.json()["game"]["status"] == "finished"
    assert refusal(other) == (409, "already_answered")
    assert refusal(later) == (409, "game_not_active")


def test_two_cards_may_be_discarded_in_any_order_and_the_retry_too(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game(alice, bob)
    seat, prompt = asked(board)
    hands = tuple("LLPC" if number == seat else "77" for number in (1, 2))
    board = put_state(board, hands=hands)
    player = player_asked(board, alice, bob)
    first = player.act(board.game.code, prompt, "discard plum bell")
    assert first.status_code == 201
    assert first.json()["action"] == "discard bell plum"
    # The cards were swapped behind the log's back, so only what is refused can be asked of the log now.
    assert refusal(player.act(board.game.code, prompt, "nonsense")) == (400, "unreadable_action")


@pytest.mark.usefixtures("long_seed")
def test_a_retry_in_the_other_order_is_the_same_action(make_game: Make, alice: Api, bob: Api) -> None:
    board = play_until(make_game(alice, bob), 1, ends_turn)
    seat, prompt = asked(board)
    player = player_asked(board, alice, bob)
    legal = board.rules.legal_actions(board.state, seat)
    words = next(action for action in legal if len(set(action.split())) == 3)
    verb, one, two = words.split()
    assert player.act(board.game.code, prompt, f"{verb} {two} {one}").status_code == 201
    again = player.act(board.game.code, prompt, words)
    assert (again.status_code, again.json()["action"]) == (200, words)


def test_another_answer_to_an_answered_prompt_is_refused(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game(alice, bob)
    seat, prompt = asked(board)
    player = player_asked(board, alice, bob)
    player.act(board.game.code, prompt, "take pile")
    with unchanged():
        other = player.act(board.game.code, prompt, f"take hand {3 - seat} 1")
    assert refusal(other) == (409, "already_answered")


def test_what_the_clock_answered_is_not_the_players_own_answer(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game(alice, bob, turn_seconds=60)
    _, prompt = asked(board)
    player = player_asked(board, alice, bob)
    deadlines.sweep_deadlines(now().replace(year=now().year + 1))
    with unchanged():
        assert refusal(player.act(board.game.code, prompt, "take pile")) == (409, "already_answered")


@pytest.mark.parametrize("prompt", [1, 77, 2**31 - 1])
def test_a_prompt_that_was_never_asked_is_stale(make_game: Make, alice: Api, bob: Api, prompt: int) -> None:
    board = make_game(alice, bob)
    player = player_asked(board, alice, bob)
    with unchanged():
        assert refusal(player.act(board.game.code, prompt, "take pile")) == (409, "stale_prompt")


def test_the_prompt_of_another_seat_is_not_mine_to_answer(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game(alice, bob)
    _, prompt = asked(board)
    waiting = bob if player_asked(board, alice, bob) is alice else alice
    with unchanged():
        assert refusal(waiting.act(board.game.code, prompt, "take pile")) == (409, "not_your_turn")


@pytest.mark.usefixtures("long_seed")
def test_a_prompt_that_another_seat_answered_is_stale_for_me(make_game: Make, alice: Api, bob: Api) -> None:
    board = play_on(make_game(alice, bob), 7)
    player = player_asked(board, alice, bob)
    mine = board.seat_of(player.person.pk)
    log = alice.get(f"/games/{board.game.code}/actions/").json()["results"]
    theirs = next(item["number"] - 1 for item in log[1:] if item["seat"] != mine)
    with unchanged():
        assert refusal(player.act(board.game.code, theirs, "take pile")) == (409, "stale_prompt")


def test_an_action_the_rules_forbid_now_is_illegal(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game(alice, bob)
    seat, prompt = asked(board)
    player = player_asked(board, alice, bob)
    with unchanged():
        for words in ("take discard bell", "discard bell plum", f"take hand {seat} 1", "take hand 4 1"):
            assert refusal(player.act(board.game.code, prompt, words)) == (422, "illegal_action"), words


ABSURD = [
    *("", " ", "take", "take  pile", " take pile", "take pile ", "TAKE PILE", "take pile\n", "take\tpile", "take 1"),
    *("resign", "stop", "agree", "disagree", "seat greedy", 'orders {"a": 1}', "orders", "discard", "discard bell"),
    *("discard bell bell bell", "discard bell  plum", "take hand", "take hand 1", "take hand 0 1", "take hand 1 0"),
    *("take hand 9 1", "take hand 1 99999999999999999999", "take hand -1 1", "take hand ١ ١", "take discard joker"),
    *("ｔake pile", "take pile\u200b", "'; DROP TABLE games_game; --", "{{ 7*7 }}", "%s", "x" * 60_000, "🎰" * 900),
]


@pytest.mark.parametrize("words", ABSURD, ids=range(len(ABSURD)))
def test_words_that_are_no_action_are_unreadable(make_game: Make, alice: Api, bob: Api, words: str) -> None:
    board = make_game(alice, bob)
    _, prompt = asked(board)
    player = player_asked(board, alice, bob)
    with unchanged():
        assert refusal(player.act(board.game.code, prompt, words)) == (400, "unreadable_action")


WRONG_BODIES: list[tuple[Any, set[str]]] = [
    ({}, {"prompt", "action"}),
    ({"prompt": 0}, {"action"}),
    ({"action": "take pile"}, {"prompt"}),
    ({"prompt": "0", "action": "take pile"}, {"prompt"}),
    ({"prompt": None, "action": None}, {"prompt", "action"}),
    ({"prompt": True, "action": True}, {"prompt", "action"}),
    ({"prompt": -1, "action": ["take pile"]}, {"prompt", "action"}),
    ({"prompt": 0.5, "action": {"take": "pile"}}, {"prompt", "action"}),
    ({"prompt": 2**31, "action": "take pile"}, {"prompt"}),
    ({"prompt": 2**63, "action": 1}, {"prompt", "action"}),
    ({"prompt": 10**40, "action": "take pile"}, {"prompt"}),
    ({"prompt": [0], "action": "take pile\0"}, {"prompt", "action"}),
    ({"prompt": 0, "action": "take pile", "seat": 1}, {"seat"}),
]


@pytest.mark.parametrize(("body", "fields"), WRONG_BODIES, ids=range(len(WRONG_BODIES)))
def test_a_body_of_another_kind_is_refused_field_by_field(
    make_game: Make, alice: Api, bob: Api, body: Any, fields: set[str]
) -> None:
    board = make_game(alice, bob)
    player = player_asked(board, alice, bob)
    with unchanged():
        assert errors_of(player.post(f"/games/{board.game.code}/actions/", body)) == fields


def test_who_has_no_seat_is_no_player_before_anything_else(make_game: Make, alice: Api, bob: Api, charlie: Api) -> None:
    board = make_game(alice, bob)
    with unchanged():
        assert refusal(charlie.act(board.game.code, 0, "take pile")) == (403, "not_a_player")
        assert refusal(charlie.act(board.game.code, 99, "nonsense")) == (403, "not_a_player")


def test_a_match_one_may_not_see_is_not_there(make_game: Make, alice: Api, charlie: Api) -> None:
    hidden = make_game(alice, seats=2, visibility="invited")
    with unchanged():
        seen = charlie.act(hidden.game.code, 0, "take pile")
        nothing = charlie.act("nosuchgame", 0, "take pile")
    assert refusal(seen) == (404, "not_found")
    assert seen.content == nothing.content


def test_an_unreadable_word_is_told_before_a_wrong_prompt(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game(alice, bob)
    waiting = bob if player_asked(board, alice, bob) is alice else alice
    with unchanged():
        assert refusal(waiting.act(board.game.code, 99, "nonsense")) == (400, "unreadable_action")
        # A wrong prompt, in turn, is told before an illegal action.
        assert refusal(waiting.act(board.game.code, 99, "discard bell plum")) == (409, "not_your_turn")


def test_nothing_can_be_played_before_the_deal(make_game: Make, alice: Api) -> None:
    board = make_game(alice, seats=3)
    with unchanged():
        assert refusal(alice.act(board.game.code, 0, "take pile")) == (409, "game_not_active")


def test_a_seat_that_was_given_up_is_asked_no_more(make_game: Make, alice: Api, bob: Api, charlie: Api) -> None:
    board = make_game(alice, bob, charlie)
    _, prompt = asked(board)
    player = player_asked(board, alice, bob, charlie)
    resign(user=player.person, code=board.game.code, now=now())
    with unchanged():
        answer = player.act(board.game.code, prompt, "take pile")
    assert refusal(answer) == (409, "not_your_turn")


def test_who_was_replaced_can_play_no_more(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game(alice, bob)
    seat, prompt = asked(board)
    player = player_asked(board, alice, bob)
    judge = make_user("judge", is_staff=True)
    moderate.give_seat_to_bot(
        moderator=judge, code=board.game.code, seat=seat, bot="random", reason="asked for it", now=now()
    )
    assert FormerHolder.objects.count() == 1
    with unchanged():
        assert refusal(player.act(board.game.code, prompt, "take pile")) == (403, "not_a_player")


def test_a_suspended_player_cannot_play(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game(alice, bob)
    _, prompt = asked(board)
    player = player_asked(board, alice, bob)
    player.person.suspended_at = now()
    player.person.save()
    with unchanged():
        assert refusal(player.act(board.game.code, prompt, "take pile")) == (403, "suspended")


def test_the_log_begins_with_the_deal_and_is_in_order(make_game: Make, alice: Api, bob: Api) -> None:
    board = play_on(make_game(alice, bob), 9)
    log = alice.get(f"/games/{board.game.code}/actions/").json()
    assert [item["number"] for item in log["results"]] == list(range(10))
    assert (log["next"], log["previous"]) == (None, None)
    deal = log["results"][0]
    assert (deal["seat"], deal["action"], deal["by"]) == (None, None, "table")
    assert [event["type"] for event in deal["events"]] == ["dealt", "dealt", "first_player"]
    times = [item["at"] for item in log["results"]]
    assert times == sorted(times)


def test_the_log_is_read_on_from_a_number_and_in_pages(make_game: Make, alice: Api, bob: Api) -> None:
    board = play_on(make_game(alice, bob), 9)
    address = f"/games/{board.game.code}/actions/"
    numbers = [item["number"] for item in alice.get(f"{address}?after=6").json()["results"]]
    assert numbers == [7, 8, 9]
    assert alice.get(f"{address}?after=9").json()["results"] == []
    found, page = [], alice.get(f"{address}?limit=4").json()
    while page["next"]:
        found += page["results"]
        page = alice.client.get(page["next"]).json()
    assert [item["number"] for item in found + page["results"]] == list(range(10))


IMPOSSIBLE_PAGES = ["after=x", "after=-2", "after=1.5", "after=9999999999", "after=", "limit=x", "limit=0", "limit=-1"]


@pytest.mark.parametrize("query", IMPOSSIBLE_PAGES)
def test_a_log_page_that_cannot_be_is_refused(make_game: Make, alice: Api, bob: Api, query: str) -> None:
    board = make_game(alice, bob)
    answer = alice.get(f"/games/{board.game.code}/actions/?{query}")
    assert errors_of(answer) == {query.partition("=")[0]}


def test_the_log_of_an_open_table_is_empty(make_game: Make, alice: Api) -> None:
    board = make_game(alice, seats=2)
    assert alice.get(f"/games/{board.game.code}/actions/").json()["results"] == []


@pytest.mark.usefixtures("long_seed")
def test_the_log_hides_what_a_reader_may_not_know_until_the_end(
    make_game: Make, alice: Api, bob: Api, stranger: Api
) -> None:
    board = play_on(make_game(alice, bob), 30)
    address = f"/games/{board.game.code}/actions/"

    def unknown(reader: Api) -> int:
        events = [event for item in reader.get(address).json()["results"] for event in item["events"]]
        return sum(None in (event.get("symbol", 0), event.get("cards", 0)) for event in events)

    assert unknown(stranger) > max(unknown(alice), unknown(bob)) > 0
    play_on(board, 600)
    assert [unknown(reader) for reader in (stranger, alice, bob)] == [0, 0, 0]
    assert stranger.get(address).content == alice.get(address).content
