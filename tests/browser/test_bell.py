"""The bell in real Chromium, rung by the clock of a running server: said once, sounded once, also after a sleep."""

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
from tests.support.http_visitor import one_table
from tests.support.screens import LAPTOP, Screens, tap

pytestmark = pytest.mark.long
NAMES = ("Ann Miller", "Bob Stone", "Carla Reyes", "Dan Hara")
WAKING = 2.0  # seconds
COUNT = """() => {
  window.said = [];
  window.tones = 0;
  for (const live of document.querySelectorAll("[role=alert], #soon")) new MutationObserver(() => {
    if (live.textContent.trim()) said.push([live.getAttribute("role"), live.textContent.trim()]);
  }).observe(live, {childList: true});
  const create = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () { window.tones += 1; return create.call(this); };
}"""
BELL = ["alert", "The bell! Tables still at game 1 finish this hand and agree the score."]
SET = "UPDATE tournament_round SET rings_at = {0}, warned_at = NULL WHERE number = 1"


def rings_in(hall: Hall, seconds: float) -> None:
    """Let the clock of game 1 ring then: time travels by a look into the database."""
    at, database = datetime.now(UTC) + timedelta(seconds=seconds), hall.env["DATABASE_URL"]
    if database.startswith("sqlite"):
        with closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as connection, connection:
            connection.execute(SET.format("?"), [at.strftime("%Y-%m-%d %H:%M:%S.%f")])
        return
    import psycopg

    with psycopg.connect(database) as open_database:
        open_database.execute(SET.format("%s"), [at])


def said(page: Page) -> list[list[str]]:
    found: list[list[str]] = page.evaluate("said")
    return found


def woken(page: Page, line: FlakyProxy, words: str) -> float:
    """The phone of which the line was cut is on again; the seconds until it shows these words."""
    began = time.monotonic()
    line.set("open")
    page.evaluate("dispatchEvent(new Event('online'))")
    page.get_by_text(words).first.wait_for(timeout=10_000)
    return time.monotonic() - began


def test_the_clock_warns_and_rings_on_every_screen_once_also_on_one_that_slept(hall: Hall, screens: Screens) -> None:
    organizer, codes = one_table(hall, NAMES)
    organizer.follow("Bell and clock").press("Save", bell_by="clock", minutes="15")
    organizer.press("Start the clock: 15 minutes")
    line = FlakyProxy(hall.port)
    phone = screens.phone(codes[1])
    pocket = Screens(screens.browser, replace(hall, port=line.port))
    pocket.contexts = screens.contexts
    sleeper = pocket.phone(codes[3])
    board = screens.open(hall.organizer_path, LAPTOP)
    board.goto(hall.url + organizer.url)
    tap(phone.locator("button[name=result]").first)
    for page in (phone, sleeper, board):
        page.evaluate(COUNT)

    # Two minutes before, then the bell.
    rings_in(hall, 119)
    for page in (phone, sleeper, board):
        page.get_by_text("Two minutes left of game 1.").wait_for(timeout=8_000)
    line.set("cut")  # it sleeps
    rings_in(hall, 0)
    for page in (phone, board):
        page.get_by_text("The bell! Tables still at game 1").wait_for(timeout=8_000)
    phone.get_by_text("The bell! Last hand.").wait_for()
    assert BELL not in said(sleeper), "it sleeps"
    waking = woken(sleeper, line, "The bell! Last hand.")
    sleeper.get_by_text("The bell! Tables still at game 1").wait_for()
    assert waking < WAKING, f"{waking:.2f} s until a phone that slept shows the bell"
    print(f"awake: {waking:.2f} s")
    for page in (phone, sleeper, board):
        assert said(page) == [["status", "Two minutes left of game 1."], BELL], "each once"
        assert not page.locator("#soon").inner_text()
    assert phone.evaluate("tones") == 15, "three strokes of five tones, once"

    board.goto(hall.url + organizer.follow("Bell and clock").url)
    board.wait_for_timeout(500)
    assert not board.locator("[role=alert]").inner_text(), "a page that is opened later does not announce it again"

    # Cancelled, and rung by a server that was down when the time was up.
    organizer.follow("Board").press("Cancel the bell of game 1")
    phone.get_by_text("Bell cancelled, keep playing.").wait_for()
    phone.get_by_text("Last hand.").wait_for(state="hidden")
    hall.kill()
    rings_in(hall, -3600)
    began = time.monotonic()
    hall.start()
    phone.get_by_text("The bell! Tables still at game 1").wait_for(timeout=10_000)
    assert time.monotonic() - began < 8, "as the server comes back, and the phone with it"
    assert said(phone)[2:] == [["alert", "Bell cancelled, keep playing."], BELL]
    assert organizer.follow("Board").follow("What happened").page.text.count("The clock The bell!") == 2
