"""The rules: deal, actions, view, end."""

from collections.abc import Mapping, Sequence

from games.rules.base import (
    Event,
    IllegalActionError,
    Json,
    Option,
    Outcome,
    Step,
    Table,
    Text,
    UnreadableActionError,
)
from games.rules.base import gettext_noop as _
from games.rules.rng import Rng

from .state import DECK, State

LABELS = {"keep": Text(_("Keep your card")), "swap": Text(_("Swap it for the top card of the pile"))}
SENTENCES = {
    "dealt": _("{who} is dealt a card."),
    "kept": _("{who} keeps the card."),
    "swapped": _("{who} swaps the card."),
}


class HighCard:
    """High Card, for 2 to 4."""

    slug = "high-card"
    version = 1
    name = Text(_("High Card"))
    tagline = Text(_("Keep your card or swap it; the highest wins."))
    min_seats = 2
    max_seats = 4
    options: Mapping[str, Option] = {}
    brings: Mapping[str, Option] = {}
    end_reasons: Mapping[str, Text] = {
        "score": Text(_("Everybody has chosen.")),
        "agreed": Text(_("All players agreed to stop.")),
        "resigned": Text(_("Only one player was left.")),
    }
    state_type: type = State
    vocabulary: Sequence[str] = tuple(LABELS)

    def setup(self, table: Table, rng: Rng) -> Step:
        """A card each, seat 1 first."""
        deck = rng.shuffled(DECK)
        hands = tuple(deck[: table.seats])
        dealt = [Event("dealt", {"seat": n, "card": None}, {n: {"card": card}}) for n, card in enumerate(hands, 1)]
        return Step(State(tuple(deck[table.seats :][::-1]), hands, 1, (), ""), tuple(dealt))

    def deck(self, table: Table, rng: Rng) -> Sequence[str]:
        """All cards in the order they are dealt and drawn."""
        return [str(card) for card in rng.shuffled(DECK)]

    def actors(self, state: State) -> tuple[int, ...]:
        """The one seat to play."""
        return (state.active,) if state.active else ()

    def canonical(self, words: str) -> str:
        """There is one spelling for each action."""
        if words not in LABELS:
            raise UnreadableActionError(f"Not an action of this game: {words[:40]!r}")
        return words

    def legal_actions(self, state: State, seat: int) -> tuple[str, ...]:
        """Both, for the seat to play."""
        return tuple(LABELS) if seat and seat == state.active else ()

    def apply(self, state: State, seat: int, action: str, rng: Rng) -> Step:
        """Keep or swap, and on to the next seat."""
        self.canonical(action)
        if action not in self.legal_actions(state, seat):
            raise IllegalActionError("This seat is not to play.")
        if action == "keep":
            return self._next(state, (Event("kept", {"seat": seat}),))
        card = state.pile[-1]
        hands = (*state.hands[: seat - 1], card, *state.hands[seat:])
        swapped = Event("swapped", {"seat": seat, "card": None}, {seat: {"card": card}})
        return self._next(state._replace(hands=hands, pile=(state.hands[seat - 1], *state.pile[:-1])), (swapped,))

    def view(self, state: State, viewer: int | None) -> Json:
        """Everybody's own card; all open once it is over."""
        cards = [card if state.end or seat == viewer else None for seat, card in enumerate(state.hands, 1)]
        return {"pile": len(state.pile), "seat_to_play": state.active or None, "cards": cards}

    def outcome(self, state: State) -> Outcome | None:
        """The highest card wins; seats that were given up share the last place."""
        if not state.end:
            return None
        scores = [0 if seat in state.left else card for seat, card in enumerate(state.hands, 1)]
        places = tuple(1 + sum(other > score for other in scores) for score in scores)
        return Outcome(state.end, places, tuple(scores))

    def label(self, action: str) -> Text:
        """The sentence for a button."""
        return LABELS[self.canonical(action)]

    def tell(self, event: Json, viewer: int | None) -> Text:
        """What happened, in a sentence."""
        if event["type"] == "finished":
            return self.end_reasons[event["reason"]]
        return Text(SENTENCES[event["type"]], {"who": Text(f"{{player_{event['seat']}}}")})

    def leave(self, state: State, seat: int, rng: Rng) -> Step:
        """The seat is skipped."""
        if state.end or seat in state.left or not 1 <= seat <= len(state.hands):
            raise IllegalActionError("This seat is not in play.")
        state = state._replace(left=(*state.left, seat))
        if len(state.left) == len(state.hands) - 1:
            return self._finish(state, "resigned", ())
        return self._next(state, ()) if seat == state.active else Step(state, ())

    def stop(self, state: State) -> Step:
        """The cards count as they are."""
        if state.end:
            raise IllegalActionError("The match is over.")
        return self._finish(state, "agreed", ())

    def _next(self, state: State, news: tuple[Event, ...]) -> Step:
        later = [seat for seat in range(state.active + 1, len(state.hands) + 1) if seat not in state.left]
        return Step(state._replace(active=later[0]), news) if later else self._finish(state, "score", news)

    def _finish(self, state: State, reason: str, news: tuple[Event, ...]) -> Step:
        return Step(state._replace(active=0, end=reason), (*news, Event("finished", {"reason": reason})))
