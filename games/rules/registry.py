"""Finds the game folders beside this file; each exposes VERSIONS, its rule sets, the newest last."""

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import ModuleType

import games.rules
from games.rules.base import Rules


class UnknownRulesError(KeyError):
    """No rule set has this slug, or not in this version."""


@cache
def _folders() -> dict[str, ModuleType]:
    """Every game folder by the slug of its rules, in the order of the folders' names."""
    found = [
        import_module(f"games.rules.{entry.name}")
        for entry in pkgutil.iter_modules(games.rules.__path__)
        if entry.ispkg
    ]
    return {folder.VERSIONS[-1].slug: folder for folder in found}


def folder(slug: str) -> ModuleType:
    """The package of one game. Raises UnknownRulesError."""
    try:
        return _folders()[slug]
    except KeyError:
        raise UnknownRulesError(slug) from None


def folder_name(rules: Rules) -> str:
    """What the folder of a game is called: its templates and static files are below this name."""
    return folder(rules.slug).__name__.rpartition(".")[2]


@cache
def rules_for(slug: str, version: int) -> Rules:
    """The rules a match was begun under. Raises UnknownRulesError."""
    for rules in versions(slug):
        if rules.version == version:
            return rules
    raise UnknownRulesError(f"{slug} version {version}")


def versions(slug: str) -> tuple[Rules, ...]:
    """All versions of one game, the newest last. Raises UnknownRulesError."""
    found: tuple[Rules, ...] = folder(slug).VERSIONS
    return found


def furnish(slug: str, texts: Mapping[str, str]) -> None:
    """Give a game the operator's data, texts by the names of their files, the one for new matches first.

    Raises UnknownRulesError, and ValueError where the game takes no data, or not this.
    """
    take = getattr(folder(slug), "furnish", None)
    if take is None:
        raise ValueError("this game takes no data of its own.")
    take(texts)


def newest(slug: str) -> Rules:
    """The rules for a new match. Raises UnknownRulesError."""
    return versions(slug)[-1]


def all_rules() -> tuple[Rules, ...]:
    """The newest version of every game."""
    return tuple(newest(slug) for slug in _folders())
