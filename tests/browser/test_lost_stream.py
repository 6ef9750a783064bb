"""Pages whose server is gone, in real Chromium: after some seconds each says that what it shows may be old."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support.http_visitor import open_one_table
from tests.support.offline_phones import PLAYERS, phone_at_table, tap_result
from tests.support.screens import LAPTOP, Screens
from tests.support.waiting import wait_for_script

pytestmark = pytest.mark.long

LOST = "No connection. What you see may be old; it comes back by itself."
LOST_AT_TABLE = "No connection: this may be old."
NOTE_STREAM = """() => {
  document.addEventListener("htmx:sseOpen", () => { window.stream = "open"; });
  document.addEventListener("htmx:sseError", () => { window.stream = "lost"; });
}"""
BUTTONS = """() => [...document.querySelectorAll(".calls button")].map(button => button.getBoundingClientRect().top)"""
ESCAPE = """() => {
  document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape", bubbles: true}));
  return document.getElementById("send-status").textContent;
}"""
HIDE = """hidden => {
  Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def watched(page: Page) -> Page:
    """Note on a page whether its stream is open, and let the test turn its clock."""
    page.clock.install()
    page.evaluate(NOTE_STREAM)
    return page


@pytest.mark.parametrize("place", ["board/", "players/", "screen/"])
def test_a_page_without_its_server_says_so_after_some_seconds_until_it_is_back(screens: Screens, place: str) -> None:
    hall = screens.hall
    organizer, _ = open_one_table(hall, PLAYERS)
    page = screens.open(hall.organizer_path, LAPTOP)
    page.goto(f"{hall.url}{organizer.url.removesuffix('board/')}{place}")
    assert page.url.endswith(place)
    note = page.locator("#send-status")
    watched(page)
    hall.kill()
    wait_for_script(page, "window.stream === 'lost'")
    page.clock.run_for(2000)
    expect(note).to_be_empty()
    page.clock.run_for(5000)
    expect(note).to_have_text(LOST)
    assert page.evaluate(ESCAPE) == LOST, "it closes a panel, with what that has said, and nothing else"
    expect(note).to_be_in_viewport(ratio=1)
    screens.check(page, f"{place} without its server")
    hall.start()
    wait_for_script(page, "window.stream === 'open'")
    expect(note).to_be_empty()


def test_a_page_that_nobody_saw_gives_its_stream_the_usual_time(screens: Screens) -> None:
    phone, _ = phone_at_table(screens)
    watched(phone)
    screens.hall.kill()
    wait_for_script(phone, "window.stream === 'lost'")
    phone.evaluate(HIDE, True)
    phone.clock.run_for(3000)
    phone.evaluate(HIDE, False)
    phone.clock.run_for(3000)
    expect(phone.locator("#connection")).to_be_empty()
    phone.clock.run_for(3000)
    expect(phone.locator("#connection")).to_have_text(LOST_AT_TABLE)


def test_a_phone_without_its_server_has_one_line_about_it(screens: Screens) -> None:
    phone, _ = phone_at_table(screens)
    watched(phone)
    screens.hall.kill()
    wait_for_script(phone, "window.stream === 'lost'")
    before = phone.evaluate(BUTTONS)
    phone.clock.run_for(7000)
    expect(phone.locator("#connection")).to_have_text(LOST_AT_TABLE)
    expect(phone.locator("#connection")).to_be_in_viewport(ratio=1)
    expect(phone.locator("#send-status")).to_be_empty()
    assert before and phone.evaluate(BUTTONS) == before, "no button moves, and no score is covered"
    tap_result(phone, "NS:5")
    phone.clock.run_for(2000)
    expect(phone.locator(".tail .status-line")).to_contain_text("Saved on this phone, 1 not sent")
    expect(phone.locator("#send-status")).to_be_empty()
