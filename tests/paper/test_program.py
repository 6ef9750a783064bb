"""The night's program, a sheet to fold, read back from the PDF: what it says, and that it is folded right."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

import pdfplumber
import pypdfium2
import pytest
from django.test import Client

from tally.paper.document import Heading, Job
from tally.paper.measures import MM, SAFE, Paper
from tally.paper.program import Program, draw_programs
from tally.paper.tally_cards import Card
from tally.printing.catalog import draw as draw_sheet
from tally.rules import VARIANTS, summarize_rules
from tally.rules.pay_lines import pay_lines
from tests.support.odd_names import LONG_NAME, UNBROKEN_NAME
from tests.support.paper_checks import check_pdf, read_words
from tests.support.printed_nights import SITE
from tests.support.printed_pages import HEADING, LONG_NIGHT, PAPERS_AND_SIZES, card, draw, text_of
from tests.support.tag_checks import check_tags
from tournament.models import Night

ENDS = "A game is 8 hands, and when the bell rings each table finishes the hand that it plays."
PRIZES = [("High score", "A ham and $20"), ("Low score", ""), ("Door prize", "A cake")]


def plain(**values: Any) -> Card:
    return card(code="", address="", loners=None, **values)


def program_of(slug: str = "standard", prizes: list[tuple[str, str]] = PRIZES) -> Program:
    return Program("Tuesday club", VARIANTS[slug].name, pay_lines(summarize_rules(VARIANTS[slug], {})), ENDS, prizes)


def page_texts(pdf: bytes) -> list[str]:
    """Return the texts of the halves in the order of PDF pages: left, then right."""
    texts = []
    for page in pypdfium2.PdfDocument(pdf):
        wide, high = page.get_size()
        for left, right in ((0, wide / 2), (wide / 2, wide)):
            found = page.get_textpage().get_text_bounded(left=left, bottom=0, right=right, top=high)
            texts.append(" ".join(found.split()))
    return texts


def check_program(pdf: bytes, job: Job) -> None:
    """Check a program's pages, with the fold as if it were cut."""
    found = check_pdf(pdf, job, cuts=([job.paper.height / 2], []))
    check_tags(pdf)
    assert all(set(word) <= set("W…") for word in found.shortened), found.shortened


def test_the_cover_is_right_of_the_last_page_and_inside_the_second_left_of_the_third() -> None:
    pdf = draw(draw_programs, HEADING, program_of(), [plain(number=17, name="Ann Miller", games=10)])
    four, one, two, three = page_texts(pdf)
    assert "Prizes" in four and "A ham and $20" in four
    assert "Summer Euchre Night" in one and "Friday, June 12, 2026" in one and "17 Ann Miller" in one
    assert "Euchred" in two and ENDS in two and "Standard" not in four
    assert "Against" in three and "Ann Miller" in three


@PAPERS_AND_SIZES
def test_both_inside_pages_have_one_frame_and_their_heads_stand_on_one_line(paper: Paper, large: bool) -> None:
    pdf = draw(
        draw_programs, HEADING, program_of(), [plain(number=17, name="Ann Miller", games=10)], paper=paper, large=large
    )
    with pdfplumber.open(BytesIO(pdf)) as document:
        inside = document.pages[1]
        words = inside.extract_words()
        lines = [
            (line["x0"], line["x1"]) for line in inside.lines if line["width"] > inside.width / 4 and not line["dash"]
        ]
        middle = inside.width / 2
        left = next(ends for ends in lines if ends[1] < middle)
        right = next(ends for ends in lines if ends[0] > middle)
    assert left == pytest.approx((right[0] - middle, right[1] - middle), abs=1)
    assert left[0] > (SAFE if large else 12.7 * MM) - 0.1
    title = min(word["bottom"] for word in words if word["x1"] < middle)
    name = next(word["bottom"] for word in words if word["text"] == "Ann")
    assert abs(title - name) < 3


def test_large_print_enlarges_the_card_of_a_program() -> None:
    """In ordinary size the card is a little smaller, for margins that a frame and a copier want."""
    sizes = []
    for large in (False, True):
        pdf = draw(draw_programs, HEADING, program_of(), [plain(number=17, games=10)], large=large)
        sizes.append(next(word.size for word in read_words(pypdfium2.PdfDocument(pdf)[1]) if word.text == "Loners"))
    assert 14 <= sizes[0] < 15 and sizes[1] == 16


@PAPERS_AND_SIZES
@pytest.mark.parametrize(
    "slug",
    [
        pytest.param(slug, marks=[] if slug in ("standard", "kokomo-kitty", "railroad") else pytest.mark.long)
        for slug, variant in VARIANTS.items()
        if variant.players == 4
    ],
)
def test_what_calls_pay_fits_on_its_page_in_every_game(paper: Paper, large: bool, slug: str) -> None:
    pdf = draw(draw_programs, HEADING, program_of(slug), [plain()], paper=paper, large=large)
    check_program(pdf, Job(paper, large))
    for line in program_of(slug).pay:
        assert line.call in text_of(pdf) and line.pays[1:] in text_of(pdf)


@pytest.mark.sample(3)
@PAPERS_AND_SIZES
@pytest.mark.parametrize(
    ("heading", "prizes"),
    [(HEADING, 0), (LONG_NIGHT, 6), (Heading("W" * 60, "Wednesday, September 23, 2026"), 20)],
)
def test_any_night_name_and_list_of_prizes_prints(paper: Paper, large: bool, heading: Heading, prizes: int) -> None:
    """Check a night's name, which is on the cover, and its prizes, which are on the last page."""
    names = ("Ann Miller", LONG_NAME, UNBROKEN_NAME, "王小明", "", "W" * 40)
    cards = [
        plain(number=133 * bool(name), name=name, games=games)
        for name, games in zip(names, (4, 10, 20) * 2, strict=True)
    ]
    program = program_of(prizes=[("Second place", "A hand-painted plate of the county fair and 7.50 €")] * prizes)
    pdf = draw(draw_programs, heading, program, cards, paper=paper, large=large)
    check_program(pdf, Job(paper, large))
    assert len(pypdfium2.PdfDocument(pdf)) == 2 * len(cards)
    text = text_of(pdf)
    more = sum(int(number) for number in re.findall(r"and (\d+) more", text))
    assert text.count("Second place") + more == prizes * len(cards) and ("Notes" in text) != bool(prizes)
    assert prizes > 6 or not more


def test_a_program_has_the_nights_seats_rules_and_prizes(night: Night, organizer: Client) -> None:
    Night.objects.filter(pk=night.pk).update(prizes={"list": [{"kind": "high", "what": "A ham", "money": ""}]})
    night.refresh_from_db()
    pdf = organizer.get(f"/n/{night.slug}/print/program.pdf?only=1&paper=letter").content
    four, one, two, three = page_texts(pdf)
    assert "High score A ham" in four and "Ann" in one and "With a partner" in two and "How a game ends" in two
    cards = text_of(draw_sheet(night, "tally-cards", Job(only=1, codes=False), SITE))
    seats = cards.split("Initials")[1].split("Total")[0]
    assert seats.strip() and seats.strip() in three
    assert night.entries.get(number=1).printed_key not in text_of(pdf), "the code of a phone is on the card only"
    shelf = organizer.get(f"/n/{night.slug}/print/").content.decode()
    assert "on both sides of the paper, turned over its short edge." in " ".join(shelf.split())


def test_a_program_without_numbers_is_one_to_copy(empty_night: Night) -> None:
    pdf = draw_sheet(empty_night, "program", Job(), SITE)
    check_program(pdf, Job())
    assert len(pypdfium2.PdfDocument(pdf)) == 2 and "Game Table With Against" in text_of(pdf)


def test_the_printer_is_asked_to_turn_it_over_the_short_edge(empty_night: Night, tmp_path: Any) -> None:
    file = tmp_path / "program.pdf"
    for slug, sides in (("program", "DuplexFlipShortEdge"), ("rules", "DuplexFlipLongEdge")):
        file.write_bytes(draw_sheet(empty_night, slug, Job(), SITE))
        with pdfplumber.open(file) as document:
            assert document.doc.catalog["ViewerPreferences"].resolve()["Duplex"].name == sides


@PAPERS_AND_SIZES
def test_the_cover_of_a_number_from_a_hat_has_it_and_a_line_for_the_name(paper: Paper, large: bool) -> None:
    pdf = draw(draw_programs, HEADING, program_of(), [plain(number=17, name="")], paper=paper, large=large)
    check_program(pdf, Job(paper, large))
    assert page_texts(pdf)[1].endswith("17")
    with pdfplumber.open(BytesIO(pdf)) as document:
        cover = document.pages[0]
        (number,) = [word for word in cover.extract_words() if word["text"] == "17"]
        assert any(
            line["x0"] > number["x1"] and line["width"] >= 50 * MM and abs(line["top"] - number["bottom"]) < 6
            for line in cover.lines
        )
