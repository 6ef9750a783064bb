"""The typefaces of pictures, the same as on paper: how wide a text is, and how it is made to fit."""

from __future__ import annotations

from bisect import bisect
from functools import lru_cache
from pathlib import Path

import fontpkg_atkinson_hyperlegible as atkinson
import fontpkg_fira_sans as fira
import uharfbuzz
from PIL import Image, ImageFont

from tally.paper import scripts
from tally.paper.fonts import BOLD, REGULAR, before_marks, is_shaped, printable_text, runs
from tally.paper.scripts import Shaped

ROOTS = {"AtkinsonHyperlegible": atkinson.ROOT, "FiraSans": fira.ROOT}
LEAST = 26.0  # the smallest text, in pixels of the picture: 9 on a phone that shows it across its screen
UNIT = 100  # the size at which texts are measured
FINE = 64  # steps of a pixel in which shapes are placed


@lru_cache(maxsize=256)
def face_of(name: str, size: int) -> ImageFont.FreeTypeFont:
    """A typeface of paper at this size."""
    return ImageFont.truetype(str(Path(str(ROOTS[name.partition("-")[0]])) / "files" / f"{name}.ttf"), size)


@lru_cache(maxsize=4096)
def _width(text: str, font: str) -> float:
    return sum(piece_width(piece, face) for piece, face in runs(text, font))


def piece_width(piece: str, face: str) -> float:
    """The width of a piece in one face, as a share of the size."""
    if isinstance(piece, Shaped):
        return piece.width
    return face_of(face, UNIT).getlength(piece) / UNIT


def width_of(text: str, font: str, size: float, spacing: float = 0) -> float:
    """The width of a printable text in pixels, with `spacing` between its letters unless they are shaped."""
    between = spacing * max(len(text) - 1, 0) if spacing and not is_shaped(text) else 0
    return _width(text, font) * size + between


def mask_of(piece: Shaped, face: str, size: int) -> tuple[Image.Image, int, int]:
    """A shaped piece as a mask, and its left and top edges from the beginning of the baseline, in pixels.

    HarfBuzz draws it: Pillow's own shaping needs a library of the computer that laptops often lack.
    """
    font, pen = uharfbuzz.Font(scripts.shapes_of(face)), uharfbuzz.RasterDraw()
    font.scale = (size * FINE, size * FINE)
    for glyph in scripts.glyphs_of(piece, face):
        pen.transform = (1 / FINE, 0, 0, 1 / FINE, glyph.x * size / 1000, glyph.y * size / 1000)
        pen.draw_glyph(font, glyph.number)
    drawn = pen.render()
    box = drawn.extents
    mask = Image.frombytes("L", (box.width, box.height), bytes(drawn.buffer), "raw", "L", box.stride, -1)
    return mask, box.x_origin, -(box.y_origin + box.height)


def fit(text: str, font: str, size: float, width: float, least: float = LEAST, spacing: float = 0) -> tuple[str, float]:
    """The text and size that fit into `width`: smaller, down to `least`, then cut, with an ellipsis."""
    text = printable_text(text)
    spaces = 0 if is_shaped(text) else spacing * max(len(text) - 1, 0)
    size = min(size, max(least, size * (width - spaces) / max(width_of(text, font, size), 1)))
    if width_of(text, font, size, spacing) <= width + 0.01:
        return text, size
    end = bisect(range(len(text)), width, key=lambda end: width_of(text[:end] + "…", font, size, spacing)) - 1
    return text[: before_marks(text, max(end, 0))].rstrip(" -·,.") + "…", size


def on_lines(text: str, font: str, size: float, width: float, least: float = LEAST) -> tuple[list[str], float]:
    """The text on one line, or on two where it is shown larger so, and the size that fits; cut where nothing does."""
    text = printable_text(text)
    ends = [at for at, sign in enumerate(text[:-1], 1) if sign in " -"]
    breaks = [(text[:at].rstrip(), text[at:].lstrip()) for at in ends]
    pair = min(breaks, key=lambda two: max(width_of(line, font, size) for line in two), default=None)
    alone, one_size = fit(text, font, size, width, least)
    if pair is None or (one_size > 0.66 * size and alone == text):
        return [alone], one_size
    longest = max(pair, key=lambda line: width_of(line, font, size))
    smaller = fit(longest, font, size, width, least)[1]
    return [fit(line, font, smaller, width, smaller)[0] for line in pair], smaller


__all__ = [
    "BOLD",
    "LEAST",
    "REGULAR",
    "face_of",
    "fit",
    "is_shaped",
    "mask_of",
    "on_lines",
    "piece_width",
    "runs",
    "width_of",
]
