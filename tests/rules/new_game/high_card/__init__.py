"""High Card: keep your card or swap it for the next of the pile; the highest wins."""

from games.rules.base import Rules

from .bot import BOTS as BOTS
from .rules import HighCard
from .table import arrange as arrange

VERSIONS: tuple[Rules, ...] = (HighCard(),)
