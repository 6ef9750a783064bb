"""Pages that somebody left and goes back to: whole, without a stream meanwhile, and live again.

Playwright turns the back-forward cache off; `page` turns it on again, as in people's browsers.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.chromium import CHROMIUM, CHROMIUM_FLAGS
from tests.support.hall_server import Hall
from tests.support.http_visitor import open_one_table, paired_visitor, press_results
from tests.support.scorebook import NAMES
from tests.support.screens import Screens

MOST_CONNECTIONS = 6  # connections that a browser opens to one server


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Open a page in a browser with a back-forward cache."""
    own = browser.browser_type.launch(
        executable_path=CHROMIUM, args=CHROMIUM_FLAGS, ignore_default_args=["--disable-back-forward-cache"]
    )
    yield own.new_page(viewport={"width": 1366, "height": 768})
    own.close()


def test_many_visited_pages_block_no_other_page_and_a_cached_page_is_live_again(hall: Hall, page: Page) -> None:
    organizer, _ = open_one_table(hall, NAMES[:4])
    night = hall.url + organizer.follow("Tables").url.removesuffix("board/")
    page.goto(hall.url + hall.organizer_path)
    for address in ["standings/", "seats/", "board/"] * MOST_CONNECTIONS:
        page.goto(night + address)
    page.evaluate("window.here = true")
    page.get_by_role("link", name="Standings").first.click()
    page.wait_for_url("**/standings/")
    page.go_back(wait_until="commit")
    page.wait_for_url("**/board/", wait_until="commit")
    assert page.evaluate("window.here") is True, "the page was loaded again instead of coming from the cache"
    organizer.press("End game 1 (ring the bell)")
    expect(page.get_by_role("alert").filter(has_text="The bell!")).to_be_visible()


def test_going_back_shows_the_whole_page_after_a_part_of_it_was_refreshed(hall: Hall, browser: Browser) -> None:
    _, codes = open_one_table(hall, NAMES[:4])
    screens = Screens(browser, hall)
    press_results(paired_visitor(hall, codes[3]), "NS:5")
    phone = screens.phone(codes[1])
    phone.evaluate("""() => htmx.ajax("GET", location.pathname, {target: "#page", swap: "outerHTML"})""")
    phone.get_by_role("link", name="More").click()
    phone.wait_for_url("**/game/**")
    phone.go_back()
    expect(phone.get_by_role("button", name="Undo")).to_be_visible()
    assert phone.title() and phone.locator("link[rel=stylesheet]").count()
    for context in screens.contexts:
        context.close()
