"""The words of a mail that comes as HTML only, without what its program quotes."""

import re
from html.parser import HTMLParser

SILENT = {"head", "style", "script", "title", "blockquote"}
# What mail programs wrap a quoted mail, or the line that introduces it, into.
QUOTES = (
    "gmail_quote",
    "gmail_attr",
    "moz-cite-prefix",
    "moz-signature",
    "yahoo_quoted",
    "protonmail_quote",
    "zmail_extra",
)
# From here on all is quoted (Outlook).
ENDS = ("divrplyfwdmsg", "appendonsend", "mail-editor-reference-message-container", "olk_src_body_section")
BLOCKS = {"p", "div", "br", "li", "tr", "h1", "h2", "h3", "hr", "pre", "ul", "ol", "table"}
EMPTY = {"br", "hr", "img", "meta", "link", "input", "wbr", "col", "base"}
# A mail nested deeper than this is no letter.
DEEPEST = 500
DECLARATION = re.compile(r"<[!?][^<>]*>")
# The parser looks for the end of a tag through all that follows, again for each that has none.
NO_TAG = re.compile(r"<(?![^<>]*>)")


class _Words(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self._open: list[tuple[str, bool]] = []
        self._silent = 0
        self._over = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = " ".join(value or "" for name, value in attrs if name in ("class", "id")).lower()
        self._over = self._over or any(end in names for end in ENDS) or len(self._open) > DEEPEST
        if tag in BLOCKS:
            self._say("\n")
        if tag not in EMPTY and not self._over:
            silent = tag in SILENT or any(quote in names for quote in QUOTES)
            self._open.append((tag, silent))
            self._silent += silent

    def handle_endtag(self, tag: str) -> None:
        if self._over or all(tag != name for name, _ in self._open):
            return
        name = ""
        while name != tag:
            name, silent = self._open.pop()
            self._silent -= silent
        if tag in BLOCKS:
            self._say("\n")

    def handle_data(self, data: str) -> None:
        self._say(" ".join(data.replace("\xa0", " ").split("\n")))

    def _say(self, text: str) -> None:
        if not self._over and not self._silent:
            self.said.append(text)


def text_of(html: str) -> str:
    """The words as lines."""
    words = _Words()
    words.feed(NO_TAG.sub("&lt;", DECLARATION.sub("", _without_comments(html))))
    words.close()
    return "".join(words.said)


def _without_comments(html: str) -> str:
    """Up to the first comment that does not end."""
    kept, at = [], 0
    while (start := html.find("<!--", at)) >= 0:
        kept.append(html[at:start])
        end = html.find("-->", start + len("<!"))  # "<!-->" is a comment, too.
        if end < 0:
            return "".join(kept)
        at = end + len("-->")
    return "".join([*kept, html[at:]])
