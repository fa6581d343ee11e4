"""Jest: the rulebook's examples, the rulings, and what the tests of every game need to know about it."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import bots
from games.rules import codec, match, registry
from games.rules.base import IllegalActionError, Json, Step, UnreadableActionError
from games.rules.jest.cards import CARDS, DECK, LETTER, ordered, words
from games.rules.jest.state import GONE, State, complete, next_taker
from games.rules.jest.trophies import CONDITIONS, award
from games.rules.jest.wording import CONDITIONS as CONDITION_TEXTS
from games.rules.jest.worth import faces, value
from games.rules.rng import Rng
from games.rules.spoken import Heard, hear, talk
from tests.rules.playing import chosen

RULES = registry.newest("jest")
MATCHES = 1_500
COUNTS = {3: (6, 24, 48, 192, 768, 1536), 4: (8, 48, 192, 384, 2304)}
SNAPSHOT = 180
ALL_ACTIONS = sorted(
    [f"offer {card.word}" for card in CARDS]
    + [f"take {seat} {face}" for seat in range(1, 5) for face in ("up", "down")]
)
NAMES = ("Alice", "Bob", "Charlie", "Dora")


def hide(state: State, viewer: int | None, rng: Rng) -> State:
    """All that lies face down before others, or in the deck, dealt anew from the same cards."""
    if state.end:
        return state
    seats, revealed = range(1, len(state.hands) + 1), not any(state.hands)
    closed = {(row, seat) for row in ("hands", "offers", "jests") for seat in seats if seat != viewer} | {("pile", 0)}
    lying = {(row, seat): getattr(state, row)[seat - 1] for row, seat in closed if seat} | {("pile", 0): state.pile}
    hidden = {at: cards[1:] if revealed and at[0] == "offers" else cards for at, cards in lying.items()}
    pool = iter(rng.shuffled("".join(hidden[at] for at in sorted(hidden)).replace(GONE, "")))
    for at in sorted(hidden):
        known = lying[at][: len(lying[at]) - len(hidden[at])]
        lying[at] = known + "".join(card if card == GONE else next(pool) for card in hidden[at])
    offers, jests = (
        tuple(lying.get((row, seat), getattr(state, row)[seat - 1]) for seat in seats) for row in ("offers", "jests")
    )
    hands = tuple(ordered(lying.get(("hands", seat), state.hands[seat - 1])) for seat in seats)
    return state._replace(pile=lying["pile", 0], hands=hands, offers=offers, jests=jests)


def check(state: State) -> None:
    """All 17 cards are somewhere, each once; hands, offers and takes fit together; the snapshot is small."""
    lying = "".join((state.pile, *state.hands, *state.offers, *state.jests)).replace(GONE, "")
    won = dict(zip(state.trophies, state.awarded, strict=False))
    unclaimed = "".join(card for card in state.trophies if not won.get(card))
    assert sorted(lying + unclaimed) == sorted(DECK)
    for hand, offer in zip(state.hands, state.offers, strict=True):
        assert state.end or (len(hand), len(offer)) in ((2, 0), (0, 2))
    if state.active:
        whole = [seat for seat, offer in enumerate(state.offers, 1) if complete(offer)]
        assert len(whole) == len(state.hands) - len(state.taken)
        assert state.active not in state.taken
    assert len(codec.dump(state)) <= SNAPSHOT


def cards(text: str) -> str:
    """Cards from words: `"AS JK"`."""
    return "".join(LETTER[word] for word in text.split())


def position(*offers: str, **fields: Any) -> State:
    """A position in which these offers ("up down") were revealed and the right seat is to take first."""
    nothing = ("",) * len(offers)
    empty = State("", "", nothing, tuple(map(cards, offers)), nothing, 0, (), 1, (), (), "", False, False)
    state = empty._replace(**fields)
    return state if state.active else state._replace(active=next_taker(state))


def last_round(*jests: str, **fields: Any) -> State:
    """A position before the very last take, after which these Jests are compared.

    Seat 1 takes the last of its own cards; the first card of each Jest given is what stays of the offer.
    """
    mine, *others = map(cards, jests)
    offers = (mine[0] + mine[1], *(rest[0] + GONE for rest in others))
    kept = (mine[2:], *(rest[1:] for rest in others))
    taken = tuple(range(2, len(jests) + 1))
    state = position(*("" for _ in jests), active=1)
    fields = {"trophies": cards(fields.pop("trophies", ""))} | fields
    return state._replace(offers=offers, jests=kept, taken=taken, **fields)


def finished(*jests: str, **fields: Any) -> Step:
    return do(last_round(*jests, **fields), "take 1 down")


def do(state: State, *actions: str, seat: int | None = None) -> Step:
    """What these actions of the seat to take (or of this seat) lead to; the events are those of the last one."""
    for number, action in enumerate(actions, 1):
        step = RULES.apply(state, seat or state.active, action, Rng(b"test", f"entry {number}"))
        state = step.state
    return step


def refused(state: State, seat: int, action: str) -> bool:
    """Whether this seat may not do this now; the list of legal actions and `apply` must say the same."""
    try:
        RULES.apply(state, seat, action, Rng(b"", ""))
    except IllegalActionError:
        assert action not in RULES.legal_actions(state, seat)
        return True
    assert action in RULES.legal_actions(state, seat)
    return False


def leave(state: State, seat: int) -> Step:
    return RULES.leave(state, seat, Rng(b"", ""))


def seen(step: Step, viewer: int | None) -> list[Json]:
    return [event.seen_by(viewer) for event in step.events]


def kinds(step: Step) -> list[str]:
    return [event.type for event in step.events]


def begun(seats: int, seed: bytes = bytes(32), **options: str) -> Step:
    return match.begin(RULES, match.lay_table(RULES, seats, options), seed)


def first_asked(state: State) -> int:
    """The lowest seat that has to act; 0 when the match is over."""
    return min(RULES.actors(state), default=0)


def all_offered(state: State) -> Step:
    """Every seat offers its first card face up, seat 1 first."""
    for seat in RULES.actors(state):
        step = do(state, RULES.legal_actions(state, seat)[0], seat=seat)
        state = step.state
    return step


def places(state: State) -> tuple[int, ...]:
    outcome = RULES.outcome(state)
    assert outcome is not None
    return outcome.places


def scores(state: State) -> tuple[int, ...]:
    outcome = RULES.outcome(state)
    assert outcome is not None
    return outcome.scores


# 4.1 Components


def test_the_deck_has_sixteen_suited_cards_and_a_joker() -> None:
    assert len(DECK) == len(set(DECK)) == 17
    assert words(DECK)[:4] + words(DECK)[-2:] == ["AS", "2S", "3S", "4S", "4H", "JK"]


@pytest.mark.parametrize(
    ("card", "condition"),
    [
        ("AS", "The highest club"), ("2S", "The most 3s"), ("3S", "The most 2s"), ("4S", "The lowest club"),
        ("AC", "The highest spade"), ("2C", "The lowest heart"), ("3C", "The highest heart"),
        ("4C", "The lowest spade"), ("AD", "The most 4s"), ("2D", "The highest diamond"), ("3D", "The lowest diamond"),
        ("4D", "The best Jest without the Joker"), ("AH", "Whoever holds the Joker"), ("JK", "The best Jest"),
    ],
)  # fmt: skip
def test_each_card_names_a_trophy_of_its_own(card: str, condition: str) -> None:
    assert CONDITION_TEXTS[card].message == condition
    assert set(CONDITIONS) == set(DECK)


# 4.2 Setup


@pytest.mark.parametrize(("seats", "trophies", "pile"), [(3, 2, 9), (4, 1, 8)])
def test_the_trophies_lie_open_and_everybody_has_two_cards(seats: int, trophies: int, pile: int) -> None:
    step = begun(seats)
    view = RULES.view(step.state, None)
    assert (len(view["trophies"]), view["deck"], view["phase"], view["round"]) == (trophies, pile, "offer", 1)
    assert [hand["count"] for hand in view["hands"]] == [2] * seats
    assert kinds(step) == ["trophies", *["dealt"] * seats]
    check(step.state)


def test_the_deck_of_the_proof_is_the_trophies_then_the_hands_then_the_rest() -> None:
    deck = RULES.deck(match.lay_table(RULES, 3), match.rng_for(bytes(32), 0))
    state = begun(3).state
    assert words(state.trophies) == deck[:2]
    assert [sorted(words(hand)) for hand in state.hands] == [sorted(deck[at : at + 2]) for at in (2, 4, 6)]
    assert words(state.pile[::-1]) == deck[8:]


@pytest.mark.parametrize(("seats", "rounds", "jest"), [(3, 4, 5), (4, 3, 4)])
def test_three_play_four_rounds_to_five_cards_and_four_play_three_to_four(seats: int, rounds: int, jest: int) -> None:
    state, rng = begun(seats).state, Rng(b"whole", "match")
    while seat := first_asked(state):
        state = RULES.apply(state, seat, chosen(RULES, state, seat, "random", rng), rng).state
    assert state.round == rounds
    assert sum(map(len, state.jests)) - sum(map(bool, state.awarded)) == jest * seats
    assert state.end == "score"


# 4.3 Offers


def test_all_seats_are_asked_to_offer_at_once_in_any_order() -> None:
    state = begun(3).state
    assert tuple(RULES.actors(state)) == (1, 2, 3)
    state = do(state, RULES.legal_actions(state, 2)[1], seat=2).state
    assert tuple(RULES.actors(state)) == (1, 3)
    assert RULES.legal_actions(state, 2) == ()


def test_nothing_of_an_offer_shows_before_the_last_one_is_in() -> None:
    """Whatever seat 2 holds and lays up: the others see the same, in view, events and the words of the log."""
    state = begun(3).state
    other = state._replace(
        hands=(state.hands[0], state.pile[-2:], state.hands[2]), pile=state.pile[:-2] + state.hands[1]
    )
    steps = [do(world, action, seat=2) for world in (state, other) for action in RULES.legal_actions(world, 2)]
    assert len({step.state for step in steps}) == 4
    for viewer in (1, 3, None):
        for step in steps:
            assert RULES.view(step.state, viewer) == RULES.view(steps[0].state, viewer)
            assert seen(step, viewer) == [{"type": "offered", "seat": 2, "up": None, "down": None}]
            assert step.shown == "offer"
    assert len({str(RULES.view(step.state, 2)) for step in steps}) == 4


def test_with_the_last_offer_the_face_up_cards_are_revealed_and_the_face_down_ones_are_not() -> None:
    state = begun(3).state
    step = all_offered(state)
    ups = [{"seat": seat, "up": words(hand)[0]} for seat, hand in enumerate(state.hands, 1)]
    assert kinds(step) == ["offered", "revealed", "turn"]
    assert seen(step, None)[1]["offers"] == ups
    for viewer in (None, 1, 2, 3):
        offers = RULES.view(step.state, viewer)["offers"]
        assert [offer["up"] for offer in offers] == [each["up"] for each in ups]
        assert [offer["down"] is not None for offer in offers] == [viewer == seat for seat in (1, 2, 3)]


def test_an_offer_stays_as_it_was_made() -> None:
    state = begun(3).state
    first, second = RULES.legal_actions(state, 1)
    state = do(state, first, seat=1).state
    assert refused(state, 1, second)
    assert refused(state, 1, first)


def test_a_card_that_one_does_not_hold_cannot_be_offered() -> None:
    state = begun(3).state
    assert refused(state, 1, RULES.legal_actions(state, 2)[0])
    assert refused(state, 1, "take 2 up")
    assert refused(position("2S 3S", "2C 3C", "2D 3D"), 1, "offer 2S")


# 4.3 Taking


def test_turn_order_three_of_hearts_three_of_spades_and_joker_begin_with_the_spade() -> None:
    assert position("3H 2S", "3S 2C", "JK 2D").active == 2


def test_turn_order_ace_two_joker_begin_with_the_two_since_an_ace_is_one_here() -> None:
    assert position("AS 3S", "2H 3C", "JK 3D").active == 2


def test_turn_order_an_ace_comes_before_the_joker() -> None:
    assert position("JK 3S", "AH 3C", "AD 3D").active == 3


def test_who_is_taken_from_takes_next() -> None:
    state = position("4S 2S", "2C 3C", "3D 4D")
    step = do(state, "take 2 up")
    assert (step.state.active, kinds(step)) == (2, ["took", "turn"])


def test_when_the_owner_has_taken_already_the_highest_face_up_card_is_next() -> None:
    state = position("4S 2S", "2C 3C", "3D 4D", "3H 4H")
    state = do(state, "take 2 up", "take 1 down").state
    assert state.active == 3  # 3D before 3H
    assert do(state, "take 4 up").state.active == 4


def test_only_a_complete_offer_of_another_seat_may_be_taken_from() -> None:
    state = position("4S 2S", "2C 3C", "3D 4D")
    assert refused(state, 1, "take 1 up")
    assert refused(state, 1, "take 4 up")
    assert refused(state, 2, "take 3 up")
    state = do(state, "take 2 up").state
    assert RULES.legal_actions(state, 2) == ("take 1 up", "take 1 down", "take 3 up", "take 3 down")
    assert refused(state, 2, "take 2 down")


def test_three_players_p_takes_from_q_and_q_from_p_so_r_must_take_one_of_its_own() -> None:
    state = do(position("4S 2S", "2C 3C", "3D 4D"), "take 2 up", "take 1 up").state
    assert state.active == 3
    assert RULES.legal_actions(state, 3) == ("take 3 up", "take 3 down")


def test_the_last_taker_takes_from_another_if_that_is_the_only_complete_offer() -> None:
    state = do(position("4S 2S", "2C 3C", "3D 4D"), "take 2 up", "take 3 up").state
    assert RULES.legal_actions(state, 3) == ("take 1 up", "take 1 down")


def test_a_face_up_card_is_known_to_all_and_a_face_down_one_to_taker_and_owner() -> None:
    state = position("4S 2S", "2C 3C", "3D 4D", "2H 3H")
    up, down = do(state, "take 2 up"), do(state, "take 2 down")
    assert [seen(up, viewer)[0]["card"] for viewer in (1, 2, 3, None)] == ["2C"] * 4
    assert [seen(down, viewer)[0]["card"] for viewer in (1, 2, 3, 4, None)] == ["3C", "3C", None, None, None]
    assert RULES.view(down.state, 3)["offers"][1] == {"seat": 2, "faces": ["up"], "up": "2C", "down": None}


def test_a_jest_is_shown_to_its_owner_alone() -> None:
    state = do(position("4S 2S", "2C 3C", "3D 4D"), "take 2 up").state
    assert RULES.view(state, 1)["jests"][0] == {"seat": 1, "count": 1, "cards": ["2C"], "value": 2}
    assert RULES.view(state, 2)["jests"][0] == {"seat": 1, "count": 1, "cards": None, "value": None}


def test_what_was_not_taken_is_mixed_with_as_many_new_cards_and_hidden_again() -> None:
    state = position("4S 2S", "2C 3C", "3D 4D", pile=cards("AS AC AD"))
    step = do(state, "take 2 up", "take 1 up", "take 3 up")
    assert sorted("".join(step.state.hands)) == sorted(cards("2S 3C 4D AS AC AD"))
    assert kinds(step) == ["took", "dealt", "dealt", "dealt"]
    assert (step.state.round, step.state.pile, step.state.active, step.state.taken) == (2, "", 0, ())
    orders = {
        tuple(RULES.apply(do(state, "take 2 up", "take 1 up").state, 3, "take 3 up", Rng(b"", str(n))).state.hands)
        for n in range(20)
    }
    assert len(orders) > 10


def test_every_action_ends_a_turn_also_when_the_same_seat_is_asked_again() -> None:
    step = all_offered(begun(3).state)
    assert step.turn_over
    assert do(step.state, RULES.legal_actions(step.state, step.state.active)[0]).turn_over


# 4.4 Value


@pytest.mark.parametrize(
    ("jest", "worth"),
    [
        ("4S 4C", 10), ("4S 4C 3D", 7), ("AS", 5), ("AS 2S", 3), ("AS AC", 12), ("AS AC 2C", 8),
        ("AS 2S AC 3C", 9), ("AD", -5), ("AD 2D", -3), ("JK", 4), ("JK 3S", 7), ("JK 2H", -2), ("JK AH", -5),
        ("JK AH 2H", -3), ("JK AH 2H 3H", -6), ("JK AH 2H 3H 4H", 10), ("AH 2H 3H 4H", 0),
        ("AS 2S 2C 3D JK 4H", 0), ("", 0), ("4H", 0),
    ],
)  # fmt: skip
def test_the_worked_values(jest: str, worth: int) -> None:
    assert value(cards(jest)) == worth


def test_a_lone_ace_and_an_ace_in_company_are_no_pair() -> None:
    assert value(cards("AS AC 2C")) == 5 + 1 + 2
    assert value(cards("AS 2S AC 3C")) == 1 + 2 + 1 + 3 + 2


@given(st.sets(st.sampled_from(DECK)).map(lambda found: "".join(sorted(found))))
def test_the_order_of_a_jest_makes_no_difference(jest: str) -> None:
    assert value(jest) == value(jest[::-1])
    assert faces(jest) == faces(jest[::-1])


# 4.5 Trophies


def winner(trophy: str, *jests: str, one_each: bool = False) -> tuple[int, ...]:
    return award(cards(trophy), [cards(jest) for jest in jests], one_each)


def test_the_highest_club_is_the_lone_ace_as_a_five() -> None:
    assert winner("AS", "AC 3S", "4C 2C", "3C") == (1,)


def test_the_lowest_club_is_the_two_since_the_lone_ace_is_a_five() -> None:
    assert winner("4S", "AC 3S", "4C 2C", "3C") == (2,)


def test_an_ace_in_company_is_the_lowest() -> None:
    assert winner("4S", "AC 3C", "4C 2C", "") == (1,)


def test_majority_of_threes_goes_to_two_of_them() -> None:
    assert winner("2S", "3S 2D", "3C 4H", "3D 3H") == (3,)


def test_majority_of_threes_among_equals_goes_to_the_spade() -> None:
    assert winner("2S", "3S 2D", "3C 4H", "3D 4S") == (1,)


@pytest.mark.parametrize(
    ("trophy", "seat"), [("3S", 1), ("AD", 3), ("AC", 1), ("2C", 1), ("3C", 3), ("4C", 1), ("2D", 3), ("3D", 2)]
)
def test_every_other_condition_finds_its_owner(trophy: str, seat: int) -> None:
    assert winner(trophy, "AS 2S 3S 2H", "2C 2D AC AD JK", "4C 4D 4H 3H 3D") == (seat,)


@pytest.mark.parametrize("trophy", ["2S", "3S", "AD"])
def test_a_majority_of_a_card_that_nobody_has_is_not_awarded(trophy: str) -> None:
    assert winner(trophy, "AS", "AC", "JK") == (0,)


def test_the_best_jest_among_equals_is_the_one_with_the_highest_card() -> None:
    assert winner("JK", "2S 3C", "AC", "4D") == (2,)  # 5 and 5, but the lone Ace is a 5
    assert winner("JK", "4S 2C", "4C 2S", "") == (1,)  # both 6 with a 4: spades before clubs


def test_the_best_jest_without_the_joker_passes_its_holder_over() -> None:
    assert winner("4D", "JK 4S 4C", "3S", "2S") == (2,)


def test_example_ace_of_hearts_and_ace_of_diamonds_go_to_two_players() -> None:
    jests = ("4S 4C 3D 2H 2S", "JK AS 2C 2D 3C", "4D AC 3S 3H 4H")
    assert [value(cards(jest)) for jest in jests] == [9, 12, 4]
    step = finished(*jests, trophies="AH AD")
    assert step.state.awarded == (2, 1)
    assert scores(step.state) == (8, 3, 4)
    assert places(step.state) == (1, 3, 2)
    assert seen(step, None)[-6:-1] == [
        {"type": "awarded", "trophy": "AH", "seat": 2},
        {"type": "awarded", "trophy": "AD", "seat": 1},
        {"type": "scored", "seat": 1, "value": 8},
        {"type": "scored", "seat": 2, "value": 3},
        {"type": "scored", "seat": 3, "value": 4},
    ]
    assert seen(step, None)[-1] == {"type": "finished", "reason": "score", "winners": [1]}


def test_example_a_joker_that_is_a_trophy_itself_leaves_the_holders_trophy_unawarded() -> None:
    jests = ("4S 4C 3D 2S 2C", "AS 3C 2D 3S AC", "4D 2H 4H 3H AD")
    assert [value(cards(jest)) for jest in jests] == [13, 10, -5]
    step = finished(*jests, trophies="JK AH")
    assert step.state.awarded == (1, 0)
    assert scores(step.state) == (17, 10, -5)
    assert {"type": "awarded", "trophy": "AH", "seat": None} in seen(step, None)
    check(step.state)


def test_example_one_player_wins_both_and_the_highest_card_settles_the_final_tie() -> None:
    jests = ("AC 4S 2D 2H 3H", "2C 3C 3S 3D 4H", "JK 2S 4D AD AS")
    assert [value(cards(jest)) for jest in jests] == [7, 7, 2]
    step = finished(*jests, trophies="4C AH")
    assert step.state.awarded == (3, 3)
    assert scores(step.state) == (7, 7, -3)
    assert places(step.state) == (1, 2, 3)


def test_option_shared_win_leaves_the_final_tie() -> None:
    jests = ("AC 4S 2D 2H 3H", "2C 3C 3S 3D 4H", "JK 2S 4D AD AS")
    step = finished(*jests, trophies="4C AH", ties_share=True)
    assert places(step.state) == (1, 1, 3)
    assert begun(3, final_tie="shared").state.ties_share
    assert not begun(3).state.ties_share


def test_option_one_trophy_each_passes_over_who_has_won_or_leaves_the_trophy_unclaimed() -> None:
    jests = ("AC 4S 2D 2H 3H", "2C 3C 3S 3D 4H", "JK 2S 4D AD AS")
    assert finished(*jests, trophies="4C AH", one_each=True).state.awarded == (3, 0)
    assert finished(*jests, trophies="AH 4C", one_each=True).state.awarded == (3, 2)
    assert begun(3, one_trophy_each="on").state.one_each
    assert not begun(3).state.one_each


def test_a_won_trophy_does_not_help_to_win_the_other() -> None:
    assert winner("4S 2S", "3S 2C", "3C 3D", "AC") == (1, 2)
    assert winner("2H 3C", "JK AH", "3H", "4H AS") == (1, 1)  # though the 2 of hearts will make the Ace a 1


def test_after_the_last_take_each_keeps_what_is_left_of_the_offer() -> None:
    step = finished("4S 4C 3D 2H 2S", "JK AS 2C 2D 3C", "4D AC 3S 3H 4H", trophies="AH AD")
    kept = [event for event in seen(step, None) if event["type"] == "kept"]
    assert kept == [{"type": "kept", "seat": seat, "card": card} for seat, card in ((1, "4S"), (2, "JK"), (3, "4D"))]


def test_after_the_end_everything_lies_open() -> None:
    state = finished("4S 4C 3D 2H 2S", "JK AS 2C 2D 3C", "4D AC 3S 3H 4H", trophies="AH AD").state
    view = RULES.view(state, None)
    assert view["awarded"] == [2, 1]
    assert [jest["value"] for jest in view["jests"]] == [8, 3, 4]
    assert view == RULES.view(state, 1)


# Leaving and stopping


def test_lot_acts_for_a_seat_that_was_given_up_and_places_it_last() -> None:
    state = leave(begun(3).state, 2).state
    assert tuple(RULES.actors(state)) == (1, 3)
    assert state.offers[1]
    rng = Rng(b"left", "match")
    while seat := first_asked(state):
        assert 2 not in RULES.actors(state)
        state = RULES.apply(state, seat, chosen(RULES, state, seat, "random", rng), rng).state
    check(state)
    assert places(state)[1] == 3
    assert len(state.jests[1]) >= 5


def test_leaving_as_the_last_to_offer_reveals_all_offers() -> None:
    state = begun(3).state
    for seat in (1, 2):
        state = do(state, RULES.legal_actions(state, seat)[0], seat=seat).state
    step = leave(state, 3)
    assert kinds(step)[:3] == ["offered", "revealed", "turn"]
    assert step.state.active in (1, 2)
    assert seen(step, None)[0]["up"] is None


def test_leaving_while_to_take_takes_by_lot() -> None:
    state = position("4S 2S", "2C 3C", "3D 4D")
    step = leave(state, 1)
    assert kinds(step)[0] == "took"
    assert step.state.active in (2, 3)
    assert {tuple(RULES.leave(state, 1, Rng(b"", str(number))).state.jests) for number in range(40)} == {
        (cards(card), "", "") for card in ("2C", "3C", "3D", "4D")
    }


def test_the_last_one_who_stays_has_won_whatever_the_jests_are_worth() -> None:
    state = position("4S 2S", "2C 3C", "3D 4D", jests=tuple(map(cards, ("4C", "AS", "AD"))))
    step = leave(leave(state, 1).state, 2)
    assert step.state.end == "resigned"
    assert places(step.state) == (2, 2, 1)
    for seat in (1, 2, 3):
        with pytest.raises(IllegalActionError):
            leave(step.state, seat)


def test_a_seat_cannot_be_given_up_twice_nor_act_afterwards() -> None:
    state = leave(begun(4).state, 2).state
    for seat in (0, 2, 5):
        with pytest.raises(IllegalActionError):
            leave(state, seat)
    with pytest.raises(IllegalActionError):
        do(state, "take 1 up", seat=2)
    assert RULES.legal_actions(state, 2) == ()


def test_agreeing_to_stop_counts_the_jests_as_they_lie_without_trophies() -> None:
    jests = tuple(map(cards, ("4C", "AS", "AD")))
    step = RULES.stop(position("4S 2S", "2C 3C", "3D 4D", jests=jests, trophies=cards("AC JK")))
    assert scores(step.state) == (4, 5, -5)
    assert kinds(step) == ["scored", "scored", "scored", "finished"]
    assert step.state.awarded == ()
    with pytest.raises(IllegalActionError):
        RULES.stop(step.state)


def test_stopping_before_anybody_has_taken_shares_the_win() -> None:
    assert places(RULES.stop(begun(4).state).state) == (1, 1, 1, 1)


# Words


def test_every_action_has_one_spelling_and_a_sentence() -> None:
    assert len(ALL_ACTIONS) == 17 + 8
    for action in ALL_ACTIONS:
        assert RULES.canonical(action) == action
    assert RULES.label("offer AS").filled(NAMES) == "Offer face up: Ace of spades"
    assert RULES.label("take 2 down").filled(NAMES) == "Take the face-down card of Bob"
    assert len({RULES.label(action).filled(NAMES) for action in ALL_ACTIONS}) == len(ALL_ACTIONS)
    assert set(RULES.vocabulary) == set(ALL_ACTIONS)


@pytest.mark.parametrize(
    "text",
    ["offer", "offer as", "offer 5S", "offer A S", "offer AS 2H", "take 2", "take up 2", "take 5 up", "take 0 up",
     "take 2 face up", "Take 2 up", "take  2 up", " offer AS", "offer JOKER", "take ２ up", "take 2 up\n"],
)  # fmt: skip
def test_anything_else_is_unreadable(text: str) -> None:
    with pytest.raises(UnreadableActionError):
        RULES.canonical(text)
    with pytest.raises(UnreadableActionError):
        RULES.apply(begun(3).state, 1, text, Rng(b"", ""))


def test_a_taken_card_is_told_to_its_owner_in_other_words() -> None:
    took = {"type": "took", "seat": 1, "from": 2, "face": "up", "card": "JK"}
    told = [RULES.tell(took, viewer).filled(NAMES) for viewer in (1, 2, 3)]
    assert told == [
        "You take from the offer of Bob: Joker.",
        "Alice takes from your offer: Joker.",
        "Alice takes from the offer of Bob: Joker.",
    ]


SAID = {
    "offer AS": (
        *("offer the Ace of Spades", "offer ace of spades face up", "I offer spade ace", "biete Pik-Ass an"),
        *("Je propose l'as de pique", "スペードのエースを表向きに出す", "出黑桃A", "스페이드 에이스를 공개합니다"),
        *("เสนอเอซโพดำ", "offer ♠A"),
    ),
    "offer JK": ("offer joker", "ジョーカーを出します"),
    "take 2 down": (
        *("take the face-down card of Bob", "nimm die verdeckte Karte von Bob", "prends la carte cachée de Bob"),
        *("Bobさんの裏向きのカードを取ります", "拿 Bob 的暗牌", "Bob 님의 뒷면 카드를 가져오기", "หยิบไพ่คว่ำของ Bob"),
    ),
    None: (
        *("don't offer the ace of spades", "ace of spades", "offer hearts", "take up", "take Bob", "take 2 up?"),
        "offer AS 2H",
    ),
}


@pytest.mark.parametrize(("action", "line"), [(action, line) for action, lines in SAID.items() for line in lines])
def test_players_say_it_in_their_own_words_and_a_doubtful_line_says_nothing(action: str | None, line: str) -> None:
    legal = ["offer AS", "offer JK", "take 2 up", "take 2 down", "take 3 up"]
    said = talk(
        spoken=registry.folder("jest").SPOKEN,
        legal=legal,
        known=RULES.vocabulary,
        canonical=RULES.canonical,
        names={"Bob": "2"},
        labels=[],
    )
    assert hear(line, said) == Heard(action, is_attempt=True)


# The page


def arranged(state: State, viewer: int | None, *steps: Step) -> Json:
    past = [seen(step, viewer) for step in steps]
    view, legal = RULES.view(state, viewer), RULES.legal_actions(state, viewer or 0)
    table: Json = registry.folder("jest").arrange(view, legal, viewer, past)
    return table


def test_the_page_lets_the_viewer_choose_what_lies_face_up_and_says_who_still_chooses() -> None:
    state = begun(3).state
    mine = arranged(state, 2)["own"]
    assert [each["allowed"] for each in mine["choices"]] == [True, True]
    assert [each["action"] for each in mine["choices"]] == list(RULES.legal_actions(state, 2))
    after = arranged(do(state, mine["choices"][0]["action"], seat=2).state, 2)
    assert after["status"].filled(NAMES) == "Your offer is made. Still to choose: Alice, Charlie."
    assert [place["why"].filled(NAMES) for place in after["own"]["offer"]] == ["Your offer is made."] * 2


def test_the_page_says_why_a_card_cannot_be_taken() -> None:
    state = do(position("4S 2S", "2C 3C", "3D 4D"), "take 2 up").state
    table = arranged(state, 2)
    own, (three, one) = table["own"], table["others"]
    assert [(place["there"], place["allowed"]) for place in own["offer"]] == [(False, False), (True, False)]
    assert all(place["allowed"] for each in (three, one) for place in each["offer"])
    assert "one card of this is gone" in own["offer"][1]["why"].message
    waiting = arranged(state, 3)["others"][0]["offer"][0]
    assert waiting["why"].message == "It is not your turn."
    first = arranged(position("4S 2S", "2C 3C", "3D 4D"), 1)["own"]["offer"][0]
    assert "only when no other is complete" in first["why"].message
    assert arranged(state, None)["others"][0]["offer"][0]["why"].message == "You are watching."


def test_the_page_works_out_what_the_own_jest_is_worth() -> None:
    state = position("4H 2S", "2C 3C", "3D 4D", jests=(cards("4S 4C 2D"), "", ""))
    jest = arranged(state, 1)["own"]["jest"]
    parts = [(part["picture"], part["points"]) for part in jest["parts"]]
    assert (jest["value"], parts) == (8, [("spades", 4), ("clubs", 4), ("diamonds", -2), ("pairs", 2)])


def test_the_page_remembers_what_everybody_saw_others_take() -> None:
    first = do(position("4S 2S", "2C 3C", "3D 4D"), "take 2 up")
    second = do(first.state, "take 3 down")
    one, two = (arranged(second.state, 3, first, second)["others"][place]["jest"] for place in (0, 1))
    assert [each["symbol"] for each in one["cards"]] == ["2C"]
    assert [(each["symbol"], each["fresh"]) for each in two["cards"]] == [("4D", True)]
    assert arranged(second.state, None, first, second)["others"][1]["jest"]["unseen"] == 1


def test_the_page_shows_who_won_which_trophy() -> None:
    step = finished("4S 4C 3D 2S 2C", "AS 3C 2D 3S AC", "4D 2H 4H 3H AD", trophies="JK AH")
    table = arranged(step.state, None, step)
    assert [each["won"].filled(NAMES) for each in table["trophies"]] == ["won by Alice", "won by nobody"]
    assert table["status"].filled(NAMES).endswith("Alice wins.")


# Bots


def choose(bot: str, state: State, seat: int) -> str:
    return bots.choose(bot, RULES, RULES.view(state, seat), RULES.legal_actions(state, seat), Rng(b"", "bot"))


def test_its_bots_are_random_and_greedy_and_a_late_seat_plays_by_chance() -> None:
    assert bots.names(RULES) == ("random", "greedy")
    assert bots.late_bot(RULES) == "random"


@pytest.mark.parametrize(
    ("jest", "expected"), [("", "take 2 up"), ("2C", "take 3 up"), ("4D", "take 2 up"), ("JK", "take 2 up")]
)
def test_greedy_takes_what_its_jest_gains_most_by(jest: str, expected: str) -> None:
    """Alone the Ace of clubs is a 5; with another club it is a 1, and the 3 of spades is better."""
    state = position("4H 2S", "AC AD", "3S 4D", jests=(cards(jest), "", ""))
    assert choose("greedy", state, 1) == expected


def test_greedy_offers_face_up_what_it_would_miss_least() -> None:
    state = begun(3).state._replace(hands=(cards("4S 4D"), cards("2S 2C"), cards("3S 3C")))
    assert choose("greedy", state, 1) == "offer 4D"


def test_greedy_beats_two_random_players_in_far_more_than_one_of_three_matches() -> None:
    """64 % and (against three) 55 % of 1,000 were won when this was written; by chance it is 33 and 25 %."""
    won = [sum(duel(seats, number) for number in range(250)) / 250 for seats in (3, 4)]
    assert won[0] > 0.5
    assert won[1] > 0.4


def duel(seats: int, number: int) -> bool:
    """Whether greedy wins one match against random players; the seats take turns."""
    seed, greedy_seat = number.to_bytes(32, "big"), 1 + number % seats
    rng, state, entry = Rng(seed, "bots"), match.begin(RULES, match.lay_table(RULES, seats), seed).state, 0
    while seat := first_asked(state):
        entry += 1
        action = chosen(RULES, state, seat, "greedy" if seat == greedy_seat else "random", rng)
        state = match.advance(RULES, state, match.Entry(entry, seat, action), seed).state
    outcome = RULES.outcome(state)
    assert outcome is not None
    return outcome.winners == [greedy_seat]


def test_the_snapshot_stays_small_with_every_field_at_its_longest() -> None:
    state = begun(4).state._replace(left=(1, 2), round=3, taken=(1, 2, 3))
    assert len(codec.dump(state)) <= SNAPSHOT
