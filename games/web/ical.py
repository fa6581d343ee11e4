"""Writing iCalendar (RFC 5545): escaped texts, lines of at most 75 octets, moments in UTC."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

LONGEST_LINE = 75
ESCAPES = {ord("\\"): "\\\\", ord(";"): "\\;", ord(","): "\\,", ord("\n"): "\\n", ord("\r"): None}

# A property with its value, in the form in which it is written.
Line = tuple[str, str]


def text(value: str) -> str:
    """A value of type TEXT."""
    return value.translate(ESCAPES)


def moment(at: datetime) -> str:
    """A value of type DATE-TIME."""
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def before(time: timedelta) -> str:
    """A value of type DURATION that leads back, in whole minutes."""
    return f"-PT{max(1, int(time.total_seconds()) // 60)}M"


def block(name: str, lines: Iterable[Line]) -> list[Line]:
    """A component, or a part of one."""
    return [("BEGIN", name), *lines, ("END", name)]


def write(lines: Iterable[Line]) -> bytes:
    """The file."""
    return b"".join(_folded(f"{name}:{value}") + b"\r\n" for name, value in lines)


def _folded(line: str) -> bytes:
    """A line, continued after each 75 octets behind a space; no character is cut in two."""
    done, part = b"", b""
    for character in line:
        octets = character.encode()
        if len(part) + len(octets) > LONGEST_LINE:
            done, part = done + part + b"\r\n", b" "
        part += octets
    return done + part
