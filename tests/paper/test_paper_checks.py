"""The checker of printed pages finds every fault: each test breaks one print rule on purpose."""

from __future__ import annotations

from typing import Any

import pytest

from tally.paper.document import Document, Job
from tally.paper.fonts import BOLD
from tally.paper.measures import MM, Paper
from tally.paper.qr import draw_qr
from tally.paper.strokes import write
from tests.support.paper_checks import check_pdf
from tests.support.printed_pages import ADDRESS, draw

PAPER = Paper.A4
MIDDLE = PAPER.width / 2


def page(document: Document, marks: Any) -> None:
    with document.page() as canvas:
        marks(canvas)


def sheet(*marks: Any) -> bytes:
    return draw(page, lambda canvas: [mark(canvas) for mark in marks], paper=PAPER)


def text(x: float, y: float, word: str = "Margaret", size: float = 12, scale: float = 1) -> Any:
    def draw_text(canvas: Any) -> None:
        canvas.saveState()
        canvas.translate(x, y)
        canvas.scale(scale, scale)
        write(canvas, 0, 0, word, BOLD, size)
        canvas.restoreState()

    return draw_text


def test_a_good_page_is_described_in_figures() -> None:
    found = check_pdf(sheet(text(100, 100), text(100, 120, "Wilson", 15)), Job(PAPER))
    assert (found.pages, found.words, found.smallest, found.codes) == (1, 2, 12, ()) and 0 < found.ink < 0.01


@pytest.mark.parametrize(
    ("marks", "message"),
    [
        ([text(100, 100), text(110, 104)], "“Margaret” and “Margaret” overlap"),
        ([text(100, 100, size=11.9)], "is set in 11.9 points"),
        ([text(100, 100, size=16, scale=0.7)], "is set in 11.2 points"),
        ([text(4 * MM, 100)], "comes closer than 6 mm to an edge at 0.0 mm"),
        ([text(PAPER.width - 20 * MM, 100)], "comes closer than 6 mm to an edge at 210.0 mm"),
        ([text(MIDDLE - 20 * MM, 100)], "comes closer than 6 mm to an edge at 105.0 mm"),
        ([lambda canvas: canvas.line(3 * MM, 100, 90, 100)], "leaves"),
        ([lambda canvas: canvas.rect(50, 50, 200, 400, stroke=0, fill=1)], "ink"),
        ([lambda canvas: draw_qr(canvas, ADDRESS, 100, 100)], "too many"),
        ([lambda canvas: draw_qr(canvas, ADDRESS, 100, 100), text(100, 97 - 12 * 0.668)], "quiet zone of the code"),
        ([lambda canvas: draw_qr(canvas, "HTTP://OTHER/J/K7QM2X9D", 100, 100, 19.2 * MM)], r"19\.\d mm wide"),
    ],
)
def test_every_fault_is_found(marks: list[Any], message: str) -> None:
    with pytest.raises(AssertionError, match=message):
        check_pdf(sheet(*marks), Job(PAPER), cuts=([MIDDLE], []))


def test_large_print_needs_sixteen_points_and_a_page_the_size_of_the_paper() -> None:
    with pytest.raises(AssertionError, match=r"12\.0 points"):
        check_pdf(sheet(text(100, 100)), Job(PAPER, large=True))
    with pytest.raises(AssertionError, match="not the job's paper"):
        check_pdf(sheet(text(100, 100)), Job(Paper.LETTER))


def test_shortened_words_are_reported() -> None:
    assert check_pdf(sheet(text(100, 100), text(200, 100, "Featherst…")), Job(PAPER)).shortened == ("Featherst…",)


def test_a_missing_code_is_reported() -> None:
    with pytest.raises(AssertionError, match="missing"):
        check_pdf(sheet(text(100, 100)), Job(PAPER), codes=[ADDRESS])
    found = check_pdf(sheet(lambda canvas: draw_qr(canvas, ADDRESS, 200, 200)), Job(PAPER), codes=[ADDRESS])
    assert found.codes == (ADDRESS,)
