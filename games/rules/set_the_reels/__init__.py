"""Jackpot: Set the Reels: build a slot machine of ten cards, and line up three alike."""

from games.rules.base import Rules
from games.rules.set_the_reels.bot import BOTS as BOTS
from games.rules.set_the_reels.rules import SetTheReels
from games.rules.set_the_reels.sets import furnish as furnish
from games.rules.set_the_reels.spoken import SPOKEN as SPOKEN
from games.rules.set_the_reels.table import arrange as arrange

VERSIONS: tuple[Rules, ...] = (SetTheReels(),)
