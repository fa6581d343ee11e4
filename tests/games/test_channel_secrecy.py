"""Push messages, webhooks and chat services hold no card at all: others may look over one's shoulder there."""

import itertools
import json
from typing import Any

import pytest

from accounts import reach, relay
from accounts.channels import safe_http
from accounts.models import Notice, User
from games import notices
from games.access import get_board
from games.services import moderate
from tests.accounts.devices import Device
from tests.accounts.doors import Received
from tests.games.conftest import make_user, now
from tests.games.reading import undone
from tests.games.test_secrecy import WORLDS, Table, deal, secrets_of, worlds
from tests.games.test_secrecy import table as table

pytestmark = pytest.mark.django_db


class Door:
    """Takes whatever goes out."""

    def __init__(self) -> None:
        self.taken: list[safe_http.Request] = []

    def send(self, request: safe_http.Request) -> safe_http.Answer:
        self.taken.append(request)
        return safe_http.Answer(204, 0)


@pytest.fixture
def door(monkeypatch: pytest.MonkeyPatch) -> Door:
    door = Door()
    monkeypatch.setattr(safe_http, "door", door)
    return door


def goes_out(table: Table, user: User, door: Door) -> list[Any]:
    """What this person's device, webhook and chat service are told of a turn and of an end; opened, and undone.

    In one order: which of the three is reached first is chance.
    """
    door.taken.clear()
    device, board = Device(), get_board(table.code)
    with undone():
        device.of(user)
        reach.add_webhook(user, "https://hook.example/")
        reach.add_chat(user, "ntfys://chat.example/topic")
        Notice.objects.all().delete()
        notices.tell_deadline_near(board, 1, now())
        moderate.abort_game(moderator=make_user("mod"), code=table.code, reason="Broken.", now=now())
        Notice.objects.update(due_at=now(), status="pending")
        relay.run()
    opened = []
    for sent in door.taken:
        headers = {name.lower(): value for name, value in sent.headers.items()}
        push = "content-encoding" in headers
        opened.append(device.read(Received("POST", "", headers, sent.body)) if push else json.loads(sent.body))
    return sorted(opened, key=json.dumps)


@pytest.mark.parametrize("name", ["alice", "bob"])
def test_not_even_ones_own_cards_go_there(table: Table, name: str, door: Door) -> None:
    found, hands = [], set()
    for world in itertools.islice(worlds(get_board(table.code), None), WORLDS):
        deal(table.code, world)
        hands.add(get_board(table.code).state.hands)
        found.append(goes_out(table, table.readers[name].person, door))
        sent = json.dumps(found[-1]).encode()
        assert not any(secret in sent for secret in secrets_of(table.code))
    assert len(hands) == WORLDS
    assert found == [found[0]] * WORLDS
    told = {each.get("type") for each in found[0]}
    assert told >= {None, "game_finished"}
    assert len(found[0]) >= 3
