"""The rulebook for players."""

from games.rules.base import gettext_noop as _
from games.rules.rulebook import Block, Heading, Paragraph

RULEBOOK: tuple[Block, ...] = (
    Paragraph(_("Twelve cards, from 1 to 12. Everybody has one.")),
    Heading(_("Your turn"), "turn"),
    Paragraph(_("Keep your card, or swap it for the top card of the pile. The highest card wins.")),
)
