"""Alice, Bob and Charlie with their API clients, and matches for them."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import ApiToken, Scope, User
from accounts.services import hash_of
from games.access import Board, get_board
from games.models import Game
from games.rules import codec
from games.services import bots, lobby, play

MATCH = "jack-in-the-pot"
Play = Callable[..., Any]


class Api:
    """A third-party client: a token and JSON."""

    def __init__(self, user: User | None, scopes: list[str] | None = None) -> None:
        self.user = user
        self.headers: dict[str, str] = {}
        if user is not None:
            raw = f"jp_{user.username}_{len(user.tokens.all())}"
            ApiToken.objects.create(
                user=user,
                hash=hash_of(raw),
                hint=raw[:8],
                scopes=scopes or all_scopes(),
                created_at=datetime.now(UTC),  # noqa: TID251
            )
            self.headers = {"Authorization": f"Bearer {raw}"}
        self.client = Client(headers=self.headers)

    @property
    def person(self) -> User:
        assert self.user is not None
        return self.user

    def get(self, path: str, **headers: str) -> Any:
        return self.client.get(f"/api/v1{path}", headers=headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        content = {"data": body if body is not None else {}, "content_type": "application/json"}
        return self.client.post(f"/api/v1{path}", headers=headers, **content)

    def send(self, method: str, path: str, body: bytes, content_type: str = "application/json", **headers: str) -> Any:
        """Bytes as they are, to any address."""
        return self.client.generic(method, path, body, content_type, headers=headers)

    def act(self, code: str, prompt: int, action: str) -> Any:
        return self.post(f"/games/{code}/actions/", {"prompt": prompt, "action": action})


def all_scopes() -> list[str]:
    return [scope for scope in Scope.values if scope != Scope.MODERATE]


def make_user(name: str, **fields: Any) -> User:
    user = User.objects.create(username=name, email=f"{name}@example.org", **fields)
    user.channels.create(kind="email", address=user.email, verified_at=datetime.now(UTC))  # noqa: TID251
    return user


@pytest.fixture
def alice(db: None) -> Api:
    return Api(make_user("alice"))


@pytest.fixture
def bob(db: None) -> Api:
    return Api(make_user("bob"))


@pytest.fixture
def charlie(db: None) -> Api:
    return Api(make_user("charlie"))


@pytest.fixture
def stranger(db: None) -> Api:
    return Api(None)


@pytest.fixture
def long_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every match of two deals the same cards: seat 2 begins, random bots take 549 actions and greedy ones 117."""
    monkeypatch.setattr(lobby, "new_server_seed", lambda: bytes([16]) * 32)


def now() -> datetime:
    return datetime.now(UTC)  # noqa: TID251


@pytest.fixture
def make_game(alice: Api, bob: Api) -> Callable[..., Board]:
    """`make_game(alice, bob, seats=2, ...)`: a match of these people, begun when the seats are full."""

    def make(*players: Api, **wish: Any) -> Board:
        people = [player.person for player in players or (alice, bob)]
        seats = wish.pop("seats", len(people) + len(wish.get("bots", ())))
        table = lobby.TableWish(ruleset=wish.pop("ruleset", MATCH), seats=seats, **wish)
        board = lobby.create_game(user=people[0], wish=table, now=now())
        for person in people[1:]:
            board = lobby.join_game(user=person, code=board.game.code, brought={}, now=now())
        return board

    return make


def asked(board: Board) -> tuple[int, int]:
    """The first seat that is asked, and its prompt."""
    turn = min(get_board(board.game.code).asked.values(), key=lambda each: each.seat)
    return turn.seat, turn.prompt


def player_asked(board: Board, *players: Api) -> Api:
    """Whose turn it is."""
    seat, _ = asked(board)
    holder = get_board(board.game.code).seat(seat).user_id
    return next(player for player in players if player.user and player.user.pk == holder)


def play_on(board: Board, actions: int, bot: str = "greedy") -> Board:
    """Let everybody play as a bot would, through the service, for so many actions or to the end."""
    code = board.game.code
    for _ in range(actions):
        board = get_board(code)
        if not board.is_active:
            break
        seat, prompt = asked(board)
        if board.seat(seat).bot:
            bots.play_one_bot_action(code=code, now=now())
            continue
        user = User.objects.get(pk=board.seat(seat).user_id or 0)
        play.take_action(user=user, code=code, prompt=prompt, words=bots.bot_action(board, seat, bot), now=now())
    return get_board(code)


def put_state(board: Board, **changes: Any) -> Board:
    """Change what lies on the table behind the back of the log; the match can no longer be replayed."""
    state = get_board(board.game.code).state._replace(**changes)
    Game.objects.filter(code=board.game.code).update(state=codec.dump(state))
    return get_board(board.game.code)


# What a refusal must leave as it was; when a token was last used and what was answered are not part of it.
WORLD = (
    *("games_game", "games_seat", "games_turn", "games_invitation", "games_message", "games_report"),
    *("games_measure", "games_formerholder", "accounts_notice", "accounts_delivery", "accounts_channel"),
)


def world() -> dict[str, str]:
    """A digest of every row of every table that holds matches or notices; of accounts, how many there are."""
    found = {"users": str(User.objects.count())}
    with connection.cursor() as cursor:
        for table in WORLD:
            cursor.execute(f"SELECT md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) FROM {table} t")  # noqa: S608
            found[table] = cursor.fetchone()[0]
    return found


@contextmanager
def unchanged() -> Iterator[None]:
    """What happens inside must not change anything."""
    before = world()
    yield
    assert world() == before


@contextmanager
def statements() -> Iterator[list[str]]:
    """Collects the SQL of what happens inside, without the savepoints that only tests have."""
    found: list[str] = []
    with CaptureQueriesContext(connection) as queries:
        yield found
    found += [query["sql"] for query in queries if "SAVEPOINT" not in query["sql"]]


def refusal(answer: Any) -> tuple[int, str]:
    """Status and code of a problem document, which has the one shape."""
    assert answer["Content-Type"] == "application/problem+json", (answer.status_code, answer.content)
    document = json.loads(answer.content)
    assert set(document) - {"errors"} == {"type", "title", "status", "detail", "code"}
    assert document["status"] == answer.status_code
    return answer.status_code, document["code"]


def errors_of(answer: Any) -> set[str]:
    """The fields that a refusal of malformed input names."""
    assert refusal(answer) == (400, "invalid")
    return set(json.loads(answer.content)["errors"])
