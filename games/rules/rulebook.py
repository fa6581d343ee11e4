"""What a rulebook is made of. Each game's folder has a `rulebook.py` with its `RULEBOOK`, a tuple of blocks.

All texts are English and marked with `gettext_noop`; they are plain text, never markup.
"""

from typing import NamedTuple


class Heading(NamedTuple):
    """The start of a section (level 2) or of a part of it (level 3); links end in `#anchor`."""

    text: str
    anchor: str
    level: int = 2


class Paragraph(NamedTuple):
    """A few sentences that belong together."""

    text: str


class Items(NamedTuple):
    """A list, with numbers where the order matters."""

    items: tuple[str, ...]
    numbered: bool = False


class Table(NamedTuple):
    """Columns under a head; the first cell of a row names the row."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Block = Heading | Paragraph | Items | Table
