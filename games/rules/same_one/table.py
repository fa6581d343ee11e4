"""What lies where on this game's page, ready to be drawn: every place with its action, or why it has none now."""

from collections.abc import Container, Sequence

from games.rules.base import Json, Text
from games.rules.base import gettext_noop as _
from games.rules.same_one import wording
from games.rules.same_one.cards import ALIKE, FOLLOWERS, HIGHEST_UP, SHARK_NUMBERS, SIGN
from games.rules.same_one.telling import tell
from games.rules.same_one.wording import CARD_NAMES
from games.rules.sentences import player

SHAPES = {"G": "clover", "B": "drop", "Y": "sun"}
COLOURS = {"G": "green", "B": "blue", "Y": "yellow"}
SHOWN_IN_CENTRE = 4
_SECTIONS = {"lead": "turn", "follow": "follow", "drawn": "drawing", "over": "scoring"}
_WATCHING = Text(_("You are watching."))
_OVER = Text(_("The match is over."))
_NOT_NOW = Text(_("It is not your turn. Your standing orders say Same One for you."))
_DECIDE = Text(_("First decide about the card you have drawn."))
_SHARK = Text(_("A Shark cannot be your last card."))
_DRAWN = Text(_("You have drawn: play that card, or pass."))
_NO_PILE = Text(_("There is no card to draw."))
_DRAW_FIRST = Text(_("Draw a card first."))
_UNFIT = {
    ("G", True): Text(_("It has to be green and higher than {number}.")),
    ("B", True): Text(_("It has to be blue and higher than {number}.")),
    ("Y", True): Text(_("It has to be yellow and higher than {number}.")),
    ("G", False): Text(_("It has to be green and lower than {number}.")),
    ("B", False): Text(_("It has to be blue and lower than {number}.")),
    ("Y", False): Text(_("It has to be yellow and lower than {number}.")),
}
_FOLLOW = {
    ("G", True): Text(_("Your turn: green, higher than {number}.")),
    ("B", True): Text(_("Your turn: blue, higher than {number}.")),
    ("Y", True): Text(_("Your turn: yellow, higher than {number}.")),
    ("G", False): Text(_("Your turn: green, lower than {number}.")),
    ("B", False): Text(_("Your turn: blue, lower than {number}.")),
    ("Y", False): Text(_("Your turn: yellow, lower than {number}.")),
}


def arrange(view: Json, legal: Sequence[str], viewer: int | None, past: Sequence[Sequence[Json]]) -> Json:
    """The whole table for seat `viewer` (None: a watcher); `past` holds the events of every entry as he saw them."""
    why_not = _why_not(view, viewer)
    seats = [_player(view, seat) for seat in _clockwise(len(view["hands"]), viewer)]
    return {
        "phase": view["phase"],
        "section": _SECTIONS[view["phase"]],
        "status": _status(view, viewer, past),
        "game": view["game"],
        "games": 1 if view["goal"] == "last_one_loses" else len(view["hands"]),
        "last_loses": view["goal"] == "last_one_loses",
        "centre": [card(word) for word in view["centre"][-SHOWN_IN_CENTRE:]],
        "under": max(0, len(view["centre"]) - SHOWN_IN_CENTRE),
        "arrow": view["arrow"],
        "asks": _asks(view),
        "pile": _place(wording.DRAW, legal, why_not or (_DRAWN if view["drawn"] else _NO_PILE))
        | {"count": view["pile"]},
        "pass": _place(wording.PASS, legal, why_not or _DRAW_FIRST),
        "others": [each for each in seats if each["seat"] != viewer],
        "own": next((_own(each, view, legal, why_not) for each in seats if each["seat"] == viewer), None),
    }


def card(word: str) -> Json:
    """A card ready to be drawn."""
    number = int(word[1:])
    return {
        "word": word,
        "number": number,
        "colour": COLOURS[word[0]],
        "shape": SHAPES[word[0]],
        "picture": "dog" if number == 1 else "shark" if number in SHARK_NUMBERS else "",
        "arrow": "up" if number <= HIGHEST_UP else "down",
        "name": CARD_NAMES[word],
    }


def _clockwise(seats: int, viewer: int | None) -> list[int]:
    """All seats, the next after the viewer first."""
    after = viewer or 0
    return [(after + step) % seats + 1 for step in range(seats)]


def _asks(view: Json) -> Json | None:
    """What the top of the centre asks for."""
    if not view["centre"]:
        return None
    return card(view["centre"][-1]) | {"key": (view["centre"][-1][0], view["arrow"] == "up")}


def _why_not(view: Json, viewer: int | None) -> Text | None:
    """What keeps this reader from doing anything at all now."""
    if view["phase"] == "over":
        return _OVER
    if viewer is None:
        return _WATCHING
    return None if view["seat_to_play"] == viewer else _NOT_NOW


def _place(action: str, legal: Container[str], why: Text) -> Json:
    allowed = action in legal
    return {"action": action, "label": wording.LABELS[action], "allowed": allowed, "why": None if allowed else why}


def _player(view: Json, seat: int) -> Json:
    hand = view["hands"][seat - 1]
    return {
        "seat": seat,
        "count": hand["count"],
        "cards": None if hand["cards"] is None else [card(word) for word in hand["cards"]],
        "points": view["points"][seat - 1],
        "playing": view["seat_to_play"] == seat,
        "laid": view["laid_by"] == seat,
        "bitten": view["shark_attack"] == seat,
        "leads": view["leader"] == seat,
        "out": seat in view["out"],
    }


def _own(own: Json, view: Json, legal: Sequence[str], why_not: Text | None) -> Json:
    """The reader's hand: what each card can do now, and the plays of several cards at once."""
    hand = [_card_in_hand(each, own, view, legal, why_not) for each in own["cards"] or ()]
    several = [_several(action, legal) for action in legal if action.count(" ") > 1 and _is_neat(action)]
    return own | {"hand": hand, "several": several}


def _card_in_hand(each: Json, own: Json, view: Json, legal: Container[str], why_not: Text | None) -> Json:
    """Same One if it is one, else a play of this card alone."""
    word = each["word"]
    same = wording.CLAIM[SIGN[word]] in legal
    action = (wording.CLAIM if same else wording.PLAY)[SIGN[word]]
    why = why_not or _unfit(word, own["count"], view)
    return each | _place(action, legal, why) | {"same": same, "fresh": word == view["drawn"]}


def _unfit(word: str, held: int, view: Json) -> Text:
    """Why this card cannot be laid by the reader, whose turn it is."""
    if view["drawn"] and word != view["drawn"]:
        return _DECIDE
    top = view["centre"][-1] if view["centre"] else None
    equal = top is not None and SIGN[word] in ALIKE[SIGN[top]]
    if held == 1 and (top is None or equal or SIGN[word] in FOLLOWERS[SIGN[top]]):
        return _SHARK
    asks = _asks(view) or {"key": ("G", True), "number": 0}
    return _UNFIT[asks["key"]]._replace(params={"number": asks["number"]})


def _several(action: str, legal: Container[str]) -> Json:
    """A play of two or three cards, the last on top."""
    return _place(action, legal, _NOT_NOW) | {"cards": [card(word) for word in action.split()[1:]]}


def _is_neat(action: str) -> bool:
    """Only the top matters: of plays that differ underneath, the one that is in order."""
    under = [SIGN[word] for word in action.split()[1:-1]]
    return under == sorted(under)


def _status(view: Json, viewer: int | None, past: Sequence[Sequence[Json]]) -> Text:
    """What is happening, and what the reader may do."""
    if view["phase"] == "over":
        ends = (event for events in past[-1:] for event in events if event["type"] == "finished")
        return next((tell(event, viewer) for event in ends), _OVER)
    who = {"who": player(view["seat_to_play"])}
    own = view["seat_to_play"] == viewer
    if view["phase"] == "lead":
        return Text(_("You lead: any card will do.")) if own else Text(_("{who} leads."), who)
    if view["phase"] == "drawn":
        return _drawn(view) if own else Text(_("{who} has drawn a card and decides."), who)
    if not own:
        return Text(_("It is the turn of {who}."), who)
    asks = _asks(view) or {}
    return _FOLLOW[asks["key"]]._replace(params={"number": asks["number"]})


def _drawn(view: Json) -> Text:
    return Text(_("You have drawn {card}: play it, or pass."), {"card": CARD_NAMES[view["drawn"]]})
