"""Programs that look into mails follow every link in them: that must change nothing at all."""

import hashlib
from collections.abc import Callable
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.urls import resolve

from accounts import relay
from accounts.inbound.door import take_in
from accounts.inbound.mails import parse
from games.access import Board
from games.services.invitations import invite
from tests.games.conftest import Api, make_user, now, play_on, player_asked
from tests.games.test_mail_table import links_of, mails_to, path_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("long_seed")]
Make = Callable[..., Board]


def everything() -> dict[str, str]:
    """A digest of every row of every table."""
    found = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT t::text FROM "{table}" t ORDER BY 1')  # noqa: S608
            found[table] = hashlib.sha256(repr(cursor.fetchall()).encode()).hexdigest()
    return found


def test_fetching_every_link_of_every_mail_changes_nothing(
    make_game: Make, alice: Api, bob: Api, charlie: Api, settings: Any
) -> None:
    settings.MAIL_REPLY_ADDRESS, settings.NOTICE_GRACE_SECONDS = "play@reply.example.org", 0
    make_user("dora")
    waiting = make_game(alice, seats=3, visibility="invited")
    for who in ({"username": "dora"}, {"email": "eve@example.org"}):
        invite(user=alice.person, code=waiting.game.code, now=now(), **who)
    over = play_on(make_game(alice, bob, charlie, turn_seconds=86400), 900)
    assert over.is_over
    board = make_game(alice, bob, charlie, turn_seconds=86400)
    player = player_asked(board, alice, bob, charlie)
    address = mails_to(player)[-1].extra_headers["Reply-To"]
    take_in(address, parse(f"From: {player.person.email}\nMessage-ID: <1@x>\n\ntake pile\n".encode()))
    relay.run()
    Client().post("/accounts/login/code/", {"email": "alice@example.org"})
    links = {link for each in mail.outbox for link in links_of(each)}
    pages = {resolve(path_of(link)).url_name for link in links}
    assert {"play-link", "table", "unsubscribe", "sign-in-link"} <= pages
    before = everything()
    for link in links:
        for method in ("get", "head"):
            answer = getattr(Client(), method)(path_of(link))
            assert answer.status_code in (200, 404), (method, link)
    assert everything() == before
