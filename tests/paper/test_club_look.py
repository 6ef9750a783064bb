"""How a club's paper looks: its logo, drawn once in a document and as large as fits."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pypdfium2
import pytest
from PIL import Image

from tally.paper.club_look import ClubLook
from tally.paper.document import Document, Job, compose
from tally.paper.logo import draw_logo, logo_size
from tests.support.tag_checks import check_tags


def png(width: int, height: int, color: str = "#0a4a33") -> bytes:
    """A picture of one color."""
    file = BytesIO()
    Image.new("RGB", (width, height), color).save(file, "PNG")
    return file.getvalue()


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
