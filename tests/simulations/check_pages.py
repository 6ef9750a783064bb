"""Looks at desk, control room and big screen with few and many players, and prints what does not fit.

    python -m tests.simulations.check_pages [--players 4 22 133] [--folder PICTURES]

Each page is opened at 360, 1366 and 1920 pixels, light and dark. It must not scroll sideways; nothing in it may be cut;
the desk and the board show one primary button; axe-core finds nothing. With `--folder` a picture of each is kept.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

from django.test import Client
from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from tests.support.standalone_django import temporary_database

PLAYERS = (4, 12, 22, 64, 100, 133)
SIZES = ((360, 640), (1366, 768), (1920, 1080))
SCHEMES = ("light", "dark")
# What is hidden because its box is too small; not fields, nor texts for screen readers, nor what can be scrolled to.
CUT = """() => [...document.querySelectorAll("body *")].filter(e => {
  const style = getComputedStyle(e), hides = value => ["hidden", "clip"].includes(value);
  return e.clientWidth > 1 && !e.matches("input, textarea, select, svg, svg *") &&
    (hides(style.overflowX) && e.scrollWidth > e.clientWidth + 1 ||
      hides(style.overflowY) && e.scrollHeight > e.clientHeight + 6);
}).map(e => `${e.innerText.trim().slice(0, 40)}: ${e.scrollWidth}×${e.scrollHeight} in ` +
  `${e.clientWidth}×${e.clientHeight}`)"""
PRIMARY = """() => [...document.querySelectorAll("main .primary, main .desk-foot button, main .desk-foot .button, " +
    "main .card button")]
  .filter(e => e.offsetWidth && e.checkVisibility() && !e.matches(".plain, .movement-card, [name=result], #panel *"))
  .map(e => e.innerText.trim())"""
TWO_FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def pages(players: int) -> Iterator[tuple[str, Client, str]]:
    """Play a night of so many players with long names; yield the name of each page, a browser and its path."""
    from tests.support.movement_nights import games_of
    from tests.support.night import play_hands
    from tests.support.staged_night import LONG_NAMES, StagedNight

    names = tuple(f"{name} {number}"[-40:] for number in range(1, 13) for name in LONG_NAMES)
    before = StagedNight(players, names=names, opened=False)
    yield "desk", *before.organizer("desk/")
    yield "screen-sign-up", *before.stranger("screen/")
    staged = StagedNight(players, names=names, movement="drawn", games=3)
    yield "board-start", *staged.organizer()
    yield "screen-seats", *staged.stranger("screen/")
    for index, game in enumerate(games_of(staged.night, 1)):
        play_hands(game, *("NS:3-4", "EW:5", "NS:5-alone", "EW:0-2")[: index % 5])
    yield "board-hands", *staged.organizer()
    yield "board-table", *staged.organizer(staged.game_path())
    staged.ring(ago=5)
    yield "board-rung", *staged.organizer()
    yield "board-scores", *staged.organizer("quick/1/")
    yield "screen-bell", *staged.stranger("screen/")
    for path in ("players/", "changes/", "standings/", "log/", "fairness/", "prizes/"):
        yield f"board-{path[:-1]}", *staged.organizer(path)
    yield "screen-standings", *staged.stranger("screen/?page=2")


def problems(page: Page, state: str, width: int) -> Iterator[str]:
    """What is wrong with a page as it is shown now."""
    from tests.support.screens import TOO_WIDE, violations

    wide = page.evaluate("document.documentElement.scrollWidth")
    if wide > width:
        yield f"{wide} px wide: {page.evaluate(TOO_WIDE)[1:3]}"
    yield from (f"cut: {cut}" for cut in page.evaluate(CUT))
    if state in ("desk", "board-start", "board-hands", "board-rung"):
        primary = page.evaluate(PRIMARY)
        if len(primary) != 1:
            yield f"primary buttons: {primary}"
    yield from violations(page)


def check(browser: Browser, players: int, folder: Path | None) -> Iterator[str]:
    """Open every page of a night of so many players at every size; yield its problems."""
    from tests.support.serverless_browser import ServerlessBrowser

    for state, client, path in pages(players):
        with ServerlessBrowser(browser, client, size=SIZES[0], reduced_motion="reduce") as serverless:
            page = serverless.open(path)
            for scheme in SCHEMES:
                page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
                page.reload()
                for width, height in SIZES[state.startswith("screen") :]:  # no projector is as narrow as a phone
                    page.set_viewport_size({"width": width, "height": height})
                    page.evaluate(TWO_FRAMES)
                    where = f"{players} players, {state}, {width} {scheme}"
                    yield from (f"{where}: {problem}" for problem in problems(page, state, width))
                    if folder:
                        page.screenshot(path=folder / f"{state}-{players}-{width}-{scheme}.png")


def check_all(playwright: Playwright, players: list[int], folder: Path | None) -> int:
    """Check nights of these numbers of players, and print the problems; return how many there are."""
    from tests.support.chromium import CHROMIUM, CHROMIUM_FLAGS
    from tournament.night.charts import load_charts
    from tournament.planning import night_plan, shipped

    load_charts()
    found = 0
    with patch.object(shipped, "SEARCH_SECONDS", 0.03), patch.object(night_plan, "REPLAN_SECONDS", 0.03):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS)
        for number in players:
            for problem in check(browser, number, folder):
                print(problem, flush=True)
                found += 1
    return found


def main() -> None:
    """Check, print, and exit with status 1 if there is a problem."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", nargs="+", type=int, default=list(PLAYERS))
    parser.add_argument("--folder", type=Path, help="where to keep a picture of each page")
    options = parser.parse_args()
    if options.folder:
        options.folder.mkdir(parents=True, exist_ok=True)
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # Playwright leaves an event loop running in this thread
    with sync_playwright() as playwright, temporary_database():
        found = check_all(playwright, options.players, options.folder)
    print(f"{found} problem{'' if found == 1 else 's'}")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
