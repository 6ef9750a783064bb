"""Help in Chromium: axe-core on every page, at the width of a phone and of a laptop, in light and dark."""

from __future__ import annotations

import pytest

from tests.support.screens import LAPTOP, PHONE, Screens
from tournament.help.chapters import CHAPTERS

pytestmark = pytest.mark.long


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_axe_finds_no_violations_in_help_in_light_or_dark(screens: Screens, size: tuple[int, int]) -> None:
    page = screens.open("/help/", size)
    screens.check(page, "contents")
    for slug in CHAPTERS:
        page.goto(f"{screens.hall.url}/help/{slug}/")
        screens.check(page, slug)
    page.goto(f"{screens.hall.url}/help/all/")
    screens.check(page, "booklet")
    assert not screens.problems, "\n".join(screens.problems)


def test_every_chapter_of_the_booklet_starts_on_a_new_page(screens: Screens) -> None:
    page = screens.open("/help/all/", LAPTOP)
    page.emulate_media(media="print")
    assert page.locator("article").count() == len(CHAPTERS)
    breaks = page.locator("article").evaluate_all("all => all.map(one => getComputedStyle(one).breakBefore)")
    assert set(breaks) == {"page"}
    assert not page.locator("body > header, body > footer, .way").evaluate_all(
        "all => all.filter(one => one.checkVisibility())"
    )
