"""Pages in real Chromium, and what can be measured of them: sizes, what is cut off, what axe-core finds."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any
from weakref import WeakSet

from playwright.sync_api import Browser, BrowserContext, Locator, Page

from tests.support.hall_server import Hall

# Given to a browser once, and read by a page of it when it is asked for.
AXE = f"""if (!("axe" in window)) Object.defineProperty(window, "axe", {{configurable: true, get() {{
  delete window.axe;
  (0, eval)({json.dumps((files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8"))});
  return window.axe;
}}}});"""
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
COLOURS = ["color-contrast", "link-in-text-block"]
LAPTOP, PHONE, TALLER, SMALL = (1366, 768), (360, 640), (390, 664), (320, 568)
SIZES = """() => {
  const box = element => element.getBoundingClientRect();
  const shown = e => box(e).width > 0 && box(e).height > 0 && box(e).right > 0 &&
    getComputedStyle(e).visibility !== "hidden";
  const say = e => (e.getAttribute("aria-label") || e.innerText || e.name || e.tagName).trim().slice(0, 40);
  const texts = [...document.body.querySelectorAll("*")].filter(e => shown(e) &&
    [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()));
  const targets = [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary")]
    .filter(shown);
  const scores = targets.filter(e => ["result", "bid"].includes(e.name));
  const small = (all, size, least) => all.filter(e => size(e) < least - 0.05)
    .map(e => `${say(e)}: ${size(e).toFixed(1)}`);
  return {
    scrolls: [document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth],
    texts: small(texts, e => parseFloat(getComputedStyle(e).fontSize), 18),
    scores: small(scores, e => box(e).height, 80), count: scores.length,
    targets: small(targets, e => Math.min(box(e).width, box(e).height), 48),
    outside: targets.filter(e => box(e).bottom > innerHeight + 0.5 || box(e).top < -0.5 ||
      box(e).right > innerWidth + 0.5).map(say),
  };
}"""
CLIPPED = """() => [...document.querySelectorAll("main *")]
  .filter(e => getComputedStyle(e).display !== "inline" && e.clientWidth &&
    (e.matches("button, .button") || getComputedStyle(e).overflowX !== "visible") &&
    (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1))
  .map(e => `${e.tagName} ${e.innerText.trim().slice(0, 40)}: ${e.scrollWidth}×${e.scrollHeight} in ` +
    `${e.clientWidth}×${e.clientHeight}`)"""
VIOLATIONS = """async ([run, moving]) => {
  document.getAnimations().forEach(animation => animation[moving]());
  const {violations} = await axe.run({runOnly: run, resultTypes: ["violations"]});
  return violations.map(v => v.id + ": " + v.nodes.slice(0, 2).map(n => n.html.slice(0, 110)).join(" | "));
}"""
TOO_WIDE = """() => [innerWidth, ...[...document.querySelectorAll("body *")]
  .filter(e => e.getBoundingClientRect().right > innerWidth + 1).map(e => e.outerHTML.slice(0, 60))].slice(0, 8)"""
IN_VIEW = """button => {
  const box = button.getBoundingClientRect(), x = box.left + box.width / 2, y = box.top + box.height / 2;
  return box.top >= 0 && box.bottom <= innerHeight && button.contains(document.elementFromPoint(x, y));
}"""

_with_axe: WeakSet[BrowserContext] = WeakSet()


def violations(page: Page, moving: str = "finish") -> list[str]:
    """What axe-core finds in light and dark (which changes colours only).

    What moves is looked at when it has come to rest, or before it moves ("cancel").
    """
    if page.context not in _with_axe:
        _with_axe.add(page.context)
        page.context.add_init_script(AXE)
        page.evaluate(AXE)
    found = []
    for scheme, run in (("light", {"type": "tag", "values": TAGS}), ("dark", {"type": "rule", "values": COLOURS})):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        found += [f"{scheme}: {violation}" for violation in page.evaluate(VIOLATIONS, [run, moving])]
    return found


def go(button: Locator) -> None:
    """Press what leads to another page, and wait until that page is there."""
    with button.page.expect_navigation():
        button.click()


def tap(button: Locator) -> None:
    """One click, once the buttons have settled: for a moment after a change they take none, against double taps."""
    button.evaluate("b => Promise.allSettled(b.closest('.calls').getAnimations().map(moving => moving.finished))")
    button.click()


class Screens:
    """Opens pages in browsers of their own, and keeps what was found wrong on them."""

    def __init__(self, browser: Browser, hall: Hall) -> None:
        self.browser, self.hall = browser, hall
        self.contexts: list[Any] = []
        self.found: list[str] = []

    def open(self, address: str, size: tuple[int, int] = PHONE, live: bool = True) -> Page:
        """A page of a new browser; without `live` nothing reaches it by itself."""
        context = self.browser.new_context(viewport={"width": size[0], "height": size[1]})
        self.contexts.append(context)
        page = context.new_page()
        if not live:
            page.route("**/live/**", lambda route: route.abort())
        page.goto(self.hall.url + address)
        return page

    def phone(self, code: str, live: bool = True) -> Page:
        """A phone that claims this card."""
        page = self.open(f"/J/{code}", live=live)
        page.locator("main form button").click()
        page.wait_for_url("**/play/")
        return page

    def look(self, page: Page, title: str, moving: str = "finish") -> None:
        """Keep what axe-core finds, and whether the page is wider than a phone."""
        self.found += [f"{title}, {violation}" for violation in violations(page, moving)]
        self.keep_in(page, title)

    def keep_in(self, page: Page, title: str) -> None:
        """Keep what is wider than a phone on this page."""
        size = page.viewport_size
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > PHONE[0]:
            self.found.append(f"{title}: {wide} px wide on a phone of {PHONE[0]}: {page.evaluate(TOO_WIDE)}")
        page.set_viewport_size(size or {"width": PHONE[0], "height": PHONE[1]})
