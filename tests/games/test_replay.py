"""Logs that replay: the export, the commands that check it, the archive, and what keeps the words as they were said."""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from games import log
from games.access import Board, get_board
from games.management.commands.replay import differences
from games.models import Game, Measure, Turn
from games.rules import jack_in_the_pot, match, registry
from games.rules.base import Rules, Step
from games.rules.jack_in_the_pot.rules import JackInThePot
from games.rules.rng import Rng
from games.rules.seed import commitment, match_seed
from games.services import bots, lobby, moderate, play
from tests.games.conftest import Api, asked, make_user, now, play_on, put_state

Make = Callable[..., Board]
Spoil = Callable[[dict[str, Any]], None]


def run(*arguments: str) -> str:
    """What a command prints."""
    out = StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def exported(api: Api, board: Board) -> dict[str, Any]:
    document: dict[str, Any] = api.get(f"/games/{board.game.code}/export/").json()
    return document


def replayed(document: dict[str, Any]) -> Step:
    """The end of an exported match, by the pure package alone."""
    rules = registry.rules_for(document["ruleset"], document["rules_version"])
    table = match.lay_table(rules, len(document["seats"]), document["options"], document["brought"])
    proof = document["proof"]
    seeds = {own["seat"]: own["seed"] for own in proof["player_seeds"]}
    brought = [seeds.get(seat, "") for seat in range(1, table.seats + 1)]
    seed = match_seed(bytes.fromhex(proof["server_seed"]), brought)
    assert commitment(bytes.fromhex(proof["server_seed"])) == proof["commitment"]
    assert list(rules.deck(table, match.rng_for(seed, 0))) == proof["deal"]
    entries = [match.Entry(item["number"], item["seat"] or 0, item["action"]) for item in document["actions"][1:]]
    *_, (_, step) = match.replay(rules, table, seed, entries)
    return step


@pytest.fixture
def finished(db: None, make_game: Make, alice: Api, bob: Api, long_seed: None) -> Board:
    """A match of 117 actions to which both players brought something."""
    board = make_game(alice, seats=2, brought={"seed": "七 leaf clover", "throw": "rock"})
    lobby.join_game(user=bob.person, code=board.game.code, brought={"seed": " \U0001f3b0", "throw": "paper"}, now=now())
    return play_on(board, 600)


@pytest.mark.django_db
def test_an_export_replays_to_the_same_result_without_the_site(finished: Board, stranger: Api) -> None:
    document = exported(stranger, finished)
    step = replayed(document)
    outcome = registry.newest(document["ruleset"]).outcome(step.state)
    assert outcome is not None
    assert {**outcome._asdict(), "winners": outcome.winners} == {
        name: tuple(value) if name in ("places", "scores") else value for name, value in document["outcome"].items()
    }
    assert document["outcome"]["reason"] == "score"


@pytest.mark.django_db
def test_resigning_changing_hands_agreeing_and_stopping_replay(
    make_game: Make, alice: Api, bob: Api, charlie: Api, clock: object
) -> None:
    code = make_game(alice, bob, charlie, seats=4, bots=["greedy"]).game.code
    bots.play_bot_turns(code=code, now=now())
    play.resign(user=bob.person, code=code, now=now())
    bots.play_bot_turns(code=code, now=now())
    moderate.give_seat_to_bot(
        moderator=make_user("judge"), code=code, seat=get_board(code).seat_of(charlie.person.pk) or 0, bot="random",
        reason="He asked for it.", now=now(),
    )  # fmt: skip
    bots.play_bot_turns(code=code, now=now())
    play.agree_to_stop(user=alice.person, code=code, agrees=True, now=now())
    document = exported(alice, get_board(code))
    said = [item["action"] for item in document["actions"][1:]]
    assert {"resign", "seat random", "agree", "stop"} <= set(said)
    assert said[-2:] == ["agree", "stop"]
    assert document["outcome"]["reason"] == "agreed"
    assert run("verify_game", code).count("ok ") == 5
    assert replayed(document).state.end == "agreed"


@pytest.mark.django_db
def test_an_aborted_match_is_exported_and_replays_without_a_result(make_game: Make, alice: Api, bob: Api) -> None:
    board = play_on(make_game(alice, bob), 12)
    moderate.abort_game(moderator=make_user("judge"), code=board.game.code, reason="Broken.", now=now())
    document = exported(alice, board)
    assert (document["outcome"], len(document["actions"])) == (None, 13)
    assert "none: the match was ended from outside" in run("verify_game", board.game.code)


@pytest.mark.django_db
def test_verify_game_has_a_line_for_each_check(finished: Board) -> None:
    lines = run("verify_game", finished.game.code).splitlines()
    assert [line.split()[:2] for line in lines] == [
        ["ok", name] for name in ("commitment", "seed", "deck", "actions", "outcome")
    ]


def test_verify_game_needs_no_database_for_a_file(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text(json.dumps(a_document()))
    assert run("verify_game", str(path)).count("ok ") == 5


def a_document() -> dict[str, Any]:
    """An export made by the rules alone: a match that a player leaves at once."""
    rules, secret = registry.newest("jack-in-the-pot"), bytes(range(32))
    table = match.lay_table(rules, 2)
    seed = match_seed(secret, ["", "clover"])
    steps = list(match.replay(rules, table, seed, [match.Entry(1, 1, "resign")]))
    outcome = rules.outcome(steps[-1][1].state)
    assert outcome
    events = [[event.opened() for event in step.events] for _, step in steps]
    return {
        "format": "jackpot-match-1",
        "ruleset": rules.slug,
        "rules_version": rules.version,
        "seats": [1, 2],
        "options": dict(table.options),
        "brought": [{"throw": None}, {"throw": None}],
        "proof": {
            "commitment": commitment(secret),
            "server_seed": secret.hex(),
            "player_seeds": [{"seat": 2, "seed": "clover"}],
            "deal": list(rules.deck(table, match.rng_for(seed, 0))),
        },
        "actions": [
            {"number": 0, "seat": None, "action": None, "events": events[0]},
            {"number": 1, "seat": 1, "action": "resign", "events": events[1]},
        ],
        "outcome": {**outcome._asdict(), "winners": outcome.winners},
    }


SPOILED: list[tuple[str, Spoil]] = [
    ("commitment", lambda it: it["proof"].update(commitment="00" * 32)),
    ("commitment", lambda it: it["proof"].update(server_seed="00" * 32)),
    ("deck", lambda it: it["proof"]["deal"].reverse()),
    ("deck", lambda it: it["proof"]["player_seeds"][0].update(seed="another")),
    ("deck", lambda it: it["proof"].update(player_seeds=[])),
    ("actions", lambda it: it["actions"][1].update(seat=2)),
    ("actions", lambda it: it["actions"][1].update(action="take hand 1 1")),
    ("actions", lambda it: it["actions"][1].update(action="take discard bell")),
    ("actions", lambda it: it["actions"][1].update(seat=77)),
    ("actions", lambda it: it["actions"][1]["events"].pop()),
    ("actions", lambda it: it["actions"][0]["events"].clear()),
    ("outcome", lambda it: it["actions"].pop()),
    ("outcome", lambda it: it["outcome"].update(winners=[1])),
    ("outcome", lambda it: it["outcome"].update(scores=[1, 0])),
    ("outcome", lambda it: it.update(outcome=None)),
]


@pytest.mark.parametrize(("check", "spoil"), SPOILED, ids=range(len(SPOILED)))
def test_verify_game_names_what_does_not_check_out(tmp_path: Path, check: str, spoil: Spoil) -> None:
    document = a_document()
    spoil(document)
    path, out = tmp_path / "match.json", StringIO()
    path.write_text(json.dumps(document))
    with pytest.raises(CommandError, match="does not check out") as error:
        call_command("verify_game", str(path), stdout=out)
    assert error.value.returncode == 1
    assert f"WRONG {check} " in out.getvalue()


NO_EXPORTS: list[Any] = [
    *({}, [], "text", None, 7, {"format": "jackpot-match-1"}, {"format": "other"}),
    *({**a_document(), "brought": [{}]}, {**a_document(), "ruleset": "chess"}, {**a_document(), "rules_version": 99}),
    *({**a_document(), "seats": []}, {**a_document(), "seats": 2}, {**a_document(), "options": {"first_player": "me"}}),
    *({**a_document(), "proof": {}}, {**a_document(), "proof": None}, {**a_document(), "actions": [{}]}),
    *({**a_document(), "actions": 3}, {**a_document(), "proof": {**a_document()["proof"], "server_seed": None}}),
]


@pytest.mark.parametrize("document", NO_EXPORTS, ids=range(len(NO_EXPORTS)))
def test_verify_game_says_in_one_line_that_a_file_is_no_match(tmp_path: Path, document: Any) -> None:
    path = tmp_path / "match.json"
    path.write_text(json.dumps(document))
    with pytest.raises(CommandError) as error:
        run("verify_game", str(path))
    assert "\n" not in str(error.value)


def test_verify_game_says_in_one_line_that_a_file_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_bytes(b"\xff{")
    (tmp_path / "deep.json").write_text("[" * 200_000)
    for name, text in (("none.json", "cannot be read"), ("broken.json", "not JSON"), ("deep.json", "not JSON")):
        with pytest.raises(CommandError, match=text):
            run("verify_game", str(tmp_path / name))


@pytest.mark.django_db
def test_verify_game_keeps_the_secret_of_a_running_match(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game(alice, bob)
    with pytest.raises(CommandError, match="is not over"):
        run("verify_game", board.game.code)
    with pytest.raises(CommandError, match="There is no match nosuchgame"):
        run("verify_game", "nosuchgame")


@pytest.mark.django_db
def test_replay_checks_every_running_match(make_game: Make, alice: Api, bob: Api, finished: Board) -> None:
    play_on(make_game(alice, bob), 25)
    make_game(alice, bob)
    make_game(alice, seats=3)
    assert run("replay") == "2 replayed, 0 wrong.\n"
    assert run("replay", finished.game.code) == "1 replayed, 0 wrong.\n"


@pytest.mark.django_db
def test_replay_reports_a_snapshot_that_the_log_does_not_lead_to(make_game: Make, alice: Api, bob: Api) -> None:
    board = play_on(make_game(alice, bob), 5)
    put_state(board, turn=99)
    out = StringIO()
    with pytest.raises(CommandError, match=board.game.code):
        call_command("replay", stdout=out)
    assert f"{board.game.code}: the snapshot is not what the log leads to: turn\n" in out.getvalue()
    assert "1 replayed, 1 wrong." in out.getvalue()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"version": 99}, "the version is 99"),
        ({"rules_version": 99}, "cannot be replayed"),
        ({"server_seed": bytes(32)}, "the "),
        ({"state": "?"}, "it cannot be read"),
    ],
)
def test_replay_finds_whatever_was_changed(
    make_game: Make, alice: Api, bob: Api, changes: dict[str, Any], says: str
) -> None:
    board = play_on(make_game(alice, bob), 25)
    Game.objects.filter(pk=board.game.pk).update(**changes)
    assert says in " ".join(differences(get_board(board.game.code)))


@pytest.mark.django_db
def test_replay_finds_a_result_that_was_changed_and_a_seat_that_is_not_asked(
    make_game: Make, alice: Api, bob: Api, finished: Board
) -> None:
    Game.objects.filter(pk=finished.game.pk).update(outcome='["score",[2,1],[0,13]]')
    assert "the outcome is" in " ".join(differences(get_board(finished.game.code)))
    board = make_game(alice, bob)
    Turn.objects.filter(game=board.game).update(ended_at=now())
    assert "asked are the seats []" in " ".join(differences(get_board(board.game.code)))
    with pytest.raises(CommandError, match="There is no match nosuchgame"):
        run("replay", "nosuchgame")


class Changed(JackInThePot):
    """A second version, in which nothing can be taken from the pile."""

    version = 2

    def legal_actions(self, state: Any, seat: int) -> tuple[str, ...]:
        return tuple(action for action in super().legal_actions(state, seat) if action != "take pile")

    def apply(self, state: Any, seat: int, action: str, rng: Rng) -> Step:
        assert action != "take pile"
        return super().apply(state, seat, action, rng)


@pytest.fixture
def second_version(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], Rules]]:
    """Bring out a new version of the game, when called."""
    new = Changed()

    def publish() -> Rules:
        monkeypatch.setattr(jack_in_the_pot, "VERSIONS", (*jack_in_the_pot.VERSIONS, new))
        registry.rules_for.cache_clear()
        return new

    yield publish
    monkeypatch.undo()
    registry.rules_for.cache_clear()


@pytest.mark.django_db
def test_a_match_goes_on_under_the_rules_it_began_with(
    make_game: Make, alice: Api, bob: Api, second_version: Callable[[], Rules]
) -> None:
    old = play_on(make_game(alice, bob), 1)
    second_version()
    new = make_game(alice, bob)
    both = [alice.get(f"/games/{board.game.code}/").json()["rules_version"] for board in (old, new)]
    assert both == [1, 2]
    for board, offered in ((old, True), (new, False)):
        seat, _ = asked(board)
        player = alice if board.seat(seat).user_id == alice.person.pk else bob
        legal = [each["action"] for each in player.get(f"/games/{board.game.code}/").json()["legal_actions"]]
        assert ("take pile" in legal) is offered
    old = play_on(old, 600)
    assert old.is_over
    assert run("verify_game", old.game.code).count("ok ") == 5
    assert (old.rules.version, old.game.rules_version) == (1, 1)


START = datetime(2026, 1, 1, 12, tzinfo=UTC)
WORDS = st.text(st.characters(exclude_characters="\n\t", exclude_categories=["Cs"]), min_size=1, max_size=40)
BY = st.sampled_from([log.PLAYER, log.BOT, log.TIMEOUT, log.MODERATOR, log.TABLE])


@st.composite
def logs(draw: st.DrawFn) -> list[log.Record]:
    """The records of a match: numbers without a gap, times that do not run back."""
    records, at = [], START
    for number in range(1, draw(st.integers(0, 12)) + 1):
        at += timedelta(seconds=draw(st.integers(0, 400_000)))
        prompt = draw(st.none() | st.integers(0, number - 1))
        records.append(log.Record(number, draw(st.integers(0, 9)), prompt, draw(WORDS), draw(BY), at))
    return records


@settings(deadline=None)
@given(logs())
def test_the_archive_gives_back_what_was_packed(records: list[log.Record]) -> None:
    assert list(log.unpack(log.pack(records, START), START)) == records


@settings(deadline=None)
@given(logs())
def test_a_turn_gives_back_what_was_said_in_it(records: list[log.Record]) -> None:
    mine = [record._replace(seat=3) for record in records]
    text = "".join(log.line(record, START) for record in mine)
    assert list(log.read_lines(text, 3, START)) == mine


@pytest.mark.django_db
def test_the_archive_is_small_and_the_turns_are_gone(finished: Board) -> None:
    assert finished.game.log is not None
    assert len(bytes(finished.game.log)) < 700
    assert (finished.game.state, Turn.objects.filter(game=finished.game).count()) == ("", 0)


FORBIDDEN = [
    "UPDATE games_turn SET actions = '' WHERE actions <> ''",
    "UPDATE games_turn SET actions = 'x' || actions WHERE actions <> ''",
    "UPDATE games_turn SET actions = replace(actions, 'p', 'q') WHERE actions <> ''",
    "DELETE FROM games_turn WHERE actions <> ''",
    "UPDATE games_game SET log = NULL WHERE log IS NOT NULL",
    "UPDATE games_game SET log = ''::bytea WHERE log IS NOT NULL",
    "UPDATE games_measure SET reason = 'none'",
    "DELETE FROM games_measure",
]


@pytest.mark.django_db
def test_the_database_itself_keeps_what_was_said_and_done(
    make_game: Make, alice: Api, bob: Api, finished: Board
) -> None:
    board = play_on(make_game(alice, bob), 3)
    Measure.objects.create(
        kind="abort", moderator=make_user("judge"), reason="It was.", game=board.game, created_at=now()
    )
    for statement in FORBIDDEN:
        with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    assert list(differences(get_board(board.game.code))) == []
    assert list(differences(get_board(finished.game.code))) == []
