"""The rules: deal, actions, view, end."""

from collections.abc import Mapping, Sequence

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
from games.rules.jest import cards, events, telling, viewing, wording
from games.rules.jest.state import GONE, State, asked, next_taker, result, takeable
from games.rules.jest.trophies import award
from games.rules.jest.worth import value
from games.rules.rng import Rng

HAND = 2
# Around three players there are two trophies, so that everybody's last round is a whole one.
TROPHIES = {3: 2, 4: 1}

_OFFERS: Mapping[str, str] = {action: card for card, action in wording.OFFER.items()}
_TAKES: Mapping[str, tuple[int, str]] = {action: taking for taking, action in wording.TAKE.items()}


def _legal(state: State, seat: int) -> tuple[str, ...]:
    """Whatever this seat may do, also when lot does it for a seat that was given up."""
    if seat not in asked(state):
        return ()
    if not state.active:
        return tuple(wording.OFFER[card] for card in state.hands[seat - 1])
    return tuple(wording.TAKE[owner, face] for owner in takeable(state) for face in wording.FACES)


def _act(state: State, seat: int, action: str, rng: Rng) -> Step:
    """One canonical action of a seat, allowed or not."""
    if action in _OFFERS:
        return _offer(state, seat, _OFFERS[action])
    if action in _TAKES:
        return _take(state, seat, *_TAKES[action], rng)
    raise UnreadableActionError(f"Not an action of this game: {action[:40]!r}")


def _offer(state: State, seat: int, up: str) -> Step:
    """The two cards of a hand lie down; with the last of all offers the face-up cards are turned."""
    if state.active or state.end or up not in state.hands[seat - 1]:
        raise IllegalActionError("This seat has no such card to offer now.")
    down = state.hands[seat - 1].replace(up, "")
    state = state._replace(hands=_with_entry(state.hands, seat, ""), offers=_with_entry(state.offers, seat, up + down))
    news = (events.offered(seat, up, down),)
    if any(state.hands):
        return Step(state, news)
    return _ask_to_take(state, next_taker(state), (*news, events.revealed(state.offers)))


def _ask_to_take(state: State, seat: int, news: tuple[Event, ...]) -> Step:
    return Step(state._replace(active=seat), (*news, events.turn(seat)))


def _take(state: State, seat: int, owner: int, face: str, rng: Rng) -> Step:
    """A card of a complete offer goes to the taker's Jest; who is taken from takes next."""
    if seat != state.active or owner not in takeable(state):
        raise IllegalActionError("This seat cannot take from that offer now.")
    up, down = tuple(state.offers[owner - 1])
    card, rest = (up, GONE + down) if face == "up" else (down, up + GONE)
    state = state._replace(
        offers=_with_entry(state.offers, owner, rest),
        jests=_with_entry(state.jests, seat, state.jests[seat - 1] + card),
        taken=(*state.taken, seat),
    )
    news = ((events.took_up if face == "up" else events.took_down)(seat, owner, card),)
    following = next_taker(state, owner)
    if following:
        return _ask_to_take(state, following, news)
    return _next_round(state, news, rng) if state.pile else _count(state, news)


def _next_round(state: State, news: tuple[Event, ...], rng: Rng) -> Step:
    """What was not taken is mixed with as many cards of the deck, and two are dealt to each seat."""
    seats = len(state.offers)
    rest = "".join(state.offers).replace(GONE, "")
    mixed = "".join(rng.shuffled(rest + state.pile[-seats:]))
    state = state._replace(
        pile=state.pile[:-seats], offers=("",) * seats, active=0, taken=(), round=state.round + 1, hands=_hands(mixed)
    )
    return Step(state, (*news, *_dealt(state)))


def _hands(dealt: str) -> tuple[str, ...]:
    """Two cards for each seat, seat 1 first, in canonical order."""
    return tuple(cards.ordered(dealt[place : place + HAND]) for place in range(0, len(dealt), HAND))


def _dealt(state: State) -> tuple[Event, ...]:
    return tuple(events.dealt(seat, state.round, hand) for seat, hand in enumerate(state.hands, 1))


def _count(state: State, news: tuple[Event, ...]) -> Step:
    """The last cards go to their owners' Jests, then all trophies at once to those who meet their conditions."""
    rest = [offer.replace(GONE, "") for offer in state.offers]
    jests = [jest + card for jest, card in zip(state.jests, rest, strict=True)]
    awarded = award(state.trophies, jests, state.one_each)
    news += tuple(events.kept(seat, card) for seat, card in enumerate(rest, 1))
    for trophy, seat in zip(state.trophies, awarded, strict=True):
        news += (events.awarded(trophy, seat),)
        if seat:
            jests[seat - 1] += trophy
    nothing = ("",) * len(jests)
    return _finish(state._replace(offers=nothing, jests=tuple(jests), awarded=awarded), "score", news)


def _finish(state: State, reason: str, news: tuple[Event, ...]) -> Step:
    state = state._replace(active=0, end=reason)
    scored = [events.scored(seat, value(jest)) for seat, jest in enumerate(state.jests, 1)]
    return Step(state, (*news, *scored, events.finished(reason, result(state).winners)))


def _settled(step: Step, rng: Rng) -> Step:
    """Lot acts for seats that were given up, until somebody who plays is asked or the match is over."""
    state, news = step.state, step.events
    while gone := [seat for seat in asked(state) if seat in state.left]:
        more = _act(state, gone[0], rng.choice(_legal(state, gone[0])), rng)
        state, news = more.state, (*news, *more.events)
    return Step(state, news)


def _with_entry(row: tuple[str, ...], seat: int, entry: str) -> tuple[str, ...]:
    """The same row with one seat's entry changed."""
    return (*row[: seat - 1], entry, *row[seat:])


class Jest:
    """Jest, for 3 or 4: the rules sheet's numbers, 15 or 16 cards dealt in whole rounds."""

    slug = "jest"
    version = 1
    name = wording.NAME
    tagline = wording.TAGLINE
    min_seats = 3
    max_seats = 4
    options = wording.OPTIONS
    brings = wording.BRINGS
    end_reasons = wording.END_REASONS
    state_type: type = State
    vocabulary: Sequence[str] = tuple(wording.LABELS)

    def setup(self, table: Table, rng: Rng) -> Step:
        """From the front of the deck: the trophies, then two cards each, seat 1 first; the rest is dealt later."""
        seats, count = table.seats, TROPHIES[table.seats]
        deck = "".join(rng.shuffled(cards.DECK))
        trophies, dealt, pile = deck[:count], deck[count : count + HAND * seats], deck[count + HAND * seats :][::-1]
        one_each, ties_share = table.options["one_trophy_each"] == "on", table.options["final_tie"] == "shared"
        nothing = ("",) * seats
        state = State(pile, trophies, _hands(dealt), nothing, nothing, 0, (), 1, (), (), "", one_each, ties_share)
        return Step(state, (events.trophies(trophies), *_dealt(state)))

    def deck(self, table: Table, rng: Rng) -> Sequence[str]:
        """All 17 cards in words: the trophies, the first hands, and the rest in the order it is dealt."""
        return cards.words("".join(rng.shuffled(cards.DECK)))

    def actors(self, state: State) -> tuple[int, ...]:
        """All who have still to make their offers, or the one seat that is to take."""
        return tuple(seat for seat in asked(state) if seat not in state.left)

    def canonical(self, words: str) -> str:
        """There is one spelling for each action."""
        if words not in wording.LABELS:
            raise UnreadableActionError(f"Not an action of this game: {words[:40]!r}")
        return words

    def legal_actions(self, state: State, seat: int) -> tuple[str, ...]:
        """Which of two cards to offer face up; or the cards that may be taken, by seat, the face-up one first."""
        return () if seat in state.left else _legal(state, seat)

    def apply(self, state: State, seat: int, action: str, rng: Rng) -> Step:
        """Play a canonical action; it ends the seat's turn. Raises UnreadableActionError or IllegalActionError."""
        if seat in state.left or not 1 <= seat <= len(state.hands):
            raise IllegalActionError("This seat is not in play.")
        state, news, *_ = _settled(_act(state, seat, action, rng), rng)
        return Step(state, news, wording.OFFER_SHOWN if action in _OFFERS else None, turn_over=True)

    def view(self, state: State, viewer: int | None) -> Json:
        """The table for one seat, or for a spectator; everything is open once it is over."""
        return viewing.view(state, viewer)

    def outcome(self, state: State) -> Outcome | None:
        """The most valuable Jest wins."""
        return result(state) if state.end else None

    def label(self, action: str) -> Text:
        """The sentence for a button. Raises UnreadableActionError."""
        return wording.LABELS[self.canonical(action)]

    def tell(self, event: Json, viewer: int | None) -> Text:
        """What happened, in a sentence from the viewer's eyes."""
        return telling.tell(event, viewer)

    def leave(self, state: State, seat: int, rng: Rng) -> Step:
        """From now on lot acts for the seat, which is placed last; a single player who stays has won."""
        if state.end or seat in state.left or not 1 <= seat <= len(state.hands):
            raise IllegalActionError("This seat is not in play.")
        state = state._replace(left=(*state.left, seat))
        if len(state.left) == len(state.hands) - 1:
            return _finish(state, "resigned", ())
        return _settled(Step(state, ()), rng)

    def stop(self, state: State) -> Step:
        """Everybody agreed to stop: the Jests count as they lie, without trophies."""
        if state.end:
            raise IllegalActionError("The match is over.")
        return _finish(state, "agreed", ())
