"""Jest: offer two cards, take one, and build the Jest that is worth most."""

from games.rules.base import Rules
from games.rules.jest.bot import BOTS as BOTS
from games.rules.jest.rules import Jest
from games.rules.jest.spoken import SPOKEN as SPOKEN
from games.rules.jest.table import arrange as arrange

VERSIONS: tuple[Rules, ...] = (Jest(),)
