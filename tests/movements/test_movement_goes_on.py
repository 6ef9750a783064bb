"""A movement keeps its rules when players come or go: North stays, players keep their colors, partners are drawn."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from tests.support.movement_nights import open_guest_night, play_round
from tests.support.night import ORGANIZER
from tournament.models import Night
from tournament.movements.catalog import MOVEMENTS, continue_rounds
from tournament.movements.pairs import count_partners
from tournament.movements.seating import RoundSeating
from tournament.night.roster_changes import arrive_late, drop_out
from tournament.planning.rounds import seatings

pytestmark = pytest.mark.usefixtures("short_searches")


def rounds_of_twenty(night: Night, movement: str) -> list[RoundSeating]:
    """Play the first of six games with 21 players, let one go home, and return the rounds to come: five full tables."""
    open_guest_night(night, 21, movement, games=6)
    play_round(night, 1)
    drop_out(entry=night.entries.get(number=seatings(night)[1].tables[0][2]), who=ORGANIZER)
    return seatings(night)[1:]


def test_north_stays_all_night_after_a_player_went_home(empty_night: Night) -> None:
    rounds = rounds_of_twenty(empty_night, "north-stays")
    north, south, east, west = ([[table[seat] for table in seating.tables] for seating in rounds] for seat in range(4))
    assert north == [north[0]] * 5
    for before, after in pairwise(range(5)):
        assert south[after] == [*south[before][1:], south[before][0]], "South moves down one table"
        assert east[after] == [east[before][-1], *east[before][:-1]], "East moves up one"
        assert west[after] == [*west[before][-2:], *west[before][:-2]], "West moves up two"


def test_players_keep_their_colors_after_a_player_went_home(empty_night: Night) -> None:
    blue = [
        {number for a, _, c, _ in seating.tables for number in (a, c)}
        for seating in rounds_of_twenty(empty_night, "two-colors")
    ]
    assert blue == [blue[0]] * 5 and len(blue[0]) == 10


def test_drawn_partners_do_not_repeat_after_a_player_arrived(empty_night: Night) -> None:
    night = open_guest_night(empty_night, 20, "drawn", games=6)
    play_round(night, 1)
    before = seatings(night)
    arrive_late(night=night, name="Zoe New", who=ORGANIZER)
    after = seatings(night)
    assert after[:1] == before[:1] and all(21 in seating.everybody for seating in after[1:])
    assert max(count_partners(after).values()) == 1
    drawn = continue_rounds(MOVEMENTS["drawn"], after[:1], 6, present=range(1, 22), chance=Random(night.seed + 1))
    assert tuple(after) == drawn


@pytest.mark.parametrize("movement", ["north-stays", "two-colors", "drawn"])
def test_a_table_closes_and_opens_as_players_leave_and_arrive(empty_night: Night, movement: str) -> None:
    night = open_guest_night(empty_night, 12, movement, games=6)
    play_round(night, 1)
    drop_out(entry=night.entries.get(number=5), who=ORGANIZER)
    assert [(len(seating.tables), len(seating.sitting_out)) for seating in seatings(night)[1:]] == [(2, 3)] * 5
    play_round(night, 2)
    arrive_late(night=night, name="Zoe New", who=ORGANIZER)
    assert [(len(seating.tables), len(seating.sitting_out)) for seating in seatings(night)[2:]] == [(3, 0)] * 4
