"""The serif: for titles and names of ceremony, and for no letters that it lacks."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pdfplumber
import pypdfium2
import pytest

from tally.paper import fonts
from tally.paper.certificates import Certificate, draw_certificates
from tally.paper.flyer import Announcement, draw_flyer
from tally.paper.fonts import BOLD, REGULAR, SERIF
from tally.paper.keepsakes import Keepsake, KeptGame, draw_keepsakes
from tally.paper.prizes_bill import PrintedPrize, draw_prizes
from tally.paper.program import Program, draw_programs
from tests.support.odd_names import ARABIC, HEBREW, OWN_LETTERS
from tests.support.paper_checks import read_words
from tests.support.printed_pages import HEADING, card, draw


def in_serif(pdf: bytes) -> str:
    """Return what is set in the serif, page after page."""
    with pdfplumber.open(BytesIO(pdf)) as document:
        pages = [page.filter(lambda one: "DMSerif" in one.get("fontname", "DMSerif")) for page in document.pages]
        return " ".join(filter(None, (" ".join(page.extract_text().split()) for page in pages)))


@pytest.mark.parametrize("name", ["Ann Miller", "Zoë O’Brien", "Łukasz Żółć", "10th of 12", "$25, 3 + 4"])
def test_the_serif_sets_latin_names_and_figures(name: str) -> None:
    assert fonts.for_ceremony(name) == SERIF and fonts.runs(name, SERIF) == ((name, SERIF),)


@pytest.mark.parametrize("name", [*OWN_LETTERS, "Ġorġ Borg", f"Ann {HEBREW}"])
def test_a_name_with_other_letters_keeps_its_own_typeface(name: str) -> None:
    assert fonts.for_ceremony(name) == BOLD
    assert fonts.runs(name, SERIF) == fonts.runs(name, BOLD)


def test_figures_of_the_serif_stand_on_the_line_and_are_equally_high() -> None:
    pdf = draw(draw_certificates, HEADING, [Certificate("Door prize", digit) for digit in "0123456789"])
    words = [word for page in pypdfium2.PdfDocument(pdf) for word in read_words(page) if word.size > 40]
    assert len(words) == 10
    assert max(word.foot for word in words) - min(word.foot for word in words) < 1
    assert max(word.top for word in words) - min(word.top for word in words) < 1.5


WON = Certificate("High score", "Ann Miller", "84 points", "A ham")
SHEETS = {
    "certificate": (draw_certificates, [[WON]], "HIGH SCORE Ann Miller"),
    "certificate in Arabic": (draw_certificates, [[Certificate("High score", ARABIC)]], "HIGH SCORE"),
    "prizes": (draw_prizes, [[PrintedPrize("High", "A ham", ("Ann Miller",))]], "Prizes"),
    "flyer": (draw_flyer, [Announcement("Club", "Euchre", "$5.00")], "Summer Euchre Night"),
    "program": (draw_programs, [Program("Club", "Euchre", ()), [card(4)]], "Summer Euchre Night"),
    "keepsake": (
        draw_keepsakes,
        [[Keepsake(4, "Ann Miller", "1st of 12", "84 points", (KeptGame(1, "Bob S.", "8–3"),))]],
        "Ann Miller",
    ),
}


@pytest.mark.parametrize(("drawing", "values", "expected"), SHEETS.values(), ids=SHEETS)
def test_only_what_is_of_ceremony_is_in_the_serif(drawing: Any, values: Any, expected: str) -> None:
    """Spaces are not compared: capitals of a title stand apart."""
    assert in_serif(draw(drawing, HEADING, *values)).replace(" ", "") == expected.replace(" ", "")


def test_all_else_is_in_atkinson() -> None:
    assert {fonts.runs("Ann Miller", face) for face in (REGULAR, BOLD)} == {
        (("Ann Miller", REGULAR),),
        (("Ann Miller", BOLD),),
    }
