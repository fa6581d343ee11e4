"""Tables before the first card, over HTTP: opening, joining, leaving, inviting, listing, playing again."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction

from accounts.models import Notice
from games.access import Board, get_board
from games.models import Game, Invitation, Seat
from games.services import moderate, play
from games.services.invitations import MOST_INVITATIONS
from tests.games.conftest import MATCH, Api, errors_of, make_user, now, play_on, refusal, statements, unchanged

pytestmark = pytest.mark.django_db
Make = Callable[..., Board]
TABLE = {"ruleset": MATCH, "seats": 2}


def numbers(count: int) -> dict[str, Any]:
    return {"ruleset": MATCH, "seats": count}


# Opening


def test_a_table_needs_only_a_game_and_a_number_of_seats(alice: Api) -> None:
    answer = alice.post("/games/", TABLE)
    assert answer.status_code == 201
    table = answer.json()
    assert answer["Location"] == table["url"] == f"{settings.SITE_URL}/api/v1/games/{table['id']}/"
    expected = {"status": "open", "version": 0, "visibility": "public", "turn_seconds": 259_200, "your_seat": 1}
    expected |= {"on_timeout": "autoplay", "started_at": None, "finished_at": None, "outcome": None, "view": {}}
    expected |= {"options": {"first_player": "throw", "after_set": "continue"}, "legal_actions": [], "ruleset": MATCH}
    assert {name: table[name] for name in expected} == expected
    empty = {"seat": 2, "player": None, "state": "empty", "prompt": None, "deadline": None, "timeouts": 0}
    ann = {"username": "alice", "bot": False}
    empty |= {"late_in_row": 0, "time_bank": None, "holiday_until": None, "would_pause_until": None, "offered": False}
    assert table["seats"] == [{**empty, "seat": 1, "player": ann, "state": "playing"}, empty]


def test_bots_take_the_seats_after_mine_and_a_full_table_deals_at_once(alice: Api) -> None:
    table = alice.post("/games/", {**numbers(3), "bots": ["greedy", "random"]}).json()
    assert table["status"] == "active"
    assert [seat["player"]["bot"] for seat in table["seats"]] == [False, True, True]
    assert [seat["player"]["username"] for seat in table["seats"]] == ["alice", "greedy-bot", "random-bot"]
    assert table["view"]["phase"] == "take"
    assert sum(seat["prompt"] == 0 for seat in table["seats"]) == 1


def test_every_choice_of_a_table_is_kept(alice: Api) -> None:
    wish = {"visibility": "unlisted", "turn_seconds": None, "on_timeout": "resign", "throw": "rock", "seed": "七"}
    options = {"first_player": "random", "after_set": "end_turn"}
    table = alice.post("/games/", {**TABLE, **wish, "options": options}).json()
    assert table["options"] == options
    assert [table[name] for name in ("visibility", "turn_seconds", "on_timeout")] == ["unlisted", None, "resign"]
    assert Seat.objects.get(game__code=table["id"], number=1).brought == {"throw": "rock", "seed": "七"}


@pytest.mark.parametrize("seconds", [60, 2_592_000, 61.0])
def test_the_clock_may_be_as_short_and_as_long_as_this(alice: Api, seconds: float) -> None:
    assert alice.post("/games/", {**TABLE, "turn_seconds": seconds}).json()["turn_seconds"] == int(seconds)


def test_ids_are_short_and_tell_nothing(alice: Api) -> None:
    ids = {alice.post("/games/", TABLE).json()["id"] for _ in range(12)}
    assert len(ids) == 12
    assert {len(each) for each in ids} == {10}
    assert len({each[:3] for each in ids}) > 8


def test_throws_decide_who_begins_and_are_shown_at_the_deal(alice: Api, bob: Api) -> None:
    code = alice.post("/games/", {**TABLE, "throw": "scissors"}).json()["id"]
    assert bob.post(f"/games/{code}/join/", {"throw": "rock"}).status_code == 200
    (deal,) = bob.get(f"/games/{code}/actions/").json()["results"]
    assert deal["events"][-1] == {"type": "first_player", "seat": 2, "throws": [["scissors", "rock"]]}


SIMPLE: dict[str, list[Any]] = {
    "ruleset": ["chess", "", "x" * 9000, "jack-in-the-pot\0", None, 1, True, ["jest"], {"a": 1}],
    "seats": [0, 1, 5, -1, 2**31, 2**63, 2**64 - 1, 10**30, 2.5, 1e308, "2", "two", None, True, [2], {"n": 2}],
    "turn_seconds": [0, 59, 2_592_001, -1, 2**63, 1e300, "3 days", "60", True, [60], {}, 60.5],
    "visibility": ["secret", "", None, 1, ["public"], "PUBLIC"],
    "on_timeout": ["explode", "", None, 0, {}],
    "options": [None, 1, "throw", [], True],
    "bots": [None, 1, "greedy", {}, ["nobody"], ["late"], ["greedy"] * 2, ["greedy"] * 100],
    "throw": ["lizard", "", None, 1, ["rock"], "Rock"],
    "seed": ["", None, 1, "x" * 65, "nul\0", ["a"]],
}
WRONG: list[tuple[dict[str, Any], set[str]]] = [
    *(({**TABLE, name: odd}, {name}) for name, values in SIMPLE.items() for odd in values),
    ({}, {"ruleset", "seats"}),
    ({"seats": 2}, {"ruleset"}),
    ({**TABLE, "options": {"first_player": "me"}}, {"options.first_player"}),
    ({**TABLE, "options": {"first_player": None}}, {"options.first_player"}),
    ({**TABLE, "options": {"first_player": ["throw"]}}, {"options.first_player"}),
    ({**TABLE, "options": {"goal": "26"}}, {"options.goal"}),
    ({**TABLE, "options": {"a": {"b": {}}, "after_set": 1}}, {"options.a", "options.after_set"}),
    ({**TABLE, "bots": ["greedy", 7, None]}, {"bots.1", "bots.2"}),
    ({**TABLE, "creator": "bob"}, {"creator"}),
    ({**TABLE, "server_seed": "00", "state": "", "version": 7}, {"server_seed", "state", "version"}),
    ({**TABLE, "brought": {"throw": "rock"}}, {"brought"}),
]


def test_a_table_that_cannot_be_is_refused_field_by_field(alice: Api) -> None:
    with unchanged():
        for wish, fields in WRONG:
            found = errors_of(alice.post("/games/", wish))
            assert {path.removesuffix(".0") for path in found} == fields, wish


BODIES: list[tuple[bytes, tuple[int, str]]] = [
    (b"{", (400, "malformed")),
    (b'{"ruleset": "jack-in-the-pot", "seats": 2,}', (400, "malformed")),
    (b'{"ruleset": "jack-in-the-pot", "seats": NaN}', (400, "malformed")),
    (b'{"ruleset": "jack-in-the-pot", "seats": Infinity}', (400, "malformed")),
    (b'{"ruleset": "\\ud800", "seats": 2}', (400, "malformed")),
    (b'{"ruleset": "\xff\xfe", "seats": 2}', (400, "malformed")),
    (b'\xef\xbb\xbf{"ruleset": "jack-in-the-pot", "seats": 2}', (400, "malformed")),
    (b"[]", (400, "malformed")),
    (b"[{}]", (400, "malformed")),
    (b'"text"', (400, "malformed")),
    (b"null", (400, "malformed")),
    (b"7", (400, "malformed")),
    (b"[" * 30_000, (400, "malformed")),
    (b'{"a":' * 10_000, (400, "malformed")),
    (b'{"a":' * 5_000 + b"1" + b"}" * 5_000, (400, "malformed")),
    (b"ruleset=jack-in-the-pot&seats=2", (400, "malformed")),
    (b"", (400, "invalid")),
    (b"{}", (400, "invalid")),
    (b'{"seats": 1e400}', (400, "invalid")),
    (b'{"seats": -1e400, "ruleset": "jack-in-the-pot"}', (400, "invalid")),
    (b'{"__proto__": 1, "seats": 2}', (400, "invalid")),
    (b'{"x": "' + b"x" * 10_000_000 + b'"}', (413, "too_large")),
]


def test_a_body_that_is_no_object_is_refused_and_changes_nothing(alice: Api) -> None:
    with unchanged():
        for body, expected in BODIES:
            found = refusal(alice.send("POST", "/api/v1/games/", body))
            assert found == expected or (b"1e400" in body and found[0] == 400), body[:60]


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "a/b", "x"])
def test_only_json_is_read(alice: Api, kind: str) -> None:
    with unchanged():
        answer = alice.send("POST", "/api/v1/games/", json.dumps(TABLE).encode(), kind)
    assert refusal(answer) == (415, "unsupported_media_type")


def test_only_json_is_written(alice: Api) -> None:
    with unchanged():
        assert refusal(alice.post("/games/", TABLE, Accept="text/html")) == (406, "not_acceptable")
    assert refusal(alice.get("/games/", Accept="application/xml")) == (406, "not_acceptable")
    assert alice.get("/games/", Accept="text/html, */*;q=0.1").status_code == 200


def test_the_same_key_opens_one_table(alice: Api) -> None:
    first = alice.post("/games/", TABLE, **{"Idempotency-Key": "once"})
    with unchanged():
        again = alice.post("/games/", TABLE, **{"Idempotency-Key": "once"})
        other = alice.post("/games/", numbers(3), **{"Idempotency-Key": "once"})
    assert first.status_code == again.status_code == 201
    assert again.content == first.content
    assert again["Location"] == first["Location"]
    assert refusal(other) == (422, "idempotency_mismatch")
    assert alice.post("/games/", TABLE, **{"Idempotency-Key": "twice"}).json()["id"] != first.json()["id"]
    assert Game.objects.count() == 2


def test_a_key_belongs_to_its_token(alice: Api, bob: Api) -> None:
    first = alice.post("/games/", TABLE, **{"Idempotency-Key": "once"})
    assert bob.post("/games/", TABLE, **{"Idempotency-Key": "once"}).json()["id"] != first.json()["id"]
    assert Api(alice.person).post("/games/", TABLE, **{"Idempotency-Key": "once"}).json()["id"] != first.json()["id"]


def test_a_refusal_is_kept_for_its_key_as_well(alice: Api) -> None:
    first = alice.post("/games/", numbers(9), **{"Idempotency-Key": "k"})
    again = alice.post("/games/", numbers(9), **{"Idempotency-Key": "k"})
    assert refusal(first) == (400, "invalid")
    assert again.content == first.content


@pytest.mark.parametrize("key", ["", " ", "a b", "x" * 256, "ü"])
def test_a_key_that_is_none_is_refused(alice: Api, key: str) -> None:
    with unchanged():
        assert errors_of(alice.post("/games/", TABLE, **{"Idempotency-Key": key})) == {"Idempotency-Key"}


# Joining and leaving


def test_the_last_one_to_join_begins_the_match(alice: Api, bob: Api, charlie: Api) -> None:
    code = alice.post("/games/", numbers(3)).json()["id"]
    second = bob.post(f"/games/{code}/join/").json()
    assert (second["status"], second["your_seat"]) == ("open", 2)
    third = charlie.post(f"/games/{code}/join/").json()
    assert (third["status"], third["your_seat"], third["version"]) == ("active", 3, 0)
    assert third["started_at"].endswith("Z")
    assert [seat["state"] for seat in third["seats"]] == ["playing"] * 3


def test_who_joins_is_refused_with_the_reason(make_game: Make, alice: Api, bob: Api, charlie: Api) -> None:
    table, full = make_game(alice, seats=2).game.code, make_game(alice, bob).game.code
    over = play_on(make_game(alice, bob), 999).game.code
    with unchanged():
        assert refusal(alice.post(f"/games/{table}/join/")) == (409, "already_seated")
        assert refusal(bob.post(f"/games/{full}/join/")) == (409, "already_seated")
        assert refusal(charlie.post(f"/games/{full}/join/")) == (409, "game_full")
        assert refusal(charlie.post(f"/games/{over}/join/")) == (409, "game_not_open")
        assert refusal(charlie.post("/games/nosuchgame/join/")) == (404, "not_found")
        assert errors_of(charlie.post(f"/games/{table}/join/", {"throw": "lizard"})) == {"throw"}
        assert errors_of(charlie.post(f"/games/{table}/join/", {"seat": 1, "seed": ""})) == {"seat", "seed"}


def test_who_leaves_an_open_table_leaves_nothing_behind(make_game: Make, alice: Api, bob: Api) -> None:
    code = make_game(alice, seats=3).game.code
    bob.post(f"/games/{code}/join/", {"throw": "rock", "seed": "bobs"})
    left = bob.post(f"/games/{code}/leave/").json()
    assert (left["status"], left["your_seat"], left["seats"][1]["state"]) == ("open", None, "empty")
    assert not Seat.objects.filter(game__code=code, number=2).exists()
    assert bob.post(f"/games/{code}/join/").json()["your_seat"] == 2


def test_a_table_without_people_is_closed(make_game: Make, alice: Api) -> None:
    code = make_game(alice, seats=3, bots=["greedy"]).game.code
    closed = alice.post(f"/games/{code}/leave/").json()
    assert closed["status"] == "aborted"
    assert closed["finished_at"] is not None
    with unchanged():
        assert refusal(alice.post(f"/games/{code}/join/")) == (409, "game_not_open")
        assert refusal(alice.post(f"/games/{code}/leave/")) == (403, "not_a_player")


def test_nobody_leaves_a_match_that_has_begun(make_game: Make, alice: Api, bob: Api, charlie: Api) -> None:
    code = make_game(alice, bob).game.code
    with unchanged():
        assert refusal(alice.post(f"/games/{code}/leave/")) == (409, "game_not_open")
        assert refusal(charlie.post(f"/games/{code}/leave/")) == (403, "not_a_player")


def test_resigning_needs_a_running_match_and_a_seat(make_game: Make, alice: Api, bob: Api, charlie: Api) -> None:
    table, running = make_game(alice, seats=2).game.code, make_game(alice, bob, charlie).game.code
    with unchanged():
        assert refusal(alice.post(f"/games/{table}/resign/")) == (409, "game_not_active")
        assert refusal(bob.post(f"/games/{table}/resign/")) == (403, "not_a_player")
    given_up = charlie.post(f"/games/{running}/resign/").json()
    assert (given_up["status"], given_up["seats"][2]["state"], given_up["version"]) == ("active", "resigned", 1)
    with unchanged():
        assert refusal(charlie.post(f"/games/{running}/resign/")) == (409, "game_not_active")
    assert alice.post(f"/games/{running}/resign/").json()["outcome"]["reason"] == "resigned"


def test_agreeing_to_stop_ends_the_match_when_all_have_agreed(make_game: Make, alice: Api, bob: Api) -> None:
    code = make_game(alice, bob).game.code
    assert alice.post(f"/games/{code}/stop/", {"agree": True}).json()["status"] == "active"
    assert alice.post(f"/games/{code}/stop/", {"agree": False}).json()["version"] == 2
    assert alice.post(f"/games/{code}/stop/", {"agree": False}).json()["version"] == 2
    assert bob.post(f"/games/{code}/stop/", {"agree": True}).json()["status"] == "active"
    ended = alice.post(f"/games/{code}/stop/", {"agree": True}).json()
    assert (ended["status"], ended["outcome"]["reason"]) == ("finished", "agreed")
    with unchanged():
        assert refusal(bob.post(f"/games/{code}/stop/", {"agree": True})) == (409, "game_not_active")
        assert errors_of(bob.post(f"/games/{code}/stop/", {"agree": 1})) == {"agree"}


# Inviting


def test_only_those_invited_may_join_and_see_a_table_by_invitation(
    make_game: Make, alice: Api, bob: Api, charlie: Api, stranger: Api
) -> None:
    code = make_game(alice, seats=2, visibility="invited").game.code
    for nobody in (bob, stranger):
        assert refusal(nobody.get(f"/games/{code}/")) == (404, "not_found")
    with unchanged():
        assert refusal(bob.post(f"/games/{code}/join/")) == (403, "not_invited")
    answer = alice.post(f"/games/{code}/invitations/", {"username": "bob"})
    assert (answer.status_code, answer.json()) == (201, {"username": "bob"})
    assert bob.get(f"/games/{code}/").json()["your_seat"] is None
    assert bob.get("/games/").json()["results"][0]["id"] == code
    assert bob.post(f"/games/{code}/join/").json()["status"] == "active"
    assert refusal(charlie.post(f"/games/{code}/join/")) == (403, "not_invited")


def test_an_address_can_be_invited_whoever_reads_it(make_game: Make, alice: Api, bob: Api) -> None:
    code = make_game(alice, seats=4, visibility="invited").game.code
    assert alice.post(f"/games/{code}/invitations/", {"email": "BOB@example.org"}).status_code == 201
    assert bob.post(f"/games/{code}/join/").status_code == 200
    assert alice.post(f"/games/{code}/invitations/", {"email": "new@example.net"}).json() == {
        "email": "new@example.net"
    }
    guest = Invitation.objects.get(email="new@example.net").user
    assert guest is not None
    assert not guest.has_usable_password()
    assert Notice.objects.filter(user=guest, kind="invited").count() == 1


def test_inviting_twice_is_one_invitation(make_game: Make, alice: Api, bob: Api) -> None:
    code = make_game(alice, seats=2).game.code
    alice.post(f"/games/{code}/invitations/", {"username": "bob"})
    with unchanged():
        assert alice.post(f"/games/{code}/invitations/", {"username": "bob"}).status_code == 201


def test_inviting_is_refused_with_the_reason(make_game: Make, alice: Api, bob: Api, charlie: Api) -> None:
    table, running = make_game(alice, seats=2).game.code, make_game(alice, bob).game.code
    with unchanged():
        assert refusal(bob.post(f"/games/{table}/invitations/", {"username": "alice"})) == (403, "not_a_player")
        assert refusal(alice.post(f"/games/{running}/invitations/", {"username": "charlie"})) == (409, "game_not_open")
        for body in ({"username": "nobody"}, {"username": 3}, {"username": ""}, {"username": "bob\0"}):
            assert errors_of(alice.post(f"/games/{table}/invitations/", body)) == {"username"}
        for wrong in ("nonsense", "", 7, "a@b", None):
            assert errors_of(alice.post(f"/games/{table}/invitations/", {"email": wrong})) == {"email"}
        both = {"username": "bob", "email": "b@example.org"}
        assert errors_of(alice.post(f"/games/{table}/invitations/", both)) == {"body"}
        assert errors_of(alice.post(f"/games/{table}/invitations/", {})) == {"body"}


def test_a_table_asks_only_so_many_people(make_game: Make, alice: Api) -> None:
    code = make_game(alice, seats=2).game.code
    for number in range(MOST_INVITATIONS):
        assert alice.post(f"/games/{code}/invitations/", {"email": f"g{number}@example.org"}).status_code == 201
    with unchanged():
        answer = alice.post(f"/games/{code}/invitations/", {"email": "more@example.org"})
    assert refusal(answer) == (409, "too_many_invitations")


# Playing again


def test_a_rematch_is_the_same_table_with_the_others_invited(make_game: Make, alice: Api, bob: Api) -> None:
    old = make_game(alice, bob, seats=3, bots=["greedy"], turn_seconds=77, options={"after_set": "end_turn"})
    old_code = old.game.code
    with unchanged():
        assert refusal(alice.post(f"/games/{old_code}/rematch/")) == (409, "game_not_finished")
    play.resign(user=alice.person, code=old_code, now=now())
    play.resign(user=bob.person, code=old_code, now=now())
    first = bob.post(f"/games/{old_code}/rematch/")
    assert first.status_code == 201
    table = first.json()
    assert (table["turn_seconds"], table["options"]["after_set"], table["status"]) == (77, "end_turn", "open")
    assert [seat["player"] and seat["player"]["username"] for seat in table["seats"]] == ["bob", "greedy-bot", None]
    assert Notice.objects.filter(kind="invited", user=alice.person, thread=table["id"]).count() == 1
    second = alice.post(f"/games/{old_code}/rematch/").json()
    assert (second["id"], second["status"], second["your_seat"]) == (table["id"], "active", 3)


def test_only_players_ask_for_a_rematch(make_game: Make, alice: Api, bob: Api, charlie: Api) -> None:
    code = make_game(alice, bob).game.code
    play.resign(user=alice.person, code=code, now=now())
    with unchanged():
        assert refusal(charlie.post(f"/games/{code}/rematch/")) == (403, "not_a_player")
        assert refusal(charlie.post("/games/nosuchgame/rematch/")) == (404, "not_found")


# Suspended accounts


def test_a_suspended_account_may_look_but_change_nothing(make_game: Make, alice: Api, bob: Api) -> None:
    mine, running, other = make_game(alice, seats=2), make_game(alice, bob), make_game(bob, seats=2)
    moderate.suspend_user(moderator=make_user("judge"), user=alice.person, reason="Rude.", now=now())
    codes = [board.game.code for board in (mine, running, other)]
    doors: list[tuple[str, Any]] = [("join", {}), ("leave", {}), ("resign", {}), ("rematch", {})]
    doors += [("invitations", {"username": "bob"}), ("stop", {"agree": True})]
    doors += [("actions", {"prompt": 0, "action": "take pile"})]
    with unchanged():
        assert refusal(alice.post("/games/", TABLE)) == (403, "suspended")
        for code in codes:
            for door, body in doors:
                assert refusal(alice.post(f"/games/{code}/{door}/", body)) == (403, "suspended")
    assert {alice.get(f"/games/{code}/").status_code for code in codes} == {200}


# Seeing


HIDDEN_FROM: dict[str, set[str]] = {"public": set(), "unlisted": set(), "invited": {"stranger", "charlie"}}
LISTED = {
    ("public", "charlie"): True,
    ("unlisted", "charlie"): False,
    ("unlisted", "guest"): True,
    ("unlisted", "former"): True,
    ("invited", "charlie"): False,
    ("invited", "guest"): True,
    ("invited", "alice"): True,
    ("invited", "former"): True,
}


@pytest.fixture
def readers(alice: Api, charlie: Api, stranger: Api) -> dict[str, Api]:
    others = {name: Api(make_user(name)) for name in ("guest", "former")}
    return {"alice": alice, "charlie": charlie, "stranger": stranger, **others}


def table_for(make_game: Make, readers: dict[str, Api], visibility: str) -> str:
    """A running match of Alice and somebody who was replaced; Guest was invited."""
    alice, former = readers["alice"], readers["former"]
    code = make_game(alice, seats=2, visibility=visibility).game.code
    alice.post(f"/games/{code}/invitations/", {"username": "guest"})
    alice.post(f"/games/{code}/invitations/", {"email": "former@example.org"})
    former.post(f"/games/{code}/join/")
    moderate.give_seat_to_bot(
        moderator=make_user("judge"), code=code, seat=2, bot="random", reason="He left.", now=now()
    )
    return code


@pytest.mark.parametrize("visibility", ["public", "unlisted", "invited"])
def test_who_sees_a_match(make_game: Make, readers: dict[str, Api], visibility: str) -> None:
    code = table_for(make_game, readers, visibility)
    for name, reader in readers.items():
        expected = 404 if name in HIDDEN_FROM[visibility] else 200
        for part in ("", "actions/", "proof/"):
            assert reader.get(f"/games/{code}/{part}").status_code == expected, (name, part)
        assert reader.get(f"/games/{code}/export/").status_code == (409 if expected == 200 else 404)


@pytest.mark.parametrize("visibility", ["public", "unlisted", "invited"])
def test_who_finds_a_match_in_the_list(make_game: Make, readers: dict[str, Api], visibility: str) -> None:
    code = table_for(make_game, readers, visibility)
    for (kind, name), expected in LISTED.items():
        if kind == visibility:
            found = [each["id"] for each in readers[name].get("/games/").json()["results"]]
            assert (code in found) is expected, name


def test_a_former_creator_still_finds_the_table_by_invitation(make_game: Make, alice: Api, bob: Api) -> None:
    code = make_game(alice, seats=2, visibility="invited").game.code
    alice.post(f"/games/{code}/invitations/", {"username": "bob"})
    bob.post(f"/games/{code}/join/")
    moderate.give_seat_to_bot(
        moderator=make_user("judge"), code=code, seat=1, bot="random", reason="He left.", now=now()
    )
    assert alice.get(f"/games/{code}/").json()["your_seat"] is None
    assert ids(alice.get("/games/")) == [code]
    assert ids(alice.get("/games/?player=me")) == []


def test_the_list_needs_an_account(stranger: Api) -> None:
    assert refusal(stranger.get("/games/")) == (401, "not_authenticated")


def ids(answer: Any) -> list[str]:
    assert answer.status_code == 200, answer.content
    return [each["id"] for each in answer.json()["results"]]


def test_the_list_is_narrowed_by_the_query(make_game: Make, alice: Api, bob: Api, charlie: Api) -> None:
    table = make_game(alice, seats=2).game.code
    running = make_game(bob, charlie, visibility="unlisted").game.code
    over = make_game(alice, bob).game.code
    play.resign(user=alice.person, code=over, now=now())
    assert ids(bob.get("/games/")) == [over, running, table]
    assert ids(bob.get("/games/?status=open")) == [table]
    assert ids(bob.get("/games/?status=active")) == [running]
    assert ids(bob.get("/games/?status=finished")) == [over]
    assert ids(bob.get("/games/?player=me")) == [over, running]
    assert ids(bob.get("/games/?player=alice&status=finished")) == [over]
    assert ids(bob.get("/games/?player=nobody")) == []
    assert ids(bob.get("/games/?visibility=public")) == [over, table]
    assert ids(bob.get(f"/games/?ruleset={MATCH}&visibility=unlisted")) == [running]
    asked = [ids(each.get("/games/?waiting_for=me")) for each in (alice, bob, charlie)]
    assert sorted(map(len, asked)) == [0, 0, 1]
    assert [running] in asked


WRONG_QUERIES = [
    *("status=closed", "ruleset=chess", "visibility=secret", "waiting_for=bob", "player=%00", "limit=0", "limit=101"),
    *("limit=x", "limit=-1", "cursor=nonsense", "cursor=cD1hYmM%3D", "cursor=bz0tMQ%3D%3D"),
    *("cursor=cD0xZTQwMA%3D%3D", "cursor=cD0lMDA%3D", "cursor=cD1OYU4%3D", "cursor=cD0tMQ%3D%3D"),
    *("cursor=cD05OTk5OTk5OTk5OTk5OTk5OTk5OTk5", "limit=0000000010000000", "limit=1e1", "limit=%D9%A1"),
]


@pytest.mark.parametrize("query", WRONG_QUERIES)
def test_a_query_that_cannot_be_is_refused(make_game: Make, alice: Api, query: str) -> None:
    make_game(alice, seats=2)
    assert errors_of(alice.get(f"/games/?{query}")) == {query.partition("=")[0]}


def test_the_list_comes_in_pages_that_stay_right_while_it_grows(make_game: Make, alice: Api) -> None:
    codes = [make_game(alice, seats=2).game.code for _ in range(5)][::-1]
    first = alice.get("/games/?limit=2").json()
    assert first["previous"] is None
    make_game(alice, seats=2)
    second = alice.client.get(first["next"]).json()
    third = alice.client.get(second["next"]).json()
    assert [each["id"] for page in (first, second, third) for each in page["results"]] == codes
    assert third["next"] is None
    assert ids(alice.client.get(second["previous"])) == codes[:2]


def test_the_list_takes_the_same_statements_however_long_it_is(make_game: Make, alice: Api, bob: Api) -> None:
    found = []
    for _ in range(2):
        make_game(alice, bob)
        alice.get("/games/")
        with statements() as sql:
            alice.get("/games/")
        found.append(len(sql))
    assert found[0] == found[1]


# Answers


def test_a_reader_who_has_the_present_answer_gets_304(make_game: Make, alice: Api, bob: Api) -> None:
    code = make_game(alice, bob).game.code
    for path in ("/games/", f"/games/{code}/", f"/games/{code}/actions/", f"/games/{code}/proof/", "/rulesets/"):
        tag = alice.get(path)["ETag"]
        for known in (tag, f"W/{tag.removeprefix('W/')}", f'"other", {tag}', "*"):
            answer = alice.get(path, **{"If-None-Match": known})
            assert (answer.status_code, answer.content) == (304, b""), path
        assert alice.get(path, **{"If-None-Match": '"other"'}).status_code == 200
    tag = alice.get(f"/games/{code}/")["ETag"]
    play_on(get_board(code), 1)
    assert alice.get(f"/games/{code}/", **{"If-None-Match": tag}).status_code == 200


def test_head_has_the_headers_and_no_body(make_game: Make, alice: Api, bob: Api) -> None:
    code = make_game(alice, bob).game.code
    answer = alice.send("HEAD", f"/api/v1/games/{code}/", b"")
    assert (answer.status_code, answer.content) == (200, b"")


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "POST"])
def test_a_method_that_is_not_there_is_refused(make_game: Make, alice: Api, method: str) -> None:
    code = make_game(alice, seats=2).game.code
    with unchanged():
        answer = alice.send(method, f"/api/v1/games/{code}/", b"{}")
    assert refusal(answer) == (405, "method_not_allowed")
    assert "GET" in answer["Allow"]


def test_rulesets_are_public_and_name_what_may_be_chosen(stranger: Api) -> None:
    (ours,) = (each for each in stranger.get("/rulesets/").json()["results"] if each["slug"] == MATCH)
    assert {"slug", "name", "tagline", "min_seats", "max_seats", "options", "version"} <= ours.keys()
    assert (ours["min_seats"], ours["max_seats"], ours["version"]) == (2, 4, 1)
    assert ours["options"]["properties"]["first_player"]["enum"] == ["throw", "random"]
    assert ours["options"]["type"] == "object"
    book = stranger.get(f"/rulesets/{MATCH}/rulebook/", **{"Accept-Language": "de"}).json()
    assert (set(book), book["language"]) == ({"language", "title", "html", "text"}, "de")
    assert refusal(stranger.get("/rulesets/chess/rulebook/")) == (404, "not_found")


def test_the_language_changes_texts_and_nothing_else(make_game: Make, alice: Api, bob: Api) -> None:
    code = make_game(alice, bob).game.code

    def plain(language: str) -> tuple[dict[str, Any], list[str]]:
        game = [each.get(f"/games/{code}/", **{"Accept-Language": language}).json() for each in (alice, bob)]
        labels = [action.pop("label") for each in game for action in each["legal_actions"]]
        return {"games": game}, labels

    english, german = plain("en"), plain("de")
    assert english[0] == german[0]
    assert english[1] != german[1]


def test_nothing_is_left_behind_when_opening_fails_half_way(alice: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_args: Any) -> None:
        raise RuntimeError("the disk is full")

    monkeypatch.setattr("games.services.lobby._insert_seats", fail)
    with unchanged(), transaction.atomic():
        assert refusal(alice.post("/games/", TABLE)) == (500, "error")
