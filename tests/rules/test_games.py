"""How a game ends, at a target or after a number of deals."""

from __future__ import annotations

import pytest

from tally.rules import VARIANTS, GameState, HandResult, Score, fold_game, house_rules_of
from tally.rules.house_rules import resolve
from tally.rules.language import BIDDERS


def game(slug: str, *hands: tuple[object, int, int, bool], **house_rules: object) -> GameState:
    """Play a game of hands, each (maker, makers' points, defenders' points, made)."""
    return fold_game(VARIANTS[slug], [_hand(*hand) for hand in hands], house_rules)


def _hand(maker: object, makers: int, defenders: int, made: bool) -> HandResult:
    assert maker is None or isinstance(maker, str | int)
    return HandResult(maker, Score(makers, defenders, made=made))


def hand_by_player(maker: int, *points: int, made: bool = True) -> HandResult:
    """Return a hand of a game in which players play for themselves."""
    return HandResult(maker, Score(points[maker], 0, by_player=points, made=made))


def test_on_offense_defenders_tricks_do_not_win_even_above_the_target() -> None:
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
def test_when_both_sides_reach_the_target_the_bidders_count_first(slug: str, target: int) -> None:
    assert game(slug, ("A", target, target + 9, True)).winners == ("A",)
    assert game(slug, ("B", target, target + 9, True)).winners == ("B",)
    assert game(slug, ("A", target - 1, target, True)).winners == ("B",)
    assert not game(slug, ("A", target - 1, target - 1, True)).over


@pytest.mark.parametrize(("slug", "target"), [("pfeffer", 42), ("hasenpfeffer-joker", 10), ("buck", 25)])
def test_winning_on_offense_or_at_the_target_is_a_house_rule(slug: str, target: int) -> None:
    odd_tricks = ("A", target - 1, target, True)
    assert not game(slug, odd_tricks).over
    assert game(slug, odd_tricks, winning="at-target").winners == ("B",)
    assert game(slug, ("A", target, target + 9, True)).winners == ("A",)


def test_a_tie_at_forty_two_goes_to_the_bidding_team() -> None:
    for winning in ("on-offence", "at-target"):
        assert game("pfeffer", ("A", 42, 42, True), winning=winning).winners == ("A",)
        assert game("pfeffer", ("A", 42, 50, True), winning=winning).winners == ("A",)


PATH_TO_A_SET = [("A", 5, 1, True)] * 8 + [("B", 4, 2, True)] * 8


def test_a_set_makes_nobody_a_winner_above_the_target() -> None:
    """The makers are set at 51 to 43: the side that set them wins, and not the bidders."""
    set_at_51 = game("pfeffer", *PATH_TO_A_SET, ("A", -5, 3, False))
    assert set_at_51.totals == {"A": 51, "B": 43}
    assert set_at_51.winners == ("B",)
    assert game("pfeffer", *PATH_TO_A_SET, ("A", 4, 2, True)).winners == ("A",)


def test_a_set_decides_in_alber_too_where_winning_needs_a_bid() -> None:
    before = [("A", 5, 5, True)] * 10 + [("B", 1, 9, True)]  # A 59, B 51
    set_at_57 = game("alber", *before, ("A", -2, 9, False), winning="on-offence")
    assert set_at_57.totals == {"A": 57, "B": 60} and set_at_57.winners == ("B",)
    higher = game("alber", *before, ("A", -1, 1, False), winning="on-offence")
    assert higher.totals == {"A": 58, "B": 52} and higher.winners == ("B",)


@pytest.mark.parametrize("slug", [slug for slug, variant in VARIANTS.items() if variant.table_of_four])
@pytest.mark.parametrize("winning", ["on-offence", "at-target"])
def test_makers_that_were_set_never_win_where_both_stand_at_the_target(slug: str, winning: str) -> None:
    """A made bid wins for the makers and a set for the others, wherever the bidders count first."""
    end = resolve(VARIANTS[slug], {"winning": winning}).end
    if end.target is None or not (end.on_offense or end.both == BIDDERS):
        return
    rules = {"winning": winning} if "winning" in house_rules_of(VARIANTS[slug]) else {}
    for maker, other in ("AB", "BA"):
        made = game(slug, (maker, end.target + 5, end.target, True), **rules)
        assert made.winners == (maker,)
        assert game(slug, (maker, end.target + 5, end.target, False), **rules).winners == (other,)


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
    hands = [hand_by_player(0, -3, -2, 0), hand_by_player(1, -5, 5, 0, made=False), hand_by_player(0, -5, 0, 0)]
    state = fold_game(VARIANTS["dirty-clubs"], hands[:2])
    assert state.totals == {0: 7, 1: 18, 2: 15} and not state.over
    assert fold_game(VARIANTS["dirty-clubs"], [*hands, hand_by_player(0, -2, -3, 0)]).winners == (0,)


def test_two_players_on_the_same_winning_total_both_win() -> None:
    hand = HandResult(0, Score(5, 0, by_player=(5, 0, 5, 0), made=True))
    assert fold_game(VARIANTS["call-ace"], [hand]).winners == (0, 2)


def test_in_cutthroat_a_defender_wins_only_by_setting_the_bid() -> None:
    before = [hand_by_player(0, 31, 0, 31)]
    cutthroat = VARIANTS["cutthroat-purdue"]
    assert not fold_game(cutthroat, [*before, hand_by_player(1, 4, 2, 1)]).over
    assert fold_game(cutthroat, [*before, hand_by_player(1, 1, -4, 2, made=False)]).winners == (2,)


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
    hands = [hand_by_player(0, 8, 8, 0, 0, 0)] * 10
    assert fold_game(florida, hands[:9]).winners == ()
    assert fold_game(florida, hands).winners == (0, 1)
    assert fold_game(florida, hands[:3], {"target": 21}).winners == (0, 1)


@pytest.mark.parametrize(("players", "hands"), [(5, 10), (6, 12), (7, 14), (8, 16)])
def test_florida_ends_when_the_deal_has_gone_around_twice(players: int, hands: int) -> None:
    florida = VARIANTS["florida-five-handed"]
    assert players in florida.table_sizes
    played = [hand_by_player(0, 8, *(players - 1) * [0])] * hands
    assert fold_game(florida, played[:-1], players=players).winners == ()
    state = fold_game(florida, [*played, *played], players=players)
    assert state.winners == (0,) and state.hands == hands
    assert fold_game(florida, played[:3], {"target": 21}, players=players).winners == (0,)


def test_railroad_carries_laps_and_counts_slams() -> None:
    hands = [("A", 4, 0, True), ("A", 2, 0, True)]
    state = game("railroad", *hands)
    assert (state.worth, state.carried) == (2, {"A": 1})
    assert game("railroad", *hands, slams=False, laps=False).worth == 1
    assert game("railroad", ("B", 1, 0, True), *hands).worth == 1
    after = fold_game(VARIANTS["railroad"], [_hand("A", 4, 0, True)], carried=state.carried)
    assert after.winners == ("A",)


def test_a_slam_is_a_game_in_which_the_losers_scored_nothing() -> None:
    """Points lost, and points carried from the game before, are not points scored in this one."""
    loses = ("B", -2, 0, False)
    wins = [("A", 4, 0, True), ("A", 1, 0, True)]
    assert game("railroad", loses, *wins, euchre=-2).worth == 2
    assert game("railroad", ("B", 2, 0, True), loses, *wins, euchre=-2).worth == 1  # at 0, but B has scored
    lapped = fold_game(VARIANTS["railroad"], [_hand(*hand) for hand in wins], carried={"B": 3})
    assert (lapped.winners, lapped.worth) == (("A",), 2)
    won_by_the_lap = fold_game(VARIANTS["railroad"], [_hand("A", 2, 0, True)], carried={"A": 3})
    assert (won_by_the_lap.winners, won_by_the_lap.worth) == (("A",), 2)


def test_extra_points_that_reach_the_next_target_win_that_game_too() -> None:
    jambone = [("B", 1, 0, True), ("A", 4, 0, True), ("A", 8, 0, True)]
    state = game("railroad", *jambone)
    assert (state.totals, state.worth, state.lapped, state.carried) == ({"A": 12, "B": 1}, 2, 1, {"A": 2})
    assert not fold_game(VARIANTS["railroad"], [_hand("B", 2, 0, True)], carried=state.carried).over
    assert game("railroad", *jambone[1:]).worth == 3  # a slam and the next game
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
