"""After any sequence of changes, played games keep their seats and everybody present has a place."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.movement_nights import open_guest_night, sign_both_sides
from tests.support.night import ORGANIZER, play_hands
from tournament.models import Club, Game, Night
from tournament.movements.seating import RoundSeating
from tournament.night.roster_changes import arrive_late, come_back, drop_out, substitute
from tournament.night.seating import started_rounds
from tournament.night.wrong_seats import swap_seats
from tournament.people.errors import Refused
from tournament.planning.rounds import seatings

pytestmark = pytest.mark.usefixtures("short_searches")
MOVEMENTS = ("", "night", "drawn", "north-stays", "two-colors", "winners-up", "winners-stay")


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["arrive", "leave", "return", "substitute", "swap", "start", "finish"]),
        st.integers(0, 40),
        st.integers(0, 40),
    ),
    min_size=8,
    max_size=12,
)


@settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(steps=STEPS, players=st.integers(5, 13), movement=st.sampled_from(MOVEMENTS))
def test_after_any_changes_played_games_stay_and_everybody_present_has_a_place(
    club: Club, steps: list[tuple[str, int, int]], players: int, movement: str
) -> None:
    empty = Night.objects.create(club=club, name="Any", date="2026-11-24")
    night = open_guest_night(empty, players, movement, games=6)
    for index, (kind, one, other) in enumerate(steps):
        before, started = seatings(night), started_rounds(night)
        try:
            step(night, kind, one, other, index)
        except Refused:
            assert seatings(night) == before, "a refused change changes nothing"
        check(night, before, started, kind)


def step(night: Night, kind: str, one: int, other: int, index: int) -> None:
    """Make one change to the night."""
    entries = list(night.entries.order_by("number"))
    first, second = entries[one % len(entries)], entries[other % len(entries)]
    unsigned = Game.objects.unsigned().filter(round__night=night).order_by("round__number", "table")
    if kind == "arrive":
        arrive_late(night=night, name=f"Late{index} Y", who=ORGANIZER)
    elif kind == "leave":
        drop_out(entry=first, who=ORGANIZER)
    elif kind == "return":
        come_back(entry=first, who=ORGANIZER)
    elif kind == "substitute":
        substitute(entry=first, name=f"Stand{index} In", who=ORGANIZER)
    elif kind == "swap":
        swap_seats(night=night, one=first, other=second, who=ORGANIZER)
    elif game := unsigned.not_started().select_related("round__night").first():
        play_hands(game, "NS:5" if one % 2 else "EW:3-4")
        if kind == "finish":
            for started in unsigned.filter(started_at__isnull=False).select_related("round__night"):
                sign_both_sides(started)


def check(night: Night, before: list[RoundSeating], started: int, kind: str) -> None:
    """Check what must hold after any change."""
    after = seatings(night)
    assert kind == "swap" or after[:started] == before[:started], "games that have started keep their seats"
    present = set(night.entries.present().values_list("number", flat=True))
    for seating in after[started_rounds(night) :]:
        assert seating.everybody == present, "everybody present has a place, and nobody else"
        assert len(seating.tables) == len(present) // 4
    for seating in after:
        seated = [*(number for table in seating.tables for number in table), *seating.sitting_out]
        assert len(seated) == len(set(seated)), "nobody is in two places"
