"""Perfect rotations: each one from 4 to 133 players is checked by counting, and other sizes are refused.

The counting here shares no code with `tournament.movements.whist`; it uses only the numbers on the finished charts.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.movements.charts import check_rotation, read_chart, write_chart
from tournament.movements.rotation import Rotation
from tournament.movements.whist import NoPerfectRotation, perfect_rotation
from tournament.people.errors import Refused

SIZES = [players for players in range(4, 134) if players % 4 < 2]
WITHOUT_SIT_OUTS = [players for players in SIZES if players % 4 == 0]
ONE_SITS_OUT = [players for players in SIZES if players % 4 == 1]
CHARTS = Path(django_settings.BASE_DIR) / "fixtures" / "charts"

rotation_for = cache(perfect_rotation)


def faults(rotation: Rotation) -> list[str]:
    """List what keeps a rotation from being a whist design, by counting alone; empty when it is one."""
    v = rotation.players
    pairs = [frozenset(pair) for pair in combinations(range(1, v + 1), 2)]
    partners: Counter[frozenset[int]] = Counter()
    opponents: Counter[frozenset[int]] = Counter()
    seats: Counter[tuple[int, int, int]] = Counter()
    for tables in rotation.rounds:
        for t, (a, b, c, d) in enumerate(tables):
            partners.update((frozenset((a, b)), frozenset((c, d))))
            opponents.update((frozenset((a, c)), frozenset((a, d)), frozenset((b, c)), frozenset((b, d))))
            seats.update(((a, t, 0), (b, t, 1), (c, t, 2), (d, t, 3)))
    found = []
    if len(rotation.rounds) != (v if v % 4 else v - 1):
        found.append("games")
    if sum(partners.values()) != len(pairs) or any(partners[pair] != 1 for pair in pairs):
        found.append("partners")
    if sum(opponents.values()) != 2 * len(pairs) or any(opponents[pair] != 2 for pair in pairs):
        found.append("opponents")
    everybody = set(range(1, v + 1))
    absent = [sorted(everybody - {n for table in tables for n in table}) for tables in rotation.rounds]
    if any(4 * len(tables) + len(out) != v for tables, out in zip(rotation.rounds, absent, strict=True)):
        found.append("a player twice in a game")
    if v % 4 == 1:
        if sorted(n for out in absent for n in out) != sorted(everybody):
            found.append("sit-outs")
        if [tuple(out) for out in absent] != list(rotation.sitting_out):
            found.append("stated sit-outs")
        if set(seats.values()) != {1} or len(seats) != v * (v - 1):
            found.append("seats")
    return found


# Every size


def test_there_are_sixty_six_sizes() -> None:
    assert (len(SIZES), SIZES[:4], SIZES[-2:]) == (66, [4, 5, 8, 9], [132, 133])


@pytest.mark.sample(5)
@pytest.mark.parametrize("players", SIZES)
def test_all_pairs_are_partners_once_and_opponents_twice(players: int) -> None:
    """With 4n + 1 players each also sits out once, and sits once in every seat of every table."""
    rotation = rotation_for(players)
    assert rotation.players == players
    assert faults(rotation) == []
    check_rotation(rotation)


@pytest.mark.parametrize("players", SIZES)
def test_first_deals_are_as_even_as_they_can_be(players: int) -> None:
    rotation = rotation_for(players)
    deals = Counter(table[0] for tables in rotation.rounds for table in tables)
    counts = {deals[player] for player in range(1, players + 1)}
    assert max(counts) - min(counts) <= (1 if players % 4 == 0 else 0)


@pytest.mark.parametrize("players", WITHOUT_SIT_OUTS)
def test_no_player_stays_at_the_head_table_or_away_from_it(players: int) -> None:
    """In the constructions ∞ sits at the same table in every game; with 40, 52, 76 … players at the head table."""
    times = Counter(player for tables in rotation_for(players).rounds for player in tables[0])
    counts = {times[player] for player in range(1, players + 1)}
    assert min(counts) >= 2
    assert max(counts) <= 6


def test_a_rotation_is_the_same_every_time() -> None:
    """No call changes data that is cached between calls."""
    for players in (8, 20, 36, 60, 72, 84, 133):
        assert perfect_rotation(players) == perfect_rotation(players)


@pytest.mark.parametrize("players", [4, 5, 60, 132, 133])
def test_a_perfect_rotation_can_be_written_as_a_chart(players: int) -> None:
    assert read_chart(write_chart(rotation_for(players))) == rotation_for(players)


def test_five_players_sit_out_in_turn() -> None:
    assert rotation_for(5).sitting_out == ((1,), (2,), (3,), (4,), (5,))
    assert rotation_for(8).sitting_out == ()


# The checks can fail


def test_the_printed_chart_for_eight_is_perfect_but_that_for_twelve_only_in_partners() -> None:
    """Both are from seed 003. With twelve, 43 of 66 pairs oppose each other once, three or four times."""
    assert faults(read_chart((CHARTS / "two_tables.txt").read_text(encoding="utf-8"))) == []
    assert faults(read_chart((CHARTS / "three_tables.txt").read_text(encoding="utf-8"))) == ["opponents"]


@settings(deadline=None, max_examples=60)
@given(st.sampled_from([8, 9, 12, 13, 16, 17]), st.data())
def test_swapping_two_players_of_different_tables_is_found(players: int, data: st.DataObject) -> None:
    rotation = rotation_for(players)
    game = data.draw(st.integers(0, len(rotation.rounds) - 1))
    tables = [list(table) for table in rotation.rounds[game]]
    one, other = data.draw(st.lists(st.integers(0, len(tables) - 1), min_size=2, max_size=2, unique=True))
    seat, place = data.draw(st.integers(0, 3)), data.draw(st.integers(0, 3))
    tables[one][seat], tables[other][place] = tables[other][place], tables[one][seat]
    changed = (*rotation.rounds[:game], tuple((a, b, c, d) for a, b, c, d in tables), *rotation.rounds[game + 1 :])
    assert "partners" in faults(Rotation(players, changed, rotation.sitting_out))


@pytest.mark.parametrize("players", ONE_SITS_OUT[:6])
def test_swapping_two_tables_is_found(players: int) -> None:
    rotation = rotation_for(players)
    if players == 5:  # there is only one table, so turn it
        a, b, c, d = rotation.rounds[0][0]
        first: tuple[tuple[int, int, int, int], ...] = ((b, a, d, c),)
    else:
        first = rotation.rounds[0][::-1]
    assert faults(Rotation(players, (first, *rotation.rounds[1:]), rotation.sitting_out)) == ["seats"]


# What is refused


@pytest.mark.parametrize(
    ("players", "sentence"),
    [
        (
            14,
            "14 players have no perfect rotation: 13 have one, where one sits out each game, and 16 have one, where "
            "everybody plays.",
        ),
        (
            7,
            "7 players have no perfect rotation: 5 have one, where one sits out each game, and 8 have one, where "
            "everybody plays.",
        ),
        (3, "Perfect rotations are drawn up for 4 to 133 players, not for 3."),
        (136, "Perfect rotations are drawn up for 4 to 133 players, not for 136."),
    ],
)
def test_the_sentence_says_which_numbers_have_a_perfect_rotation(players: int, sentence: str) -> None:
    with pytest.raises(NoPerfectRotation) as refused:
        perfect_rotation(players)
    assert str(refused.value) == sentence


def test_every_other_number_of_players_is_refused() -> None:
    for players in set(range(-4, 200)) - set(SIZES):
        with pytest.raises(Refused):
            perfect_rotation(players)
