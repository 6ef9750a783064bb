"""The one button for what comes next: which it is at each moment of a night, and that the board has exactly one."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tally.presenters.primary_action import Moment, PrimaryAction, primary_action, second_action
from tests.support.markup import compact
from tests.support.movement_nights import games_of, open_guest_night, sign_both_sides
from tests.support.night import ORGANIZER, phone_of, play_hands
from tournament.models import Night
from tournament.night.bell import ring_bell
from tournament.night.clock import pause_clock, start_clock
from tournament.night.lifecycle import close_night
from tournament.night.round_clocks import ClockKind
from tournament.night.settings import save_settings

PLAYING = Moment(ring=3, started=True)
CLOCKED = Moment(ring=3, clocked=True)


def labels(moment: Moment | None) -> list[str]:
    """Return the labels of the primary button and of the second, if there is one."""
    actions: list[PrimaryAction | None] = [primary_action("abc", moment), second_action("abc", moment)]
    return [action.label for action in actions if action]


@pytest.mark.parametrize(
    ("moment", "expected"),
    [
        (PLAYING, ["End game 3 (ring the bell)"]),
        (CLOCKED, ["Start the clock", "End game 3 (ring the bell)"]),
        (Moment(ring=3, clocked=True, clock=ClockKind.RUNNING, started=True), ["End game 3 (ring the bell)"]),
        (
            Moment(ring=3, clocked=True, clock=ClockKind.PAUSED, started=True),
            ["Resume the clock", "End game 3 (ring the bell)"],
        ),
        (Moment(ring=4, rung=3, missing=2), ["Enter scores (2 left)", "End game 4 (ring the bell)"]),
        (Moment(ring=None, rung=3, missing=2), ["Enter scores (2 left)"]),
        (Moment(ring=None, rung=3, missing=5, slips=5), ["Enter scores (5 tables)"]),
        (Moment(ring=None, rung=3, missing=1, slips=1), ["Enter scores (1 table)"]),
        (
            Moment(ring=4, clocked=True, clock=ClockKind.NOT_POSTED, rung=3, missing=1),
            ["Enter scores (1 left)", "Start game 4 now"],
        ),
        (Moment(ring=4, clocked=True, clock=ClockKind.WAITING), ["Start game 4 now"]),
        (Moment(ring=4, started=True, rung=3, missing=1), ["End game 4 (ring the bell)"]),
        (Moment(ring=None, over=True), ["Close the night"]),
        (None, ["Final standings"]),
    ],
)
def test_the_button_follows_the_state_of_the_night(moment: Moment | None, expected: list[str]) -> None:
    assert labels(moment) == expected


def test_a_button_posts_which_game_it_means() -> None:
    assert primary_action("abc", PLAYING).fields == {"round": 3}
    assert primary_action("abc", CLOCKED).fields == {"round": 3, "start": 0}
    paused = Moment(ring=3, clocked=True, clock=ClockKind.PAUSED)
    assert primary_action("abc", paused).fields == {"round": 3, "resume": 1}
    scores = primary_action("abc", Moment(rung=2, missing=1))
    assert (scores.fields, scores.address) == ({}, "/n/abc/quick/2/")


# On the board


def primary_of(organizer: Client, night: Night) -> str:
    """Return the id of the only primary button on the board."""
    page = compact(organizer.get(f"/n/{night.slug}/board/").content.decode())
    found = [part.split('"')[0] for part in page.split('primary" id="do-')[1:]]
    assert len(found) == 1 and page.count('primary"') == 1, "one button for what comes next"
    return found[0]


def test_a_night_by_the_clock_leads_from_button_to_button(organizer: Client, empty_night: Night) -> None:
    night = open_guest_night(empty_night, 10, "winners-up")
    night.bell_by, night.minutes, night.pause = Night.BellBy.CLOCK, 15, 3
    save_settings(night=night, changed=["bell_by", "minutes", "pause"], who=ORGANIZER)
    for number in range(1, 9):
        phone_of(night, number)
    seen = [primary_of(organizer, night)]
    first = night.rounds.get(number=1)
    start_clock(round_=first, who=ORGANIZER)
    seen.append(primary_of(organizer, night))
    pause_clock(round_=night.rounds.get(number=1), who=ORGANIZER)
    seen.append(primary_of(organizer, night))
    ring_bell(round_=first, who=ORGANIZER)
    seen.append(primary_of(organizer, night))
    for game in games_of(night, 1):
        play_hands(game, "NS:3-4")
        sign_both_sides(game)
    seen.append(primary_of(organizer, night))
    start_clock(round_=night.rounds.get(number=2), who=ORGANIZER)
    seen.append(primary_of(organizer, night))
    close_night(night=night, who=ORGANIZER)
    seen.append(primary_of(organizer, night))
    assert seen == ["start", "ring", "start", "scores", "start", "ring", "reveal"]


def test_tables_on_paper_are_counted_on_the_button(organizer: Client, night: Night) -> None:
    ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER)
    assert primary_of(organizer, night) == "scores"
    assert "Enter scores (2 tables)" in organizer.get(f"/n/{night.slug}/board/").content.decode()


def test_a_table_of_an_earlier_game_is_counted_on_the_button_which_leads_to_it(organizer: Client, night: Night) -> None:
    left, other = games_of(night, 1)
    play_hands(other, *["NS:3-4"] * 4)
    sign_both_sides(other)
    for game in games_of(night, 2):
        play_hands(game, "NS:3-4")
    ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER)
    ring_bell(round_=night.rounds.get(number=2), who=ORGANIZER)
    page = organizer.get(f"/n/{night.slug}/board/").content.decode()
    assert not left.hands.exists() and "Enter scores (3 tables)" in page
    assert f'href="/n/{night.slug}/quick/1/"' in page


def test_scores_leads_to_the_first_game_whose_scores_are_not_in(organizer: Client, night: Night) -> None:
    address = f"/n/{night.slug}/quick/"
    assert organizer.get(address).headers["Location"] == f"{address}1/"
    for game in games_of(night, 1):
        play_hands(game, *["NS:3-4"] * 4)
        sign_both_sides(game)
    assert organizer.get(address).headers["Location"] == f"{address}2/"


def test_a_tile_says_since_when_nothing_came_and_how_many_phones_it_has(organizer: Client, night: Night) -> None:
    phone_of(night, 1)
    game = night.entries.get(number=1).places.get(game__round__number=1).game
    play_hands(game, "NS:3-4")
    game.hands.update(at=timezone.now() - timedelta(minutes=7, seconds=20))
    page = compact(organizer.get(f"/n/{night.slug}/board/").content.decode())
    assert ">7 min</time>since hand 1" in page
    assert '1<span class="unseen">phone</span>' in page
    assert page.count('<i class="full">') == 1 and page.count('<i class="empty">') == 7
