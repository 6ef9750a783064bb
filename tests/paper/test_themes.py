"""The ornaments of themes: in their box, of one pen, in the place of the spade, and skipped by screen readers."""

from __future__ import annotations

from itertools import product
from typing import Any

import pypdfium2
import pytest
from PIL import ImageChops

from tally.paper.card_shapes import commands
from tally.paper.club_look import ClubLook, Theme
from tally.paper.document import Document, Job, compose
from tally.paper.line_art import both_halves, placed
from tally.paper.measures import MM
from tally.paper.ornaments import MOTIF_LEAST, PEN_LEAST, draw_motif, draw_pip
from tally.paper.themes import ORNAMENTS
from tests.support.tag_checks import check_tags

THEMES = pytest.mark.parametrize("theme", list(Theme))
SIZES = (4 * MM, 9 * MM, 16 * MM, 40 * MM)


def page_of(theme: Theme, *ornaments: tuple[Any, float]) -> bytes:
    """Draw a page of ornaments of these sizes in points, one over the other."""

    def drawing(document: Document) -> None:
        with document.page() as canvas:
            for index, (ornament, size) in enumerate(ornaments):
                ornament(canvas, 200, 60 + index * 150, size)

    return compose("Ornaments", Job(look=ClubLook(theme=theme)), [("Ornaments", drawing)])


def picture_of(pdf: bytes) -> Any:
    """Return a page as a gray picture, at 100 dots an inch."""
    return pypdfium2.PdfDocument(pdf)[0].render(scale=100 / 72).to_pil().convert("L")


def test_there_is_a_set_for_every_theme() -> None:
    assert list(ORNAMENTS) == list(Theme)


@THEMES
@pytest.mark.parametrize("kind", ["pip", "motif", "border"])
def test_ornaments_keep_to_their_box(theme: Theme, kind: str) -> None:
    numbers = [
        number for path, _ in getattr(ORNAMENTS[theme], kind) for _, values in commands(path) for number in values
    ]
    assert numbers and min(numbers) >= -8 and max(numbers) <= 108
    assert max(numbers) - min(numbers) > 55


@THEMES
def test_a_border_goes_on_where_it_ends(theme: Theme) -> None:
    for path, _ in ORNAMENTS[theme].border:
        (_, (x, begins)), *_, (_, last) = commands(path)
        assert x != 0 or not last or last[-2:] == (100, begins)


@THEMES
def test_lines_are_wide_enough_for_a_photocopier(theme: Theme, monkeypatch: pytest.MonkeyPatch) -> None:
    widths = list[float]()
    for ornament, size in product((draw_pip, draw_motif), SIZES):
        monkeypatch.setattr(
            "tally.paper.document.PageCanvas.setLineWidth",
            lambda canvas, width, size=size: widths.append(width * size / 100),
        )
        page_of(theme, (ornament, size))
    assert len(widths) == 8 and min(widths) >= PEN_LEAST - 0.001


@THEMES
def test_a_small_motif_is_the_pip(theme: Theme) -> None:
    small, large = MOTIF_LEAST * 0.99, MOTIF_LEAST
    assert page_of(theme, (draw_motif, small)) == page_of(theme, (draw_pip, small))
    assert page_of(theme, (draw_motif, large)) != page_of(theme, (draw_pip, large))


@THEMES
def test_ornaments_are_skipped_by_screen_readers(theme: Theme) -> None:
    root = check_tags(page_of(theme, (draw_pip, 4 * MM), (draw_motif, 40 * MM)))
    assert not list(root.kids[0].kids if root.kids else ())


@THEMES
def test_an_ornament_is_dark_on_a_gray_copy_and_little_ink(theme: Theme) -> None:
    for ornament, size in product((draw_pip, draw_motif), SIZES):
        side = size * 100 / 72
        histogram = picture_of(page_of(theme, (ornament, size))).histogram()
        assert sum(histogram[:90]) > 0.04 * side**2, "hardly a mark is left"
        assert sum(histogram[:200]) < 0.7 * side**2


def test_every_theme_has_ornaments_of_its_own() -> None:
    pictures = [picture_of(page_of(theme, (draw_pip, 40 * MM), (draw_motif, 40 * MM))) for theme in Theme]
    assert all(
        ImageChops.difference(one, other).getbbox()
        for index, one in enumerate(pictures)
        for other in pictures[index + 1 :]
    )


def test_a_path_is_moved_turned_and_mirrored() -> None:
    assert placed("M50 0 L100 50", 10, 20, 50) == "M 10.0 -5.0 L 35.0 20.0"
    assert placed("M50 0 L100 50", 50, 50, 100, 90) == "M 100.0 50.0 L 50.0 100.0"
    assert placed("M50 0 L100 50", 50, 50, 100, mirrored=True) == "M 50.0 0.0 L 0.0 50.0"


def test_a_half_gets_its_mirror_image() -> None:
    assert both_halves("M50 0 L90 40 C80 60 70 80 50 100") == (
        "M50 0 L90 40 C80 60 70 80 50 100 C 30 80 20 60 10 40 L 50 0 Z"
    )
