"""What lies where on this game's page, ready to be drawn: every place with its action, or why it has none now."""

from collections.abc import Container, Mapping, Sequence

from games.rules.base import Json, Text
from games.rules.base import gettext_noop as _
from games.rules.jest import wording
from games.rules.jest.cards import CARDS, LETTER, letters
from games.rules.jest.telling import NAMES, tell
from games.rules.jest.worth import worth
from games.rules.sentences import listed, player

ROUNDS = {3: 4, 4: 3}
_SECTIONS = {"offer": "offers", "take": "taking", "over": "end"}
_PICTURES = {"S": "spades", "C": "clubs", "D": "diamonds", "H": "hearts", "J": "joker"}
_BY_WORD = {each.word: each for each in CARDS}
_RANKS = ("", "A", "2", "3", "4")
_WATCHING = Text(_("You are watching."))
_OVER = Text(_("The match is over."))
_NOT_NOW = Text(_("It is not your turn."))
_NOT_YET = Text(_("First everybody makes an offer."))
_MADE = Text(_("Your offer is made."))
_REDUCED = Text(_("Only complete offers can be taken from, and one card of this is gone."))
_OWN = Text(_("Your own offer is yours to take from only when no other is complete."))


def arrange(view: Json, legal: Container[str], viewer: int | None, past: Sequence[Sequence[Json]]) -> Json:
    """The whole table for seat `viewer` (None: a watcher); `past` holds the events of every entry as he saw them."""
    seats = _clockwise(len(view["jests"]), viewer)
    players = [_player(view, seat, legal, viewer, past) for seat in seats]
    return {
        "phase": view["phase"],
        "section": _SECTIONS[view["phase"]],
        "status": _status(view, legal, viewer, past),
        "round": view["round"],
        "rounds": ROUNDS[len(view["jests"])],
        "deck": view["deck"],
        "trophies": [_trophy(view, place) for place in range(len(view["trophies"]))],
        "others": [each for each in players if each["seat"] != viewer],
        "own": next((each for each in players if each["seat"] == viewer), None),
    }


def _clockwise(seats: int, viewer: int | None) -> list[int]:
    """All seats, the next after the viewer first."""
    after = viewer or 0
    return [(after + step) % seats + 1 for step in range(seats)]


def card(word: str) -> Json:
    """A card ready to be drawn."""
    known = _BY_WORD[word]
    return {
        "symbol": word,
        "name": NAMES[word],
        "rank": _RANKS[known.pips],
        "suit": _PICTURES[known.suit],
        "pips": list(range(known.pips or 1)),
    }


def _trophy(view: Json, place: int) -> Json:
    """A trophy with what it asks for and, once the Jests are compared, who won it."""
    word = view["trophies"][place]
    won = None
    if view["awarded"] is not None:
        seat = view["awarded"][place]
        won = Text(_("won by {who}"), {"who": player(seat)}) if seat else Text(_("won by nobody"))
    return card(word) | {"condition": wording.CONDITIONS[word], "won": won}


def _player(view: Json, seat: int, legal: Container[str], viewer: int | None, past: Sequence[Sequence[Json]]) -> Json:
    hand, offer = view["hands"][seat - 1], view["offers"][seat - 1]
    return {
        "seat": seat,
        "playing": view["seat_to_play"] == seat or bool(hand["count"] and view["phase"] == "offer"),
        "choosing": hand["count"] > 0,
        "choices": [_choice(view, word, legal, viewer) for word in hand["cards"] or ()],
        "offer": [_place(view, seat, face, legal, viewer) for face in wording.FACES] if offer["faces"] else [],
        "jest": _jest(view, seat, viewer, past),
    }


def _choice(view: Json, word: str, legal: Container[str], viewer: int | None) -> Json:
    """A card of a hand that may be offered face up."""
    action = wording.OFFER[LETTER[word]]
    why = _OVER if view["phase"] == "over" else _WATCHING if viewer is None else _NOT_NOW
    return card(word) | _allowed(action, wording.LABELS[action], legal, why)


def _place(view: Json, seat: int, face: str, legal: Container[str], viewer: int | None) -> Json:
    """One card of an offer: known, face down or gone."""
    offer, action = view["offers"][seat - 1], wording.TAKE[seat, face]
    word = offer[face]
    place = _allowed(action, _take_label(seat, face, word, viewer), legal, _why_not(view, seat, viewer))
    return place | {"face": face, "there": face in offer["faces"], "card": card(word) if word else None}


def _take_label(seat: int, face: str, word: str | None, viewer: int | None) -> Text:
    if word is None:
        return wording.LABELS[wording.TAKE[seat, face]]
    if seat == viewer:
        return Text(_("Take from your own offer: {card}"), {"card": NAMES[word]})
    return Text(_("Take from the offer of {owner}: {card}"), {"owner": player(seat), "card": NAMES[word]})


def _allowed(action: str, label: Text, legal: Container[str], why: Text) -> Json:
    allowed = action in legal
    return {"action": action, "label": label, "allowed": allowed, "why": None if allowed else why}


def _why_not(view: Json, seat: int, viewer: int | None) -> Text:
    """Why this reader cannot take from this seat's offer now."""
    if view["phase"] == "over":
        return _OVER
    if viewer is None:
        return _WATCHING
    if view["phase"] == "offer":
        return _MADE if seat == viewer else _NOT_YET
    if view["seat_to_play"] != viewer:
        return _NOT_NOW
    return _OWN if seat == viewer and len(view["offers"][seat - 1]["faces"]) == len(wording.FACES) else _REDUCED


def _jest(view: Json, seat: int, viewer: int | None, past: Sequence[Sequence[Json]]) -> Json:
    """A Jest: of one's own all cards and its worth, of others those that one has seen them take."""
    jest = view["jests"][seat - 1]
    known = jest["cards"]
    shown = _seen(seat, past) if known is None else known
    fresh = _just_taken(seat, past)
    return {
        "count": jest["count"],
        "open": known is not None,
        "cards": [card(word) | {"fresh": word == fresh} for word in shown],
        "unseen": jest["count"] - len(shown),
        "value": jest["value"],
        "parts": _parts(known) if known else [],
    }


def _parts(known: Sequence[str]) -> list[Json]:
    """What makes up the value of a Jest; what counts nothing is left out."""
    return [
        {"name": _PART_NAMES[name], "picture": name, "points": points}
        for name, points in worth(letters(list(known)))._asdict().items()
        if points
    ]


_PART_NAMES: Mapping[str, Text] = {
    "spades": Text(_("Spades")),
    "clubs": Text(_("Clubs")),
    "diamonds": Text(_("Diamonds")),
    "hearts": Text(_("Hearts")),
    "joker": Text(_("Joker")),
    "pairs": Text(_("Pairs")),
}


def _seen(seat: int, past: Sequence[Sequence[Json]]) -> list[str]:
    """The cards that the reader has seen this seat take, in order."""
    took = (event for events in past for event in events if event["type"] == "took" and event["seat"] == seat)
    return [event["card"] for event in took if event["card"]]


def _just_taken(seat: int, past: Sequence[Sequence[Json]]) -> str | None:
    """The card this seat took with the latest entry."""
    events = past[-1] if past else ()
    return next((event["card"] for event in events if event["type"] == "took" and event["seat"] == seat), None)


def _status(view: Json, legal: Container[str], viewer: int | None, past: Sequence[Sequence[Json]]) -> Text:
    """What is happening, and what the reader may do."""
    if view["phase"] == "over":
        ends = (event for events in past[-1:] for event in events if event["type"] == "finished")
        return next((tell(event, viewer) for event in ends), _OVER)
    if view["phase"] == "offer":
        return _offering(view, viewer)
    seat = view["seat_to_play"]
    if seat != viewer:
        return Text(_("{who} is to take a card."), {"who": player(seat)})
    if wording.TAKE[seat, "up"] in legal:
        return Text(_("Only your own offer is complete: take one of your two cards."))
    return Text(_("Take a card from a complete offer."))


def _offering(view: Json, viewer: int | None) -> Text:
    choosing = [hand["seat"] for hand in view["hands"] if hand["count"]]
    if viewer in choosing:
        return Text(_("Touch the card that you offer face up."))
    who = {"who": listed([player(seat) for seat in choosing])}
    if viewer is None:
        return Text(_("Offers are being made. Still to choose: {who}."), who)
    return Text(_("Your offer is made. Still to choose: {who}."), who)
