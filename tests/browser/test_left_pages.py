"""Pages that somebody left and goes back to: whole, without a stream meanwhile, and live again.

Playwright turns the back-forward cache off; `page` turns it on again, as in people's browsers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

import pytest
from playwright.sync_api import APIResponse, Browser, Error, Page, Route, expect

from tests.support.chromium import CHROMIUM, CHROMIUM_FLAGS
from tests.support.hall_server import Hall
from tests.support.http_visitor import open_one_table, paired_visitor, press_results
from tests.support.scorebook import NAMES
from tests.support.screens import Screens, click_and_load
from tests.support.streams import newest_slug
from tests.support.waiting import wait_until

pytestmark = pytest.mark.long

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


def test_a_refresh_does_not_take_away_the_answer_of_a_form(hall: Hall, browser: Browser) -> None:
    screens = Screens(browser, hall)
    desk = screens.open(hall.organizer_path)
    desk.goto(f"{hall.url}/n/{newest_slug(hall)}/desk/")
    desk.locator("textarea[name=names]").fill("\n".join(NAMES[:4]))
    click_and_load(desk.get_by_role("button", name="Add to the list"))
    desk.goto(f"{hall.url}/n/{newest_slug(hall)}/desk/")
    address = re.search(r"/J/[A-Z0-9]{8}", desk.content())
    assert address, "the desk shows the code to join"
    phone = screens.open(address[0])
    click_and_load(phone.get_by_role("link", name=re.compile("Ann")))
    held, dropped, refreshed = list[tuple[Route, APIResponse]](), list[str](), list[str]()
    phone.on("requestfailed", lambda request: dropped.append(request.url))
    phone.evaluate("""document.addEventListener("htmx:afterRequest", () => console.log("refreshed"))""")
    phone.on("console", lambda message: refreshed.append(message.text))
    phone.route(phone.url, lambda route: hold(route, held) if route.request.method == "POST" else route.continue_())
    phone.get_by_role("button", name="Yes, that’s me").dispatch_event("click")  # a click() would wait for the page
    wait_until(phone, lambda: "refreshed" in refreshed and held)
    route, answer = held[0]
    with suppress(Error):  # the browser has dropped the request
        route.fulfill(response=answer)
    phone.wait_for_url("**/play/")
    assert [url for url in dropped if "/live/" not in url] == []
    screens.close()


def hold(route: Route, held: list[tuple[Route, APIResponse]]) -> None:
    """Let the server act on a request, and keep its answer."""
    held.append((route, route.fetch(max_redirects=0)))


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
    screens.close()
