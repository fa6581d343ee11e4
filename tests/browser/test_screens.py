"""Every screen in every language, as a phone of 360 px shows it."""

from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.conf import settings
from django.utils.translation import to_locale
from playwright.sync_api import Page

from tests.browser.conftest import Open
from tests.browser.screens import NOT_FOUND, OVERFLOW, SCREENS, WORDS, visit
from tests.browser.site import BrowserSite

LANGUAGES = [code for code, _ in settings.LANGUAGES]
OTHERS = [code for code in LANGUAGES if code != "en"]
LOCALE = Path(settings.BASE_DIR) / "jackpot_site" / "locale"
# Names of people, games and languages, addresses, and what the settings of the machine are called.
NAMES = {
    "Ann",
    "Ben",
    "BAR",
    "greedy",
    "JACKPOT",
    "Jack in the Pot",
    "ann@example.org",
    *dict(settings.LANGUAGES).values(),
}


@cache
def same(language: str) -> frozenset[str]:
    """The texts that this language has in the very words of English."""
    catalogue = read_po((LOCALE / to_locale(language) / "LC_MESSAGES" / "django.po").open("rb"))
    return frozenset(str(each.string) for each in catalogue if each.id == each.string)


def windows(window: Open, language: str) -> dict[str, Page]:
    return {who: window(who, locale=language, refusals=who == "") for who in ("", "Ann", "guest")}


def words(page: Page) -> set[str]:
    return set(page.evaluate(WORDS)) - NAMES


@pytest.fixture(scope="package")
def english() -> dict[tuple[str, str], set[str]]:
    """What the screens say in English, as far as they have been read."""
    return {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_is_there_in_its_language_and_fits(site: BrowserSite, window: Open, language: str) -> None:
    site.read(language)
    found = []
    pages = windows(window, language)
    for who, path in SCREENS:
        visit(pages[who], site, path)
        if (said := pages[who].locator("html").get_attribute("lang")) != language:
            found.append(f"{who} {path}: is in {said}")
        if wide := pages[who].evaluate(OVERFLOW):
            found.append(f"{who} {path}: {wide}")
    assert not found, "\n".join(found)
