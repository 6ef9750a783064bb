"""The big screen in Chromium: whether it can be read from the back of the hall, how its panels turn, and its bell."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest
from django.core.cache import caches
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, Page

from tally.presenters.big_screen.tables import tables_side_by_side
from tally.scoring.reveal import reveal_standings
from tests.support.hall_server import Hall
from tests.support.night import CAST, ORGANIZER, game_at, play_hands
from tests.support.screens import LAPTOP, click_and_load, violations
from tests.support.serverless_browser import ServerlessBrowser, freeze_clock
from tests.support.waiting import wait_for_script
from tournament.models import Bell, Entry, Night
from tournament.movements.seats import Seat
from tournament.night.bell import ring_bell
from tournament.night.games import sign_game
from tournament.night.lifecycle import close_night, start_night
from tournament.night.signup import add_ghost, sign_up

pytestmark = pytest.mark.long

TELEVISION = (1920, 1080)
LONG = "Wilhelmina-Alexandrine-Philippa-Constanze"[:40]  # as long as a name may be, and nothing to shorten
MEASURE = """() => {
  for (const animation of document.getAnimations()) {  // a name that comes in is larger on its way
    if (isFinite(animation.effect.getComputedTiming().endTime)) animation.finish();
  }
  const size = (selector, what) => [...document.querySelectorAll(selector)].filter(e => e.offsetParent)
    .map(e => what === "font" ? parseFloat(getComputedStyle(e).fontSize) : e.getBoundingClientRect()[what]);
  const outside = [...document.querySelectorAll("#screen *, footer *")].filter(e => e.getClientRects().length)
    .filter(e => { const b = e.getBoundingClientRect();
      return b.right > innerWidth + 0.5 || b.bottom > innerHeight + 0.5 || b.left < -0.5 || b.top < -0.5; });
  const over = [...document.querySelectorAll(".sidebar, .panel, ol, li, .clock")].filter(e => e.offsetParent &&
    (e.scrollWidth > e.clientWidth + 1 || (e.scrollHeight > e.clientHeight + 1 && !e.matches(".clock"))));
  const feet = [...document.querySelectorAll("footer button")].filter(e => e.offsetParent)
    .map(e => e.getBoundingClientRect());
  const under = [...document.querySelectorAll(".sidebar > :not(.club), .panel:not([hidden]) h2")].filter(e => {
    const range = document.createRange(); range.selectNodeContents(e);
    return [...range.getClientRects()].some(a => feet.some(b => a.left < b.right - 0.5 && b.left < a.right - 0.5 &&
      a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5)); });
  return {clock: size(".clock", "font"), clockWidth: size(".clock", "width"), title: size("h1", "font"),
    rows: size(".panel:not(.tables) li", "height"), cells: size(".tables li", "height"),
    letters: size(".panel li .player-name", "font"), tops: new Set(size(".panel:not(.tables) li", "top")).size,
    scrolls: [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight],
    wrong: [...outside, ...over, ...under].map(e => e.outerHTML.slice(0, 90))};
}"""
COUNT_TONES = """() => {
  window.struck = 0;
  const param = {setValueAtTime() {}, exponentialRampToValueAtTime() {}};
  const node = () => ({frequency: {}, gain: param, connect(next) { return next; }, start() { window.struck += 1; },
    stop() {}});
  window.AudioContext = class { state = "running"; currentTime = 0; createOscillator() { return node(); }
    createGain() { return node(); } resume() {} suspend() {} };
}"""


REMOVE_TABLES = """([tables, line]) => {
  const panel = document.querySelector(".panel.tables");
  [...panel.querySelectorAll("li")].slice(tables).forEach(table => table.remove());
  panel.style.setProperty("--columns", Math.min(line, tables));
  panel.style.setProperty("--rows", Math.ceil(tables / line));
}"""


def problems(page: Page, *, clock: bool = True, game: bool = False) -> list[str]:
    """List the measurements of the visible panel that are out of bounds."""
    found = page.evaluate(MEASURE)
    height = page.viewport_size["height"] if page.viewport_size else 0
    issues = [f"outside or cut off: {text}" for text in found["wrong"]]
    if clock and not min(found["clock"], default=0) >= 0.25 * height:
        issues.append(f"clock {found['clock']} of {height}")
    if game and not found["title"][0] >= 0.12 * height:
        issues.append(f"game {found['title']} of {height}")
    issues += [f"a row of {row} px" for row in found["rows"] + found["cells"] if row < 54 - 0.05]
    issues += [f"letters of {size} px" for size in found["letters"] if size < 0.041 * height]
    if found["tops"] > 12:
        issues.append(f"{found['tops']} rows")
    if max(found["scrolls"]) > 0:
        issues.append(f"scrolls {found['scrolls']}")
    return issues


def problems_on_every_panel(
    serverless: ServerlessBrowser,
    night: Night,
    axed: set[str],
    *,
    query: str = "",
    clock: bool = True,
    game: bool = False,
) -> list[str]:
    """List the problems on every panel in both sizes, with axe-core's violations on one panel of each kind."""
    page = serverless.open(f"/n/{night.slug}/screen/{query}")
    issues = []
    for width, height in (LAPTOP, TELEVISION):
        page.set_viewport_size({"width": width, "height": height})
        for _ in range(page.locator(".panel").count()):
            panel = page.locator(".panel:visible")
            title, kind = panel.locator("h2").inner_text(), str(panel.get_attribute("class"))
            issues += [f"{width}×{height}, {title}: {what}" for what in problems(page, clock=clock, game=game)]
            if kind not in axed:
                axed.add(kind)
                issues += [f"{title}: {what}" for what in violations(page, animations="cancel")]
            page.keyboard.press("PageDown")
    return issues


def problems_with_fewer_tables(serverless: ServerlessBrowser, night: Night) -> list[str]:
    """List the problems on the panel of tables as its last tables are removed one by one."""
    page = serverless.open(f"/n/{night.slug}/screen/")
    while not page.locator(".panel.tables").is_visible():
        page.keyboard.press("PageDown")
    issues = []
    for tables in range(25, 1, -1):
        page.evaluate(REMOVE_TABLES, [tables, tables_side_by_side(tables)])
        for width, height in (LAPTOP, TELEVISION):
            page.set_viewport_size({"width": width, "height": height})
            issues += [f"{width}×{height}, {tables} tables: {what}" for what in problems(page, game=True)]
    return issues


@pytest.fixture
def hundred_players(empty_night: Night, short_searches: None) -> Night:
    """A hundred players at 25 tables in the first of two games, every fourth with a name of 40 letters."""
    sign_up(
        night=empty_night,
        names=[LONG[:-3] + f"{n:03}" if n % 4 == 0 else f"{CAST[n % 12].split()[0]} {n:03}" for n in range(100)],
        who=ORGANIZER,
    )
    Night.objects.update(movement="drawn", games=2, bell_by="clock", minutes=15, name="W" * 60, tables_in_row=7)
    empty_night.refresh_from_db()
    start_night(night=empty_night, who=ORGANIZER)
    empty_night.refresh_from_db()
    return empty_night


def set_clock(night: Night, number: int, left: timedelta) -> None:
    """Make a game's clock ring after this time."""
    night.rounds.filter(number=number).update(rings_at=timezone.now() + left)


def test_a_hundred_players_can_read_the_screen_from_the_back_of_the_hall(
    hundred_players: Night, browser: Browser
) -> None:
    with ServerlessBrowser(browser) as serverless:
        set_clock(hundred_players, 1, timedelta(minutes=14, seconds=50))
        issues = problems_on_every_panel(serverless, hundred_players, axed := set(), game=True)
        for table in range(1, 26):
            play_hands(game_at(hundred_players, 1, table), *["NS:5"] * (0 if table == 7 else 2))
        sign_game(game=game_at(hundred_players, 1, 12), winner="NS", who=ORGANIZER)
        set_clock(hundred_players, 1, timedelta(seconds=100))
        issues += problems_on_every_panel(serverless, hundred_players, axed, game=True) + problems_with_fewer_tables(
            serverless, hundred_players
        )
        ring_bell(round_=hundred_players.rounds.get(number=1), who=ORGANIZER)
        set_clock(hundred_players, 2, timedelta(minutes=17))
        issues += problems_on_every_panel(serverless, hundred_players, axed, game=True)
    assert issues == []
    assert {kind.split()[1] for kind in axed} == {"seats", "map", "tables", "standings", "rung"}


def test_sign_up_and_final_standings_can_be_read_from_the_back_of_the_hall(
    eight_players: Night, organizer: Client, browser: Browser
) -> None:
    Entry.objects.filter(name__startswith="Ann").update(name=LONG)
    prizes = [
        {"kind": kind, "what": "A ham " * 10} for kind in ("high", "second", "low", "high-game", "door", "loners")
    ]
    with ServerlessBrowser(browser, organizer, reduced_motion="reduce") as serverless:
        issues = problems_on_every_panel(serverless, eight_players, axed := set(), clock=False)
        start_night(night=eight_players, who=ORGANIZER)
        play_hands(game_at(eight_players, 1, 1), "NS:5")
        play_hands(game_at(eight_players, 1, 2), "NS:3-4")
        close_night(night=eight_players, who=ORGANIZER)
        Night.objects.update(prizes={"list": prizes})
        for shown in range(9):
            over = timezone.now() if shown == 8 else None
            Night.objects.update(revealed_steps=shown, revealed_at=over)
            issues += problems_on_every_panel(serverless, eight_players, axed, clock=False)
    assert issues == []
    assert {kind.split()[1] for kind in axed} == {"names", "standings", "message", "winners", "podium"}


def test_the_time_of_day_and_notes_keep_clear_of_the_buttons_where_no_clock_counts(
    night: Night, browser: Browser
) -> None:
    with ServerlessBrowser(browser) as serverless:
        issues = problems_on_every_panel(serverless, night, set(), clock=False, game=True)
        ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER)
        Bell.objects.update(rung_at=timezone.now() - timedelta(seconds=61))
        issues += problems_on_every_panel(serverless, night, set(), clock=False, game=True)
    assert issues == []


CUT = """() => [...document.querySelectorAll(".player-name")].map(e => [e, e.querySelector(".rest"),
  e.querySelector(".given")].map(part => part.scrollWidth > part.clientWidth))"""


@pytest.mark.parametrize(("given", "cut"), [("Bartholomew", False), ("Wilhelmina-Alexandrine", True)])
def test_of_two_long_names_that_begin_alike_the_initials_stay_in_view(
    empty_night: Night, browser: Browser, given: str, cut: bool
) -> None:
    sign_up(night=empty_night, names=[f"{given} {letter}ox" for letter in "ABCDEFGHIJKLM"], who=ORGANIZER)
    Night.objects.update(movement="drawn", games=2)
    empty_night.refresh_from_db()
    start_night(night=empty_night, who=ORGANIZER)
    with ServerlessBrowser(browser) as serverless:
        page = serverless.open(f"/n/{empty_night.slug}/screen/")
        page.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})
        assert page.evaluate(CUT) == [[False, False, cut]] * 13


BROKEN_WORDS = """() => [...document.querySelectorAll(".newest")].flatMap(e => {
  const range = document.createRange(), text = e.firstChild;
  return [...text.data.matchAll(/\\S+/g)].filter(word => {
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return range.getClientRects().length > 1;
  }).map(String);
})"""


SHOW_ONLY = """shown => {
  for (const panel of document.querySelectorAll(".panel")) panel.hidden = panel !== shown;
}"""


def test_the_names_of_the_end_are_whole_on_a_laptop(empty_night: Night, browser: Browser) -> None:
    sign_up(night=empty_night, names=[f"Konstantinos {letter}apas" for letter in "ABCDEFGHIJKLMNO"], who=ORGANIZER)
    ghost = add_ghost(night=empty_night, who=ORGANIZER)
    Night.objects.update(movement="drawn", games=2)
    empty_night.refresh_from_db()
    start_night(night=empty_night, who=ORGANIZER)
    place = ghost.places.select_related("game").get(game__round__number=1)
    play_hands(game_at(empty_night, 1, place.game.table), f"{Seat(place.seat).side}:5")  # its partner wins alone
    close_night(night=empty_night, who=ORGANIZER)
    reveal_standings(night=empty_night, who=ORGANIZER)
    with ServerlessBrowser(browser) as serverless:
        page = serverless.open(f"/n/{empty_night.slug}/screen/")
        panels = page.locator(".panel").all()
        assert [panel.locator("li").count() for panel in panels] == [15, 3], (
            "all; the winner's table, without the ghost"
        )
        for panel in panels:
            page.evaluate(SHOW_ONLY, panel.element_handle())
            assert [row for row in page.evaluate(CUT) if any(row)] == []
        page.evaluate(SHOW_ONLY, panels[0].element_handle())
        assert page.locator(".panel:visible li").count() == 15
        assert [row for row in page.evaluate(CUT) if any(row)] == []
        assert page.evaluate(BROKEN_WORDS) == []
        assert problems(page, clock=False) == []
        page.locator(".panel:visible").evaluate("panel => panel.remove()")  # as beside the winners' table
        assert page.evaluate(BROKEN_WORDS) == []


WINNERS_CUT = """() => [...document.querySelectorAll(".panel.winners :is(ol, em, .player-name)")]
  .filter(e => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1).map(e => e.innerText)"""


@pytest.mark.parametrize("size", [LAPTOP, pytest.param(TELEVISION, marks=pytest.mark.long), (1024, 768)], ids=str)
def test_a_prize_that_long_names_share_is_shown_with_all_of_them(
    empty_night: Night, browser: Browser, size: tuple[int, int]
) -> None:
    names = [f"{LONG[:36]} {letter}ox" for letter in "ABCDEFGH"]
    prizes = [{"kind": kind, "what": "A ham and a pie"} for kind in ("high", "second", "loners", "door", "door")]
    sign_up(night=empty_night, names=names, who=ORGANIZER)
    Night.objects.update(movement="drawn", games=1, prizes={"list": prizes})
    empty_night.refresh_from_db()
    start_night(night=empty_night, who=ORGANIZER)
    for table in (1, 2):
        play_hands(game_at(empty_night, 1, table), "NS:5")  # four are first, four are last
    close_night(night=empty_night, who=ORGANIZER)
    reveal_standings(night=empty_night, who=ORGANIZER)
    with ServerlessBrowser(browser, None, size) as serverless:
        page = serverless.open(f"/n/{empty_night.slug}/screen/")
        panels = page.locator(".panel.winners").all()
        door = page.locator(".panel.winners li", has_text="Door prize")
        assert door.text_content().count("Wilhelmina") == 2, "two prizes of the same name have two winners"
        for panel in panels:
            page.evaluate(SHOW_ONLY, panel.element_handle())
            assert problems(page, clock=False) == []
            assert page.evaluate(WINNERS_CUT) == []
            foot, last = panel.bounding_box(), panel.locator("li").last.bounding_box()
            assert foot and last and last["y"] + last["height"] <= foot["y"] + foot["height"]


LETTERS_RIGHT = """element => {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect().right;
}"""


def test_two_who_shared_a_number_are_written_with_equal_spaces(empty_night: Night, browser: Browser) -> None:
    sign_up(night=empty_night, names=[*(f"Guest{n} Fox" for n in range(7)), "Bob Stone"], who=ORGANIZER)
    Night.objects.update(movement="drawn", games=1)
    empty_night.refresh_from_db()
    start_night(night=empty_night, who=ORGANIZER)
    bob = Entry.objects.get(name="Bob Stone")
    play_hands(game_at(empty_night, 1, 1), "NS:5")
    bob.earlier_players.create(player=bob.player, name="Al")
    close_night(night=empty_night, who=ORGANIZER)
    reveal_standings(night=empty_night, who=ORGANIZER)
    with ServerlessBrowser(browser) as serverless:
        page = serverless.open(f"/n/{empty_night.slug}/screen/")
        name = page.locator(".panel.standings .player-name:has(.rest)").filter(has_text="Al").first
        given, rest = (name.locator(part) for part in (".given", ".rest"))
        assert given.inner_text() + " " + rest.inner_text() == "Al / Bob S."
        letters = given.evaluate(LETTERS_RIGHT)
        gap, size = rest.bounding_box()["x"] - letters, name.evaluate("e => parseFloat(getComputedStyle(e).fontSize)")
        assert gap <= 0.3 * size, "no wider than a space"


def test_a_long_name_that_starts_a_letter_shows_it(sixty_players: Night, browser: Browser) -> None:
    Entry.objects.filter(night=sixty_players, number__gt=30).update(name="Wilhelmina Holt")
    with ServerlessBrowser(browser) as serverless:
        page = serverless.open(f"/n/{sixty_players.slug}/screen/")
        colors = page.locator(".starts .player-name").evaluate_all(
            "all => all.map(e => getComputedStyle(e.querySelector('.given') ?? e, '::first-letter').color)"
        )
        ink = page.locator(".starts b").first.evaluate("e => getComputedStyle(e).color")
        assert len(colors) == 2 and ink not in colors


# Turning panels

START = datetime(2026, 11, 24, 20, tzinfo=UTC)


@pytest.fixture
def sixty_players(empty_night: Night, short_searches: None) -> Night:
    """Return a night of sixty players, whose seats fill two panels."""
    sign_up(night=empty_night, names=[f"Guest {n:02}" for n in range(60)], who=ORGANIZER)
    Night.objects.update(movement="drawn", games=2)
    empty_night.refresh_from_db()
    start_night(night=empty_night, who=ORGANIZER)
    return empty_night


def test_a_panel_stays_at_least_ten_seconds_and_until_it_is_resumed_when_paused(
    sixty_players: Night, browser: Browser
) -> None:
    with ServerlessBrowser(browser) as serverless:
        freeze_clock(serverless.context, START)
        page = serverless.open(f"/n/{sixty_players.slug}/screen/")
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
    assert before.startswith("Guest 00") and after.startswith("Guest 50") and where == "2 of 2"
    assert (paused, while_paused) == ("true", after)
    assert (again, back) == (before, after)


def test_a_refresh_keeps_the_visible_panel_and_a_new_scene_starts_with_its_first_panel(
    sixty_players: Night, browser: Browser
) -> None:
    with ServerlessBrowser(browser) as serverless:
        page = serverless.open(f"/n/{sixty_players.slug}/screen/")
        page.keyboard.press("PageDown")
        shown = page.locator(".panel:visible li").first
        before = shown.inner_text()
        refresh_screen(page, serverless)
        assert (shown.inner_text(), page.locator("#count").inner_text()) == (before, "2 of 2")
        for table in range(1, 16):
            play_hands(game_at(sixty_players, 1, table), "NS:5")
        refresh_screen(page, serverless)
        assert page.locator(".panel:visible h2").inner_text() == "Every table plays"


def test_a_notice_from_the_stream_causes_no_script_error(night: Night, browser: Browser) -> None:
    with ServerlessBrowser(browser) as serverless:
        page = serverless.open(f"/n/{night.slug}/screen/")
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.evaluate("htmx.swap(document.getElementById('notice'), 'Two minutes left.', {swapStyle: 'innerHTML'})")
        page.locator("#notice", has_text="Two minutes left.").wait_for()
        refresh_screen(page, serverless)
    assert errors == []


def refresh_screen(page: Page, serverless: ServerlessBrowser) -> None:
    """Refresh the screen, as it does when the stream brings an event."""
    seen = len(serverless.requests)
    page.evaluate("() => { window.old = document.getElementById('screen'); htmx.trigger(document.body, 'wake'); }")
    wait_for_script(page, "() => document.getElementById('screen') !== window.old")
    assert len(serverless.requests) == seen + 1


def test_a_minute_after_the_bell_the_screen_shows_the_seats_by_itself(night: Night, browser: Browser) -> None:
    ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER)
    with ServerlessBrowser(browser) as serverless:
        freeze_clock(serverless.context, START)  # a laptop whose clock is days wrong
        page = serverless.open(f"/n/{night.slug}/screen/")
        page.clock.run_for(55_000)
        assert page.locator("h2").inner_text() == "The bell!" and len(serverless.requests) == 1
        Bell.objects.update(rung_at=timezone.now() - timedelta(seconds=61))
        caches["pages"].clear()  # nothing is kept for a minute
        page.clock.run_for(6_000)
        page.clock.resume()
        page.locator("h2", has_text="Where to sit").wait_for()
        assert page.locator("h1").inner_text().startswith("Game 2")


def test_a_laptop_that_slept_refreshes_at_once(night: Night, browser: Browser) -> None:
    with ServerlessBrowser(browser) as serverless:
        freeze_clock(serverless.context, START)
        page = serverless.open(f"/n/{night.slug}/screen/")
        page.clock.run_for(20_000)
        assert len(serverless.requests) == 1
        ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER)
        page.clock.fast_forward(3_600_000)
        page.clock.resume()
        page.locator("h2", has_text="The bell!").wait_for()


def test_a_key_of_a_presenters_remote_reveals_place_after_place_and_the_countdown_reveals_the_winner(
    night: Night, organizer: Client, browser: Browser
) -> None:
    play_hands(game_at(night, 1, 1), "NS:5")
    close_night(night=night, who=ORGANIZER)
    with ServerlessBrowser(browser, organizer) as serverless:
        page = serverless.open(f"/n/{night.slug}/screen/")
        page.keyboard.press(" ")
        page.locator("h1", has_text="Tied for 3rd").wait_for()
        assert page.locator(".panel li").count() == 6, "more share the place than the podium has room for"
        page.keyboard.press("PageDown")
        page.locator(".countdown").wait_for()
        page.locator("h1", has_text="Tied for first").wait_for()
        page.locator(".trophy").wait_for()
        assert page.locator(".panel").count() == 1
        page.keyboard.press("PageDown")
        page.locator("#reveal").wait_for(state="detached")
        assert page.locator(".panel.standings").first.locator("li").count() == 8


def tones_after_bell(page: Page, event: int) -> int:
    """Deliver the bell to this page and return how many tones have sounded on it."""
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
def test_the_big_screen_rings_longest_after_its_first_tap_or_key(
    night: Night, browser: Browser, touch: Callable[[Page], None]
) -> None:
    events = count(1)

    def rings() -> int:
        return tones_after_bell(page, next(events))

    with ServerlessBrowser(browser) as serverless:
        serverless.context.add_init_script(f"({COUNT_TONES})()")
        page = serverless.open(f"/n/{night.slug}/screen/")
        asked, silent = page.locator("#sound").is_visible(), rings()
        touch(page)
        gone, loud = page.locator("#sound").is_hidden(), rings()
        phone = serverless.open(f"/n/{night.slug}/standings/")
        phone.mouse.click(5, 5)
        small = tones_after_bell(phone, next(events))
    assert (asked, silent, gone) == (True, 0, True)
    assert loud == 6 * 5 and small == 3 * 5, "six strokes of five tones, and three on any other page"


# Live, in a real hall


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[Hall]:
    """A hall that shows the demo: twelve players in the middle of game 3."""
    with Hall.opened(tmp_path, "--demo") as opened:
        yield opened


def test_the_big_screen_shows_the_bell_by_itself_and_announces_it_once(demo: Hall, browser: Browser) -> None:
    hall = demo
    organizer, wall = (browser.new_context(viewport={"width": 1366, "height": 768}).new_page() for _ in range(2))
    try:
        organizer.goto(hall.url + hall.organizer_path)
        slug = organizer.url.split("/n/")[1].split("/")[0]
        with wall.expect_response("**/live/**"):  # the stream is open
            wall.goto(f"{hall.url}/n/{slug}/screen/")
        click_and_load(organizer.locator("#do-ring"))
        wall.locator("h2", has_text="The bell!").wait_for()
        alerts = wall.locator("[role=alert]").all_inner_texts()
        wall.locator(".note", has_text="Still at game 3").wait_for()
        click_and_load(organizer.get_by_role("button", name="Cancel the bell of game 3"))
        wall.locator(".note", has_text="Bell canceled. If your score is not confirmed, keep playing.").wait_for()
    finally:
        organizer.context.close()
        wall.context.close()
    assert [text[:9] for text in alerts] == ["The bell!"]
