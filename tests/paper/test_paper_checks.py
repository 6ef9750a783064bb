"""The checker of printed pages finds every fault that it is there for: each law is broken once, on purpose."""

from __future__ import annotations

from typing import Any

import pytest

from tally.paper.document import Document, Job
from tally.paper.fonts import BOLD
from tally.paper.measures import MM, Paper
from tally.paper.qr import draw_qr
from tally.paper.strokes import write
from tests.support.paper_checks import check
from tests.support.printed_pages import ADDRESS, draw

PAPER = Paper.A4
MIDDLE = PAPER.width / 2


def page(document: Document, marks: Any) -> None:
    with document.page() as canvas:
        marks(canvas)


def sheet(*marks: Any) -> bytes:
    return draw(page, lambda canvas: [mark(canvas) for mark in marks], paper=PAPER)


def text(x: float, y: float, said: str = "Margaret", size: float = 12, scale: float = 1) -> Any:
    def drawn(canvas: Any) -> None:
        canvas.saveState()
        canvas.translate(x, y)
        canvas.scale(scale, scale)
        write(canvas, 0, 0, said, BOLD, size)
        canvas.restoreState()

    return drawn


def test_a_good_page_is_told_in_figures() -> None:
    seen = check(sheet(text(100, 100), text(100, 120, "Wilson", 15)), Job(PAPER))
    assert (seen.pages, seen.words, seen.smallest, seen.codes) == (1, 2, 12, ()) and 0 < seen.ink < 0.01


@pytest.mark.parametrize(
    ("marks", "wrong"),
    [
        ([text(100, 100), text(110, 104)], "“Margaret” and “Margaret” overlap"),
        ([text(100, 100, size=11.9)], "is set in 11.9 points"),
        ([text(100, 100, size=16, scale=0.7)], "is set in 11.2 points"),
        ([text(4 * MM, 100)], "comes closer than 5 mm to an edge at 0.0 mm"),
        ([text(PAPER.width - 20 * MM, 100)], "comes closer than 5 mm to an edge at 210.0 mm"),
        ([text(MIDDLE - 20 * MM, 100)], "comes closer than 5 mm to an edge at 105.0 mm"),
        ([lambda canvas: canvas.line(3 * MM, 100, 90, 100)], "leaves"),
        ([lambda canvas: canvas.rect(50, 50, 200, 400, stroke=0, fill=1)], "ink"),
        ([lambda canvas: draw_qr(canvas, ADDRESS, 100, 100)], "too much"),
        ([lambda canvas: draw_qr(canvas, ADDRESS, 100, 100), text(100, 97 - 12 * 0.668)], "quiet zone of the code"),
        ([lambda canvas: draw_qr(canvas, "HTTP://OTHER/J/K7QM2X9D", 100, 100, 19.2 * MM)], r"19\.\d mm wide"),
    ],
)
def test_every_fault_is_found(marks: list[Any], wrong: str) -> None:
    with pytest.raises(AssertionError, match=wrong):
        check(sheet(*marks), Job(PAPER), cuts=([MIDDLE], []))


def test_large_print_asks_for_sixteen_points_and_paper_for_its_size() -> None:
    with pytest.raises(AssertionError, match=r"12\.0 points"):
        check(sheet(text(100, 100)), Job(PAPER, large=True))
    with pytest.raises(AssertionError, match="no paper of this job"):
        check(sheet(text(100, 100)), Job(Paper.LETTER))


def test_what_is_cut_is_told() -> None:
    assert check(sheet(text(100, 100), text(200, 100, "Featherst…")), Job(PAPER)).cut == ("Featherst…",)


def test_a_code_that_is_missing_is_missed() -> None:
    with pytest.raises(AssertionError, match="too little"):
        check(sheet(text(100, 100)), Job(PAPER), codes=[ADDRESS])
    seen = check(sheet(lambda canvas: draw_qr(canvas, ADDRESS, 200, 200)), Job(PAPER), codes=[ADDRESS])
    assert seen.codes == (ADDRESS,)
