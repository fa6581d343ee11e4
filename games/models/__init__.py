"""Tables and what happens at them."""

from games.models.game import FormerHolder, Game, Invitation, Seat
from games.models.holiday import Holiday
from games.models.rating import Rating
from games.models.report import Measure, Report
from games.models.talk import Message
from games.models.turn import Turn
from games.models.visit import Visit

__all__ = [
    "FormerHolder",
    "Game",
    "Holiday",
    "Invitation",
    "Measure",
    "Message",
    "Rating",
    "Report",
    "Seat",
    "Turn",
    "Visit",
]
