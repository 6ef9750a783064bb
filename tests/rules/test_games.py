"""How a game ends, at a target or after a number of deals."""

from __future__ import annotations

import pytest

from tally.rules import VARIANTS, GameState, HandResult, Score, fold_game


def game(slug: str, *hands: tuple[object, int, int, bool], **house_rules: object) -> GameState:
    """A game of hands, each (maker, makers' points, defenders' points, made)."""
    return fold_game(VARIANTS[slug], [_hand(*hand) for hand in hands], house_rules)


def _hand(maker: object, makers: int, defenders: int, made: bool) -> HandResult:
    assert maker is None or isinstance(maker, str | int)
    return HandResult(maker, Score(makers, defenders, made=made))


def everybody(maker: int, *points: int, made: bool = True) -> HandResult:
    """A hand of a game in which all play for themselves."""
    return HandResult(maker, Score(points[maker], 0, by_player=points, made=made))


def test_on_offense_defenders_tricks_do_not_win_above_the_target() -> None:
    state = game("bid-single-deck", *[("B", -6, 6, True)] * 7)
    assert state.totals["A"] == 42 and not state.over
    assert game("bid-single-deck", *[("B", -6, 6, False)] * 7).winners == ("A",)


def test_a_side_above_the_target_wins_with_its_next_made_bid() -> None:
    before = [("B", -6, 6, True)] * 7
    assert game("bid-single-deck", *before, ("A", -6, 3, False)).winners == ()
    assert game("bid-single-deck", *before, ("A", 3, 3, True)).winners == ("A",)
    assert game("bid-single-deck", *before, ("B", -6, 4, False)).winners == ("A",)


@pytest.mark.parametrize(
    ("slug", "target"),
    [
        ("bid-single-deck", 42),
        ("hawsy", 32),
        ("twelves", 42),
        ("pepper-grinnell", 42),
        ("barrie", 52),
        ("hoosier", 32),
        ("kokomo-kitty", 52),
        ("shawn", 32),
        ("racehorse", 32),
    ],
)
def test_on_offense_the_makers_win_at_the_target_and_not_below(slug: str, target: int) -> None:
    assert not game(slug, ("A", target - 1, 0, True)).over
    assert game(slug, ("A", target, 0, True)).winners == ("A",)
    assert game(slug, ("A", target, 99, True)).winners == ("A",)
    assert not game(slug, ("A", 0, target, True)).over


@pytest.mark.parametrize(
    ("slug", "target"),
    [
        ("michigan-family", 32),
        ("hasenpfeffer-cats", 10),
        ("double-hasenpfeffer-cats", 52),
        ("alber", 52),
        ("double-hasenpfeffer-cats-six", 52),
        ("indiana-double-deck", 50),
    ],
)
def test_when_both_reach_the_target_the_bidders_count_first(slug: str, target: int) -> None:
    assert game(slug, ("A", target, target + 9, True)).winners == ("A",)
    assert game(slug, ("B", target, target + 9, True)).winners == ("B",)
    assert game(slug, ("A", target - 1, target, True)).winners == ("B",)
    assert not game(slug, ("A", target - 1, target - 1, True)).over


@pytest.mark.parametrize(("slug", "target"), [("pfeffer", 42), ("hasenpfeffer-joker", 10), ("buck", 25)])
def test_winning_on_offense_or_at_the_target_is_a_reading(slug: str, target: int) -> None:
    odd_tricks = ("A", target - 1, target, True)
    assert not game(slug, odd_tricks).over
    assert game(slug, odd_tricks, winning="at-target").winners == ("B",)
    assert game(slug, ("A", target, target + 9, True)).winners == ("A",)


def test_a_tie_at_forty_two_goes_to_the_bidding_team() -> None:
    for winning in ("on-offence", "at-target"):
        assert game("pfeffer", ("A", 42, 42, True), winning=winning).winners == ("A",)
        assert game("pfeffer", ("A", 42, 50, True), winning=winning).winners == ("A",)


def test_in_alber_reaching_the_target_is_enough() -> None:
    assert game("alber", ("A", 40, 52, True)).winners == ("B",)
    assert not game("alber", ("A", 40, 52, True), winning="on-offence").over


def test_equal_totals_at_thirty_are_a_tie() -> None:
    assert game("pepper-melton", ("A", 30, 31, True)).winners == ("B",)
    tie = game("pepper-melton", ("A", 30, 30, True))
    assert tie.winners == ("A", "B") and tie.tied


def test_equal_totals_at_thirty_go_to_the_bidders() -> None:
    assert game("pepper-cats", ("A", 30, 31, True)).winners == ("B",)
    assert game("pepper-cats", ("B", 30, 30, True)).winners == ("B",)


def test_dirty_clubs_counts_down_from_fifteen_to_zero() -> None:
    hands = [everybody(0, -3, -2, 0), everybody(1, -5, 5, 0, made=False), everybody(0, -5, 0, 0)]
    state = fold_game(VARIANTS["dirty-clubs"], hands[:2])
    assert state.totals == {0: 7, 1: 18, 2: 15} and not state.over
    assert fold_game(VARIANTS["dirty-clubs"], [*hands, everybody(0, -2, -3, 0)]).winners == (0,)


def test_two_players_on_the_same_winning_total_both_win() -> None:
    hand = HandResult(0, Score(5, 0, by_player=(5, 0, 5, 0), made=True))
    assert fold_game(VARIANTS["call-ace"], [hand]).winners == (0, 2)


def test_in_cutthroat_a_defender_wins_only_by_setting_the_bid() -> None:
    before = [everybody(0, 31, 0, 31)]
    cutthroat = VARIANTS["cutthroat-purdue"]
    assert not fold_game(cutthroat, [*before, everybody(1, 4, 2, 1)]).over
    assert fold_game(cutthroat, [*before, everybody(1, 1, -4, 2, made=False)]).winners == (2,)


def test_hands_after_the_end_do_not_count() -> None:
    state = game("standard", *[("A", 1, 0, True)] * 5, ("B", 4, 0, True))
    assert (state.hands, state.totals, state.winners) == (5, {"A": 5, "B": 0}, ("A",))


def test_the_target_is_a_house_rule() -> None:
    assert not game("standard", *[("A", 4, 0, True)] * 2, target=10).over
    assert game("standard", *[("A", 4, 0, True)] * 3, target=10).winners == ("A",)
    assert not game("bid-single-deck-24", ("A", 500, 0, True)).over


def test_a_game_of_four_deals_has_no_target() -> None:
    hands = [("A", 4, 0, True)] * 3 + [("B", 1, 0, True)]
    assert not game("progressive-cats", *hands[:3]).over
    assert game("progressive-cats", *hands).winners == ("A",)
    assert game("progressive-cats", *[("A", 1, 0, True), ("B", 1, 0, True)] * 2).tied


def test_florida_ends_after_ten_hands_or_at_twenty_one() -> None:
    florida = VARIANTS["florida-five-handed"]
    hands = [everybody(0, 8, 8, 0, 0, 0)] * 10
    assert fold_game(florida, hands[:9]).winners == ()
    assert fold_game(florida, hands).winners == (0, 1)
    assert fold_game(florida, hands[:3], {"target": 21}).winners == (0, 1)


def test_railroad_carries_laps_and_counts_slams() -> None:
    hands = [("A", 4, 0, True), ("A", 2, 0, True)]
    state = game("railroad", *hands)
    assert (state.worth, state.carried) == (2, {"A": 1})
    assert game("railroad", *hands, slams=False, laps=False).worth == 1
    assert game("railroad", ("B", 1, 0, True), *hands).worth == 1
    after = fold_game(VARIANTS["railroad"], [_hand("A", 4, 0, True)], carried=state.carried)
    assert after.winners == ("A",)


def test_a_surplus_that_reaches_the_next_target_wins_that_game_too() -> None:
    jambone = [("B", 1, 0, True), ("A", 4, 0, True), ("A", 8, 0, True)]
    state = game("railroad", *jambone)
    assert (state.totals, state.worth, state.lapped, state.carried) == ({"A": 12, "B": 1}, 2, 1, {"A": 2})
    assert not fold_game(VARIANTS["railroad"], [_hand("B", 2, 0, True)], carried=state.carried).over
    assert game("railroad", *jambone[1:]).worth == 3  # a slam, and the next game
    exactly = game("railroad", ("B", 1, 0, True), ("A", 2, 0, True), ("A", 8, 0, True))
    assert (exactly.worth, exactly.carried) == (2, {})
    lone = game("railroad", *jambone, laps=False)
    assert (lone.worth, lone.lapped, lone.carried) == (1, 0, {})


def test_a_passed_out_deal_changes_no_total() -> None:
    state = fold_game(VARIANTS["hoosier"], [HandResult(None, Score(0, 0))])
    assert state.totals == {"A": 0, "B": 0} and state.hands == 1


def test_a_hand_without_each_players_points_cannot_be_added() -> None:
    with pytest.raises(ValueError, match="what each of them scored"):
        fold_game(VARIANTS["hoosier-three"], [HandResult(0, Score(4, 6, made=True))])
