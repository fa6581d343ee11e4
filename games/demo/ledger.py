"""What ought to be mailed to whom, worked out from the rules of the notices, and compared with what was.

The rules: a person who is asked is told once the grace has passed without the first action of the turn; everybody
but the one who sat down last is told that the match has begun; a person whose time is running out is told when a
quarter of it is left; everybody but the one who ended it is told the result; who is invited is told. What is due
for one person at one moment comes as one mail. The end of a match silences everything else about it.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple

from games.demo.mailbox import Mail

GRACE = timedelta(seconds=120)
# What is due within this is due together: a bot needs a moment to play, the site one to answer.
TOGETHER = timedelta(seconds=60)

YOUR_TURN, NEAR, STARTED, FINISHED, INVITED = "your turn", "deadline near", "started", "finished", "invited"
# How a reader tells what a mail is about.
SIGNS = {
    INVITED: r"invites you to a match",
    STARTED: r"has begun: all seats are taken",
    YOUR_TURN: r"it is your turn in",
    NEAR: r"your time in .* is running out",
    FINISHED: r"is over\.|you have won",
}


class Due(NamedTuple):
    """Something to tell somebody from a moment on."""

    at: datetime
    who: str
    kind: str


class Letter(NamedTuple):
    """One mail that ought to come, or one that came: at which stop of the clock, to whom, about what."""

    stop: int
    who: str
    kinds: tuple[str, ...]


@dataclass
class Ledger:
    """`waiting` is what is still to be told; `expected` what ought to have been mailed until now, stop by stop."""

    stops: list[datetime] = field(default_factory=list)
    waiting: list[Due] = field(default_factory=list)
    expected: list[Letter] = field(default_factory=list)

    def tell(self, kind: str, people: Iterable[str], now: datetime) -> None:
        """These people have to be told, after the grace."""
        self.waiting += [Due(now + GRACE, who, kind) for who in people]

    def asked(self, who: str, now: datetime, deadline: datetime, share: float) -> None:
        """It is somebody's turn."""
        self.waiting += [Due(now + GRACE, who, YOUR_TURN), Due(deadline - (deadline - now) * share, who, NEAR)]

    def began(self, who: str) -> None:
        """Somebody has played the first action of a turn."""
        self._forget(who, YOUR_TURN)

    def ended(self, who: str) -> None:
        """Somebody is asked no more."""
        self._forget(who, YOUR_TURN, NEAR)

    def over(self, people: Iterable[str], now: datetime) -> None:
        """The match is over, and these have not ended it themselves."""
        self.waiting.clear()
        self.tell(FINISHED, people, now)

    def next_stop(self) -> datetime | None:
        """The moment at which the next mails are due."""
        return min(self.waiting).at + TOGETHER if self.waiting else None

    def arrive(self, now: datetime) -> list[Letter]:
        """The clock has stopped here: the mails that have to come now."""
        self.stops.append(now)
        due = [each for each in self.waiting if each.at <= now]
        self.waiting = [each for each in self.waiting if each.at > now]
        letters = [Letter(len(self.stops), who, _kinds(due, who)) for who in sorted({each.who for each in due})]
        self.expected += letters
        return letters

    def _forget(self, who: str, *kinds: str) -> None:
        self.waiting = [each for each in self.waiting if each.who != who or each.kind not in kinds]


def _kinds(due: list[Due], who: str) -> tuple[str, ...]:
    return tuple(sorted(each.kind for each in due if each.who == who))


def kinds_of(mail: Mail) -> tuple[str, ...]:
    """What a mail is about, from its words."""
    text = " ".join(mail.text.split())
    return tuple(sorted(kind for kind, sign in SIGNS.items() for _ in re.findall(sign, text)))
