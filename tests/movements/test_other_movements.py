"""Winners stay, North stays, two colors, drawn each game: their rules over whole nights, and fair sit-outs.

These tests need no database.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from tests.support.simulated_nights import SIDES, play_movement, repeated_partners
from tournament.movements.catalog import MOVEMENTS, continue_rounds, draw_rounds
from tournament.movements.fixed_moves import north_stays, two_colors
from tournament.movements.pairs import count_partners
from tournament.movements.seating import RoundSeating, Undecided, draw_seats
from tournament.movements.seats import Seat, Side
from tournament.movements.sitting_out import count_sit_outs
from tournament.movements.winners_stay import next_round as winners_stay
from tournament.people.errors import Refused

NS, EW = Side.NS, Side.EW
FIVE = RoundSeating(tuple((4 * t + 1, 4 * t + 2, 4 * t + 3, 4 * t + 4) for t in range(5)))
FAIR_SIT_OUTS = ("winners-stay", "north-stays", "two-colors", "drawn")


def most_times_partners(played: Sequence[RoundSeating]) -> int:
    return max(count_partners(played).values())


# Winners stay


def test_winners_stay_and_losers_go_to_the_next_table() -> None:
    after = winners_stay([FIVE], [NS, EW, NS, EW, NS])
    assert [set(table) for table in after.tables] == [
        {1, 2, 19, 20},
        {7, 8, 3, 4},
        {9, 10, 5, 6},
        {15, 16, 11, 12},
        {17, 18, 13, 14},
    ]


def test_winners_who_stay_get_new_partners() -> None:
    after = winners_stay([FIVE], [NS, EW, NS, EW, NS])
    assert not count_partners([FIVE]).keys() & count_partners([after]).keys()


def test_winners_stay_needs_a_winner_at_every_table() -> None:
    with pytest.raises(Undecided, match="at table 2 yet"):
        winners_stay([FIVE], [NS, None, NS, EW, NS])


# North stays


def test_north_stays_south_goes_down_east_up_and_west_up_two() -> None:
    after = north_stays([FIVE]).seats_by_player()
    before = FIVE.seats_by_player()
    for player, (table, seat) in before.items():
        step = {Seat.N: 0, Seat.S: -1, Seat.E: 1, Seat.W: 2}[seat]
        assert after[player] == ((table - 1 + step) % 5 + 1, seat)


def test_with_four_tables_and_ten_games_north_has_the_same_partner_three_times() -> None:
    assert most_times_partners(play_movement("north-stays", 16, Random(1))) == 3


@pytest.mark.parametrize("tables", range(2, 34))
def test_north_stays_repeats_no_partner_for_as_many_games_as_tables(tables: int) -> None:
    assert most_times_partners(play_movement("north-stays", 4 * tables, Random(tables), games=tables)) == 1


# Two colors


def test_blue_goes_to_the_next_table_and_white_to_the_previous_one() -> None:
    after = two_colors([FIVE]).seats_by_player()
    for player, (table, seat) in FIVE.seats_by_player().items():
        step = 1 if seat in (Seat.N, Seat.E) else -1
        assert after[player] == ((table - 1 + step) % 5 + 1, seat)


@pytest.mark.parametrize("tables", range(2, 34))
def test_two_colors_repeat_no_partner_for_twice_as_many_games_as_tables(tables: int) -> None:
    night = play_movement("two-colors", 4 * tables, Random(tables), games=2 * tables)
    assert most_times_partners(night) == 1


@pytest.mark.parametrize("tables", [2, 5, 8])
def test_partners_always_have_different_colors(tables: int) -> None:
    night = play_movement("two-colors", 4 * tables, Random(tables), games=15)
    blue = {player for a, _, c, _ in night[0].tables for player in (a, c)}
    assert all((p in blue) != (q in blue) for p, q in count_partners(night))


# Drawn each game


@pytest.mark.parametrize("players", [14, 16, 19, 40, 132])
def test_ten_drawn_games_repeat_no_partner(players: int) -> None:
    assert repeated_partners(play_movement("drawn", players, Random(players))) == 0


def test_ten_drawn_games_of_eight_players_repeat_few_partners() -> None:
    """They have 40 partnerships of 28 pairs, so at least 12 repeat."""
    times = count_partners(play_movement("drawn", 8, Random(3)))
    assert sum(count - 1 for count in times.values()) <= 14


def test_a_draw_depends_only_on_the_random_generator_passed_in() -> None:
    assert play_movement("drawn", 20, Random(5)) == play_movement("drawn", 20, Random(5))
    assert play_movement("drawn", 20, Random(5))[1:] != play_movement("drawn", 20, Random(6))[1:]


# All of them


@pytest.mark.parametrize("slug", FAIR_SIT_OUTS)
@pytest.mark.parametrize("players", [5, 6, 7, 9, 10, 11, 14, 19, 21, 38, 133])
def test_sit_outs_differ_by_at_most_one_at_any_time(slug: str, players: int) -> None:
    night = play_movement(slug, players, Random(players), games=25 if players < 30 else 8)
    for games in range(1, len(night) + 1):
        counts = count_sit_outs(night[:games], range(1, players + 1)).values()
        assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize("slug", FAIR_SIT_OUTS)
def test_no_player_sits_out_twice_before_all_have_sat_out(slug: str) -> None:
    night = play_movement(slug, 14, Random(2), games=14)
    for start in range(len(night) - 6):
        sat_out = [player for seating in night[start : start + 7] for player in seating.sitting_out]
        assert len(set(sat_out)) == 14


@pytest.mark.parametrize("slug", MOVEMENTS)
@pytest.mark.parametrize("players", [4, 5, 7, 8, 11, 13, 20, 33, 135])
def test_each_player_has_one_place_in_every_game(slug: str, players: int) -> None:
    for seating in play_movement(slug, players, Random(players)):
        placed = [player for table in seating.tables for player in table] + list(seating.sitting_out)
        assert sorted(placed) == list(range(1, players + 1))


@pytest.mark.parametrize("slug", MOVEMENTS)
def test_partners_take_turns_at_a_single_table(slug: str) -> None:
    night = play_movement(slug, 4, Random(1), games=6)
    assert sorted(count_partners(night).values()) == [2] * 6


@pytest.mark.parametrize("slug", MOVEMENTS)
def test_players_can_leave_and_arrive_between_games(slug: str) -> None:
    chance = Random(9)
    played = [draw_seats(range(1, 15), chance=chance)]
    for present in (set(range(1, 15)) - {4}, set(range(2, 20)), set(range(8, 20)), {8, 9, 10, 11}, set(range(8, 25))):
        winners = chance.choices(SIDES, k=len(played[-1].tables))
        played.append(MOVEMENTS[slug].next_round(played, winners, present=present, chance=chance))
        assert played[-1].everybody == present
        assert len(played[-1].tables) == len(present) // 4
        assert sum(map(len, (*played[-1].tables, played[-1].sitting_out))) == len(present)


@pytest.mark.parametrize("slug", ["north-stays", "two-colors", "drawn"])
def test_without_a_change_a_movement_continues_as_it_was_drawn_up(slug: str) -> None:
    whole = draw_rounds(MOVEMENTS[slug], range(1, 22), 8, chance=Random(4))
    again = continue_rounds(MOVEMENTS[slug], whole[:3], 8, chance=Random(5))
    assert again[:3] == whole[:3] and len(again) == 8
    assert (again == whole) == (slug != "drawn"), "only the random draw differs"
    assert continue_rounds(MOVEMENTS[slug], whole, 8, chance=Random(5)) == whole


@pytest.mark.parametrize("slug", MOVEMENTS)
def test_three_players_are_refused(slug: str) -> None:
    with pytest.raises(Refused, match="A table needs four players"):
        MOVEMENTS[slug].next_round([FIVE], [NS] * 5, present={1, 2, 3}, chance=Random(1))


@pytest.mark.parametrize("slug", MOVEMENTS)
def test_every_movement_has_a_description_of_one_sentence(slug: str) -> None:
    assert MOVEMENTS[slug].description.endswith(".")
    assert len(MOVEMENTS[slug].description) < 200


@pytest.mark.parametrize("slug", MOVEMENTS)
def test_only_movements_that_do_not_follow_winners_can_be_drawn_up_ahead(slug: str) -> None:
    if MOVEMENTS[slug].follows_winners:
        with pytest.raises(Refused, match="the seats follow the winners"):
            draw_rounds(MOVEMENTS[slug], range(1, 22), 10, chance=Random(1))
    else:
        night = draw_rounds(MOVEMENTS[slug], range(1, 22), 10, chance=Random(1))
        assert len(night) == 10
        assert len({table for seating in night for table in seating.tables}) > 25
