"""Prizes: who wins what, ties, one a person, money to the cent. No database."""

from __future__ import annotations

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
    as_data,
    award,
    counted_back,
    is_money,
    read_list,
    shares,
)
from tally.scores.tallies import Line, SitOutLine, Tally
from tournament.movements.seats import Seat


def tally(number: int, *games: int | None, loners: int = 0) -> Tally:
    """A player's games in points; None is a rest that counts 2."""
    lines, rests, running = [], [], 0
    for game, points in enumerate(games, 1):
        running += 2 if points is None else points
        if points is None:
            rests.append(SitOutLine(game, 2, running))
        else:
            lines.append(Line(game, 1, Seat.N, 90, (91, 92), points, 5, running, loners * (game == 1), True))
    return Tally(number, tuple(lines), tuple(rests))


NIGHT = [
    tally(1, 10, 4, 9),
    tally(2, 5, 9, 9, loners=2),
    tally(3, 9, 5, 9),
    tally(4, 8, 8, 4, loners=3),
    tally(5, 2, None, 7),
    tally(6, 1, 3, 7),
]  # 23, 23, 23, 20, 11, 11


def won(kinds: str, *, tallies: list[Tally] = NIGHT, seed: int = 1, **rules: object) -> list[tuple[int, ...]]:
    prizes = tuple(Prize(Kind(kind)) for kind in kinds.split())
    return [one.winners for one in award(PrizeList(prizes, **rules), tallies, Random(seed))]  # type: ignore[arg-type]


# --- Places and ties --------------------------------------------------------------------------------------


def test_who_is_equal_shares_all_the_places_they_stand_on():
    assert won("high second third low") == [(1, 2, 3), (1, 2, 3), (1, 2, 3), (5, 6)]


def test_who_comes_after_two_equals_is_third():
    assert won("high second third", tallies=[tally(number, 9 - number // 3 * number) for number in (1, 2, 3, 4)]) == [
        (1, 2),
        (1, 2),
        (3,),
    ]


def test_the_last_game_decides_then_the_one_before():
    assert won("high second third", ties=Ties.BACK) == [(2,), (3,), (1,)]
    assert won("low", ties=Ties.BACK) == [(5,)]  # 7, then 2 for the rest against 3: lower
    twins = [tally(1, 6, 4), tally(2, 6, 4), tally(3, 1, 2)]
    assert won("high second low", tallies=twins, ties=Ties.BACK) == [(1, 2), (1, 2), (3,)]
    assert counted_back(NIGHT[4]) == (7, 2, 2)


def test_a_lot_decides_once_for_all_places():
    drawn = {seed: won("high second third", ties=Ties.DRAWN, seed=seed) for seed in range(40)}
    assert all(sorted(one for (one,) in winners) == [1, 2, 3] for winners in drawn.values())
    assert len({tuple(winners) for winners in drawn.values()}) == 6
    assert won("high second third", ties=Ties.DRAWN, seed=7) == drawn[7]


def test_nobody_is_low_who_is_high():
    equal = [tally(1, 5), tally(2, 5)]
    assert won("high low", tallies=equal, one_each=False) == [(1, 2), ()]


def test_loners_and_high_game_want_one_at_least():
    assert won("loners high-game", one_each=False) == [(4,), (1,)]
    assert won("loners high-game", tallies=[tally(1, 0), tally(2, 0)]) == [(), ()]


def test_one_prize_a_person_passes_over_who_has_one():
    assert won("high loners high-game") == [(1, 2, 3), (4,), (5, 6)]
    assert won("loners high", one_each=True) == [(4,), (1, 2, 3)]
    assert won("loners high", tallies=[tally(1, 9, loners=1), tally(2, 8)]) == [(1,), (2,)]
    assert won("loners high", tallies=[tally(1, 9, loners=1), tally(2, 8)], one_each=False) == [(1,), (1,)]


def test_door_prizes_are_drawn_among_those_who_have_none():
    for seed in range(20):
        high, one, other = won("high door door", seed=seed)
        assert len(one) == len(other) == 1 and len({*high, *one, *other}) == 5
    assert {won("door", seed=seed)[0][0] for seed in range(60)} == {1, 2, 3, 4, 5, 6}
    assert won("door door", tallies=[tally(1, 4)]) == [(1,), ()]
    for seed in range(9):
        (here,) = award(PrizeList((Prize(Kind.DOOR),)), NIGHT, Random(seed), gone={1, 2, 3, 5, 6})
        assert here.winners == (4,)


def test_nobody_there_wins_nothing():
    assert won(" ".join(Kind), tallies=[]) == [()] * len(Kind)


GAMES = st.tuples(*[st.sampled_from([None, 0, 1, 2, 5])] * 3)
TALLIES = st.lists(GAMES, max_size=7).map(
    lambda people: [tally(number, *games, loners=number % 3 % 2) for number, games in enumerate(people, 1)]
)
PRIZES = st.builds(Prize, st.sampled_from(Kind), st.just("A ham"), st.sampled_from(["", "$20", "5,50 €"]))
LISTS = st.builds(
    PrizeList, st.lists(PRIZES, max_size=6).map(tuple), st.booleans(), st.sampled_from(Ties), st.integers(0, 3)
)


@settings(suppress_health_check=[HealthCheck.too_slow])  # on a machine that is busy
@given(TALLIES, LISTS, st.integers(0, 99))
def test_awards_keep_their_laws_on_any_night(tallies: list[Tally], chosen: PrizeList, seed: int) -> None:
    awards = award(chosen, tallies, Random(seed))
    totals = {one.number: one.total for one in tallies}
    assert [one.prize for one in awards] == list(chosen.prizes)
    assert award(chosen, tallies[::-1], Random(seed)) == awards  # whatever the order in which the tallies come
    for one in awards:
        assert set(one.winners) <= set(totals) and list(one.winners) == sorted(set(one.winners))
        assert len(one.winners) <= 1 or (one.prize.kind != Kind.DOOR and chosen.ties != Ties.DRAWN)
        assert len({one.score} | {totals[number] for number in one.winners if one.prize.kind in PLACES}) == 1
        assert len(one.shares) == (len(one.winners) if one.prize.money else 0)
    if chosen.one_each:
        kept: dict[int, list[Award]] = {}
        for one in awards:
            for number in one.winners:
                kept.setdefault(number, []).append(one)
        for prizes in kept.values():  # two prizes are of places that a tie has merged, or of one place twice
            assert len(prizes) == 1 or all(one.prize.kind in PLACES for one in prizes)
    high = [one for one in awards if one.prize.kind == Kind.HIGH]
    if high and not chosen.one_each and tallies:
        assert {totals[number] for number in high[0].winners} == {max(totals.values())}


# --- Money, and the list as it is stored ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("money", "people", "parts"),
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
def test_money_is_shared_to_the_cent(money, people, parts):
    assert shares(money, people) == parts


@given(st.integers(0, 9_999_999), st.none() | st.integers(0, 99), st.integers(1, 40))
def test_no_cent_is_lost(whole, cents, people):
    parts = shares(f"${whole}" if cents is None else f"${whole}.{cents:02}", people)
    paid = [round(float(part[1:]) * 100) for part in parts]
    assert sum(paid) == whole * 100 + (cents or 0)
    assert max(paid) - min(paid) <= 1


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("", True),
        ("$20", True),
        ("20 Euro", True),
        ("a ham", False),
        ("1.234.5", False),
        ("12345678", False),
        ("$5.123", False),
    ],
)
def test_what_is_money(text, right):
    assert is_money(text) == right
    if not right:
        with pytest.raises(ValueError, match="no amount"):
            shares(text, 2)


@given(LISTS)
def test_a_list_is_read_as_it_was_stored(chosen):
    assert read_list(as_data(chosen)) == chosen
    assert read_list({}) == PrizeList()
