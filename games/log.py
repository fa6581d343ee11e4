"""The log as it is stored: a line per entry while the match runs, one small block once it is over.

Everything else (events, views, the deck) is derived from these words by replaying.
"""

import zlib
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from games.rules.match import Entry

PLAYER = "player"
BOT = "bot"
TIMEOUT = "timeout"
MODERATOR = "moderator"
TABLE = "table"

# Stands where the prompt would.
_SILENT = "="
_LETTERS = {PLAYER: "p", BOT: "b", TIMEOUT: "t", MODERATOR: "m", TABLE: "a"}
# A deflate stream without zlib's own header and checksum.
RAW = -15

_NAMES = {letter: name for name, letter in _LETTERS.items()}


class Record(NamedTuple):
    """One log entry: who (0 is the table) said what in answer to which prompt, how, and when.

    A silent one, which nobody else may notice before the end, has the number of the entry it comes after.
    """

    number: int
    seat: int
    prompt: int | None
    words: str
    by: str
    at: datetime
    silent: bool = False

    @property
    def entry(self) -> Entry:
        return Entry(self.number, self.seat, self.words)


def line(record: Record, turn_started_at: datetime) -> str:
    """The record as a line of its turn's `actions`."""
    seconds = int((_whole(record.at) - _whole(turn_started_at)).total_seconds())
    prompt = _SILENT if record.silent else "-" if record.prompt is None else record.prompt
    return f"{record.number} {prompt} {seconds} {_LETTERS[record.by]} {record.words}\n"


def read_lines(text: str, seat: int, turn_started_at: datetime) -> Iterator[Record]:
    """The records in one turn's `actions`."""
    for each in text.split("\n")[:-1]:
        number, prompt, seconds, letter, words = each.split(" ", 4)
        at = _whole(turn_started_at) + timedelta(seconds=int(seconds))
        answered = None if prompt in ("-", _SILENT) else int(prompt)
        yield Record(int(number), seat, answered, words, _NAMES[letter], at, prompt == _SILENT)


def pack(records: Iterable[Record], started_at: datetime, vocabulary: Iterable[str] = ()) -> bytes:
    """A finished match's records in one block of a few hundred bytes.

    A line each: seat, who, the words; then, only where it is not the usual, how far back the prompt lies (`-` for
    none, `=` for a silent entry) and how many seconds have passed since the entry before. `vocabulary` are words
    often said; without them the block cannot be read again, so they are fixed for a version of the rules.
    """
    lines, before = [], _whole(started_at)
    for number, seat, prompt, words, by, moment, silent in records:
        at = _whole(moment)
        back = _SILENT if silent else "-" if prompt is None else str(number - prompt)
        seconds = int((at - before).total_seconds())
        extras = f"\t{back}\t{seconds}" if seconds else "" if back == "1" else f"\t{back}"
        lines.append(f"{seat}{_LETTERS[by]}{words}{extras}")
        before = at
    packing = zlib.compressobj(9, zlib.DEFLATED, RAW, zdict=_dictionary(vocabulary))
    return packing.compress("\n".join(lines).encode()) + packing.flush()


def unpack(block: bytes, started_at: datetime, vocabulary: Iterable[str] = ()) -> Iterator[Record]:
    """The records of a finished match, times to the second."""
    at = _whole(started_at)
    unpacking = zlib.decompressobj(RAW, zdict=_dictionary(vocabulary))
    text = (unpacking.decompress(block) + unpacking.flush()).decode()
    number = 0
    for each in text.split("\n") if text else ():
        said, *extras = each.split("\t")
        back = extras[0] if extras else "1"
        number += back != _SILENT
        at += timedelta(seconds=int(extras[1])) if len(extras) > 1 else timedelta()
        prompt = None if back in ("-", _SILENT) else number - int(back)
        yield Record(number, int(said[0]), prompt, said[2:], _NAMES[said[1]], at, back == _SILENT)


def _dictionary(vocabulary: Iterable[str]) -> bytes:
    """Lines as they look in a block, for the packer to point at from the first line on."""
    return "\n".join(f"1{_LETTERS[PLAYER]}{words}" for words in vocabulary).encode()


def _whole(moment: datetime) -> datetime:
    """The log counts whole seconds, so that a moment reads the same from a turn and from the finished log."""
    return moment.replace(microsecond=0)
