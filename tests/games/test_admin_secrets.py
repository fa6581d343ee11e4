"""No hidden card on the desk: its pages are the same whatever is hidden."""

import re
from collections.abc import Callable, Iterator
from html import escape

import pytest
from django.contrib import admin
from django.db import transaction
from django.test import Client, RequestFactory

from accounts import clock
from accounts.models import User
from games import selectors
from games.access import Board, get_board
from games.admin.base import SECRET
from games.models import Game, Seat, Turn
from games.rules import codec, match
from games.rules.jack_in_the_pot.cards import WORD
from games.rules.seed import match_seed
from games.services import play
from tests.games.conftest import Api, asked, make_user, play_on
from tests.games.test_admin import MODELS, a_page, desk, shown

pytestmark = pytest.mark.django_db
Make = Callable[..., Board]
CHANGING = re.compile(r'name="csrfmiddlewaretoken" value="\w+"|<code>[0-9a-f]{64}</code>')


@pytest.fixture
def mona(db: None) -> User:
    return make_user("mona", is_staff=True, is_superuser=True)


def deal_again(board: Board, seed: bytes) -> Board:
    """The same match, begun with another seed of the server."""
    brought = [(seat.brought or {}).get("seed", "") for seat in board.seats]
    step = match.begin(board.rules, board.table, match_seed(seed, brought))
    Game.objects.filter(pk=board.game.pk).update(server_seed=seed, state=codec.dump(step.state))
    Turn.objects.filter(game=board.game).update(seat=next(iter(board.rules.actors(step.state))))
    return get_board(board.game.code)


def deals(board: Board) -> Iterator[Board]:
    """Deals of the same match whose first card from the pile tells watchers the same."""
    wanted = None
    for number in range(200):
        seed = bytes([number]) * 32
        before = transaction.savepoint()
        fresh = take_from_pile(deal_again(board, seed))
        told = [item["events"] for item in selectors.history(fresh, None)]
        wanted = wanted or told
        if told == wanted:
            yield fresh
        transaction.savepoint_rollback(before)


def take_from_pile(board: Board) -> Board:
    seat, prompt = asked(board)
    user = User.objects.get(pk=board.seat(seat).user_id or 0)
    play.take_action(user=user, code=board.game.code, prompt=prompt, words="take pile", now=clock.now())
    return get_board(board.game.code)


def everything(client: Client, board: Board) -> str:
    """All that the desk has about a match: each list, each row's page."""
    rows = [(model, row.pk) for model in MODELS for row in model.objects.all()]
    addresses = [a_page(model) for model in MODELS] + [a_page(model, "change", pk) for model, pk in rows]
    addresses += [a_page(Game, name, board.game.pk) for name in ("abort", "deadline", "bot")]
    return "".join(CHANGING.sub("", shown(client, address)) for address in addresses)


def test_the_desk_is_the_same_whatever_the_hands_the_pile_and_the_seed_are(
    make_game: Make, alice: Api, bob: Api, mona: User, clock: object
) -> None:
    board, client = make_game(alice, bob), desk(mona)
    seen, states, hands = set(), set(), set()
    for fresh in deals(board):
        seen.add(everything(client, fresh))
        states.add(fresh.game.state)
        hands.add(fresh.state.hands)
        if len(hands) == 4:
            break
    assert len(states) == 4
    assert len(seen) == 1


def test_neither_the_seed_nor_the_snapshot_nor_a_hand_is_on_the_desk(
    make_game: Make, alice: Api, bob: Api, mona: User
) -> None:
    board = play_on(make_game(alice, bob), 7)
    html = everything(desk(mona), board)
    seed = bytes(board.game.server_seed)
    for secret in (seed.hex(), repr(seed), board.game.state, board.state.pile, board.seed.hex()):
        assert secret not in html
        assert escape(secret) not in html
    assert "cards –" in html
    for hand in board.state.hands:
        assert f"cards {' '.join(WORD[card] for card in hand)}" not in html


def test_a_throw_is_not_on_the_desk_before_the_deal(make_game: Make, alice: Api, mona: User) -> None:
    board = make_game(alice, seats=2, options={"first_player": "throw"}, brought={"throw": "paper", "seed": "mine"})
    html = everything(desk(mona), board)
    assert Seat.objects.get(number=1, game=board.game).brought == {"throw": "paper", "seed": "mine"}
    assert "paper" not in html
    assert "mine" not in html


def test_the_desk_never_fetches_what_is_secret_for_its_lists_and_rows(
    make_game: Make, alice: Api, bob: Api, mona: User
) -> None:
    board = play_on(make_game(alice, bob), 2)
    request = RequestFactory().get("/admin/")
    request.user = mona
    for model in MODELS:
        for row in admin.site.get_model_admin(model).get_queryset(request):
            for held in (row, getattr(row, "game", None), getattr(row, "seat", None)):
                if isinstance(held, Game | Seat | Turn):
                    assert held.get_deferred_fields() >= set(SECRET[type(held).__name__.lower()])
    assert board.is_active
