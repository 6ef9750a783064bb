"""Double taps in real Chromium on forms that load a new page: the second tap sends nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pytest
from django.utils import timezone
from playwright.sync_api import APIResponse, Browser, Error, Locator, Page, Route, expect

from tests.support.hall_server import Hall
from tests.support.serverless_browser import freeze_clock
from tests.support.waiting import wait_until

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """Open a hall with its first night, shared by these tests."""
    with Hall.opened(tmp_path_factory.mktemp("twice")) as opened:
        yield opened


@pytest.fixture
def home(browser: Browser, hall: Hall) -> Iterator[Page]:
    """Open the organizer's start page with a clock that only the test advances."""
    context = browser.new_context()
    page = context.new_page()
    freeze_clock(page, timezone.now())
    page.goto(hall.url + hall.organizer_path)
    page.goto(hall.url)
    yield page
    context.close()


def tap_twice(button: Locator, address: str) -> int:
    """Tap a button twice before any answer comes, and return how many requests were sent to the address."""
    page, answers = button.page, list[tuple[Route, APIResponse]]()
    page.route(address, lambda route: answers.append((route, route.fetch(max_redirects=0))))
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box
    for _ in range(2):
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    wait_until(page, lambda: answers)
    for route, answer in answers:
        with suppress(Error):  # the browser has dropped this request for a later one
            route.fulfill(response=answer)
    return len(answers)


def test_a_double_tap_creates_one_night_or_one_table(home: Page, hall: Hall) -> None:
    nights = home.locator(".open-night")
    expect(nights).to_have_count(1)
    assert tap_twice(home.get_by_role("button", name="Start next night"), "**/new/") == 1
    home.wait_for_url("**/desk/")
    home.goto(hall.url)
    expect(nights).to_have_count(2)
    home.get_by_role("link", name="One table, one game").click()
    home.get_by_label("Players").fill("Ann Miller\nBob Stone\nCarla Reyes\nDan Hara")
    assert tap_twice(home.get_by_role("button", name="Sit down"), "**/one-table/") == 1
    home.wait_for_url("**/table/")
    home.goto(hall.url)
    expect(nights).to_have_count(3)


def test_a_form_can_be_sent_again_after_three_seconds_or_a_return_to_its_page(home: Page) -> None:
    home.evaluate("""() => {
      window.sent = 0;
      addEventListener("submit", event => { sent += !event.defaultPrevented; event.preventDefault(); });
    }""")

    def count_sent() -> int:
        home.get_by_role("button", name="Start next night").click()
        return int(home.evaluate("sent"))

    assert (count_sent(), count_sent()) == (1, 1)
    home.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    assert (count_sent(), count_sent()) == (2, 2), "a page that comes back from memory was not sent"
    home.clock.fast_forward(3000)
    assert (count_sent(), count_sent()) == (3, 3), "a tap three seconds later is not a double tap"
