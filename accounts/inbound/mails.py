"""Reading a mail as it comes: from whom, whether a person wrote it, and in which words. Knows no database."""

import codecs
import hashlib
from email.message import Message
from email.parser import BytesParser
from email.policy import Compat32
from email.utils import parseaddr
from typing import NamedTuple

from accounts.inbound.html import text_of
from accounts.inbound.own_words import lines_of

# What mail programs call character sets that Python knows by another name.
CHARSETS = {
    "windows-874": "cp874",
    "x-windows-874": "cp874",
    "dos-874": "cp874",
    "x-gbk": "gb18030",
    "gbk": "gb18030",
    "gb2312": "gb18030",
    "gb_2312-80": "gb18030",
    "x-sjis": "cp932",
    "shift_jis": "cp932",
    "windows-31j": "cp932",
    "iso-2022-jp": "iso2022_jp_ext",
    "x-big5": "big5hkscs",
    "big5": "big5hkscs",
    "ks_c_5601-1987": "cp949",
    "euc-kr": "cp949",
    "iso-8859-8-i": "iso8859-8",
    "utf8mb4": "utf-8",
    "us-ascii": "utf-8",
    "ascii": "utf-8",
}
# What Python can decode and no mail is written in; some of it takes for ever.
NOT_FOR_MAILS = {"punycode", "idna", "unicode-escape", "raw-unicode-escape"}
# What a person wrote is at the beginning, and shorter. Programs write long headers, but none as long as this.
LONGEST, LONGEST_HEADER = 256 * 1024, 16 * 1024
ROBOTS = ("mailer-daemon@", "postmaster@", "noreply@", "no-reply@", "bounce@", "bounces@")
AUTOMATIC_HEADERS = (
    "X-Autoreply",
    "X-Autorespond",
    "X-Auto-Response-From",
    "X-Failed-Recipients",
    "List-Id",
    "List-Post",
)
NOBODY = ("", "<>")


class Mail(NamedTuple):
    """What we want to know of a mail. `key` is a digest by which the same mail is known again."""

    key: str
    sender: str
    automatic: bool
    lines: list[str]


class _ShortHeaders(Compat32):
    """The standard library reads the parameters of a header again and again: a long one would take hours."""

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        name, value = super().header_source_parse(sourcelines)
        return name, value[:LONGEST_HEADER]


def parse(raw: bytes) -> Message:
    """The mail in these bytes; anything at all makes one."""
    parser = BytesParser(policy=_ShortHeaders())
    try:
        return parser.parsebytes(raw)
    except RecursionError:  # Mails within mails within mails.
        return parser.parsebytes(raw, headersonly=True)


def read(message: Message, envelope_sender: str | None) -> Mail:
    """Everything about a mail that was meant for us; `envelope_sender` None when the door does not know it."""
    automatic = is_automatic(message, envelope_sender)
    return Mail(
        key=_key(message),
        sender=_sender(message),
        automatic=automatic,
        lines=[] if automatic else lines_of(text(message)),
    )


def is_automatic(message: Message, envelope_sender: str | None = None) -> bool:
    """Whether a program wrote it by itself: nobody must answer such a mail, or two programs write for ever."""
    return (
        header(message, "Auto-Submitted").lower() not in ("", "no")
        or header(message, "Precedence").lower() in ("bulk", "junk", "list", "auto_reply")
        or any(name in message for name in AUTOMATIC_HEADERS)
        or message.get_content_type() == "multipart/report"
        or (envelope_sender is not None and envelope_sender.strip() in NOBODY)
        or header(message, "Return-Path") == "<>"
        or _sender(message).startswith(ROBOTS)
    )


def _sender(message: Message) -> str:
    try:
        return parseaddr(header(message, "From"))[1].lower()
    except RecursionError:  # Brackets within brackets within brackets.
        return ""


def header(message: Message, name: str) -> str:
    """A header as text; empty when there is none."""
    return next(iter(headers(message, name)), "")


def headers(message: Message, name: str) -> list[str]:
    """All headers of this name as text; none when they cannot be read."""
    try:
        return [_storable(str(value)).strip() for value in message.get_all(name, [])]
    except (ValueError, IndexError, AttributeError, TypeError):  # The standard library trips over some forged ones.
        return []


def text(message: Message) -> str:
    """The words of a mail: its plain part, or its HTML part where that is all there is."""
    parts = [part for part in message.walk() if not part.is_multipart() and not _is_attached(part)]
    for kind, convert in (("text/plain", str), ("text/html", text_of)):
        found = "\n".join(
            convert(_storable(_decoded(part)[:LONGEST])) for part in parts if part.get_content_type() == kind
        )
        if found.strip():
            return found
    return ""


def _is_attached(part: Message) -> bool:
    return (part.get_content_disposition() or "") == "attachment"


def _decoded(part: Message) -> str:
    content = part.get_payload(decode=True)
    body = content if isinstance(content, bytes) else b""
    name = (part.get_content_charset() or "utf-8").lower()
    try:
        codec = codecs.lookup(CHARSETS.get(name, name)).name
        text = body.decode("utf-8" if codec in NOT_FOR_MAILS else codec, "replace")
    except (LookupError, ValueError):
        text = body.decode(errors="replace")
    return _storable(text[:LONGEST])


def _storable(text: str) -> str:
    """The text without what a database takes no text with: half signs, and signs that are none."""
    return text.replace("\0", "").encode(errors="replace").decode()


def _key(message: Message) -> str:
    """Of the Message-ID, or of the whole mail when it has none."""
    found = header(message, "Message-ID")
    return hashlib.sha256(found.encode(errors="replace") if found else message.as_bytes()).hexdigest()
