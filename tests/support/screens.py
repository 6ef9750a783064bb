"""Pages in Chromium and checks of them: sizes, clipped text, accessibility (axe-core)."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any
from weakref import WeakSet

from playwright.sync_api import Browser, BrowserContext, Locator, Page, ViewportSize

from tests.support.blocked import note_blocked
from tests.support.hall_server import Hall

# Installed once in a browser context; a page parses axe-core only when `axe` is first used there.
AXE = f"""if (!("axe" in window)) Object.defineProperty(window, "axe", {{configurable: true, get() {{
  delete window.axe;
  (0, eval)({json.dumps((files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8"))});
  return window.axe;
}}}});"""
AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
AXE_RUNS = {
    "light": {"type": "tag", "values": AXE_TAGS},
    "dark": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]},
}
LAPTOP, PHONE, TALL_PHONE, SMALL_PHONE = (1366, 768), (360, 640), (390, 664), (320, 568)
SIZES = """() => {
  const box = element => element.getBoundingClientRect();
  const visible = e => box(e).width > 0 && box(e).height > 0 && box(e).right > 0 &&
    getComputedStyle(e).visibility !== "hidden";
  const label = e => (e.getAttribute("aria-label") || e.innerText || e.name || e.tagName).trim().slice(0, 40);
  const texts = [...document.body.querySelectorAll("*")].filter(e => visible(e) &&
    [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()));
  const targets = [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary")]
    .filter(visible);
  const scores = targets.filter(e => ["result", "bid"].includes(e.name));
  const small = (all, size, least) => all.filter(e => size(e) < least - 0.05)
    .map(e => `${label(e)}: ${size(e).toFixed(1)}`);
  return {
    scrolls: [document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth],
    texts: small(texts, e => parseFloat(getComputedStyle(e).fontSize), 18),
    scores: small(scores, e => box(e).height, 80), count: scores.length,
    targets: small(targets, e => Math.min(box(e).width, box(e).height), 48),
    outside: targets.filter(e => box(e).bottom > innerHeight + 0.5 || box(e).top < -0.5 ||
      box(e).right > innerWidth + 0.5).map(label),
  };
}"""
CLIPPED = """() => [...document.querySelectorAll("main *")]
  .filter(e => getComputedStyle(e).display !== "inline" && e.clientWidth &&
    (e.matches("button, .button") || getComputedStyle(e).overflowX !== "visible") &&
    (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1))
  .map(e => `${e.tagName} ${e.innerText.trim().slice(0, 40)}: ${e.scrollWidth}×${e.scrollHeight} in ` +
    `${e.clientWidth}×${e.clientHeight}`)"""
VIOLATIONS = """async ([run, method]) => {
  document.getAnimations().forEach(animation => animation[method]());
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


def violations(page: Page, animations: str = "finish") -> list[str]:
    """List what axe-core finds in light colors, and in dark ones; the page is dark afterward.

    `animations` says what to do with running animations first: "finish" or "cancel".
    """
    return [
        f"{scheme}: {violation}"
        for scheme in ("light", "dark")
        for violation in violations_in(page, scheme, animations)
    ]


def violations_in(page: Page, scheme: str, animations: str = "finish") -> list[str]:
    """List what axe-core finds in light colors; in dark ones only its color rules can differ."""
    if page.context not in _with_axe:
        _with_axe.add(page.context)
        page.context.add_init_script(AXE)
        page.evaluate(AXE)
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    found: list[str] = page.evaluate(VIOLATIONS, [AXE_RUNS[scheme], animations])
    return found


# The board's bar takes a tap less than 700 ms after the one before for a double tap.
UNTIL_NO_DOUBLE_TAP = """button => new Promise(done => {
  const left = Number(sessionStorage.getItem("tally-bar-tapped")) + 701 - Date.now();
  if (left > 0 && button.closest(".next")) setTimeout(done, left);
  else done();
})"""


def click_and_load(button: Locator) -> None:
    """Click a button or link that leads to another page, and wait for that page."""
    button.evaluate(UNTIL_NO_DOUBLE_TAP)
    with button.page.expect_navigation():
        button.click()


def tap(button: Locator) -> None:
    """Click a scoring button once it accepts taps: after a change it ignores them for a moment, against double taps."""
    button.evaluate("b => Promise.allSettled(b.closest('.calls, .every-bid').getAnimations().map(one => one.finished))")
    button.click()


class Screens:
    """Opens pages in separate browser contexts and collects the problems found on them."""

    def __init__(self, browser: Browser, hall: Hall) -> None:
        self.browser, self.hall = browser, hall
        self.contexts: list[Any] = []
        self.problems: list[str] = []
        self.blocked: list[list[str]] = []  # by the content policy, in each context

    def open(self, address: str, size: tuple[int, int] = PHONE, live: bool = True) -> Page:
        """Open a path in a new browser context; without `live` its event stream is blocked."""
        viewport: ViewportSize = {"width": size[0], "height": size[1]}
        context = self.browser.new_context(viewport=viewport, ignore_https_errors=bool(self.hall.trusting))
        self.contexts.append(context)
        self.blocked.append(note_blocked(context))
        page = context.new_page()
        if not live:
            page.route("**/live/**", lambda route: route.abort())
        page.goto(self.hall.url + address)
        return page

    def close(self) -> None:
        """Close all its pages; what the content policy blocked there is a failure."""
        for context in self.contexts:
            context.close()
        assert not any(self.blocked), self.blocked

    def phone(self, code: str, live: bool = True) -> Page:
        """Open a phone and pair it with the card of this code."""
        page = self.open(f"/J/{code}", live=live)
        page.locator("main form button").click()
        page.wait_for_url("**/play/")
        return page

    def check(self, page: Page, title: str, animations: str = "finish") -> None:
        """Record what axe-core finds, and whether the page is wider than a phone."""
        self.problems += [f"{title}, {violation}" for violation in violations(page, animations)]
        self.check_width(page, title)

    def check_unrolled(self, page: Page, title: str) -> None:
        """Check a page in a window as high as the page, where a foot that stays in view covers nothing."""
        size = page.viewport_size or {"width": LAPTOP[0], "height": LAPTOP[1]}
        height = page.evaluate("document.documentElement.scrollHeight")
        page.set_viewport_size({"width": size["width"], "height": height})
        self.check(page, title)
        page.set_viewport_size(size)

    def check_width(self, page: Page, title: str) -> None:
        """Record what is wider than a phone on this page."""
        size = page.viewport_size
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > PHONE[0]:
            self.problems.append(f"{title}: {wide} px wide on a phone of {PHONE[0]}: {page.evaluate(TOO_WIDE)}")
        page.set_viewport_size(size or {"width": PHONE[0], "height": PHONE[1]})
