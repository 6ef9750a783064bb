"""Every form of the desk and of the settings says what it saved, once, on the page that follows."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from tests.support.night import CAST, ORGANIZER
from tournament.models import Night
from tournament.night.numbers import draw_numbers
from tournament.night.signup import sign_up

SETTINGS = {
    "name": "Tuesday euchre",
    "date": "2026-11-24",
    "bell_by": "deals",
    "minutes": "15",
    "pause": "3",
    "tie_by": "last",
    "hidden_games": "0",
    "paper": "letter",
}
CHART = "1 1-2 vs 3-4 5-6 vs 7-8"


def said(page: str) -> list[str]:
    """Return the sentences that a page says about what was saved."""
    part = re.search(r'<div class="saved" role="status">(.*?)</div>', page, re.DOTALL)
    return [unescape(sentence) for sentence in re.findall(r"<p>✓ (.*?)</p>", part[1])] if part else []


@pytest.fixture
def seven_players(empty_night: Night) -> Night:
    """A night with seven players who have numbers."""
    sign_up(night=empty_night, names=CAST[:7], who=ORGANIZER)
    draw_numbers(night=empty_night, order="arrival", who=ORGANIZER)
    return empty_night


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("path", "form", "sentence"),
    [
        ("desk/settings/", {"minutes": "14"}, "Saved: 14 minutes a game."),
        ("desk/settings/", {"minutes": "1", "pause": "0"}, "Saved: 1 minute a game; 0 minutes between games."),
        ("desk/settings/", {"hidden_games": "1"}, "Saved: the standings of the last game stay hidden."),
        ("desk/settings/", {"hidden_games": "2"}, "Saved: the standings of the last 2 games stay hidden."),
        ("desk/settings/", {"name": "Harvest <b>"}, "Saved: the night is called “Harvest <b>”."),
        ("desk/settings/", {"count_loners": "on"}, "Saved: loners are counted."),
        ("desk/settings/", {"paper": "a4"}, "Saved: A4 paper."),
        ("desk/settings/", {}, "Nothing to save: everything is as it was."),
        ("desk/names/", {"names": CAST[7]}, "Added Hal Young."),
        ("desk/names/", {"names": "\n".join(CAST[7:])}, "Added 5 players."),
        ("desk/draw/", {"order": "random"}, "Numbers drawn at random."),
        ("desk/draw/", {"order": "arrival"}, "Numbers given by arrival."),
        ("desk/swap/", {"one": "2", "other": "7"}, "Swapped numbers 2 and 7."),
        ("desk/ghost/", {}, "Added a ghost: one table plays three-handed."),
        ("desk/chart/", {"name": "Ours", "notation": CHART}, "Saved: the chart “Ours”, for 8 players."),
        ("desk/movement/", {"movement": "winners-up", "games": "12"}, "Saved: Winners move up, 12 games."),
        ("desk/movement/card/", {"movement": "drawn"}, "Saved: Drawn each game."),
        ("rules/own/", {"text": "A dollar for a euchre."}, "Saved: your own rules."),
        ("print/", {"paper": "letter", "wifi_password": "secret"}, "Saved: the Wi-Fi password."),
        ("prizes/", {"p-TOTAL_FORMS": "1", "p-INITIAL_FORMS": "0", "p-0-kind": "high", "ties": "split"}, "1 prize"),
    ],
)
def test_a_form_says_once_what_it_saved(
    organizer: Client, seven_players: Night, path: str, form: dict[str, str], sentence: str
) -> None:
    fields = SETTINGS | form if path == "desk/settings/" else form
    answer = organizer.post(f"/n/{seven_players.slug}/{path}", fields)
    page = organizer.get(answer["Location"])
    (one,) = said(page.content.decode())
    assert sentence in one
    again = organizer.get(f"/n/{seven_players.slug}/desk/")
    assert not said(again.content.decode()) and "messages" not in again.cookies


def test_a_new_name_is_said(organizer: Client, seven_players: Night) -> None:
    entry = seven_players.entries.get(number=1)
    form = {"entry": entry.pk, "name": " Anna  Miller "}
    answer = organizer.post(f"/n/{seven_players.slug}/players/rename/", form, follow=True)
    assert said(answer.content.decode()) == ["Saved: Anna Miller."]


def test_the_bell_settings_say_on_the_board_what_they_saved(organizer: Client, night: Night) -> None:
    answer = organizer.post(f"/n/{night.slug}/bell/settings/", {"bell_by": "deals", "deals": "5"}, follow=True)
    assert said(answer.content.decode()) == ["Saved: 5 hands a game."]


def test_a_form_that_is_refused_says_nothing_of_saving(organizer: Client, empty_night: Night) -> None:
    answer = organizer.post(f"/n/{empty_night.slug}/desk/settings/", SETTINGS | {"minutes": "500"})
    assert answer.status_code == 400 and not said(answer.content.decode())
    assert not said(organizer.get(f"/n/{empty_night.slug}/desk/").content.decode())
