"""In Chromium, no page of a night or a club breaks the content policy: nothing that it needs is blocked.

Every test with `screens` or a `ServerlessBrowser` fails when something is, as test_help_pages.py does for every page of
Help; here are the pages that no other test opens.
"""

from __future__ import annotations

import re
from itertools import chain

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from tests.browser.test_whole_nights import add, open_desk, play_game, start
from tests.simulations.club_pages import club_pages
from tests.simulations.night_pages import pages
from tests.support.hall_server import Hall
from tests.support.night import CAST
from tests.support.scorebook import codes_on_cards
from tests.support.screens import LAPTOP, PHONE, Screens, click_and_load
from tests.support.serverless_browser import ServerlessBrowser
from tests.support.waiting import wait_until

pytestmark = pytest.mark.long

PLAYERS = 12


def test_a_page_that_breaks_the_policy_is_noticed(browser: Browser, db: None) -> None:
    with ServerlessBrowser(browser, Client()) as serverless:
        page = serverless.open("/help/")
        assert serverless.blocked == []
        for what in ("document.body.setAttribute('style', 'color: red')", "document.body.setAttribute('onclick', '1')"):
            page.evaluate(what)
            wait_until(page, lambda: serverless.blocked)
            assert re.search("/help/ (style|script)-src-attr inline", serverless.blocked.pop())


def test_no_page_of_a_night_and_of_a_club_is_blocked_anywhere(browser: Browser, db: None) -> None:
    seen = 0
    for state, client, path in chain(pages(PLAYERS), club_pages(PLAYERS)):
        size = PHONE if state.startswith("phone") else LAPTOP
        with ServerlessBrowser(browser, client, size) as serverless:
            page = serverless.open(path)
            page.wait_for_load_state("networkidle")
            assert page.locator("main").count() == 1, state
            seen += 1
    assert seen > 75


def follow(page: Page, *paths: str) -> None:
    """Open pages of a night, one after the other."""
    night = re.sub(r"(/n/\w+/).*", r"\1", page.url)
    for path in paths:
        page.goto(night + path)
        expect(page.locator("main")).to_have_count(1)


def test_a_whole_night_in_a_hall_is_blocked_nowhere(screens: Screens, hall: Hall) -> None:
    """Desk, board with its panel, phones that score, big screen, bell, reveal: with live streams, htmx and sounds."""
    board = open_desk(screens)
    add(board, CAST[:8])
    start(board)
    screen = screens.open(board.url.removeprefix(hall.url).replace("board/", "screen/"), LAPTOP)
    phones = {number: screens.phone(code) for number, (_, code) in codes_on_cards(hall).items()}
    seats = {table["table"]: table["seats"] for table in hall.export()["rounds"][0]["tables"]}
    for table in (1, 2):
        play_game(phones[seats[table]["N"]], 4, "NS:3-4")
    expect(board.get_by_text("both sides now agree").first).to_be_visible()
    board.locator(".tile a").first.click()
    expect(board.locator("#panel")).to_be_visible()
    follow(phones[1], "play/", "standings/", "tally/1/", "fairness/", "rules/", "test/", "")
    follow(board, "players/", "changes/", "log/", "prizes/", "money/", "print/", "quick/", "games/", "close/")
    click_and_load(board.get_by_role("button", name="Close the night"))
    follow(board, "reveal/", "screen/hall/", "story/")
    expect(screen.locator("#screen")).to_be_visible()
    assert len(screens.blocked) == len(phones) + 2
