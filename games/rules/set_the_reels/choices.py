"""What the page asks of whoever is asked now, and why something is not on offer."""

from collections.abc import Container, Iterator

from games.rules.base import Json, Text
from games.rules.base import gettext_noop as _
from games.rules.set_the_reels import wording
from games.rules.set_the_reels.cardset import REEL, SYMBOLS, TOKENS
from games.rules.set_the_reels.wording import COLUMN_HEADS, COLUMNS, TOKEN_NAMES, picture

_NO_COINS = Text(_("You do not have the coins for this."))
_UPGRADED = Text(_("This card is upgraded already."))
_NO_THREE = Text(_("Choose a card that has two more to its right: it is the first of the three you play."))
_SOLD_OUT = Text(_("No more cards of this kind are for sale."))


def asked(view: Json, legal: Container[str], viewer: int) -> Json | None:
    """The question to this seat, by its phase; None for a seat that is not asked."""
    if view["phase"] == "round_end":
        return _planning(view) if viewer in view["still_choosing"] else None
    if view["seat_to_play"] != viewer:
        return None
    if view["phase"] == "prepare":
        return _preparing(view, legal, viewer)
    return {"kind": "token", "tokens": list(_tokens(view, legal))}


def _tokens(view: Json, legal: Container[str]) -> Iterator[Json]:
    """Tokens to choose from, each with its button."""
    if view["phase"] == "rob":
        for (owner, kind), action in wording.ROB.items():
            if action in legal:
                yield {"kind": kind, "action": action, "label": wording.LABELS[action], "seat": owner}
        return
    words = wording.CHOOSE if view["phase"] == "choose" else wording.REWARD
    for kind in TOKENS:
        if words[kind] in legal:
            yield {"kind": kind, "action": words[kind], "label": TOKEN_NAMES[kind], "count": view["supply"][kind]}


def _preparing(view: Json, legal: Container[str], viewer: int) -> Json:
    """Everything before the lever; `whys` are reasons for what is not allowed, by action."""
    own, size = view["tokens"][viewer - 1], len(view["hand"])
    return {
        "kind": "prepare",
        "places": list(range(1, size + 1)),
        "coins": view["coins"][viewer - 1],
        "coins3": bool(own["coins3"]),
        "double_coins3": bool(own["coins3"] and own["double"]),
        "move": bool(own["move"]),
        "double_move": bool(own["move"] and own["double"]),
        "upgrade": bool(own["upgrade"]),
        "double_upgrade": bool(own["upgrade"] and own["double"]),
        "can_upgrade": any(action in legal for action in wording.UPGRADE.values()),
        "whys": [{"action": action, "why": why} for action, why in _whys(view, size) if action not in legal],
    }


def _whys(view: Json, size: int) -> Iterator[tuple[str, Text]]:
    for place in wording.PLACES:
        taken = place <= size and view["hand"][place - 1]["upgraded"]
        yield wording.UPGRADE[place], _UPGRADED if taken else _NO_COINS
        yield wording.TOKEN_UPGRADE[place], _UPGRADED if taken else _NO_COINS
        if place > size - REEL + 1:
            yield wording.PLAY[place], _NO_THREE
    for symbol in SYMBOLS:
        why = _NO_COINS if view["market"][symbol]["card"] else _SOLD_OUT
        yield from ((wording.BUY[symbol, place], why) for place in wording.PLACES)


def _planning(view: Json) -> Json:
    """One of the three choices at the end of a round: the columns as they are by then, or their orders."""
    columns = {name: list(view["columns"][view["your_seat"] - 1][name]) for name in COLUMNS}
    plan = view["plan"]
    if plan:
        columns[plan[0].split()[1]].append(view["received"])
    if len(plan) < len(_VERBS):
        verb = _VERBS[len(plan)]
        return {"kind": verb, "columns": [_column(verb, name, columns[name]) for name in COLUMNS]}
    return {
        "kind": "stack",
        "orders": [
            {
                "action": action,
                "label": wording.LABELS[action],
                "names": [COLUMN_HEADS[name] for name in order],
                "hand": [_reel(card) for name in order for card in columns[name]],
            }
            for order, action in wording.STACK.items()
        ],
    }


def _reel(card: Json) -> Json:
    """A card as small as can be: what it brings to a reel."""
    face = card["back" if card["upgraded"] else "front"]
    return {"picture": picture(card["symbol"]), "works": face["active"]}


_VERBS = ("place", "income")


def _column(verb: str, name: str, cards: list[Json]) -> Json:
    action = (wording.PLACE if verb == "place" else wording.INCOME)[name]
    faces = [card["back" if card["upgraded"] else "front"] for card in cards]
    coins = sum(face["income"] for face in faces if face["active"])
    return {"action": action, "label": COLUMN_HEADS[name], "coins": coins, "count": len(cards)}
