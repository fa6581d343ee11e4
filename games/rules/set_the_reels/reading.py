"""From the text of a file to a set of cards, or to all that is wrong with it: which card, which field, why."""

import json
import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

from games.rules.set_the_reels.cardset import (
    HAND,
    MOST_SEATS,
    SYMBOLS,
    TOKENS,
    VP_TOKEN,
    Card,
    CardSet,
    Face,
    Objective,
    Start,
    Token,
)

MOST = 99
_NAME = re.compile(r"[a-z0-9][a-z0-9.-]{0,23}")
_SAID = ("note",)
_PARTS = ("version", "symbols", "start_resources", "end_threshold", "starting_decks", "community", "objectives",
          "bonus_tokens")  # fmt: skip
_FACE = ("active", "income", "stars")
_CARD = ("id", "symbol", "front", "upgrade_cost", "back")


class CardSetError(ValueError):
    """This is no set of cards; the text has a line for everything that is wrong."""


class _Reader:
    """Reads one file, and notes what is wrong instead of giving up at the first mistake."""

    def __init__(self) -> None:
        self.wrong: list[str] = []
        self.ids: set[str] = set()

    def complain(self, where: str, text: str) -> None:
        self.wrong.append(f"{where}: {text}")

    def fields(self, where: str, value: Any, names: tuple[str, ...], more: tuple[str, ...] = ()) -> Mapping[str, Any]:
        """The object, whose fields must be these."""
        if not isinstance(value, dict):
            self.complain(where, f"must be an object with {', '.join(names)}; it is {_shown(value)}.")
            return {}
        for name in names:
            if name not in value:
                self.complain(where, f"{name} is missing.")
        for name in value.keys() - {*names, *more}:
            self.complain(where, f"{name!r:.40} is not a field of it.")
        return value

    def rows(self, where: str, value: Any, count: int | None = None) -> list[Any]:
        """The list, of so many entries, or of any number but none."""
        if isinstance(value, list) and (len(value) == count if count else value):
            return value
        self.complain(where, f"must be a list of {count or 'at least 1'}; it is {_shown(value)}.")
        return []

    def number(self, where: str, given: Mapping[str, Any], name: str, least: int = 0, most: int = MOST) -> int:
        value = given.get(name)
        if type(value) is int and least <= value <= most:
            return value
        if name in given:
            self.complain(where, f"{name} must be a whole number from {least} to {most}; it is {_shown(value)}.")
        return least

    def truth(self, where: str, given: Mapping[str, Any], name: str) -> bool:
        value = given.get(name)
        if name in given and type(value) is not bool:
            self.complain(where, f"{name} must be true or false; it is {_shown(value)}.")
        return value is True

    def name(self, where: str, value: Any) -> str:
        """A short word of a-z, 0-9, dots and dashes."""
        if isinstance(value, str) and _NAME.fullmatch(value):
            return value
        self.complain(where, f"must be a short name of a-z, 0-9, dots and dashes; it is {_shown(value)}.")
        return ""

    def own_id(self, where: str, given: Mapping[str, Any]) -> str:
        """A name that nothing else in the file has."""
        found = self.name(f"{where}, id", given.get("id"))
        if found in self.ids:
            self.complain(where, f"id {found!r} is taken by another card.")
        self.ids.add(found)
        return found

    def symbol(self, where: str, given: Mapping[str, Any], wanted: str | None = None) -> str:
        value = given.get("symbol")
        if value not in ([wanted] if wanted else SYMBOLS):
            self.complain(where, f"symbol must be {wanted or ', '.join(SYMBOLS)}; it is {_shown(value)}.")
        return str(value)

    def face(self, where: str, value: Any) -> Face:
        given = self.fields(where, value, _FACE)
        income, stars = self.number(where, given, "income"), self.number(where, given, "stars")
        return Face(self.truth(where, given, "active"), income, stars)

    def card(self, where: str, value: Any, wanted: str | None = None) -> Card:
        """A card of a starting deck, or one of the market, which has a price and the kind of its deck."""
        where = _called("card", value, where)
        given = self.fields(where, value, (*_CARD, "price") if wanted else _CARD)
        front, back = self.face(f"{where}, front", given.get("front")), self.face(f"{where}, back", given.get("back"))
        if not back.active:
            self.complain(f"{where}, back", "active must be true: upgrading makes a card work.")
        return Card(
            self.own_id(where, given),
            self.symbol(where, given, wanted),
            front,
            back,
            self.number(where, given, "upgrade_cost"),
            self.number(where, given, "price") if wanted else None,
        )

    def objective(self, where: str, value: Any) -> Objective:
        where = _called("objective", value, where)
        given = self.fields(where, value, ("id", "symbol", "stars", "min_players", "bonus_token"))
        return Objective(
            self.own_id(where, given),
            self.symbol(where, given),
            self.number(where, given, "stars"),
            self.number(where, given, "min_players", 2, MOST_SEATS),
            self.truth(where, given, "bonus_token"),
        )

    def start(self, where: str, value: Any) -> Start:
        given = self.fields(where, value, ("coins",), ("choose_tokens",))
        return Start(self.number(where, given, "coins"), self.number(where, given, "choose_tokens", most=9))

    def token(self, where: str, value: Any) -> Token:
        given = self.fields(where, value, ("count", "end_stars"))
        return Token(self.number(where, given, "count"), self.number(where, given, "end_stars"))


def read_card_set(text: str) -> CardSet:
    """The set that this JSON describes. Raises CardSetError."""
    try:
        plain = json.loads(text)
    except ValueError as error:
        raise CardSetError(f"The file is not JSON: {error}.") from error
    reader = _Reader()
    found = _read(reader, plain)
    if not reader.wrong:
        reader.wrong += _does_not_fit(found)
    if reader.wrong:
        raise CardSetError("\n".join(reader.wrong))
    return found


def _read(reader: _Reader, plain: Any) -> CardSet:
    given = reader.fields("the file", plain, _PARTS, _SAID)
    symbols = given.get("symbols")
    if "symbols" in given and not (isinstance(symbols, list) and sorted(map(str, symbols)) == sorted(SYMBOLS)):
        reader.complain("symbols", f"must be {', '.join(SYMBOLS)}.")
    decks = {colour: _deck(reader, colour, rows) for colour, rows in _parts(given, "starting_decks")}
    community = {
        symbol: [reader.card(f"community.{symbol}[{place}]", row, symbol) for place, row in enumerate(rows)]
        for symbol, rows in _kinds(reader, given)
    }
    objectives = reader.rows("objectives", given.get("objectives"))
    tokens = reader.fields("bonus_tokens", given.get("bonus_tokens"), TOKENS)
    starts = reader.rows("start_resources", given.get("start_resources"), MOST_SEATS)
    version = reader.name("version", given.get("version"))
    return CardSet(
        name=f"{version}-{_digest(plain)}",
        version=version,
        cards={card.id: card for row in (*decks.values(), *community.values()) for card in row},
        decks={colour: tuple(card.id for card in row) for colour, row in decks.items()},
        community={symbol: tuple(card.id for card in row) for symbol, row in community.items()},
        objectives={each.id: each for each in _objectives(reader, objectives)},
        start=tuple(reader.start(f"start_resources[{place}]", row) for place, row in enumerate(starts)),
        threshold=reader.number("the file", given, "end_threshold", 1, 999),
        tokens={kind: reader.token(f"bonus_tokens.{kind}", tokens.get(kind)) for kind in TOKENS if kind in tokens},
    )


def _parts(given: Mapping[str, Any], name: str) -> list[tuple[str, Any]]:
    value = given.get(name)
    return list(value.items()) if isinstance(value, dict) else []


def _deck(reader: _Reader, colour: str, rows: Any) -> list[Card]:
    reader.name("starting_decks", colour)
    listed = reader.rows(f"starting_decks.{colour}", rows, HAND)
    return [reader.card(f"starting_decks.{colour}[{place}]", row) for place, row in enumerate(listed)]


def _kinds(reader: _Reader, given: Mapping[str, Any]) -> Iterator[tuple[str, list[Any]]]:
    """The market's cards by kind, in the order of the kinds."""
    kinds = reader.fields("community", given.get("community"), SYMBOLS)
    for symbol in SYMBOLS:
        if symbol in kinds:
            yield symbol, reader.rows(f"community.{symbol}", kinds[symbol])


def _objectives(reader: _Reader, rows: list[Any]) -> list[Objective]:
    return [reader.objective(f"objectives[{place}]", row) for place, row in enumerate(rows)]


def _does_not_fit(found: CardSet) -> Iterator[str]:
    """What is wrong between parts that are right by themselves."""
    if len(found.decks) != MOST_SEATS:
        yield f"starting_decks: there must be {MOST_SEATS} of them; there are {len(found.decks)}."
    for symbol in SYMBOLS:
        own = [each for each in found.objectives.values() if each.symbol == symbol]
        last = [each for each in own if each.bonus_token]
        if len(last) != 1 or last[0].stars != VP_TOKEN or last[0].min_players != 2:
            yield f"objectives of {symbol}: exactly one has bonus_token, and it has {VP_TOKEN} stars and min_players 2."
        elif any(each.stars <= VP_TOKEN for each in own if each not in last):
            yield f"objectives of {symbol}: all but {last[0].id} must have more than {VP_TOKEN} stars."
    if sum(each.choose_tokens for each in found.start) > sum(each.copies for each in found.tokens.values()):
        yield "start_resources: more tokens to choose than there are bonus_tokens."


def _digest(plain: Any) -> str:
    """Eight hex digits that change with any value; what is only said about the set does not count."""
    values = {name: value for name, value in plain.items() if name not in _SAID} if isinstance(plain, dict) else plain
    return sha256(json.dumps(values, sort_keys=True, separators=(",", ":")).encode()).hexdigest()[:8]


def _called(kind: str, value: Any, where: str) -> str:
    """What an entry is called in a message: by its id if it has one, else by its place in the file."""
    name = value.get("id") if isinstance(value, dict) else None
    return f"{kind} {name:.40}" if isinstance(name, str) else where


def _shown(value: Any) -> str:
    """A value as it may stand in a message."""
    if isinstance(value, list | dict):
        return f"a list of {len(value)}" if isinstance(value, list) else "an object"
    return f"{json.dumps(value):.40}"
