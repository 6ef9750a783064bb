"""How fair a rotation is: the counts against a slower method, the lower bounds, and the sentences."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.movements.balance import (
    Balance,
    Repeats,
    TimesMet,
    count_rotation,
    count_rounds,
    fewest_repeats,
    meeting_matrix,
)
from tournament.movements.balance_wording import balance_in_a_sentence, describe_balance
from tournament.movements.rotation import Rotation
from tournament.movements.seats import Table
from tournament.movements.whist import perfect_rotation

NO_DEADLINE = settings(deadline=None)  # a busy machine must not fail a test
FOUR = Rotation(4, (((1, 2, 3, 4),), ((3, 1, 4, 2),), ((1, 2, 4, 3),)))
SIX = Rotation(6, (((1, 2, 3, 4),), ((5, 6, 1, 3),)), ((5, 6), (2, 4)))

# Copied by hand from the measurements behind the movements, made with another program, for 8, 10 and 12 games: the
# lower bounds of repeated opponents and meetings, and the repeats in the first games of the perfect rotations.
BOUNDS = {
    16: [(8, 72), (40, 120), (72, 168)],
    20: [(0, 50), (10, 110), (50, 170)],
    24: [(0, 12), (0, 84), (12, 156)],
    28: [(0, 0), (0, 42), (0, 126)],
    32: [(0, 0), (0, 0), (0, 80)],
    40: [(0, 0)] * 3,
    48: [(0, 0)] * 3,
    64: [(0, 0)] * 3,
    80: [(0, 0)] * 3,
    100: [(0, 0)] * 3,
}
FIRST_GAMES = {
    16: [(35, 87), (53, 125), (76, 168)],
    20: [(32, 72), (52, 115), (74, 170)],
    24: [(32, 74), (53, 118), (76, 171)],
    28: [(36, 71), (57, 120), (83, 176)],
    32: [(38, 89), (55, 137), (75, 194)],
    40: [(26, 53), (40, 81), (57, 116)],
    48: [(36, 92), (57, 144), (86, 212)],
}
WITH_SIT_OUTS = {
    10: (19, 51),
    11: (9, 41),
    14: (6, 53),
    15: (0, 39),
    18: (0, 39),
    19: (0, 21),
    22: (0, 9),
    23: (0, 0),
    26: (0, 0),
    27: (0, 0),
    30: (0, 0),
    31: (0, 0),
}


@st.composite
def rotations(draw: st.DrawFn, tables: int = 5, games: int = 7) -> Rotation:
    seats, out = 4 * draw(st.integers(1, tables)), draw(st.integers(0, 3))
    orders = draw(st.lists(st.permutations(range(1, seats + out + 1)), min_size=1, max_size=games))
    return Rotation(
        seats + out,
        tuple(tuple((o[i], o[i + 1], o[i + 2], o[i + 3]) for i in range(0, seats, 4)) for o in orders),
        tuple(tuple(o[seats:]) for o in orders) if out else (),
    )


def count_slowly(rotation: Rotation, one: int, other: int) -> TimesMet:
    """Count independently how often a pair met, by searching every table for it."""
    partnered = opposed = 0
    for tables in rotation.rounds:
        for table in tables:
            if one in table and other in table:
                partners = table.index(one) // 2 == table.index(other) // 2
                partnered, opposed = partnered + partners, opposed + (not partners)
    return TimesMet(partnered, opposed)


# Counting


@NO_DEADLINE
@given(rotations())
def test_the_counts_match_a_slower_method(rotation: Rotation) -> None:
    balance, met = count_rotation(rotation), meeting_matrix(count_rotation(rotation))
    pairs = list(combinations(range(1, rotation.players + 1), 2))
    slow = [count_slowly(rotation, *pair) for pair in pairs]
    assert [met[one - 1][other - 1] for one, other in pairs] == slow
    assert balance.repeats == Repeats(
        sum(max(0, m.partnered - 1) for m in slow),
        sum(max(0, m.opposed - 1) for m in slow),
        sum(max(0, m.partnered + m.opposed - 1) for m in slow),
    )
    for player in balance.numbers:
        assert balance.head_table[player] == sum(player in tables[0] for tables in rotation.rounds)
        assert balance.first_deals[player] == sum(player == table[0] for tables in rotation.rounds for table in tables)
        assert balance.sit_outs[player] == sum(player in out for out in rotation.sitting_out)


@NO_DEADLINE
@given(rotations())
def test_the_counts_add_up(rotation: Rotation) -> None:
    balance = count_rotation(rotation)
    tables, games = sum(map(len, rotation.rounds)), len(rotation.rounds)
    assert (sum(balance.partners.values()), sum(balance.opponents.values())) == (2 * tables, 4 * tables)
    assert sum(balance.first_deals.values()) == tables
    assert sum(balance.head_table.values()) == 4 * games
    assert (balance.seats, balance.games) == (4 * tables, games)
    for player, row in zip(balance.numbers, meeting_matrix(balance), strict=True):
        seated = games - balance.sit_outs[player]
        assert (sum(met.partnered for met in row), sum(met.opposed for met in row)) == (seated, 2 * seated)


@NO_DEADLINE
@given(rotations())
def test_the_matrix_is_symmetric_and_empty_on_the_diagonal(rotation: Rotation) -> None:
    met = meeting_matrix(count_rotation(rotation))
    assert tuple(zip(*met, strict=True)) == met
    assert all(met[i][i] == TimesMet(0, 0) for i in range(rotation.players))


@NO_DEADLINE
@given(rotations(), st.data())
def test_renumbering_the_players_changes_no_count(rotation: Rotation, data: st.DataObject) -> None:
    new = [0, *data.draw(st.permutations(range(1, rotation.players + 1)))]
    again = Rotation(
        rotation.players,
        tuple(tuple((new[a], new[b], new[c], new[d]) for a, b, c, d in tables) for tables in rotation.rounds),
        tuple(tuple(new[n] for n in out) for out in rotation.sitting_out),
    )
    one, other = count_rotation(rotation), count_rotation(again)
    assert one.repeats == other.repeats
    for by_player in ("head_table", "first_deals", "sit_outs"):
        before, after = getattr(one, by_player), getattr(other, by_player)
        assert {new[n]: times for n, times in before.items()} == after


@NO_DEADLINE
@given(rotations(), st.randoms(use_true_random=False))
def test_the_order_of_games_and_seats_changes_no_repeats(rotation: Rotation, chance: Random) -> None:
    turned: list[list[Table]] = [[(d, c, a, b) for a, b, c, d in tables] for tables in rotation.rounds]
    chance.shuffle(turned)
    assert count_rounds(turned).repeats == count_rotation(rotation).repeats


@NO_DEADLINE
@given(rotations(), st.integers(0, 8))
def test_the_first_games_are_counted_as_a_shorter_rotation(rotation: Rotation, games: int) -> None:
    short = Rotation(rotation.players, rotation.rounds[:games], rotation.sitting_out[:games])
    assert count_rotation(rotation, games) == count_rotation(short)


def test_any_numbers_are_counted_with_players_who_sat_out_or_never_played() -> None:
    balance = count_rounds([[(7, 9, 20, 3)], [(20, 9, 31, 7)]], sitting_out=[{31}, [3]], players=[50])
    assert balance.numbers == (3, 7, 9, 20, 31, 50)
    assert balance.sit_outs == {3: 1, 7: 0, 9: 0, 20: 0, 31: 1, 50: 0}
    assert balance.first_deals == {3: 0, 7: 1, 9: 0, 20: 1, 31: 0, 50: 0}
    assert balance.head_table == {3: 1, 7: 2, 9: 2, 20: 2, 31: 1, 50: 0}
    assert balance.repeats == Repeats(partners=0, opponents=1, meetings=3)
    assert meeting_matrix(balance)[1][2] == TimesMet(partnered=1, opposed=1)


# The bounds


def bound(players: int, games: int) -> Repeats:
    """Return the lower bound with as many tables as can be filled."""
    return fewest_repeats(players, games * (players // 4) * 4)


@pytest.mark.parametrize("players", BOUNDS)
def test_the_bounds_match_the_earlier_ones(players: int) -> None:
    assert [bound(players, games) for games in (8, 10, 12)] == [Repeats(0, *both) for both in BOUNDS[players]]


@pytest.mark.parametrize("players", WITH_SIT_OUTS)
def test_with_sit_outs_the_bounds_match_the_earlier_ones(players: int) -> None:
    assert bound(players, 8) == Repeats(0, *WITH_SIT_OUTS[players])


def test_a_bound_worked_out_by_hand() -> None:
    """In 8 games of 14 players 12 play seven games, with 14 opponents among 13 others: 12 too many, so 6 pairs."""
    assert bound(14, 8).opponents == 12 * (14 - 13) // 2


def test_ten_players_repeat_at_least_three_partners_in_twelve_games() -> None:
    assert bound(10, 12).partners == 3


@pytest.mark.parametrize("players", FIRST_GAMES)
def test_the_first_games_of_perfect_rotations_repeat_as_measured(players: int) -> None:
    rotation = perfect_rotation(players)
    assert [count_rotation(rotation, games).repeats for games in (8, 10, 12)] == [
        Repeats(0, *n) for n in FIRST_GAMES[players]
    ]


@pytest.mark.parametrize("players", [players for players in range(4, 61) if players % 4 < 2])
def test_a_perfect_rotation_reaches_every_bound(players: int) -> None:
    balance = count_rotation(perfect_rotation(players))
    assert balance.repeats == balance.fewest == bound(players, balance.games)


@NO_DEADLINE
@given(rotations(tables=2, games=12))
def test_no_rotation_falls_below_a_bound(rotation: Rotation) -> None:
    balance = count_rotation(rotation)
    assert balance.fewest == bound(rotation.players, balance.games)
    assert all(found >= bound for found, bound in zip(balance.repeats, balance.fewest, strict=True))


@cache
def best_of_three_games_for_five() -> Repeats:
    """Try all ways to play three games with five players, the first fixed; return the fewest repeats of each kind."""
    games: list[tuple[Table, ...]] = [
        ((a, b, c, d),)
        for out in range(1, 6)
        for a, *others in [[n for n in range(1, 6) if n != out]]
        for b, c, d in [others, [others[1], others[0], others[2]], [others[2], *others[:2]]]
    ]
    found = [count_rounds([games[0], *more]).repeats for more in product(games, repeat=2)]
    return Repeats(*map(min, zip(*found, strict=True)))


def test_three_games_of_five_players_can_reach_the_bound() -> None:
    """All 225 continuations of the first game were tried."""
    assert best_of_three_games_for_five() == bound(5, 3) == Repeats(0, 2, 8)


# Sentences


def test_a_perfect_rotation_in_words() -> None:
    assert describe_balance(count_rotation(perfect_rotation(13))) == [
        "Nobody has the same partner twice.",
        "Every two players oppose each other twice, the fewest possible.",
        "Every two players meet three times, the fewest possible.",
        "Everybody sits out once.",
        "Everybody plays at the head table four times.",
        "Everybody deals first three times.",
    ]


def test_a_short_night_in_words() -> None:
    assert describe_balance(count_rotation(perfect_rotation(20), 8))[:4] == [
        "Nobody has the same partner twice.",
        "32 of 190 pairs oppose each other twice; the fewest to hope for is 0.",
        "70 of 190 pairs meet twice and 1 three times, which makes 72 repeats; the fewest to hope for is 50.",
        "Nobody sits out.",
    ]


@pytest.mark.parametrize(
    ("balance", "sentence"),
    [
        (count_rotation(FOUR), "2 of 6 pairs partner twice; the fewest to hope for is 0."),
        (count_rotation(FOUR), "Everybody plays at the head table three times."),
        (count_rotation(FOUR), "Player 1 deals first twice, players 2 and 4 never."),
        (count_rotation(SIX, 1), "Nobody meets anybody twice, as partner or opponent."),
        (count_rotation(SIX), "1 of 15 pairs meets twice, the fewest possible."),
        (count_rotation(SIX, 1), "Nobody sits out more than once."),
        (count_rotation(perfect_rotation(21)), "Everybody deals first five times."),
        (count_rotation(perfect_rotation(32)), "Everybody deals first 7 or 8 times."),
        (count_rounds([[(1, 2, 3, 4)]] * 2, [[5]] * 2), "2 of 10 pairs partner twice; the fewest to hope for is 0."),
        (count_rounds([[(1, 2, 3, 4)]] * 2, [[5]] * 2), "Player 5 sits out twice, players 1, 2, 3 and 4 never."),
        (
            count_rounds([[(1, 2, 3, 4), (5, 6, 7, 8)]] * 3),
            "4 of 28 pairs partner three times, which makes 8 repeats; the fewest to hope for is 0.",
        ),
        (
            count_rounds([[(1, 2, 3, 4), (5, 6, 7, 8)], [(1, 2, 5, 7), (3, 6, 4, 8)]]),
            "1 of 28 pairs partners twice; the fewest to hope for is 0.",
        ),
    ],
)
def test_each_sentence_is_plain_and_right(balance: Balance, sentence: str) -> None:
    assert sentence in describe_balance(balance)


def test_many_players_are_counted_instead_of_named() -> None:
    sentences = describe_balance(count_rounds([[(1, 2, 3, 4), (5, 6, 7, 8)]] * 3, players=range(1, 10)))
    assert "Players 1, 2, 3 and 4 play at the head table three times, 5 players never." in sentences


@pytest.mark.parametrize(
    "balance", [count_rounds([]), count_rotation(Rotation(8, ())), count_rotation(perfect_rotation(8), 0)]
)
def test_without_a_played_game_there_is_one_sentence(balance: Balance) -> None:
    assert describe_balance(balance) == ["No game has been played."]
    assert balance.repeats == balance.fewest == Repeats(0, 0, 0)


@NO_DEADLINE
@given(rotations())
def test_any_rotation_is_described_in_six_sentences(rotation: Rotation) -> None:
    sentences = describe_balance(count_rotation(rotation))
    assert len(sentences) == 6
    assert all(text[0].isupper() or text[0].isdigit() for text in sentences)
    assert all(text.endswith(".") and "  " not in text for text in sentences)


# One sentence


@pytest.mark.parametrize(
    ("rounds", "sentence"),
    [
        ([], "No game has been played."),
        ([[(1, 2, 3, 4)]], "Nobody has the same partner twice; nobody meets the same opponent twice."),
        (
            [[(1, 2, 3, 4)], [(1, 3, 2, 4)], [(1, 4, 2, 3)]],
            "Everybody partners everybody once; nobody meets the same opponent more than twice.",
        ),
        (
            [[(1, 2, 3, 4)], [(1, 2, 4, 3)], [(1, 2, 3, 4)]],
            "Nobody has the same partner more than three times; nobody meets the same opponent more than three times.",
        ),
    ],
)
def test_one_sentence_says_what_matters_most(rounds: list[list[Table]], sentence: str) -> None:
    assert balance_in_a_sentence(count_rounds(rounds)) == sentence


def test_the_sentence_says_who_sits_out_where_somebody_does() -> None:
    balance = count_rounds([[(1, 2, 3, 4)], [(5, 1, 2, 3)]], [(5,), (4,)])
    assert balance_in_a_sentence(balance).endswith("; nobody sits out more than once.")
