"""Mails that were made to do harm are read as fast as others, and what they hold can be kept."""

import time
from collections.abc import Callable

import pytest

from accounts.inbound import mails
from accounts.inbound.door import LARGEST

# Reading a mail that is as large as may be takes about a second; what tries every way takes hours.
PATIENCE_SECONDS = 20

HOSTILE_TAGS = (
    "<a ",
    "<!--",
    "<![CDATA[",
    "<![x>",
    "<a href='",
    "</",
    "&#",
    "<?",
    "<script>",
    "<b><i>x</i>",
    "<a b='>",
)


def mail(body: bytes, kind: str = "text/plain", charset: str = "utf-8") -> bytes:
    head = f"From: Alice <alice@example.org>\r\nMessage-ID: <1@example.org>\r\nContent-Type: {kind}; charset={charset}"
    return head.encode() + b"\r\n\r\n" + body


def read(raw: bytes) -> mails.Mail:
    return mails.read(mails.parse(raw), None)


def is_fast(work: Callable[[], object]) -> bool:
    start = time.process_time()
    work()
    return time.process_time() - start < PATIENCE_SECONDS


@pytest.mark.parametrize("sign", ["_", "-", "=", " ", "@", "@:", "12:30", ":"])
@pytest.mark.parametrize("line", ["{}!", "From:{}", "{}: x", "--{}"])
def test_a_line_as_long_as_a_mail_is_read_in_no_time(line: str, sign: str) -> None:
    raw = mail(line.format(sign * (LARGEST // len(sign))).encode())
    assert is_fast(lambda: read(raw))


@pytest.mark.parametrize("tag", HOSTILE_TAGS)
def test_html_that_never_ends_is_read_in_no_time(tag: str) -> None:
    raw = mail((tag * (LARGEST // len(tag))).encode(), "text/html")
    assert is_fast(lambda: read(raw))


HEADERS = {
    "parameters": b'Content-Type: text/plain; x="' + b"a;" * (LARGEST // 2 - 50),
    "brackets": b"From: " + b"<(" * (LARGEST // 2 - 50),
    "words": b"From: " + b"=?utf-8?q?" * (LARGEST // 10 - 50),
    "parts within parts": b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (number, number) for number in range(5000)
    ),
}


@pytest.mark.parametrize("head", HEADERS.values(), ids=HEADERS)
def test_a_head_that_was_made_to_do_harm_is_read_in_no_time(head: bytes) -> None:
    assert is_fast(lambda: read(head + b"\r\n\r\ntake pile"))


def test_html_with_comments_and_signs_that_are_no_tags_keeps_its_words() -> None:
    html = (
        "<!--[if !mso]><!--><style><!-- p > a { } --></style><p>take <!-- <b>not</b> -->pile</p><!--<![endif]-->"
        "<p>1 < 2</p><!doctype html><p>pass</p><!-- never ends <p>no</p>"
    )
    assert read(mail(html.encode(), "text/html")).lines == ["take pile", "1 < 2", "pass"]


@pytest.mark.parametrize("charset", ["zlib", "bz2", "hex", "rot13", "punycode", "idna", "undefined", "no-such", "a\0b"])
def test_a_charset_that_is_none_is_read_as_plain_text(charset: str) -> None:
    assert read(mail(b"take pile", charset=charset)).lines == ["take pile"]


def test_letters_that_take_for_ever_to_decode_are_not_decoded() -> None:
    raw = mail(b"a" * 1000 + b"-" + b"9" * (LARGEST // 2), charset="punycode")
    assert is_fast(lambda: read(raw))


@pytest.mark.parametrize(
    ("body", "charset"),
    [(b"take\0 pile", "utf-8"), (b"take +2AA-pile", "utf-7"), (b"take \\ud800pile", "unicode_escape")],
)
def test_what_cannot_be_kept_is_left_out(body: bytes, charset: str) -> None:
    (line,) = read(mail(body, charset=charset)).lines
    assert "\0" not in line
    assert line.encode().startswith(b"take")


def test_a_head_that_cannot_be_kept_is_put_right() -> None:
    raw = b"From: alice\0@example.org\r\nDiagnostic-Code: smtp; 550 \0\xff no\r\n\r\nx"
    message = mails.parse(raw)
    assert mails.header(message, "From") == "alice@example.org"
    assert "\0" not in mails.header(message, "Diagnostic-Code")
