"""Looks at desk, control room, big screen and club pages with few and many players, and prints what does not fit.

    python -m tests.simulations.check_pages [--players 4 22 133] [--only board screen-bell] [--folder PICTURES]

Every state of a night with long names is opened at 360, 1366 and 1920 pixels, light and dark. It must not scroll
sideways; nothing in it may be cut; no label of a button has more than two lines; no text is tiny; desk and board show
one primary button; axe-core finds nothing. With `--folder` a picture of each is kept.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from unittest.mock import patch

from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from tests.support.standalone_django import temporary_database

PLAYERS = (4, 12, 22, 64, 100, 133)
SIZES = ((360, 640), (1366, 768), (1920, 1080))
SCHEMES = ("light", "dark")
# What is hidden because its box is too small; not fields, nor texts for screen readers, nor what can be scrolled to.
# A name has no room where its letters are as small as they may be: see `LEAST_TEXT`, and the test of the big screen.
CUT = """least => {
  const spare = style => Math.max(6, parseFloat(style.fontSize) / 5);  // below the letters
  const cut = [...document.querySelectorAll("body *")].filter(e => {
    const style = getComputedStyle(e), hides = value => ["hidden", "clip"].includes(value);
    return e.clientWidth > 1 && !e.matches("input, textarea, select, svg, svg *") && e.checkVisibility() &&
      (hides(style.overflowX) && e.scrollWidth > e.clientWidth + 1 ||
        hides(style.overflowY) && !e.matches(".clock") && e.scrollHeight > e.clientHeight + spare(style));
  });
  return cut.filter(e => !cut.some(other => other !== e && e.contains(other))).map(e => [
    e.matches(".names > *, .player-name, .player-name *") && parseFloat(getComputedStyle(e).fontSize) <= least,
    `${e.innerText.trim().slice(0, 40)}: ${e.scrollWidth}×${e.scrollHeight} in ${e.clientWidth}×${e.clientHeight}`,
  ]);
}"""
# Labels of buttons in more than two lines.
WRAPPED = """() => [...document.querySelectorAll("button, .button")].filter(e => {
  if (!e.checkVisibility() || e.matches(".movement-card")) return false;
  const walker = document.createTreeWalker(e, NodeFilter.SHOW_TEXT), range = document.createRange(), bottoms = [];
  while (walker.nextNode()) {
    range.selectNodeContents(walker.currentNode);
    bottoms.push(...[...range.getClientRects()].filter(r => r.width > 1).map(r => r.bottom));
  }
  bottoms.sort((a, b) => a - b);
  return bottoms.filter((bottom, i) => i === 0 || bottom - bottoms[i - 1] > 6).length > 2;
}).map(e => e.innerText.trim())"""
TINY = """least => [...new Set([...document.querySelectorAll("body *")].filter(e => e.checkVisibility() &&
  e.clientHeight !== 1 && [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) &&
  parseFloat(getComputedStyle(e).fontSize) < least).map(e => `${e.tagName} ${getComputedStyle(e).fontSize}`))]"""
LEAST_TEXT = 14  # pixels; read on a laptop, at the desk
LEAST_ON_SCREEN = 0.0425  # of the height of the big screen, read from the back of the hall
PRIMARY = """() => [...document.querySelectorAll("main button, main .button")]
  .filter(e => e.checkVisibility() && !e.matches(".plain, .movement-card, [name=result], #panel *"))
  .map(e => e.innerText.trim())"""
ONE_PRIMARY = (
    "desk",
    "board-start",
    "board-hands",
    "board-two-minutes",
    "board-rung",
    "board-late",
    "board-pause",
    "board-last-game",
    "board-all-played",
    "board-unrevealed",
    "board-closed",
    "board-reveal",
    "phone-recap",
)
BRIGHTNESS = """() => {
  const colors = ["body", "html"].map(tag => getComputedStyle(document.querySelector(tag)).backgroundColor);
  const [red, green, blue] = colors.find(color => !color.endsWith(", 0)")).match(/\\d+/g).map(Number);
  return (red + green + blue) / 3;
}"""
TWO_FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
NO_ROOM = "names cut in the smallest letters"
LOOKED_AT = "pages looked at, each state at each size in each scheme"
Problem = tuple[str, str]  # what kind, and where or what


def problems(page: Page, state: str, size: tuple[int, int], scheme: str) -> Iterator[Problem]:
    """What is wrong with a page as it is shown now."""
    from tests.support.screens import TOO_WIDE, violations_in

    width, height = size
    bright = page.evaluate(BRIGHTNESS) > 127
    if bright != (scheme == "light"):
        yield "wrong scheme", "bright" if bright else "not bright"
    wide = page.evaluate("document.documentElement.scrollWidth")
    if wide > width:
        yield "wider than its window", f"{wide} px: {page.evaluate(TOO_WIDE)[1:3]}"
    least = LEAST_ON_SCREEN * height if state.startswith("screen") else LEAST_TEXT
    yield from ((NO_ROOM if no_room else "cut", what) for no_room, what in page.evaluate(CUT, least + 0.1))
    yield from (("label in three lines", label) for label in page.evaluate(WRAPPED))
    yield from (("tiny text", tiny) for tiny in page.evaluate(TINY, LEAST_TEXT))
    primary = page.evaluate(PRIMARY)
    if state in ONE_PRIMARY and len(primary) != 1:
        yield "primary buttons", f"{len(primary)}: {primary}"
    if state.startswith("club") and len(primary) > 1:
        yield "primary buttons", f"{len(primary)}: {primary}"
    yield from (("axe", violation) for violation in violations_in(page, scheme))


def check(browser: Browser, players: int, only: tuple[str, ...], folder: Path | None) -> Iterator[Problem | None]:
    """Open every page of a night of so many players at every size; yield its problems, and `None` for a picture."""
    from tests.simulations.club_pages import club_pages
    from tests.simulations.night_pages import pages
    from tests.support.serverless_browser import ServerlessBrowser

    night = () if all(name.startswith("club") for name in only) else pages(players)
    for state, client, path in chain(night, club_pages(players)):
        if not state.startswith(only):
            continue
        with ServerlessBrowser(browser, client, size=SIZES[0], reduced_motion="reduce") as serverless:
            page = serverless.open(path)
            for scheme in SCHEMES:
                page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
                page.reload()
                for width, height in SIZES[state.startswith("screen") :]:  # no projector is as narrow as a phone
                    page.set_viewport_size({"width": width, "height": height})
                    page.evaluate(TWO_FRAMES)
                    where = f"{players} players, {state}, {width} {scheme}"
                    for kind, what in problems(page, state, (width, height), scheme):
                        yield kind, f"{where}: {what}"
                    if folder:
                        page.screenshot(path=folder / f"{state}-{players}-{width}-{scheme}.png")
                    yield None


def check_all(playwright: Playwright, options: argparse.Namespace) -> Counter[str]:
    """Check nights of these numbers of players, print the problems, and count them by kind."""
    from tests.support.chromium import CHROMIUM, CHROMIUM_FLAGS
    from tournament.night.charts import load_charts
    from tournament.planning import night_plan, shipped

    load_charts()
    found: Counter[str] = Counter()
    with patch.object(shipped, "SEARCH_SECONDS", 0.03), patch.object(night_plan, "REPLAN_SECONDS", 0.03):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS)
        for number in options.players:
            for problem in check(browser, number, tuple(options.only), options.folder):
                found[problem[0] if problem else LOOKED_AT] += 1
                if problem and problem[0] != NO_ROOM:
                    print(f"{problem[0]}: {problem[1]}", flush=True)
    return found


def main() -> None:
    """Check, print, and exit with status 1 if there is a problem."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", nargs="+", type=int, default=list(PLAYERS))
    parser.add_argument("--only", nargs="+", default=[""], help="only states whose names begin with these")
    parser.add_argument("--folder", type=Path, help="where to keep a picture of each page")
    options = parser.parse_args()
    if options.folder:
        options.folder.mkdir(parents=True, exist_ok=True)
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # Playwright leaves an event loop running in this thread
    with sync_playwright() as playwright, temporary_database():
        found = check_all(playwright, options)
    looked_at, no_room = found.pop(LOOKED_AT, 0), found.pop(NO_ROOM, 0)
    print(
        f"{looked_at} {LOOKED_AT}; {no_room} {NO_ROOM}; "
        + (", ".join(f"{kind}: {n}" for kind, n in found.items()) or "no problems")
    )
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
