"""JACK in the POT: draw, pick up or steal cards; three alike pay points; the first to 13 wins."""

from games.rules.base import Rules
from games.rules.jack_in_the_pot.bot import BOTS as BOTS
from games.rules.jack_in_the_pot.rules import JackInThePot
from games.rules.jack_in_the_pot.spoken import SPOKEN as SPOKEN
from games.rules.jack_in_the_pot.table import arrange as arrange

VERSIONS: tuple[Rules, ...] = (JackInThePot(),)
