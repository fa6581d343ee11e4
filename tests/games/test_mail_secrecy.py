"""Mails with tables, receipts and the pages behind buttons show what their one reader may see, and no more."""

import itertools
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from accounts import relay, reply_address
from accounts.inbound.door import take_in
from accounts.inbound.mails import parse
from accounts.models import Notice
from accounts.reply_address import Capability, Purpose
from games import notices
from games.access import get_board
from games.mails import links
from games.mails.enclose import ABOUT
from games.mails.links import PlayLink
from tests.games.conftest import now
from tests.games.reading import CHANCE, undone
from tests.games.test_secrecy import WORLDS, Table, deal, secrets_of, worlds
from tests.games.test_secrecy import table as table

pytestmark = pytest.mark.django_db
OPEN_PROMPT = 3


@pytest.fixture(autouse=True)
def mail_comes_in(settings: Any) -> None:
    settings.MAIL_REPLY_ADDRESS = "play@reply.example.org"


def mailed(table: Table, name: str) -> list[str]:
    """The turn mail and a receipt, as this person gets them; nothing of it has happened afterwards."""
    board, person = get_board(table.code), table.readers[name].person
    mail.outbox.clear()
    with undone():
        Notice.objects.all().delete()
        notices.tell_deadline_near(board, 1, now())
        turn, channel = board.asked[1].id, person.channels.get()
        about = ABOUT.pack(board.seat(table.seats[name] or 3).id, turn)
        address = reply_address.make(Capability(Purpose.REPLY, channel.pk, about))
        take_in(address, parse(f"From: {person.email}\nMessage-ID: <1@x>\n\ntake the pot\n".encode()))
        relay.run()
    own: list[Any] = [each for each in mail.outbox if each.to == [person.email]]
    return [str(text) for each in own for text in (each.subject, each.body, each.alternatives[0][0])]


def paged(table: Table, name: str) -> list[str]:
    """The pages behind every link this person may have: of the open prompt, and of one that is over."""
    user = table.readers[name].person.pk
    found = []
    for seat, prompt, action in itertools.product((1, 2, 3), (0, OPEN_PROMPT), ("", "take pile")):
        path = links.path(PlayLink(table.code, seat, user, prompt, action))
        found.append(CHANCE.sub(b"", Client().get(path).content).decode())
    return found


@pytest.mark.parametrize("name", ["alice", "bob", "dave", "charlie"])
def test_nothing_mailed_depends_on_what_its_reader_may_not_know(table: Table, name: str) -> None:
    found = []
    for world in itertools.islice(worlds(get_board(table.code), table.seats[name]), WORLDS):
        deal(table.code, world)
        found.append([*mailed(table, name), *paged(table, name)])
        for text in found[-1]:
            assert not any(secret.decode(errors="replace") in text for secret in secrets_of(table.code))
    assert found == [found[0]] * WORLDS
    shows_a_hand = any("Your hand" in text for text in found[0])
    assert shows_a_hand is (name in ("alice", "bob"))


def test_the_test_above_would_notice(table: Table) -> None:
    found = []
    for world in itertools.islice(worlds(get_board(table.code), None), WORLDS):
        deal(table.code, world)
        found.append(mailed(table, "alice"))
    assert found[0] != found[1]
