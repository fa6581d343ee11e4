"""Bots choose from what they are shown, and the terminal plays any game without a server."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from games import bots
from games.bots import __main__ as terminal
from games.rules import match, registry
from games.rules.base import Rules
from games.rules.rng import Rng
from tests.rules.playing import play, random_table

ROOT = Path(bots.__path__[0]).parent.parent
GAMES = pytest.mark.parametrize("rules", registry.all_rules(), ids=lambda rules: rules.slug)
SLUG = registry.all_rules()[0].slug


@GAMES
def test_every_game_has_the_random_bot_and_a_bot_for_late_seats(rules: Rules) -> None:
    assert bots.names(rules)[0] == "random"
    assert "late" not in bots.names(rules)
    assert bots.late_bot(rules) in ("late", "random")


@GAMES
def test_every_bot_chooses_something_legal_and_the_same_again_for_the_same_chance(rules: Rules) -> None:
    table = random_table(rules, rules.max_seats, {}, Rng(b"bots", "table"))
    for number, moment in enumerate(play(rules, table, bytes(32), "random", Rng(b"bots", "play"))):
        for seat in rules.actors(moment.state):
            legal, view = rules.legal_actions(moment.state, seat), rules.view(moment.state, seat)
            for bot in (*bots.names(rules), bots.late_bot(rules)):
                choices = {bots.choose(bot, rules, view, legal, Rng(b"bots", str(number))) for _ in "ab"}
                assert len(choices) == 1
                assert choices <= set(legal)


@GAMES
def test_a_bot_nobody_wrote_is_refused(rules: Rules) -> None:
    with pytest.raises(bots.UnknownBotError):
        bots.choose("oracle", rules, {}, ["x"], Rng(b"", ""))


def test_the_random_bot_chooses_every_action_equally_often() -> None:
    rng = Rng(b"bots", "random")
    chosen = Counter(bots.choose("random", registry.all_rules()[0], {}, ["a", "b", "c"], rng) for _ in range(3000))
    assert all(880 < chosen[action] < 1120 for action in "abc")


def run(*arguments: str, answers: str = "") -> subprocess.CompletedProcess[str]:
    """The terminal in a process of its own in which importing Django fails."""
    program = (
        "import runpy, sys; sys.modules['django'] = None; sys.argv[0] = 'games.bots';"
        "runpy.run_module('games.bots', run_name='__main__')"
    )
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.run(command, input=answers, capture_output=True, text=True, cwd=ROOT, timeout=60)


@GAMES
def test_bots_play_a_whole_match_in_the_terminal_without_django(rules: Rules) -> None:
    ran = run(rules.slug, "--watch", "--players", str(rules.max_seats), "--seed", "7")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "* finished reason=" in ran.stdout
    assert ran.stdout == run(rules.slug, "--watch", "--players", str(rules.max_seats), "--seed", "7").stdout


@GAMES
def test_a_person_plays_by_numbers_and_walks_away_with_one_line(rules: Rules) -> None:
    ran = run(rules.slug, "--seed", "7", answers="nonsense\n0\n99\n")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.count(terminal.HELP) == 3
    assert ran.stdout.endswith("> \nYou left the table.\n")
    assert "  1  " in ran.stdout
    assert run(rules.slug, "--seed", "7", answers="1\n").stdout.count("* ") > ran.stdout.count("* ")


@GAMES
def test_a_person_can_resign_or_stop_in_the_terminal(rules: Rules) -> None:
    assert "* finished reason=agreed" in run(rules.slug, "--seed", "7", answers="stop\n").stdout
    assert "* finished" in run(rules.slug, "--seed", "7", answers="resign\n").stdout
    everybody_else = "".join(f"resign {seat}\n" for seat in range(2, rules.min_seats + 1))
    assert "* finished reason=resigned" in run(rules.slug, "--seed", "7", answers=everybody_else).stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["no-such-game"],
        [SLUG, "--players", "99"],
        [SLUG, "--bot", "oracle"],
        [SLUG, "--seed", "xyz"],
        [SLUG, "--option", "nonsense=1"],
        [SLUG, "--bring", "nonsense=1"],
    ],
)
def test_wrong_arguments_are_explained(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        terminal.main(arguments)
    assert left.value.code == 2
    assert "error:" in capsys.readouterr().err


def test_ctrl_c_ends_with_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(terminal, "_read", interrupted)
    assert terminal.main([SLUG, "--seed", "7"]) == 0
    assert capsys.readouterr().out.endswith("\nYou left the table.\n")


@GAMES
def test_a_recorded_match_replays_to_its_outcome(
    rules: Rules, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(registry.folder(rules.slug), "__file__", str(tmp_path / "__init__.py"))
    terminal.main([rules.slug, "--watch", "--bot", "random", "--record", "beef"])
    assert "beef.json" in capsys.readouterr().out
    golden = json.loads((tmp_path / "golden" / "beef.json").read_text())
    table = match.lay_table(rules, golden["seats"], golden["options"], golden["brought"])
    entries = [match.Entry(number, *entry) for number, entry in enumerate(golden["entries"], 1)]
    *_, (_, last) = match.replay(rules, table, bytes.fromhex(golden["seed"]), entries)
    outcome = rules.outcome(last.state)
    assert outcome is not None
    assert json.loads(json.dumps(outcome._asdict())) == golden["outcome"]
