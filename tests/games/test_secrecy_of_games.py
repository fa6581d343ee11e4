"""The leak test for every game but the first, which has its own: other cards where a reader cannot look.

The script is the game's own: whoever is asked does what a bot would. Then two cards of the shuffled deck swap their
places, again and again, as long as the same words stay allowed and the reader has seen exactly the same. In all these
worlds every answer, every page, every notice and every mail to that reader must be the same.
"""

import itertools
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
import time_machine

from accounts.models import User
from games import notices, selectors
from games.access import Board, get_board
from games.models import Game
from games.rules import codec, match, registry
from games.rules.base import RulesError
from games.rules.rng import Rng
from games.services import bots, lobby, play
from tests.games.conftest import Api, make_user, now
from tests.games.reading import shown, told
from tests.games.stacking import Stacker, Swap
from tests.games.stacking import stacker as stacker

pytestmark = pytest.mark.django_db
Make = Callable[..., Board]
GAMES = [rules.slug for rules in registry.all_rules()[1:]]
SAID = 4
WORLDS = 2
SWAPS = 3


class World(NamedTuple):
    """A deck that a reader cannot tell from the others."""

    swaps: tuple[Swap, ...]
    state: Any


class Table(NamedTuple):
    """A running match with its readers by name, and the seat each looks from."""

    code: str
    readers: dict[str, Api]
    seats: dict[str, int | None]


@pytest.fixture(params=GAMES)
def table(
    request: pytest.FixtureRequest,
    make_game: Make,
    alice: Api,
    bob: Api,
    charlie: Api,
    stranger: Api,
    clock: time_machine.Traveller,
    stacker: Stacker,
    monkeypatch: pytest.MonkeyPatch,
) -> Table:
    """Alice, Bob and Charlie play, and each of them has done something or is about to."""
    monkeypatch.setattr(lobby, "new_server_seed", lambda: bytes([7]) * 32)
    code = make_game(alice, bob, charlie, ruleset=request.param).game.code
    for _ in range(SAID):
        act(get_board(code))
    readers = {"alice": alice, "bob": bob, "charlie": charlie, "dora": Api(make_user("dora")), "stranger": stranger}
    return Table(code, readers, {"alice": 1, "bob": 2, "charlie": 3, "dora": None, "stranger": None})


def act(board: Board) -> None:
    """The first seat that is asked does what a random bot would."""
    seat = min(board.asked)
    user = User.objects.get(pk=board.seat(seat).user_id or 0)
    words = bots.bot_action(board, seat, "random")
    play.take_action(user=user, code=board.game.code, prompt=board.asked[seat].prompt, words=words, now=now())


def worlds(board: Board, viewer: int | None, stacker: Stacker) -> Iterator[World]:
    """Decks with which this seat (None: a watcher) has seen the same, though hidden cards lie otherwise."""
    said = [record.entry for record in selectors.records(board)]
    rng = Rng(b"worlds", str(viewer))
    swaps: tuple[Swap, ...] = ()
    wanted, state = played(board, said, viewer, stacker, swaps)
    known = [codec.dump(state)]
    yield World(swaps, state)
    for _ in range(5000):
        tried = (*swaps, *(a_swap(stacker, rng) for _ in range(SWAPS)))
        try:
            seen, state = played(board, said, viewer, stacker, tried)
        except RulesError:
            continue
        if seen == wanted and codec.dump(state) not in known:
            known.append(codec.dump(state))
            swaps = tried
            yield World(swaps, state)


def a_swap(stacker: Stacker, rng: Rng) -> Swap:
    """Two places of one of the shuffles of the deal."""
    shuffle = rng.below(len(stacker.sizes))
    return Swap(shuffle, rng.below(stacker.sizes[shuffle]), rng.below(stacker.sizes[shuffle]))


def played(board: Board, said: list[match.Entry], viewer: int | None, stacker: Stacker, swaps: Any) -> tuple[Any, Any]:
    """What the viewer has seen of these words with this deck, and the state they lead to. Raises RulesError."""
    stacker.swap(swaps)
    steps = [step for _, step in match.replay(board.rules, board.table, board.seed, said)]
    events = [[event.seen_by(viewer) for event in step.events if event.only in (None, viewer)] for step in steps]
    legal = board.rules.legal_actions(steps[-1].state, viewer) if viewer else ()
    return (events, board.rules.view(steps[-1].state, viewer), legal), steps[-1].state


def lay(code: str, world: World, stacker: Stacker) -> None:
    """Put this deck behind the match; its words stay."""
    stacker.swap(world.swaps)
    Game.objects.filter(code=code).update(state=codec.dump(world.state))


def posts(board: Board) -> list[tuple[str, Any]]:
    """What anybody may try to say: words that are none, and words of this match that come too late."""
    prompts = [0, *(turn.prompt for turn in board.asked.values()), 99]
    words = ["nonsense", "", *{record.words for record in selectors.records(board)}]
    actions = [("actions", {"prompt": p, "action": w}) for p, w in itertools.product(prompts, words) if w]
    return [*actions, *((door, {}) for door in ("stop", "rematch", "invitations", "messages", "reports"))]


@pytest.mark.parametrize("name", ["alice", "bob", "stranger"])
def test_no_answer_depends_on_what_its_reader_may_not_know(table: Table, name: str, stacker: Stacker) -> None:
    reader, seat = table.readers[name], table.seats[name]
    board = get_board(table.code)
    tried = [each for each in posts(board) if seat not in board.asked or each[0] != "actions"]
    found, hidden = [], set()
    for world in itertools.islice(worlds(board, seat, stacker), WORLDS):
        lay(table.code, world, stacker)
        hidden.add(codec.dump(world.state))
        found.append(shown(reader, table.code, tried, ("GET",)))
    assert len(hidden) == WORLDS
    for question, answer in found[0].items():
        assert {each[question] for each in found} == {answer}, question


def test_no_mail_depends_on_what_its_reader_may_not_know(table: Table, stacker: Stacker) -> None:
    board, found = get_board(table.code), []
    seat = min(board.asked)
    for world in itertools.islice(worlds(board, seat, stacker), WORLDS):
        lay(table.code, world, stacker)
        found.append(told(lambda: notices.tell_deadline_near(get_board(table.code), seat, now())))
    assert found == [found[0]] * WORLDS
    assert len(found[0][board.seat(seat).username or ""]) == 2


def test_the_tests_above_would_notice(table: Table, stacker: Stacker) -> None:
    """To Alice the worlds that a watcher cannot tell apart look different: the comparison compares something."""
    seen = []
    for world in itertools.islice(worlds(get_board(table.code), None, stacker), 8):
        lay(table.code, world, stacker)
        seen.append(table.readers["alice"].get(f"/games/{table.code}/").content)
    assert len(set(seen)) > 1
