"""What a match does to the skills of its players."""

from games.ratings import NEWCOMER, Skill, after_match, value_of


def test_everybody_begins_at_a_thousand_and_no_number_is_below_nothing() -> None:
    assert value_of(NEWCOMER) == 1000
    assert value_of(Skill(-40, 8)) == 0


def test_the_better_place_gains_and_everybody_is_known_better() -> None:
    first, second, third = after_match([NEWCOMER] * 3, [2, 1, 3])
    assert second.mu > first.mu > third.mu
    assert second.mu > NEWCOMER.mu > third.mu
    assert all(skill.sigma < NEWCOMER.sigma for skill in (first, second, third))


def test_equals_who_share_a_place_stay_equal() -> None:
    one, other, last = after_match([NEWCOMER] * 3, [1, 1, 3])
    assert one == other
    assert one.mu > last.mu


def test_beating_a_stronger_player_is_worth_more() -> None:
    weak, strong = Skill(20, 3), Skill(32, 3)
    over_strong, _ = after_match([NEWCOMER, strong], [1, 2])
    over_weak, _ = after_match([NEWCOMER, weak], [1, 2])
    assert over_strong.mu > over_weak.mu


def test_the_order_in_which_players_are_named_does_not_matter() -> None:
    players, places = [Skill(20, 3), NEWCOMER, Skill(32, 3)], [2, 1, 3]
    forwards = after_match(players, places)
    backwards = after_match(players[::-1], places[::-1])[::-1]
    assert [round(skill.mu, 9) for skill in forwards] == [round(skill.mu, 9) for skill in backwards]
    assert players[0] == Skill(20, 3)
