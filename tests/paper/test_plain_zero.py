"""Numbers have a zero without a slash; what is typed sign by sign keeps it."""

from __future__ import annotations

from typing import Any

import pytest
from PIL import Image, ImageChops
from reportlab.pdfbase import pdfmetrics

from tally.paper import fonts, plain_zero, strokes
from tally.paper.document import Document, Job
from tally.paper.fonts import BOLD, REGULAR, TYPED
from tally.paper.measures import CAP
from tally.paper.wifi_poster import draw_wifi_poster
from tests.support.paper_checks import check_pdf
from tests.support.printed_pages import HEADING, draw, render_gray, text_of

SIZE = 400.0
FACES = pytest.mark.parametrize(("font", "slashed"), [(REGULAR, False), (BOLD, False), (TYPED, True)])


def one_word(document: Document, word: str, font: str, columns: bool = False) -> None:
    """Write a word with its lower left corner at (40, 100)."""
    with document.page() as canvas, document.tag("P"):
        if columns:
            strokes.figures(canvas, 40, 100, word, font, SIZE, align="left")
        else:
            strokes.write(canvas, 40, 100, word, font, SIZE)


def has_ink_in_the_middle(picture: Image.Image, x: float, y: float) -> bool:
    """Whether a zero has ink in the middle of its counter, at these points from the upper left corner."""
    return bool(picture.getpixel((round(x * 2), round(y * 2))) < 128)


@FACES
def test_only_what_is_typed_has_a_slashed_zero(font: str, slashed: bool) -> None:
    picture = render_gray(draw(one_word, "0", font))
    middle = 40 + fonts.width_of("0", font, SIZE) / 2
    assert has_ink_in_the_middle(picture, middle, 792 - 100 - SIZE * CAP / 2) == slashed


def test_only_the_slash_is_missing_from_the_zero() -> None:
    plain, own = (
        render_gray(draw(one_word, "0", font)).point([255] * 128 + [0] * 128) for font in (BOLD, TYPED)
    )  # 255 for ink
    assert plain.getbbox() == pytest.approx(own.getbbox(), abs=1)
    ink, added, missing = (
        picture.histogram()[255] for picture in (own, ImageChops.subtract(plain, own), ImageChops.subtract(own, plain))
    )
    assert added < ink * 0.01 and ink * 0.1 < missing < ink * 0.2


@pytest.mark.parametrize("columns", [False, True])
def test_a_zero_is_read_as_a_zero(columns: bool) -> None:
    for font in (REGULAR, BOLD, TYPED):
        assert text_of(draw(one_word, "10", font, columns)) == "10"


def test_a_zero_that_is_too_long_for_its_place_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain_zero, "_glyph", lambda weight: bytes(200))
    with pytest.raises(ValueError, match="too long"):
        plain_zero.without_slash(pdfmetrics.getFont(BOLD).face, "Bold")


def test_a_password_on_the_poster_keeps_its_slash() -> None:
    names: Any = draw(draw_wifi_poster, HEADING, "Hall 20", "l0O1", "", "")
    check_pdf(names, Job(), codes=["WIFI:T:WPA;S:Hall 20;P:l0O1;;"])
    assert b"AtkinsonHyperlegible-Bold-Typed" in names
