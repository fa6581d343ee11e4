"""The worker stood still for two days with a thousand matches waiting; then it is started again."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import groupby

import pytest
import time_machine
from django.core import mail
from django.core.mail import EmailMessage

from accounts import relay
from accounts import tasks as post
from accounts.models import Channel, Notice, User
from games import notices, tasks
from games.access import Board, get_board, get_boards
from games.models import Game, Seat, Turn
from games.models.game import new_code
from games.services import play, timing
from tests.games.conftest import Api, asked, now

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("long_seed")]
Make = Callable[..., Board]
Clock = time_machine.Traveller
MATCHES, PEOPLE, DAY = 1_000, 100, 86_400
# Of ten matches of each person: one is late, two are nearly so, two were answered meanwhile, five simply wait.
LATE, NEAR, ANSWERED, WAITING = "late", "near", "answered", "waiting"
KINDS = [LATE, NEAR, NEAR, ANSWERED, ANSWERED, *[WAITING] * 5]
PACES = {LATE: DAY, NEAR: 5 * DAY // 2, ANSWERED: 10 * DAY, WAITING: 10 * DAY}


def kind(number: int) -> str:
    return KINDS[number % 10]


def people() -> list[User]:
    made = User.objects.bulk_create(User(username=f"p{n}", email=f"p{n}@example.org") for n in range(PEOPLE))
    Channel.objects.bulk_create(
        Channel(user=user, kind="email", address=user.email, verified_at=now()) for user in made
    )
    return made


def copies(sample: Board) -> list[Game]:
    """As many matches as that, dealt like the sample, at the pace of their kind."""
    games = []
    for number in range(MATCHES):
        game = Game(**{name: getattr(sample.game, name) for name in fields()})
        game.pk, game.code, game.turn_seconds = None, new_code(), PACES[kind(number)]
        games.append(game)
    return Game.objects.bulk_create(games)


def fields() -> list[str]:
    return [field.attname for field in Game._meta.concrete_fields]


def seat_people(games: list[Game], players: list[User], waits: int) -> None:
    """Match n waits for person n // 10; the other seat goes round."""
    seats = []
    for number, game in enumerate(games):
        first, second = number // 10, (number // 10 + 1 + 9 * (number % 10)) % PEOPLE
        seats.append(Seat(game=game, number=waits, user=players[first]))
        seats.append(Seat(game=game, number=3 - waits, user=players[second]))
    Seat.objects.bulk_create(seats)


def ask(games: list[Game], waits: int) -> None:
    """Every match asks, and its player is to be told."""
    boards = get_boards([game.pk for game in games])
    Turn.objects.bulk_create(
        Turn(game=board.game, seat=waits, number=0, prompt=0, started_at=now(), **timing.limits(board, waits, now()))
        for board in boards
    )
    for board in get_boards([game.pk for game in games]):
        notices.tell_asked(board, [waits], now())


def a_thousand_matches(make_game: Make, alice: Api, bob: Api) -> tuple[list[Game], int]:
    sample = make_game(alice, bob, turn_seconds=None)
    waits, _ = asked(sample)
    games = copies(get_board(sample.game.code))
    seat_people(games, people(), waits)
    ask(games, waits)
    return games, waits


def work(clock: Clock, seconds: int) -> None:
    """The worker as its beat wakes it, the mails first, which is the worst order."""
    for _ in range(0, seconds, 30):
        while relay.run():
            pass
        post.relay_outbox()
        tasks.sweep_deadlines()
        tasks.send_reminders()
        clock.shift(30)


def expected(games: list[Game], waits: int) -> Iterator[tuple[str, str, str]]:
    """Who is to be told of which match, and what: name, code, kind."""
    for number, game in enumerate(games):
        holder, other = f"p{number // 10}", f"p{(number // 10 + 1 + 9 * (number % 10)) % PEOPLE}"
        if kind(number) == LATE:
            yield holder, game.code, "late_turn"
            yield other, game.code, "your_turn"
        elif kind(number) == NEAR:
            yield holder, game.code, "your_turn"
            yield holder, game.code, "deadline_near"
        elif kind(number) == WAITING:
            yield holder, game.code, "your_turn"


def test_one_mail_each_of_what_is_still_true_and_none_of_what_is_over(
    make_game: Make, alice: Api, bob: Api, clock: Clock
) -> None:
    games, waits = a_thousand_matches(make_game, alice, bob)
    Notice.objects.filter(user__in=[alice.person, bob.person]).delete()
    mail.outbox = []
    clock.shift(DAY)
    for number, game in enumerate(games):
        if kind(number) == ANSWERED:
            user = User.objects.get(username=f"p{number // 10}")
            play.take_action(user=user, code=game.code, prompt=0, words="take pile", now=now())
    clock.shift(DAY)
    work(clock, 600)

    told = sorted(expected(games, waits))
    sent = Notice.objects.filter(status="sent").values_list("user__username", "thread", "kind")
    assert sorted(sent) == told, "None lost, none of what is over."
    assert not Notice.objects.exclude(status__in=["sent", "dropped"]).exists()
    letters: list[EmailMessage] = mail.outbox
    by_reader = {to: [*found] for to, found in groupby(sorted(letters, key=lambda each: each.to), lambda e: e.to[0])}
    assert Counter(len(found) for found in by_reader.values()) == {1: PEOPLE}, "One mail for each."
    codes = {name: {code for who, code, _ in told if who == name} for name, _, _ in told}
    for to, (letter,) in by_reader.items():
        body = str(letter.body)
        named = {game.code for game in games if game.code in body}
        assert named == codes[to.partition("@")[0]]
    work(clock, 300)
    assert len(letters) == PEOPLE, "None doubled."
