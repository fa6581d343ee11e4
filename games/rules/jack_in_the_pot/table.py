"""What lies where on this game's page, ready to be drawn: every place with its action, or why it has none now."""

from collections.abc import Container, Mapping, Sequence

from games.rules.base import Json, Text
from games.rules.base import gettext_noop as _
from games.rules.jack_in_the_pot import wording
from games.rules.jack_in_the_pot.cards import DISCARDS, FULL_HAND, SYMBOLS
from games.rules.jack_in_the_pot.telling import SYMBOLS as NAMES
from games.rules.jack_in_the_pot.telling import tell
from games.rules.sentences import player

GOAL = 13
_POINTS = {symbol.word: symbol.points for symbol in SYMBOLS}
_SECTIONS = {"take": "taking", "discard": "discarding", "over": "end"}
_WATCHING = Text(_("You are watching."))
_OVER = Text(_("The match is over."))
_NOT_NOW = Text(_("It is not your turn."))
_FULL = Text(_("Your hand is full: discard two cards first."))
_NO_PILE = Text(_("The draw pile is empty."))
_NOT_FULL = Text(_("You discard when you hold four cards."))
_TAKEN_FROM = Text(_("You have taken from this hand in this turn; once the draw pile is empty you may do so again."))


def arrange(view: Json, legal: Container[str], viewer: int | None, past: Sequence[Sequence[Json]]) -> Json:
    """The whole table for seat `viewer` (None: a watcher); `past` holds the events of every entry as he saw them."""
    why_not = _why_not(view, viewer)
    players = [_player(view, seat, legal, why_not) for seat in _clockwise(len(view["hands"]), viewer)]
    return {
        "phase": view["phase"],
        "section": _SECTIONS[view["phase"]],
        "goal": GOAL,
        "status": _status(view, viewer, past),
        "pile": _place(wording.TAKE_PILE, legal, why_not or _NO_PILE) | {"count": view["draw_pile"]},
        "discards": _discards(view, legal, why_not or _NO_PILE, past),
        "others": [each for each in players if each["seat"] != viewer],
        "own": next((_own(each, view, past) for each in players if each["seat"] == viewer), None),
        "lit": _lit(past),
        "discard_count": DISCARDS,
    }


def _clockwise(seats: int, viewer: int | None) -> list[int]:
    """All seats, the next after the viewer first."""
    after = viewer or 0
    return [(after + step) % seats + 1 for step in range(seats)]


def _why_not(view: Json, viewer: int | None) -> Text | None:
    """What keeps this reader from taking anything at all now."""
    if view["phase"] == "over":
        return _OVER
    if viewer is None:
        return _WATCHING
    if view["seat_to_play"] != viewer:
        return _NOT_NOW
    return _FULL if view["phase"] == "discard" else None


def _place(action: str, legal: Container[str], why: Text) -> Json:
    allowed = action in legal
    return {"action": action, "label": wording.LABELS[action], "allowed": allowed, "why": None if allowed else why}


def _card(word: str) -> Json:
    return {"symbol": word, "name": NAMES[word], "points": _POINTS[word]}


def _player(view: Json, seat: int, legal: Container[str], why_not: Text | None) -> Json:
    hand, scored = view["hands"][seat - 1], view["sets"][seat - 1]
    why = why_not or _TAKEN_FROM
    slots = wording.TAKE_HAND[seat][: hand["count"]]
    return {
        "seat": seat,
        "count": hand["count"],
        "cards": None if hand["cards"] is None else [_card(word) for word in hand["cards"]],
        "slots": [_place(action, legal, why) for action in slots],
        "score": view["scores"][seat - 1],
        "sets": [_card(word) for word in scored],
        "playing": view["seat_to_play"] == seat,
        "taken_from": seat in view["taken_from"] and view["one_card_per_player"],
    }


def _own(own: Json, view: Json, past: Sequence[Sequence[Json]]) -> Json:
    """The reader's hand: each card can be chosen for the discard, or says why not."""
    discarding = view["phase"] == "discard" and own["playing"]
    why = None if discarding else _OVER if view["phase"] == "over" else _NOT_FULL if own["playing"] else _NOT_NOW
    fresh = _just_taken(own["seat"], past)
    hand = []
    for card in own["cards"] or ():
        hand.append(card | {"fresh": card["symbol"] == fresh})
        fresh = None if card["symbol"] == fresh else fresh
    return own | {"hand": hand, "discarding": discarding, "why": why}


def _discards(view: Json, legal: Container[str], why: Text, past: Sequence[Sequence[Json]]) -> list[Json]:
    """The face-up cards by symbol, the dearest first; `fresh` of each were discarded last."""
    fresh = _last_discarded(past)
    stacks = []
    for letter, action in wording.TAKE_DISCARD.items():
        word = action.split()[-1]
        count = view["discard_pile"].count(word)
        if count:
            new = min(count, fresh.count(word))
            cards = [_card(word) | {"fresh": place >= count - new} for place in range(count)]
            stacks.append(_place(action, legal, why) | {"symbol": word, "count": count, "fresh": new, "cards": cards})
            stacks[-1]["name"] = wording.SYMBOL_NAMES[letter]
    return stacks


def _last_discarded(past: Sequence[Sequence[Json]]) -> list[str]:
    """What went to the discards most recently."""
    for events in reversed(past):
        for event in reversed(events):
            if event["type"] == "discarded":
                symbols: list[str] = event["symbols"]
                return symbols
    return []


def _just_taken(seat: int, past: Sequence[Sequence[Json]]) -> str | None:
    """The card this seat took with the latest entry, if it took one and did not score with it."""
    events = past[-1] if past else ()
    if any(event["type"] == "scored" for event in events):
        return None
    return next((event["symbol"] for event in events if event["type"] == "took" and event["seat"] == seat), None)


def _lit(past: Sequence[Sequence[Json]]) -> int | None:
    """The seat whose machine is lit: it has just scored."""
    events = past[-1] if past else ()
    return next((event["seat"] for event in events if event["type"] == "scored"), None)


def _status(view: Json, viewer: int | None, past: Sequence[Sequence[Json]]) -> Text:
    """What is happening, and what the reader may do."""
    if view["phase"] == "over":
        ends = (event for events in past[-1:] for event in events if event["type"] == "finished")
        return next((tell(event, viewer) for event in ends), _OVER)
    seat = view["seat_to_play"]
    count: Mapping[str, int | Text] = {"count": view["hands"][seat - 1]["count"], "full": FULL_HAND}
    own = seat == viewer
    if view["phase"] == "discard":
        return (
            Text(_("Discard two cards to end your turn."))
            if own
            else _about(seat, _("{who} has to discard two cards."))
        )
    if own:
        return Text(_("Take a card: you hold {count} of {full}."), count)
    return _about(seat, _("{who} is taking cards and holds {count} of {full}."), **count)


def _about(seat: int, message: str, **more: int | Text) -> Text:
    return Text(message, {"who": player(seat), **more})
