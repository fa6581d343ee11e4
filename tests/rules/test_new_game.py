"""The promise of the house: a new game is one folder and one test file. A toy game is made as the README says.

Its folder and its tests lie in `new_game/`. They are put where the README wants them in a copy of the project, and
the README's own commands are run there. At the doors of the server it is played from where it lies.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

import games.rules
from games.access import get_board
from games.management.commands.replay import differences
from games.rules import registry
from games.services import bots
from games.web.pages import style_of
from tests.games.conftest import Api, make_user, now, refusal

ROOT = Path(games.rules.__path__[0]).parent.parent
NEW_GAME = Path(__file__).parent / "new_game"
README = (ROOT / "games" / "rules" / "README.md").read_text()
PARTS = ("games", "accounts", "jackpot_site", "tests", "docs", "pyproject.toml", "manage.py")
SLUG, FOLDER = "high-card", "high_card"
FORM = {
    "seats": "2",
    "bots": "1",
    "bot": "greedy",
    "turn_seconds": "259200",
    "on_timeout": "autoplay",
    "visibility": "public",
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with one folder and one test file more."""
    copy = tmp_path_factory.mktemp("project")
    for part in PARTS:
        source = ROOT / part
        if source.is_dir():
            shutil.copytree(source, copy / part, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
        else:
            shutil.copy(source, copy / part)
    shutil.copytree(NEW_GAME / FOLDER, copy / "games" / "rules" / FOLDER)
    shutil.copy(NEW_GAME / "its_tests.py", copy / "tests" / "rules" / f"test_{FOLDER}.py")
    return copy


def run(project: Path, *words: str, typed: str = "") -> str:
    """A command of the README in the copy; what it writes."""
    ran = subprocess.run(
        [sys.executable, *words], cwd=project, input=typed, capture_output=True, text=True, timeout=300
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def said(*patterns: str) -> None:
    """The README says so."""
    for pattern in patterns:
        assert re.search(pattern, README), pattern


def test_a_new_game_is_made_by_the_steps_of_the_readme(project: Path) -> None:
    said(r"python -m games.bots SLUG", r"--watch", r"--record 7", r"`resign 2`", r"`stop`")
    for seats in ("2", "3"):
        told = run(project, "-m", "games.bots", SLUG, "--watch", "--players", seats, "--record", seats)
        assert "* finished" in told
        assert f"{FOLDER}/golden/{seats}.json" in told
    run(project, "-m", "games.bots", SLUG, "--record", "a", typed="stop\n")
    run(project, "-m", "games.bots", SLUG, "--players", "4", "--record", "b", typed="resign 2\nresign 3\nresign 4\n")

    said(r"`hide`", r"`check`", r"`COUNTS`", r'pytest tests/rules -k "SLUG or FOLDER"')
    tests = ("-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "tests/rules", "-k", f"{SLUG} or {FOLDER}")
    told = run(project, *tests)
    assert int(re.findall(r"(\d+) passed", told)[0]) > 40
    assert "skipped" not in told


@pytest.fixture
def new_game(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The toy game is among the games of this process."""
    monkeypatch.setattr(games.rules, "__path__", [*games.rules.__path__, str(NEW_GAME)])
    monkeypatch.delitem(sys.modules, f"games.rules.{FOLDER}", raising=False)
    forget()
    yield
    monkeypatch.undo()
    forget()


def forget() -> None:
    """The games are looked for anew."""
    registry._folders.cache_clear()
    registry.rules_for.cache_clear()
    style_of.cache_clear()


@pytest.fixture
def own_page(settings: Any) -> None:
    """What settings.py does for every folder beside it."""
    settings.STATICFILES_DIRS = [*settings.STATICFILES_DIRS, NEW_GAME / FOLDER / "static"]
    (engine,) = settings.TEMPLATES
    settings.TEMPLATES = [engine | {"DIRS": [*engine["DIRS"], NEW_GAME]}]


@pytest.mark.django_db
@pytest.mark.usefixtures("new_game")
def test_a_new_game_is_played_over_the_api() -> None:
    ann, ben = Api(make_user("ann")), Api(make_user("ben"))
    assert SLUG in [each["slug"] for each in ann.get("/rulesets/").json()["results"]]
    assert "Twelve cards" in ann.get(f"/rulesets/{SLUG}/rulebook/").json()["text"]
    code = ann.post("/games/", {"ruleset": SLUG, "seats": 3, "bots": ["greedy"]}).json()["id"]
    assert ben.post(f"/games/{code}/join/").status_code == 200
    assert refusal(ben.act(code, 0, "keep")) == (409, "not_your_turn")
    assert ann.act(code, 0, "swap").json()["events"][0]["card"] in range(1, 13)
    bots.play_bot_turns(code=code, now=now())
    assert ben.act(code, 2, "keep").status_code == 201
    game = ben.get(f"/games/{code}/").json()
    assert game["outcome"]["scores"] == game["view"]["cards"]
    assert list(differences(get_board(code))) == []


@pytest.mark.django_db
@pytest.mark.usefixtures("new_game")
@pytest.mark.parametrize("page", ["its own page", "the page of any game"])
def test_a_new_game_is_played_on_a_page(page: str, client: Client, request: pytest.FixtureRequest) -> None:
    if page == "its own page":
        request.getfixturevalue("own_page")
    ann = make_user("ann")
    client.force_login(ann)
    opened = client.post("/games/new/", FORM | {"ruleset": SLUG})
    code = opened["Location"].strip("/").rpartition("/")[2]
    table = client.get(f"/games/{code}/").content.decode()
    assert ("felt high-card" in table) is ("high_card/table.css" in table) is (page == "its own page")
    assert 'value="swap"' in table
    assert client.post(reverse("act", args=[code]), {"prompt": "0", "action": "swap"}).status_code == 303
    bots.play_bot_turns(code=code, now=now())
    assert "Everybody has chosen." in client.get(f"/games/{code}/").content.decode()
    assert client.get(f"/games/{code}/replay/?step=1").status_code == 200
    assert "Twelve cards" in client.get(f"/rules/{SLUG}/").content.decode()
