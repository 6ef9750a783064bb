"""The organizer's rail: ten places on every page of a night that is played or closed, and none for anybody else."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client

from tests.support.night import ORGANIZER, phone_of
from tournament.club.sign_ins import invite
from tournament.models import Night, Role
from tournament.night.lifecycle import close_night

PLACES = ["tables", "players", "scores", "standings", "prizes", "screen", "print", "log", "settings", "help"]
PAGES = {
    "board": "tables",
    "players": "players",
    "changes": "players",
    "wrong-seats": "players",
    "quick/1": "scores",
    "standings": "standings",
    "fairness": "standings",
    "prizes": "prizes",
    "print": "print",
    "log": "log",
    "rules": "settings",
    "bell/settings": "settings",
}


def rail(client: Client, night: Night, page: str) -> tuple[list[str], list[str]]:
    """Return the places of the rail on a page, and the current one."""
    html = client.get(f"/n/{night.slug}/{page}/").content.decode()
    links = re.findall(r"<a ([^>]*data-place=\"([\w-]+)\"[^>]*)>", html)
    return [place for _, place in links], [place for link, place in links if "aria-current" in link]


@pytest.mark.sample(5)
@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("closed", [False, True])
def test_the_organizer_always_has_the_rail(organizer: Client, night: Night, page: str, closed: bool) -> None:
    if closed:
        close_night(night=night, who=ORGANIZER)
    assert rail(organizer, night, page) == (PLACES, [PAGES[page]])


HELPERS_PLACES = {
    Role.SCORER: ["tables", "players", "scores", "standings", "screen", "log", "settings", "help"],
    Role.CHECK_IN: ["players", "standings", "screen", "settings", "help"],
    Role.ANNOUNCER: ["players", "standings", "prizes", "screen", "settings", "help"],
}


@pytest.mark.parametrize("role", HELPERS_PLACES)
def test_a_helper_has_the_places_with_pages_of_theirs(night: Night, stranger: Client, role: Role) -> None:
    stranger.post(f"/h/{invite(who=ORGANIZER, club=night.club, name='Ruth', role=role, lasts=timedelta(days=1)).key}/")
    assert rail(stranger, night, "standings") == (HELPERS_PLACES[role], ["standings"])


def test_the_places_of_the_announcer_lead_to_the_reveal_and_the_hall(night: Night, stranger: Client) -> None:
    invited = invite(who=ORGANIZER, club=night.club, name="Al", role=Role.ANNOUNCER, lasts=timedelta(days=1))
    stranger.post(f"/h/{invited.key}/")
    html = stranger.get(f"/n/{night.slug}/screen/hall/").content.decode()
    for address in ("reveal/", "screen/hall/", "screen/"):
        assert f'href="/n/{night.slug}/{address}"' in html


@pytest.mark.parametrize("page", ["standings", "fairness", "rules"])
def test_players_and_strangers_have_no_rail(night: Night, stranger: Client, page: str) -> None:
    assert rail(stranger, night, page) == rail(phone_of(night, 1), night, page) == ([], [])


def test_the_big_screen_has_no_rail(organizer: Client, night: Night) -> None:
    assert rail(organizer, night, "screen") == ([], [])


def test_before_the_night_starts_there_is_no_rail(organizer: Client, eight_players: Night) -> None:
    assert rail(organizer, eight_players, "rules") == ([], [])
