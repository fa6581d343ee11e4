"""How many things wait for a person. Other apps count theirs without being known here."""

from collections.abc import Callable

from accounts.models import User

Count = Callable[[User], int]

_counts: list[Count] = []


def register(count: Count) -> None:
    """Add a count, from an app's `ready()`."""
    _counts.append(count)


def waiting_for(user: User) -> int:
    """The number on the icon of the installed app."""
    return sum(count(user) for count in _counts)
