"""The leak test for what forms and htmx bring to the screen (test_secrecy.py reads every page)."""

import itertools
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from games.access import get_board
from tests.games.conftest import Api
from tests.games.reading import as_bytes, undone
from tests.games.test_secrecy import WORLDS, Table, deal, secrets_of, worlds
from tests.games.test_secrecy import table as table

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
# Numbers of rows.
NUMBERS = re.compile(rb'message[-=]\d+|name="said" value="\d+"')
FORMS: list[tuple[str, dict[str, Any]]] = [
    *(("actions", {"prompt": prompt, "action": "take pile", "seen": "0-x"}) for prompt in ("", "0", "2", "99")),
    *(("actions", {"prompt": "3", "action": words}) for words in ("take hand 2 1", "take hand 3 1", "", "nonsense")),
    *(("actions", {"prompt": "3", "action": ["discard", *pair]}) for pair in (("bell", "plum"), ("cherry",), ())),
    ("messages", {"text": "What do you have?"}),
    ("stop", {"agree": "yes"}),
    ("join", {"throw": "paper"}),
    ("leave", {}),
    ("rematch", {}),
    ("invitations", {"who": "charlie"}),
    ("report", {"reason": "cheating"}),
]


def answers(reader: Api, code: str) -> Iterator[tuple[str, bytes]]:
    """What this reader gets for every form, whole and in part, and when the page asks for news."""
    for headers in ({}, HTMX):
        client = Client(headers=headers)
        if reader.user:
            client.force_login(reader.user)
        for seen in ("0-x", "1-x", "x"):
            with undone():
                yield f"live {seen} {headers}", as_bytes(client.get(f"/games/{code}/live/?seen={seen}&said=0"))
        for door, fields in FORMS:
            with undone():
                yield f"{door} {fields} {headers}", as_bytes(client.post(f"/games/{code}/{door}/", fields))


@pytest.mark.parametrize("name", ["bob", "dave", "charlie", "stranger"])
def test_no_form_tells_its_reader_what_he_may_not_know(table: Table, name: str) -> None:
    found = []
    for world in itertools.islice(worlds(get_board(table.code), table.seats[name]), WORLDS):
        deal(table.code, world)
        shown = answers(table.readers[name], table.code)
        found.append({asked: NUMBERS.sub(b"", answer) for asked, answer in shown})
        for asked, answer in found[-1].items():
            assert not any(secret in answer for secret in secrets_of(table.code)), asked
    for asked, answer in found[0].items():
        assert {each[asked] for each in found} == {answer}, asked
