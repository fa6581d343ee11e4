"""The mail that calls somebody to the table shows it, with a button for each thing that can be done."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core import mail
from django.test import Client

from accounts import relay
from accounts.models import Notice
from accounts.services import close_account
from games.access import Board, get_board
from games.models import Game
from games.services import lobby, moderate
from tests.games.conftest import Api, asked, make_user, now, play_on, player_asked, unchanged

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("long_seed")]
Make = Callable[..., Board]
LINK = re.compile(r"https?://\S+?(?=[\s\"'<>]|$)")


@pytest.fixture(autouse=True)
def no_grace(settings: Any) -> None:
    settings.NOTICE_GRACE_SECONDS = 0


def mails_to(player: Api) -> list[Any]:
    """The mails that have gone out to somebody, after sending what is due."""
    relay.run()
    return [each for each in mail.outbox if each.to == [player.person.email]]


def fresh_turn(board: Board, turns: int = 4) -> Board:
    """Play some turns, up to the beginning of another."""
    for _ in range(turns):
        board = play_on(board, 1)
        while not all(turn.untouched for turn in board.asked.values()):
            board = play_on(board, 1)
    return board


def html_of(message: Any) -> str:
    return str(message.alternatives[0][0])


def links_of(message: Any) -> list[str]:
    found = LINK.findall(message.body) + LINK.findall(html_of(message))
    headers = LINK.findall(str(message.extra_headers.get("List-Unsubscribe", "")))
    return [*dict.fromkeys(link.replace("&amp;", "&").rstrip(".") for link in [*found, *headers])]


def play_links(message: Any) -> list[str]:
    return [link for link in links_of(message) if "/play/" in link]


def path_of(link: str) -> str:
    return urlsplit(link).path or "/"


def test_the_turn_mail_shows_the_table_and_a_button_for_each_action(make_game: Make, alice: Api, bob: Api) -> None:
    board = fresh_turn(make_game(alice, bob, turn_seconds=86400))
    player = player_asked(board, alice, bob)
    legal = player.get(f"/games/{board.game.code}/").json()["legal_actions"]
    message = mails_to(player)[-1]
    for text in (message.body, html_of(message)):
        assert "Your hand" in text
        assert "Discard pile" in text
        assert "Since you last played:" in text
        assert "Answer by:" in text
        for each in legal:
            assert each["label"] in text
    assert len(play_links(message)) == len(legal)
    assert message.body.partition("\n")[0] == f"{player.person.username}, it is your turn in JACK in the POT."


def test_a_mail_written_after_the_answer_says_so(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game(alice, bob)
    player = player_asked(board, alice, bob)
    called = Notice.objects.get(kind="your_turn", user=player.person)
    play_on(board, 4)
    other = player_asked(board, alice, bob)
    assert other is not player
    Notice.objects.filter(pk=called.pk).update(kind="deadline_near", status="pending", reason="", settled_at=None)
    sent = [each for each in mails_to(player) if "running out" in each.body]
    for message in sent:
        assert "Meanwhile this has been answered" in message.body
        assert not play_links(message)


def test_a_former_holder_is_shown_no_table(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game(alice, bob)
    player = player_asked(board, alice, bob)
    seat, _ = asked(board)
    link = path_of(play_links(mails_to(player)[-1])[0])
    judge = make_user("judge", is_staff=True)
    moderate.give_seat_to_bot(
        moderator=judge, code=board.game.code, seat=seat, bot="random", reason="He left.", now=now()
    )
    with unchanged():
        for method in ("get", "post"):
            page = getattr(Client(), method)(link)
            assert "This link is no longer good." in page.content.decode()
            assert "Your hand" not in page.content.decode()


def test_a_button_opens_one_screen_and_only_its_form_plays(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game(alice, bob)
    player, stranger = player_asked(board, alice, bob), Client()
    link = path_of(play_links(mails_to(player)[-1])[0])
    with unchanged():
        page = stranger.get(link)
        assert stranger.head(link).status_code == 200
    assert b"Play this" in page.content
    assert page["Referrer-Policy"] == "no-referrer"
    assert "no-store" in page["Cache-Control"]
    assert "noindex" in page["X-Robots-Tag"]
    assert "sessionid" not in page.cookies
    following = stranger.post(link, follow=True)
    assert get_board(board.game.code).game.version == 1
    assert b"You take from the draw pile:" in following.content
    assert b"What you can do:" in following.content


def test_a_link_dies_with_its_prompt_and_then_shows_no_cards(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game(alice, bob)
    player = player_asked(board, alice, bob)
    first, second = map(path_of, play_links(mails_to(player)[-1])[:2])
    Client().post(first)
    with unchanged():
        late = Client().post(second)
        looked = Client().get(first)
    assert (late.status_code, looked.status_code) == (409, 200)
    for page in (late, looked):
        assert "This has been answered." in page.content.decode()
        assert "Your hand" not in page.content.decode()


def test_the_same_button_pressed_twice_plays_once_and_leads_on(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game(alice, bob)
    player = player_asked(board, alice, bob)
    link = path_of(play_links(mails_to(player)[-1])[0])
    pages = [Client().post(link, follow=True) for _ in range(2)]
    assert get_board(board.game.code).game.version == 1
    assert all(b"What you can do:" in page.content for page in pages)


def test_a_link_that_is_not_ours_leads_nowhere(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game(alice, bob)
    link = path_of(play_links(mails_to(player_asked(board, alice, bob))[-1])[0])
    forged = link[:-3] + ("xx/" if link[-3:] != "xx/" else "yy/")
    with unchanged():
        for path in (forged, "/play/nonsense/", link.replace("/play/", "/unsubscribe/")):
            assert Client().get(path).status_code == 404
            assert Client().post(path).status_code == 404


def test_a_link_leads_nowhere_once_its_owner_has_closed_the_account(make_game: Make, alice: Api, bob: Api) -> None:
    player = player_asked(make_game(alice, bob), alice, bob)
    link = path_of(play_links(mails_to(player)[-1])[0])
    close_account(player.person)
    with unchanged():
        assert [getattr(Client(), method)(link).status_code for method in ("get", "post")] == [404, 404]


def test_a_match_is_played_to_its_end_by_buttons_without_a_session(
    make_game: Make, alice: Api, bob: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything is read off the mails and the pages behind them."""
    monkeypatch.setattr(lobby, "new_server_seed", lambda: bytes([2]) * 32)  # 55 actions, if always the first is taken
    board = make_game(alice, bob, turn_seconds=86400)
    code, read = board.game.code, 0
    for _ in range(400):
        if Game.objects.get(code=code).status != "active":
            break
        relay.run()
        new = [each for each in mail.outbox[read:] if play_links(each)]
        read = len(mail.outbox)
        page = Client().get(path_of(play_links(new[-1])[0]))
        while forms := re.findall(r'method="post" action="(/play/[^"]+)"', page.content.decode()):
            page = Client().post(forms[0], follow=True)
    assert Game.objects.get(code=code).status == "finished"
    assert "sessionid" not in Client().get(path_of(play_links(new[-1])[0])).cookies
