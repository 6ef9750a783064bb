"""The big screen in Chromium: what can be read from the back of the hall, how its panels turn, its bell."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page

from tally.presenters.big_screen import A_LINE
from tests.support.hall_server import Hall
from tests.support.night import CAST, ORGANIZER, game_at, play_hands
from tests.support.screens import LAPTOP, go, violations
from tests.support.serverless_page import Near, stop_clock
from tournament.models import Bell, Entry, Night
from tournament.night.bell import ring_bell
from tournament.night.games import sign_game
from tournament.night.lifecycle import close_night, open_night
from tournament.night.signup import sign_up

TELEVISION = (1920, 1080)
LONG = "Wilhelmina-Alexandrine-Philippa-Constanze"[:40]  # as long as a name may be, and nothing to shorten
MEASURED = """() => {
  const size = (selector, what) => [...document.querySelectorAll(selector)].filter(e => e.offsetParent)
    .map(e => what === "font" ? parseFloat(getComputedStyle(e).fontSize) : e.getBoundingClientRect()[what]);
  const outside = [...document.querySelectorAll("#screen *, footer *")].filter(e => e.getClientRects().length)
    .filter(e => { const b = e.getBoundingClientRect();
      return b.right > innerWidth + 0.5 || b.bottom > innerHeight + 0.5 || b.left < -0.5 || b.top < -0.5; });
  const over = [...document.querySelectorAll(".sidebar, .panel, ol, li, .clock")].filter(e => e.offsetParent &&
    (e.scrollWidth > e.clientWidth + 1 || (e.scrollHeight > e.clientHeight + 1 && !e.matches(".clock"))));
  const feet = document.querySelector("footer").getBoundingClientRect().top;
  const under = [...document.querySelectorAll(".sidebar > *")]
    .filter(e => e.getBoundingClientRect().bottom > feet + 0.5);
  return {clock: size(".clock", "font"), clockWidth: size(".clock", "width"), title: size("h1", "font"),
    rows: size(".panel:not(.tables) li", "height"), cells: size(".tables li", "height"),
    letters: size(".panel li .player-name", "font"), tops: new Set(size(".panel:not(.tables) li", "top")).size,
    scrolls: [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight],
    wrong: [...outside, ...over, ...under].map(e => e.outerHTML.slice(0, 90))};
}"""
PLAYED = """() => {
  window.struck = 0;
  const param = {setValueAtTime() {}, exponentialRampToValueAtTime() {}};
  const node = () => ({frequency: {}, gain: param, connect(next) { return next; }, start() { window.struck += 1; },
    stop() {}});
  window.AudioContext = class { state = "running"; currentTime = 0; createOscillator() { return node(); }
    createGain() { return node(); } resume() {} suspend() {} };
}"""


FEWER = """([tables, line]) => {
  const panel = document.querySelector(".panel.tables");
  [...panel.querySelectorAll("li")].slice(tables).forEach(table => table.remove());
  panel.style.setProperty("--columns", Math.min(line, tables));
  panel.style.setProperty("--rows", Math.ceil(tables / line));
}"""


def wrong(page: Page, *, clock: bool = True, game: bool = False) -> list[str]:
    """What a panel breaks of the measures."""
    found = page.evaluate(MEASURED)
    height = page.viewport_size["height"] if page.viewport_size else 0
    broken = [f"outside or cut off: {text}" for text in found["wrong"]]
    if clock and not min(found["clock"], default=0) >= 0.25 * height:
        broken.append(f"clock {found['clock']} of {height}")
    if game and not found["title"][0] >= 0.12 * height:
        broken.append(f"game {found['title']} of {height}")
    broken += [f"a row of {row} px" for row in found["rows"] + found["cells"] if row < 54 - 0.05]
    broken += [f"letters of {size} px" for size in found["letters"] if size < 0.041 * height]
    if found["tops"] > 12:
        broken.append(f"{found['tops']} rows")
    if max(found["scrolls"]) > 0:
        broken.append(f"scrolls {found['scrolls']}")
    return broken


def every_panel(
    near: Near, night: Night, axed: set[str], *, query: str = "", clock: bool = True, game: bool = False
) -> list[str]:
    """What is wrong on any panel of the screen as it is now, in either size; and by axe-core, on each kind once."""
    page = near.open(f"/n/{night.slug}/screen/{query}")
    broken = []
    for width, height in (LAPTOP, TELEVISION):
        page.set_viewport_size({"width": width, "height": height})
        for _ in range(page.locator(".panel").count()):
            panel = page.locator(".panel:visible")
            title, kind = panel.locator("h2").inner_text(), str(panel.get_attribute("class"))
            broken += [f"{width}×{height}, {title}: {what}" for what in wrong(page, clock=clock, game=game)]
            if kind not in axed:
                axed.add(kind)
                broken += [f"{title}: {what}" for what in violations(page, moving="cancel")]
            page.keyboard.press("PageDown")
    return broken


def any_number_of_tables(near: Near, night: Night) -> list[str]:
    """What is wrong on the panel of tables in a smaller hall: its last tables are taken away one by one."""
    page = near.open(f"/n/{night.slug}/screen/")
    while not page.locator(".panel.tables").is_visible():
        page.keyboard.press("PageDown")
    broken = []
    for tables in range(25, 1, -1):
        page.evaluate(FEWER, [tables, A_LINE])
        for width, height in (LAPTOP, TELEVISION):
            page.set_viewport_size({"width": width, "height": height})
            broken += [f"{width}×{height}, {tables} tables: {what}" for what in wrong(page, game=True)]
    return broken


@pytest.fixture
def hundred(empty_night: Night, short_searches: None) -> Night:
    """A hundred players at 25 tables in the first of two games, every fourth with a name of 40 letters."""
    sign_up(
        night=empty_night,
        names=[LONG[:-3] + f"{n:03}" if n % 4 == 0 else f"{CAST[n % 12].split()[0]} {n:03}" for n in range(100)],
        who=ORGANIZER,
    )
    Night.objects.update(movement="drawn", games=2, bell_by="clock", minutes=15, name="W" * 60)
    empty_night.refresh_from_db()
    open_night(night=empty_night, who=ORGANIZER)
    empty_night.refresh_from_db()
    return empty_night


def set_clock(night: Night, number: int, left: timedelta) -> None:
    """A game's clock rings so long from now."""
    night.rounds.filter(number=number).update(rings_at=timezone.now() + left)


@pytest.mark.long
def test_a_hundred_players_can_read_it_from_the_back_of_the_hall(hundred: Night, browser: Browser) -> None:
    with Near(browser) as near:
        set_clock(hundred, 1, timedelta(minutes=14, seconds=50))
        broken = every_panel(near, hundred, axed := set(), game=True)
        for table in range(1, 26):
            play_hands(game_at(hundred, 1, table), *["NS:5"] * (0 if table == 7 else 2))
        sign_game(game=game_at(hundred, 1, 12), winner="NS", who=ORGANIZER)
        set_clock(hundred, 1, timedelta(seconds=100))
        broken += every_panel(near, hundred, axed, game=True) + any_number_of_tables(near, hundred)
        ring_bell(round_=hundred.rounds.get(number=1), who=ORGANIZER)
        set_clock(hundred, 2, timedelta(minutes=17))
        broken += every_panel(near, hundred, axed, game=True)
    assert broken == []
    assert {kind.split()[1] for kind in axed} == {"seats", "tables", "standings", "rung"}


@pytest.mark.long
def test_the_door_and_the_end_can_be_read_too(eight: Night, browser: Browser) -> None:
    Entry.objects.filter(name__startswith="Ann").update(name=LONG)
    with Near(browser) as near:
        broken = every_panel(near, eight, axed := set())
        open_night(night=eight, who=ORGANIZER)
        play_hands(game_at(eight, 1, 1), "NS:5")
        close_night(night=eight, who=ORGANIZER)
        for shown in range(4):
            broken += every_panel(near, eight, axed, query=f"?shown={shown}", clock=not shown)
    assert broken == []
    assert {kind.split()[1] for kind in axed} == {"names", "standings", "words"}


# Turning over

START = datetime(2026, 11, 24, 20, tzinfo=UTC)


@pytest.fixture
def thirty(empty_night: Night, short_searches: None) -> Night:
    """Two panels of seats."""
    sign_up(night=empty_night, names=[f"Guest {n:02}" for n in range(30)], who=ORGANIZER)
    Night.objects.update(movement="drawn", games=2)
    empty_night.refresh_from_db()
    open_night(night=empty_night, who=ORGANIZER)
    return empty_night


def test_a_panel_stays_ten_seconds_and_as_long_as_it_is_told_to(thirty: Night, browser: Browser) -> None:
    with Near(browser) as near:
        stop_clock(near.context, START)
        page = near.open(f"/n/{thirty.slug}/screen/")
        first = page.locator(".panel:visible li").first
        stays = int(page.locator("#screen").get_attribute("data-seconds") or 0)
        page.clock.run_for(1000 * stays - 400)
        before = first.inner_text()
        page.clock.run_for(1000)
        after, where = first.inner_text(), page.locator("#count").inner_text()
        page.keyboard.press(" ")
        page.clock.run_for(60_000)
        paused = page.get_by_role("button", name="Pause").get_attribute("aria-pressed")
        while_paused = first.inner_text()
        page.get_by_role("button", name="Pause").click()
        page.clock.run_for(1000 * stays + 500)
        again = first.inner_text()
        page.keyboard.press("ArrowLeft")
        back = first.inner_text()
    assert stays >= 10
    assert before.startswith("Guest 00") and after.startswith("Guest 24") and where == "2 of 2"
    assert (paused, while_paused) == ("true", after)
    assert (again, back) == (before, after)


def test_news_do_not_turn_the_panel_that_somebody_reads_and_another_scene_begins_anew(
    thirty: Night, browser: Browser
) -> None:
    with Near(browser) as near:
        page = near.open(f"/n/{thirty.slug}/screen/")
        page.keyboard.press("PageDown")
        shown = page.locator(".panel:visible li").first
        before = shown.inner_text()
        look(page, near)
        assert (shown.inner_text(), page.locator("#count").inner_text()) == (before, "2 of 2")
        for table in range(1, 8):
            play_hands(game_at(thirty, 1, table), "NS:5")
        look(page, near)
        assert page.locator(".panel:visible h2").inner_text() == "Every table plays"


def test_what_the_stream_puts_on_the_page_is_no_error(night: Night, browser: Browser) -> None:
    with Near(browser) as near:
        page = near.open(f"/n/{night.slug}/screen/")
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.evaluate("htmx.swap(document.getElementById('soon'), 'Two minutes left.', {swapStyle: 'innerHTML'})")
        page.locator("#soon", has_text="Two minutes left.").wait_for()
        look(page, near)
    assert errors == []


def look(page: Page, near: Near) -> None:
    """The screen looks again, as it does when it hears of something."""
    seen = len(near.asked)
    page.evaluate("() => { window.old = document.getElementById('screen'); htmx.trigger(document.body, 'wake'); }")
    page.wait_for_function("() => document.getElementById('screen') !== window.old")
    assert len(near.asked) == seen + 1


def test_after_a_minute_of_the_bell_it_shows_the_seats_by_itself(night: Night, browser: Browser) -> None:
    ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER)
    with Near(browser) as near:
        stop_clock(near.context, START)  # a laptop whose clock is days wrong
        page = near.open(f"/n/{night.slug}/screen/")
        page.clock.run_for(55_000)
        assert page.locator("h2").inner_text() == "The bell!" and len(near.asked) == 1
        Bell.objects.update(rung_at=timezone.now() - timedelta(seconds=61))
        page.clock.run_for(6_000)
        page.clock.resume()
        page.locator("h2", has_text="Where to sit").wait_for()
        assert page.locator("h1").inner_text().startswith("Game 2")


def test_a_laptop_that_slept_looks_again_at_once(night: Night, browser: Browser) -> None:
    with Near(browser) as near:
        stop_clock(near.context, START)
        page = near.open(f"/n/{night.slug}/screen/")
        page.clock.run_for(20_000)
        assert len(near.asked) == 1
        ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER)
        page.clock.fast_forward(3_600_000)
        page.clock.resume()
        page.locator("h2", has_text="The bell!").wait_for()


def test_the_end_goes_on_by_a_key_of_a_presenters_remote(night: Night, browser: Browser) -> None:
    play_hands(game_at(night, 1, 1), "NS:5")
    close_night(night=night, who=ORGANIZER)
    with Near(browser) as near:
        page = near.open(f"/n/{night.slug}/screen/")
        for key, rows in ((" ", 6), ("PageDown", 8)):
            with page.expect_navigation():
                page.keyboard.press(key)
            assert page.locator(".panel li").count() == rows
        assert page.locator("#reveal").count() == 0


def struck_by(page: Page, event: int) -> int:
    """The sines that have sounded on this page, after the stream told it of the bell."""
    page.evaluate(
        """id => document.dispatchEvent(new CustomEvent("htmx:sseBeforeMessage",
        {cancelable: true, detail: {type: "bell", lastEventId: String(id)}}))""",
        event,
    )
    return int(page.evaluate("window.struck"))


@pytest.mark.parametrize(
    "touch",
    [lambda page: page.locator("#sound").click(), lambda page: page.keyboard.press("ArrowRight")],
    ids=["tap", "key"],
)
def test_it_rings_loudest_once_somebody_has_touched_it(
    night: Night, browser: Browser, touch: Callable[[Page], None]
) -> None:
    events = count(1)

    def rings() -> int:
        return struck_by(page, next(events))

    with Near(browser) as near:
        near.context.add_init_script(f"({PLAYED})()")
        page = near.open(f"/n/{night.slug}/screen/")
        asked, silent = page.locator("#sound").is_visible(), rings()
        touch(page)
        gone, loud = page.locator("#sound").is_hidden(), rings()
        phone = near.open(f"/n/{night.slug}/standings/")
        phone.mouse.click(5, 5)
        small = struck_by(phone, next(events))
    assert (asked, silent, gone) == (True, 0, True)
    assert loud == 6 * 5 and small == 3 * 5, "six strokes of five sines, and three on any other page"


# Live, in a real hall


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[Hall]:
    """A hall that shows the demo: twelve players in the middle of game 3."""
    with Hall.opened(tmp_path, "--demo") as opened:
        yield opened


@pytest.mark.long
def test_it_shows_the_bell_within_two_seconds_and_announces_it_once(demo: Hall, browser: Browser) -> None:
    hall = demo
    organizer, wall = (browser.new_context(viewport={"width": 1366, "height": 768}).new_page() for _ in range(2))
    try:
        organizer.goto(hall.url + hall.organizer_path)
        slug = organizer.url.split("/n/")[1].split("/")[0]
        wall.goto(f"{hall.url}/n/{slug}/screen/")
        wall.wait_for_timeout(300)  # the stream is open
        go(organizer.locator("button.ring-button"))
        wall.locator("h2", has_text="The bell!").wait_for(timeout=2000)
        alerts = wall.locator("[role=alert]").all_inner_texts()
        wall.locator(".note", has_text="Still at game 3").wait_for(timeout=2000)
        go(organizer.get_by_role("button", name="Cancel the bell of game 3"))
        wall.locator(".note", has_text="Bell cancelled, keep playing.").wait_for(timeout=2000)
    finally:
        organizer.context.close()
        wall.context.close()
    assert [text[:9] for text in alerts] == ["The bell!"]
