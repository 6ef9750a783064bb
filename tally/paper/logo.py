"""The club's logo on a sheet. Lengths are points."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO

from reportlab.lib.utils import ImageReader

from tally.paper.document import Document
from tally.paper.measures import Canvas

Box = tuple[float, float, float, float]  # left, bottom, right, top


def logo_size(logo: bytes, width: float, height: float) -> tuple[float, float]:
    """The width and height of a logo, as large as it fits into so much room; (0, 0) for none."""
    if not logo:
        return 0.0, 0.0
    wide, high = _picture(logo).getSize()
    scale = min(width / wide, height / high)
    return wide * scale, high * scale


def draw_logo(document: Document, box: Box, *, across: float = 0.5) -> float:
    """Draw the club's logo as large as it fits into a box, and return its width: 0 for a club without one.

    In a wider box it stands in the middle, or as far `across` as is told: 0 at the left, 1 at the right; in a higher
    one it stands in the middle. Screen readers skip it: write the club's name beside it, or what it stands for.
    """
    left, foot, right, top = box
    logo = document.job.look.logo
    wide, high = logo_size(logo, right - left, top - foot)
    if not wide:
        return 0.0

    def drawing(canvas: Canvas) -> None:
        place_logo(canvas, (0, 0, wide, high))

    name = document.form(f"logo-{wide:.1f}-{high:.1f}", (0, 0, wide, high), drawing)
    document.stamp(name, left + (right - left - wide) * across, foot + (top - foot - high) / 2)
    return wide


def place_logo(canvas: Canvas, box: Box, *, across: float = 0.5) -> float:
    """Draw the club's logo so on a canvas, which may be that of a form; as `draw_logo`."""
    left, foot, right, top = box
    wide, high = logo_size(canvas.look.logo, right - left, top - foot)
    if wide:
        x, y = left + (right - left - wide) * across, foot + (top - foot - high) / 2
        canvas.drawImage(_picture(canvas.look.logo), x, y, wide, high)
    return wide


@lru_cache(maxsize=4)
def _picture(logo: bytes) -> ImageReader:
    return ImageReader(BytesIO(logo))
