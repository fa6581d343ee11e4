"""Same One!: follow the arrow, be rid of your cards first, and pounce on numbers that you hold too."""

from games.rules.base import Rules
from games.rules.same_one.bot import BOTS as BOTS
from games.rules.same_one.rules import SameOne
from games.rules.same_one.spoken import SPOKEN as SPOKEN
from games.rules.same_one.table import arrange as arrange

VERSIONS: tuple[Rules, ...] = (SameOne(),)
