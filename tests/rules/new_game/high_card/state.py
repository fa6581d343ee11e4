"""What is on the table."""

from typing import NamedTuple

DECK = tuple(range(1, 13))


class State(NamedTuple):
    """One position; seats count from 1."""

    pile: tuple[int, ...]
    """The last card is the top."""
    hands: tuple[int, ...]
    """By seat, one card each."""
    active: int
    """The seat to play; 0 after the end."""
    left: tuple[int, ...]
    """The seats that were given up."""
    end: str
