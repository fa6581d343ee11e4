"""How long a turn lasts for one player: the clock stands still in holidays and pauses, and may keep to waking hours.

Nothing here asks for the time or the database.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta, tzinfo
from typing import NamedTuple

from accounts.hours import Hours, add_awake, awake_between, is_awake
from games.rows import Span

NOTHING = timedelta()
# How long after waking a deadline lies that would have been in somebody's sleep.
MORNING = timedelta(hours=1)
MOMENT = timedelta(seconds=1)


class Waking(NamedTuple):
    """When a player is awake, and where."""

    zone: tzinfo
    hours: Hours


class Clock(NamedTuple):
    """When the clock of a player stands still: in these stretches (in order of their starts), and at night.

    `waking` is None at a table that keeps no waking hours. A `quick` clock counts waking time alone. Any other runs
    through the night, but does not run out in it.
    """

    still: Sequence[Span] = ()
    waking: Waking | None = None
    quick: bool = False

    def after(self, at: datetime, time: timedelta) -> datetime:
        """The moment at which the clock has run for so long since `at`."""
        for start, end in self._still(at):
            runs = self._runs(at, start)
            if start > at and runs >= time:
                break
            at, time = end, time - runs
        return self._in_the_open(self._forward(at, time))

    def between(self, at: datetime, until: datetime) -> timedelta:
        """How long the clock runs between two moments."""
        total = NOTHING
        for start, end in self._still(at):
            if start >= until:
                break
            total += self._runs(at, start)
            at = end
        return total + self._runs(at, until)

    def _still(self, at: datetime) -> Iterator[Span]:
        """The stretches that are not over at `at`; what was covered by one does not come again."""
        for start, end in self.still:
            if end > at:
                yield Span(start, end)
                at = end

    def _runs(self, at: datetime, until: datetime) -> timedelta:
        if until <= at:
            return NOTHING
        return awake_between(at, until, *self.waking) if self.waking and self.quick else until - at

    def _forward(self, at: datetime, time: timedelta) -> datetime:
        return add_awake(at, time.total_seconds(), *self.waking) if self.waking and self.quick else at + time

    def _in_the_open(self, due: datetime) -> datetime:
        """The moment itself, or a later one if it lies in sleep, or in a stretch that it was moved into by that."""
        if self.waking and not self.quick and not is_awake(due - MOMENT, *self.waking):
            due = add_awake(due, MORNING.total_seconds(), *self.waking)
        within = next((span for span in self.still if span.start < due < span.end), None)
        return self.after(within.end, due - within.start) if within else due
