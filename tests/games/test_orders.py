"""Standing orders: private, at any time, and nobody can tell from anything who holds a number."""

import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from accounts.models import Notice
from games import selectors
from games.access import Board, get_board
from games.management.commands import verify_game
from games.management.commands.replay import differences
from games.models import Game, Seat
from games.rules import codec, match
from games.rules.same_one.cards import SIGN
from games.services import moderate
from tests.games.conftest import Api, asked, errors_of, make_user, now, refusal, unchanged
from tests.games.reading import as_bytes, undone
from tests.games.stacking import Stacker
from tests.games.stacking import stacker as stacker

pytestmark = pytest.mark.django_db
Make = Callable[..., Board]
HOLD = {"default": "hold", "except": {}}
CLAIM = {"default": "claim", "except": {}}
FRONT = "G7 B1 B2 B3 B4 B5 B6 B8 B9 B10"


@pytest.fixture
def code(make_game: Make, alice: Api, bob: Api, charlie: Api, stacker: Stacker, clock: object) -> str:
    """Alice leads with green 7, and nobody else has a 7; only the first cards are laid by hand."""
    return opened(make_game, stacker, (alice, bob, charlie))


def opened(make_game: Make, stacker: Stacker, players: tuple[Api, ...], bobs: str = "", **wish: Any) -> str:
    """A table at which seat 1 leads; Alice holds FRONT and Bob these cards and others that are no 7."""
    cards = [SIGN[word] for word in f"{FRONT} {bobs}".split()]
    rest = [sign for word, sign in SIGN.items() if sign not in cards and word not in ("B7", "Y7")]
    stacker.deal(*cards, *rest)
    for _ in range(100):
        code: str = make_game(*players, ruleset="same-one", **wish).game.code
        if get_board(code).asked.keys() == {1}:
            return code
    raise AssertionError("Nobody is ever drawn to lead from seat 1.")


def orders(player: Api, code: str, given: Any = None) -> Any:
    path = f"/games/{code}/orders/"
    if given is None:
        return player.get(path)
    return player.client.put(f"/api/v1{path}", data=json.dumps(given), content_type="application/json")


def log_of(player: Api, code: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = player.get(f"/games/{code}/actions/").json()["results"]
    return found


def test_orders_can_be_read_and_changed_at_any_time_without_a_prompt(code: str, bob: Api) -> None:
    assert orders(bob, code).json() == CLAIM
    given = {"default": "hold", "except": {"12": "claim", "9": "hold"}}
    answer = orders(bob, code, given)
    assert (answer.status_code, answer.json()) == (200, given)
    assert orders(bob, code).json() == given
    assert orders(bob, code, {}).json() == CLAIM


def test_the_same_orders_again_change_nothing(code: str, bob: Api) -> None:
    orders(bob, code, HOLD)
    with unchanged():
        assert orders(bob, code, HOLD).json() == HOLD


@pytest.mark.parametrize(
    "given", [{"default": "maybe"}, {"default": 1}, {"except": []}, {"except": {"9": 1}}, {"more": 1}]
)
def test_malformed_orders_are_refused_by_field(code: str, bob: Api, given: Any) -> None:
    with unchanged():
        assert {name.partition(".")[0] for name in errors_of(orders(bob, code, given))} == set(given)


@pytest.mark.parametrize("given", [[], "claim", 7])
def test_what_is_no_object_is_refused(code: str, bob: Api, given: Any) -> None:
    with unchanged():
        assert refusal(orders(bob, code, given))[0] == 400


@pytest.mark.parametrize("number", ["0", "31", "B7", "07", ""])
def test_a_number_that_is_no_card_is_refused(code: str, bob: Api, number: str) -> None:
    with unchanged():
        assert refusal(orders(bob, code, {"except": {number: "hold"}})) == (422, "illegal_orders")


def test_orders_are_for_players_of_running_matches_with_orders(
    code: str, make_game: Make, alice: Api, bob: Api, charlie: Api, stranger: Api
) -> None:
    dora = Api(make_user("dora"))
    other = make_game(alice, bob).game.code
    still_open = make_game(alice, seats=3, ruleset="same-one").game.code
    with unchanged():
        for given in (None, HOLD):
            assert refusal(orders(dora, code, given)) == (403, "not_a_player")
            assert refusal(orders(stranger, code, given)) == (401, "not_authenticated")
            assert refusal(orders(alice, other, given)) == (409, "no_orders")
            assert refusal(orders(alice, still_open, given)) == (409, "game_not_active")
            assert refusal(orders(alice, "nothere222", given)) == (404, "not_found")
            assert refusal(orders(Api(bob.person, ["games:read"]), code, given)) == (403, "missing_scope")
    Game.objects.filter(code=code).update(visibility="invited")
    assert refusal(orders(dora, code)) == (404, "not_found")
    charlie.post(f"/games/{code}/resign/")
    assert refusal(orders(charlie, code, HOLD)) == (409, "game_not_active")


def test_orders_act_the_moment_a_card_lands(
    make_game: Make, stacker: Stacker, alice: Api, bob: Api, charlie: Api
) -> None:
    code = opened(make_game, stacker, (alice, bob, charlie), bobs="Y7")
    played = alice.act(code, 0, "play G7").json()
    assert [event["type"] for event in played["events"]] == ["played", "claimed", "washed", "turn"]
    assert played["events"][1] == {"type": "claimed", "seat": 2, "card": "Y7", "claimants": [2]}
    assert asked(get_board(code)) == (2, 1)


def test_of_two_claimants_both_are_named_in_the_log_of_everybody(
    make_game: Make, stacker: Stacker, alice: Api, bob: Api, charlie: Api, stranger: Api
) -> None:
    code = opened(make_game, stacker, (alice, bob, charlie), bobs="Y7 G8 G9 G10 G11 G12 Y8 Y9 Y10 Y11 B7")
    alice.act(code, 0, "play G7")
    for reader in (alice, bob, charlie, stranger):
        claimed = log_of(reader, code)[-1]["events"][1]
        assert claimed["claimants"] == [2, 3]
        assert claimed["seat"] in (2, 3)


def test_orders_that_hold_let_the_card_lie_and_act_at_once_when_they_change(
    make_game: Make, stacker: Stacker, alice: Api, bob: Api, charlie: Api, stranger: Api
) -> None:
    """Charlie claims while Bob is asked: Bob is asked no more, and others read an action like any other."""
    code = opened(make_game, stacker, (alice, bob, charlie), bobs="G8 G9 G10 G11 G12 Y8 Y9 Y10 Y11 Y12 Y7")
    orders(charlie, code, HOLD)
    alice.act(code, 0, "play G7")
    assert asked(get_board(code)) == (2, 1)
    assert Notice.objects.filter(thread=code, user=bob.person, kind="your_turn", status="pending").exists()
    assert orders(charlie, code, CLAIM).json() == CLAIM
    item = log_of(stranger, code)[-1]
    assert (item["number"], item["seat"], item["action"], item["by"]) == (2, 3, "same-one Y7", "player")
    assert [event["type"] for event in item["events"]] == ["claimed", "washed", "turn"]
    assert log_of(charlie, code)[-1]["action"] == 'orders {"default":"claim","except":{}}'
    assert asked(get_board(code)) == (3, 2)
    assert refusal(bob.act(code, 1, "draw")) == (409, "not_your_turn")
    assert not Notice.objects.filter(thread=code, user=bob.person, kind="your_turn", status="pending").exists()
    assert not list(differences(get_board(code)))


def test_the_seat_that_is_asked_claims_by_its_orders_and_gets_a_new_prompt(
    make_game: Make, stacker: Stacker, alice: Api, bob: Api, charlie: Api
) -> None:
    code = opened(make_game, stacker, (alice, bob, charlie), bobs="Y7")
    orders(bob, code, HOLD)
    alice.act(code, 0, "play G7")
    orders(bob, code, CLAIM)
    assert asked(get_board(code)) == (2, 2)
    assert refusal(bob.act(code, 1, "draw")) == (409, "already_answered")
    assert bob.act(code, 2, "draw").status_code == 201


def everything(reader: Api, code: str) -> dict[str, bytes]:
    """What a reader can get about a match: bodies, headers and ETags of the API, and the pages."""
    paths = [f"/api/v1/games/{code}/{path}" for path in ("", "actions/", "proof/", "messages/", "orders/")]
    pages = [f"/games/{code}/{page}" for page in ("", "log/", "live/?seen=x")]
    found = {path: as_bytes(reader.send("GET", path, b"")) for path in (*paths, "/api/v1/games/?status=active")}
    if reader.user:
        reader.client.force_login(reader.user)
    return found | {page: as_bytes(reader.client.get(page)) for page in pages}


def test_nobody_else_notices_that_orders_were_changed(
    code: str, alice: Api, bob: Api, charlie: Api, stranger: Api, clock: object
) -> None:
    """No version, no ETag, no log entry, and no row that others could count."""
    dora = Api(make_user("dora"))
    readers = (alice, charlie, stranger, dora)
    before = [everything(reader, code) for reader in readers]
    rows = [counted(table) for table in ("games_turn", "accounts_notice")]
    for given in ({"default": "hold", "except": {}}, {"default": "claim", "except": {"7": "hold"}}):
        orders(bob, code, given)
    assert [everything(reader, code) for reader in readers] == before
    assert [counted(table) for table in ("games_turn", "accounts_notice")] == rows
    alice.act(code, 0, "play G7")
    assert [item["number"] for item in log_of(stranger, code)] == [0, 1]


def counted(table: str) -> Any:
    """How many rows there are and which number the next one gets."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*), (SELECT last_value FROM {table}_id_seq) FROM {table}")  # noqa: S608
        return cursor.fetchone()


def test_the_owner_finds_the_change_in_the_own_log(code: str, bob: Api, alice: Api) -> None:
    orders(bob, code, HOLD)
    (deal,) = log_of(bob, code)
    assert deal["events"][-1] == {"type": "orders", "seat": 2, "orders": HOLD}
    assert "orders" not in json.dumps(log_of(alice, code))


def test_whether_somebody_holds_the_number_changes_no_byte_for_anybody_else(
    make_game: Make, stacker: Stacker, alice: Api, bob: Api, charlie: Api, stranger: Api, clock: object
) -> None:
    """The same match with and without a 7 that Bob keeps back; his own answers differ in his cards only."""
    code = opened(make_game, stacker, (alice, bob, charlie), bobs="Y7 G20")
    worlds = []
    for bobs in ("Y7 G20", "Y8 G20"):
        cards = [SIGN[word] for word in f"{FRONT} {bobs}".split()]
        rest = [s for w, s in SIGN.items() if s not in cards and w not in ("B7", "Y7", "Y8")]
        stacker.deal(*cards, *rest)
        with undone():
            restart(code)
            kept = orders(bob, code, HOLD)
            assert alice.act(code, 0, "play G7").status_code == 201
            own = masked(bob.get(f"/games/{code}/").json())
            given = (orders(bob, code).content, orders(bob, code)["ETag"], kept.content)
            worlds.append((own, given, *(everything(reader, code) for reader in (alice, charlie, stranger))))
    for one, other in zip(*worlds, strict=True):
        assert one == other


def restart(code: str) -> None:
    """The match as it is dealt from the deck that lies now."""
    board = get_board(code)
    step = match.begin(board.rules, board.table, board.seed)
    Game.objects.filter(code=code).update(state=codec.dump(step.state))


def masked(game: Any) -> Any:
    """One's own view without the cards and what they allow."""
    for hand in game["view"]["hands"]:
        hand["cards"] = None
    game["legal_actions"] = [each for each in game["legal_actions"] if " " not in each["action"]]
    return game


def test_the_times_of_answers_overlap_whoever_holds_the_number(
    make_game: Make, stacker: Stacker, alice: Api, bob: Api, charlie: Api
) -> None:
    """The times with a claimable card, from the shortest to the longest, overlap those without one."""
    times: dict[str, list[float]] = {}
    for bobs in ("Y7 G20", "Y8 G20"):
        code = opened(make_game, stacker, (alice, bob, charlie), bobs=bobs)
        orders(bob, code, HOLD)
        alice.act(code, 0, "play G7")
        for number in range(25):
            began = time.perf_counter()
            orders(bob, code, {"default": "hold", "except": {str(8 + number % 2): "hold"}})
            charlie.get(f"/games/{code}/")
            times.setdefault(bobs, []).append(time.perf_counter() - began)
    held, not_held = times.values()
    assert min(held) <= max(not_held)
    assert min(not_held) <= max(held)


def test_a_match_with_orders_replays_checks_out_and_is_opened_after_the_end(
    code: str, alice: Api, bob: Api, charlie: Api, stranger: Api
) -> None:
    orders(bob, code, HOLD)
    orders(bob, code, {"default": "claim", "except": {"9": "hold"}})
    alice.act(code, 0, "play G7")
    orders(charlie, code, HOLD)
    assert not list(differences(get_board(code)))
    while (board := get_board(code)).game.version < 30 and board.is_active:
        seat, prompt = asked(board)
        legal = board.rules.legal_actions(board.state, seat)
        (alice, bob, charlie)[seat - 1].act(code, prompt, legal[0])
    for player in (alice, bob, charlie):
        player.post(f"/games/{code}/stop/", {"agree": True})
    call_command("verify_game", code)
    numbers = [item["number"] for item in log_of(stranger, code)]
    assert numbers == list(range(get_board(code).game.version + 1))
    given = [event for item in log_of(stranger, code) for event in item["events"] if event["type"] == "orders"]
    kept = [(event["seat"], event["orders"]["except"]) for event in given]
    assert kept == [(2, {"9": "hold"}), (3, {})], "Of two changes after one entry the last is kept."
    assert not Seat.objects.filter(game__code=code).exclude(silent="").exists()
    assert stranger.client.get(f"/games/{code}/replay/?step=1").status_code == 200


def test_a_document_whose_orders_were_tampered_with_does_not_check_out(
    code: str, alice: Api, bob: Api, charlie: Api
) -> None:
    orders(bob, code, HOLD)
    for player in (alice, bob, charlie):
        player.post(f"/games/{code}/stop/", {"agree": True})
    document = json.loads(json.dumps(selectors.export(get_board(code)), default=str))
    assert not any(check.wrong for check in verify_game.checks(verify_game.read(document)))
    document["actions"][0]["events"].append({"type": "turn", "seat": 1})
    assert any(check.wrong for check in verify_game.checks(verify_game.read(document)))


def test_orders_stay_with_the_seat_when_a_bot_takes_it(code: str, bob: Api) -> None:
    orders(bob, code, HOLD)
    judge = make_user("judge", is_staff=True)
    moderate.give_seat_to_bot(moderator=judge, code=code, seat=2, bot="greedy", reason="Gone.", now=now())
    board = get_board(code)
    assert board.rules.orders(board.state, 2) == HOLD  # type: ignore[attr-defined]
    assert not list(differences(board))
