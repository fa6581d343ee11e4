"""The one protocol that every rule set speaks, and the values it speaks in.

Seats are numbered from 1 in everything that enters or leaves a rule set; 0 stands for the table itself.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from games.rules.rng import Rng

Json = dict[str, Any]

Bot = Callable[[Json, Sequence[str], Rng], str]
"""Chooses one of the legal actions (given in a fixed order) for the seat whose view this is."""


class RulesError(Exception):
    """A refusal; the text says why, in English, for programmers."""


class UnreadableActionError(RulesError):
    """The words are no action of this rule set, whatever the state."""


class IllegalActionError(RulesError):
    """The words are an action, but the rules forbid it to this seat now."""


def gettext_noop(text: str) -> str:
    """Mark a text for translation; the doors translate it, so the rules stay pure."""
    return text


class Text(NamedTuple):
    """A translatable sentence: the English text and what fills its named places (translatable too)."""

    message: str
    params: "Mapping[str, str | int | Text]" = MappingProxyType({})

    def filled(self, names: Sequence[str], translate: Callable[[str], str] = str) -> str:
        """The sentence in one language; `names` are the players' in seat order."""
        values: dict[str, str | int] = {f"player_{seat}": name for seat, name in enumerate(names, 1)}
        for key, value in self.params.items():
            values[key] = value.filled(names, translate) if isinstance(value, Text) else value
        return translate(self.message).format(**values)


class Option(NamedTuple):
    """One choice of a table, or one thing a player may bring to the seat: its values, the first the default.

    With `required` false, None (left out) is the default instead and is not among the values. `kept` is for values
    that may come and go: every match keeps its own, the default too, which may be another one tomorrow.
    """

    values: tuple[str, ...]
    title: Text
    labels: tuple[Text, ...]
    required: bool = True
    kept: bool = False


class Table(NamedTuple):
    """What is settled before the first card: seats, all options, what each seat brought (seat 1 first)."""

    seats: int
    options: Mapping[str, str]
    brought: Sequence[Mapping[str, str | None]]


class Event(NamedTuple):
    """Something that happened: `public` is for everyone, `private[seat]` overrides fields for who may know.

    With `only` a seat, nobody else learns before the end that it happened at all.
    Rule sets share and reuse events: read-only for everybody.
    """

    type: str
    public: Json
    private: Mapping[int, Json] | None = None
    only: int | None = None

    def seen_by(self, viewer: int | None) -> Json:
        """The event as a JSON object for one seat, or for a spectator (None)."""
        own = self.private.get(viewer) if self.private and viewer is not None else None
        return {"type": self.type, **self.public, **own} if own else {"type": self.type, **self.public}

    def opened(self) -> Json:
        """The event with everything any seat knows, for readers of a finished match."""
        shown = {"type": self.type, **self.public}
        for own in (self.private or {}).values():
            shown.update(own)
        return shown


class Outcome(NamedTuple):
    """How a match ended: a reason word, and by seat the place (1 is best, equals share) and the score."""

    reason: str
    places: tuple[int, ...]
    scores: tuple[int, ...]

    @property
    def winners(self) -> list[int]:
        return [seat for seat, place in enumerate(self.places, 1) if place == 1]


class Step(NamedTuple):
    """What one action did.

    `shown`: the action as others may read it before the end, if not as said. `turn_over`: what the seat is asked
    from now on is a new turn, with a clock of its own; else its turn lasts until it is asked no more.
    """

    state: Any
    events: tuple[Event, ...]
    shown: str | None = None
    turn_over: bool = False


class Rules(Protocol):
    """One game. Everything is deterministic in (table, seed, words); no method changes what it is given.

    State is a NamedTuple of strings, ints, bools, tuples and further NamedTuples (see codec.py).
    """

    slug: str
    version: int
    name: Text
    tagline: Text
    min_seats: int
    max_seats: int

    @property
    def options(self) -> Mapping[str, Option]:
        """What a table chooses; read anew each time, since values may come and go."""

    brings: Mapping[str, Option]
    end_reasons: Mapping[str, Text]
    state_type: type
    # Actions that are said often, fixed for a version: the logs of its finished matches are packed with them.
    vocabulary: Sequence[str]

    def setup(self, table: Table, rng: Rng) -> Step:
        """Shuffle and deal. The events are entry 0 of the log."""

    def deck(self, table: Table, rng: Rng) -> Sequence[str]:
        """The order of the shuffled deck that setup deals from with the same `rng`, for the proof."""

    def actors(self, state: Any) -> Collection[int]:
        """The seats that must act now; empty exactly when the match is over."""

    def canonical(self, words: str) -> str:
        """The one spelling of an action, e.g. with its cards in order. Raises UnreadableActionError."""

    def legal_actions(self, state: Any, seat: int) -> Sequence[str]:
        """The canonical words of all this seat may do now, in a fixed order; empty for a seat not asked.

        Combinations that run into the thousands may be left out where each of their parts is listed; `apply`
        takes them all the same.
        """

    def apply(self, state: Any, seat: int, action: str, rng: Rng) -> Step:
        """Play canonical words. Raises IllegalActionError."""

    def view(self, state: Any, viewer: int | None) -> Json:
        """The table as one seat or a spectator (None) may see it, built by inclusion; all open once over."""

    def outcome(self, state: Any) -> Outcome | None:
        """The result, or None while the match goes on."""

    def label(self, action: str) -> Text:
        """A canonical action in a sentence for a button. `{player_N}` stands for the name of seat N."""

    def tell(self, event: Json, viewer: int | None) -> Text:
        """An event as somebody saw it (`seen_by`, `opened`) in a sentence; seat `viewer` is "you"."""

    def leave(self, state: Any, seat: int, rng: Rng) -> Step:
        """The seat is given up for good; what becomes of its cards, and of the match."""

    def stop(self, state: Any) -> Step:
        """All players agreed to stop: the result as things stand, with the reason `agreed`."""


class StandingOrders(Protocol):
    """What a rule set adds when players may leave private orders that act in other seats' turns."""

    def orders(self, state: Any, seat: int) -> Json:
        """The orders in force for a seat; for its own eyes only."""

    def give_orders(self, state: Any, seat: int, orders: Json, rng: Rng) -> Step:
        """Change them; may act at once. Raises IllegalActionError for malformed orders.

        If they do not act, the one event is `orders {seat, orders}` for that seat only, and no chance is used: others
        must not even learn that something was said. If they do, `shown` is the action they amount to.
        """
