"""Help in Chromium: axe-core on every page, at the width of a phone and of a laptop, in light and dark."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from tests.support.hall_server import Hall
from tests.support.screens import LAPTOP, PHONE, Screens
from tournament.help.chapters import CHAPTERS, MANUAL, REFERENCE, Chapter

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """A server whose pages of Help every test reads."""
    with Hall.opened(tmp_path_factory.mktemp("help")) as opened:
        yield opened


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_axe_finds_no_violations_in_help_in_light_or_dark(screens: Screens, size: tuple[int, int]) -> None:
    page = screens.open("/help/", size)
    screens.check(page, "contents")
    for slug in CHAPTERS:
        page.goto(f"{screens.hall.url}/help/{slug}/")
        screens.check(page, slug)
    for booklet in ("/help/all/", "/help/all/reference/"):
        page.goto(f"{screens.hall.url}{booklet}")
        screens.check(page, booklet)
    assert not screens.problems, "\n".join(screens.problems)


@pytest.mark.parametrize(("booklet", "chapters"), [("/help/all/", MANUAL), ("/help/all/reference/", REFERENCE)])
def test_every_chapter_of_a_booklet_starts_on_a_new_page(
    screens: Screens, booklet: str, chapters: Sequence[Chapter]
) -> None:
    page = screens.open(booklet, LAPTOP)
    page.emulate_media(media="print")
    assert page.locator("article").count() == len(chapters)
    breaks = page.locator("article").evaluate_all("all => all.map(one => getComputedStyle(one).breakBefore)")
    assert set(breaks) == {"page"}
    assert not page.locator("body > header, body > footer, .way").evaluate_all(
        "all => all.filter(one => one.checkVisibility())"
    )
