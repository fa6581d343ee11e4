"""People with tokens and matches among them, made through the site's own services."""

from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING

from games.rules import registry

if TYPE_CHECKING:
    from accounts.models import User
    from games.access import Board

SIZES = (2, 3, 4)
FIRST = "take pile"


@dataclass(frozen=True)
class Person:
    """Somebody who plays, and the token to do it with."""

    user: "User"
    token: str


@dataclass
class Running:
    """A running match as a client knows it: who sits where, who is asked what, and what may be said."""

    code: str
    tokens: list[str]
    seat: int
    prompt: int
    words: str | None = FIRST
    played: int = field(default=0)
    head_start: int = field(default=0)


def people(number: int) -> list[Person]:
    """So many new people, each with an address and a token."""
    from django.db import transaction

    from accounts import services

    with transaction.atomic():
        users = [services.create_account(f"player-{n}", f"player-{n}@example.org") for n in range(number)]
        return [Person(user, services.create_token(user)[1]) for user in users]


def deal(players: list[Person]) -> "Board":
    """A match among these people, begun."""
    from accounts import clock
    from games.services import lobby

    wish = lobby.TableWish(ruleset=registry.all_rules()[0].slug, seats=len(players))
    board = lobby.create_game(user=players[0].user, wish=wish, now=clock.now())
    for player in players[1:]:
        board = lobby.join_game(user=player.user, code=board.game.code, brought={}, now=clock.now())
    return board


class Tables:
    """Deals match after match among the same people, two to four at a table."""

    def __init__(self, everybody: list[Person]) -> None:
        self._everybody = everybody
        self._numbers = count()
        self._next = 0

    def deal(self) -> Running:
        """One more match."""
        size = SIZES[next(self._numbers) % len(SIZES)]
        players = [self._everybody[(self._next + n) % len(self._everybody)] for n in range(size)]
        self._next += size
        board = deal(players)
        [turn] = board.asked.values()
        return Running(board.game.code, [player.token for player in players], turn.seat, turn.prompt)
