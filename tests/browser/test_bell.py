"""The bell in real Chromium, rung by a running server's clock: each page announces it once, even after sleep."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page

from tests.support.flaky_proxy import FlakyProxy
from tests.support.hall_server import Hall
from tests.support.http_visitor import open_one_table
from tests.support.screens import LAPTOP, Screens, tap
from tests.support.waiting import wait_for_script

pytestmark = pytest.mark.long
NAMES = ("Ann Miller", "Bob Stone", "Carla Reyes", "Dan Hara")
COUNT = """() => {
  window.announcements = [];
  window.tones = 0;
  for (const live of document.querySelectorAll("[role=alert], #notice")) new MutationObserver(() => {
    if (live.textContent.trim()) announcements.push([live.getAttribute("role"), live.textContent.trim()]);
  }).observe(live, {childList: true});
  const create = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () { window.tones += 1; return create.call(this); };
}"""
BELL = ["alert", "The bell! Tables still at game 1 finish this hand and confirm the score."]
CANCELED = "Bell canceled, keep playing."
SET_BELL_TIME = "UPDATE tournament_round SET rings_at = {0}, warned_at = NULL WHERE number = 1"


def set_bell_time(hall: Hall, seconds: float) -> None:
    """Make the clock of game 1 ring so many seconds from now, by changing its row in the database."""
    at, database = datetime.now(UTC) + timedelta(seconds=seconds), hall.env["DATABASE_URL"]
    if database.startswith("sqlite"):
        with closing(sqlite3.connect(database.removeprefix("sqlite:///"), timeout=30)) as connection, connection:
            connection.execute(SET_BELL_TIME.format("?"), [at.strftime("%Y-%m-%d %H:%M:%S.%f")])
        return
    import psycopg

    with psycopg.connect(database) as open_database:
        open_database.execute(SET_BELL_TIME.format("%s"), [at])


def announcements(page: Page) -> list[list[str]]:
    found: list[list[str]] = page.evaluate("announcements")
    return found


def seconds_to_wake(page: Page, line: FlakyProxy, text: str) -> float:
    """Return the seconds until a phone that was cut off shows this text."""
    began = time.monotonic()
    line.switch("open")
    with page.expect_request("**/play/?seen=*"):  # it does not wait for its stream to connect again
        page.evaluate("dispatchEvent(new Event('online'))")
    page.get_by_text(text).first.wait_for()
    return time.monotonic() - began


def test_the_clock_warns_and_rings_once_on_every_screen_even_after_sleep(hall: Hall, screens: Screens) -> None:
    organizer, codes = open_one_table(hall, NAMES)
    organizer.follow("Settings").press("Save", bell_by="clock", minutes="15")
    organizer.press("Start the clock")
    line = FlakyProxy(hall.port)
    phone = screens.phone(codes[1])
    pocket = Screens(screens.browser, replace(hall, port=line.port))
    pocket.contexts, pocket.blocked = screens.contexts, screens.blocked
    sleeper = pocket.phone(codes[3])
    board = screens.open(hall.organizer_path, LAPTOP)
    board.goto(hall.url + organizer.url)
    tap(phone.locator("button[name=result]").first)
    for page in (phone, sleeper, board):
        page.evaluate(COUNT)

    # Two minutes before, then the bell.
    set_bell_time(hall, 119)
    for page in (phone, sleeper, board):
        page.get_by_text("Two minutes left of game 1.").wait_for()
    line.switch("cut")  # the phone falls asleep
    set_bell_time(hall, 0)
    for page in (phone, board):
        page.get_by_text("The bell! Tables still at game 1").wait_for()
    phone.get_by_text("The bell! Last hand.").wait_for()
    assert BELL not in announcements(sleeper), "it is asleep"
    waking = seconds_to_wake(sleeper, line, "The bell! Last hand.")
    sleeper.get_by_text("The bell! Tables still at game 1").wait_for()
    print(f"awake: {waking:.2f} s")
    for page in (phone, sleeper, board):
        assert announcements(page) == [["status", "Two minutes left of game 1."], BELL], "each announced once"
        assert not page.locator("#notice").inner_text()
    wait_for_script(phone, "tones >= 15")
    assert phone.evaluate("tones") == 15, "three strokes of five tones, once"

    # A page that is opened later does not announce it again: nothing comes by its stream before the next event does.
    board.add_init_script(f"addEventListener('DOMContentLoaded', {COUNT})")
    with board.expect_response("**/live/**"):
        board.goto(hall.url + organizer.follow("Settings").url)
    assert not board.locator("[role=alert]").inner_text()

    # The bell is canceled, then rung by a server that was down when the time was up.
    organizer.follow("Tables").press("Cancel the bell of game 1")
    for page in (phone, board):
        wait_for_script(page, "text => announcements.some(one => one[1] === text)", CANCELED)  # it fades soon
    assert announcements(board) == [["alert", CANCELED]]
    phone.get_by_text("Last hand.").wait_for(state="hidden")
    hall.kill()
    set_bell_time(hall, -3600)
    hall.start()
    phone.get_by_text("The bell! Tables still at game 1").wait_for()
    assert announcements(phone)[2:] == [["alert", CANCELED], BELL]
    assert organizer.follow("Tables").follow("Log").page.text.count("The clock rang the bell for game 1") == 2
