"""Rulebooks: whole, clean and readable in every language."""

import re
from html.parser import HTMLParser
from importlib import import_module
from unicodedata import category, east_asian_width

import pytest
from django.conf import settings
from django.utils.translation import override

from games.rulebook import Rulebook, rulebook
from games.rules import registry
from games.rules.jack_in_the_pot.cards import SYMBOLS
from games.rules.jack_in_the_pot.rulebook import RULEBOOK
from games.rules.registry import newest
from games.rules.rulebook import Block, Heading, Items, Paragraph, Table
from tests.test_locales import compiled as compiled

pytestmark = pytest.mark.usefixtures("compiled")
LANGUAGES = [code for code, _ in settings.LANGUAGES]
GAMES = pytest.mark.parametrize("slug", [rules.slug for rules in registry.all_rules()])
TAGS = {"article", "h2", "h3", "p", "ol", "ul", "li", "table", "thead", "tbody", "tr", "th", "td"}


class Reader(HTMLParser):
    """Follows the tags of a fragment, and fails where one is closed that is not open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.ids: list[str] = []
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.seen.append(tag)
        self.ids += [value or "" for name, value in attrs if name == "id"]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


def book(language: str, slug: str = "jack-in-the-pot") -> Rulebook:
    return rulebook(newest(slug), language)


def blocks(slug: str) -> tuple[Block, ...]:
    """What the rulebook of a game is made of."""
    found: tuple[Block, ...] = import_module(f"{registry.folder(slug).__name__}.rulebook").RULEBOOK
    return found


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    reader.close()
    return reader


def width(line: str) -> int:
    return sum(0 if category(char) in ("Mn", "Me", "Cf") else 1 + (east_asian_width(char) in "WF") for char in line)


@GAMES
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_html_is_well_formed_and_can_be_linked_to(language: str, slug: str) -> None:
    reader = read(book(language, slug)["html"])
    assert reader.open == []
    assert set(reader.seen) <= TAGS
    assert reader.ids == [block.anchor for block in blocks(slug) if isinstance(block, Heading)]
    assert len(reader.ids) == len(set(reader.ids))
    assert f'lang="{language}"' in book(language, slug)["html"]


@GAMES
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_plain_text_is_plain_and_fits_a_terminal(language: str, slug: str) -> None:
    text = book(language, slug)["text"]
    assert not re.search(r"[<>&]|%\(|\{\w*\}", text)
    assert max(map(width, text.splitlines())) <= 78
    assert "\n\n\n" not in text
    assert all(line == line.rstrip() for line in text.splitlines())


@GAMES
@pytest.mark.parametrize("language", LANGUAGES)
def test_both_forms_say_the_same(language: str, slug: str) -> None:
    html, text = read(book(language, slug)["html"]).words, book(language, slug)["text"]
    letters = re.compile(r"\w")
    heads = sum(
        len(str(number))
        for block in blocks(slug)
        if isinstance(block, Items) and block.numbered
        for number in range(1, len(block.items) + 1)
    )
    title = len(letters.findall(book(language, slug)["title"]))
    assert len(letters.findall(text)) == len(letters.findall(html)) + title + heads


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_numbers_of_the_game_are_in_every_language(language: str) -> None:
    text = book(language)["text"]
    for number in ("2", "3", "4", "7", "12", "13", "15", "20", "40", "46", "48", "50", "54", "60", "80"):
        assert re.search(rf"(?<!\d){number}(?!\d)", text), number


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_makers_are_named(language: str) -> None:
    assert "H1R0" in book(language)["text"]
    assert "TOM Design" in book(language)["text"]
    assert book(language)["title"] == "JACK in the POT"


def test_every_language_has_words_of_its_own() -> None:
    assert len({book(language)["text"] for language in LANGUAGES}) == len(LANGUAGES)
    english = {line for line in book("en")["text"].splitlines() if len(line) > 40 and not set(line) <= set("-~= ")}
    for language in LANGUAGES[1:]:
        assert not english & set(book(language)["text"].splitlines()), language


def test_the_language_asked_for_wins_over_the_reader_s_own() -> None:
    with override("de"):
        assert book("en")["language"] == "en"
        assert "draw pile" in book("en")["text"]


def test_the_card_table_is_the_deck() -> None:
    table = next(block for block in RULEBOOK if isinstance(block, Table))
    assert [row[1:] for row in table.rows] == [(str(symbol.cards), str(symbol.points)) for symbol in SYMBOLS]


def test_texts_are_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    escaped = (Heading("A < B", "a"), Paragraph("<b>no</b>"), Items(("x & y",)), Table(("<i>",), (("</td>",),)))
    monkeypatch.setattr("games.rules.jack_in_the_pot.rulebook.RULEBOOK", escaped)
    html = book("en")["html"]
    assert '<h2 id="a">A &lt; B</h2>' in html
    assert "<p>&lt;b&gt;no&lt;/b&gt;</p>" in html
    assert "<li>x &amp; y</li>" in html
    assert '<th scope="row">&lt;/td&gt;</th>' in html
    assert "<b>no</b>" in book("en")["text"]
