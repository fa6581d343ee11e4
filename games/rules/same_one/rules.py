"""The rules: actions, view, orders, end."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from games.rules.base import IllegalActionError, Json, Option, Outcome, Step, Table, Text, UnreadableActionError
from games.rules.rng import Rng
from games.rules.same_one import cards, events, flow, standing, telling, wording
from games.rules.same_one.cards import ALIKE, DECK, FOLLOWERS, NUMBER, SHARKS, STACKS
from games.rules.same_one.state import CLAIM_ALL, Claim, State, phase, playing, plays, result

_PLAYS = {action: stack for stack, action in wording.PLAY.items()}
_CLAIMS = {action: sign for sign, action in wording.CLAIM.items()}


def _may_lay(state: State, stack: str) -> bool:
    """Whether the seat to play may lay these cards of one number, bottom to top (Rules 2.3)."""
    hand = state.hands[state.active - 1]
    if state.drawn and stack != state.drawn:
        return False
    if state.centre and stack[0] not in FOLLOWERS[state.centre[-1]]:
        return False
    if len(stack) == len(hand) and stack[0] in SHARKS:
        return False
    return all(card in hand for card in stack)


def _stacks(state: State) -> Iterator[str]:
    """Everything the seat to play may lay, by number and colour, the singles of a number first."""
    if state.drawn:
        yield from (state.drawn,) if _may_lay(state, state.drawn) else ()
        return
    hand = sorted(state.hands[state.active - 1])
    follows = FOLLOWERS[state.centre[-1]] if state.centre else None
    for _, group in groupby(hand, NUMBER.__getitem__):
        copies = "".join(group)
        if follows is not None and follows.isdisjoint(copies):
            continue
        for stack in STACKS[copies]:
            if (follows is None or stack[0] in follows) and (len(stack) < len(hand) or stack[0] not in SHARKS):
                yield stack


def _claimable(state: State) -> Iterator[str]:
    """The cards with which the seat to play may say Same One (Rules 2.4)."""
    if not state.centre or state.laid_by == state.active:
        return
    hand = state.hands[state.active - 1]
    for card in ALIKE[state.centre[-1]]:
        if card in (state.drawn or hand) and (len(hand) > 1 or card not in SHARKS):
            yield card


def _may_pass(state: State) -> bool:
    """After drawing; without it only if there is nothing to draw, and on a lead nothing to play (ruling 3)."""
    if state.drawn:
        return True
    return not state.pile and (bool(state.centre) or next(_stacks(state), None) is None)


def _draw(state: State, rng: Rng) -> Step:
    """The top card, seen by the drawer alone, who then decides (Rules 2.4)."""
    if state.drawn or not state.pile:
        raise IllegalActionError("There is nothing to draw for you now.")
    card, seat = state.pile[-1], state.active
    hand = state.hands[seat - 1] + card
    hand = hand if state.as_dealt else "".join(sorted(hand))
    hands = (*state.hands[: seat - 1], hand, *state.hands[seat:])
    state = state._replace(pile=state.pile[:-1], hands=hands, drawn=card)
    return Step(*flow.refilled(state, rng, (events.drew(seat, card),)))


def _pass(state: State, rng: Rng) -> Step:
    if not _may_pass(state):
        raise IllegalActionError("Draw a card before you pass.")
    return flow.unlocked(state, rng, (events.passed(state.active, False),))


class SameOne:
    """Same One!, for 3 to 9: with two a Shark would always give its player another lead (ruling 8)."""

    slug = "same-one"
    version = 1
    name = wording.NAME
    tagline = wording.TAGLINE
    min_seats = 3
    max_seats = 9
    options = wording.OPTIONS
    brings: Mapping[str, Option] = {}
    end_reasons = wording.END_REASONS
    state_type: type = State
    vocabulary: Sequence[str] = wording.ACTIONS

    def setup(self, table: Table, rng: Rng) -> Step:
        """Shuffle and deal; the first leader is drawn (Rules 2.2)."""
        seats, options = table.seats, table.options
        state = State(
            pile="", aside="", centre="", hands=("",) * seats, drawn="", active=0, laid_by=0, bitten=0, claim=None,
            game=1, leader=0, turns=0, points=(0,) * seats, out=(), left=(), orders=(CLAIM_ALL,) * seats, waiting=(),
            end="", as_dealt=options["hands"] == "as_dealt", last_loses=options["goal"] == "last_one_loses",
            frozen=options["orders"] == "frozen",
        )  # fmt: skip
        return flow.begin(state, rng)

    def deck(self, table: Table, rng: Rng) -> Sequence[str]:
        """All 90 cards in words, in the order they are dealt and drawn in the first game."""
        return cards.words("".join(rng.shuffled(DECK)))

    def actors(self, state: State) -> tuple[int, ...]:
        """Only ever the seat to play: others say Same One by their standing orders."""
        return () if state.end else (state.active,)

    def canonical(self, words: str) -> str:
        """The one spelling; case makes no difference. Raises UnreadableActionError."""
        spelling = wording.SPELLINGS.get(words.lower()) if len(words) <= wording.LONGEST else None
        if spelling is None:
            raise UnreadableActionError(f"Not an action of this game: {words[:40]!r}")
        return spelling

    def legal_actions(self, state: State, seat: int) -> tuple[str, ...]:
        """Same One, then plays by number and colour, then draw or pass."""
        if state.end or seat != state.active:
            return ()
        actions = [wording.CLAIM[card] for card in _claimable(state)]
        actions += [wording.PLAY[stack] for stack in _stacks(state)]
        if state.pile and not state.drawn:
            actions.append(wording.DRAW)
        elif state.drawn or state.centre or not actions:
            actions.append(wording.PASS)
        return tuple(actions)

    def apply(self, state: State, seat: int, action: str, rng: Rng) -> Step:
        """Play a canonical action. Raises UnreadableActionError or IllegalActionError."""
        if seat != state.active or state.end:
            raise IllegalActionError("This seat is not to play.")
        stack = _PLAYS.get(action)
        if stack is not None:
            if not _may_lay(state, stack):
                raise IllegalActionError("These cards cannot be played now.")
            return flow.lay(state, stack, rng)
        if action == wording.DRAW:
            return _draw(state, rng)
        if action == wording.PASS:
            return _pass(state, rng)
        card = _CLAIMS.get(action)
        if card is None:
            raise UnreadableActionError(f"Not an action of this game: {action[:40]!r}")
        if card not in _claimable(state):
            raise IllegalActionError("This card is no Same One now.")
        return flow.claim(state, Claim(seat, card, (seat,)), rng, ())

    def view(self, state: State, viewer: int | None) -> Json:
        """The table for one seat, or for a spectator; every hand is open once it is over."""
        over = bool(state.end)
        claim = state.claim
        return {
            "phase": phase(state),
            "seat_to_play": None if over else state.active,
            "game": state.game,
            "leader": state.leader,
            "centre": cards.words(state.centre),
            "arrow": None if not state.centre else "up" if cards.points_up(state.centre[-1]) else "down",
            "laid_by": state.laid_by or None,
            "shark_attack": state.bitten or None,
            "claim": None
            if claim is None
            else {"seat": claim.seat, "card": cards.WORD[claim.card], "claimants": list(claim.claimants)},
            "pile": len(state.pile),
            "aside": len(state.aside),
            "drawn": cards.WORD[state.drawn] if state.drawn and viewer == state.active else None,
            "hands": [
                {"seat": seat, "count": len(hand), "cards": cards.words(hand) if over or seat == viewer else None}
                for seat, hand in enumerate(state.hands, 1)
            ],
            "points": list(state.points),
            "out": list(state.out),
            "goal": "last_one_loses" if state.last_loses else "points",
        }

    def outcome(self, state: State) -> Outcome | None:
        """The most points, or everybody but the last one with cards (Rules 2.5, 2.6)."""
        return result(state) if state.end else None

    def label(self, action: str) -> Text:
        """The sentence for a button. Raises UnreadableActionError."""
        return wording.LABELS[self.canonical(action)]

    def tell(self, event: Json, viewer: int | None) -> Text:
        """What happened, in a sentence from the viewer's eyes."""
        return telling.tell(event, viewer)

    def leave(self, state: State, seat: int, rng: Rng) -> Step:
        """The hand goes aside unseen and the seat is skipped; what it laid stays in the centre."""
        if state.end or seat in state.left or not 1 <= seat <= len(state.hands):
            raise IllegalActionError("This seat is not in play.")
        hand = state.hands[seat - 1]
        state = state._replace(
            aside=state.aside + hand, hands=flow.without(state, seat, hand), left=(*state.left, seat)
        )
        if len(playing(state)) == 1:
            return flow.finish(state, "resigned", ())
        state, news = flow.refilled(state, rng, ())
        return flow.unlocked(state, rng, news) if seat == state.active else Step(state, news)

    def stop(self, state: State) -> Step:
        """Everybody agreed to stop: the points of the games that are over count."""
        if state.end:
            raise IllegalActionError("The match is over.")
        return flow.finish(state, "agreed", ())

    def orders(self, state: State, seat: int) -> Json:
        """The orders in force for a seat; for its own eyes only."""
        return standing.shown(state.orders[seat - 1])

    def give_orders(self, state: State, seat: int, orders: Json, rng: Rng) -> Step:
        """Change them. While a card can be claimed they act at once, unless orders are frozen (Rules 2.7)."""
        if state.end or not 1 <= seat <= len(state.hands) or not plays(state, seat):
            raise IllegalActionError("This seat is not in play.")
        text = standing.parsed(orders)
        state = state._replace(orders=(*state.orders[: seat - 1], text, *state.orders[seat:]))
        card = standing.claim_of(state, seat) if state.centre and not state.frozen and not state.drawn else ""
        if card:
            step = flow.claim(state, Claim(seat, card, (seat,)), rng, ())
            return step._replace(shown=wording.CLAIM[card])
        if state.drawn and not state.frozen and seat not in state.waiting:
            state = state._replace(waiting=(*state.waiting, seat))
        return Step(state, (events.ordered(seat, standing.shown(text)),))
