"""Rotations with fewer games than a perfect one: legal, fair, the same for the same seed.

These tests need no database. They count with `tests.support.repeats`, which shares no code with the search.
"""

from __future__ import annotations

from collections import Counter
from io import StringIO
from itertools import count
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.repeats import count_repeats, illegal_rounds, least_repeats, spread
from tournament.management.commands import better_nights
from tournament.movements import annealing
from tournament.movements.annealing import Annealing, PairCosts
from tournament.movements.charts import ChartError, check_rotation
from tournament.movements.closed_forms import add_in_group, closed_forms, difference_matrix
from tournament.movements.rotation import Rotation
from tournament.movements.rotation_files import read_rotations, write_rotations
from tournament.movements.rotation_search import RotationError, find_rotation, flat_rounds, least_cost, rotation_cost
from tournament.movements.sitting_out import night_sit_outs
from tournament.movements.table_order import share_first_deals, share_head_table
from tournament.movements.whist import perfect_rotation
from tournament.planning.shipped import best_rotation, shipped_rotations

TINY = 0.004  # seconds of search
NO_DEADLINE = settings(deadline=None, max_examples=25)  # a busy machine must not fail a test
FLAT_ROUNDS = st.builds(
    lambda seed, players, games: [
        Random(seed + game).sample(range(1, players + 1), players // 4 * 4) for game in range(games)
    ],
    st.integers(0, 10**6),
    st.integers(4, 30),
    st.integers(1, 9),
)


def everybody(rotation: Rotation) -> range:
    return range(1, rotation.players + 1)


def sit_outs(rotation: Rotation) -> list[tuple[int, ...]]:
    return list(rotation.sitting_out or [()] * len(rotation.rounds))


def games_at_head_table(rotation: Rotation) -> list[int]:
    at_head = Counter(number for tables in rotation.rounds for number in tables[0])
    return [at_head[number] for number in everybody(rotation)]


def first_deals(rotation: Rotation) -> list[int]:
    dealers = Counter(table[0] for tables in rotation.rounds for table in tables)
    return [dealers[number] for number in everybody(rotation)]


# Sit-outs


def test_sit_outs_differ_by_at_most_one_and_come_as_late_as_possible_again() -> None:
    for players in range(5, 134):
        each_game = players % 4
        rounds = night_sit_outs(players, 20)
        last: dict[int, int] = {}
        times = dict.fromkeys(range(1, players + 1), 0)
        for game, out in enumerate(rounds):
            assert len(set(out)) == each_game
            for number in out:
                assert game - last.get(number, -players) >= players // each_game
                last[number] = game
                times[number] += 1
            assert spread(times.values()) <= 1


# Closed forms


@pytest.mark.parametrize("players", range(4, 133, 4))
def test_in_a_closed_form_no_two_players_meet_twice(players: int) -> None:
    for rounds in closed_forms(players):
        assert count_repeats(rounds) == (0, 0, 0)
        assert illegal_rounds(range(players), rounds, [()] * len(rounds)) == []


def test_closed_forms_have_their_known_lengths() -> None:
    assert {v: len(closed_forms(v)[0]) for v in (16, 20, 28, 32, 36, 40, 44, 48, 52, 64, 80, 88, 100, 132)} == {
        16: 5,
        20: 5,
        28: 9,
        32: 9,
        36: 9,
        40: 13,
        44: 11,
        48: 13,
        52: 17,
        64: 21,
        80: 25,
        88: 29,
        100: 25,
        132: 33,
    }
    assert closed_forms(30) == []


@pytest.mark.parametrize("size", [4, 5, 7, 8, 9, 11, 12, 13, 15, 16, 20, 21, 25, 27, 28, 32, 33])
def test_the_differences_of_two_rows_are_the_whole_group(size: int) -> None:
    found = difference_matrix(size)
    assert found is not None
    group, rows = found
    for one in range(len(rows)):
        for two in range(one):
            assert len({add_in_group(group, x, -y) for x, y in zip(rows[one], rows[two], strict=True)}) == size


def test_sizes_without_a_difference_matrix_have_none() -> None:
    assert [size for size in range(1, 34) if difference_matrix(size) is None] == [
        1,
        2,
        3,
        6,
        10,
        14,
        18,
        22,
        24,
        26,
        30,
    ]


# The search


@NO_DEADLINE
@given(FLAT_ROUNDS, st.integers(0, 99), st.booleans())
def test_annealing_keeps_the_pair_costs_up_to_date(rounds: list[list[int]], seed: int, head: bool) -> None:
    before = [sorted(numbers) for numbers in rounds]
    search = Annealing(rounds, PairCosts.blank(30), Random(seed), [0] * 31 if head else None)
    first = search.cost()
    best = search.anneal(20_000)
    again = Annealing([list(numbers) for numbers in rounds], PairCosts.blank(30), Random(0), [0] * 31 if head else None)
    assert best == search.cost() == again.cost() <= first
    assert search.pair_costs == again.pair_costs
    assert search.head_games == again.head_games
    assert [sorted(numbers) for numbers in rounds] == before


def test_the_cost_of_a_swap_follows_the_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(annealing, "PARTNERS_AGAIN", 31)
    monkeypatch.setattr(annealing, "OPPONENTS_AGAIN", 5)
    rounds = [Random(game).sample(range(1, 13), 12) for game in range(8)]
    search = Annealing(rounds, PairCosts.blank(12), Random(1))
    assert search.anneal(20_000) == search.cost() == Annealing(rounds, PairCosts.blank(12), Random(0)).cost()


@NO_DEADLINE
@given(FLAT_ROUNDS)
def test_repeats_match_an_independent_count(rounds: list[list[int]]) -> None:
    found = rotation_cost(30, rounds).repeats
    tables = [[numbers[start : start + 4] for start in range(0, len(numbers), 4)] for numbers in rounds]
    assert found == count_repeats(tables)


@NO_DEADLINE
@given(st.integers(4, 133), st.integers(1, 20), st.integers(0, 10**9), st.booleans())
def test_a_rotation_seats_each_player_once_and_shares_first_deals(
    players: int, games: int, seed: int, head: bool
) -> None:
    rotation = find_rotation(players, games, seed=seed, budget=TINY, head_table=head)
    assert (rotation.players, len(rotation.rounds)) == (players, games)
    assert illegal_rounds(everybody(rotation), rotation.rounds, sit_outs(rotation)) == []
    check_rotation(rotation)
    assert spread(first_deals(rotation)) <= 1
    assert rotation_cost(players, flat_rounds(rotation)).cost >= least_cost(players, games)
    assert all(
        mine >= least for mine, least in zip(count_repeats(rotation.rounds), least_repeats(players, games), strict=True)
    )


@pytest.mark.parametrize(
    ("players", "games"),
    [(8, 7), (12, 11), (16, 12), (21, 10), (27, 8), (34, 9), (50, 12), (66, 10), (97, 12), (131, 15), (133, 20)],
)
def test_no_partners_repeat_where_there_are_enough(players: int, games: int) -> None:
    assert count_repeats(find_rotation(players, games, budget=0.1).rounds)[0] == 0


def test_the_same_seed_gives_the_same_rotation_and_another_seed_another() -> None:
    assert find_rotation(18, 8, seed=5, budget=0.05) == find_rotation(18, 8, seed=5, budget=0.05)
    assert find_rotation(18, 8, seed=5, budget=0.05) != find_rotation(18, 8, seed=6, budget=0.05)


@pytest.mark.parametrize(
    ("players", "games"), [(8, 5), (16, 8), (20, 10), (21, 10), (30, 8), (36, 9), (64, 12), (77, 9)]
)
def test_the_head_table_is_shared_to_within_one_game_on_request(players: int, games: int) -> None:
    rotation = find_rotation(players, games, budget=0.15, head_table=True)
    assert spread(games_at_head_table(rotation)) <= 1
    assert count_repeats(rotation.rounds)[0] == 0


def test_a_rotation_is_never_worse_than_a_known_one_and_a_longer_search_improves_it() -> None:
    poor = find_rotation(24, 8, budget=0.002)
    better = find_rotation(24, 8, seed=1, budget=0.1, known=[poor])
    assert rotation_cost(24, flat_rounds(better)).rank < rotation_cost(24, flat_rounds(poor)).rank
    assert (
        rotation_cost(24, flat_rounds(find_rotation(24, 8, seed=2, budget=0.01, known=[better]))).rank
        <= rotation_cost(24, flat_rounds(better)).rank
    )


def test_a_perfect_rotation_is_used_where_it_is_best_and_repeated_from_its_start() -> None:
    assert count_repeats(best_rotation(9, 9).rounds) == (0, *least_repeats(9, 9)[1:])
    assert count_repeats(find_rotation(8, 14, known=[perfect_rotation(8)]).rounds)[0] == least_repeats(8, 14)[0] == 28


def test_the_search_reports_its_progress_and_stops_on_request() -> None:
    shares: list[float] = []

    def go_on(share: float, cost: int) -> bool:
        shares.append(share)
        return len(shares) < 12

    rotation = find_rotation(22, 8, progress=go_on)
    assert illegal_rounds(everybody(rotation), rotation.rounds, sit_outs(rotation)) == []
    assert shares == sorted(shares)
    assert len(shares) == 12, "no later pass begins"
    assert shares[11] < 0.1


@pytest.mark.parametrize(
    ("players", "games", "sentence"),
    [
        (3, 8, "A rotation is for 4 to 133 players, not 3. Change who plays, or draw each game afresh."),
        (134, 8, "A rotation is for 4 to 133 players, not 134. Change who plays, or draw each game afresh."),
        (20, 0, "A night has 1 to 20 games, not 0. Choose fewer, or draw the rest later."),
        (20, 21, "A night has 1 to 20 games, not 21. Choose fewer, or draw the rest later."),
    ],
)
def test_impossible_sizes_are_refused_with_a_sentence(players: int, games: int, sentence: str) -> None:
    with pytest.raises(RotationError) as refused:
        best_rotation(players, games)
    assert str(refused.value) == sentence


# Tables and dealing


@NO_DEADLINE
@given(FLAT_ROUNDS, st.integers(0, 99))
def test_sharing_first_deals_only_turns_the_tables(rounds: list[list[int]], seed: int) -> None:
    players = max(number for numbers in rounds for number in numbers)
    turned = share_first_deals(rounds, dict.fromkeys(range(1, players + 1), 0))
    for numbers, tables in zip(rounds, turned, strict=True):
        for start, (a, b, c, d) in zip(range(0, len(numbers), 4), tables, strict=True):
            north, south, east, west = numbers[start : start + 4]
            clockwise = (north, east, south, west) * 2
            assert (a, c, b, d) in [clockwise[turn : turn + 4] for turn in range(4)]


def test_first_deals_make_up_for_earlier_ones() -> None:
    rounds = [[1, 2, 3, 4, 5, 6, 7, 8], [1, 3, 5, 7, 2, 4, 6, 8]]
    turned = share_first_deals(rounds, {number: 1 if number in (1, 2, 5, 6) else 0 for number in range(1, 9)})
    assert sorted(table[0] for tables in turned for table in tables) == [3, 4, 7, 8]


def test_sharing_the_head_table_moves_whole_tables() -> None:
    rounds = [[*range(1, 17)] for _ in range(8)]
    assert share_head_table(rounds, dict.fromkeys(range(1, 17), 0), Random(1))
    assert Counter(number for numbers in rounds for number in numbers[:4]) == dict.fromkeys(range(1, 17), 2)
    assert all(
        {tuple(numbers[start : start + 4]) for start in range(0, 16, 4)}
        == {(1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16)}
        for numbers in rounds
    )


# Shipped rotations


def test_every_shipped_rotation_is_legal_with_even_sit_outs() -> None:
    shipped = shipped_rotations()
    assert len(shipped) > 100
    for (players, games), rotation in shipped.items():
        assert (rotation.players, len(rotation.rounds)) == (players, games)
        assert illegal_rounds(range(1, players + 1), rotation.rounds, sit_outs(rotation)) == []
        out = Counter(number for numbers in rotation.sitting_out for number in numbers)
        assert spread(out[number] for number in range(1, players + 1)) <= 1


def test_no_shipped_rotation_repeats_partners_needlessly() -> None:
    assert [
        cell
        for cell, rotation in shipped_rotations().items()
        if count_repeats(rotation.rounds)[0] > least_repeats(*cell)[0]
    ] == []


def test_shipped_rotations_are_small_and_read_back_the_same() -> None:
    text = write_rotations(shipped_rotations().values())
    assert len(text) < 150_000
    assert read_rotations(text) == shipped_rotations()


@pytest.mark.parametrize("text", ["8 1 !\"#$%&'", "8 2 !\"#$%&'(", "8 1 !\"#$%&')", "8 1 !!#$%&'(", "x"])
def test_a_line_that_is_not_a_rotation_is_refused(text: str) -> None:
    with pytest.raises(ChartError, match=r"^Line 1 of the stored nights"):
        read_rotations(text + "\n")


@pytest.mark.parametrize(
    ("contents", "sentence"),
    [
        (None, "cannot be read: No such file or directory."),
        (b"nothing of the kind", "Line 1 of the stored nights is not a night."),
        ("16 6 é".encode(), "is not a file of rotations: it has letters beyond ASCII."),
    ],
)
@pytest.mark.parametrize("option", ["take", "file"])
def test_better_nights_refuses_a_file_that_has_no_rotations(
    tmp_path: Path, option: str, contents: bytes | None, sentence: str
) -> None:
    path = tmp_path / "rotations.txt"
    if contents is not None:
        path.write_bytes(contents)
    elif option == "file":
        path.mkdir()
        sentence = "cannot be read: Is a directory."
    files = {"file": tmp_path / "best.txt"} | {option: path}
    with pytest.raises(CommandError) as refused:
        call_command("better_nights", players=(16, 16), games=[6], minutes=0, **files)
    assert str(path) in str(refused.value) and str(refused.value).endswith(sentence)


def test_better_nights_keeps_better_rotations_and_continues_where_it_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = count()  # one passes with each search, however busy the machine is
    monkeypatch.setattr(better_nights, "time", SimpleNamespace(monotonic=lambda: next(seconds)))
    file, out = tmp_path / "best.txt", StringIO()
    file.write_text(write_rotations([find_rotation(16, 6, budget=0.001)]), encoding="ascii")
    before = count_repeats(read_rotations(file.read_text(encoding="ascii"))[16, 6].rounds)
    call_command("better_nights", players=(16, 17), games=[6], minutes=0.1, each=0.1, file=file, stdout=out)
    after = read_rotations(file.read_text(encoding="ascii"))
    assert set(after) == {(16, 6), (17, 6)}
    assert count_repeats(after[16, 6].rounds) < before
    assert "16 players, 6 games: " in out.getvalue()
