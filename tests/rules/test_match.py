"""A match is its table, its seed and its words: the same three always give the same match."""

import json
from typing import Any

import pytest

from games.rules import match, registry
from games.rules.base import IllegalActionError, Json, Rules, Step, UnreadableActionError
from games.rules.match import Entry
from games.rules.rng import Rng
from tests.rules.playing import play, random_table

SEED = bytes(range(32))
GAMES = pytest.mark.parametrize("rules", registry.all_rules(), ids=lambda rules: rules.slug)


def smallest_table(rules: Rules) -> Any:
    return match.lay_table(rules, rules.min_seats)


@GAMES
def test_a_replay_gives_every_step_of_the_match_again(rules: Rules) -> None:
    table = random_table(rules, rules.max_seats, {}, Rng(SEED, "table"))
    moments = list(play(rules, table, SEED, "random", Rng(SEED, "play")))
    replayed = list(match.replay(rules, table, SEED, [moment.entry for moment in moments]))
    assert replayed[0] == (Entry(0, 0, ""), match.begin(rules, table, SEED))
    assert replayed[1:] == [(moment.entry, moment.step) for moment in moments]


@GAMES
def test_another_seed_deals_other_cards(rules: Rules) -> None:
    table = smallest_table(rules)
    assert match.begin(rules, table, SEED) != match.begin(rules, table, bytes(32))


@GAMES
def test_the_last_one_who_stays_at_a_table_has_won(rules: Rules) -> None:
    state = match.begin(rules, smallest_table(rules), SEED).state
    for number, seat in enumerate(range(2, rules.min_seats + 1), 1):
        assert rules.outcome(state) is None
        state = match.advance(rules, state, Entry(number, seat, "resign"), SEED).state
    outcome = rules.outcome(state)
    assert outcome is not None
    assert outcome.winners == [1]


@GAMES
def test_agreeing_changes_nothing_until_the_table_stops(rules: Rules) -> None:
    state = match.begin(rules, smallest_table(rules), SEED).state
    for words in ("agree", "disagree", "seat Bob"):
        assert match.advance(rules, state, Entry(1, 1, words), SEED) == Step(state, ())
    outcome = rules.outcome(match.advance(rules, state, Entry(3, 0, "stop"), SEED).state)
    assert outcome is not None
    assert outcome.reason == "agreed"


@GAMES
@pytest.mark.parametrize(
    "words", ["resign now", "stop 1", "agree ", "disagree x", "nonsense", "", "orders {", "Resign"]
)
def test_words_that_nobody_knows_are_refused(rules: Rules, words: str) -> None:
    state = match.begin(rules, smallest_table(rules), SEED).state
    seat = min(rules.actors(state))
    refusal = IllegalActionError if words == "orders {" and not hasattr(rules, "give_orders") else UnreadableActionError
    with pytest.raises(refusal):
        match.advance(rules, state, Entry(1, seat, words), SEED)


@GAMES
def test_a_table_gets_the_first_value_of_every_option_and_nothing_brought(rules: Rules) -> None:
    table = smallest_table(rules)
    assert table.options == {name: option.values[0] for name, option in rules.options.items()}
    assert [set(own) for own in table.brought] == [set(rules.brings)] * rules.min_seats
    assert all(own[name] is None for own in table.brought for name, bring in rules.brings.items() if not bring.required)


@GAMES
def test_a_table_with_anything_that_is_not_on_offer_is_refused(rules: Rules) -> None:
    seats = rules.min_seats
    wrong_options = [{"nonsense": "x"}, *({name: "nonsense"} for name in rules.options)]
    for options in wrong_options:
        with pytest.raises(ValueError, match="nonsense"):
            match.lay_table(rules, seats, options)
    for own in ({"nonsense": "x"}, *({name: "nonsense"} for name in rules.brings)):
        with pytest.raises(ValueError, match="nonsense"):
            match.lay_table(rules, seats, {}, [own] * seats)
    for wrong_seats in (rules.min_seats - 1, rules.max_seats + 1):
        with pytest.raises(ValueError, match="seats"):
            match.lay_table(rules, wrong_seats)
    with pytest.raises(ValueError, match="players"):
        match.lay_table(rules, seats, {}, [{}] * (seats + 1))


def test_each_entry_draws_from_its_own_stream() -> None:
    draws = [match.rng_for(SEED, number).below(2**32) for number in range(50)]
    assert len(set(draws)) == 50
    assert draws[7] == Rng(SEED, "entry 7").below(2**32)


class Obedient:
    """Just enough of a rule set with standing orders."""

    def give_orders(self, state: Json, seat: int, orders: Json, rng: Rng) -> Step:
        return Step({**state, seat: orders, "chance": rng.below(1000)}, ())


def test_orders_reach_a_rule_set_that_has_them_with_the_entrys_own_chance() -> None:
    rules: Any = Obedient()
    orders = {"default": "hold", "except": {"9": "claim"}}
    step = match.advance(rules, {}, Entry(5, 2, f"orders {json.dumps(orders)}"), SEED)
    assert step.state == {2: orders, "chance": match.rng_for(SEED, 5).below(1000)}


def test_orders_that_are_not_json_are_unreadable() -> None:
    rules: Any = Obedient()
    with pytest.raises(UnreadableActionError):
        match.advance(rules, {}, Entry(5, 2, "orders {"), SEED)
