"""Play any game here in a terminal, against bots or as a spectator, without a database.

`python -m games.bots SLUG` seats you at seat 1; `--record HEX` keeps the finished match as a golden one.
"""

import argparse
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from games import bots
from games.rules import match, registry
from games.rules.base import Event, Json, Rules, RulesError, Table
from games.rules.rng import Rng
from games.rules.seed import new_server_seed

HUMAN = 1
HELP = "A number, an action in words, `resign` (or `resign 2` for seat 2), or `stop` to end as things stand."
RESIGNS = re.compile(rf"{match.RESIGN}(?: (\d))?")


class Session(NamedTuple):
    """One match in one terminal."""

    rules: Rules
    table: Table
    seed: bytes
    bot: str
    viewer: int | None
    names: tuple[str, ...]
    entries: list[match.Entry]


def main(arguments: Sequence[str] | None = None) -> int:
    """Play one match; the exit code is 0 also when the player walks away."""
    parser = _parser()
    args = parser.parse_args(arguments)
    try:
        session = _seated(args)
    except ValueError as error:
        parser.error(str(error))
    try:
        final = _play(session)
    except (EOFError, KeyboardInterrupt):
        _say("\nYou left the table.")
        return 0
    if args.record:
        _say(f"Recorded: {_record(session, final, args.record)}")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m games.bots", description="Play a game in the terminal.")
    parser.add_argument("slug", choices=[rules.slug for rules in registry.all_rules()])
    parser.add_argument("--players", type=int, help="seats at the table")
    parser.add_argument("--bot", help="who plays the other seats (default: the strongest)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a rule of the table")
    parser.add_argument("--bring", action="append", default=[], metavar="NAME=VALUE", help="what seat 1 brings along")
    parser.add_argument("--watch", action="store_true", help="bots only")
    seed = parser.add_mutually_exclusive_group()
    seed.add_argument("--seed", metavar="HEX", help="play the match of this seed")
    seed.add_argument("--record", metavar="HEX", help="the same, and keep it as a golden match")
    return parser


def _seated(args: argparse.Namespace) -> Session:
    rules = registry.newest(args.slug)
    seats = args.players or rules.min_seats
    table = match.lay_table(rules, seats, _pairs(args.option), [_pairs(args.bring), *[{}] * (seats - 1)])
    bot = args.bot or bots.names(rules)[-1]
    if bot not in bots.names(rules):
        raise ValueError(f"no such bot; there are {', '.join(bots.names(rules))}")
    names = tuple(f"{bot} (seat {seat})" for seat in range(1, seats + 1))
    text = args.seed or args.record
    seed = bytes.fromhex(text.zfill(64)) if text else new_server_seed()
    if args.watch:
        return Session(rules, table, seed, bot, None, names, [])
    return Session(rules, table, seed, bot, HUMAN, ("you (seat 1)", *names[1:]), [])


def _pairs(choices: Sequence[str]) -> dict[str, str]:
    return dict(choice.partition("=")[::2] for choice in choices)


def _play(session: Session) -> Any:
    """The final state."""
    rules, rng = session.rules, Rng(session.seed, "bots")
    step = match.begin(rules, session.table, session.seed)
    _tell(session, step.events)
    while rules.outcome(step.state) is None:
        seat = min(rules.actors(step.state))
        if seat == session.viewer:
            entry = _asked(session, step.state, seat)
        else:
            legal = rules.legal_actions(step.state, seat)
            entry = _entry(session, seat, bots.choose(session.bot, rules, rules.view(step.state, seat), legal, rng))
        try:
            step = match.advance(rules, step.state, entry, session.seed)
        except RulesError as error:
            _say(str(error))
            continue
        session.entries.append(entry)
        _tell(session, step.events)
    _show(rules.view(step.state, session.viewer))
    return step.state


def _entry(session: Session, seat: int, words: str) -> match.Entry:
    return match.Entry(len(session.entries) + 1, seat, words)


def _asked(session: Session, state: Any, seat: int) -> match.Entry:
    """What the person at the terminal does; asks until it can be read."""
    rules, legal = session.rules, session.rules.legal_actions(state, seat)
    _show(rules.view(state, seat))
    for number, action in enumerate(legal, 1):
        _say(f"{number:>3}  {rules.label(action).filled(session.names)}")
    while True:
        answer = _read()
        if answer == match.STOP:
            return _entry(session, 0, answer)
        if resigns := RESIGNS.fullmatch(answer):
            return _entry(session, int(resigns[1] or seat), match.RESIGN)
        if answer.isdecimal() and 1 <= int(answer) <= len(legal):
            return _entry(session, seat, legal[int(answer) - 1])
        try:
            return _entry(session, seat, rules.canonical(answer))
        except RulesError:
            _say(HELP)


def _read() -> str:
    sys.stdout.write("> ")
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.strip()


def _tell(session: Session, events: Sequence[Event]) -> None:
    for event in events:
        seen = event.seen_by(session.viewer)
        _say("* " + " ".join([seen.pop("type"), *(f"{key}={_short(value)}" for key, value in seen.items())]))


def _show(view: Json) -> None:
    """The table, a line for each fact and for each row of a list of objects."""
    _say("")
    for key, value in view.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            for row in value:
                _say(f"{key}: " + ", ".join(f"{name} {_short(fact)}" for name, fact in row.items()))
        else:
            _say(f"{key}: {_short(value)}")


def _short(value: Any) -> str:
    """A value on one line, without quotation marks."""
    return json.dumps(value).replace('"', "")


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


def _record(session: Session, final: Any, name: str) -> Path:
    """Write the golden match: all that is needed to replay it, and how it must end."""
    rules, table = session.rules, session.table
    golden = {
        "slug": rules.slug,
        "version": rules.version,
        "seed": session.seed.hex(),
        "seats": table.seats,
        "options": dict(table.options),
        "brought": [dict(own) for own in table.brought],
        "entries": [[entry.seat, entry.words] for entry in session.entries],
        "outcome": rules.outcome(final)._asdict(),  # type: ignore[union-attr]
    }
    path = Path(str(registry.folder(rules.slug).__file__)).parent / "golden" / f"{name}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(golden, separators=(",", ":")) + "\n")
    return path


if __name__ == "__main__":
    sys.exit(main())
