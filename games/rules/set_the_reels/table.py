"""What lies where on this game's page, ready to be drawn."""

from collections.abc import Container, Mapping, Sequence

from games.rules.base import Json, Text
from games.rules.base import gettext_noop as _
from games.rules.sentences import player
from games.rules.set_the_reels import choices
from games.rules.set_the_reels.cardset import SYMBOLS, TOKENS
from games.rules.set_the_reels.telling import tell
from games.rules.set_the_reels.wording import COLUMN_NAMES, COLUMNS, SYMBOL_NAMES, TOKEN_NAMES, picture

_SECTIONS = {
    "choose": "setup", "prepare": "turn", "reward": "tokens", "rob": "tokens", "round_end": "round-end", "over": "end",
}  # fmt: skip
_OVER = Text(_("The match is over."))
_NOTES = {
    "coins3": Text(_("Use it before you play: 3 coins. Worth nothing at the end.")),
    "move": Text(_("Use it before you play: put one card of your hand in another place. Worth 1 point at the end.")),
    "upgrade": Text(_("Use it before you play: upgrade a card for 2 coins less. Worth 2 points at the end.")),
    "vp3": Text(_("Keep it: worth 3 points at the end.")),
    "double": Text(_("Doubles another token, when that is used or at the end.")),
}


def arrange(view: Json, legal: Container[str], viewer: int | None, past: Sequence[Sequence[Json]]) -> Json:
    """The whole table for seat `viewer` (None: a watcher); `past` holds the events of every entry as he saw them."""
    seats = [_seat(view, seat) for seat in _clockwise(len(view["points"]), viewer)]
    own = next((each for each in seats if each["seat"] == viewer), None)
    return {
        "phase": view["phase"],
        "section": _SECTIONS[view["phase"]],
        "status": _status(view, viewer, past),
        "round": view["round"],
        "threshold": view["threshold"],
        "reels": _reels(past),
        "market": [_offer(view, symbol, viewer) for symbol in SYMBOLS],
        "stacks": [_objective(view["stacks"][symbol]) | {"left": view["stacks"][symbol]["left"]} for symbol in SYMBOLS],
        "supply": _tokens(view["supply"]),
        "others": [each for each in seats if each["seat"] != viewer],
        "own": own and own | _own(view, own["hand"]),
        "asks": choices.asked(view, legal, viewer) if viewer else None,
    }


def _clockwise(seats: int, viewer: int | None) -> list[int]:
    """All seats, the next after the viewer first."""
    after = viewer or 0
    return [(after + step) % seats + 1 for step in range(seats)]


def shown(card: Json) -> Json:
    """A card with what counts on it now, and what an upgrade would cost and bring."""
    face, back = card["back" if card["upgraded"] else "front"], card["back"]
    return {
        "picture": picture(card["symbol"]),
        "name": SYMBOL_NAMES[card["symbol"]],
        "works": face["active"],
        "income": face["income"] if face["active"] else 0,
        "stars": face["stars"],
        "upgraded": card["upgraded"],
        "cost": card["upgrade_cost"],
        "back": back,
        "label": _described(card, face, back),
    }


def _described(card: Json, face: Json, back: Json) -> Text:
    """The card in words, for readers who do not see it."""
    named: dict[str, Text | int] = {"symbol": SYMBOL_NAMES[card["symbol"]], "income": face["income"]}
    if card["upgraded"]:
        return Text(_("{symbol}, upgraded: income {income}, stars {stars}"), named | {"stars": face["stars"]})
    named |= {"cost": card["upgrade_cost"], "back_income": back["income"], "back_stars": back["stars"]}
    if face["active"]:
        return Text(_("{symbol}: income {income}. Upgrade for {cost}: income {back_income}, stars {back_stars}"), named)
    return Text(_("{symbol}, inactive. Upgrade for {cost}: income {back_income}, stars {back_stars}"), named)


def _seat(view: Json, seat: int) -> Json:
    place = seat - 1
    opened = view["hands"][place] if view["hands"] else []
    objectives = [_objective(each) for each in view["objectives"][place]]
    return {
        "seat": seat,
        "points": view["points"][place],
        "coins": view["coins"][place],
        "tokens": _tokens(view["tokens"][place]),
        "vp_tokens": view["vp_tokens"][place],
        "objectives": objectives,
        "upgraded": len(view["upgraded"][place]),
        "hand_size": view["hand_sizes"][place],
        "hand": [shown(card) for card in opened],
        "columns": [
            {"name": COLUMN_NAMES[name], "word": name, "cards": [shown(card) for card in view["columns"][place][name]]}
            for name in COLUMNS
        ],
        "starts": view["start_player"] == seat and view["phase"] != "over",
        "playing": seat in (view["seat_to_play"], *view["still_choosing"]),
    }


def _tokens(counts: Mapping[str, int]) -> list[Json]:
    return [
        {"kind": kind, "name": TOKEN_NAMES[kind], "count": counts[kind], "note": _NOTES[kind]}
        for kind in TOKENS
        if counts[kind]
    ]


def _objective(objective: Json) -> Json:
    symbol = objective["symbol"]
    return {
        "picture": picture(symbol),
        "name": SYMBOL_NAMES[symbol],
        "stars": objective["stars"],
        "stays": objective["bonus_token"],
    }


def _offer(view: Json, symbol: str, viewer: int | None) -> Json:
    """One place of the market, and whether the viewer has the coins for it."""
    offer = view["market"][symbol]
    card, coins = offer["card"], view["coins"][viewer - 1] if viewer else 0
    return {
        "symbol": symbol,
        "picture": picture(symbol),
        "name": SYMBOL_NAMES[symbol],
        "verb": f"buy {symbol}",
        "left": offer["left"],
        "card": shown(card) if card else None,
        "price": card["price"] if card else None,
        "affordable": bool(card) and card["price"] <= coins,
    }


def _own(view: Json, opened: Sequence[Json]) -> Json:
    """The viewer's hand by places (after the end, as opened to all), and the card received at the end of a round."""
    cards = [shown(card) for card in view["hand"]] if view["hand"] is not None else opened
    received = view["received"]
    return {
        "hand": [card | {"place": place} for place, card in enumerate(cards, 1)],
        "received": shown(received) if received else None,
    }


def _reels(past: Sequence[Sequence[Json]]) -> Json:
    """What the reels showed last, whoever pulled the lever; `fresh` if that was the latest thing that happened."""
    for back, events in enumerate(reversed(past)):
        for event in reversed(events):
            if event["type"] == "spun":
                symbols = [picture(symbol) if symbol else None for symbol in event["symbols"]]
                return {"symbols": symbols, "seat": event["seat"], "result": event["result"], "fresh": back == 0}
    return {
        "symbols": [picture(symbol) for symbol in ("seven", "seven", "seven")],
        "seat": None,
        "result": "",
        "fresh": False,
    }


def _status(view: Json, viewer: int | None, past: Sequence[Sequence[Json]]) -> Text:
    """What is happening, and what the reader may do."""
    phase, seat = view["phase"], view["seat_to_play"]
    if phase == "over":
        ends = (event for events in past[-1:] for event in events if event["type"] == "finished")
        return next((tell(event, viewer) for event in ends), _OVER)
    if phase == "round_end":
        return _round_end(view, viewer)
    own, other = _ASKED[phase]
    return Text(own) if seat == viewer else Text(other, {"who": player(seat)})


_ASKED = {
    "choose": (_("Choose a token to begin with."), _("{who} is choosing a token to begin with.")),
    "prepare": (_("Set your reels, then pull the lever."), _("{who} is setting the reels.")),
    "reward": (_("Choose a bonus token."), _("{who} is choosing a bonus token.")),
    "rob": (_("The supply is empty: take a token from somebody."), _("{who} takes a token from somebody.")),
}
_PLANNING = (
    _("Where do you put the card you were given?"),
    _("Which column pays?"),
    _("In which order do you pick up the columns?"),
)


def _round_end(view: Json, viewer: int | None) -> Text:
    if viewer in view["still_choosing"]:
        return Text(_PLANNING[len(view["plan"])])
    waiting = view["still_choosing"]
    names = {f"name_{number}": player(seat) for number, seat in enumerate(waiting, 1)}
    who = Text(", ".join(f"{{{name}}}" for name in names), names)
    return Text(_("The round is over. Still choosing: {who}."), {"who": who})
