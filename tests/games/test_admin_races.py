"""A measure against an action at the same moment: one of the two comes first, and the match stays whole."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from typing import Any

import pytest
from django.db import connection

from accounts import clock
from accounts.models import User
from games import selectors
from games.access import Board, get_board
from games.errors import GameError
from games.models import FormerHolder, Measure
from games.rules import codec
from games.services import bots, moderate, play
from tests.games.conftest import Api, asked, make_user, play_on

pytestmark = pytest.mark.django_db(transaction=True)
Make = Callable[..., Board]
ROUNDS = 6


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """Make the calls in threads of their own at the same moment; what each returned, or the refusal."""
    gate = Barrier(len(calls))

    def run(call: Callable[[], Any]) -> Any:
        try:
            gate.wait(10)
            return call()
        except GameError as refusal:
            return refusal.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def the_action(board: Board) -> Callable[[], Any]:
    """The next action of the person who is asked."""
    seat, prompt = asked(board)
    user = User.objects.get(pk=board.seat(seat).user_id or 0)
    words = bots.bot_action(board, seat, "greedy")
    return lambda: play.take_action(user=user, code=board.game.code, prompt=prompt, words=words, now=clock.now())


def check_whole(board: Board) -> None:
    """The log has no gap, and replaying it gives what is stored."""
    *_, (last, step) = selectors.steps(board)
    assert [record.number for record in selectors.records(board)] == list(range(1, board.game.version + 1))
    assert (last.number if last else 0) == board.game.version
    if board.is_active:
        assert codec.dump(step.state) == board.game.state
        assert set(board.asked) == set(board.rules.actors(step.state))


def test_an_action_and_the_change_of_its_seat(make_game: Make, alice: Api, bob: Api) -> None:
    mona = make_user("mona", is_staff=True)
    for _ in range(ROUNDS):
        board = play_on(make_game(alice, bob), 1)
        seat, _prompt = asked(board)
        wish: dict[str, Any] = {
            "code": board.game.code,
            "seat": seat,
            "bot": "greedy",
            "reason": "Gone",
            "now": clock.now(),
        }
        answer, measure = at_once(the_action(board), partial(moderate.give_seat_to_bot, moderator=mona, **wish))
        after = get_board(board.game.code)
        check_whole(after)
        assert measure.kind == "replace"
        assert after.seat(seat).bot == "greedy"
        acted = answer != "not_a_player"
        assert after.game.version == (3 if acted else 2)
        assert FormerHolder.objects.get(seat__game=board.game).until == after.game.version


def test_an_action_and_the_end_of_its_match(make_game: Make, alice: Api, bob: Api) -> None:
    mona = make_user("mona", is_staff=True)
    for _ in range(ROUNDS):
        board = play_on(make_game(alice, bob), 1)
        wish: dict[str, Any] = {"code": board.game.code, "reason": "Spam", "now": clock.now()}
        answer, measure = at_once(the_action(board), partial(moderate.abort_game, moderator=mona, **wish))
        after = get_board(board.game.code)
        check_whole(after)
        assert (measure.kind, after.game.status, after.asked) == ("abort", "aborted", {})
        assert after.game.version == (1 if answer == "game_not_active" else 2)


def test_two_moderators_take_the_same_measure_once(make_game: Make, alice: Api, bob: Api) -> None:
    mona, nils = make_user("mona", is_staff=True), make_user("nils", is_staff=True)
    board = make_game(alice, bob)
    assert bob.user
    message = board.game.messages.create(user=bob.user, text="You fool", created_at=clock.now())
    why: dict[str, Any] = {"reason": "An insult", "now": clock.now()}
    for measure, wish, refusal in (
        (moderate.hide_message, {"message": message}, "nothing_to_do"),
        (moderate.suspend_user, {"user": bob.user}, "nothing_to_do"),
        (moderate.give_seat_to_bot, {"code": board.game.code, "seat": 2, "bot": "greedy"}, "seat_is_bot"),
        (moderate.abort_game, {"code": board.game.code}, "game_not_active"),
    ):
        answers = at_once(*[partial(measure, moderator=who, **wish, **why) for who in (mona, nils)])
        assert refusal in answers
        assert len([each for each in answers if isinstance(each, Measure)]) == 1
    assert Measure.objects.count() == 4
