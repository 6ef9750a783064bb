"""Phones and bells that meet seats which were drawn anew meanwhile."""

from __future__ import annotations

import pytest

from tally.scoring.undo import undo_by_key
from tests.support.movement_nights import games_of, open_with, play_round
from tests.support.night import ORGANIZER, nothing_changes, phone_of, play_hands, who_is
from tournament.models import Night
from tournament.night.bell import ring_bell, unring_bell
from tournament.night.clock import grant_minutes
from tournament.night.locking import SEATS_CHANGED
from tournament.night.roster_changes import drop_out
from tournament.night.seating import begun_rounds
from tournament.people.errors import Refused
from tournament.planning.players import playing_numbers
from tournament.planning.rounds import seatings

pytestmark = pytest.mark.usefixtures("short_searches")


@pytest.fixture
def ten(empty_night: Night) -> Night:
    """Ten players at two tables, four games, the first one played."""
    night = open_with(empty_night, 10)
    play_round(night, 1)
    return night


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("hand", {"hand": "1", "result": "NS:5", "key": "a-key-of-its-own"}),
        ("undo", {"undo": "1"}),
        ("agree", {"upto": "0", "word": "NS:agree"}),
    ],
)
def test_a_tap_for_a_game_that_is_no_more_says_so(ten: Night, path: str, said: dict[str, str]) -> None:
    old = games_of(ten, 2)[0]
    phone = phone_of(ten, seatings(ten)[1].tables[0][0])
    drop_out(entry=ten.entries.get(number=seatings(ten)[1].tables[1][0]), who=ORGANIZER)
    with nothing_changes():
        answer = phone.post(f"/n/{ten.slug}/play/{path}/", {"game": old.pk} | said, headers={"HX-Request": "true"})
    assert answer.status_code == 409 and SEATS_CHANGED in answer.content.decode()


def test_a_game_that_goes_while_a_hand_waits_for_the_lock_says_so(ten: Night) -> None:
    old = games_of(ten, 2)[0]
    drop_out(entry=ten.entries.get(number=1), who=ORGANIZER)
    who = who_is(ten, 2)
    for change in (
        lambda: play_hands(old, "NS:5"),
        lambda: undo_by_key(game=old, number=1, key="a-key-of-mine", hand=0, who=who),
        lambda: grant_minutes(game=old, minutes=3, expected=None, who=ORGANIZER),
    ):
        with nothing_changes(), pytest.raises(Refused, match="drawn anew"):
            change()


def test_a_bell_taken_back_seats_nobody_who_went_home(ten: Night) -> None:
    ring_bell(round_=ten.rounds.get(number=2), who=ORGANIZER)
    leaves = seatings(ten)[1].tables[0][0]
    drop_out(entry=ten.entries.get(number=leaves), who=ORGANIZER)
    assert leaves in seatings(ten)[1].everybody  # the bell has begun the game, so the seat stays
    unring_bell(night=ten, who=ORGANIZER)
    assert begun_rounds(ten) == 1
    assert all(seating.everybody == set(playing_numbers(ten)) for seating in seatings(ten)[1:])


def test_a_bell_taken_back_while_nobody_came_or_went_moves_nobody(ten: Night) -> None:
    before = seatings(ten)
    ring_bell(round_=ten.rounds.get(number=2), who=ORGANIZER)
    unring_bell(night=ten, who=ORGANIZER)
    assert seatings(ten) == before
