"""A club's logo: a PNG or an SVG becomes a PNG on white, which alone is stored and printed.

What a file is, its first bytes say; its name does not matter. Nothing of it goes further than its shapes and dots: no
names, places or comments in it, and never an SVG.
"""

from __future__ import annotations

import warnings
from io import BytesIO

from PIL import Image, ImageChops

from tally.pictures.svg_check import checked_svg, draw_svg
from tournament.people.errors import Refused

PNG_START = b"\x89PNG\r\n\x1a\n"
SVG_STARTS = (b"<", b"\xff\xfe", b"\xfe\xff")  # also in UTF-16
MOST_DOTS = 16_000_000
LEAST = 200  # dots on the longer side: fewer are a blur on 15 mm of paper
LONGEST = 8  # times as long as the shorter side
SIDES = (1200, 900, 600)  # dots on the longer side: 1,000 an inch on 3 cm of paper
FULL = 300_000  # bytes: a photograph is stored with fewer dots
FAINT = 12  # steps of 255 from white: what a copier does not see

NEITHER = "This file is no PNG and no SVG. Choose the logo as one of these; most programs can save it so."
TOO_MANY_DOTS = "This picture has far more dots than paper needs. Save it with 1200 on the longer side."
BROKEN = "This PNG is damaged, or not all of it is here. Save it again."
MOVES = "This PNG moves, and paper does not. Save one picture of it."
TOO_FEW_DOTS = "This picture has {wide} by {high} dots, a blur on paper. Choose one of 200 dots or more, or an SVG."
BLANK = "This picture is empty, or white on white: nothing of it would be seen on paper."
TOO_LONG = "This picture is more than 8 times as long as it is wide, and would be too small to see. Cut it shorter."


def logo_of(content: bytes) -> bytes:
    """A logo as it is stored: a PNG without what is transparent, cut to what is on it.

    :raises Refused: when it is no picture that can be printed, with a sentence that says why.
    """
    if not content.startswith(PNG_START):
        if not content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(SVG_STARTS):
            raise Refused(NEITHER)
        svg = checked_svg(content, LONGEST)
        content = draw_svg(svg.text, svg.wide, SIDES[0])
    return _stored(_cut(_open(content)))


def _open(content: bytes) -> Image.Image:
    """A PNG on white.

    :raises Refused: for one that is broken, moves, or has too many dots to be looked at.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            picture = Image.open(BytesIO(content), formats=["PNG"])
            if picture.width * picture.height > MOST_DOTS:
                raise Refused(TOO_MANY_DOTS)
            picture.verify()
            picture = Image.open(BytesIO(content), formats=["PNG"])
            if getattr(picture, "is_animated", False):
                raise Refused(MOVES)
            picture.load()
    except Refused:
        raise
    except Image.DecompressionBombError:
        raise Refused(TOO_MANY_DOTS) from None
    except Exception:  # Pillow says so in many ways
        raise Refused(BROKEN) from None
    return _on_white(picture)


def _on_white(picture: Image.Image) -> Image.Image:
    """A picture in colors, with white where it is transparent."""
    if picture.mode.startswith("I"):  # 16 bits of gray
        picture = picture.convert("I").point(lambda value: value / 257).convert("L")
    colors = picture.convert("RGBA")
    white = Image.new("RGBA", colors.size, "white")
    white.alpha_composite(colors)
    return white.convert("RGB")


def _cut(picture: Image.Image) -> Image.Image:
    """A picture without the white around what is on it.

    :raises Refused: when nothing is on it, or what is has no size or shape to be printed in.
    """
    white = Image.new("RGB", picture.size, "white")
    inked = ImageChops.difference(picture, white).convert("L").point([0] * FAINT + [255] * (256 - FAINT))
    box = inked.getbbox()
    if box is None:
        raise Refused(BLANK)
    cut = picture.crop(box)
    if max(cut.size) < LEAST:
        raise Refused(TOO_FEW_DOTS.format(wide=cut.width, high=cut.height))
    if max(cut.size) > LONGEST * min(cut.size):
        raise Refused(TOO_LONG)
    return cut


def _stored(picture: Image.Image) -> bytes:
    """A PNG of a picture, with so many dots that it has not too many bytes.

    What is faint fades with fewer dots, so it is cut again: a logo that comes back in a club's file stays as it is.

    :raises Refused: when what is left has no size or shape to be printed in.
    """
    for side in SIDES:
        file, fewer = BytesIO(), picture.copy()
        fewer.thumbnail((side, side), Image.Resampling.LANCZOS)
        _cut(fewer).save(file, "PNG", optimize=True)
        if file.tell() <= FULL:
            break
    return file.getvalue()
