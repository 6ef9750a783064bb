"""During the pause a waiting clock neither rings nor warns."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import timezone

from tests.support.clocks import MINUTE, SECOND, all_scores_in, is_about, log_texts, round_of, start_game_clock
from tests.support.night import ORGANIZER, nothing_changes
from tournament.models import Night
from tournament.night.bell import ring_bell
from tournament.night.clock import move_clock
from tournament.night.lifecycle import close_night
from tournament.night.settings import save_settings
from tournament.night.ticker import tick
from tournament.people.errors import Refused


def test_a_waiting_clock_never_rings_during_the_pause_however_it_is_changed(timed: Night) -> None:
    ring_bell(round_=round_of(timed), who=ORGANIZER)
    all_scores_in(timed)
    for _ in range(14):
        move_clock(round_=round_of(timed, 2), minutes=-1, expected=round_of(timed, 2).rings_at, who=ORGANIZER)
    waiting = round_of(timed, 2)
    assert waiting.starts_at is not None and waiting.rings_at == waiting.starts_at + MINUTE
    with nothing_changes(), pytest.raises(Refused, match="before the pause is over"):
        move_clock(round_=waiting, minutes=-1, expected=waiting.rings_at, who=ORGANIZER)
    timed.minutes, timed.pause = 5, 1
    save_settings(night=timed, changed=["minutes", "pause"], who=ORGANIZER)
    assert is_about(round_of(timed, 2).starts_at, timezone.now() + MINUTE)
    assert is_about(round_of(timed, 2).rings_at, timezone.now() + 2 * MINUTE)


@pytest.mark.parametrize("minutes", [1, 2])
def test_a_game_of_two_minutes_warns_neither_during_the_pause_nor_as_it_starts(timed: Night, minutes: int) -> None:
    Night.objects.update(minutes=minutes)
    ring_bell(round_=round_of(timed), who=ORGANIZER)
    all_scores_in(timed)
    rings_at = round_of(timed, 2).rings_at
    assert rings_at is not None
    with nothing_changes():
        for before in (2 * MINUTE, MINUTE, SECOND):
            tick(rings_at - before)


def test_a_waiting_clock_that_was_shortened_warns_when_the_pause_is_over(timed: Night) -> None:
    Night.objects.update(minutes=3)
    ring_bell(round_=round_of(timed), who=ORGANIZER)
    all_scores_in(timed)
    timed.minutes = 1
    save_settings(night=timed, changed=["minutes"], who=ORGANIZER)
    rings_at = round_of(timed, 2).rings_at
    assert rings_at is not None
    with nothing_changes():
        tick(rings_at - MINUTE - SECOND)
    tick(rings_at - MINUTE)
    assert log_texts(timed)[-1] == "gave the two-minute warning of game 2"


@pytest.mark.parametrize("path", ["changes/", "changes/?change=leave", "quick/1/"])
def test_the_clock_of_the_board_is_on_the_pages_beside_it(organizer: Client, timed: Night, path: str) -> None:
    def clock() -> str:
        page = organizer.get(f"/n/{timed.slug}/{path}").content.decode()
        return text_of_html(page.partition('<p class="hall-clock">')[2].partition("</p>")[0])

    assert clock() == "", "no clock runs yet"
    start_game_clock(timed)
    assert clock().startswith("Bell in 15:00")
    ring_bell(round_=round_of(timed), who=ORGANIZER)
    all_scores_in(timed)
    assert clock().startswith("Game 2 starts in 3:00")
    close_night(night=timed, who=ORGANIZER)
    assert clock() == ""


def text_of_html(html: str) -> str:
    """Return the text without its tags, with single spaces."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())
