"""What a person wrote, of a mail in which much else stands: quoted mails, signatures, what a program added."""

import re

LONGEST_LINE, MOST_LINES = 200, 100
SIGNATURE = re.compile(r"--\s?$|_{5,}\s*$|—\s*$")
# What telephones put under a mail, by the words of their makers.
DEVICE = re.compile(
    r"(sent from|get outlook|outlook for|von meinem|gesendet (mit|von)|envoyé (de|depuis)|télécharger outlook)\b"
    r"|から送信|发自我的|從我的|从我的|传送自|傳送自|에서 보냄|나의 (iphone|ipad)|ส่งจาก",
    re.IGNORECASE,
)
# Programs that do not mark what they quote put a line or the head of the mail before it. (No pattern here tries more
# than one way to read a line: a line may be as long as the mail.)
LINE = re.compile(r"[-_]{10,}")
DASHES = "-_=*"
FROM = r"from|von|de|差出人|送信者|发件人|發件人|寄件者|寄件人|보낸 사람|보낸사람|จาก"
HEAD_OF_MAIL = re.compile(rf"^\s*\*?({FROM})\s?[:：].*[@<\[]", re.IGNORECASE)
QUOTED = re.compile(r"^\s*[>＞|]")
# "On Monday Alice wrote:", whatever the language: it ends in a colon and names an address, a year or an hour.
INTRODUCED = re.compile(r"@|\b(19|20)\d\d\b|\d{1,2}[:.h]\d\d")
COLONS = (":", "：")


def lines_of(text: str) -> list[str]:
    """The lines that the person wrote, without empty ones."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    written = _unquoted([line.strip("\u200b\ufeff") for line in lines])
    own = [line.strip()[:LONGEST_LINE] for line in _up_to_the_end(written)]
    return [line for line in own if line][:MOST_LINES]


def _unquoted(lines: list[str]) -> list[str]:
    """Without lines that are marked as quoted, nor those that introduce them."""
    kept: list[str] = []
    for line in lines:
        if not QUOTED.match(line):
            kept.append(line)
        elif kept and kept[-1] is not _GAP:
            _drop_introduction(kept)
            kept.append(_GAP)
    return kept


# Stands where quoted lines were.
_GAP = ""


def _drop_introduction(kept: list[str]) -> None:
    """Take away up to three lines that introduce what is quoted next."""
    end = len(kept)
    while end and not kept[end - 1].strip():
        end -= 1
    for count in (1, 2, 3):
        if _introduces("\n".join(kept[max(0, end - count) : end])):
            del kept[max(0, end - count) :]
            return


def _up_to_the_end(lines: list[str]) -> list[str]:
    """Up to the signature, or to a quoted mail that is not marked."""
    for number, line in enumerate(lines):
        if SIGNATURE.match(line) or DEVICE.search(line) or _divides(line) or HEAD_OF_MAIL.match(line):
            return lines[:number]
        if _introduces_the_rest(lines, number):
            return lines[:number]
    return lines


def _divides(line: str) -> bool:
    """Whether this is a line drawn across the mail, with or without words in it."""
    drawn = line.strip()
    words = drawn.strip(DASHES)
    before = len(drawn) - len(drawn.lstrip(DASHES))
    after = len(drawn) - len(drawn.rstrip(DASHES))
    return bool(LINE.fullmatch(drawn)) or (before > 1 and after > 1 and any(sign.isalnum() for sign in words))


def _introduces(text: str) -> bool:
    """Whether this says who wrote what follows, and when."""
    said = text.rstrip()
    return said.endswith(COLONS) and bool(INTRODUCED.search(said[:-1]))


def _introduces_the_rest(lines: list[str], number: int) -> bool:
    """An introduction under which a mail follows that is not marked as quoted."""
    here = "\n".join(lines[number : number + 2])
    return "@" in here and bool(re.search(r"\d", here)) and (_introduces(lines[number]) or _introduces(here))
