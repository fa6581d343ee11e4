"""A rating over its matches, as points for a small picture."""

from typing import NamedTuple

from games.models import Rating
from games.ratings import START

WIDTH, HEIGHT = 300, 80
LEAST_SPAN = 100


class Plot(NamedTuple):
    """A line in a box of WIDTH x HEIGHT, the end of it, and what it says in numbers."""

    points: str
    end: tuple[float, float]
    first: int
    last: int
    lowest: int
    highest: int
    matches: int


def of(rating: Rating) -> Plot:
    """From the beginning, or over the matches that are kept; the box spans at least LEAST_SPAN."""
    began_here = rating.matches == len(rating.history)
    values = [START, *rating.history] if began_here else list(rating.history)
    bottom, top = min(values), max(values)
    spare = max(0, LEAST_SPAN - (top - bottom)) / 2
    low, span = bottom - spare, top - bottom + 2 * spare
    across = WIDTH / max(len(values) - 1, 1)
    places = [
        (round(number * across, 1), round(HEIGHT * (1 - (value - low) / span), 1))
        for number, value in enumerate(values)
    ]
    points = " ".join(f"{x},{y}" for x, y in places)
    return Plot(points, places[-1], values[0], values[-1], bottom, top, len(rating.history))
