"""Help in Chromium: axe-core on every page, at the width of a phone and of a laptop, in light and dark."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

import pypdfium2
import pytest

from tests.support.hall_server import Hall
from tests.support.screens import LAPTOP, PHONE, Screens
from tournament.help.chapters import CHAPTERS, CLUB, MANUAL, REFERENCE, Chapter
from tournament.help.parts import registered_parts

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
    for booklet in (
        "/help/all/",
        "/help/all/club/",
        "/help/all/reference/",
        "/help/search/?q=bell+too+soon",
        "/help/search/?q=qqqq",
    ):
        page.goto(f"{screens.hall.url}{booklet}")
        screens.check(page, booklet)
    assert not screens.problems, "\n".join(screens.problems)


@pytest.mark.parametrize(
    ("booklet", "chapters"), [("/help/all/", MANUAL), ("/help/all/club/", CLUB), ("/help/all/reference/", REFERENCE)]
)
def test_a_booklet_prints_its_chapters_and_nothing_to_press(
    screens: Screens, booklet: str, chapters: Sequence[Chapter]
) -> None:
    page = screens.open(booklet, LAPTOP)
    page.emulate_media(media="print")
    assert page.locator("article").count() == len(chapters)
    assert not page.locator("body > header, body > footer, .way, button").evaluate_all(
        "all => all.filter(one => one.checkVisibility())"
    )


@pytest.mark.parametrize(
    ("path", "label"), [("/help/what-if/", "Print this chapter"), ("/help/all/", "Print all of it")]
)
def test_a_button_prints_the_page(screens: Screens, path: str, label: str) -> None:
    page = screens.open(path, PHONE)
    page.evaluate("window.print = () => { document.title = 'printed'; }")
    page.get_by_role("button", name=label).click()
    assert page.title() == "printed"


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_link_to_a_part_shows_its_heading(screens: Screens, size: tuple[int, int]) -> None:
    page, missed = screens.open("/help/", size), []
    for part in sorted({part for _, part in registered_parts() if "#" in part}):
        slug, _, anchor = part.partition("#")
        page.goto("about:blank")
        page.goto(f"{screens.hall.url}/help/{slug}/#{anchor}", wait_until="networkidle")
        heading = page.locator(f"#{anchor}")
        top = heading.evaluate("heading => heading.getBoundingClientRect().top")
        top -= max(0, page.evaluate("document.querySelector('header').getBoundingClientRect().bottom"))
        is_at_the_end = page.evaluate("innerHeight + scrollY >= document.documentElement.scrollHeight - 2")
        if not -1 <= top <= (size[1] - 40 if is_at_the_end else 60):
            missed.append((part, top))
    assert missed == []


SIZES = {"Letter": (612, 792), "A4": (596, 843)}  # of a page, in points, rounded up
MARGIN = 40  # points of white at each side, less a little


def printed(screens: Screens, path: str, paper: str) -> pypdfium2.PdfDocument:
    """Print a page of Help as a browser does."""
    page = screens.open(path, LAPTOP)
    page.evaluate("""async () => {
        for (const each of document.images) each.loading = "eager";
        await Promise.all([...document.images].map((each) => each.decode()));
    }""")
    return pypdfium2.PdfDocument(page.pdf(format=paper, prefer_css_page_size=True))


def lines_of(page: pypdfium2.PdfPage) -> list[str]:
    """Return the lines of a printed page, from the top to the bottom, without the spaces in them."""
    text, rows = page.get_textpage(), dict[int, list[tuple[float, str]]]()
    for at in range(text.count_rects()):
        left, bottom, right, top = text.get_rect(at)
        row = next((row for row in rows if abs(row - bottom) < 7), round(bottom))
        rows.setdefault(row, []).append((left, text.get_text_bounded(left, bottom, right, top).strip()))
    lines = ["".join(part for _, part in sorted(rows[row])) for row in sorted(rows, reverse=True)]
    return ["".join(line.split()) for line in lines]


LEAST = 12  # lines of a page that is not nearly empty
NARROWEST = 130  # points of a picture whose words can be read


@pytest.mark.parametrize("paper", SIZES)
def test_the_booklet_is_numbered_and_tears_nothing_apart(screens: Screens, paper: str) -> None:
    book = printed(screens, "/help/all/", paper)
    headings = {"".join(each.split()) for chapter in MANUAL for each in (chapter.title, *chapter.sections.values())}
    chapters = {"".join(f"{at}.{chapter.title}".split()): chapter.slug for at, chapter in enumerate(MANUAL, 1)}
    started = []
    for number, page in enumerate(book, 1):
        assert tuple(map(ceil, page.get_size())) == SIZES[paper]
        lines = lines_of(page)
        assert lines[-1] == str(number), f"page {number} has no number"
        pictures = list(page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_IMAGE]))
        assert len(lines) > LEAST or pictures or number == len(book), f"page {number} is nearly empty"
        for last in lines[-3:-1] if number > 1 else ():
            assert last not in chapters, f"page {number} ends with the chapter “{last}”"
        assert lines[-2] not in headings, f"page {number} ends with the heading “{lines[-2]}”"
        started += [chapters[line] for line in lines if line in chapters and number > 1]
        width, height = page.get_size()
        for each in pictures:
            left, bottom, right, top = each.get_bounds()
            inside = left >= MARGIN and right <= width - MARGIN and bottom >= MARGIN and top <= height - MARGIN
            assert inside, f"a picture on page {number} is cut off"
            assert right - left >= NARROWEST, f"a picture on page {number} is too small to read"
            assert right - left >= 3 * NARROWEST or right - left < top - bottom, (
                f"page {number}: a laptop’s page, too small"
            )
    assert started == [chapter.slug for chapter in MANUAL], "every chapter is there, in its order"


@pytest.mark.parametrize("paper", SIZES)
def test_the_page_for_players_is_one_page(screens: Screens, paper: str) -> None:
    assert len(printed(screens, "/help/players/", paper)) == 1
