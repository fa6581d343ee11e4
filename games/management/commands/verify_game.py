"""`manage.py verify_game CODE|FILE.json`: check a finished match from its seed to its result.

A file is what `GET /games/{id}/export/` gave; checking it needs neither a database nor this site.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import selectors
from games.access import get_board
from games.errors import GameNotFinishedError, NotFoundError
from games.rules import match
from games.rules.base import Outcome, Rules, RulesError, Table
from games.rules.registry import UnknownRulesError, rules_for
from games.rules.seed import commitment, match_seed

Json = dict[str, Any]


class Check(NamedTuple):
    """One thing that was checked: its name, what is wrong with it (empty: nothing), and what was found."""

    name: str
    wrong: str
    found: str


class Claim(NamedTuple):
    """What an export document says, read into the terms of the rules."""

    document: Json
    rules: Rules
    table: Table
    server_seed: bytes
    seed: bytes
    entries: Sequence[match.Entry]


class Command(BaseCommand):
    help = "Check a finished match, or an exported one, from its seed to its result."
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("match", metavar="CODE|FILE.json", help="a finished match of this site, or its export")

    def handle(self, *_args: Any, **options: Any) -> None:
        claim = read(document_of(options["match"]))
        failed = 0
        for check in checks(claim):
            failed += bool(check.wrong)
            self.stdout.write(f"{'WRONG' if check.wrong else 'ok':<6}{check.name:<11}{check.wrong or check.found}")
        if failed:
            raise CommandError(f"This match does not check out: {failed} of the checks failed.")


def document_of(name: str) -> Json:
    """The export document of a code or in a file. Raises CommandError."""
    if name.endswith(".json") or Path(name).is_file():
        return _from_file(Path(name))
    try:
        return selectors.export(get_board(name))
    except NotFoundError:
        raise CommandError(f"There is no match {name}, and no file of that name.") from None
    except GameNotFinishedError:
        raise CommandError(f"The match {name} is not over: its seed is still secret.") from None


def read(document: Json) -> Claim:
    """Raises CommandError for a document that is no export, or one of a game that is not known here."""
    try:
        return _claim(document)
    except UnknownRulesError as error:
        raise CommandError(f"These rules are not known here: {error.args[0]}.") from None
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise CommandError(f"This is no exported match: {type(error).__name__}: {error}.") from None


def checks(claim: Claim) -> Iterator[Check]:
    """Everything that can be recomputed, each compared with what the document says."""
    proof = claim.document["proof"]
    promised = commitment(claim.server_seed)
    yield _compare("commitment", proof.get("commitment"), promised, promised)
    yield Check("seed", "", f"{claim.seed.hex()} (server and {len(proof['player_seeds'])} of the players)")
    deck = list(claim.rules.deck(claim.table, match.rng_for(claim.seed, 0)))
    yield _compare("deck", proof.get("deal"), deck, f"{len(deck)} cards in the order of the seed")
    yield from _play(claim)


def _from_file(path: Path) -> Json:
    try:
        document = json.loads(path.read_bytes())
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from None
    except (ValueError, RecursionError):
        raise CommandError(f"{path} is not JSON.") from None
    if not isinstance(document, dict):
        raise CommandError(f"{path} is no exported match.")
    return document


def _claim(document: Json) -> Claim:
    if document["format"] != selectors.FORMAT:
        raise ValueError(f"its format is not {selectors.FORMAT}")
    rules = rules_for(document["ruleset"], document["rules_version"])
    brought: list[Mapping[str, str | None]] = document["brought"]
    table = match.lay_table(rules, len(document["seats"]), document["options"], brought)
    proof = document["proof"]
    server_seed = bytes.fromhex(proof["server_seed"])
    given = {int(own["seat"]): str(own["seed"]) for own in proof["player_seeds"]}
    seed = match_seed(server_seed, [given.get(seat, "") for seat in range(1, table.seats + 1)])
    entries = [entry for item in document["actions"] for entry in _entries(item)]
    return Claim(document, rules, table, server_seed, seed, entries)


def _entries(item: Json) -> Iterator[match.Entry]:
    """What was said: the action, and the standing orders that were changed silently after it."""
    number = int(item["number"])
    if number:
        yield match.Entry(number, int(item["seat"] or 0), str(item["action"]))
    for event in item["events"]:
        if event["type"] == match.ORDERS:
            yield match.Entry(number, int(event["seat"]), match.orders_said(event["orders"]))


def _play(claim: Claim) -> Iterator[Check]:
    """Replay: every entry must be allowed and do what is written, and the end must be the end."""
    shown = {item["number"]: list(item["events"]) for item in claim.document["actions"]}
    number = 0
    try:
        for entry, step in match.replay(claim.rules, claim.table, claim.seed, claim.entries):
            number = entry.number + 1
            events = json.loads(json.dumps([event.opened() for event in step.events]))
            rest = shown.get(entry.number, [])
            done, shown[entry.number] = rest[: len(events)], rest[len(events) :]
            if events != done:
                yield Check("actions", f"number {entry.number} did something else than is written", "")
                return
        if more := [number for number, events in shown.items() if events]:
            yield Check("actions", f"number {more[0]} did less than is written", "")
            return
    except (RulesError, IndexError) as error:
        yield Check("actions", f"number {number} was not allowed: {error}", "")
        return
    yield Check("actions", "", f"{len(claim.entries)} replayed, all allowed, all as written")
    outcome = _plain(claim.rules.outcome(step.state))
    yield _compare("outcome", claim.document["outcome"], outcome, _sentence(outcome))


def _plain(outcome: Outcome | None) -> Json | None:
    if outcome is None:
        return None
    return {
        "reason": outcome.reason,
        "winners": outcome.winners,
        "places": list(outcome.places),
        "scores": list(outcome.scores),
    }


def _sentence(outcome: Json | None) -> str:
    if outcome is None:
        return "none: the match was ended from outside"
    return f"{outcome['reason']}; winners {outcome['winners']}, scores {outcome['scores']}"


def _compare(name: str, written: Any, recomputed: Any, found: str) -> Check:
    same = json.loads(json.dumps(written)) == recomputed
    return Check(name, "" if same else f"written is {written!r:.200}, recomputed {recomputed!r:.200}", found)
