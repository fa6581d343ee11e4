"""The rulebook of a game in the reader's language, as HTML and as plain text."""

import re
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from itertools import zip_longest
from typing import TypedDict
from unicodedata import category, east_asian_width

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, override

from games.rules.base import Rules
from games.rules.rulebook import Block, Heading, Items, Paragraph, Table

COLUMNS = 78
GAP = "  "

# Where a line of plain text may break: at spaces, and around every Chinese or Japanese character, unless a line
# would then begin or end with the wrong punctuation, or a number would lose what it counts.
_OPENING = "（「『【《〈“‘"
_CLOSING = "、。，．：；！？）」』】》〉…ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ”’"
_IDEOGRAPHS = "\u3041-\u30ff\u3400-\u9fff"
_ONE_WIDE = rf"[{_OPENING}]*\d*[{_IDEOGRAPHS}]"
_PIECES = re.compile(rf" +|{_ONE_WIDE}[{_CLOSING}]*|(?:(?!{_ONE_WIDE})[^ {_IDEOGRAPHS}])+")


class Rulebook(TypedDict):
    """A rulebook as readers get it. The HTML is a fragment without the title; headings start at level 2."""

    language: str
    title: str
    html: str
    text: str


def rulebook(rules: Rules, language: str) -> Rulebook:
    """The rulebook of a game in one of the site's languages; the game's folder has the blocks."""
    folder = type(rules).__module__.rpartition(".")[0]
    with override(language):
        blocks = [_translated(block) for block in import_module(f"{folder}.rulebook").RULEBOOK]
        title, tagline = gettext(rules.name.message), gettext(rules.tagline.message)
    return {
        "language": language,
        "title": title,
        "html": _page(language, [Paragraph(tagline), *blocks]),
        "text": "\n\n".join([_underlined(title, "="), *map(_text, [Paragraph(tagline), *blocks])]) + "\n",
    }


def _translated(block: Block) -> Block:
    match block:
        case Heading(text, anchor, level):
            return Heading(gettext(text), anchor, level)
        case Paragraph(text):
            return Paragraph(gettext(text))
        case Items(items, numbered):
            return Items(tuple(map(gettext, items)), numbered)
        case Table(head, rows):
            return Table(tuple(map(gettext, head)), tuple(tuple(map(gettext, row)) for row in rows))


def _page(language: str, blocks: Iterable[Block]) -> SafeString:
    inside = format_html_join("\n", "{}", ((_html(block),) for block in blocks))
    return format_html('<article class="rulebook" lang="{}">\n{}\n</article>\n', language, inside)


def _html(block: Block) -> SafeString:
    match block:
        case Heading(text, anchor, level):
            return format_html('<h{} id="{}">{}</h{}>', level, anchor, text, level)
        case Paragraph(text):
            return format_html("<p>{}</p>", text)
        case Items(items, numbered):
            tag = "ol" if numbered else "ul"
            return format_html("<{}>\n{}</{}>", tag, _each("<li>{}</li>\n", items), tag)
        case Table(head, rows):
            body = ((row[0], _each("<td>{}</td>", row[1:])) for row in rows)
            return format_html(
                "<table>\n<thead><tr>{}</tr></thead>\n<tbody>\n{}</tbody>\n</table>",
                _each('<th scope="col">{}</th>', head),
                format_html_join("", '<tr><th scope="row">{}</th>{}</tr>\n', body),
            )


def _each(pattern: str, texts: Iterable[str]) -> SafeString:
    return format_html_join("", pattern, ((text,) for text in texts))


def _text(block: Block) -> str:
    match block:
        case Heading(text, _, level):
            return _underlined(text, "-" if level == 2 else "~")
        case Paragraph(text):
            return _wrapped(text)
        case Items(items, numbered):
            marks = [f"{number}. " if numbered else "- " for number in range(1, len(items) + 1)]
            return "\n".join(_wrapped(item, mark) for mark, item in zip(marks, items, strict=True))
        case Table(head, rows):
            return _columns([head, *rows])


def _underlined(text: str, line: str) -> str:
    return f"{text}\n{line * _width(text)}"


def _wrapped(text: str, mark: str = "") -> str:
    """The text in lines of at most COLUMNS, the first behind the mark and the others indented as deep."""
    first, *others = _lines(text, COLUMNS - len(mark))
    return "\n".join([mark + first, *(" " * len(mark) + line for line in others)])


def _lines(text: str, room: int) -> list[str]:
    """The text in lines no wider than this, unless a single word is."""
    lines = [""]
    for piece in _PIECES.findall(text):
        if lines[-1] and _width(lines[-1] + piece.rstrip()) > room:
            lines.append("")
        lines[-1] += piece if lines[-1] else piece.lstrip()
    return [line.rstrip() for line in lines]


def _columns(rows: Sequence[Sequence[str]]) -> str:
    """Cells in columns, with a rule under the first row; the widest columns give way until all fit into COLUMNS."""
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    while sum(widths) + len(GAP) * (len(widths) - 1) > COLUMNS:
        widths[widths.index(max(widths))] -= 1
    head, *body = rows
    ruled = [head, ["-" * width for width in widths], *body]
    return "\n".join(line for row in ruled for line in _row(row, widths))


def _row(cells: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    """The lines of one row, cells wrapped to the widths of their columns."""
    wrapped = map(_lines, cells, widths)
    for line in zip_longest(*wrapped, fillvalue=""):
        yield GAP.join(map(_padded, line, widths)).rstrip()


def _padded(text: str, width: int) -> str:
    return text + " " * (width - _width(text))


def _width(text: str) -> int:
    """How many columns a terminal needs: two for wide characters, none for marks above or below another."""
    return sum(_width_of(char) for char in text)


def _width_of(char: str) -> int:
    if category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(char) in "WF" else 1
