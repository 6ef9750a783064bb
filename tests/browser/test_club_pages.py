"""A player's page, the book of records and a night game by game in Chromium: axe-core, sizes, nothing too wide."""

from __future__ import annotations

import pytest
from django.test import Client
from playwright.sync_api import Browser

from tests.support.club_nights import new_night, play_nights
from tests.support.movement_nights import open_guest_night, play_round
from tests.support.night import ORGANIZER
from tests.support.screens import TOO_WIDE, violations
from tests.support.serverless_browser import ServerlessBrowser
from tournament.club.publishing import publish
from tournament.models import Club, Season

pytestmark = pytest.mark.long
# Links and buttons of a phone that are lower than a finger; those in running text and in tables have a line's height.
TOO_SMALL = """() => [...document.querySelectorAll("main .button, main button, main select, main summary")]
  .filter(e => e.offsetHeight && e.offsetHeight < 48).map(e => e.innerText)"""


@pytest.mark.parametrize("width", [320, 1366])
def test_axe_finds_nothing_and_nothing_is_too_wide(club: Club, organizer: Client, browser: Browser, width: int) -> None:
    nights = play_nights(club, 9)
    play_round(open_guest_night(new_night(club, 9), 8, "winners-up", games=3), 1)
    players = [club.players.get(name=f"Guest{number} X").pk for number in (1, 2)]
    with ServerlessBrowser(browser, organizer, size=(width, 640)) as serverless:
        for path in (
            f"/club/people/{players[0]}/",
            f"/club/people/{players[0]}/?with={players[1]}&calls=called",
            "/club/records/",
            "/club/data/",
            "/club/people/overwrite/",
            f"/n/{nights[-1].slug}/standings/",
            f"/n/{nights[-1].slug}/story/",
        ):
            page = serverless.open(path)
            assert violations(page) == [], path
            assert page.evaluate("document.documentElement.scrollWidth") <= width, page.evaluate(TOO_WIDE)
            assert page.evaluate(TOO_SMALL) == [], path


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1366])
def test_axe_finds_nothing_in_public_pages(club: Club, browser: Browser, width: int, scheme: str) -> None:
    night = play_nights(club, 3, players=24)[-1]
    season = Season.objects.create(club=club, name="Fall", first_day="2026-09-01", last_day="2026-12-31")
    subjects = night, season, club.players.get(name="Guest1 X")
    paths = [f"/p/{publish(subject=subject, who=ORGANIZER).token}/" for subject in subjects]
    with ServerlessBrowser(browser, Client(), size=(width, 640), color_scheme=scheme) as serverless:
        for path in paths:
            page = serverless.open(path)
            assert violations(page) == [], path
            assert page.evaluate("document.documentElement.scrollWidth") <= width, page.evaluate(TOO_WIDE)
            assert page.evaluate(TOO_SMALL) == [], path
            assert page.locator("a").evaluate_all("links => links.filter(a => a.offsetHeight < 48).length") == 0
