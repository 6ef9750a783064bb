"""Pages that were left, which a browser keeps to go back to: they hold no stream, and are live again afterwards.

Playwright's browsers keep none by default, so this one is told to, as people's browsers do.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.chromium import CHROMIUM, CHROMIUM_FLAGS
from tests.support.hall_server import Hall
from tests.support.http_visitor import one_table
from tests.support.reference_scores import NAMES

FEW = 6  # connections that a browser opens to one server


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of a browser that keeps what was left."""
    own = browser.browser_type.launch(
        executable_path=CHROMIUM, args=CHROMIUM_FLAGS, ignore_default_args=["--disable-back-forward-cache"]
    )
    yield own.new_page(viewport={"width": 1366, "height": 768})
    own.close()


def test_who_goes_from_page_to_page_is_never_held_up_and_a_kept_page_is_live_again(hall: Hall, page: Page) -> None:
    organizer, _ = one_table(hall, NAMES[:4])
    night = hall.url + organizer.follow("Board").url.removesuffix("board/")
    page.goto(hall.url + hall.organizer_path)
    for address in ["standings/", "seats/", "board/"] * FEW:
        page.goto(night + address, timeout=10_000)
    page.evaluate("window.here = true")
    page.get_by_role("link", name="Standings").first.click()
    page.wait_for_url("**/standings/")
    page.go_back(wait_until="commit")
    page.wait_for_url("**/board/", wait_until="commit")
    assert page.evaluate("window.here") is True, "it was loaded anew: the browser has kept no page"
    organizer.press("Ring for game 1")
    expect(page.get_by_role("alert").filter(has_text="The bell!")).to_be_visible()
