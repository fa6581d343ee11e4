"""Every screen in every language, as a phone of 360 px shows it."""

import re
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.conf import settings
from django.utils.translation import to_locale
from playwright.sync_api import Page

from tests.browser.conftest import Open
from tests.browser.screens import OVERFLOW, SCREENS, SMALL, WORDS, visit
from tests.browser.site import BrowserSite

LANGUAGES = [code for code, _ in settings.LANGUAGES]
LOCALE = Path(settings.BASE_DIR) / "jackpot_site" / "locale"
# What no language has words of its own for: people, games, software and its licences, codes, and languages.
NAMES = re.compile(
    r"Ann|Ben|BAR|greedy(-bot)?|JACKPOT|JACK in the POT|Jest|ann@example\.org|guest-\w+|jp_[\w-]+|\(pgmq\)|"
    r"[a-z0-9]{10}|(\w+:\w+(, )?)+|.* \((PSF|PostgreSQL|0BSD|BSD-3-Clause)\)|"
    + "|".join(map(re.escape, dict(settings.LANGUAGES).values()))
)


@cache
def same(language: str) -> frozenset[str]:
    """The texts that this language has in the very words of English."""
    catalogue = read_po(BytesIO((LOCALE / to_locale(language) / "LC_MESSAGES" / "django.po").read_bytes()))
    return frozenset(str(each.string) for each in catalogue if each.id == each.string)


def windows(window: Open, language: str) -> dict[str, Page]:
    """One for each who looks; a stranger sees also the page that is not there."""
    return {who: window(who, locale=language, refusals=who == "") for who in ("", "Ann", "guest")}


@pytest.fixture(scope="package")
def english() -> dict[tuple[str, str], set[str]]:
    """What the screens say in English, once they have been read."""
    return {}


def words(page: Page) -> set[str]:
    """What is to be read on the page; a title is taken apart, its count and its mark are left out."""
    read = [re.sub(r"^(\(\d+\) )?(● )?", "", text) for text in page.evaluate(WORDS)]
    return {part for text in read for part in text.split(" · ") if not NAMES.fullmatch(part)}


def learn(site: BrowserSite, pages: dict[str, Page], english: dict[tuple[str, str], set[str]]) -> None:
    site.read("en")
    for who, path in SCREENS:
        visit(pages[who], site, path)
        english[who, path] = words(pages[who])


def faults(page: Page, language: str, known: set[str]) -> list[str]:
    """What is wrong with the page that is shown."""
    wide, said = page.evaluate(OVERFLOW), page.locator("html").get_attribute("lang")
    strange = words(page) & known - same(language) if language != "en" else set()
    found = [f"is in {said}"] if said != language else []
    found += [f"too small for a finger: {each}" for each in page.evaluate(SMALL)]
    return [*found, *([wide] if wide else []), *(f"still in English: {each}" for each in strange)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_is_there_in_its_language_and_fits(
    site: BrowserSite, window: Open, english: dict[tuple[str, str], set[str]], language: str
) -> None:
    if not english:
        learn(site, windows(window, "en"), english)
    site.read(language)
    pages, found = windows(window, language), []
    for who, path in SCREENS:
        visit(pages[who], site, path)
        found += [f"{who} {path}: {each}" for each in faults(pages[who], language, english[who, path])]
    assert not found, "\n".join(found)
