"""How a club's paper looks: its logo, drawn once in a document and as large as fits; its name, motto and color."""

from __future__ import annotations

from collections import Counter
from ctypes import c_uint
from dataclasses import replace
from datetime import date
from itertools import islice
from typing import Any

import pypdfium2
import pytest

from tally.loading.seasons import LoadedSeason
from tally.paper import ornaments
from tally.paper.club_look import ClubLook, Theme
from tally.paper.document import Document, Job, compose
from tally.paper.logo import draw_logo, logo_size
from tally.paper.measures import GREEN, MM, Paper
from tally.paper.ornaments import draw_title
from tally.paper.pages import BELOW, SIDE, TOP, draw_foot
from tally.printing.catalog import SHEETS, When, draw
from tally.printing.season_sheet import player_season_work, season_work
from tests.support.club_looks import LOOK, png
from tests.support.club_nights import play_nights
from tests.support.paper_checks import check_pdf
from tests.support.printed_nights import SITE, make_printed_night
from tests.support.printed_pages import pages as printed_pages
from tests.support.printed_pages import text_of
from tests.support.sheet_checks import check_sheet
from tests.support.tag_checks import check_tags
from tournament.models import Club, PaperLook, Season

WIDE = ClubLook(logo=png(400, 200))


def drawn(look: ClubLook, *boxes: tuple[float, float, float, float], **how: Any) -> tuple[bytes, list[float]]:
    """A page with the logo in each box, and its widths."""
    widths = []

    def sheet(document: Document) -> None:
        for _ in range(2):
            with document.page():
                widths.extend(draw_logo(document, box, **how) for box in boxes)

    return compose("Logos", Job(look=look), [("Logos", sheet)]), widths


def images(pdf: bytes) -> list[tuple[float, ...]]:
    """Where the first page has pictures: left, bottom, right, top."""
    found = pypdfium2.PdfDocument(pdf)[0].get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_FORM])
    return [tuple(round(edge) for edge in one.get_bounds()) for one in found]


def test_a_logo_is_as_large_as_fits_in_the_middle_of_its_box() -> None:
    pdf, widths = drawn(WIDE, (100, 100, 200, 200), (100, 300, 300, 320))
    assert widths == [100, 40, 100, 40]
    assert images(pdf) == [(100, 125, 200, 175), (180, 300, 220, 320)]


@pytest.mark.parametrize(("across", "left"), [(0, 100), (1, 260)])
def test_in_a_wide_box_a_logo_stands_where_it_is_told(across: float, left: int) -> None:
    pdf, _ = drawn(WIDE, (100, 300, 300, 320), across=across)
    assert images(pdf) == [(left, 300, left + 40, 320)]


def test_a_logo_is_in_the_file_once() -> None:
    pdf, _ = drawn(WIDE, (100, 100, 200, 200), (300, 100, 400, 200), (100, 300, 300, 320))
    assert pdf.count(b"/Subtype /Image") == 1


def test_without_a_logo_nothing_is_drawn() -> None:
    pdf, widths = drawn(ClubLook(), (100, 100, 200, 200))
    assert not images(pdf) and widths == [0, 0] and logo_size(b"", 50, 50) == (0, 0)


def test_screen_readers_skip_a_logo() -> None:
    pdf, _ = drawn(WIDE, (100, 100, 200, 200))
    assert not check_tags(pdf).kids


# Heads and feet


def head(look: ClubLook, width: float = 612, **job: Any) -> bytes:
    """A sheet of two pages with the shared head and foot, on a page so many points wide."""

    def sheet(document: Document) -> None:
        for page in (1, 2):
            with document.page(size=(width, 792)) as canvas:
                if page == 1:
                    draw_title(document, width, SIDE, 792 - TOP, "Where you start", "GAME 1", "Tuesday euchre")
                draw_foot(canvas, width, page, 2)

    return compose("A head", Job(look=look, **job), [("A head", sheet)])


def test_the_head_names_the_club_and_the_foot_has_its_motto() -> None:
    first, second = [
        " ".join(page.get_textpage().get_text_range().split()) for page in pypdfium2.PdfDocument(head(LOOK))
    ]
    assert first == f"{LOOK.club} Where you start GAME 1 Tuesday euchre {LOOK.motto} · page 1 of 2"
    assert second == f"{LOOK.club} · page 2 of 2", "a later page may have a short head, or none"


def test_a_club_without_a_look_has_the_head_that_all_had() -> None:
    text = text_of(head(ClubLook()))
    assert text == "Where you start GAME 1 Tuesday euchre page 1 of 2 page 2 of 2"


def test_a_motto_of_two_lines_stands_no_higher_than_one_of_one() -> None:
    """It would touch the last row or box of a full page."""
    tops = []
    for motto in ("Good cards", LOOK.motto):
        page = next(printed_pages(head(replace(LOOK, motto=motto), 446)))
        tops.append(min(word["top"] for word in page.extract_words() if word["text"] == "Good"))
    one, two = tops
    assert two > one - 3 and two > 792 - BELOW + 3 * MM


@pytest.mark.sample(5)
@pytest.mark.parametrize("width", [446, 612])  # 446 is upright A4 in large print
@pytest.mark.parametrize(
    "club", ["Elks", "The Greater Springfield and Shelbyville Senior Citizens’ Euchre Club", "W" * 80]
)
@pytest.mark.parametrize("logo", [b"", png(400, 200), png(100, 100), png(1200, 100)])
def test_any_name_any_motto_and_any_logo_fit_the_head(width: float, club: str, logo: bytes) -> None:
    pdf = head(ClubLook(club, "M" * 60, logo), width)
    found = check_pdf(pdf, Job(), sizes=[(width, 792)])
    assert all(set(word) <= set("WM…") for word in found.shortened)
    check_tags(pdf)


# Every sheet

NO_NAME = {  # cut into pieces so small that the night's name fills the line, and a club's of this length does not fit
    "score-slips",
    "named-slips",
    "labels",
}
NO_LOGO = {  # to write on and throw away, without room for a picture, or with the name on the line where one would be
    "score-slips",
    "named-slips",
    "labels",
    "tally-cards",
    "tally-cards-with-movement",
    "blank-cards",
    "filled-cards",
}
PROGRESSIVE = [slug for slug, sheet in SHEETS.items() if sheet.progressive]


def colors_on(pdf: bytes) -> set[tuple[int, ...]]:
    """All colors in which the first pages are drawn, each of three numbers up to 255."""
    found, parts = set(), [c_uint() for _ in range(4)]
    for page in islice(pypdfium2.PdfDocument(pdf), 2):
        for item in page.get_objects():
            for read in (pypdfium2.raw.FPDFPageObj_GetFillColor, pypdfium2.raw.FPDFPageObj_GetStrokeColor):
                if read(item, *parts):
                    found.add(tuple(part.value for part in parts[:3]))
    return found


@pytest.fixture
def twelve_players(club: object) -> Any:
    """A night of twelve, every hand of its four games scored."""
    return make_printed_night(12, 4)


@pytest.mark.sample(5)
@pytest.mark.parametrize("slug", PROGRESSIVE)
def test_every_sheet_shows_whose_night_it_is(slug: str, twelve_players: Any) -> None:
    """The name is in its text and the logo in its pictures, all is in the club's color, and nothing in ours."""
    night = twelve_players
    if SHEETS[slug].when == When.AFTER:
        night.status = "closed"
    pdf = draw(night, slug, Job(look=LOOK), SITE)
    assert (LOOK.club in text_of(pdf)) is (slug not in NO_NAME)
    assert (b"/Subtype /Image" in pdf) is (slug not in NO_LOGO)
    ours, theirs = (tuple(round(part * 255) for part in color.rgb()) for color in (GREEN, LOOK.accent))
    assert theirs in colors_on(pdf) and ours not in colors_on(pdf)


@pytest.mark.parametrize("slug", sorted(NO_NAME - {"named-slips"}))  # where the code matters more
def test_a_short_name_stands_on_small_pieces_too(slug: str, twelve_players: Any) -> None:
    pdf = draw(twelve_players, slug, Job(look=replace(LOOK, club="Elks")), SITE)
    assert "Elks" in text_of(pdf)


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("slug", ["name-tags", "badges", "prize-tags", "door-tickets"])
def test_with_a_logo_small_pieces_have_the_theme_and_the_club_too(
    slug: str, large: bool, twelve_players: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The logo has the pip's place in the corner, so the pip has another."""
    drawn = Counter[Theme]()
    monkeypatch.setattr(ornaments, "draw_art", lambda canvas, *values, **named: drawn.update([canvas.theme]))
    for paper in Paper:
        job = Job(paper, large, look=replace(LOOK, theme=Theme.VALENTINE))
        pdf = draw(twelve_players, slug, job, SITE)
        pieces = {"prize-tags": 8}.get(slug, 12)
        low = slug == "badges" and large and paper is Paper.A4  # 50 mm: the club's logo is all that has room
        assert (text_of(pdf).count(LOOK.club) >= pieces) is not low, text_of(pdf)
        assert drawn.pop(Theme.VALENTINE) >= pieces and b"/Subtype /Image" in pdf


@pytest.mark.long
@pytest.mark.parametrize("slug", PROGRESSIVE)
def test_every_sheet_passes_the_print_checks_in_a_clubs_look(slug: str, twelve_players: Any) -> None:
    check_sheet(twelve_players, slug, Job(look=LOOK))
    check_sheet(twelve_players, slug, Job(Paper.A4, large=True, crop_marks=True, look=LOOK))


def test_a_season_has_the_clubs_look(club: Club) -> None:
    play_nights(club, 2)
    PaperLook.objects.create(club=club, motto=LOOK.motto, accent="#7a1f3d", logo=png())
    season = Season.objects.create(club=club, name="Fall", first_day=date(2026, 1, 1), last_day=date(2027, 12, 31))
    loaded = LoadedSeason(season)
    for work in (season_work(loaded), player_season_work(loaded, loaded.standings[0])):
        pdf = compose(*work)
        assert f"{club.name} " in text_of(pdf) and LOOK.motto in text_of(pdf) and b"/Subtype /Image" in pdf
