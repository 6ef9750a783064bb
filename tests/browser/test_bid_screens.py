"""Measurements of the scoring pages of every game that a night can have, in real Chromium: sizes, zoom, and axe-core.

One browser page takes on the pages of every game in turn, as a phone does when htmx brings it a new one: the page
of the bids and the tallest pages of tricks, with names of 40 letters, after eleven of the longest status lines.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tally.rules import VARIANTS
from tests.support.bid_tables import STATES, TOKEN, TURN_UP_STATES
from tests.support.hall_server import Hall
from tests.support.screens import CLIPPED, IN_VIEW, PHONE, SIZES, SMALL_PHONE, TALL_PHONE, violations
from tournament.web.visitors import PHONE_COOKIE

pytestmark = pytest.mark.long
LOAD = """async paths => {
  window.pages = [];
  const load = async index => {
    const answer = await fetch(paths[index], {headers: {"HX-Request": "true"}});
    if (!answer.ok) throw Error(`${paths[index]}: ${answer.status}`);
    pages[index] = await answer.text();
    if (index + 4 < paths.length) await load(index + 4);
  };
  await Promise.all([0, 1, 2, 3].map(load));
}"""
EACH = """([measure, indexes]) => indexes.map(index => {
  document.querySelector("#page").outerHTML = pages[index];
  document.getAnimations().forEach(animation => animation.finish());
  return eval(measure)();
})"""
UNDO = f"() => (button => !button || ({IN_VIEW})(button))(document.querySelector('button[name=undo]'))"
OVERFLOWING = """() => [...document.querySelectorAll(".calls button")].filter(e => e.scrollWidth > e.clientWidth)
  .map(e => e.innerText)"""
AXE_GAMES = ("progressive", "hoosier", "kokomo-kitty", "twelves", "barrie", "double-hasenpfeffer")
TURN_UP = 6


class Tables:
    """The scoring pages of every game in one browser page; `pages` says game, state and name of each."""

    def __init__(self, page: Page, pages: list[list[str]]) -> None:
        self.page, self.pages = page, pages

    def each(self, size: tuple[int, int], measure: str, *states: str) -> Iterator[tuple[list[str], Any]]:
        """Yield what a JavaScript function returns for every page, or those in these states, at this size."""
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        indexes = [index for index, (_, state, _) in enumerate(self.pages) if not states or state in states]
        assert indexes, states
        found = self.page.evaluate(EACH, [measure, indexes])
        yield from zip((self.pages[index] for index in indexes), found, strict=True)


@pytest.fixture(scope="module")
def tables(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    """Open the tables of all games in their own hall."""
    with Hall.opened(tmp_path_factory.mktemp("bids")) as hall:
        found = json.loads(
            hall.manage("shell", "-v", "0", "-c", "from tests.support.bid_tables import print_pages; print_pages()")
        )
        context = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]})
        context.add_cookies([{"name": PHONE_COOKIE, "value": TOKEN, "url": hall.url}])
        page = context.new_page()
        page.route("**/live/**", lambda route: route.abort())
        page.goto(hall.url + found[0][3])
        page.evaluate(LOAD, [path for *_, path in found])
        yield Tables(page, [names for *names, _ in found])
        context.close()


def test_every_game_has_its_pages(tables: Tables) -> None:
    slugs = [variant.slug for variant in VARIANTS.values() if variant.table_of_four]
    assert len(slugs) == 29
    usual = {(slug, state) for slug in slugs for state in STATES}
    bids = {slug for slug, _, name in tables.pages if name == "bids"}
    assert len(bids) == len(slugs) - TURN_UP
    more = {(slug, state) for slug in set(slugs) - bids for state in TURN_UP_STATES}
    assert {(slug, state) for slug, state, _ in tables.pages} == usual | more
    assert {slug for slug, _, name in tables.pages if ":" in name} >= bids


@pytest.mark.parametrize("size", [PHONE, TALL_PHONE], ids=str)
def test_no_scoring_page_scrolls_and_all_text_and_buttons_are_large_enough(
    tables: Tables, size: tuple[int, int]
) -> None:
    wrong = []
    for (slug, state, name), sizes in tables.each(size, SIZES):
        least = 80 if name == "results" else 60
        sizes["scores"] = [line for line in sizes["scores"] if float(line.rsplit(": ", 1)[1]) < least]
        scrolls, buttons = sizes.pop("scrolls"), sizes.pop("count")
        if max(scrolls) > 0 or not buttons or any(sizes.values()):
            wrong.append((slug, state, name, buttons, scrolls, sizes))
    assert not wrong, "\n".join(map(str, wrong))


@pytest.mark.parametrize("size", [PHONE, TALL_PHONE], ids=str)
def test_the_text_of_every_button_fits(tables: Tables, size: tuple[int, int]) -> None:
    assert [(names, overflowing) for names, overflowing in tables.each(size, OVERFLOWING) if overflowing] == []


def test_undo_is_in_view_on_the_smallest_phone(tables: Tables) -> None:
    assert [names for names, seen in tables.each(SMALL_PHONE, UNDO) if not seen] == []


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE], ids=str)
def test_nothing_is_cut_off_at_twice_the_text_size(tables: Tables, size: tuple[int, int]) -> None:
    tables.page.evaluate("document.documentElement.style.fontSize = '200%'")
    lost = f"() => [({CLIPPED})(), document.documentElement.scrollWidth - innerWidth]"
    wrong = [
        (names, clipped, wider)
        for names, (clipped, wider) in tables.each(size, lost, "usual names")
        if clipped or wider > 0
    ]
    tables.page.evaluate("document.documentElement.style.fontSize = ''")
    assert not wrong, "\n".join(map(str, wrong))


def test_axe_finds_no_violations_on_bid_pages_in_light_or_dark(tables: Tables) -> None:
    page, found, checked = tables.page, [], set[str]()
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    for index, names in enumerate(tables.pages):
        if names[0] not in AXE_GAMES or names[1] != "hand 12":
            continue
        page.evaluate("index => { document.querySelector('#page').outerHTML = pages[index]; }", index)
        checked.add(names[0])
        found += [(*names, violation) for violation in violations(page)]
    assert checked == set(AXE_GAMES)
    assert not found, "\n".join(map(str, found))
