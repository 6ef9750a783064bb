"""Pages in the back-forward cache: they hold no stream, and are live again when somebody goes back.

Playwright turns this cache off; the browser of this test turns it on again, as in people's browsers.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.chromium import CHROMIUM, CHROMIUM_FLAGS
from tests.support.hall_server import Hall
from tests.support.http_visitor import open_one_table
from tests.support.scorebook import NAMES

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
        page.goto(night + address, timeout=10_000)
    page.evaluate("window.here = true")
    page.get_by_role("link", name="Standings").first.click()
    page.wait_for_url("**/standings/")
    page.go_back(wait_until="commit")
    page.wait_for_url("**/board/", wait_until="commit")
    assert page.evaluate("window.here") is True, "the page was loaded again instead of coming from the cache"
    organizer.press("Ring the bell")
    expect(page.get_by_role("alert").filter(has_text="The bell!")).to_be_visible()
