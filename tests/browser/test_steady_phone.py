"""The scoring page keeps still: no line that comes or grows moves a button, and what lies over the page goes soon."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.support.night import play_hands
from tests.support.screens import PHONE, SMALL_PHONE
from tests.support.serverless_browser import ServerlessBrowser
from tests.support.staged_night import StagedNight, tap_offline
from tests.support.waiting import expect_htmx_answer
from tournament.live.messages import public_text
from tournament.movements.seats import Side

BUTTONS = """() => [...document.querySelectorAll(".calls button")].map(button => {
  const {x, y, width, height} = button.getBoundingClientRect();
  return [x, y, width, height].map(Math.round);
})"""
SHOW = """html => {
  const bell = document.querySelector(".bell[role=alert]");
  bell.innerHTML = html;
  return {
    foot: bell.firstChild.getBoundingClientRect().bottom,
    seconds: Math.max(...bell.getAnimations({subtree: true}).map(one => one.effect.getComputedTiming().endTime)) / 1000,
  };
}"""


@pytest.mark.long
@pytest.mark.parametrize("size", [SMALL_PHONE, pytest.param(PHONE, marks=pytest.mark.long)], ids=str)
def test_a_tap_that_is_not_sent_moves_no_button(
    transactional_db: None, browser: Browser, size: tuple[int, int]
) -> None:
    staged = StagedNight(8, deals=8)
    for table in (1, 2):
        play_hands(staged.game(table=table), "NS:5")
    client, path = staged.phone(1)
    with ServerlessBrowser(browser, client, size) as serverless:
        page = serverless.open(path)
        line = page.locator(".tail .status-line")
        expect(line).to_contain_text("Hand 1")
        before = page.evaluate(BUTTONS)
        tap_offline("EW:5")(page)
        expect(line).to_have_text("Saved on this phone, 1 not sent. Keep playing.")
        assert len(before) == 8 and page.evaluate(BUTTONS) == before
        line.evaluate("line => line.textContent = 'Saved on this phone, 1 not sent for a minute. Is the Wi-Fi on?'")
        assert page.evaluate(BUTTONS) == before
        assert page.evaluate("document.documentElement.scrollHeight") == size[1]


@pytest.mark.parametrize("size", [SMALL_PHONE, PHONE], ids=str)
def test_that_a_bell_was_canceled_is_off_the_score_in_five_seconds(
    transactional_db: None, browser: Browser, size: tuple[int, int]
) -> None:
    staged = StagedNight(8, deals=8)
    play_hands(staged.game(table=1), "NS:5")
    client, path = staged.phone(staged.seats()["N"])
    with ServerlessBrowser(browser, client, size) as serverless:
        page = serverless.open(path)
        text = "Bell canceled. If your score is not confirmed, keep playing. The clock stays paused, 16:12 left."
        shown = page.evaluate(SHOW, public_text("unbell", text))
        first = page.evaluate(BUTTONS)[0]
        assert shown["seconds"] <= 5 and shown["foot"] < first[1], "no button is below it"
        with expect_htmx_answer(page):
            page.evaluate("dispatchEvent(new Event('online'))")
        expect(page.locator(".bell[role=alert]")).to_have_text(text)
        play_hands(staged.game(), *["NS:5"] * 8)
        for side in Side:
            staged.sign(side)
        page.evaluate("dispatchEvent(new Event('online'))")
        expect(page.locator(".bell[role=alert]")).to_be_empty()
        rung = page.evaluate(SHOW, public_text("bell", "The bell! Finish your hand."))
        assert rung["seconds"] > shown["seconds"]
