"""Games are found, never listed; they know nothing of one another, nor of the server around them."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import games.rules
from games.rules import registry
from games.rules.registry import UnknownRulesError

RULES_FOLDER = Path(games.rules.__path__[0])
FOLDERS = sorted(path.parent for path in RULES_FOLDER.glob("*/__init__.py"))
PURE = [path for name in ("rules", "bots") for path in sorted((RULES_FOLDER.parent / name).rglob("*.py"))]
SERVER = {"django", "rest_framework", "celery", "accounts", "jackpot_site", "datetime", "time", "os"}


def imported(path: Path) -> set[str]:
    """Every module this file names in an import."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def test_every_folder_is_found_as_a_game() -> None:
    assert len(FOLDERS) == len(registry.all_rules()) > 0


def test_a_game_is_found_by_slug_and_version_and_the_newest_comes_last() -> None:
    for rules in registry.all_rules():
        assert registry.newest(rules.slug) is rules
        assert registry.versions(rules.slug)[-1] is rules
        assert [known.version for known in registry.versions(rules.slug)] == list(range(1, rules.version + 1))
        assert all(registry.rules_for(rules.slug, known.version) is known for known in registry.versions(rules.slug))


def test_an_unknown_game_or_version_is_refused() -> None:
    slug = registry.all_rules()[0].slug
    with pytest.raises(UnknownRulesError):
        registry.newest("no-such-game")
    with pytest.raises(UnknownRulesError):
        registry.rules_for("no-such-game", 1)
    with pytest.raises(UnknownRulesError):
        registry.rules_for(slug, 999)
    assert issubclass(UnknownRulesError, KeyError)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_game_imports_no_other_game(folder: Path) -> None:
    others = {other.name for other in FOLDERS} - {folder.name}
    for path in folder.rglob("*.py"):
        assert not any(name.split(".")[2:3] and name.split(".")[2] in others for name in imported(path)), path


@pytest.mark.parametrize("path", PURE, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_rules_and_the_bots_import_no_server_no_clock_and_no_system(path: Path) -> None:
    assert not {name.partition(".")[0] for name in imported(path)} & SERVER


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_no_game_is_named_outside_its_folder(folder: Path) -> None:
    for path in PURE:
        if folder not in path.parents:
            text = path.read_text()
            assert folder.name not in text, path
            assert folder.name.replace("_", "-") not in text, path


def test_loading_all_rules_and_bots_loads_no_django() -> None:
    program = (
        "import sys; from games.rules import registry; import games.bots.__main__; registry.all_rules();"
        "loaded = {name.split('.')[0] for name in sys.modules};"
        "sys.exit(' '.join(loaded & {'django', 'celery', 'accounts'}) or 0)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=RULES_FOLDER.parent.parent
    )
    assert (ran.returncode, ran.stderr) == (0, "")
