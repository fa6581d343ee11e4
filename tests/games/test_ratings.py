"""Ratings: which matches count, once each, whatever else ends at the same moment."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.core.management import call_command
from django.db import close_old_connections

from accounts.models import Standing, User
from games.access import Board, get_board
from games.models import Rating, Seat
from games.selectors import records
from games.services import absence, deadlines, moderate, play
from tests.games.conftest import Api, asked, make_user, now, play_on, statements

pytestmark = pytest.mark.django_db
Make = Callable[..., Board]


def rating(player: Api) -> Rating:
    return Rating.objects.get(user=player.person)


def give_up(board: Board, player: Api) -> None:
    play.resign(user=player.person, code=board.game.code, now=now())


def test_a_finished_match_rates_its_players(make_game: Make, alice: Api, bob: Api) -> None:
    board = play_on(make_game(alice, bob), 2000)
    assert board.outcome
    ratings = [rating(alice), rating(bob)]
    assert [each.wins for each in ratings] == [int(place == 1) for place in board.outcome.places]
    assert [each.matches for each in ratings] == [1, 1]
    if board.outcome.places == (1, 2):
        assert ratings[0].value > 1000 > ratings[1].value
    assert all(each.history == [each.value] for each in ratings)


def test_turns_are_counted_as_they_were_asked(make_game: Make, alice: Api, bob: Api) -> None:
    board, turns = make_game(alice, bob), {1: 0, 2: 0}
    while board.is_active:
        seat, prompt = asked(board)
        board = play_on(board, 1)
        turns[seat] += 1
        while board.is_active and asked(board)[0] == seat and asked(board)[1] != prompt:
            prompt = asked(board)[1]
            board = play_on(board, 1)
    assert {1: rating(alice).turns, 2: rating(bob).turns} == turns


def test_who_gives_up_comes_last(make_game: Make, alice: Api, bob: Api, charlie: Api) -> None:
    board = make_game(alice, bob, charlie)
    give_up(board, alice)
    play_on(board, 2000)
    assert rating(alice).mu < min(rating(bob).mu, rating(charlie).mu)
    assert (rating(alice).resignations, rating(alice).wins, rating(bob).resignations) == (1, 0, 0)


def test_late_turns_count_also_when_the_seat_is_lost_by_them(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game(alice, bob, on_timeout="resign", turn_seconds=60)
    late = alice if asked(board)[0] == 1 else bob
    (turn,) = get_board(board.game.code).asked.values()
    assert turn.due_at
    deadlines.expire_one(turn.due_at)
    assert not get_board(board.game.code).is_active
    assert (rating(late).late_turns, rating(late).turns, rating(late).resignations) == (1, 1, 1)


@pytest.mark.parametrize("wish", [{"bots": ["greedy"]}, {"visibility": "unlisted"}], ids=["house bot", "private"])
def test_some_matches_do_not_count(make_game: Make, alice: Api, wish: dict[str, Any]) -> None:
    board = make_game(**wish)
    give_up(board, alice)
    assert not play_on(board, 2000).is_active
    assert not Rating.objects.exists()


def test_who_loses_the_seat_by_staying_away_comes_last(make_game: Make, alice: Api, bob: Api, charlie: Api) -> None:
    board = make_game(alice, bob, charlie)
    while not any(record.seat == 1 for record in records(board)):
        board = play_on(board, 1)
    moderate.give_seat_to_bot(
        moderator=make_user("judge"), code=board.game.code, seat=1, bot="greedy", reason="Away.", now=now()
    )
    play_on(board, 2000)
    assert rating(alice).mu < min(rating(bob).mu, rating(charlie).mu)
    assert (rating(alice).resignations, rating(alice).wins) == (1, 0)
    assert rating(alice).turns == 1
    before = facts()
    call_command("rebuild_ratings")
    assert facts() == before


def test_who_takes_such_a_seat_is_not_rated_for_it(make_game: Make, alice: Api, bob: Api, charlie: Api) -> None:
    board = play_on(make_game(alice, bob), 9)
    Seat.objects.filter(game=board.game, number=1).update(offered_at=now())
    absence.take_seat(user=charlie.person, code=board.game.code, seat=1, now=now())
    play_on(board, 2000)
    assert {each.user_id for each in Rating.objects.all()} == {alice.person.pk, bob.person.pk}
    assert rating(alice).mu < rating(bob).mu


def test_a_match_without_a_result_does_not_count(make_game: Make) -> None:
    board = play_on(make_game(), 3)
    moderate.abort_game(moderator=make_user("judge"), code=board.game.code, reason="Broken.", now=now())
    assert not Rating.objects.exists()


def test_guests_are_left_out_and_one_member_alone_has_no_rating(make_game: Make, alice: Api, bob: Api) -> None:
    guest = Api(make_user("guest-x", standing=Standing.GUEST))
    give_up(make_game(alice, guest), alice)
    assert not Rating.objects.exists()
    play_on(make_game(guest, bob, alice), 2000)
    assert {each.user_id for each in Rating.objects.all()} == {alice.person.pk, bob.person.pk}


def test_rating_a_match_takes_two_statements(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game(alice, bob)
    with statements() as sql:
        give_up(board, alice)
    assert len([each for each in sql if "games_rating" in each]) == 2


def test_all_can_be_rated_anew_and_come_out_the_same(
    make_game: Make, alice: Api, bob: Api, charlie: Api, capsys: pytest.CaptureFixture[str]
) -> None:
    for players in ((alice, bob), (charlie, bob), (charlie, alice, bob)):
        play_on(make_game(*players), 2000)
    play_on(make_game(alice, seats=2, bots=["greedy"]), 2000)
    before = facts()
    Rating.objects.filter(user=bob.person).update(value=1, wins=99)
    for _ in range(2):
        call_command("rebuild_ratings")
        assert facts() == before
    assert capsys.readouterr().out == "3 matches counted, 3 ratings.\n" * 2


def facts() -> list[dict[str, Any]]:
    """All ratings without their own keys, which rating anew gives afresh."""
    rows = Rating.objects.order_by("user_id").values()
    return [{name: value for name, value in row.items() if name != "id"} for row in rows]


@pytest.mark.django_db(transaction=True)
def test_matches_that_end_at_once_all_count(make_game: Make, alice: Api, bob: Api, charlie: Api) -> None:
    """The same people in every order, each match ended in a thread of its own."""
    orders = [(alice, bob, charlie), (charlie, bob, alice), (bob, alice, charlie), (bob, charlie, alice)]
    boards = [make_game(*players) for players in orders * 2]
    for board in boards:
        give_up(board, alice)

    def end(board: Board) -> None:
        try:
            play.resign(user=User.objects.get(username="bob"), code=board.game.code, now=now())
        finally:
            close_old_connections()

    with ThreadPoolExecutor(len(boards)) as threads:
        list(threads.map(end, boards))
    assert [rating(each).matches for each in (alice, bob, charlie)] == [8, 8, 8]
    assert [rating(each).wins for each in (alice, bob, charlie)] == [0, 0, 8]
    assert [len(rating(each).history) for each in (alice, bob, charlie)] == [8, 8, 8]
