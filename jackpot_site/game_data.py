"""The operator's own data for games, named by GAME_DATA and read once, when a process starts."""

from collections.abc import Sequence
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from games.rules import registry


def load(pairs: Sequence[str]) -> None:
    """Hand each game its files, given as `slug=path`. Raises ImproperlyConfigured, which says all that is wrong."""
    files: dict[str, list[str]] = {}
    for pair in pairs:
        slug, _, path = pair.partition("=")
        files.setdefault(slug.strip(), []).append(path.strip())
    for slug, paths in files.items():
        _furnish(slug, paths)


def _furnish(slug: str, paths: list[str]) -> None:
    try:
        registry.folder(slug)
        registry.furnish(slug, {path: Path(path).read_text(encoding="utf-8") for path in paths})
    except registry.UnknownRulesError:
        raise ImproperlyConfigured(f"GAME_DATA: no game is called {slug!r}; write slug=path.") from None
    except (OSError, ValueError) as error:
        raise ImproperlyConfigured(f"GAME_DATA, {slug}: {error}") from None
