"""A phone that slept, in real Chromium: it wakes over a dead line, shows the present, and has kept its taps."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.support.chromium import CHROMIUM, CHROMIUM_FLAGS
from tests.support.flaky_proxy import FlakyProxy
from tests.support.hall_server import Hall
from tests.support.http_visitor import open_one_table, paired_visitor, press_results
from tests.support.offline_phones import PLAYERS, count_unsaved, recorded, recorded_hands, tap_result
from tests.support.screens import Screens
from tests.support.waiting import wait_until

pytestmark = pytest.mark.long

SOON = 2.0  # seconds after waking
ASLEEP = 12.0  # seconds, in which its clock jumps and its stream dies
NOTES = """() => {
  window.notes = [];
  new MutationObserver(() => {
    for (const note of document.querySelectorAll("#connection, #send-status"))
      if (note.textContent.trim()) notes.push(note.textContent.trim());
  }).observe(document.body, {subtree: true, childList: true, characterData: true});
}"""


HIDE = """hidden => {
  Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
  document.dispatchEvent(new Event("visibilitychange"));
}"""


class SleepingPhone:
    """A phone in a browser of its own, whose processes can stop, on a line that can die."""

    def __init__(self, browser: Browser, hall: Hall) -> None:
        self.line = FlakyProxy(hall.port)
        self.chromium = browser.browser_type.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS)
        self.screens = Screens(self.chromium, replace(hall, port=self.line.port))
        _, self.codes = open_one_table(hall, PLAYERS)
        self.page: Page = self.screens.phone(self.codes[1])
        expect(self.page.locator(".seat-card")).to_be_visible()
        self.page.evaluate(NOTES)

    @contextmanager
    def asleep(self) -> Iterator[None]:
        """Stop what runs pages inside the block, for as long as a phone sleeps at least."""
        session = self.chromium.new_browser_cdp_session()
        processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
        renderers = [process["id"] for process in processes if process["type"] == "renderer"]
        assert renderers
        began = time.monotonic()
        for renderer in renderers:
            os.kill(renderer, signal.SIGSTOP)
        try:
            yield
            time.sleep(max(0.0, began + ASLEEP - time.monotonic()))
        finally:
            for renderer in renderers:
                os.kill(renderer, signal.SIGCONT)

    def notes(self) -> list[str]:
        """Return what the page has said of its connection."""
        found: list[str] = self.page.evaluate("notes")
        return found

    def close(self) -> None:
        """End the browser and the line."""
        self.screens.close()
        self.chromium.close()
        self.line.close()


@pytest.fixture
def sleeper(browser: Browser, hall: Hall) -> Iterator[SleepingPhone]:
    """A phone at a table of a night."""
    opened = SleepingPhone(browser, hall)
    yield opened
    opened.close()


def test_a_phone_that_slept_shows_the_present_within_two_seconds_over_a_dead_line(
    sleeper: SleepingPhone, hall: Hall
) -> None:
    page = sleeper.page
    other = paired_visitor(hall, sleeper.codes[2])
    with sleeper.asleep():
        sleeper.line.forget()  # its connections die, and nobody tells it
        press_results(other, "NS:5")
    woke = time.monotonic()
    expect(page.locator(".tail .status-line")).to_contain_text(recorded("Hand 1"))
    seconds = time.monotonic() - woke
    assert seconds < SOON
    press_results(other, "EW:5")
    expect(page.locator(".tail .status-line")).to_contain_text(recorded("Hand 2"))  # its stream is alive again
    page.wait_for_timeout(6000)  # as long as a lost stream takes to be told
    assert sleeper.notes() == []
    print(f"awake: {seconds:.2f} s")


def test_a_request_that_was_under_way_as_the_phone_fell_asleep_holds_nothing_up(
    sleeper: SleepingPhone, hall: Hall
) -> None:
    """A suspended device does not count the time until a request fails: here too little of it passes."""
    page = sleeper.page
    other = paired_visitor(hall, sleeper.codes[2])
    hung: list[Route] = []
    page.route("**/play/?seen=*", lambda route: hung.append(route), times=1)
    page.evaluate(HIDE, True)
    page.evaluate("htmx.trigger(document.body, 'wake')")
    wait_until(page, lambda: hung)
    press_results(other, "NS:5")
    page.wait_for_timeout(1500)
    page.evaluate(HIDE, False)
    woke = time.monotonic()
    expect(page.locator(".tail .status-line")).to_contain_text(recorded("Hand 1"))
    seconds = time.monotonic() - woke
    assert seconds < SOON
    assert sleeper.notes() == []
    print(f"awake: {seconds:.2f} s")


def test_a_tap_from_before_the_sleep_arrives_once_after_it(sleeper: SleepingPhone, hall: Hall) -> None:
    page = sleeper.page
    sleeper.line.switch("cut")
    tap_result(page, "NS:5")
    wait_until(page, lambda: count_unsaved(page) == 1)
    with sleeper.asleep():
        assert recorded_hands(hall) == []
        sleeper.line.switch("open")
    woke = time.monotonic()
    wait_until(page, lambda: count_unsaved(page) == 0)
    seconds = time.monotonic() - woke
    assert seconds < SOON
    assert recorded_hands(hall) == [(1, "NS:5")]
    expect(page.locator(".tail .status-line")).to_contain_text(recorded("Hand 1"))
    print(f"awake: {seconds:.2f} s")


def test_a_phone_that_wakes_without_wifi_keeps_its_tap_and_shows_the_present_once_it_is_back(
    sleeper: SleepingPhone, hall: Hall
) -> None:
    page = sleeper.page
    page.context.set_offline(True)
    tap_result(page, "NS:5")
    with sleeper.asleep():
        pass
    expect(page.locator(".tail .status-line")).to_contain_text("Saved on this phone, 1 not sent")
    assert count_unsaved(page) == 1
    page.context.set_offline(False)
    back = time.monotonic()
    wait_until(page, lambda: count_unsaved(page) == 0)
    assert time.monotonic() - back < SOON
    assert recorded_hands(hall) == [(1, "NS:5")]
