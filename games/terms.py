"""What a table may have beyond its pace and the options of its game."""

from dataclasses import asdict, dataclass, fields
from typing import Any, Self

from games.models import Game

# Of a turn shorter than this only waking time counts, and holidays are left out unless they are asked for.
QUICK_SECONDS = 43_200


def is_quick(turn_seconds: int | None) -> bool:
    """Whether a turn is over within hours."""
    return turn_seconds is not None and turn_seconds < QUICK_SECONDS


@dataclass(frozen=True)
class Terms:
    """Whole seconds; the names are those of the API. What is here is what a table has that says nothing."""

    time_bank: int = 0
    time_increment: int = 0
    waking_hours: bool = False
    holidays: bool = True
    on_absence: str = Game.OnAbsence.KEEP.value

    def stored(self) -> dict[str, Any] | None:
        """What is not as usual, for the database; None when all is."""
        usual = asdict(Terms())
        return {name: value for name, value in asdict(self).items() if value != usual[name]} or None

    @classmethod
    def of(cls, wish: Any) -> Self:
        """The terms among the attributes of something that has more."""
        return cls(**{field.name: getattr(wish, field.name) for field in fields(cls)})
