"""Prizes: who wins what, ties, one prize for each player, money to the cent.

These tests use no database.
"""

from __future__ import annotations

from decimal import Decimal
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tally.scores.prizes import (
    PLACES,
    Award,
    Kind,
    Prize,
    PrizeList,
    Ties,
    added,
    as_announced,
    as_data,
    award,
    cents_of,
    counted_back,
    is_money,
    joint_name,
    joint_worth,
    percent_of,
    read_list,
    shares,
    shares_together,
)
from tally.scores.tallies import Line, SitOutLine, Tally
from tournament.movements.seats import Seat


def tally(number: int, *games: int | None, loners: int = 0) -> Tally:
    """Return the tally of a player who made these points in each game; None is a sit-out, which counts 2."""
    lines, sit_outs, running = [], [], 0
    for game, points in enumerate(games, 1):
        running += 2 if points is None else points
        if points is None:
            sit_outs.append(SitOutLine(game, 2, running))
        else:
            lines.append(Line(game, 1, Seat.N, 90, (91, 92), points, 5, running, loners * (game == 1), True))
    return Tally(number, tuple(lines), tuple(sit_outs))


NIGHT = [
    tally(1, 10, 4, 9),
    tally(2, 5, 9, 9, loners=2),
    tally(3, 9, 5, 9),
    tally(4, 8, 8, 4, loners=3),
    tally(5, 2, None, 7),
    tally(6, 1, 3, 7),
]  # their totals are 23, 23, 23, 20, 11 and 11


def winners_of(kinds: str, *, tallies: list[Tally] = NIGHT, seed: int = 1, **rules: object) -> list[tuple[int, ...]]:
    """Return the winners of prizes of these kinds, given as one string with spaces."""
    prizes = tuple(Prize(Kind(kind)) for kind in kinds.split())
    chosen = PrizeList(prizes, **rules)  # type: ignore[arg-type]
    return [each.winners for each in award(chosen, tallies, Random(seed))]


# Places and ties


def test_tied_players_share_all_the_places_they_cover():
    assert winners_of("high second third low") == [(1, 2, 3), (1, 2, 3), (1, 2, 3), (5, 6)]


def test_the_player_after_a_two_way_tie_is_third():
    tallies = [tally(number, 9 - number // 3 * number) for number in (1, 2, 3, 4)]
    assert winners_of("high second third", tallies=tallies) == [(1, 2), (1, 2), (3,)]


def test_counting_back_the_last_game_decides_then_the_one_before():
    assert winners_of("high second third", ties=Ties.BACK) == [(2,), (3,), (1,)]
    assert winners_of("low", ties=Ties.BACK) == [(5,)]  # 7 each in the last game, then 2 for the sit-out against 3
    twins = [tally(1, 6, 4), tally(2, 6, 4), tally(3, 1, 2)]
    assert winners_of("high second low", tallies=twins, ties=Ties.BACK) == [(1, 2), (1, 2), (3,)]
    assert counted_back(NIGHT[4]) == (7, 2, 2)


def test_one_draw_decides_all_tied_places():
    drawn = {seed: winners_of("high second third", ties=Ties.DRAWN, seed=seed) for seed in range(40)}
    assert all(sorted(winner for (winner,) in winners) == [1, 2, 3] for winners in drawn.values())
    assert len({tuple(winners) for winners in drawn.values()}) == 6
    assert winners_of("high second third", ties=Ties.DRAWN, seed=7) == drawn[7]


def test_nobody_without_a_game_wins_low():
    assert winners_of("low", tallies=[tally(1, 9), tally(2, 4), tally(3), tally(4, None)]) == [(2,)]


def test_nobody_wins_both_high_and_low():
    tied = [tally(1, 5), tally(2, 5)]
    assert winners_of("high low", tallies=tied, one_each=False) == [(1, 2), ()]


def test_prizes_for_loners_and_high_game_need_a_loner_and_a_point():
    assert winners_of("loners high-game", one_each=False) == [(4,), (1,)]
    assert winners_of("loners high-game", tallies=[tally(1, 0), tally(2, 0)]) == [(), ()]


def test_one_prize_each_skips_players_who_have_one():
    assert winners_of("high loners high-game") == [(1, 2, 3), (4,), (5, 6)]
    assert winners_of("loners high", one_each=True) == [(4,), (1, 2, 3)]
    assert winners_of("loners high", tallies=[tally(1, 9, loners=1), tally(2, 8)]) == [(1,), (2,)]
    assert winners_of("loners high", tallies=[tally(1, 9, loners=1), tally(2, 8)], one_each=False) == [(1,), (1,)]


def test_door_prizes_are_drawn_among_players_without_a_prize():
    for seed in range(20):
        high, first, second = winners_of("high door door", seed=seed)
        assert len(first) == len(second) == 1 and len({*high, *first, *second}) == 5
    assert {winners_of("door", seed=seed)[0][0] for seed in range(60)} == {1, 2, 3, 4, 5, 6}
    assert winners_of("door door", tallies=[tally(1, 4)]) == [(1,), ()]
    for seed in range(9):
        (door,) = award(PrizeList((Prize(Kind.DOOR),)), NIGHT, Random(seed), gone={1, 2, 3, 5, 6})
        assert door.winners == (4,)


def test_a_drawn_winner_stays_whoever_else_leaves_comes_or_wins_another_prize():
    door = PrizeList((Prize(Kind.DOOR), Prize(Kind.DOOR)))
    for seed in range(20):
        first, second = (each.winners for each in award(door, NIGHT, Random(seed)))
        others = {1, 2, 3, 4, 5, 6} - {*first, *second}
        for gone in others:
            assert [each.winners for each in award(door, NIGHT, Random(seed), {gone})] == [first, second]
        later = [*NIGHT, tally(7, 1)]
        assert award(door, later, Random(seed), {7})[0].winners == first
        assert award(door, [one for one in NIGHT if one.number in {*first, *second}], Random(seed))[0].winners == first
        winner = next(iter(first))
        assert award(door, NIGHT, Random(seed), {winner})[0].winners != first


def test_a_door_prize_is_drawn_once_the_night_has_ended():
    (award_before,) = award(PrizeList((Prize(Kind.DOOR, "", "$5"),)), NIGHT, Random(1), ended=False)
    assert (award_before.winners, award_before.shares, award_before.to_draw) == ((), (), True)


def test_without_players_no_prize_is_won():
    assert winners_of(" ".join(Kind), tallies=[]) == [()] * len(Kind)


GAMES = st.tuples(*[st.sampled_from([None, 0, 1, 2, 5])] * 3)
TALLIES = st.lists(GAMES, max_size=7).map(
    lambda players: [tally(number, *games, loners=number % 3 % 2) for number, games in enumerate(players, 1)]
)
PRIZES = st.builds(Prize, st.sampled_from(Kind), st.just("A ham"), st.sampled_from(["", "$20", "5,50 €"]))
LISTS = st.builds(
    PrizeList, st.lists(PRIZES, max_size=6).map(tuple), st.booleans(), st.sampled_from(Ties), st.integers(0, 3)
)


@settings(suppress_health_check=[HealthCheck.too_slow])  # on a busy machine
@given(TALLIES, LISTS, st.integers(0, 99))
def test_awards_follow_the_rules_on_any_night(tallies: list[Tally], chosen: PrizeList, seed: int) -> None:
    awards = award(chosen, tallies, Random(seed))
    totals = {tally.number: tally.total for tally in tallies}
    assert [each.prize for each in awards] == list(chosen.prizes)
    assert award(chosen, tallies[::-1], Random(seed)) == awards  # in whatever order the tallies come
    for each in awards:
        assert set(each.winners) <= set(totals) and list(each.winners) == sorted(set(each.winners))
        assert len(each.winners) <= 1 or (each.prize.kind != Kind.DOOR and chosen.ties != Ties.DRAWN)
        assert len({each.score} | {totals[number] for number in each.winners if each.prize.kind in PLACES}) == 1
        assert len(each.shares) == (len(each.winners) if each.prize.money else 0)
    if chosen.one_each:
        awards_of: dict[int, list[Award]] = {}
        for each in awards:
            for number in each.winners:
                awards_of.setdefault(number, []).append(each)
        for mine in awards_of.values():  # several awards to one player are places that a tie merged, or one place twice
            assert len(mine) == 1 or all(each.prize.kind in PLACES for each in mine)
    high = [each for each in awards if each.prize.kind == Kind.HIGH]
    if high and not chosen.one_each and tallies:
        assert {totals[number] for number in high[0].winners} == {max(totals.values())}


def test_places_that_a_tie_has_merged_are_announced_as_one_prize():
    prizes = tuple(Prize(Kind(kind), what) for kind, what in (("second", "pie"), ("low", "soap"), ("high", "ham")))
    tied = [tally(1, 5), tally(2, 5), tally(3, 4), tally(4, 1), tally(5, 1)]
    groups = as_announced(award(PrizeList(prizes), tied, Random(1)))
    assert [[each.prize.kind for each in group] for group in groups] == [["second", "high"], ["low"]]
    assert joint_name([each.prize for each in groups[0]]) == "Second and High"
    assert joint_worth([each.prize for each in groups[0]]) == "pie and ham"
    assert groups[1][0].winners == (4, 5)
    alone = as_announced(award(PrizeList(prizes), NIGHT[3:], Random(1)))
    assert [len(group) for group in alone] == [1, 1, 1]


@given(st.lists(st.integers(0, 9_999), min_size=3, max_size=3), st.integers(3, 9))
def test_money_of_places_that_a_tie_has_merged_is_split_as_a_whole(cents: list[int], people: int) -> None:
    kinds = (Kind.HIGH, Kind.SECOND, Kind.THIRD)
    prizes = tuple(Prize(kind, money=f"${one // 100}.{one % 100:02}") for kind, one in zip(kinds, cents, strict=True))
    (group,) = as_announced(award(PrizeList(prizes), [tally(n, 7) for n in range(1, people + 1)], Random(1)))
    parts = [round(float(share[1:]) * 100) for share in shares_together(group)]
    assert sum(parts) == sum(cents) and max(parts) - min(parts) <= 1
    for each in group:
        assert sum(round(float(share[1:]) * 100) for share in each.shares) == cents_of(each.prize.money)


def test_a_share_of_a_pot_in_a_joint_prize_leaves_nobodys_part_half_told():
    prizes = (Prize(Kind.HIGH, money="50%"), Prize(Kind.SECOND, money="$1"))
    (group,) = as_announced(award(PrizeList(prizes), [tally(1, 7), tally(2, 7)], Random(1)))
    assert joint_worth([each.prize for each in group]) == "50% of the pot and $1" and shares_together(group) == ()


@pytest.mark.parametrize(
    ("amounts", "sum_"),
    [
        ((), ""),
        (("$10",), "$10"),
        (("$10", "$5.50"), "$15.50"),
        (("7,50 €", "5 €"), "12,50 €"),
        (("$10", "5 €"), "$10 and 5 €"),
        (("$10", "$ 5"), "$15"),
        (("25% of the pot", "25% of the pot"), "25% of the pot and 25% of the pot"),
    ],
)
def test_only_amounts_of_one_money_are_added(amounts: tuple[str, ...], sum_: str) -> None:
    assert added(amounts) == sum_


# Money, and the list as it is stored


@pytest.mark.parametrize(
    ("money", "winners", "parts"),
    [
        ("$20", 1, ("$20",)),
        ("$20", 2, ("$10", "$10")),
        ("$20", 3, ("$6.67", "$6.67", "$6.66")),
        ("7,50 €", 2, ("3,75 €", "3,75 €")),
        ("5", 2, ("2.50", "2.50")),
        ("", 3, ()),
        ("$9", 0, ()),
    ],
)
def test_money_is_shared_to_the_cent(money, winners, parts):
    assert shares(money, winners) == parts


@given(st.integers(0, 9_999_999), st.none() | st.integers(0, 99), st.integers(1, 40))
def test_no_cent_is_lost(whole, cents, winners):
    parts = shares(f"${whole}" if cents is None else f"${whole}.{cents:02}", winners)
    paid = [round(float(part[1:]) * 100) for part in parts]
    assert sum(paid) == whole * 100 + (cents or 0)
    assert max(paid) - min(paid) <= 1


@pytest.mark.parametrize(
    ("text", "valid"),
    [
        ("", True),
        ("$20", True),
        ("20 Euro", True),
        ("a ham", False),
        ("1.234.5", False),
        ("12345678", False),
        ("$5.123", False),
        ("33.3%", True),
        ("33,3 %", True),
        ("100%", True),
        ("0%", False),
        ("-5%", False),
        ("150%", False),
        ("5.125%", False),
        ("5%%", False),
        ("-$5", False),
        ("$−5", False),
        ("gift card $5", True),
        ("5.-", True),
    ],
)
def test_which_texts_are_amounts_of_money(text, valid):
    assert is_money(text) == valid
    if not valid:
        with pytest.raises(ValueError, match="no amount"):
            shares(text, 2)


def test_a_share_of_the_pot_is_as_exact_as_it_was_written():
    assert Prize(Kind.HIGH, money="33.3%").percent == percent_of("33.3%") == Decimal("33.3")
    assert percent_of("33,35 %") == Decimal("33.35")
    assert Prize(Kind.HIGH, money="33.3 %").worth == "33.3% of the pot"
    assert [percent_of(text) for text in ("$20", "", "0%")] == [0, 0, 0]


def test_an_old_list_with_a_negative_share_can_still_be_read():
    stored = {"list": [{"kind": "high", "what": "A ham", "money": "-5%"}, {"kind": "low", "money": "-5%"}]}
    assert [prize.worth for prize in read_list(stored).prizes] == ["A ham, -5%", "-5%"]
    assert award(read_list(stored), NIGHT, Random(1))[0].shares == ()


@given(LISTS)
def test_a_list_is_read_as_it_was_stored(chosen):
    assert read_list(as_data(chosen)) == chosen
    assert read_list({}) == PrizeList()
