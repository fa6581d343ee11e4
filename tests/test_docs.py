"""The documentation names what there is."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r"\[[^\]]*\]\(([^)#]+)\)")
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("accounts/*.md"), *ROOT.glob("games/**/*.md")]


def settings_read() -> set[str]:
    """The first argument of every env.something("NAME") in the settings."""
    tree = ast.parse((ROOT / "jackpot_site" / "settings.py").read_text())
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return {
        call.args[0].value
        for call in calls
        if isinstance(call.func, ast.Attribute)
        and isinstance(call.func.value, ast.Name)
        and call.func.value.id == "env"
        and call.args
        and isinstance(call.args[0], ast.Constant)
        and isinstance(call.args[0].value, str)
    }


def test_every_setting_is_documented_and_no_other() -> None:
    documented = set(re.findall(r"^\| `([A-Z_]+)`", (ROOT / "docs" / "settings.md").read_text(), re.MULTILINE))
    assert documented == settings_read()


def test_every_dependency_has_its_reason_and_no_other() -> None:
    asked = set()
    for path in (ROOT / "requirements").glob("*.in"):
        asked |= set(re.findall(r"^([a-z][a-z0-9-]*)", path.read_text(), re.MULTILINE))
    explained = set(re.findall(r"^\| `([a-z0-9-]+)`", (ROOT / "docs" / "dependencies.md").read_text(), re.MULTILINE))
    assert explained == asked


def test_the_example_of_settings_names_only_settings() -> None:
    named = set(re.findall(r"^# ([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE))
    assert named <= settings_read()


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text()):
        assert "://" in target or (page.parent / target).exists(), target


def test_the_commands_of_the_readme_are_targets_of_make() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for page in ("README.md", "CONTRIBUTING.md"):
        assert set(re.findall(r"(?:`| {4})make ([a-z]+)", (ROOT / page).read_text())) <= targets
