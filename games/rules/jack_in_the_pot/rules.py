"""The rules: deal, actions, view, end."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from games.rules.base import (
    Event,
    IllegalActionError,
    Json,
    Outcome,
    Step,
    Table,
    Text,
    UnreadableActionError,
)
from games.rules.jack_in_the_pot import cards, events, telling, wording
from games.rules.jack_in_the_pot.cards import ADDED, FULL_HAND, KEPT, SET
from games.rules.jack_in_the_pot.state import State, next_seat, phase, result, score, stalled
from games.rules.jack_in_the_pot.throws import first_by_throws
from games.rules.rng import Rng

GOAL = 13
DEALT = 2


# The takes build the next state directly: they are three of four actions, and `_replace` would double their cost.


def _take_pile(state: State, rng: Rng) -> Step:
    """The top card, seen by the taker alone; may be repeated (Rules 1.4)."""
    pile, discard, hands, sets, seat, turn, robbed, _, left, end, set_ends_turn = state
    if not pile:
        raise IllegalActionError("The draw pile is empty.")
    card, pile = pile[-1], pile[:-1]
    hands = _with_card(hands, seat, card)
    state = State(pile, discard, hands, sets, seat, turn, robbed, turn, left, end, set_ends_turn)
    took = events.took_from_pile(seat, card)
    return _settle(state, card, (took,) if pile else (took, events.PILE_EMPTY))


def _take_discard(card: str, state: State, rng: Rng) -> Step:
    """Any face-up card, not only the newest; may be repeated (Rules 1.4)."""
    pile, discard, hands, sets, seat, turn, robbed, last_gain, left, end, set_ends_turn = state
    if card not in discard:
        raise IllegalActionError("No such card lies face up.")
    discard, hands = discard.replace(card, "", 1), _with_card(hands, seat, card)
    state = State(pile, discard, hands, sets, seat, turn, robbed, last_gain, left, end, set_ends_turn)
    return _settle(state, card, (events.took_from_discard(seat, card),))


def _take_hand(owner: int, slot: int, state: State, rng: Rng) -> Step:
    """A blind pick: the hand lies in a fresh order before the taker, a slot tells nothing (Rules 1.9 d)."""
    pile, discard, hands, sets, seat, turn, robbed, last_gain, left, end, set_ends_turn = state
    if owner == seat or owner > len(hands) or slot > len(hands[owner - 1]):
        raise IllegalActionError("That hand has no such card for you.")
    if owner not in robbed:
        robbed = (*robbed, owner)
    elif pile:
        raise IllegalActionError("You have taken from that hand in this turn.")
    hand = hands[owner - 1]
    card = rng.shuffled(hand)[slot - 1]
    hands = _with_card(_with_entry(hands, owner, hand.replace(card, "", 1)), seat, card)
    state = State(pile, discard, hands, sets, seat, turn, robbed, last_gain, left, end, set_ends_turn)
    return _settle(state, card, (events.took_from_hand(seat, owner, card),))


def _settle(state: State, card: str, news: tuple[Event, ...]) -> Step:
    """After a take: three alike are scored at once, there is no choice (Rules 1.4)."""
    seat, hands = state.active, state.hands
    hand = hands[seat - 1]
    if hand.count(card) < SET:
        return Step(state, news)
    return _score(state._replace(hands=_with_entry(hands, seat, hand.replace(card, ""))), card, news)


def _score(state: State, card: str, news: tuple[Event, ...]) -> Step:
    """Lay out three alike: 13 points win on the spot, else the turn goes on (Rules 1.5, 1.6)."""
    seat = state.active
    own = state.sets[seat - 1] + card
    total = score(own)
    news = (*news, events.scored(seat, card, total))
    state = state._replace(sets=_with_entry(state.sets, seat, own), last_gain=state.turn)
    if total >= GOAL:
        return _finish(state, "score", news)
    if state.set_ends_turn:
        return _end_turn(state, news)
    return Step(state, news)


def _discard(pair: str, state: State) -> Step:
    """Two cards of a full hand, which ends the turn; one just taken may be among them (Rules 1.4)."""
    seat, hands = state.active, state.hands
    kept = KEPT.get(hands[seat - 1], {}).get(pair)
    if kept is None:
        raise IllegalActionError("These are not two cards of a full hand of yours.")
    state = state._replace(discard=state.discard + pair, hands=_with_entry(hands, seat, kept))
    return _end_turn(state, (events.discarded(seat, pair),))


def _end_turn(state: State, news: tuple[Event, ...]) -> Step:
    """On to the next seat, unless nobody got anywhere for too long (Rules 1.8)."""
    if stalled(state):
        return _finish(state, "stalled", news)
    seat, turn = next_seat(state), state.turn + 1
    state = state._replace(active=seat, turn=turn, robbed=())
    return Step(state, (*news, events.turn_begins(seat, turn)))


def _finish(state: State, reason: str, news: tuple[Event, ...]) -> Step:
    state = state._replace(end=reason)
    return Step(state, (*news, events.finished(reason, result(state).winners)))


def _with_card(hands: tuple[str, ...], seat: int, card: str) -> tuple[str, ...]:
    return (*hands[: seat - 1], ADDED[hands[seat - 1] + card], *hands[seat:])


def _with_entry(row: tuple[str, ...], seat: int, entry: str) -> tuple[str, ...]:
    """The same row with one seat's entry changed."""
    return (*row[: seat - 1], entry, *row[seat:])


_TAKES: Mapping[str, Callable[[State, Rng], Step]] = {
    wording.TAKE_PILE: _take_pile,
    **{action: partial(_take_discard, card) for card, action in wording.TAKE_DISCARD.items()},
    **{
        action: partial(_take_hand, owner, slot)
        for owner, actions in wording.TAKE_HAND.items()
        for slot, action in enumerate(actions, 1)
    },
}
_DISCARDS = {action: pair for pair, action in wording.DISCARD.items()}


class JackInThePot:
    """JACK in the POT, for 2 to 4: five could all be on 12 with no cards left to take (Rules 1.7)."""

    slug = "jack-in-the-pot"
    version = 1
    name = wording.NAME
    tagline = wording.TAGLINE
    min_seats = 2
    max_seats = 4
    options = wording.OPTIONS
    brings = wording.BRINGS
    end_reasons = wording.END_REASONS
    state_type: type = State
    vocabulary: Sequence[str] = tuple(wording.LABELS)

    def setup(self, table: Table, rng: Rng) -> Step:
        """Two cards each, seat 1 first, from the front of the deck; the rest is the pile (Rules 1.2)."""
        seats, deck = table.seats, "".join(rng.shuffled(cards.DECK))
        hands = tuple(cards.ordered(deck[place : place + DEALT]) for place in range(0, DEALT * seats, DEALT))
        throws = None
        if table.options["first_player"] == "throw":
            first, throws = first_by_throws([brought.get("throw") for brought in table.brought], rng)
        else:
            first = 1 + rng.below(seats)
        pile, set_ends_turn = deck[: DEALT * seats - 1 : -1], table.options["after_set"] == "end_turn"
        state = State(pile, "", hands, ("",) * seats, first, 1, (), 0, (), "", set_ends_turn)
        dealt = [events.dealt(seat, hand) for seat, hand in enumerate(hands, 1)]
        return Step(state, (*dealt, events.first_player(first, throws)))

    def deck(self, table: Table, rng: Rng) -> Sequence[str]:
        """All 54 cards in words, in the order they are dealt and drawn."""
        return cards.words("".join(rng.shuffled(cards.DECK)))

    def actors(self, state: State) -> tuple[int, ...]:
        """Only ever the active seat."""
        return () if state.end else (state.active,)

    def canonical(self, words: str) -> str:
        """The two cards of a discard in the order seven to cherry. Raises UnreadableActionError."""
        spelling = wording.SPELLINGS.get(words) if len(words) <= wording.LONGEST else None
        if spelling is None:
            raise UnreadableActionError(f"Not an action of this game: {words[:40]!r}")
        return spelling

    def legal_actions(self, state: State, seat: int) -> tuple[str, ...]:
        """Takes: pile, face-up cards from seven to cherry, hands by seat; or every pair to discard."""
        if state.end or seat != state.active:
            return ()
        hand = state.hands[seat - 1]
        if len(hand) == FULL_HAND:
            return wording.DISCARDS_FROM[hand]
        actions = [wording.TAKE_PILE] if state.pile else []
        actions += [action for card, action in wording.TAKE_DISCARD.items() if card in state.discard]
        for owner, theirs in enumerate(state.hands, 1):
            if theirs and owner != seat and not (state.pile and owner in state.robbed):
                actions += wording.TAKE_HAND[owner][: len(theirs)]
        return tuple(actions)

    def apply(self, state: State, seat: int, action: str, rng: Rng) -> Step:
        """Play a canonical action. Raises UnreadableActionError or IllegalActionError."""
        if seat != state.active or state.end:
            raise IllegalActionError("This seat is not to play.")
        take = _TAKES.get(action)
        if take is not None:
            if len(state.hands[seat - 1]) == FULL_HAND:
                raise IllegalActionError("A full hand has to discard.")
            return take(state, rng)
        pair = _DISCARDS.get(action)
        if pair is None:
            raise UnreadableActionError(f"Not an action of this game: {action[:40]!r}")
        return _discard(pair, state)

    def view(self, state: State, viewer: int | None) -> Json:
        """The table for one seat, or for a spectator; every hand is open once it is over (Rules 1.9 g)."""
        over = bool(state.end)
        return {
            "phase": phase(state),
            "turn": state.turn,
            "seat_to_play": None if over else state.active,
            "draw_pile": len(state.pile),
            "discard_pile": cards.words(state.discard),
            "one_card_per_player": bool(state.pile),
            "taken_from": list(state.robbed),
            "hands": [
                {
                    "seat": seat,
                    "count": len(hand),
                    "cards": cards.words(hand) if over or seat == viewer else None,
                }
                for seat, hand in enumerate(state.hands, 1)
            ],
            "scores": list(map(score, state.sets)),
            "sets": list(map(cards.words, state.sets)),
        }

    def outcome(self, state: State) -> Outcome | None:
        """First to 13, else the highest score (Rules 1.5, 1.8)."""
        return result(state) if state.end else None

    def label(self, action: str) -> Text:
        """The sentence for a button. Raises UnreadableActionError."""
        return wording.LABELS[self.canonical(action)]

    def tell(self, event: Json, viewer: int | None) -> Text:
        """What happened, in a sentence from the viewer's eyes."""
        return telling.tell(event, viewer)

    def leave(self, state: State, seat: int, rng: Rng) -> Step:
        """The hand goes face up to the discards, scored sets stay out, the seat is skipped (Rules 1.9 i)."""
        if state.end or seat in state.left or not 1 <= seat <= len(state.hands):
            raise IllegalActionError("This seat is not in play.")
        hand = state.hands[seat - 1]
        news = (events.discarded(seat, hand),) if hand else ()
        state = state._replace(
            discard=state.discard + hand, hands=_with_entry(state.hands, seat, ""), left=(*state.left, seat)
        )
        if len(state.left) == len(state.hands) - 1:
            return _finish(state, "resigned", news)
        return _end_turn(state, news) if seat == state.active else Step(state, news)

    def stop(self, state: State) -> Step:
        """Everybody agreed to stop: the highest score wins (Rules 1.8)."""
        if state.end:
            raise IllegalActionError("The match is over.")
        return _finish(state, "agreed", ())
