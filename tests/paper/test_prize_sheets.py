"""Prize tags, door-prize tickets and certificates with space for a photograph, read back from the PDF."""

from __future__ import annotations

import re
from ctypes import c_float
from dataclasses import replace
from itertools import product
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from django.test import Client

from tally.paper.certificates import Certificate, draw_certificates
from tally.paper.document import Heading, Job
from tally.paper.door_tickets import draw_door_tickets
from tally.paper.measures import MM, WRITTEN, Paper
from tally.paper.prize_tags import draw_prize_tags
from tally.paper.prizes_bill import PrintedPrize, draw_prizes
from tally.printing.catalog import SHEETS, Tonight, reason_not_printable
from tally.printing.catalog import draw as draw_sheet
from tests.support.club_looks import LOOK
from tests.support.night import ORGANIZER, game_at, play_hands
from tests.support.odd_names import LONG_NAME, ODD_NAMES, UNBROKEN_NAME
from tests.support.paper_checks import check_pdf, read_words
from tests.support.printed_nights import SITE, make_printed_night
from tests.support.printed_pages import HEADING, PAPERS_AND_SIZES, draw, pages, text_of
from tests.support.sheet_checks import prize_tag_cuts, ticket_cuts
from tournament.models import Night
from tournament.night.signup import sign_up
from tournament.people.names import listed

PRIZES = {"list": [{"kind": "high", "what": "A ham", "money": "$20"}, {"kind": "door", "what": "", "money": ""}]}
LONG_NIGHT = Heading("The Greater Springfield and Shelbyville Euchre Night", "Wednesday, September 23, 2026", "Sep 23")
PHOTOGRAPHS = {
    Paper.LETTER: (6 * 25.4, 4 * 25.4, "Photograph, 6 × 4 in"),
    Paper.A4: (150, 100, "Photograph, 15 × 10 cm"),
}


@pytest.fixture
def thirteen(club: object) -> Any:
    """A night of thirteen players with numbers."""
    return make_printed_night(13, 4)


# Prize tags


@pytest.mark.sample(5)
@PAPERS_AND_SIZES
@pytest.mark.parametrize("count", [1, 8, 20])
@pytest.mark.parametrize(
    "prize", ["A ham and $20", "", "A hand-painted commemorative plate of the county fair and 7.50 €"]
)
def test_each_prize_has_a_tag_eight_to_a_page(paper: Paper, large: bool, count: int, prize: str) -> None:
    job = Job(paper, large)
    pdf = draw(draw_prize_tags, LONG_NIGHT, [("Second place", prize)] * count, paper=paper, large=large)
    found = check_pdf(pdf, job, cuts=prize_tag_cuts(job))
    assert found.pages == -(-count // 8) and text_of(pdf).count("SECOND PLACE") == count
    assert text_of(pdf).count(" ".join(prize.split())) >= count


@PAPERS_AND_SIZES
def test_no_prize_is_too_long_for_its_tag(paper: Paper, large: bool) -> None:
    job, money = Job(paper, large), " and 1,000,000.00 Kč"
    prizes = [*(name + money for name in ODD_NAMES), "W" * 60, ("Wm " * 20).strip(), "Ж" * 60, "a-" * 30]
    pdf = draw(draw_prize_tags, HEADING, [("Most loners", prize) for prize in prizes], paper=paper, large=large)
    found = check_pdf(pdf, job, cuts=prize_tag_cuts(job))
    assert found.shortened == ()


def test_tags_have_what_the_list_of_prizes_says(empty_night: Night, organizer: Client) -> None:
    tonight = Tonight(empty_night, Job())
    assert "Write the list of prizes first" in reason_not_printable(SHEETS["prize-tags"], tonight)
    Night.objects.filter(pk=empty_night.pk).update(prizes=PRIZES)
    pdf = organizer.get(f"/n/{empty_night.slug}/print/prize-tags.pdf").content
    night = "Tuesday club · Tuesday euchre"
    assert text_of(pdf) == f"HIGH SCORE A ham and $20 {night} DOOR PRIZE {night}{6 * f' {night}'}", "six are blank"
    (page,) = pages(pdf)
    assert any(abs(line["x1"] - line["x0"] - (page.width / 2 - 36 * MM)) < 1 for line in page.lines), "one to write on"


@PAPERS_AND_SIZES
def test_a_short_prize_is_large_and_no_part_of_the_last_page_is_left_over(paper: Paper, large: bool) -> None:
    prizes = [("High score", "A ham and $20"), ("Second place", "A cake"), *[("Low score", "Wine")] * 7]
    pdf = draw(draw_prize_tags, HEADING, prizes, paper=paper, large=large)
    check_pdf(pdf, Job(paper, large), cuts=prize_tag_cuts(Job(paper, large)))
    sizes = {word.text: word.size for page in pypdfium2.PdfDocument(pdf) for word in read_words(page)}
    assert min(sizes["ham"], sizes["cake"], sizes["Wine"]) >= 24
    for page in pages(pdf):
        assert page.extract_text().count("Summer Euchre Night") == 8
    assert (
        len([line for line in page.lines if line["linewidth"] == WRITTEN and not line["dash"] and is_ink(line)])
        == 7 * 2
    )


def is_ink(line: Any) -> bool:
    """Whether a line is black, as those to write on are."""
    return set(line["stroking_color"]) == {0}


# The list of prizes


@PAPERS_AND_SIZES
@pytest.mark.parametrize("winners", [None, ("Ann Miller",)])
def test_what_divides_prizes_stands_half_way_and_prizes_fill_the_page(
    paper: Paper, large: bool, winners: tuple[str, ...] | None
) -> None:
    won = [PrintedPrize(f"Prize {number}", "A ham", winners) for number in range(3)]
    pdf = draw(draw_prizes, HEADING, won, paper=paper, large=large, look=LOOK)
    check_pdf(pdf, Job(paper, large))
    (page,) = pages(pdf)
    titles = [word["top"] + word["height"] * 0.2 for word in page.extract_words() if word["text"] == "PRIZE"]
    others = [word["bottom"] - word["height"] * 0.15 for word in page.extract_words() if word["text"] in ("ham", "Ann")]
    lines = [line["top"] for line in page.lines if line["linewidth"] and 89 * MM <= line["width"] < 125 * MM]
    above = sorted(lines if winners is None else others[1::2])
    middle = {round(line["top"], 2) for line in page.lines if line["x1"] - line["x0"] < 30 * MM}
    assert len(above) == len(titles) == 3
    for foot, top in zip(above[:-1], titles[1:], strict=True):
        (first, *_) = dividers = sorted(line for line in middle if foot < line < top)
        assert len(dividers) == 2 and first - foot == pytest.approx(top - dividers[-1], abs=4 * MM / 2)


# Tickets


@PAPERS_AND_SIZES
@pytest.mark.parametrize("heading", [HEADING, LONG_NIGHT])
def test_both_halves_of_a_ticket_say_the_same_of_any_name(paper: Paper, large: bool, heading: Heading) -> None:
    tickets = [(number * 11, name) for number, name in enumerate(ODD_NAMES, 1)] + [(1, "I"), (133, LONG_NAME)]
    job = Job(paper, large)
    pdf = draw(draw_door_tickets, heading, tickets, paper=paper, large=large)
    found = check_pdf(pdf, job, cuts=ticket_cuts(job))
    assert all(set(word) <= set("W…") for word in found.shortened) or heading is LONG_NIGHT
    for page in pypdfium2.PdfDocument(pdf):
        bowl, keep = [], []
        for word in read_words(page):
            (bowl if word.right < paper.width / 2 else keep).append(word.text)
        assert [word for word in bowl if word not in ("for", "the", "bowl")] == [
            word for word in keep if word not in ("keep", "this", "half")
        ]


@PAPERS_AND_SIZES
def test_a_ticket_says_which_day_it_is_of(paper: Paper, large: bool) -> None:
    heading = Heading("Summer Euchre Night", "Friday, June 12, 2026", "Jun 12")
    pdf = draw(draw_door_tickets, heading, [(1, "Ann Miller"), (133, "Bob Stone")], paper=paper, large=large)
    check_pdf(pdf, Job(paper, large), cuts=ticket_cuts(Job(paper, large)))
    assert len(re.findall("June? 12", text_of(pdf))) == 4 and text_of(pdf).count("Summer Euchre Night") == 4


def numbers_of(pdf: bytes) -> list[int]:
    """Return the numbers of all tickets, each of which must stand on both halves."""
    found = [int(word.text) for page in pypdfium2.PdfDocument(pdf) for word in read_words(page) if word.size >= 24]
    assert found[::2] == found[1::2]
    return found[::2]


def test_tickets_have_numbers_and_names_and_the_next_numbers_for_guests(thirteen: Any) -> None:
    pdf = draw_sheet(thirteen, "door-tickets", Job(), SITE)
    assert numbers_of(pdf) == list(range(1, 15)) and text_of(pdf).count("Ann Miller") == 2
    assert numbers_of(draw_sheet(thirteen, "door-tickets", Job(large=True), SITE)) == list(range(1, 16))
    assert numbers_of(draw_sheet(thirteen, "door-tickets", Job(only=5), SITE)) == [5]


def test_before_the_draw_tickets_are_numbered_for_all_who_are_signed_up(empty_night: Night) -> None:
    assert numbers_of(draw_sheet(empty_night, "door-tickets", Job(), SITE)) == list(range(1, 8))
    sign_up(night=empty_night, names=[f"Player {letter}" for letter in "ABCDEFGHI"], who=ORGANIZER)
    pdf = draw_sheet(empty_night, "door-tickets", Job(), SITE)
    assert numbers_of(pdf) == list(range(1, 15)) and "Player" not in text_of(pdf)


# Certificates


@PAPERS_AND_SIZES
@pytest.mark.parametrize("photograph", [False, True])
def test_a_certificate_has_the_club_and_its_logo(paper: Paper, large: bool, photograph: bool) -> None:
    won = [Certificate("High score", "Ann Miller", "84 points", "A ham")]
    for look, logos in ((LOOK, 1), (replace(LOOK, logo=b""), 0)):
        pdf = draw(draw_certificates, HEADING, won, photograph, paper=paper, large=large, look=look)
        check_pdf(pdf, Job(paper, large))
        assert "Ann Miller 84 points A ham" in text_of(pdf) and "Maple Street Euchre Club" in text_of(pdf)
        assert pdf.count(b"/Subtype /Image") == logos
    same = draw(draw_certificates, Heading("Maple Street Euchre Club", "Friday"), won, photograph, look=LOOK)
    assert text_of(same).count("Maple Street Euchre Club") == 1


@PAPERS_AND_SIZES
def test_a_long_prize_takes_the_place_of_the_club(paper: Paper, large: bool) -> None:
    won = [Certificate("Most loners", LONG_NAME, "84 points", ("Wm " * 20).strip())]
    pdf = draw(draw_certificates, LONG_NIGHT, won, True, paper=paper, large=large, look=LOOK)
    check_pdf(pdf, Job(paper, large))


# Certificates with a photograph


def boxes_on(page: pypdfium2.PdfPage) -> list[tuple[float, ...]]:
    """The edges of all that is higher than a line and outlined on a page, but for its border, in points."""
    found = []
    for item in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_PATH], max_depth=1):
        left, foot, right, top = item.get_bounds()
        pdfium.FPDFPageObj_GetStrokeWidth(item, pen := c_float())
        wide = pen.value  # by which PDFium's box is larger on each side than the path
        if top - foot > 3 * wide:
            found.append((left + wide, foot + wide, right - wide, top - wide))
    return found


@PAPERS_AND_SIZES
def test_a_certificate_has_space_for_a_photograph_of_the_usual_size(paper: Paper, large: bool) -> None:
    many = listed([f"Guest{number} Featherstone" for number in range(9)])
    names = ("Ann Miller", LONG_NAME, UNBROKEN_NAME, "王小明", "", "W" * 40, many)
    certificates = [Certificate("Most loners", name, "84 points", "A ham and $20") for name in names]
    pdf = draw(draw_certificates, LONG_NIGHT, certificates, True, paper=paper, large=large)
    found = check_pdf(pdf, Job(paper, large))
    assert all(set(word) <= set("W…") for word in found.shortened), found.shortened
    assert found.pages == len(names)
    wide, high, words = PHOTOGRAPHS[paper]
    for page in pypdfium2.PdfDocument(pdf):
        (frame,) = (box for box in boxes_on(page) if 100 < box[2] - box[0] < 450)
        left, foot, right, top = frame
        assert ((right - left) / MM, (top - foot) / MM) == pytest.approx((wide, high), abs=0.1)
        inside = page.get_textpage().get_text_bounded(left=left, bottom=foot, right=right, top=top)
        assert inside == words and page.get_height() > page.get_width()


def test_the_longest_prize_fits_below_the_photograph() -> None:
    for paper, large in product(Paper, [False, True]):
        certificates = [Certificate("Most loners", LONG_NAME, "84 points", ("Wm " * 20).strip())]
        check_pdf(draw(draw_certificates, LONG_NIGHT, certificates, True, paper=paper, large=large), Job(paper, large))


@pytest.mark.parametrize("photograph", [False, True])
def test_the_title_of_a_joint_prize_is_whole(photograph: bool) -> None:
    certificate = Certificate("High, Second and Third", "Ann Miller", "84 points", "A ham")
    text = text_of(draw(draw_certificates, HEADING, [certificate], photograph, large=True))
    assert "HIGH, SECOND AND THIRD" in text


def test_the_shelf_offers_certificates_with_a_photograph(organizer: Client, night: Night) -> None:
    shelf = f"/n/{night.slug}/print/"
    assert "space for a photograph" not in organizer.get(shelf).content.decode(), "nothing is scored yet"
    play_hands(game_at(night, 1, 1), "NS:5")
    html = organizer.get(shelf).content.decode()
    assert 'name="photo"' in html and 'name="together"' in html, "two partners tie"
    chosen = organizer.post(f"{shelf}certificates/", {"photo": "on", "together": "on"})
    assert chosen["Location"] == f"{shelf}certificates.pdf?photo=yes&together=yes"
    plain, photograph, together = (
        organizer.get(f"{shelf}certificates.pdf{more}").content
        for more in ("", "?photo=yes", "?together=yes&photo=yes")
    )
    words = "Photograph, 6 × 4 in"
    assert words not in text_of(plain)
    assert text_of(photograph).count(words) > text_of(together).count(words) > 0
