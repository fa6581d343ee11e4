"""What is over is not told, however long it waited: the tables themselves are asked when it is about to go out."""

from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta

import pytest
import time_machine
from django.core import mail

from accounts import clock as present
from accounts import delivery, truth
from accounts.models import Channel, Notice, User
from games.access import Board, get_board
from games.services import invitations, lobby, pauses
from games.tasks import send_reminders, sweep_deadlines
from tests.games import conftest
from tests.games.conftest import Api, asked, play_on, player_asked
from tests.games.conftest import alice as alice
from tests.games.conftest import bob as bob
from tests.games.conftest import make_game as make_game

pytestmark = pytest.mark.django_db
Make = Callable[..., Board]
HOUR = timedelta(hours=1)
DAY = 86_400


@pytest.fixture(autouse=True)
def standing(clock: time_machine.Traveller) -> None:
    """Nothing here depends on how long it takes."""


def relay_all() -> None:
    while delivery.relay_one():
        pass


def also_at_six(user: User) -> None:
    """A second address, which is written to once a day, at six in the evening."""
    address = f"daily-{user.username}@example.org"
    at = {"digest": "daily", "digest_at": time(18), "verified_at": present.now()}
    Channel.objects.create(user=user, kind="email", address=address, **at)


def calls_in_mails() -> Counter[str]:
    """How many mails have called whom to a table."""
    return Counter(message.to[0] for message in mail.outbox if "your turn" in str(message.body))


def test_a_turn_that_was_answered_after_one_channel_told_of_it_is_in_no_digest(
    make_game: Make, alice: Api, bob: Api, clock: time_machine.Traveller
) -> None:
    board = make_game(alice, bob, turn_seconds=7 * DAY)
    player = player_asked(board, alice, bob).person
    also_at_six(player)
    clock.shift(121)
    relay_all()
    assert calls_in_mails() == {player.email: 1}
    seat, _prompt = asked(board)
    while get_board(board.game.code).asked.get(seat):
        play_on(board, 1)
    clock.move_to(datetime(2026, 3, 2, 18, 1, tzinfo=UTC))
    relay_all()
    assert calls_in_mails()[f"daily-{player.username}@example.org"] == 0
    assert Notice.objects.filter(kind="your_turn", user=player).order_by("id")[0].status == "sent"


def test_after_two_days_without_a_worker_everybody_gets_one_mail_of_what_is_true(
    make_game: Make, alice: Api, bob: Api, clock: time_machine.Traveller
) -> None:
    boards = [make_game(alice, bob, turn_seconds=days * DAY) for days in (1, 1, 7, 7, 14)]
    clock.shift(48 * HOUR)
    for _each in range(60):
        relay_all()
        sweep_deadlines()
        send_reminders()
        clock.shift(10)
    told = Counter(message.to[0] for message in mail.outbox)
    assert set(told.values()) == {1}, told
    for board in boards:
        player = player_asked(board, alice, bob).person
        (message,) = [each for each in mail.outbox if each.to == [player.email]]
        assert f"/games/{board.game.code}/" in str(message.body)
    assert not Notice.objects.filter(status__in=["pending", "held", "taken"], due_at__lt=present.now()).exists()
    reasons = {*Notice.objects.filter(status="dropped").values_list("reason", flat=True)}
    assert reasons <= {"answered", "too_late", "over", "replaced"}


def over(kind: str) -> list[str]:
    """Of all notices of a kind, in their order, why they hold no longer; empty for those that do."""
    told = [*Notice.objects.filter(kind=kind).order_by("id")]
    reasons = truth.no_longer(told)
    return [reasons.get(notice.pk, "") for notice in told]


def test_a_pause_is_told_as_long_as_it_lasts_and_its_end_until_the_next(
    make_game: Make, alice: Api, bob: Api, clock: time_machine.Traveller
) -> None:
    code = make_game(alice, bob).game.code

    def pause() -> None:
        for player in (alice, bob):
            pauses.agree_to_pause(user=player.person, code=code, until=None, now=present.now())

    for _ in range(2):
        pause()
        pauses.play_on(user=alice.person, code=code, now=present.now())
        clock.shift(HOUR)
    assert over("pause") == ["moved", ""] * 2
    pause()
    assert over("pause") == ["moved", "moved", "moved", "moved", ""]
    clock.shift(31 * DAY)
    assert over("pause")[-1] == "too_late"


def test_a_late_turn_is_told_to_who_has_not_played_since(
    make_game: Make, alice: Api, bob: Api, clock: time_machine.Traveller
) -> None:
    boards = [make_game(alice, bob, turn_seconds=DAY) for _ in range(2)]
    clock.shift(DAY)
    sweep_deadlines()
    late = Notice.objects.filter(kind="late_turn").order_by("id")
    played = late[0].thread
    while get_board(played).seat(late[0].payload["seat"]).late_in_row:
        play_on(next(board for board in boards if board.game.code == played), 1)
    assert over("late_turn") == ["answered", ""]


def test_an_invitation_to_a_table_that_is_full_is_not_told(
    make_game: Make, alice: Api, bob: Api, clock: time_machine.Traveller
) -> None:
    carol = conftest.make_user("carol")
    board = make_game(alice, seats=2)
    code = board.game.code
    invitations.invite(user=alice.person, code=code, username="carol", now=present.now())
    lobby.join_game(user=bob.person, code=code, brought={}, now=present.now())
    told = Notice.objects.get(kind="invited")
    assert (told.status, told.reason) == ("dropped", "closed")
    Notice.objects.filter(pk=told.pk).update(status="pending", reason="", settled_at=None)  # as if that were lost
    clock.shift(121)
    relay_all()
    assert [*Notice.objects.filter(user=carol).values_list("status", "reason")] == [("dropped", "closed")]
