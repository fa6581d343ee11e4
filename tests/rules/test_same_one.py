"""Same One!: the rulebook's examples, the rulings, and what the tests of every game need to know about it."""

import json
from collections import Counter
from typing import Any

import pytest

from games import bots
from games.rules import codec, match, registry
from games.rules.base import Event, IllegalActionError, Json, Step, UnreadableActionError
from games.rules.rng import Rng
from games.rules.same_one import SPOKEN, arrange
from games.rules.same_one.cards import DECK, FOLLOWERS, SHARKS, SIGN, WORD, words
from games.rules.same_one.state import Claim, State, penalty, playing
from games.rules.spoken import hear, talk
from tests.rules.playing import chosen

RULES = registry.newest("same-one")
COUNTS = {
    3: (13, 73, 436),
    4: (13, 95, 644),
    5: (11, 108, 797),
    6: (13, 100, 878),
    7: (9, 70, 417),
    8: (9, 66, 491),
    9: (11, 90, 599),
}
MATCHES = 500
SNAPSHOT = 560


def hide(state: State, viewer: int | None, rng: Rng) -> State:
    """Pile, hands and orders of others dealt anew from the same cards, as the viewer could not tell."""
    if state.end:
        return state
    closed = [seat for seat in playing(state) if seat != viewer]
    pool = "".join(rng.shuffled(state.pile + "".join(state.hands[seat - 1] for seat in closed)))
    hands, orders, drawn = list(state.hands), list(state.orders), state.drawn
    for seat in closed:
        size = len(hands[seat - 1])
        hand, pool = pool[:size], pool[size:]
        if drawn and seat == state.active:
            drawn = rng.choice(hand)
        hands[seat - 1] = hand if state.as_dealt else "".join(sorted(hand))
        orders[seat - 1] = rng.choice(["c", "h", "c 9h", "h 1c 30c"])
    waiting = tuple(seat for seat in playing(state) if (seat in state.waiting if seat == viewer else rng.below(2)))
    waiting = waiting if state.drawn else ()
    return state._replace(pile=pool, hands=tuple(hands), orders=tuple(orders), drawn=drawn, waiting=waiting)


def check(state: State) -> None:
    """All 90 cards are somewhere, each once; games sum to zero; the snapshot is small."""
    everything = state.pile + state.aside + state.centre + "".join(state.hands)
    assert sorted(everything) == sorted(DECK)
    assert sum(state.points) == 0
    if not state.as_dealt:
        assert all(hand == "".join(sorted(hand)) for hand in state.hands)
    if not state.end:
        assert state.pile or len(state.aside) + len(state.centre[:-1]) == 0
        assert all(bool(state.hands[seat - 1]) for seat in playing(state))
        assert bool(state.centre) == bool(state.laid_by)
    assert len(codec.dump(state)) <= SNAPSHOT


def any_orders(rng: Rng) -> Json:
    """Orders somebody may give, for the random matches."""
    kinds = ["claim", "hold"]
    numbers = [str(1 + rng.below(30)) for _ in range(rng.below(4))]
    return {"default": rng.choice(kinds), "except": {number: rng.choice(kinds) for number in numbers}}


def may_give_orders(state: State) -> list[int]:
    """The seats that may change their orders."""
    return playing(state)


def cards(text: str) -> str:
    """`"G7 B7"` as signs, in this order."""
    return "".join(SIGN[word] for word in text.split())


def position(*hands: str, centre: str = "", pile: str | None = None, **fields: Any) -> State:
    """A position with these hands, seat 1 to play; whoever is before it laid the centre.

    The pile are all other cards unless it is given (the last drawn first); then the rest lies aside.
    """
    held = tuple("".join(sorted(cards(hand))) for hand in hands)
    seats = len(hands)
    rest = "".join(card for card in DECK if card not in "".join(held) + cards(centre))
    pile = rest if pile is None else cards(pile)
    state = State(
        pile=pile, aside="".join(card for card in rest if card not in pile), centre=cards(centre), hands=held, drawn="",
        active=1, laid_by=seats if centre else 0, bitten=0, claim=None, game=1, leader=1, turns=1, points=(0,) * seats,
        out=(), left=(), orders=("h",) * seats, waiting=(), end="", as_dealt=False, last_loses=False, frozen=False,
    )  # fmt: skip
    return state._replace(**fields)


def do(state: State, *actions: str) -> Step:
    """What the actions of the seats to play lead to; the events are those of the last one."""
    for number, action in enumerate(actions, 1):
        step = RULES.apply(state, state.active, action, Rng(b"test", f"entry {number}"))
        state = step.state
    return step


def refused(state: State, action: str) -> bool:
    """Whether the seat to play may not do this now; the list of legal actions and `apply` must say the same."""
    try:
        do(state, action)
    except IllegalActionError:
        assert action not in RULES.legal_actions(state, state.active)
        return True
    assert action in RULES.legal_actions(state, state.active)
    return False


def give(state: State, seat: int, orders: Json) -> Step:
    step: Step = RULES.give_orders(state, seat, orders, Rng(b"test", "orders"))  # type: ignore[attr-defined]
    return step


def leave(state: State, seat: int) -> Step:
    return RULES.leave(state, seat, Rng(b"test", "leave"))


def seen(step: Step, viewer: int | None = None) -> list[Json]:
    return [event.seen_by(viewer) for event in step.events if event.only in (None, viewer)]


def types(step: Step) -> list[str]:
    return [event.type for event in step.events]


def event(step: Step, kind: str) -> Json:
    """The only public event of this kind."""
    (found,) = [each for each in seen(step) if each["type"] == kind]
    return found


def begun(seats: int, seed: bytes = bytes(32), **options: str) -> Step:
    return match.begin(RULES, match.lay_table(RULES, seats, options), seed)


def followers(word: str) -> set[str]:
    return {WORD[card] for card in FOLLOWERS[SIGN[word]]}


# 2.1 Components, 2.2 Setup


def test_the_deck_has_each_number_from_1_to_30_in_three_colours() -> None:
    assert len(set(DECK)) == 90
    assert Counter(word[0] for word in WORD.values()) == {"G": 30, "B": 30, "Y": 30}
    assert {WORD[card] for card in SHARKS} == {f"{colour}{number}" for colour in "GBY" for number in range(13, 19)}


@pytest.mark.parametrize(("seats", "each"), [(3, 10), (6, 10), (7, 8), (9, 8)])
def test_ten_cards_are_dealt_or_eight_to_seven_players_and_more(seats: int, each: int) -> None:
    step = begun(seats)
    assert [len(hand) for hand in step.state.hands] == [each] * seats
    assert RULES.view(step.state, None)["pile"] == 90 - seats * each
    assert types(step) == ["dealt"] * seats + ["turn"]
    check(step.state)


def test_the_deck_of_the_proof_is_dealt_seat_by_seat_and_then_drawn_from_its_front() -> None:
    table = match.lay_table(RULES, 3)
    deck = RULES.deck(table, match.rng_for(bytes(32), 0))
    state = begun(3).state
    assert [sorted(words(hand)) for hand in state.hands] == [sorted(deck[at : at + 10]) for at in (0, 10, 20)]
    assert do(state, "draw").events[0].seen_by(state.active)["card"] == deck[30]


def test_the_deal_tells_each_seat_its_own_cards_only() -> None:
    step = begun(3)
    own = RULES.view(step.state, 2)["hands"][1]["cards"]
    assert [each["cards"] for each in seen(step, 2)[:3]] == [None, own, None]
    assert [each["cards"] for each in seen(step)[:3]] == [None] * 3


def test_the_first_leader_is_drawn_by_lot() -> None:
    leaders = Counter(begun(4, bytes([number] * 32)).state.leader for number in range(200))
    assert min(leaders[seat] for seat in range(1, 5)) > 30


@pytest.mark.parametrize("seats", [2, 10])
def test_a_table_of_two_or_ten_is_refused(seats: int) -> None:
    with pytest.raises(ValueError, match="seats"):
        match.lay_table(RULES, seats)


# 2.3 What may follow


def test_on_green_11_fits_green_12_to_30() -> None:
    assert followers("G11") == {f"G{number}" for number in range(12, 31)}


def test_on_yellow_18_fits_yellow_1_to_17() -> None:
    assert followers("Y18") == {f"Y{number}" for number in range(1, 18)}


@pytest.mark.parametrize(("top", "least", "most"), [("B15", 16, 30), ("B16", 1, 15), ("B30", 1, 29), ("B1", 2, 30)])
def test_the_arrow_turns_between_15_and_16(top: str, least: int, most: int) -> None:
    assert followers(top) == {f"B{number}" for number in range(least, most + 1)}
    view = RULES.view(position("G1", "G2", "G3", centre=top), None)
    assert view["arrow"] == ("up" if int(top[1:]) <= 15 else "down")


def test_on_an_empty_centre_any_card_fits() -> None:
    state = position("G1 B15 Y30", "G2", "G3")
    assert RULES.legal_actions(state, 1) == ("play G1", "play B15", "play Y30", "draw")
    assert RULES.view(state, None)["arrow"] is None


def test_only_the_same_colour_fits() -> None:
    state = position("G12 B12 Y12 G10", "G2", "G3", centre="G11")
    assert refused(state, "play B12")
    assert refused(state, "play G10")
    assert not refused(state, "play G12")


def test_the_fitting_card_goes_underneath_and_the_others_on_top_in_any_order() -> None:
    state = position("G12 B12 Y12 G1", "G2", "G3", centre="G11")
    assert RULES.legal_actions(state, 1) == (
        "play G12", "play G12 B12", "play G12 Y12", "play G12 B12 Y12", "play G12 Y12 B12", "draw",
    )  # fmt: skip
    step = do(state, "play G12 Y12 B12")
    assert RULES.view(step.state, None)["centre"] == ["G11", "G12", "Y12", "B12"]
    assert event(step, "played") == {"type": "played", "seat": 1, "cards": ["G12", "Y12", "B12"]}


def test_after_several_cards_the_topmost_sets_the_colour() -> None:
    state = do(position("G12 B12 G1", "G20 B20", "G3", centre="G11"), "play G12 B12").state
    assert refused(state, "play G20")
    assert not refused(state, "play B20")


def test_on_a_lead_cards_of_one_number_go_in_any_order() -> None:
    state = position("G5 B5 Y5 G9", "G2", "G3")
    assert len(RULES.legal_actions(state, 1)) == 3 + 6 + 6 + 1 + 1
    assert not refused(state, "play Y5 G5 B5")


@pytest.mark.parametrize("text", ["play G5 G9", "play G5 G5", "play", "play G31", "play X7", "play G07", "same-one"])
def test_cards_that_are_no_play_are_unreadable(text: str) -> None:
    with pytest.raises(UnreadableActionError):
        RULES.canonical(text)


@pytest.mark.parametrize(
    ("text", "spelled"), [("PLAY b7 y7", "play B7 Y7"), ("Draw", "draw"), ("same-one g30", "same-one G30")]
)
def test_case_makes_no_difference(text: str, spelled: str) -> None:
    assert RULES.canonical(text) == spelled


def test_every_action_reads_back_from_its_words() -> None:
    assert len(RULES.vocabulary) == len(set(RULES.vocabulary)) == 2 + 30 * 15 + 90
    for words_said in RULES.vocabulary:
        assert RULES.canonical(words_said) == words_said


def test_the_last_card_must_not_be_a_shark() -> None:
    assert refused(position("G14", "G2", "G3", centre="G5"), "play G14")
    assert refused(position("G14 B14", "G2", "G3", centre="G5"), "play G14 B14")
    assert not refused(position("G14 B14", "G2", "G3", centre="G5"), "play G14")
    assert not refused(position("G12 B12", "G2", "G3", centre="G5"), "play G12 B12")


def test_the_last_card_must_not_be_a_shark_said_as_same_one_either() -> None:
    assert refused(position("G14", "G2", "G3", centre="B14"), "same-one G14")
    assert not refused(position("G14 G20", "G2", "G3", centre="B14"), "same-one G14")


# 2.4 Drawing, passing, Same One


def test_only_the_seat_to_play_is_asked() -> None:
    state = position("G1", "G2", "G3", active=2)
    assert list(RULES.actors(state)) == [2]
    assert RULES.legal_actions(state, 1) == ()
    with pytest.raises(IllegalActionError):
        RULES.apply(state, 1, "draw", Rng(b"", ""))


def test_one_may_draw_also_when_one_could_play() -> None:
    assert not refused(position("G12", "G2", "G3", centre="G11"), "draw")
    assert not refused(position("G12", "G2", "G3"), "draw")


def test_nobody_passes_without_drawing_while_there_is_a_card_to_draw() -> None:
    assert refused(position("B12", "G2", "G3", centre="G11"), "pass")
    assert refused(position("B12", "G2", "G3"), "pass")


def test_a_drawn_card_is_played_alone_or_kept() -> None:
    state = do(position("G20 B21", "G2", "G3", centre="G11", pile="Y1 B20 G21"), "draw").state
    assert RULES.view(state, 1)["drawn"] == "G21"
    assert RULES.legal_actions(state, 1) == ("play G21", "pass")
    assert RULES.view(do(state, "play G21").state, None)["centre"] == ["G11", "G21"]
    kept = do(state, "pass")
    assert words(kept.state.hands[0]) == ["G20", "G21", "B21"]
    assert types(kept) == ["passed", "turn"]


def test_only_the_drawer_learns_which_card_was_drawn() -> None:
    step = do(position("G20", "G2", "G3", centre="G11", pile="Y1 G21"), "draw")
    assert [seen(step, viewer)[0]["card"] for viewer in (1, 2, 3, None)] == ["G21", None, None, None]
    assert [RULES.view(step.state, viewer)["drawn"] for viewer in (1, 2, 3, None)] == ["G21", None, None, None]


def test_a_drawn_card_that_does_not_fit_can_only_be_kept() -> None:
    state = do(position("G20", "G2", "G3", centre="G11", pile="Y1 B21"), "draw").state
    assert RULES.legal_actions(state, 1) == ("pass",)


def test_same_one_may_be_said_with_a_drawn_card() -> None:
    state = do(position("G20", "G2", "G3", centre="G11", pile="Y1 B11"), "draw").state
    assert RULES.legal_actions(state, 1) == ("same-one B11", "pass")
    step = do(state, "same-one B11")
    assert types(step) == ["claimed", "washed", "turn"]
    assert RULES.view(step.state, None)["seat_to_play"] == 1


def test_holders_of_green_7_or_yellow_7_may_claim_on_blue_7() -> None:
    state = position("G7 Y7 G30", "G2", "G3", centre="B7")
    assert [action for action in RULES.legal_actions(state, 1) if "same" in action] == ["same-one G7", "same-one Y7"]


def test_same_one_washes_the_round_and_the_claimant_leads() -> None:
    step = do(position("G7 G30", "G2", "G3", centre="B5 B7"), "same-one G7")
    assert seen(step) == [
        {"type": "claimed", "seat": 1, "card": "G7", "claimants": [1]},
        {"type": "washed", "leader": 1},
        {"type": "turn", "seat": 1, "game": 1, "lead": True},
    ]
    assert (step.state.centre, words(step.state.aside)) == ("", ["B5", "B7", "G7"])


def test_a_drawn_card_locks_others_out_and_a_card_kept_before_is_no_same_one_meanwhile() -> None:
    state = do(position("Y11 G20", "G11 G2", "G3", centre="B11", pile="Y1 B20"), "draw").state
    assert refused(state, "same-one Y11")
    step = give(state, 2, {"default": "claim"})
    assert step.state.centre == state.centre


def test_when_all_others_have_passed_the_round_is_washed_and_the_one_who_played_leads() -> None:
    state = position("B20 B1", "Y2 Y3", "Y4 Y5", centre="G29", pile="Y9 Y8 Y7 Y6")
    after = do(state, "draw", "pass", "draw").state
    step = do(after, "pass")
    assert types(step) == ["passed", "washed", "turn"]
    assert event(step, "washed")["leader"] == 3
    assert step.state.centre == ""


def test_a_shark_attack_skips_the_next_seat_without_drawing() -> None:
    step = do(position("G14 G1", "G2 G3", "Y4", "Y5", centre="G11"), "play G14")
    assert types(step) == ["played", "passed", "turn"]
    assert event(step, "passed") == {"type": "passed", "seat": 2, "skipped": True}
    assert RULES.view(step.state, None)["shark_attack"] == 2
    assert step.state.active == 3
    assert len(step.state.hands[1]) == 2


def test_several_sharks_at_once_still_skip_one_seat() -> None:
    assert do(position("G14 B14 Y14 G1", "G2", "Y4", "Y5", centre="G11"), "play G14 B14 Y14").state.active == 3


def test_the_skipped_player_may_still_claim() -> None:
    state = position("G14 G1", "B14 G3", "Y4", "Y5", centre="G11", orders=("h", "c", "h", "h"))
    step = do(state, "play G14")
    assert types(step) == ["played", "claimed", "washed", "turn"]
    assert step.state.active == 2


def test_a_shark_laid_as_same_one_attacks_nobody() -> None:
    step = do(position("G14 G1", "G2", "G3", centre="B14"), "same-one G14")
    assert step.state.active == 1
    assert RULES.view(step.state, None)["shark_attack"] is None


def test_when_the_pile_is_empty_all_but_the_top_card_become_a_new_pile() -> None:
    state = position("G20", "G2", "G3", centre="B1 B7 B11", pile="Y1")
    step = do(state, "draw")
    assert types(step) == ["drew", "reshuffled"]
    assert RULES.view(step.state, None)["centre"] == ["B11"]
    assert event(step, "reshuffled")["count"] == len(step.state.pile) == 90 - 4 - 1
    assert step.state.aside == ""


def test_the_new_pile_is_in_an_order_from_the_seed() -> None:
    state = position("G20", "G2", "G3", centre="B11", pile="Y1")
    piles = {RULES.apply(state, 1, "draw", Rng(b"test", str(number))).state.pile for number in range(5)}
    assert len(piles) == 5


# 2.5 Scoring


def test_three_ordinary_cards_and_a_shark_cost_5_and_four_and_two_sharks_cost_8() -> None:
    assert penalty(cards("G1 B7 Y30 G13")) == 5
    assert penalty(cards("G2 B7 Y30 G12 G18 Y14")) == 8


def test_keita_wins_what_hayato_and_hiroki_lose() -> None:
    step = do(position("G12", "G1 B7 Y30 G13", "G2 B8 Y29 B12 G18 Y14", centre="G11"), "play G12")
    assert event(step, "game_scored") == {
        "type": "game_scored", "seat": 1, "points": [13, -5, -8], "wonderful": False,
    }  # fmt: skip
    assert step.state.points == (13, -5, -8)


def test_wonderful_costs_ten_each_whatever_is_held() -> None:
    step = do(position("G1", "B2", "Y3 G13 G14", centre="G20"), "play G1")
    assert event(step, "game_scored")["points"] == [20, -10, -10]
    assert event(step, "game_scored")["wonderful"] is True


def test_two_dogs_at_once_are_wonderful_too() -> None:
    step = do(position("G1 B1", "B2", "Y3", centre="G20"), "play G1 B1")
    assert event(step, "game_scored")["points"] == [20, -10, -10]


def test_the_next_game_is_led_by_the_neighbour_of_the_previous_first_leader() -> None:
    state = position("G12", "B2", "Y3", centre="G11", leader=3)
    step = do(state, "play G12")
    assert types(step) == ["played", "game_scored", "dealt", "dealt", "dealt", "turn"]
    assert (step.state.game, step.state.leader, step.state.active) == (2, 1, 1)
    check(step.state)


def test_a_match_has_as_many_games_as_players_and_the_highest_total_wins() -> None:
    state = position("G12", "B2", "Y3", centre="G11", game=3, points=(-5, 9, -4))
    step = do(state, "play G12")
    outcome = RULES.outcome(step.state)
    assert outcome is not None
    assert (outcome.reason, outcome.scores, outcome.places) == ("games", (-3, 8, -5), (2, 1, 3))
    assert RULES.outcome(do(state._replace(game=2), "play G12").state) is None


def test_equal_totals_share_the_win() -> None:
    step = do(position("G12", "B2", "Y3", centre="G11", game=3, points=(2, 5, -7)), "play G12")
    assert seen(step)[-1] == {"type": "finished", "reason": "games", "winners": [1, 2]}


# 2.6 Options


def test_hands_are_sorted_or_stay_as_they_were_dealt() -> None:
    table = match.lay_table(RULES, 3, {"hands": "as_dealt"})
    deck = RULES.deck(table, match.rng_for(bytes(32), 0))
    state = match.begin(RULES, table, bytes(32)).state
    assert RULES.view(state, 1)["hands"][0]["cards"] == deck[:10]
    drawn = do(state, "draw").state
    assert RULES.view(drawn, drawn.active)["hands"][drawn.active - 1]["cards"][-1] == deck[30]
    numbers = [int(word[1:]) for word in RULES.view(begun(3).state, 1)["hands"][0]["cards"]]
    assert numbers == sorted(numbers)


def last_one(*hands: str, **fields: Any) -> State:
    return position(*hands, last_loses=True, **fields)


def test_when_the_last_one_loses_who_runs_out_leaves_and_play_goes_on() -> None:
    step = do(last_one("G12", "G20 G21", "Y3 Y4", centre="G11"), "play G12")
    assert types(step) == ["played", "went_out", "turn"]
    assert step.state.active == 2
    assert RULES.view(step.state, None)["out"] == [1]


def test_the_last_holder_of_cards_loses_and_there_are_no_points() -> None:
    step = do(last_one("G12", "", "Y3 Y4", centre="G11", out=(2,)), "play G12")
    outcome = RULES.outcome(step.state)
    assert outcome is not None
    assert (outcome.reason, outcome.places, outcome.scores) == ("last_one", (1, 1, 3), (0, 0, 0))


def test_the_centre_card_of_who_has_left_stays_and_all_passing_lets_the_next_seat_lead() -> None:
    state = do(last_one("G29", "B20 B1", "Y4 Y5", centre="G11", pile="Y9 Y8 Y7 Y6"), "play G29").state
    assert words(state.centre) == ["G11", "G29"]
    step = do(state, "draw", "pass", "draw", "pass")
    assert event(step, "washed")["leader"] == 2


def test_who_has_left_cannot_claim_and_whoever_goes_out_by_claiming_lets_the_next_lead() -> None:
    state = last_one("G12", "B12", "Y3 Y4", "Y5 Y6", centre="G11", orders=("c",) * 4)
    step = do(state, "play G12")
    assert types(step) == ["played", "went_out", "claimed", "went_out", "washed", "turn"]
    assert (step.state.out, step.state.active) == ((1, 2), 3)
    with pytest.raises(IllegalActionError):
        give(step.state, 1, {"default": "claim"})


# Edge rulings 1-9


def test_ruling_1_a_leader_who_draws_and_keeps_moves_the_lead_clockwise() -> None:
    step = do(position("G12", "G2", "G3", pile="Y1 B20"), "draw", "pass")
    assert (step.state.active, step.state.centre) == (2, "")
    assert seen(step)[-1] == {"type": "turn", "seat": 2, "game": 1, "lead": True}


def test_ruling_2_with_one_shark_left_the_drawn_card_may_be_played_also_a_shark() -> None:
    state = do(position("G14", "G2", "G3", centre="G11", pile="Y1 G15"), "draw").state
    assert RULES.legal_actions(state, 1) == ("play G15", "pass")
    assert words(do(state, "play G15").state.hands[0]) == ["G14"]


def all_held(*hands: str, **fields: Any) -> State:
    """Every card that is not named is in the hand of the last seat, and the pile is empty."""
    state = position(*hands, **fields)
    rest = "".join(sorted(state.pile + state.hands[-1]))
    return state._replace(pile="", hands=(*state.hands[:-1], rest))


def test_ruling_3_with_no_card_to_draw_one_passes_without_drawing() -> None:
    state = all_held("B12", "G2", "", centre="G11")
    assert RULES.legal_actions(state, 1) == ("pass",)
    assert types(do(state, "pass")) == ["passed", "turn"]


def test_ruling_3_on_a_lead_one_passes_without_drawing_only_if_nothing_can_be_played() -> None:
    assert refused(all_held("B12", "G2", ""), "pass")
    assert not refused(all_held("B14", "G2", ""), "pass")


def test_ruling_3_cards_that_go_aside_while_the_pile_is_empty_refill_it_at_once() -> None:
    step = do(all_held("B11 G30", "G2", "", centre="G11"), "same-one B11")
    assert types(step) == ["claimed", "washed", "reshuffled", "turn"]
    assert len(step.state.pile) == 2
    step = do(all_held("G12 G30", "G2", "", centre="G11"), "play G12")
    assert words(step.state.pile) == ["G11"]


def test_ruling_4_the_card_drawn_before_the_reshuffle_stays_with_its_drawer() -> None:
    state = do(position("G20", "G2", "G3", centre="B1 G11", pile="G21"), "draw").state
    assert RULES.view(state, 1)["drawn"] == "G21"
    assert not refused(state, "play G21")


def test_ruling_5_one_cannot_claim_the_own_card() -> None:
    state = position("B7 G7 G30", "G2", "G3", centre="B5", orders=("c",) * 3)
    step = do(state, "play B7")
    assert "claimed" not in types(step)
    assert give(step.state, 1, {"default": "claim", "except": {"9": "hold"}}).state.centre == step.state.centre


def test_ruling_5_the_window_closes_when_somebody_wins() -> None:
    step = do(position("G12", "B12 B1", "Y12", centre="G11", orders=("c",) * 3), "play G12")
    assert types(step)[:2] == ["played", "game_scored"]


def test_ruling_6_skipped_by_a_shark_with_three_players_and_the_third_passes_washes_the_round() -> None:
    state = do(position("G14 G1", "G2 G3", "Y4 Y5", centre="G11", pile="Y1 B30"), "play G14", "draw").state
    step = do(state, "pass")
    assert types(step) == ["passed", "washed", "turn"]
    assert event(step, "washed")["leader"] == 1


def test_ruling_7_same_one_with_a_dog_as_last_card_is_wonderful() -> None:
    step = do(position("G1", "B2", "Y3", centre="B1"), "same-one G1")
    assert types(step)[:2] == ["claimed", "game_scored"]
    assert event(step, "game_scored")["points"] == [20, -10, -10]


def test_ruling_8_the_limits_are_three_to_nine_players() -> None:
    assert (RULES.min_seats, RULES.max_seats) == (3, 9)


def test_ruling_9_a_game_of_100_turns_for_each_player_is_void() -> None:
    state = position("G20 B1", "G2", "G3", turns=300, pile="Y9 Y8")
    step = do(state, "draw", "pass")
    assert types(step)[:2] == ["passed", "game_scored"]
    assert event(step, "game_scored") == {
        "type": "game_scored", "seat": None, "points": [0, 0, 0], "wonderful": False,
    }  # fmt: skip
    assert step.state.game == 2
    last = do(state._replace(last_loses=True), "draw", "pass")
    assert seen(last)[-1] == {"type": "finished", "reason": "endless", "winners": [1, 2, 3]}


# 2.7 Standing orders


def test_orders_claim_for_everybody_unless_they_say_otherwise() -> None:
    assert RULES.orders(begun(3).state, 2) == {"default": "claim", "except": {}}  # type: ignore[attr-defined]


def test_orders_claim_the_moment_a_card_lands() -> None:
    step = do(position("B7 B30", "G2", "Y7 Y1", centre="B5", orders=("c",) * 3), "play B7")
    assert seen(step)[1:] == [
        {"type": "claimed", "seat": 3, "card": "Y7", "claimants": [3]},
        {"type": "washed", "leader": 3},
        {"type": "turn", "seat": 3, "game": 1, "lead": True},
    ]


def test_nobody_claims_and_nothing_is_announced() -> None:
    held = do(position("B7 B30", "G2", "Y7 Y1", centre="B5"), "play B7")
    without = do(position("B7 B30", "G2", "Y8 Y1", centre="B5", orders=("c",) * 3), "play B7")
    assert seen(held) == seen(without)
    assert [RULES.view(step.state, 2) for step in (held,)] == [RULES.view(without.state, 2)]


def test_of_two_claimants_the_seed_draws_one_and_the_log_names_both() -> None:
    state = position("B7 B30", "G7 G2", "Y7 Y1", centre="B5", orders=("c",) * 3)
    steps = [RULES.apply(state, 1, "play B7", Rng(b"toss", str(number))) for number in range(200)]
    assert {tuple(event(step, "claimed")["claimants"]) for step in steps} == {(2, 3)}
    winners = Counter(event(step, "claimed")["seat"] for step in steps)
    assert 70 < winners[2] < 130
    loser = next(step.state for step in steps if event(step, "claimed")["seat"] == 2)
    assert "Y7" in words(loser.hands[2])
    assert RULES.view(loser, None)["claim"] == {"seat": 2, "card": "G7", "claimants": [2, 3]}
    assert RULES.view(do(loser, "play G2" if "G2" in words(loser.hands[1]) else "draw").state, None)["claim"] is None


def test_the_toss_is_the_same_from_the_same_seed() -> None:
    state = position("B7 B30", "G7 G2", "Y7 Y1", centre="B5", orders=("c",) * 3)
    assert do(state, "play B7") == do(state, "play B7")


@pytest.mark.parametrize(
    ("orders", "claims"),
    [
        ({"default": "claim"}, True),
        ({"default": "hold"}, False),
        ({"default": "claim", "except": {"7": "hold"}}, False),
        ({"default": "claim", "except": {"9": "hold"}}, True),
        ({"default": "hold", "except": {"7": "claim"}}, True),
        ({"except": {"7": "claim"}}, True),
        ({}, True),
    ],
)
def test_exceptions_by_number_win_over_the_default(orders: Json, claims: bool) -> None:
    state = give(position("B7 B30", "G2", "Y7 Y1", centre="B5"), 3, orders).state
    assert ("claimed" in types(do(state, "play B7"))) == claims
    shown = RULES.orders(state, 3)  # type: ignore[attr-defined]
    assert shown == {"default": orders.get("default", "claim"), "except": orders.get("except", {})}


@pytest.mark.parametrize(
    "orders",
    [
        [], None, "claim", {"default": "maybe"}, {"default": None}, {"except": []}, {"except": {"31": "hold"}},
        {"except": {"0": "hold"}}, {"except": {"07": "hold"}}, {"except": {"7": True}}, {"except": {"7": ["hold"]}},
        {"default": "hold", "more": 1}, {"default": {}}, {"except": {"B7": "hold"}},
    ],
)  # fmt: skip
def test_malformed_orders_are_refused(orders: Any) -> None:
    with pytest.raises(IllegalActionError):
        give(position("B7", "G2", "Y7"), 3, orders)


def test_orders_do_not_claim_with_a_shark_as_last_card() -> None:
    state = position("B14 B30", "G2 G3", "Y14", "Y1 Y2", centre="B5", orders=("c",) * 4)
    assert "claimed" not in types(do(state, "play B14"))


def test_the_next_player_may_claim_by_hand_whatever_the_orders_say() -> None:
    state = do(position("B7 B30", "Y7 G2", "G3", centre="B5"), "play B7").state
    assert not refused(state, "same-one Y7")


def test_orders_that_do_nothing_now_are_seen_by_their_owner_alone() -> None:
    step = give(position("B7", "G2", "Y7"), 3, {"default": "hold", "except": {"12": "claim"}})
    (news,) = step.events
    assert news == Event("orders", {"seat": 3, "orders": {"default": "hold", "except": {"12": "claim"}}}, only=3)
    for viewer in (1, 2, None):
        assert RULES.view(step.state, viewer) == RULES.view(position("B7", "G2", "Y7"), viewer)


def test_an_order_changed_while_a_card_can_be_claimed_acts_at_once() -> None:
    state = do(position("B7 B30", "G2", "Y7 Y1", centre="B5"), "play B7").state
    step = give(state, 3, {"default": "claim"})
    assert types(step) == ["claimed", "washed", "turn"]
    assert (step.state.active, step.shown) == (3, "same-one Y7")


def test_frozen_orders_count_from_the_next_card_on() -> None:
    state = do(position("B7 B30", "B8 B2", "Y7 Y8 Y1", centre="B5", frozen=True), "play B7").state
    step = give(state, 3, {"default": "claim"})
    assert types(step) == ["orders"]
    assert "claimed" in types(do(step.state, "play B8"))


def test_an_order_changed_while_somebody_decides_about_a_drawn_card_acts_when_he_passes() -> None:
    state = do(position("B7 B30", "G2", "Y7 Y1", centre="B5", pile="Y9 Y8 G30"), "play B7", "draw").state
    changed = give(state, 3, {"default": "claim"})
    assert types(changed) == ["orders"]
    assert types(do(changed.state, "pass")) == ["passed", "claimed", "washed", "turn"]
    assert types(do(state, "pass")) == ["passed", "turn"]


def test_a_drawn_card_that_was_kept_is_not_claimed_with_by_an_old_order() -> None:
    state = position("G20", "G2", "G3", centre="G11", pile="Y1 B11", orders=("c",) * 3)
    assert types(do(state, "draw", "pass")) == ["passed", "turn"]


def test_orders_go_on_through_all_games_of_a_match() -> None:
    state = give(position("G12", "B2", "Y3", centre="G11"), 2, {"except": {"9": "hold"}}).state
    state = do(state, "play G12").state
    assert state.game == 2
    assert RULES.orders(state, 2) == {"default": "claim", "except": {"9": "hold"}}  # type: ignore[attr-defined]


# Leaving and stopping


def test_who_gives_up_puts_the_hand_aside_unseen_and_is_skipped() -> None:
    step = leave(position("G12", "G2 B3", "G3", "Y5", centre="G11"), 2)
    assert step.events == ()
    assert sorted(words(step.state.aside)) == ["B3", "G2"]
    assert do(step.state, "play G12").events[0].type == "played"
    assert leave(position("G12", "G2", "G3", "Y5", centre="G11"), 1).state.active == 2


def test_who_gives_up_is_placed_last_and_the_last_one_left_wins() -> None:
    state = leave(position("G12", "G2", "G3", points=(9, -4, -5)), 1).state
    step = leave(state, 3)
    outcome = RULES.outcome(step.state)
    assert outcome is not None
    assert (outcome.reason, outcome.places, outcome.winners) == ("resigned", (2, 1, 2), [2])


def test_who_gives_up_while_deciding_lets_the_next_seat_play() -> None:
    state = do(position("G12 G13", "G2", "G3", centre="B11", pile="Y1 Y2"), "draw").state
    step = leave(state, 1)
    assert (step.state.active, step.state.drawn) == (2, "")
    check(step.state)


def test_all_passing_on_a_card_of_somebody_who_gave_up_lets_the_next_seat_lead() -> None:
    state = do(position("G29 G1", "B20 B1", "Y4 Y5", centre="G11", pile="Y9 Y8 Y7 Y6"), "play G29").state
    step = do(leave(state, 1).state, "draw", "pass", "draw", "pass")
    assert event(step, "washed")["leader"] == 2


def test_who_gave_up_pays_nothing_more_and_games_still_sum_to_zero() -> None:
    state = leave(position("G12", "B2 B3", "Y3", centre="G11"), 2).state
    assert event(do(state, "play G12"), "game_scored")["points"] == [1, 0, -1]


def test_when_all_agree_to_stop_the_points_of_finished_games_count() -> None:
    step = RULES.stop(position("G12", "B2", "Y3", points=(4, -9, 5)))
    assert seen(step) == [{"type": "finished", "reason": "agreed", "winners": [3]}]


# What others may see


def test_the_view_has_what_the_api_promises() -> None:
    view = RULES.view(position("G12 B12", "G2", "G3", centre="G11", points=(1, -1, 0)), 1)
    assert (view["centre"], view["arrow"], view["leader"], view["game"]) == (["G11"], "up", 1, 1)
    assert (view["points"], view["shark_attack"], view["phase"]) == ([1, -1, 0], None, "follow")
    assert view["hands"][0] == {"seat": 1, "count": 2, "cards": ["G12", "B12"]}
    assert view["hands"][1] == {"seat": 2, "count": 1, "cards": None}


def test_a_state_with_a_claim_survives_its_snapshot() -> None:
    state = position("G12", "G2", "G3", claim=Claim(1, SIGN["G7"], (1, 2)))
    assert codec.load(State, codec.dump(state)) == state
    assert json.loads(codec.dump(state))


# Bots


def test_the_late_bot_draws_and_passes_and_never_plays_for_anybody() -> None:
    state, rng = position("G12 B11", "G2", "G3", centre="G11", pile="Y1 G30"), Rng(b"late", "")
    assert chosen(RULES, state, 1, "late", rng) == "draw"
    assert chosen(RULES, do(state, "draw").state, 1, "late", rng) == "pass"


def test_the_late_bot_plays_where_nothing_else_is_allowed() -> None:
    assert chosen(RULES, all_held("B12", "G2", ""), 1, "late", Rng(b"late", "")) == "play B12"


@pytest.mark.parametrize(
    ("hand", "centre", "action"),
    [
        ("G12 B12 Y12 G13 Y30", "G11", "play G12 B12 Y12|play G12 Y12 B12"),
        ("G20 G14 B2", "G11", "play G14"),
        ("G1 G2 B30", "G20", "play G2"),
        ("G1", "G20", "play G1"),
        ("B11 G30 Y2", "G11", "same-one B11"),
        ("G12 G14", "G11", "play G14"),
        ("B12", "G11", "draw"),
    ],
)
def test_the_greedy_bot_sheds_much_and_sharks_and_keeps_a_dog_for_the_end(hand: str, centre: str, action: str) -> None:
    assert chosen(RULES, position(hand, "Y7", "Y8", centre=centre), 1, "greedy", Rng(b"greedy", "")) in action.split(
        "|"
    )


def test_the_greedy_bot_beats_random_ones() -> None:
    wins = 0
    for number in range(40):
        seed, rng = bytes([number] * 32), Rng(b"greedy", str(number))
        state, entry = match.begin(RULES, match.lay_table(RULES, 4), seed).state, 0
        while asked := RULES.actors(state):
            (seat,), entry = asked, entry + 1
            said = match.Entry(entry, seat, chosen(RULES, state, seat, "greedy" if seat == 1 else bots.RANDOM, rng))
            state = match.advance(RULES, state, said, seed).state
        outcome = RULES.outcome(state)
        wins += outcome is not None and 1 in outcome.winners
    assert wins > 25


# Words in a mail

HAND = position("G7 B7 Y7 G30 Y12", "G2", "G3")


def heard(line: str, state: State = HAND) -> str | None:
    legal = RULES.legal_actions(state, 1)
    said = talk(
        spoken=SPOKEN, legal=legal, known=RULES.vocabulary, canonical=RULES.canonical, names={},
        labels=[(RULES.label(action).filled([]), action) for action in legal],
    )  # fmt: skip
    return hear(line, said).action


@pytest.mark.parametrize(
    ("line", "action"),
    [
        *(
            ("play b7", "play B7"),
            ("Play blue 7, please.", "play B7"),
            ("I play the blue 7 and yellow 7", "play B7 Y7"),
        ),
        *(("ich spiele die grüne 7", "play G7"), ("Je joue le 7 bleu", "play B7"), ("青7を出します", "play B7")),
        *(("黄12を出す", "play Y12"), ("打出藍色7", "play B7"), ("出蓝色7", "play B7"), ("파란색 7 낼게요", "play B7")),
        *(("ลงสีน้ำเงิน 7", "play B7"), ("Green 7", None), ("Blue 7 (Dog)", None)),
        *(("draw a card", "draw"), ("Ich ziehe eine Karte.", "draw"), ("je pioche", "draw"), ("1枚引く", "draw")),
        *(("抽一張", "draw"), ("뽑기", "draw"), ("จั่วไพ่", "draw"), ("don't draw", None), ("draw?", None)),
        *(("play blue 8", "play B8"), ("nicht ziehen", None), ("play", None), ("7", None)),
    ],
)
def test_what_players_write_is_understood_in_eight_languages_or_not_at_all(line: str, action: str | None) -> None:
    assert heard(line) == action


@pytest.mark.parametrize(
    ("line", "action"),
    [
        *(("Same One! yellow 7", "same-one Y7"), ("same one y7", "same-one Y7"), ("セイムワン！黄7", "same-one Y7")),
        *(("세임원 노란색 7", "same-one Y7"), ("同號 黃色7", "same-one Y7"), ("เซมวัน เหลือง 7", "same-one Y7")),
    ],
)
def test_same_one_is_understood(line: str, action: str) -> None:
    assert heard(line, position("Y7 G30", "G2", "G3", centre="B7")) == action


@pytest.mark.parametrize(
    ("line", "action"), [("pass", "pass"), ("パスします", "pass"), ("je passe", "pass"), ("跳過", "pass")]
)
def test_passing_is_understood(line: str, action: str) -> None:
    assert heard(line, do(position("G20", "G2", "G3", centre="G11", pile="Y1 B30"), "draw").state) == action


# The table as it is drawn


def arranged(state: State, viewer: int | None = 1) -> Json:
    legal = RULES.legal_actions(state, viewer) if viewer else ()
    return arrange(RULES.view(state, viewer), legal, viewer, [])


def whys(state: State, viewer: int | None = 1) -> dict[str, str]:
    """By card of the own hand, why it cannot be laid now."""
    hand = arranged(state, viewer)["own"]["hand"]
    return {each["word"]: each["why"].filled(["Ann", "Ben", "Cem"]) for each in hand if each["why"]}


def test_every_card_on_the_table_says_what_it_does_or_why_it_does_nothing_now() -> None:
    state = position("G12 B12 B11 Y2", "G2", "G3", centre="G11")
    assert whys(state) == {
        "B12": "It has to be green and higher than 11.",
        "Y2": "It has to be green and higher than 11.",
    }
    hand = {each["word"]: (each["action"], each["same"]) for each in arranged(state)["own"]["hand"]}
    assert hand["B11"] == ("same-one B11", True)
    assert hand["G12"] == ("play G12", False)
    assert whys(position("G14", "G2", "G3", centre="G11")) == {"G14": "A Shark cannot be your last card."}
    assert whys(position("G14", "G2", "G3")) == {"G14": "A Shark cannot be your last card."}
    assert whys(do(position("G12", "G2", "G3", centre="G11", pile="Y1 G20"), "draw").state) == {
        "G12": "First decide about the card you have drawn."
    }
    assert set(whys(position("G12", "G2", "G3", active=2)).values()) == {
        "It is not your turn. Your standing orders say Same One for you."
    }


def test_plays_of_several_cards_are_offered_once_for_each_card_on_top() -> None:
    several = arranged(position("G12 B12 Y12 G1", "G2", "G3"))["own"]["several"]
    tops = Counter((len(each["cards"]), each["cards"][-1]["word"]) for each in several)
    assert tops == {(2, "G12"): 2, (2, "B12"): 2, (2, "Y12"): 2, (3, "G12"): 1, (3, "B12"): 1, (3, "Y12"): 1}
    assert all(each["allowed"] for each in several)


@pytest.mark.parametrize(
    ("state", "viewer", "status"),
    [
        (position("G12", "G2", "G3", centre="G11"), 1, "Your turn: green, higher than 11."),
        (position("G12", "G2", "G3", centre="Y18"), 1, "Your turn: yellow, lower than 18."),
        (position("G12", "G2", "G3", centre="Y18"), 2, "It is the turn of Ann."),
        (position("G12", "G2", "G3"), 1, "You lead: any card will do."),
        (position("G12", "G2", "G3"), None, "Ann leads."),
        (
            position("G12", "G2 G1", "G3", centre="G11", drawn=SIGN["G1"], active=2),
            1,
            "Ben has drawn a card and decides.",
        ),
        (RULES.stop(position("G12", "G2", "G3")).state, 1, "The match is over."),
    ],
)
def test_the_table_says_what_is_going_on(state: State, viewer: int | None, status: str) -> None:
    assert arranged(state, viewer)["status"].filled(["Ann", "Ben", "Cem"]) == status
