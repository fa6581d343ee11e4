"""Finished matches that were recorded once replay to the same end for ever."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.rules import match, registry
from games.rules.base import Rules, Table


def goldens(rules: Rules) -> list[Path]:
    folder = Path(str(registry.folder(rules.slug).__file__)).parent
    return sorted((folder / "golden").glob("*.json"))


ALL = [path for rules in registry.all_rules() for path in goldens(rules)]


def read(path: Path) -> dict[str, Any]:
    golden: dict[str, Any] = json.loads(path.read_text())
    return golden


@pytest.mark.parametrize("path", ALL, ids=lambda path: f"{path.parent.parent.name}/{path.stem}")
def test_a_golden_match_replays_to_its_exact_end(path: Path) -> None:
    golden = read(path)
    rules = registry.rules_for(golden["slug"], golden["version"])
    table = Table(golden["seats"], golden["options"], golden["brought"])
    entries = [match.Entry(number, *entry) for number, entry in enumerate(golden["entries"], 1)]
    states = [step.state for _, step in match.replay(rules, table, bytes.fromhex(golden["seed"]), entries)]
    assert [rules.outcome(state) for state in states[:-1]] == [None] * len(entries)
    outcome = rules.outcome(states[-1])
    assert outcome is not None
    assert json.loads(json.dumps(outcome._asdict())) == golden["outcome"]


@pytest.mark.parametrize("rules", registry.all_rules(), ids=lambda rules: rules.slug)
def test_every_way_a_match_can_end_has_a_golden_match(rules: Rules) -> None:
    assert {read(path)["outcome"]["reason"] for path in goldens(rules)} == set(rules.end_reasons)


@pytest.mark.parametrize("rules", registry.all_rules(), ids=lambda rules: rules.slug)
def test_every_number_of_players_has_a_golden_match(rules: Rules) -> None:
    sizes = set(range(rules.min_seats, rules.max_seats + 1))
    assert {read(path)["seats"] for path in goldens(rules)} == sizes
