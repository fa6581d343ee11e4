"""The shape of the house: who imports whom, how long things are, and what a game may not reach."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.rules import registry

ROOT = Path(__file__).resolve().parent.parent
RULES = ROOT / "games" / "rules"
PRODUCT = ("accounts", "games", "jackpot_site")
GAMES = sorted(path.parent for path in RULES.glob("*/__init__.py"))
LONGEST_MODULE = 300
LONGEST_FUNCTION = 40
# The demo shows one game on purpose.
NAMES_A_GAME = {ROOT / "games" / "demo" / "story.py"}


def modules(*folders: str) -> Iterator[Path]:
    for folder in folders:
        yield from (path for path in (ROOT / folder).rglob("*.py") if "migrations" not in path.parts)


def test_the_layers_hold() -> None:
    command = "from importlinter.cli import lint_imports; import sys; sys.exit(lint_imports(no_cache=True))"
    done = subprocess.run([sys.executable, "-c", command], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_the_rules_and_bots_load_where_there_is_no_django() -> None:
    blocked = ("django", "rest_framework", "celery", "psycopg", "accounts", "jackpot_site", "games.models")
    program = (
        f"import sys\nfor name in {blocked}: sys.modules[name] = None\n"
        "from games.rules import registry\nimport games.bots\n"
        "assert list(registry._folders())"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.name)
def test_a_game_imports_no_other_game(game: Path) -> None:
    others = {f"games.rules.{other.name}" for other in GAMES if other != game}
    for path in game.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not [n for n in names for o in others if n == o or n.startswith(f"{o}.")], path


def test_no_game_is_named_outside_its_folder() -> None:
    names = {game.name for game in GAMES} | set(registry._folders())
    pattern = re.compile("|".join(map(re.escape, sorted(names))))
    files = [p for folder in PRODUCT for p in (ROOT / folder).rglob("*") if p.suffix in {".py", ".html", ".txt"}]
    outside = [p for p in files if not any(game in p.parents for game in GAMES) and p not in NAMES_A_GAME]
    assert not [p.relative_to(ROOT) for p in outside if pattern.search(p.read_text())]


@pytest.mark.parametrize("folder", [*PRODUCT, "bench"])
def test_modules_and_functions_stay_short(folder: str) -> None:
    for path in modules(folder):
        text = path.read_text()
        if path.name != "rulebook.py":  # prose
            assert len(text.splitlines()) <= LONGEST_MODULE, path
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                assert (node.end_lineno or 0) - node.lineno < LONGEST_FUNCTION, f"{path}: {node.name}"


def test_no_path_of_one_machine_is_written_down() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("not a git checkout")
    homes = [f"/{name}/" for name in ("root", "home", "work", "Users")]
    for name in listed.stdout.splitlines():
        path = ROOT / name
        if path.suffix in {".py", ".md", ".toml", ".in", ".txt", ".yaml", ".html", ".po"} and path.exists():
            text = path.read_text()
            assert not [home for home in homes if f" {home}" in text or f'"{home}' in text], name
