"""What players say at a table, and what they report."""

from collections.abc import Callable

import pytest

from accounts import clock
from accounts.models import User
from games.access import Board, get_board
from games.errors import GameNotActiveError, InvalidTableError, NotAPlayerError, NotFoundError, SuspendedError
from games.models import Game, Message, Report
from games.services import talk
from games.services.moderate import give_seat_to_bot
from tests.games.conftest import Api, make_user, play_on

pytestmark = pytest.mark.django_db
Make = Callable[..., Board]


def say(board: Board, who: Api, text: str = "Well played.") -> Message:
    assert who.user
    return talk.post_message(user=who.user, code=board.game.code, text=text, now=clock.now())


def complain(board: Board, who: Api, message: Message | None = None, **words: str) -> Report:
    assert who.user
    wish = {"reason": "abuse", "text": "He is rude.", **words}
    message_id = message.pk if message else None
    return talk.report(user=who.user, code=board.game.code, message_id=message_id, now=clock.now(), **wish)


def test_players_talk_before_during_and_after_a_match(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game(alice, seats=2)
    say(board, alice, "  Anybody?  ")
    running = make_game(alice, bob)
    say(running, bob, "Hello")
    over = play_on(running, 2000)
    assert over.game.status == "finished"
    say(over, alice, "Again?")
    assert [talk.line(each)["text"] for each in talk.messages(board.game.code, alice.user)] == ["Anybody?"]
    assert [talk.line(each)["text"] for each in talk.messages(over.game.code, None)] == ["Hello", "Again?"]


def test_a_line_says_who_said_it_and_when(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game(alice, bob)
    said = say(board, bob, "Hello 👋🏽 ค่ะ")
    assert talk.line(said) == {
        "id": said.pk,
        "player": {"username": "bob", "bot": False},
        "text": "Hello 👋🏽 ค่ะ",
        "hidden": False,
        "blocked": False,
        "at": said.created_at,
    }


def test_watchers_and_former_players_do_not_talk(make_game: Make, alice: Api, bob: Api, charlie: Api) -> None:
    board = make_game(alice, bob)
    with pytest.raises(NotAPlayerError):
        say(board, charlie)
    assert not Message.objects.exists()


def test_what_is_said_at_a_private_table_is_not_found_by_others(
    make_game: Make, alice: Api, bob: Api, charlie: Api
) -> None:
    board = make_game(alice, seats=2, visibility="invited")
    for look in (
        lambda: say(board, charlie),
        lambda: talk.messages(board.game.code, charlie.user),
        lambda: talk.messages(board.game.code, None),
        lambda: complain(board, charlie),
    ):
        with pytest.raises(NotFoundError):
            look()


def test_nobody_talks_when_suspended_or_at_a_table_that_was_aborted(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game(alice, bob)
    User.objects.filter(username="bob").update(suspended_at=clock.now())
    bob.user = User.objects.get(username="bob")
    with pytest.raises(SuspendedError):
        say(board, bob)
    with pytest.raises(SuspendedError):
        complain(board, bob)
    Game.objects.filter(pk=board.game.pk).update(status="aborted")
    with pytest.raises(GameNotActiveError):
        say(board, alice)


@pytest.mark.parametrize(
    "text",
    ["", "   ", "x" * 1001, "a\nb", "a\x00b", "a\x1bb", "a\ud800b", "a\u202eb", "a\u2028b"],
    ids=["empty", "blank", "long", "newline", "null", "escape", "half", "turning", "separator"],
)
def test_what_cannot_be_shown_on_one_line_is_refused(make_game: Make, alice: Api, bob: Api, text: str) -> None:
    board = make_game(alice, bob)
    with pytest.raises(InvalidTableError) as refusal:
        say(board, alice, text)
    assert list(refusal.value.errors or {}) == ["text"]


def test_a_thousand_characters_are_not_too_many(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game(alice, bob)
    assert say(board, alice, "ä" * 1000).text == "ä" * 1000


def test_a_hidden_message_has_no_text_for_anybody(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game(alice, bob)
    Message.objects.filter(pk=say(board, bob, "You fool").pk).update(hidden_at=clock.now())
    (read,) = talk.messages(board.game.code, bob.user)
    assert talk.line(read)["text"] is None
    assert talk.line(read)["hidden"]


def test_messages_are_read_in_one_query_each_list(
    make_game: Make, alice: Api, bob: Api, django_assert_num_queries: Callable[..., object]
) -> None:
    board = make_game(alice, bob)
    for _ in range(3):
        say(board, bob)
    lines = talk.messages(board.game.code, alice.user)
    with django_assert_num_queries(1):  # type: ignore[attr-defined]
        assert len([talk.line(each) for each in lines]) == 3


def test_players_and_watchers_report_a_match_or_a_message(make_game: Make, alice: Api, bob: Api, charlie: Api) -> None:
    board = make_game(alice, bob)
    said = say(board, bob, "You fool")
    told = complain(board, alice, said)
    watcher = complain(board, charlie, reason="cheating", text="Line one\nline two")
    assert (told.message, told.reporter, told.closed_at) == (said, alice.user, None)
    assert (watcher.message, watcher.game_id) == (None, board.game.pk)


def test_the_same_report_twice_is_one_until_it_is_closed(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game(alice, bob)
    first = complain(board, alice)
    assert complain(board, alice) == first
    assert complain(board, alice, text="He is very rude.") != first
    Report.objects.filter(pk=first.pk).update(closed_at=clock.now())
    assert complain(board, alice) != first


def test_a_report_is_about_a_message_of_this_match(make_game: Make, alice: Api, bob: Api) -> None:
    said = say(make_game(alice, bob), bob)
    with pytest.raises(InvalidTableError) as refusal:
        complain(make_game(alice, bob), alice, said)
    assert list(refusal.value.errors or {}) == ["message"]


@pytest.mark.parametrize(("field", "value"), [("reason", "envy"), ("text", "x" * 1001), ("text", "a\x00b")])
def test_a_report_that_cannot_be_kept_is_refused(make_game: Make, alice: Api, bob: Api, field: str, value: str) -> None:
    with pytest.raises(InvalidTableError) as refusal:
        complain(make_game(alice, bob), alice, None, **{field: value})
    assert list(refusal.value.errors or {}) == [field]
    assert not Report.objects.exists()


def test_who_gave_the_seat_away_no_longer_talks(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game(alice, bob)
    boss = make_user("mona")
    give_seat_to_bot(moderator=boss, code=board.game.code, seat=2, bot="greedy", reason="gone", now=clock.now())
    assert get_board(board.game.code).seat(2).bot == "greedy"
    with pytest.raises(NotAPlayerError):
        say(board, bob)
