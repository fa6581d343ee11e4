"""Every game is played from its mails, whatever it brings for that."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts.inbound.door import take_in
from accounts.inbound.mails import parse
from games.access import Board, get_board
from games.rules import registry
from tests.games.conftest import Api, make_user, play_on
from tests.games.test_mail_table import html_of, mails_to, path_of, play_links

pytestmark = pytest.mark.django_db
Make = Callable[..., Board]
GAMES = [rules.slug for rules in registry.all_rules()]


@pytest.mark.parametrize("slug", GAMES)
def test_a_mail_of_every_game_shows_its_table_and_plays(slug: str, make_game: Make, client: Any, settings: Any) -> None:
    settings.MAIL_REPLY_ADDRESS, settings.NOTICE_GRACE_SECONDS = "play@reply.example.org", 0
    players = [Api(make_user(f"player{number}")) for number in range(registry.newest(slug).min_seats)]
    board = make_game(*players, ruleset=slug, turn_seconds=86400)
    for _ in range(2):
        board = get_board(board.game.code)
        seat = min(board.asked)
        holder = next(each for each in players if each.person.pk == board.seat(seat).user_id)
        message = mails_to(holder)[-1]
        assert "<img" not in html_of(message)
        assert "<style" in html_of(message)
        pages = [client.get(path_of(link)) for link in play_links(message)]
        assert pages
        assert {page.status_code for page in pages} == {200}
        legal = board.rules.legal_actions(board.state, seat)
        raw = f"From: {holder.person.email}\nMessage-ID: <{board.game.version}@x>\n\n{legal[0]}\n"
        take_in(message.extra_headers["Reply-To"], parse(raw.encode()))
        assert get_board(board.game.code).game.version == board.game.version + 1
        board = play_on(board, 12, "random")
        if not board.is_active or not all(turn.untouched for turn in board.asked.values()):
            break
