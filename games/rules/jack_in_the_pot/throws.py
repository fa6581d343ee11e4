"""Rock, paper, scissors for who begins, all in one go, so that nobody waits for it (Rules 1.2)."""

from collections.abc import Sequence

from games.rules.jack_in_the_pot.wording import THROWS
from games.rules.rng import Rng

_BEATS = {"rock": "scissors", "scissors": "paper", "paper": "rock"}


def first_by_throws(brought: Sequence[str | None], rng: Rng) -> tuple[int, list[list[str | None]]]:
    """The seat that begins, and every round: by seat the throw, None for seats that are out.

    `brought` holds the first throw of each seat; one left out is drawn from `rng`, as are all repetitions.
    """
    seats = range(1, len(brought) + 1)
    throws = {seat: brought[seat - 1] or rng.choice(THROWS) for seat in seats}
    rounds: list[list[str | None]] = []
    while True:
        rounds.append([throws.get(seat) for seat in seats])
        standing = _winners(throws)
        if len(standing) == 1:
            return standing[0], rounds
        throws = {seat: rng.choice(THROWS) for seat in standing}


def _winners(throws: dict[int, str]) -> list[int]:
    """Those who stay in: all of them unless exactly two kinds are shown."""
    shown = set(throws.values())
    if len(shown) != 2:
        return list(throws)
    return [seat for seat, throw in throws.items() if _BEATS[throw] in shown]
