"""What every game promises, tested on random matches of each game that is found.

A game's own `test_<key>.py` supplies `hide(state, viewer, rng)`, the same position with everything permuted that the
viewer cannot know, and `check(state)`, which asserts the laws of conservation. Without them these tests fail.
MATCHES there says how many matches are enough for a small change of that game, where 10,000 take too long;
`CONTRACT_MATCHES=5000 pytest tests/rules` plays so many of every game instead. A game with standing orders has
`any_orders(rng)` and `may_give_orders(state)`, the seats that may change them.
"""

import json
import os
from collections.abc import Iterator
from itertools import islice, product
from typing import Any

import pytest

from games import bots
from games.rules import codec, match, registry
from games.rules.base import Rules, RulesError, Table, UnreadableActionError
from games.rules.rng import Rng
from tests.rules.playing import Moment, own_tests, play, random_table, tables

MATCHES = 10_000
MANY_TABLES = 20
LONGEST = 20_000
LOOK_CLOSELY = 100
NAMES = ("Alice", "Bob", "Charlie", "Dora", "Emil", "Fay", "Gus", "Hana", "Igor")
ABSURD = (
    "", " ", "\x00", "take", "TAKE PILE", "𝔱𝔞𝔨𝔢", "\ud800", "null", "[]", "resign now", "0", "-1", "take pile ",
    "take hand 99999999999999999999 1", "٣ ٣", "\n", "discard", "{player_1}",
)  # fmt: skip


def parts(rules: Rules) -> int:
    """In how many pieces the matches of one kind of table are played, so that processes can share them."""
    return 1 if len(tables(rules)) > MANY_TABLES else 3


CHUNKS = [
    pytest.param(rules, seats, options, part, id=f"{rules.slug}-{seats}-{'-'.join(options.values())}-{part}")
    for rules in registry.all_rules()
    for seats, options in tables(rules)
    for part in range(parts(rules))
]


def how_many(rules: Rules) -> int:
    """The matches of a game that are played: all that are asked for, else what its own tests say."""
    return int(os.environ.get("CONTRACT_MATCHES", 0)) or getattr(own_tests(rules), "MATCHES", MATCHES)


def matches_of(rules: Rules, seats: int, options: dict[str, str], part: int) -> Iterator[tuple[Table, bytes, str, Rng]]:
    """This chunk's share of the matches, each with its seed, its bot and a source of chance for the test."""
    names = bots.names(rules)
    for number in range(-(-how_many(rules) // (len(tables(rules)) * parts(rules)))):
        rng = Rng(b"contract", f"{seats} {sorted(options.items())} {part} {number}")
        table = random_table(rules, seats, options, rng)
        seed = bytes(rng.below(256) for _ in range(32))
        yield table, seed, names[number % len(names)], rng


@pytest.mark.parametrize(("rules", "seats", "options", "part"), CHUNKS)
def test_random_matches_keep_the_contract(rules: Rules, seats: int, options: dict[str, str], part: int) -> None:
    compared = 0
    for table, seed, bot, rng in matches_of(rules, seats, options, part):
        log = []
        for moment in play(rules, table, seed, bot, rng):
            log.append(moment.entry)
            assert len(log) < LONGEST, "a match must end"
            check_every_step(rules, table, moment)
            if compared == 0 or rng.below(LOOK_CLOSELY) == 0:
                compared += look_closely(rules, table, moment, seed, rng)
                check_actions(rules, table, moment.state, {entry.words for entry in log if is_action(entry)})
        check_the_end(rules, table, moment.step.state)
        *_, (_, last) = match.replay(rules, table, seed, log)
        assert last == moment.step
    assert compared > 0, "no events were compared between worlds that look alike"


def is_action(entry: match.Entry) -> bool:
    return entry.words.partition(" ")[0] not in match.TABLE_WORDS


def check_every_step(rules: Rules, table: Table, moment: Moment) -> None:
    state = moment.state
    asked = rules.actors(state)
    assert asked
    assert rules.outcome(state) is None
    for seat in range(1, table.seats + 1):
        assert bool(rules.legal_actions(state, seat)) == (seat in asked)


def check_the_end(rules: Rules, table: Table, state: Any) -> None:
    outcome = rules.outcome(state)
    assert outcome is not None
    assert outcome.reason in rules.end_reasons
    assert len(outcome.places) == len(outcome.scores) == table.seats
    assert outcome.winners
    assert all(place == 1 + sum(other < place for other in outcome.places) for place in outcome.places)
    assert not any(rules.legal_actions(state, seat) for seat in range(table.seats + 1))
    assert all(rules.view(state, seat) == rules.view(state, None) for seat in range(1, table.seats + 1))
    own_tests(rules).check(state)


def look_closely(rules: Rules, table: Table, moment: Moment, seed: bytes, rng: Rng) -> int:
    """The dear checks, on a sample. How many pairs of worlds were found in which events could be compared."""
    state = moment.state
    own_tests(rules).check(state)
    snapshot = codec.dump(state)
    assert codec.load(rules.state_type, snapshot) == state
    found = sum(check_secrecy(rules, state, viewer, rng) for viewer in (None, *range(1, table.seats + 1)))
    again = match.advance(rules, codec.load(rules.state_type, snapshot), moment.entry, seed)
    assert again == moment.step
    assert codec.dump(state) == snapshot, "a method changed the state it was given"
    return found


def check_actions(rules: Rules, table: Table, state: Any, said: set[str]) -> None:
    """All legal actions are playable by their seats and by nobody else, and what was said before only if legal."""
    legal = {seat: rules.legal_actions(state, seat) for seat in range(1, table.seats + 1)}
    for words in said.union(*legal.values()):
        assert rules.canonical(words) == words
        assert rules.label(words).filled(NAMES)
        for seat, actions in legal.items():
            if words in actions:
                assert rules.apply(state, seat, words, Rng(b"", "test")).events
            else:
                with pytest.raises(RulesError):
                    rules.apply(state, seat, words, Rng(b"", "test"))
    for seat, words in product(rules.actors(state), ABSURD):
        with pytest.raises(RulesError):
            rules.apply(state, seat, words, Rng(b"", "test"))


def check_secrecy(rules: Rules, state: Any, viewer: int | None, rng: Rng) -> int:
    """What the viewer cannot know changes nothing the viewer is shown."""
    other = own_tests(rules).hide(state, viewer, rng)
    assert json.dumps(rules.view(state, viewer)) == json.dumps(rules.view(other, viewer))
    if viewer is not None:
        assert rules.legal_actions(state, viewer) == rules.legal_actions(other, viewer)
    return sum(same_news(rules, state, other, viewer, seat) for seat in rules.actors(state))


def same_news(rules: Rules, state: Any, other: Any, viewer: int | None, seat: int) -> bool:
    """The same action in both worlds: as long as they look alike afterwards, the events must look alike too."""
    compared = False
    allowed = rules.legal_actions(other, seat)
    for words in rules.legal_actions(state, seat):
        if words in allowed:
            one, two = (rules.apply(world, seat, words, Rng(b"", "test")) for world in (state, other))
            if rules.view(one.state, viewer) == rules.view(two.state, viewer):
                compared = compared or seat != viewer
                assert [event.seen_by(viewer) for event in one.events] == [
                    event.seen_by(viewer) for event in two.events
                ]
                assert one.shown == two.shown
    return compared


@pytest.mark.parametrize(("rules", "seats", "options", "part"), CHUNKS)
def test_every_event_has_a_sentence_for_everybody(rules: Rules, seats: int, options: dict[str, str], part: int) -> None:
    for table, seed, bot, rng in islice(matches_of(rules, seats, options, part), parts(rules)):
        steps = [match.begin(rules, table, seed), *(moment.step for moment in play(rules, table, seed, bot, rng))]
        for event, viewer in product([e for step in steps for e in step.events], (None, *range(1, seats + 1))):
            for shown in (event.seen_by(viewer), event.opened()):
                sentence = rules.tell(shown, viewer).filled(NAMES)
                assert sentence
                assert not set("{}") & set(sentence), sentence


@pytest.mark.parametrize("rules", registry.all_rules(), ids=lambda rules: rules.slug)
@pytest.mark.parametrize("words", [*ABSURD, "a" * 10_000_000], ids=lambda words: ascii(words[:20]))
def test_absurd_words_are_unreadable(rules: Rules, words: str) -> None:
    with pytest.raises(UnreadableActionError):
        rules.canonical(words)
    with pytest.raises(UnreadableActionError):
        rules.label(words)


@pytest.mark.parametrize("rules", registry.all_rules(), ids=lambda rules: rules.slug)
def test_options_and_what_players_bring_have_a_label_for_every_value(rules: Rules) -> None:
    for option in (*rules.options.values(), *rules.brings.values()):
        assert len(option.values) == len(option.labels) == len(set(option.values))
        assert all(text.filled(NAMES) for text in (option.title, *option.labels))
    assert all(option.required for option in rules.options.values())
    assert all(text.filled(NAMES) for text in (rules.name, rules.tagline, *rules.end_reasons.values()))
    assert json.dumps([rules.slug, rules.version, rules.min_seats, rules.max_seats])


@pytest.mark.parametrize(("rules", "seats", "options", "part"), [each for each in CHUNKS if each.values[3] == 0])
def test_the_deal_tells_everybody_the_same_but_their_own_cards(
    rules: Rules, seats: int, options: dict[str, str], part: int
) -> None:
    table, seed, _, rng = next(matches_of(rules, seats, options, part))
    step = match.begin(rules, table, seed)
    own_tests(rules).check(step.state)
    assert step == match.begin(rules, table, seed)
    assert len(rules.deck(table, match.rng_for(seed, 0))) > 0
    assert step.events
    for viewer in (None, *range(1, seats + 1)):
        check_secrecy(rules, step.state, viewer, rng)
