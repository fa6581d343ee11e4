"""Set the Reels: the rulebook's examples, the rulings, and what the tests of every game need to know about it."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from games import bots
from games.rules import codec, match, registry
from games.rules.base import IllegalActionError, Json, Step, UnreadableActionError
from games.rules.rng import Rng
from games.rules.set_the_reels import SPOKEN, sets
from games.rules.set_the_reels.cardset import SYMBOLS, TOKENS, TURNED
from games.rules.set_the_reels.reading import CardSetError, read_card_set
from games.rules.set_the_reels.spinning import result_of
from games.rules.set_the_reels.state import NO_COLUMNS, ROUNDS, State, points, received
from games.rules.set_the_reels.wording import INCOME, PLACE, STACK, picture
from games.rules.spoken import Talk, hear, talk
from tests.rules.playing import chosen, play, random_table

RULES = registry.newest("set-the-reels")
HOUSE = sets.HOUSE
COUNTS = {2: (8, 61, 320, 2426, 9920), 3: (8, 61, 712, 4512), 4: (5, 40, 305, 3560)}
MATCHES = 90
SNAPSHOT = 2200
NO_TOKENS = (0, 0, 0, 0, 0)
HAND = tuple(f"red-{number:02}" for number in range(1, 11))
GRAPES = ("red-03", "purple-03", "green-03")
BELLS = ("red-07", "purple-07", "green-07")


def hide(state: State, viewer: int | None, rng: Rng) -> State:
    """Hands of others in another order and with other fronts, the market's decks and secret choices anew."""
    if state.end:
        return state
    seats = [seat for seat in range(1, len(state.hands) + 1) if seat != viewer]
    known = {state.passed[viewer - 1], received(state, viewer)} if viewer else set()
    secret = [card for card in state.passed if card and card not in known]
    pool = rng.shuffled(
        [card for row in (*(state.hands[seat - 1] for seat in seats), secret) for card in row if TURNED not in card]
    )
    hands, passed, plans = list(state.hands), list(state.passed), list(state.plans)
    for seat in seats:
        own = [card if TURNED in card else pool.pop() for card in hands[seat - 1]]
        hands[seat - 1] = tuple(rng.shuffled(own))
        said = [rng.choice(tuple(words.values())) for words in (PLACE, INCOME, STACK)]
        plans[seat - 1] = tuple(said[: len(plans[seat - 1])])
    for place, card in enumerate(passed):
        if card in secret and TURNED not in card:
            passed[place] = pool.pop()
    market = tuple((*deck[:1], *rng.shuffled(deck[1:])) for deck in state.market)
    return state._replace(hands=tuple(hands), passed=tuple(passed), plans=tuple(plans), market=market)


def check(state: State) -> None:
    """All cards and tokens are somewhere, once; hands and columns hold ten; nobody owes a coin."""
    lying = [card for columns in state.columns for column in columns for card in column]
    rows = (*state.hands, lying, state.passed, state.gone, *state.market)
    cards = Counter(card.removesuffix(TURNED) for row in rows for card in row if card)
    decks = [deck for deck in HOUSE.decks.values() if deck[0] in cards]
    assert len(decks) == len(state.hands)
    assert cards == Counter(card for deck in (*decks, *HOUSE.community.values()) for card in deck)
    for place, kind in enumerate(TOKENS):
        held = sum(own[place] for own in state.tokens)
        assert state.supply[place] + held == HOUSE.tokens[kind].copies
    assert min(*state.supply, *state.coins, *(count for own in state.tokens for count in own)) >= 0
    objectives = Counter(each for row in (*state.stacks, *state.objectives) for each in row)
    assert objectives == Counter(each for symbol in SYMBOLS for each in HOUSE.stack(symbol, len(state.hands)))
    for seat, (hand, columns) in enumerate(zip(state.hands, state.columns, strict=True), 1):
        own = len(hand) + sum(map(len, columns)) + bool(state.passed[seat - 1])
        on_its_way = any(state.passed)  # The card of who left, or one whose receiver has left.
        assert own in ({0, int(on_its_way)} if seat in state.left else {10, 10 - on_its_way})
    assert len(codec.dump(state)) <= SNAPSHOT


def position(*hand: str, seats: int = 2, **fields: Any) -> State:
    """Seat 1 is to play with this hand (else the red deck in order), without coins and tokens unless given."""
    state: State = begun(seats).state
    hands = ((hand or HAND), *(tuple(HOUSE.decks[colour]) for colour in ("purple", "green", "yellow")[: seats - 1]))
    plain: dict[str, Any] = {
        "phase": "prepare", "start": 1, "active": 1, "hands": hands, "owed": (0,) * seats, "coins": (0,) * seats,
        "tokens": (NO_TOKENS,) * seats, "supply": tuple(HOUSE.tokens[kind].copies for kind in TOKENS),
    }  # fmt: skip
    return state._replace(**plain | fields)


def tokens(**counts: int) -> tuple[int, ...]:
    return tuple(counts.get(kind, 0) for kind in TOKENS)


def begun(seats: int, seed: bytes = bytes(32)) -> Step:
    return match.begin(RULES, match.lay_table(RULES, seats), seed)


def act(state: State, seat: int, *actions: str) -> Step:
    """What one seat's actions lead to; the events are those of the last one."""
    for action in actions:
        step = RULES.apply(state, seat, action, Rng(b"test", "entry"))
        state = step.state
    return step


def do(state: State, *actions: str) -> Step:
    """The same for the active seat, whichever it is by then."""
    for action in actions:
        step = act(state, state.active, action)
        state = step.state
    return step


def refused(state: State, action: str, seat: int | None = None) -> bool:
    """Whether this is forbidden now; the list of legal actions and `apply` must say the same."""
    seat = seat or state.active
    try:
        act(state, seat, action)
    except IllegalActionError:
        assert action not in RULES.legal_actions(state, seat)
        return True
    assert action in RULES.legal_actions(state, seat)
    return False


def seen(step: Step, viewer: int | None, kind: str) -> list[Json]:
    """The events of one type as somebody sees them."""
    return [event.seen_by(viewer) for event in step.events if event.type == kind]


def settled(
    state: State, *seats: int, place: str = "left", income: str = "left", order: str = "left middle right"
) -> Step:
    """These seats make their choices at the end of the round."""
    for seat in seats:
        step = act(state, seat, f"place {place}", f"income {income}", f"stack {order}")
        state = step.state
    return step


def round_end(seats: int = 2, **fields: Any) -> State:
    """The round is over but for the choices; everybody has played the cards of a deck in order."""
    state = position(seats=seats)
    for _ in range(3 * seats):
        state = do(state, "play 1").state
        while state.phase == "reward":
            state = do(state, "reward coins3").state
    assert state.phase == "round_end"
    return state._replace(**fields)


# 3.1 and 3.8: the cards


def test_the_house_set_has_four_decks_of_ten_twenty_market_cards_and_35_objectives() -> None:
    assert [len(deck) for deck in HOUSE.decks.values()] == [10] * 4
    assert [len(deck) for deck in HOUSE.community.values()] == [4] * 5
    assert [len([*HOUSE.stack(symbol, 4)]) for symbol in SYMBOLS] == [7] * 5
    assert sum(token.copies for token in HOUSE.tokens.values()) == 23


def test_the_house_set_never_changes_under_its_name() -> None:
    assert HOUSE.name == "house-1-57b0b7c0"


@pytest.mark.parametrize(
    ("seats", "cherry", "melon", "bell", "seven"),
    [
        (2, [5, 4, 3, 2], [5, 4, 3, 2], [6, 5, 3, 2], [8, 7, 4, 2]),
        (3, [5, 4, 4, 3, 3, 2], [5, 5, 4, 3, 3, 2], [6, 5, 5, 4, 3, 2], [8, 7, 7, 5, 4, 2]),
        (4, [5, 4, 4, 3, 3, 3, 2], [5, 5, 4, 4, 3, 3, 2], [6, 5, 5, 4, 4, 3, 2], [8, 7, 7, 6, 5, 4, 2]),
    ],
)
def test_objectives_by_number_of_players_lie_with_the_most_stars_on_top(
    seats: int, cherry: list[int], melon: list[int], bell: list[int], seven: list[int]
) -> None:
    stacks = dict(zip(SYMBOLS, begun(seats).state.stacks, strict=True))
    stars = {symbol: [HOUSE.objectives[each].stars for each in stack] for symbol, stack in stacks.items()}
    assert stars == {"cherry": cherry, "grape": cherry, "melon": melon, "bell": bell, "seven": seven}


# 3.2 Setup


@pytest.mark.parametrize(("seats", "coins"), [(2, [0, 1]), (3, [0, 1, 2]), (4, [0, 1, 2, 0])])
def test_start_coins_0_1_2_or_a_token_in_the_order_of_turns(seats: int, coins: list[int]) -> None:
    state = begun(seats).state
    order = [(state.start - 1 + step) % seats for step in range(seats)]
    assert [state.coins[place] for place in order] == coins
    assert [state.owed[place] for place in order] == [0, 0, 0, 1][:seats]
    assert state.active == (order[-1] + 1 if seats == 4 else state.start)
    check(state)


def test_the_fourth_player_chooses_a_token_before_the_first_round() -> None:
    state = begun(4).state
    chooser = state.active
    assert RULES.legal_actions(state, chooser) == tuple(f"choose {kind}" for kind in TOKENS)
    step = do(state, "choose vp3")
    assert step.state.tokens[chooser - 1] == tokens(vp3=1)
    assert step.state.supply == tokens(coins3=5, move=5, upgrade=5, vp3=3, double=4)
    assert (step.state.phase, step.state.active) == ("prepare", step.state.start)
    assert seen(step, None, "turn")


def test_everybody_has_a_shuffled_deck_of_another_colour_all_fronts_up() -> None:
    starts, colours = set(), set()
    for number in range(60):
        step = begun(4, bytes([number] * 32))
        decks = [event["deck"] for event in seen(step, None, "dealt")]
        assert [sorted(hand) for hand in step.state.hands] == [sorted(HOUSE.decks[deck]) for deck in decks]
        starts.add(step.state.start)
        colours.add(decks[0])
    assert starts == {1, 2, 3, 4}
    assert colours == set(HOUSE.decks)


def test_every_deck_keeps_the_order_of_the_one_shuffle_of_the_proof() -> None:
    table = match.lay_table(RULES, 3)
    deck = list(RULES.deck(table, match.rng_for(bytes(32), 0)))
    state = begun(3).state
    assert sorted(deck) == sorted(HOUSE.cards)
    for row in (*state.hands, *state.market):
        assert list(row) == sorted(row, key=deck.index)


def test_own_cards_are_dealt_in_secret() -> None:
    step = begun(3)
    assert [event["cards"] for event in seen(step, None, "dealt")] == [None] * 3
    own = RULES.view(step.state, 2)["hand"]
    assert [event["cards"] for event in seen(step, 2, "dealt")] == [None, own, None]
    assert RULES.view(step.state, None)["hand"] is None


# 3.3 Preparing


def test_upgrade_for_2_coins_makes_an_inactive_card_active_and_is_worth_a_star_at_the_end() -> None:
    state = position(coins=(2, 0))
    step = do(state, "upgrade 4")
    assert step.state.coins == (0, 0)
    assert step.state.hands[0][3] == "red-04+"
    assert HOUSE.shows("red-04") == ""
    assert HOUSE.shows("red-04+") == "grape"
    assert points(step.state, 1, HOUSE) == points(state, 1, HOUSE) + 1
    assert seen(step, 2, "upgraded")[0]["cards"][0]["id"] == "red-04"


def test_an_upgrade_needs_its_coins_and_a_card_on_its_front() -> None:
    assert refused(position(coins=(1, 0)), "upgrade 4")
    assert refused(position("red-01", "red-04+", "red-07", coins=(9, 0)), "upgrade 2")
    assert refused(position("red-01", "red-04", "red-07", coins=(9, 0)), "upgrade 4")


def test_a_seven_for_7_coins_replaces_an_inactive_grape_and_makes_a_triple_in_the_same_turn() -> None:
    hand = ("market-seven-1", "red-04", "market-seven-3", *HAND[4:])
    market = (*position().market[:4], ("market-seven-2", "market-seven-4"))
    state = position(*hand, coins=(7, 0), market=market)
    bought = do(state, "buy seven 2")
    assert bought.state.coins == (0, 0)
    assert bought.state.hands[0][:3] == ("market-seven-1", "market-seven-2", "market-seven-3")
    assert bought.state.gone == ("red-04",)
    assert bought.state.market[4] == ("market-seven-4",)
    step = do(bought.state, "play 1")
    assert seen(step, None, "spun")[0]["result"] == "triple"
    assert step.state.objectives[0] == ("obj-seven-1",)
    assert points(step.state, 1, HOUSE) == 8


def test_the_market_is_refilled_at_once_and_empty_when_its_deck_is() -> None:
    state = position(coins=(99, 0))
    for left in (3, 2, 1, 0):
        step = do(state, "buy cherry 1")
        state = step.state
        market = RULES.view(state, None)["market"]["cherry"]
        assert market["left"] == left
        assert seen(step, None, "bought")[0]["next"] == market["card"]
    assert market["card"] is None
    assert refused(state, "buy cherry 1")
    assert refused(position(coins=(2, 0)), "buy cherry 1")


def test_coins3_pays_3_and_with_a_double_6_coins() -> None:
    assert do(position(tokens=(tokens(coins3=1), NO_TOKENS)), "token coins3").state.coins == (3, 0)
    step = do(position(tokens=(tokens(coins3=1, double=1), NO_TOKENS)), "token double coins3")
    assert step.state.coins == (6, 0)
    assert step.state.tokens[0] == NO_TOKENS
    assert step.state.supply == tokens(coins3=6, move=5, upgrade=5, vp3=4, double=5)


def test_a_move_takes_one_card_out_and_puts_it_in_anywhere() -> None:
    state = position(tokens=(tokens(move=1), NO_TOKENS))
    assert do(state, "token move 3 7").state.hands[0][:8] == tuple(
        HAND[place - 1] for place in (1, 2, 4, 5, 6, 7, 3, 8)
    )
    assert do(state, "token move 10 1").state.hands[0] == (HAND[9], *HAND[:9])


def test_a_double_moves_two_cards_the_second_counted_as_the_first_has_left_them() -> None:
    state = position(tokens=(tokens(move=1, double=1), NO_TOKENS))
    step = do(state, "token double move 3 7 2 5")
    assert step.state.hands[0][:7] == tuple(HAND[place - 1] for place in (1, 4, 5, 6, 2, 7, 3))
    assert [event["to"] for event in seen(step, 2, "moved")] == [7, 5]
    with pytest.raises(IllegalActionError):
        do(step.state, "token double move 3 7 2 5")
    with pytest.raises(IllegalActionError):
        do(position("red-01", "red-02", "red-03", tokens=state.tokens), "token double move 1 2 2 4")


def test_double_moves_are_too_many_to_list_but_their_parts_are_listed() -> None:
    state = position(tokens=(tokens(move=1, double=1), NO_TOKENS))
    listed = RULES.legal_actions(state, 1)
    assert not any(action.startswith("token double move") for action in listed)
    assert sum(action.startswith("token move") for action in listed) == 90
    assert len(listed) < 250


def test_any_double_move_conserves_the_hand() -> None:
    rng = Rng(b"test", "double moves")
    for _ in range(500):
        words = " ".join(str(1 + rng.below(10)) for _ in range(4))
        state = position(tokens=(tokens(move=1, double=1), NO_TOKENS))
        try:
            hand = do(state, f"token double move {words}").state.hands[0]
        except UnreadableActionError:
            here, there, then_here, then_there = words.split()
            assert here == there or then_here == then_there
        else:
            assert sorted(hand) == sorted(HAND)


def test_double_upgrade_of_two_cards_of_cost_2_and_3_costs_5_less_4_in_all() -> None:
    state = position(coins=(1, 0), tokens=(tokens(upgrade=1, double=1), NO_TOKENS))
    step = do(state, "token double upgrade 3 4")
    assert step.state.coins == (0, 0)
    assert step.state.hands[0][2:4] == ("red-03+", "red-04+")
    assert RULES.canonical("token double upgrade 4 3") == "token double upgrade 3 4"
    assert refused(state._replace(coins=(0, 0)), "token double upgrade 3 4")
    assert do(state, "token double upgrade 9").state.coins == (1, 0)


def test_a_token_that_one_does_not_have_is_refused() -> None:
    state = position(coins=(9, 0), tokens=(tokens(double=2), NO_TOKENS))
    for action in (
        "token coins3",
        "token move 1 2",
        "token upgrade 1",
        "token double coins3",
        "token double upgrade 1",
    ):
        assert refused(state, action)
    alone = position(coins=(9, 0), tokens=(tokens(coins3=1, upgrade=1, move=1), NO_TOKENS))
    assert refused(alone, "token double coins3")
    assert refused(alone, "token double upgrade 1 2")
    with pytest.raises(IllegalActionError):
        do(alone, "token double move 1 2 3 4")


def test_preparations_come_in_any_order_and_number_and_the_play_ends_the_turn() -> None:
    state = position(coins=(20, 0), tokens=(tokens(coins3=2, move=1), NO_TOKENS))
    step = do(state, "upgrade 2", "token coins3", "buy cherry 1", "token move 1 10", "upgrade 10", "token coins3")
    assert step.state.active == 1
    step = do(step.state, "play 1")
    assert step.state.active == 2
    assert refused(step.state, "upgrade 1", seat=1)


# 3.3 Playing


@pytest.mark.parametrize(
    ("cards", "result"),
    [
        (GRAPES, "triple"),
        (("red-01", "red-10", "red-07"), "token"),
        (("red-01", "red-07", "purple-07"), "coin"),
        (("red-04", "red-03", "purple-03"), "nothing"),
        (("red-03", "red-04", "purple-03"), "coin"),
        (("red-03", "purple-03", "red-04"), "token"),
        (("red-04+", "red-03", "purple-03"), "triple"),
        (("red-01", "red-07", "red-10"), "coin"),
    ],
)
def test_outcomes_are_read_from_left_to_right(cards: tuple[str, ...], result: str) -> None:
    step = do(position(*cards, *HAND[:7]), "play 1")
    assert seen(step, None, "spun")[0]["result"] == result
    assert step.state.coins[0] == (1 if result == "coin" else 0)
    assert (step.state.phase == "reward") == (result == "token")
    assert bool(step.state.objectives[0]) == (result == "triple")


def test_inactive_cards_match_nothing_not_even_one_another() -> None:
    assert result_of(("", "", "")) == "nothing"
    assert result_of(("grape", "", "")) == "coin"


def test_three_grapes_take_the_top_grape_objective() -> None:
    step = do(position(*GRAPES, *HAND[:7]), "play 1")
    assert step.state.objectives[0] == ("obj-grape-1",)
    assert RULES.view(step.state, None)["stacks"]["grape"]["stars"] == 4
    assert seen(step, 2, "objective") == [
        {"type": "objective", "seat": 1, "symbol": "grape", "stars": 5, "bonus_token": False, "taken": True}
    ]


def test_cards_go_to_the_columns_in_hand_order_and_the_gap_closes() -> None:
    state = do(position(), "play 2").state
    assert state.columns[0] == (("red-02",), ("red-03",), ("red-04",))
    assert state.hands[0] == ("red-01", *HAND[4:])
    state = do(state, "play 1").state
    state = do(state._replace(phase="prepare", active=1), "play 1").state
    assert state.columns[0] == (("red-02", "red-01"), ("red-03", "red-05"), ("red-04", "red-06"))


def test_there_are_8_then_5_then_2_windows_and_a_play_is_compulsory() -> None:
    for size, windows in ((10, 8), (7, 5), (4, 2)):
        legal = RULES.legal_actions(position(*HAND[:size]), 1)
        assert legal == tuple(f"play {first}" for first in range(1, windows + 1))
        assert refused(position(*HAND[:size]), f"play {windows + 1}")


def test_the_2_star_objective_stays_and_pays_a_2_vp_token_and_a_bonus_token_every_time() -> None:
    state = position(*GRAPES, *BELLS, *HAND[:4], stacks=tuple((stack[-1],) for stack in position().stacks))
    for times in (1, 2):
        step = do(state, "play 1")
        assert (step.state.phase, step.state.active) == ("reward", 1)
        assert step.state.vp_tokens[0] == times
        assert step.state.objectives[0] == ()
        assert seen(step, None, "objective")[0]["taken"] is False
        after = do(step.state, "reward move").state
        assert after.tokens[0][TOKENS.index("move")] == times
        assert after.stacks[1] == ("obj-grape-7",)
        state = after._replace(active=1, hands=((*GRAPES, *HAND[:4]), *after.hands[1:]))


def test_the_reward_is_chosen_among_the_tokens_of_the_supply() -> None:
    state = position("red-01", "red-10", *HAND[1:9], supply=tokens(move=1, double=2))
    state = do(state, "play 1").state
    assert RULES.legal_actions(state, 1) == ("reward move", "reward double")
    assert refused(state, "reward vp3")
    assert refused(state, "play 1")
    step = do(state, "reward double")
    assert (step.state.tokens[0], step.state.supply) == (tokens(double=1), tokens(move=1, double=1))
    assert step.state.active == 2


def test_only_an_empty_supply_lets_a_token_be_taken_from_another_player() -> None:
    pair = ("red-01", "red-10", *HAND[1:9])
    owners = (NO_TOKENS, tokens(vp3=1), tokens(move=2))
    state = do(position(*pair, seats=3, supply=NO_TOKENS, tokens=owners), "play 1").state
    assert state.phase == "rob"
    assert RULES.legal_actions(state, 1) == ("rob 2 vp3", "rob 3 move")
    assert refused(state, "rob 2 move")
    assert refused(state, "rob 1 vp3")
    assert refused(state, "reward vp3")
    step = do(state, "rob 2 vp3")
    assert step.state.tokens == (tokens(vp3=1), NO_TOKENS, tokens(move=2))
    assert step.state.active == 2
    rich = position(*pair, seats=3, supply=tokens(double=1), tokens=owners)
    assert do(rich, "play 1").state.phase == "reward"


def test_without_any_token_in_the_game_there_is_nothing_to_take() -> None:
    step = do(position("red-01", "red-10", *HAND[1:9], supply=NO_TOKENS), "play 1")
    assert seen(step, None, "no_token")
    assert step.state.active == 2


# 3.3 The end of a round


def test_the_tenth_card_goes_to_the_right_all_at_once_and_only_giver_and_receiver_see_it() -> None:
    before = position(seats=3)
    while len(before.hands[before.active - 1]) > 4 or before.active != 3:
        before = do(before, "play 1").state
        before = do(before, "reward coins3").state if before.phase == "reward" else before
    step = do(before, "play 1")
    step = do(step.state, "reward coins3") if step.state.phase == "reward" else step
    last = [RULES.view(step.state, seat) for seat in (1, 2, 3)]
    assert [view["given"]["id"] for view in last] == ["red-10", "purple-10", "green-10"]
    assert [view["received"]["id"] for view in last] == ["purple-10", "green-10", "red-10"]
    assert [event["to"] for event in seen(step, None, "passed_on")] == [3, 1, 2]
    assert [event["card"] for event in seen(step, None, "passed_on")] == [None] * 3
    assert [bool(event["card"]) for event in seen(step, 1, "passed_on")] == [True, True, False]
    assert RULES.actors(step.state) == (1, 2, 3)
    assert step.turn_over


def test_two_players_swap_their_last_cards() -> None:
    state = round_end()
    assert (received(state, 1), received(state, 2)) == ("purple-10", "red-10")


def test_each_seat_says_place_then_income_then_stack_in_its_own_time() -> None:
    state = round_end(3)
    assert RULES.legal_actions(state, 2) == ("place left", "place middle", "place right")
    assert refused(state, "income left", seat=2)
    state = act(state, 2, "place left").state
    assert RULES.legal_actions(state, 2) == ("income left", "income middle", "income right")
    state = act(state, 2, "income middle").state
    assert len(RULES.legal_actions(state, 2)) == 6
    state = act(state, 2, "stack right left middle").state
    assert RULES.legal_actions(state, 2) == ()
    assert RULES.actors(state) == (1, 3)
    assert refused(state, "place left", seat=2)


def test_nothing_of_a_choice_is_visible_to_others_before_all_are_in() -> None:
    state = round_end(3)
    one, two = settled(state, 2), settled(state, 2, place="right", income="middle", order="right middle left")
    for viewer in (1, 3, None):
        assert RULES.view(one.state, viewer) == RULES.view(two.state, viewer)
        assert [event.seen_by(viewer) for event in one.events] == [event.seen_by(viewer) for event in two.events]
    assert (one.shown, two.shown) == ("stack", "stack")
    assert RULES.view(one.state, 2)["plan"] == ["place left", "income left", "stack left middle right"]
    assert act(state, 2, "place right").shown == "place"


def test_the_order_of_a_new_hand_stays_its_owners_secret_when_all_are_in() -> None:
    step = settled(round_end(), 1, 2, order="right left middle")
    assert [event["order"] for event in seen(step, 1, "stacked")] == [["right", "left", "middle"], None]
    assert [event["order"] for event in seen(step, None, "stacked")] == [None, None]


def test_the_leftmost_column_with_4_income_pays_4_coins() -> None:
    columns = (("red-01+", "red-03", "red-05"), ("red-02", "red-04", "red-06"), ("red-07", "red-08", "red-09"))
    state = round_end()
    state = state._replace(columns=(columns, *state.columns[1:]), coins=(2, 0))
    step = settled(state, 1, 2, place="right")
    assert seen(step, None, "income")[0] == {"type": "income", "seat": 1, "column": "left", "coins": 4, "total": 6}


def test_an_active_grape_from_the_left_brings_its_income_and_an_inactive_melon_went_to_the_right() -> None:
    state = round_end(3, passed=("red-06", "purple-03", "green-10"))
    step = settled(state, 1, 2, 3)
    placed, income = seen(step, None, "placed"), seen(step, None, "income")
    assert [event["card"]["id"] for event in placed] == ["purple-03", "green-10", "red-06"]
    alone = sum(map(HOUSE.income, state.columns[0][0]))
    assert income[0]["coins"] == alone + 1
    assert income[2]["coins"] == sum(map(HOUSE.income, state.columns[2][0]))


def test_columns_become_the_hand_with_the_first_played_on_the_left_and_the_new_card_at_a_columns_end() -> None:
    step = settled(round_end(), 1, 2, place="middle", order="right left middle")
    assert step.state.hands[0] == (
        "red-03", "red-06", "red-09", "red-01", "red-04", "red-07", "red-02", "red-05", "red-08", "purple-10",
    )  # fmt: skip
    assert step.state.columns == (NO_COLUMNS, NO_COLUMNS)


def test_the_start_token_goes_to_the_left_and_the_next_round_begins_there() -> None:
    step = settled(round_end(3), 1, 2, 3)
    assert (step.state.round, step.state.start, step.state.active) == (2, 2, 2)
    assert seen(step, None, "round") == [{"type": "round", "round": 2, "start_player": 2}]
    assert step.turn_over


def test_stars_of_the_card_passed_on_count_for_the_receiver_once_all_can_see_it() -> None:
    state = round_end(passed=("red-07+", "purple-08"), objectives=((), ()), tokens=(NO_TOKENS, NO_TOKENS))
    assert RULES.view(state, None)["points"] == [2, 0]
    assert RULES.view(settled(state, 1, 2).state, None)["points"] == [0, 2]


# 3.4 The end and the points


def test_40_points_at_the_end_of_a_round_end_the_match() -> None:
    state = round_end(vp_tokens=(20, 0))
    step = settled(state, 1, 2)
    outcome = RULES.outcome(step.state)
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("score", [1])
    assert outcome.scores[0] >= 40
    assert RULES.view(step.state, 1) == RULES.view(step.state, None)


def test_34_points_play_on_and_35_end_the_match() -> None:
    bare: dict[str, Any] = {"objectives": ((), ()), "tokens": (NO_TOKENS, NO_TOKENS)}
    assert settled(round_end(vp_tokens=(17, 0), **bare), 1, 2).state.end == ""
    just: dict[str, Any] = {
        "vp_tokens": (16, 0),
        "objectives": (("obj-cherry-4",), ()),
        "tokens": (NO_TOKENS, NO_TOKENS),
    }
    assert settled(round_end(**just), 1, 2).state.end == "score"


def finished(coins: tuple[int, ...], vp_tokens: tuple[int, ...]) -> Any:
    seats = len(coins)
    rows = {"objectives": ((),) * seats, "tokens": (NO_TOKENS,) * seats, "columns": (NO_COLUMNS,) * seats}
    state = position(seats=seats, hands=((),) * seats, coins=coins, vp_tokens=vp_tokens, **rows)
    outcome = RULES.outcome(RULES.stop(state).state)
    assert outcome is not None
    return outcome


def test_a_tie_at_40_goes_to_more_coins() -> None:
    assert finished((3, 4), (20, 20)).places == (2, 1)
    assert finished((9, 0, 4), (20, 21, 20)).places == (2, 1, 3)


def test_a_tie_in_points_and_coins_is_shared() -> None:
    assert finished((4, 4, 0), (20, 20, 20)).places == (1, 1, 3)
    assert finished((4, 4), (20, 20)).winners == [1, 2]


@pytest.mark.parametrize(
    ("own", "worth"),
    [
        ({"coins3": 2}, 0), ({"move": 1}, 1), ({"upgrade": 1}, 2), ({"vp3": 1}, 3), ({"double": 1}, 0),
        ({"double": 1, "move": 1}, 2), ({"double": 1, "upgrade": 1}, 4), ({"double": 1, "vp3": 1}, 6),
        ({"double": 1, "vp3": 2}, 9), ({"double": 2, "vp3": 1}, 6), ({"double": 2, "vp3": 1, "move": 1}, 8),
        ({"double": 1, "vp3": 1, "upgrade": 1}, 8), ({"double": 3, "coins3": 3}, 0),
    ],
)  # fmt: skip
def test_unused_tokens_count_and_each_double_doubles_the_best_other_one_once(own: dict[str, int], worth: int) -> None:
    assert points(position(tokens=(tokens(**own), NO_TOKENS)), 1, HOUSE) == worth


def test_points_are_objectives_2_vp_tokens_stars_of_upgraded_cards_and_tokens() -> None:
    state = position("red-07+", "red-09+", "red-01", objectives=(("obj-bell-1", "obj-seven-2"), ()), vp_tokens=(2, 0))
    assert points(state._replace(tokens=(tokens(vp3=1), NO_TOKENS)), 1, HOUSE) == 2 + 2 + 6 + 7 + 4 + 3


# 3.6 Edge cases, by their numbers


def test_1_with_two_players_left_and_right_are_the_same_person() -> None:
    step = settled(round_end(), 1, 2)
    assert {event["seat"]: event["card"]["id"] for event in seen(step, None, "placed")} == {1: "purple-10", 2: "red-10"}


def test_2_nothing_limits_coins_or_tokens() -> None:
    state = position("red-01", "red-10", *HAND[1:9], coins=(500, 0), tokens=(tokens(move=4), NO_TOKENS))
    assert do(state, "play 1", "reward move").state.tokens[0] == tokens(move=5)


def test_3_buying_may_replace_an_upgraded_card_whose_stars_are_lost_and_the_new_card_can_be_upgraded() -> None:
    state = position("red-07+", *HAND[1:], coins=(20, 0), market=tuple(HOUSE.community.values()))
    step = do(state, "buy bell 1")
    assert step.state.gone == ("red-07+",)
    assert (points(state, 1, HOUSE), points(step.state, 1, HOUSE)) == (2, 0)
    step = do(step.state, "upgrade 1")
    assert step.state.hands[0][0] == "market-bell-1+"
    assert step.state.coins[0] == 20 - 4 - 3


def test_4_an_upgrade_token_on_a_card_of_cost_2_costs_nothing_and_no_change_is_given() -> None:
    state = position(tokens=(tokens(upgrade=1, double=1), NO_TOKENS))
    assert do(state, "token upgrade 4").state.coins == (0, 0)
    assert do(state, "token double upgrade 4").state.coins == (0, 0)
    assert refused(state, "token upgrade 3")


def test_5_several_may_reach_the_end_in_the_same_round() -> None:
    outcome = RULES.outcome(settled(round_end(vp_tokens=(20, 25)), 1, 2).state)
    assert outcome is not None
    assert outcome.reason == "score"
    assert min(outcome.scores) >= 40


def test_6_a_round_that_reaches_35_is_always_finished() -> None:
    state = do(position(*GRAPES, *HAND[:7], vp_tokens=(30, 0)), "play 1").state
    assert points(state, 1, HOUSE) > 35
    assert (state.end, state.active) == ("", 2)


def test_7_the_match_stops_after_30_rounds() -> None:
    outcome = RULES.outcome(settled(round_end(round=ROUNDS), 1, 2).state)
    assert outcome is not None
    assert outcome.reason == "rounds"
    assert settled(round_end(round=ROUNDS - 1), 1, 2).state.round == ROUNDS


def late(state: State, seat: int) -> str:
    return bots.choose("late", RULES, RULES.view(state, seat), RULES.legal_actions(state, seat), Rng(b"", ""))


def test_8_a_late_seat_spends_nothing_plays_the_leftmost_window_and_takes_vp3_or_the_first_token() -> None:
    assert late(position(coins=(99, 0), tokens=(tokens(coins3=3, double=1), NO_TOKENS)), 1) == "play 1"
    asked = do(position("red-01", "red-10", *HAND[1:9]), "play 1").state
    assert late(asked, 1) == "reward vp3"
    assert late(asked._replace(supply=tokens(move=1, double=1)), 1) == "reward move"
    robbing = asked._replace(phase="rob", supply=NO_TOKENS, tokens=(NO_TOKENS, tokens(upgrade=1)))
    assert late(robbing, 1) == "rob 2 upgrade"
    first = begun(4).state
    assert late(first, first.active) == "choose vp3"


def test_8_a_late_seat_ends_its_round_with_the_shortest_and_the_richest_column_in_order() -> None:
    columns = (("red-01", "red-02", "red-03"), ("red-01+", "red-03+"), ("red-07", "red-08", "red-09"))
    state = round_end()
    state = state._replace(columns=(columns, *state.columns[1:]))
    for said in ("place middle", "income middle", "stack left middle right"):
        assert late(state, 1) == said
        state = act(state, 1, said).state


# Leaving and stopping


def test_who_leaves_takes_the_cards_out_of_the_game_and_gives_the_tokens_back() -> None:
    state = position(seats=3, coins=(5, 0, 0), tokens=(tokens(vp3=2), NO_TOKENS, NO_TOKENS), vp_tokens=(1, 0, 0))
    state = state._replace(supply=tokens(coins3=5, move=5, upgrade=5, vp3=2, double=4))
    step = RULES.leave(state, 1, Rng(b"", ""))
    assert sorted(step.state.gone) == sorted(HAND)
    assert step.state.supply == tokens(coins3=5, move=5, upgrade=5, vp3=4, double=4)
    assert (step.state.coins[0], step.state.active) == (0, 2)
    assert points(step.state, 1, HOUSE) == 2
    with pytest.raises(IllegalActionError):
        RULES.leave(step.state, 1, Rng(b"", ""))
    with pytest.raises(IllegalActionError):
        RULES.leave(step.state, 4, Rng(b"", ""))


def test_a_card_on_its_way_to_who_leaves_goes_too_and_one_that_he_gave_stays() -> None:
    state = round_end(4)
    state = RULES.leave(state, 2, Rng(b"", "")).state
    assert received(state, 1) == "purple-10"
    assert "green-10" in state.gone
    check(state)
    state = RULES.leave(state, 3, Rng(b"", "")).state
    assert received(state, 1) == "purple-10"
    assert received(state, 4) == "red-10"
    check(state)
    step = settled(state, 1, 4)
    assert step.state.round == 2
    check(step.state)


def test_the_last_one_to_choose_may_leave_and_the_round_ends_without_him() -> None:
    state = settled(round_end(3), 1, 2).state
    step = RULES.leave(state, 3, Rng(b"", ""))
    assert (step.state.round, step.state.phase) == (2, "prepare")
    assert len(step.state.hands[0]) == 10


def test_a_robber_whose_only_victim_leaves_is_paid_from_the_supply() -> None:
    state = position(
        "red-01", "red-10", *HAND[1:9], seats=3, supply=NO_TOKENS, tokens=(NO_TOKENS, tokens(vp3=1), NO_TOKENS)
    )
    state = do(state, "play 1").state
    step = RULES.leave(state, 2, Rng(b"", ""))
    assert step.state.phase == "reward"
    assert RULES.legal_actions(step.state, 1) == ("reward vp3",)


def test_who_has_to_choose_a_token_may_leave_before_the_first_round() -> None:
    state = begun(4).state
    step = RULES.leave(state, state.active, Rng(b"", ""))
    assert (step.state.phase, step.state.active) == ("prepare", state.start)
    other = RULES.leave(state, state.start, Rng(b"", "")).state
    assert (other.phase, other.active) == ("choose", state.active)
    assert do(other, "choose move").state.active == state.start % 4 + 1


def test_the_last_one_left_has_won_and_those_who_left_come_last() -> None:
    state = position(seats=3, vp_tokens=(0, 9, 9))
    state = RULES.leave(state, 2, Rng(b"", "")).state
    outcome = RULES.outcome(RULES.leave(state, 3, Rng(b"", "")).state)
    assert outcome is not None
    assert (outcome.reason, outcome.places) == ("resigned", (1, 2, 2))


def test_all_may_agree_to_stop_and_then_the_points_count_as_they_stand() -> None:
    outcome = RULES.outcome(RULES.stop(position(vp_tokens=(0, 1))).state)
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("agreed", [2])


# Words


@pytest.mark.parametrize(
    "words",
    [
        "choose vp3", "token coins3", "token move 3 7", "token upgrade 4", "token double coins3",
        "token double move 3 7 2 5", "token double upgrade 4 6", "upgrade 4", "buy seven 3", "play 2", "reward double",
        "rob 2 move", "place left", "income middle", "stack left right middle",
    ],
)  # fmt: skip
def test_actions_are_spelled_as_the_api_says(words: str) -> None:
    assert RULES.canonical(words) == words
    assert RULES.label(words).filled(("Ann", "Bob", "Cat", "Dan"))


@pytest.mark.parametrize(
    "words",
    [
        "play 0", "play 11", "play 01", "play two", "token move 3 3", "token move 3 11", "token double move 1 2 3",
        "token double move 1 1 2 3", "token double move 1 2 3 3", "token double move 1 2 3 4\n",
        "token double upgrade 4 4", "token double double coins3", "token vp3", "buy plum 3", "buy seven 11",
        "stack left left right", "place centre", "rob 5 move", "reward", "choose", "token double move ١ 2 3 4",
    ],
)  # fmt: skip
def test_other_words_are_unreadable(words: str) -> None:
    with pytest.raises(UnreadableActionError):
        RULES.canonical(words)
    with pytest.raises(UnreadableActionError):
        RULES.apply(position(), 1, words, Rng(b"", ""))


# Whole matches


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_coin_is_accounted_for_by_the_events(seats: int) -> None:
    for number in range(15):
        rng, seed = Rng(b"coins", f"{seats} {number}"), bytes([number] * 32)
        table = random_table(RULES, seats, {}, rng)
        step, counted = match.begin(RULES, table, seed), [0] * (seats + 1)
        steps = [step, *(moment.step for moment in play(RULES, table, seed, ("random", "greedy")[number % 2], rng))]
        for step in steps:
            for event in (event.seen_by(None) for event in step.events):
                count_coins(counted, event)
            assert tuple(counted[1:]) == step.state.coins


def count_coins(counted: list[int], event: Json) -> None:
    kind = event["type"]
    paid = {"dealt": "coins", "used": "coins", "income": "coins", "upgraded": "cost", "bought": "price"}.get(kind)
    if paid:
        counted[event["seat"]] += event[paid] * (-1 if kind in ("upgraded", "bought") else 1)
    elif kind == "spun" and event["result"] == "coin":
        counted[event["seat"]] += 1
    elif kind == "left":
        counted[event["seat"]] = 0


def test_greedy_beats_random_nearly_always() -> None:
    won = 0
    for number in range(30):
        table, seed, rng = match.lay_table(RULES, 3), bytes([number] * 32), Rng(b"duel", str(number))
        state, greedy, count = match.begin(RULES, table, seed).state, 1 + number % 3, 0
        while asked := RULES.actors(state):
            seat, count = min(asked), count + 1
            words = chosen(RULES, state, seat, "greedy" if seat == greedy else "random", rng)
            state = match.advance(RULES, state, match.Entry(count, seat, words), seed).state
        outcome = RULES.outcome(state)
        assert outcome is not None
        won += outcome.winners == [greedy]
    assert won >= 28


# The cards are data


@pytest.fixture
def house_text() -> Iterator[str]:
    """The text of the house's own set; whatever sets a test brings are gone afterwards."""
    yield (Path(sets.__file__).parent / "house.json").read_text()
    sets.furnish({})


@pytest.mark.parametrize(
    ("path", "value", "complaint"),
    [
        ("version", "My Set!", "version: must be a short name of a-z, 0-9, dots and dashes"),
        ("end_threshold", 0, "the file: end_threshold must be a whole number from 1 to 999; it is 0."),
        ("surplus", 1, "the file: 'surplus' is not a field of it."),
        ("starting_decks.red.3.front.income", 1.5, "card red-04, front: income must be a whole number"),
        ("starting_decks.red.3.back.active", False, "card red-04, back: active must be true"),
        ("starting_decks.red.3.front.active", "no", 'card red-04, front: active must be true or false; it is "no".'),
        ("starting_decks.red.3.symbol", "plum", "card red-04: symbol must be cherry, grape, melon, bell, seven"),
        ("starting_decks.red.3.id", "red-01", "id 'red-01' is taken by another card."),
        ("starting_decks.red.3.id", "RED+", "card RED+, id: must be a short name"),
        ("starting_decks.red.3.price", 3, "card red-04: 'price' is not a field of it."),
        ("starting_decks.red", [], "starting_decks.red: must be a list of 10; it is a list of 0."),
        ("starting_decks.red", "x", 'starting_decks.red: must be a list of 10; it is "x".'),
        ("community.bell.0.price", -1, "card market-bell-1: price must be a whole number from 0 to 99; it is -1."),
        ("community.bell.0.symbol", "seven", "card market-bell-1: symbol must be bell"),
        ("community.bell", [], "community.bell: must be a list of at least 1"),
        ("objectives.0.min_players", 5, "objective obj-cherry-1: min_players must be a whole number from 2 to 4"),
        ("objectives.6.bonus_token", False, "objectives of cherry: exactly one has bonus_token"),
        ("objectives.6.stars", 3, "objectives of cherry: exactly one has bonus_token, and it has 2 stars"),
        ("objectives.0.stars", 2, "objectives of cherry: all but obj-cherry-7 must have more than 2 stars."),
        ("bonus_tokens.double.count", True, "bonus_tokens.double: count must be a whole number"),
        ("start_resources", [], "start_resources: must be a list of 4; it is a list of 0."),
        ("symbols", ["bell"], "symbols: must be cherry, grape, melon, bell, seven."),
        ("symbols", 7, "symbols: must be cherry, grape, melon, bell, seven."),
    ],
)  # fmt: skip
def test_a_set_with_a_wrong_value_is_refused_by_card_and_field(
    house_text: str, path: str, value: Any, complaint: str
) -> None:
    plain = place = json.loads(house_text)
    *way, last = path.split(".")
    for step in way:
        place = place[int(step) if step.isdecimal() else step]
    place[last] = value
    with pytest.raises(CardSetError) as refused:
        read_card_set(json.dumps(plain))
    assert complaint in str(refused.value)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "7", '"x"', "{}", '{"version": "x", "community": []}'])
def test_what_is_no_set_at_all_is_refused(text: str) -> None:
    with pytest.raises(CardSetError):
        read_card_set(text)


@pytest.mark.parametrize("name", ["upgrade_cost", "front", "back", "id", "symbol"])
def test_a_field_that_is_missing_is_named(house_text: str, name: str) -> None:
    plain = json.loads(house_text)
    del plain["starting_decks"]["green"][2][name]
    with pytest.raises(CardSetError, match=f"{name} is missing"):
        read_card_set(json.dumps(plain))


def test_everything_that_is_wrong_is_said_at_once(house_text: str) -> None:
    wrong = house_text.replace('"end_threshold": 35', '"end_threshold": "x"').replace('"price": 7', '"price": null')
    with pytest.raises(CardSetError) as refused:
        read_card_set(wrong)
    assert len(str(refused.value).splitlines()) == 3


def other_set(text: str, threshold: int = 10) -> str:
    return text.replace("house-1", "quick-1").replace('"end_threshold": 35', f'"end_threshold": {threshold}')


def test_changed_values_are_another_set_and_changed_notes_are_not(house_text: str) -> None:
    assert read_card_set(other_set(house_text, 10)).name != read_card_set(other_set(house_text, 11)).name
    assert read_card_set(house_text.replace("The values", "All values")).name == HOUSE.name


def test_an_operators_set_is_used_for_new_matches_and_the_old_ones_keep_theirs(house_text: str) -> None:
    before = match.lay_table(RULES, 2)
    entries = [match.Entry(1, begun(2).state.start, "play 1")]
    *_, (_, expected) = match.replay(RULES, before, bytes(32), entries)
    sets.furnish({"quick.json": other_set(house_text)})
    table = match.lay_table(RULES, 2)
    assert table.options["cards"].startswith("quick-1-")
    assert RULES.view(match.begin(RULES, table, bytes(32)).state, None)["threshold"] == 10
    *_, (_, again) = match.replay(RULES, before, bytes(32), entries)
    assert again == expected


def test_a_match_whose_set_is_missing_is_refused_and_never_played_with_other_cards(house_text: str) -> None:
    sets.furnish({"quick.json": other_set(house_text)})
    table = match.lay_table(RULES, 2)
    state = match.begin(RULES, table, bytes(32)).state
    sets.furnish({"quick.json": other_set(house_text, threshold=11)})
    for asking in (
        lambda: match.begin(RULES, table, bytes(32)),
        lambda: RULES.view(state, 1),
        lambda: RULES.apply(state, state.active, "play 1", Rng(b"", "")),
    ):
        with pytest.raises(sets.MissingCardSetError, match="GAME_DATA"):
            asking()


# What players write in mails

HEARD = {
    "play 2": (
        "play 2", "I pull the lever 2", "spiele 2", "je joue 2", "2番をプレイします", "打出第2张", "打出第2張",
        "2번 플레이", "เล่น 2",
    ),
    "upgrade 4": (
        "upgrade card 4", "Karte 4 aufwerten", "améliorer 4", "4番をアップグレードします", "升级第4张",
        "4번 업그레이드", "อัปเกรด 4",
    ),
    "buy seven 3": (
        "buy a seven for card 3", "kaufe Sieben für Karte 3", "j'achète sept pour 3", "セブンを買います 3", "买七 3",
        "ซื้อเซเว่น 3",
    ),
    "token coins3": (
        "use 3 coins", "benutze 3 Münzen", "j'utilise 3 pièces", "3コインを使います", "코인 사용", "ใช้เหรียญ",
    ),
    "token move 3 7": (
        "use move 3 7", "Move token: 3 to 7", "移動トークン 3 7",
    ),
    "token double move 3 7 2 5": (
        "use double move 3 7 2 5", "token double move 3 to 7 then 2 to 5",
    ),
    "reward vp3": (
        "take 3 points", "nehme 3 Punkte", "je prends 3 points", "3点をもらう", "拿3分", "รับ 3 คะแนน",
    ),
    "rob 2 double": (
        "steal double from Bob", "je vole double Bob",
    ),
    "place left": (
        "place left", "put it on the left column", "Lege links", "à gauche, placer", "左に置きます", "放左",
        "왼쪽에 놓기", "วาง ซ้าย",
    ),
    "income middle": (
        "income from the middle column", "Einkommen Mitte", "revenus milieu", "中央の収入", "收入 中间",
        "수입 가운데",
    ),
    "stack left right middle": (
        "stack left right middle", "pick up left, right, middle", "empiler gauche droite milieu",
        "左 右 中央 重ねます",
    ),
}  # fmt: skip
PEOPLE = ("Ann", "Bob", "Cat", "Dan")
NOT_HEARD = ("don't play 2", "play 2?", "buy plum 3", "stack left right", "play 2 or 3", "left", "")


def at_the_table(legal: Sequence[str]) -> Talk:
    return talk(
        spoken=SPOKEN,
        legal=legal,
        known=RULES.vocabulary,
        canonical=RULES.canonical,
        names={"Bob": "2"},
        labels=[(RULES.label(action).filled(PEOPLE), action) for action in legal],
    )


def heard(line: str, legal: Sequence[str]) -> str | None:
    return hear(line, at_the_table(legal)).action


@pytest.mark.parametrize(("action", "line"), [(action, line) for action, lines in HEARD.items() for line in lines])
def test_a_line_of_a_mail_is_understood_in_eight_languages(action: str, line: str) -> None:
    assert heard(line, ["play 1", "play 2", "upgrade 4", "token coins3"]) == action


@pytest.mark.parametrize("line", NOT_HEARD)
def test_a_line_that_leaves_something_open_is_no_action(line: str) -> None:
    assert heard(line, ["play 1", "play 2", "place left", "stack left right middle", "stack left middle right"]) is None


def test_every_button_can_be_said_in_its_own_words() -> None:
    state = position(coins=(9, 0), tokens=(tokens(coins3=1, move=1, upgrade=1, double=1), NO_TOKENS))
    legal = RULES.legal_actions(state, 1)
    said = at_the_table(legal)
    for action in legal:
        assert hear(RULES.label(action).filled(PEOPLE), said).action == action
        assert hear(action, said).action == action


# Pictures


def test_every_symbol_and_every_token_is_drawn() -> None:
    root = Path(sets.__file__).parents[3]
    symbols = (root / "jackpot_site" / "static" / "site" / "symbols.svg").read_text()
    parts = (Path(sets.__file__).parent / "static" / "set_the_reels" / "parts.svg").read_text()
    assert all(f'id="{picture(symbol)}"' in symbols for symbol in SYMBOLS)
    assert all(f'id="{name}"' in parts for name in (*TOKENS, "coin", "star"))
