"""Double taps in real Chromium on forms that are sent as whole pages: the second sends nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pytest
from playwright.sync_api import Browser, Error, Locator, Page, Route, expect

from tests.support.hall_server import Hall


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """A hall with its first night, for all of these."""
    with Hall.opened(tmp_path_factory.mktemp("twice")) as opened:
        yield opened


@pytest.fixture
def home(browser: Browser, hall: Hall) -> Iterator[Page]:
    """The organizer's start page, with a clock that can be put forward."""
    context = browser.new_context()
    page = context.new_page()
    page.clock.install()
    page.goto(hall.url + hall.organizer_path)
    page.goto(hall.url)
    yield page
    context.close()


def slow(route: Route) -> None:
    """A server that has done it at once, and whose answer takes half a second to come back."""
    answer = route.fetch(max_redirects=0)
    with suppress(Error):  # nobody waits for an answer when something else was sent after it
        route.request.frame.page.wait_for_timeout(500)
        route.fulfill(response=answer)


def tap_twice(button: Locator) -> None:
    """A finger that comes down again after a tenth of a second, where the button was."""
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box
    for _ in range(2):
        button.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        button.page.wait_for_timeout(100)


def test_a_double_tap_begins_one_night_or_one_table(home: Page, hall: Hall) -> None:
    nights = home.locator("h2:has-text('your nights') + ul li")
    expect(nights).to_have_count(1)
    home.route("**/new/", slow)
    tap_twice(home.get_by_role("button", name="Begin a new night"))
    home.wait_for_url("**/desk/")
    home.goto(hall.url)
    expect(nights).to_have_count(2)
    home.get_by_role("link", name="One table, one game").click()
    home.get_by_label("Players").fill("Ann Miller\nBob Stone\nCarla Reyes\nDan Hara")
    home.route("**/one-table/", slow)
    tap_twice(home.get_by_role("button", name="Sit down"))
    home.wait_for_url("**/table/")
    home.goto(hall.url)
    expect(nights).to_have_count(3)


def test_a_form_can_be_sent_again_when_the_first_try_came_to_nothing(home: Page) -> None:
    home.evaluate("""() => {
      window.sent = 0;
      addEventListener("submit", event => { sent += !event.defaultPrevented; event.preventDefault(); });
    }""")

    def tapped() -> int:
        home.get_by_role("button", name="Begin a new night").click()
        return int(home.evaluate("sent"))

    assert (tapped(), tapped()) == (1, 1)
    home.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    assert (tapped(), tapped()) == (2, 2), "a page that comes back from memory was not sent"
    home.clock.fast_forward(3000)
    assert (tapped(), tapped()) == (3, 3), "three seconds are no double tap"
