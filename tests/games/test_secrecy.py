"""The leak test: whatever is hidden from somebody can be changed without a byte changing in what he is shown.

A match is dealt again and again from other seeds of the server, keeping those deals in which one reader has seen
exactly the same so far. In all of them every answer to that reader must be the same.
"""

import base64
import itertools
import logging
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
import time_machine

from games import selectors, tasks
from games.access import Board, get_board
from games.models import Game
from games.rules import codec, match
from games.rules.seed import match_seed
from games.services import moderate
from tests.games.conftest import Api, make_user, now, play_on
from tests.games.reading import shown, told

pytestmark = pytest.mark.django_db
Make = Callable[..., Board]
# Seat 1 shows rock and the others scissors, so it begins whatever the seed is.
BROUGHT = [("rock", "canary-of-alice"), ("scissors", "canary-of-bob"), ("scissors", "canary-of-dave")]
SAID = [(3, "seat random"), (1, "take pile"), (1, "take hand 2 1")]
WORLDS = 2


class World(NamedTuple):
    """One deal that a reader cannot tell from the others."""

    server_seed: bytes
    state: Any


class Table(NamedTuple):
    """A running match with its readers by name, and the seat each looks from."""

    code: str
    readers: dict[str, Api]
    seats: dict[str, int | None]


@pytest.fixture
def table(make_game: Make, alice: Api, bob: Api, charlie: Api, stranger: Api, clock: time_machine.Traveller) -> Table:
    """Alice is in the middle of her first turn; Dave's seat was given to a bot; Guest was invited."""
    dave, guest = Api(make_user("dave")), Api(make_user("guest"))
    throw, seed = BROUGHT[0]
    code = make_game(alice, seats=3, brought={"throw": throw, "seed": seed}).game.code
    alice.post(f"/games/{code}/invitations/", {"username": "guest"})
    for player, (throw, seed) in zip((bob, dave), BROUGHT[1:], strict=True):
        assert player.post(f"/games/{code}/join/", {"throw": throw, "seed": seed}).status_code == 200
    judge = make_user("judge", is_staff=True)
    moderate.give_seat_to_bot(moderator=judge, code=code, seat=3, bot="random", reason="He left.", now=now())
    board = get_board(code)
    deal(code, next(worlds(board, 1)))
    for prompt, (_, words) in zip((0, 2), SAID[1:], strict=True):
        assert alice.act(code, prompt, words).status_code == 201
    readers = {"alice": alice, "bob": bob, "dave": dave, "guest": guest, "charlie": charlie, "stranger": stranger}
    return Table(code, readers, {"alice": 1, "bob": 2, "dave": None, "guest": None, "charlie": None, "stranger": None})


def worlds(board: Board, viewer: int | None) -> Iterator[World]:
    """Deals in which this seat (None: a watcher) has seen the same, though the hidden cards lie otherwise."""
    entries = [match.Entry(number, seat, words) for number, (seat, words) in enumerate(SAID, 1)]
    wanted, found = None, set()
    for number in itertools.count(1):
        server_seed = number.to_bytes(32, "big")
        seed = match_seed(server_seed, [text for _, text in BROUGHT])
        steps = [step for _, step in match.replay(board.rules, board.table, seed, entries)]
        state = steps[-1].state
        seen = [[event.seen_by(viewer) for event in step.events] for step in steps], board.rules.view(state, viewer)
        wanted = wanted or seen
        hidden = state.hands if viewer is None else state.hands[viewer % 3]
        if seen == wanted and hidden not in found:
            found.add(hidden)
            yield World(server_seed, state)


def deal(code: str, world: World) -> None:
    """Put the world's cards and seed behind the match; its words stay."""
    board = get_board(code)
    seed = match_seed(world.server_seed, [text for _, text in BROUGHT])
    said = [record.entry for record in selectors.records(board)]
    *_, (_, step) = match.replay(board.rules, board.table, seed, said)
    Game.objects.filter(code=code).update(server_seed=world.server_seed, state=codec.dump(step.state))


POSTS: list[tuple[str, Any]] = [
    *(("actions", {"prompt": prompt, "action": "take pile"}) for prompt in (0, 2, 3, 99)),
    *(("actions", {"prompt": 3, "action": words}) for words in ("take hand 2 1", "take hand 3 1", "nonsense", "")),
    *(("actions", {"prompt": 3, "action": f"discard {pair}"}) for pair in ("bell plum", "cherry plum", "seven bar")),
    *(("actions", body) for body in ({}, {"prompt": "x"}, {"prompt": 2**70, "action": "take pile"})),
    *((door, {}) for door in ("join", "leave", "resign", "rematch", "invitations", "stop", "messages", "reports")),
    *(("stop", {"agree": agree}) for agree in (True, False)),
    ("invitations", {"username": "charlie"}),
    ("join", {"throw": "paper"}),
    ("messages", {"text": "What do you have?"}),
    ("reports", {"reason": "cheating", "text": "He knows my cards."}),
]


def secrets_of(code: str) -> list[bytes]:
    """What nobody may ever be shown of a running match."""
    game = Game.objects.get(code=code)
    seed, state = bytes(game.server_seed), get_board(code).state
    digests = [seed.hex(), base64.b64encode(seed).decode(), base64.urlsafe_b64encode(seed).decode(), repr(seed)[2:-1]]
    match_secret = match_seed(seed, [text for _, text in BROUGHT])
    return [text.encode() for text in [*digests, match_secret.hex(), game.state, state.pile, repr(state.hands)]]


READERS = [(name, "public") for name in ("alice", "bob", "dave", "guest", "charlie", "stranger")]


@pytest.mark.parametrize(("name", "visibility"), [*READERS, ("dave", "invited"), ("charlie", "invited")])
def test_no_answer_depends_on_what_its_reader_may_not_know(table: Table, name: str, visibility: str) -> None:
    Game.objects.filter(code=table.code).update(visibility=visibility)
    reader, seat = table.readers[name], table.seats[name]
    found, hidden = [], set()
    for world in itertools.islice(worlds(get_board(table.code), seat), WORLDS):
        deal(table.code, world)
        hidden.add(get_board(table.code).state)
        found.append(shown(reader, table.code, POSTS))
        for asked, answer in found[-1].items():
            assert not any(secret in answer for secret in secrets_of(table.code)), asked
    assert len(hidden) == WORLDS
    for asked, answer in found[0].items():
        assert {each[asked] for each in found} == {answer}, asked


def test_the_test_above_would_notice(table: Table) -> None:
    """To Alice the worlds that a watcher cannot tell apart look different: the comparison compares something."""
    seen = []
    for world in itertools.islice(worlds(get_board(table.code), None), WORLDS):
        deal(table.code, world)
        seen.append(shown(table.readers["alice"], table.code, POSTS))
    differing = {asked for asked in seen[0] if len({each[asked] for each in seen}) > 1}
    assert f"GET /api/v1/games/{table.code}/" in differing
    assert f"GET /api/v1/games/{table.code}/actions/" in differing
    assert f"GET /api/v1/games/{table.code}/proof/" not in differing


@pytest.mark.parametrize("name", ["bob", "dave", "guest"])
def test_no_mail_and_no_notice_depends_on_what_its_reader_may_not_know(table: Table, name: str) -> None:
    causes: list[Callable[[], Any]] = [
        lambda: tasks.send_reminders(),
        lambda: tasks.sweep_deadlines(),
        lambda: moderate.abort_game(moderator=make_user("mod"), code=table.code, reason="Broken.", now=now()),
    ]
    kinds = set()
    for cause in causes:
        found = []
        for world in itertools.islice(worlds(get_board(table.code), table.seats[name]), WORLDS):
            deal(table.code, world)
            get_board(table.code)
            everything = told(cause)
            kinds |= {each[0] for letters in everything.values() for each in letters if isinstance(each, tuple)}
            found.append(everything.get(name))
        assert found == [found[0]] * WORLDS
    assert "game_finished" in kinds


def test_the_log_of_the_server_names_no_card_and_no_seed(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    for reader in table.readers.values():
        shown(reader, table.code, POSTS)
    Game.objects.filter(code=table.code).update(rules_version=99)
    assert table.readers["alice"].get(f"/games/{table.code}/").status_code == 500
    Game.objects.filter(code=table.code).update(rules_version=1)
    text = caplog.text.encode()
    assert len(caplog.records) > 100
    assert not any(secret in text for secret in secrets_of(table.code))
    tokens = [reader.headers.get("Authorization", "Bearer none!")[7:] for reader in table.readers.values()]
    assert not any(token in caplog.text for token in tokens)


def test_an_error_page_says_nothing_about_the_match(table: Table) -> None:
    secrets = secrets_of(table.code)
    Game.objects.filter(code=table.code).update(rules_version=99)
    for reader in table.readers.values():
        for path in (f"/games/{table.code}/", f"/games/{table.code}/actions/", "/games/"):
            answer = reader.get(path)
            assert not any(secret in answer.content for secret in secrets)
            assert b"99" not in answer.content


def test_what_a_player_brings_is_secret_until_the_deal(make_game: Make, alice: Api, bob: Api, stranger: Api) -> None:
    code = make_game(alice, seats=2, brought={"throw": "scissors", "seed": "canary-of-alice"}).game.code
    guest = Api(make_user("guest"))
    for reader in (bob, guest, stranger):
        for asked, answer in shown(reader, code, POSTS).items():
            if not asked.startswith("POST join"):
                assert b"canary" not in answer, asked
            if asked.startswith("GET /api/v1/games/"):  # Forms and rules name what may be brought.
                assert b"scissors" not in answer, asked
    bob.post(f"/games/{code}/join/", {"throw": "paper"})
    assert b"canary-of-alice" in stranger.get(f"/games/{code}/proof/").content
    assert b"scissors" in stranger.get(f"/games/{code}/actions/").content


def test_the_seed_and_the_deck_are_shown_only_after_the_end(table: Table) -> None:
    stranger, code = table.readers["stranger"], table.code
    before = stranger.get(f"/games/{code}/proof/").json()
    assert (before["server_seed"], before["deal"]) == (None, None)
    assert {own["seed"] for own in before["player_seeds"]} == {text for _, text in BROUGHT}
    seed = bytes(get_board(code).game.server_seed)
    play_on(get_board(code), 900)
    after = stranger.get(f"/games/{code}/proof/").json()
    assert (after["server_seed"], len(after["deal"])) == (seed.hex(), 54)
    assert after["commitment"] == before["commitment"]
    assert stranger.get(f"/games/{code}/export/").json()["proof"] == after


def test_after_the_end_everything_is_shown_to_everyone_who_may_watch(table: Table) -> None:
    code = table.code
    play_on(get_board(code), 900)
    for name in ("dave", "charlie", "stranger"):
        game = table.readers[name].get(f"/games/{code}/").json()
        assert all(hand["cards"] is not None for hand in game["view"]["hands"])
    Game.objects.filter(code=code).update(visibility="invited")
    for path in ("", "actions/", "proof/", "export/"):
        assert table.readers["stranger"].get(f"/games/{code}/{path}").status_code == 404
        assert table.readers["charlie"].get(f"/games/{code}/{path}").status_code == 404
        assert table.readers["dave"].get(f"/games/{code}/{path}").status_code == 200
