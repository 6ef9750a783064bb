"""The typefaces of scripts whose letters join, stack or run from right to left, and how a text in them is set.

They are variable faces: HarfBuzz cuts both weights out of one file, for which ReportLab has no means, and it chooses
and places the shapes of letters, as a browser does (`uharfbuzz`, by which ReportLab shapes, too). Which parts of a line
come first is Unicode's bidirectional algorithm (`python-bidi`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import fontpkg_heebo as heebo
import fontpkg_noto_sans_arabic as arabic
import fontpkg_noto_sans_devanagari as devanagari
import fontpkg_noto_sans_thai as thai
import uharfbuzz
from bidi import get_display
from bidi.mirror import MIRRORED
from reportlab.pdfbase import pdfmetrics, ttfonts
from reportlab.pdfbase.ttfonts import ShapedStr, TTFont

from tally.paper.letters import JOINERS, script_of
from tournament.people.names import not_isolated

FILES = {
    "Hebrew": (heebo, "Heebo[wght].ttf"),
    "Arabic": (arabic, "NotoSansArabic[wdth,wght].ttf"),
    "Devanagari": (devanagari, "NotoSansDevanagari[wdth,wght].ttf"),
    "Thai": (thai, "NotoSansThai[wdth,wght].ttf"),
}
WEIGHTS = {"Regular": 400, "Bold": 700}
PRIVATE = 0xE000  # the first of Unicode's private characters, which stand for shapes that no letter has alone
RIGHT_TO_LEFT = ("Hebrew", "Arabic")
_TWO_SIDED = re.compile(f"[{re.escape(''.join(MIRRORED))}]")
_MARK = "\N{COMBINING GRAPHEME JOINER}"  # takes the direction of the sign before it, and is not printed otherwise
_MARKED = re.compile(f"{_MARK}({_TWO_SIDED.pattern})|({_TWO_SIDED.pattern}){_MARK}")
TURNED = ("R", "AL", "NSM")  # their letters and marks; figures run from left to right there, too


class Glyph(NamedTuple):
    """A shape of a typeface and where it is drawn, in thousandths of the size from the beginning of its piece."""

    number: int
    x: float
    y: float


@cache
def face_of(script: str, weight: str) -> str:
    """The name of a script's face in a weight of `WEIGHTS`, which is read when a text needs it for the first time."""
    name = f"{script}-{weight}"
    package, file = FILES[script]
    whole = uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(Path(package.ROOT) / "files" / file)))
    cut = uharfbuzz.SubsetInput()
    cut.keep_everything()
    cut.pin_all_axes_to_default(whole)
    cut.pin_axis_location(whole, "wght", WEIGHTS[weight])
    font = TTFont(name, BytesIO(cut.subset(whole).blob.data))
    font.face.name = name.encode()  # both weights have the name of the file, and ReportLab keeps one face a name
    pdfmetrics.registerFont(font)
    _name_all_glyphs(font)
    return name


def _name_all_glyphs(font: Any) -> None:
    """Give every shape a character of its own: ReportLab would do so by first use, differently in every process."""
    face, shaper = font.face, font.hbFont()
    for number in range(font.hbFace.glyph_count):
        if number not in face.glyphToChar:
            face.charToGlyph[PRIVATE + number] = number
            face.glyphToChar[number] = [PRIVATE + number]
            face.charWidths[PRIVATE + number] = font.pdfScale(shaper.get_glyph_h_advance(number))


@cache
def _signs(script: str) -> frozenset[int]:
    return frozenset(pdfmetrics.getFont(face_of(script, "Regular")).hbFace.unicodes)


def can_draw(sign: str) -> bool:
    """Whether one of these faces has a sign."""
    script = script_of(sign)
    return script is not None and ord(sign) in _signs(script)


def pieces_in_order(text: str) -> Iterator[tuple[str, str | None]]:
    """Split a line as it is drawn from left to right; yield each piece as it is read, with its script if it has one."""
    visible, keys = not_isolated(_in_order(text)), list[tuple[str | None, bool]]()
    for sign in visible:
        script = script_of(sign)
        turned = script in RIGHT_TO_LEFT and unicodedata.bidirectional(sign) in TURNED
        keys.append(keys[-1] if keys and sign in JOINERS else (script, turned))
    for (script, turned), pairs in groupby(zip(visible, keys, strict=True), key=lambda pair: pair[1]):
        piece = "".join(sign for sign, _ in pairs)
        yield piece[::-1] if turned else piece, script


def _in_order(text: str) -> str:
    """The signs of a line from left to right, brackets that are read from right to left turned (Unicode, UAX 9, L4).

    The library orders the signs, but does not turn them, nor say which are read from right to left. So each sign with
    two sides gets a mark, which goes with it: the mark of one that is read from right to left comes first.
    """
    marked = _TWO_SIDED.sub(lambda found: found[0] + _MARK, text)
    return _MARKED.sub(lambda found: MIRRORED[found[1]] if found[1] else found[2], str(get_display(marked)))


class Shaped(ShapedStr):  # type: ignore[misc]  # ReportLab has no types
    """The shapes of a piece of one script and their places, in thousandths of the size; drawn as any text.

    `text` is what a reader of the file takes it for, "" where the shapes are letters and say so themselves.
    """

    text: str

    @property
    def width(self) -> float:
        """The width as a share of the size."""
        return float(sum(shape.x_advance for shape in self.__shapeData__)) / 1000


@lru_cache(maxsize=8192)
def shaped(piece: str, face: str) -> Shaped:
    """Choose and place the shapes of a piece of one script."""
    shapes = ttfonts.shapeStr(piece, face, 1000, force=True)
    found = Shaped(shapes, shapes.__shapeData__)
    found.text = _as_read(piece, found) if face.partition("-")[0] in RIGHT_TO_LEFT else piece
    return found


def _as_read(piece: str, shapes: str) -> str:
    """A piece from right to left as a file holds it.

    PDFium, which reads for Chrome, Edge and our tests, puts letters in the order of reading by itself, as they stand on
    the page from left to right. It does so for the text that shapes without a character carry, too, unless there are
    vowel points in it.
    """
    if any(unicodedata.combining(sign) for sign in piece):
        return piece
    plain = all(unicodedata.category(sign) != "Co" for sign in shapes)
    return "" if plain else piece[::-1]


def shapes_of(face: str) -> Any:
    """All shapes of a face, as HarfBuzz has them."""
    return pdfmetrics.getFont(face).hbFace


def glyphs_of(piece: Shaped, face: str) -> Iterator[Glyph]:
    """Yield the shapes of a shaped piece, for those who draw without ReportLab."""
    numbers, x = pdfmetrics.getFont(face).face.charToGlyph, 0.0
    for sign, shape in zip(piece, piece.__shapeData__, strict=True):
        yield Glyph(numbers[ord(sign)], x + shape.x_offset, shape.y_offset)
        x += shape.x_advance
