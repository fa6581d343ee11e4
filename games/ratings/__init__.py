"""How well people play, worked out from who came before whom. Pure: no database, no clock."""

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

MODEL = PlackettLuce()
CERTAINTY = 3
STEP = 40
START = 1000


class Skill(NamedTuple):
    """What is known of a player's skill: what to expect, and how uncertain that is."""

    mu: float
    sigma: float


NEWCOMER = Skill(MODEL.mu, MODEL.sigma)


def after_match(before: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """The skills of all players of a match after it; `places` in the same order, 1 is best, equals share."""
    players = [[MODEL.rating(*skill)] for skill in before]
    rated = MODEL.rate(players, ranks=[float(place) for place in places])
    return [Skill(player.mu, player.sigma) for (player,) in rated]


def value_of(skill: Skill) -> int:
    """The one number that is shown: what a player is almost certainly worth. It begins at 1000 and is never below 0."""
    return max(0, round(START + STEP * (skill.mu - CERTAINTY * skill.sigma)))
