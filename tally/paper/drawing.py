"""Paper: its sizes, its fonts, the millimetre grid, and the few strokes everything is drawn with.

All lengths handed to ReportLab are points (1/72 inch); the grids below are written in millimetres and turned
into points by `MM`. Sources: US Letter is ANSI A, A4 is ISO 216, a QR code and its quiet zone of four modules
are ISO/IEC 18004.
"""

from __future__ import annotations

from bisect import bisect
from enum import StrEnum
from functools import cache, lru_cache
from itertools import chain, groupby, pairwise
from typing import Any, TypeAlias

import fontpkg_atkinson_hyperlegible as atkinson
import fontpkg_fira_sans as fira
import segno
from reportlab import rl_config
from reportlab.lib.colors import Color
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from tally.paper import letters
from tally.paper.letters import printable
from tournament.people.errors import Refused

Canvas: TypeAlias = Any  # ReportLab ships no types

MM = 72 / 25.4

rl_config.useA85 = 0  # streams as bytes, not as text: a tenth less work, a fifth smaller


class Paper(StrEnum):
    """A paper size. `width` and `height` are points, upright."""

    LETTER = "letter"
    A4 = "a4"

    @property
    def width(self) -> float:
        """Points from the left edge to the right."""
        return 612.0 if self is Paper.LETTER else 210 * MM

    @property
    def height(self) -> float:
        """Points from the lower edge to the upper."""
        return 792.0 if self is Paper.LETTER else 297 * MM

    @property
    def board(self) -> tuple[float, float]:
        """Width and height in points of the large sheet that goes with it: tabloid, or A3; upright."""
        return (792.0, 1224.0) if self is Paper.LETTER else (297 * MM, 420 * MM)

    @classmethod
    def named(cls, name: str) -> Paper:
        """The paper called "letter" or "a4".

        :raises ValueError: for any other name.
        """
        if name not in list(cls):
            raise Refused(f'There is no paper called "{name}" here: choose "letter" or "a4".')
        return cls(name)


# --- The grid, millimetres turned into points -------------------------------------------------------------

SAFE = 5 * MM  # no printer reaches closer to the edge, no pair of scissors cuts closer to the ink
HAIRLINE = 0.3  # the thin rule, points
RULE = 1.0  # the stout rule, points
TWIN = 1.7  # from the middle of a stout rule to that of the thin one beside it, points

TEXT = 12.0  # the smallest text on any sheet, points
LARGE = 16.0  # the same in large print
NAME = 15.0
NUMBER = 24.0
CAP = 0.668  # height of a capital or a figure, as a share of the size; the face's own measure
FIGURE = 0.625  # advance of a figure when figures stand in columns, as a share of the size

QR_SIDE = 20.4 * MM
QR_QUIET = 3.4 * MM  # at least four modules of a version-2 code at that side


def quiet(side: float) -> float:
    """What must stay white around a QR code so wide: four modules of a version-2 code, points."""
    return side * 4 / 25


GREEN = Color(0.04, 0.29, 0.20)  # baize; prints as a dark grey (about 78 %) without colour
INK = Color(0, 0, 0)  # pure black, so that a laser printer draws edges and not a raster of dots
CUT = Color(0.6, 0.6, 0.6)


# --- Fonts ------------------------------------------------------------------------------------------------

REGULAR = "AtkinsonHyperlegible-Regular"
BOLD = "AtkinsonHyperlegible-Bold"
SECOND = {REGULAR: "FiraSans-Regular", BOLD: "FiraSans-Bold"}  # Cyrillic, Greek, Vietnamese: see `letters`


def _register(name: str, root: Any) -> frozenset[str]:
    pdfmetrics.registerFont(TTFont(name, str(root / "files" / f"{name}.ttf")))
    return frozenset(map(chr, pdfmetrics.getFont(name).face.charToGlyph))


_HAS = frozenset.intersection(*(_register(name, atkinson.ROOT) for name in SECOND))


@cache
def _second_has() -> frozenset[str]:
    """What the second face has; it is read when somebody needs it for the first time."""
    return frozenset.intersection(*(_register(name, fira.ROOT) for name in SECOND.values()))


class _Either:
    """The signs that one of the two faces can draw."""

    def __contains__(self, sign: object) -> bool:
        return sign in _HAS or sign in _second_has()


@lru_cache(maxsize=8192)
def shown(text: str) -> str:
    """The text as these fonts can print it: see `letters` for what replaces what."""
    return printable(text, _Either())


def respelled(text: str) -> bool:
    """Whether signs of the text are shown as others, so that its owner may want a line to write it on."""
    return letters.respelled(text, _Either())


@lru_cache(maxsize=8192)
def runs(text: str, font: str) -> tuple[tuple[str, str], ...]:
    """A shown text in pieces of one face each: (piece, face). A word is of one face if one has it all."""
    if _HAS.issuperset(text):
        return ((text, font),)
    faces = []
    for word in text.split(" "):
        whole = _HAS.issuperset(word), _second_has().issuperset(word)
        faces += [font if whole[0] or (sign in _HAS and not whole[1]) else SECOND[font] for sign in word] + [font]
    pieces = groupby(zip(text, faces, strict=False), key=lambda pair: pair[1])
    return tuple(("".join(sign for sign, _ in pairs), face) for face, pairs in pieces)


def width_of(text: str, font: str, size: float, spacing: float = 0) -> float:
    """Points a printed text is wide, `spacing` added between letters."""
    return _width(text, font) * size + spacing * max(len(text) - 1, 0)


@lru_cache(maxsize=65536)
def _width(text: str, font: str) -> float:
    return sum(float(pdfmetrics.stringWidth(piece, face, 1)) for piece, face in runs(text, font))


def fit(text: str, font: str, size: float, width: float, least: float = TEXT) -> tuple[str, float]:
    """A text and a size that keep within `width` points: smaller, down to `least`, then with an ellipsis."""
    text = shown(text)
    wide = width_of(text, font, size)
    if wide <= width:
        return text, size
    size = max(least, int(size * width / wide * 10) / 10)
    if width_of(text, font, size) <= width:
        return text, size
    end = bisect(range(len(text)), width, key=lambda end: width_of(text[:end] + "…", font, size)) - 1
    return text[: max(end, 0)].rstrip(" -·,") + "…", size


def unbroken(text: str) -> list[str]:
    """A text as it is printed, in the pieces that stand on one line if they can."""
    return shown(text).replace("-", "-\0").replace(" ", " \0").split("\0")


def wrap(text: str, font: str, size: float, width: float, lines: int) -> list[str]:
    """At most `lines` lines of a text, broken at spaces, after hyphens, and inside a word that is longer than a line.

    What is too long even so is cut off.
    """
    out = [""]
    for piece in unbroken(text):
        while piece:
            if len(out) == lines or width_of((out[-1] + piece).rstrip(), font, size) <= width:
                out[-1] += piece
                break
            if not out[-1]:
                end = bisect(range(2, len(piece)), width, key=lambda end: width_of(piece[:end], font, size)) + 1
                out[-1], piece = piece[:end], piece[end:]
            out.append("")
    return [fit(line, font, size, width, size)[0] for line in out]


# --- Strokes ----------------------------------------------------------------------------------------------


def write(
    canvas: Canvas,
    x: float,
    y: float,
    text: str,
    font: str = REGULAR,
    size: float = TEXT,
    *,
    align: str = "left",
    spacing: float = 0,
) -> float:
    """One line of text with its baseline at `y`; `x` is its "left", "centre" or "right". Its width."""
    wide = width_of(text, font, size, spacing)
    left = x - {"left": 0.0, "centre": wide / 2, "right": wide}[align]
    for piece, face in runs(text, font):
        canvas.setFont(face, size)
        canvas.drawString(left, y, piece, charSpace=spacing)
        left += width_of(piece, font, size, spacing) + spacing
    return wide


def figures_width(text: str, font: str, size: float) -> float:
    """Points that `figures` takes for a text: every figure equally wide, other signs as they are."""
    one, dot, other = text.partition("·")
    wide = _setting(one, font)[2]
    return (wide + _setting(dot, font)[2] + _setting(other, font)[2] if dot else wide) * size


def figures(pen: Any, x: float, y: float, text: str, font: str, size: float, *, align: str = "right") -> None:
    """Figures that stand exactly under one another, into an open text object with this font and size set.

    The face's figures differ in width (a 1 is two thirds of a 0), so each is centred on its own step.
    """
    first, wide, signs = _steps(text, font)
    left = x + ({"left": 0.0, "centre": -0.5, "right": -1.0}[align] * wide + first) * size
    if pen._curSubset != 0:  # ReportLab selects a face when it first writes with it; for this, it has no call
        face, file = pdfmetrics.getFont(font), pen._canvas._doc
        pen._code.append(f"{face.getSubsetInternalName(0, file)} {size:.4g} Tf")
        pen._curSubset = 0
    pen._code.append(f"1 0 0 1 {left:.2f} {y:.2f} Tm {signs}")


SIGNS = "·−–"  # what may stand beside figures
_PLACES = {sign: f"\\{place:03o}" for place, sign in enumerate(SIGNS, 1)}


def begin_faces(canvas: Canvas) -> None:
    """Give `SIGNS` the first free places of both faces, the same in every document."""
    for font in SECOND:
        pdfmetrics.getFont(font).splitString(SIGNS, canvas._doc)


def _steps(text: str, font: str) -> tuple[float, float, str]:
    """Where the first sign begins, how wide all are, both as shares of the size; and what shows them, as PDF.

    ASCII stands for itself in the first part of an embedded face, and `begin_faces` gave `SIGNS` their places there.
    Numbers of several figures say what they are: from the gaps in it a screen reader would make "1 1" of an 11.
    """
    first, last, wide, shown, words = _setting(text.partition("·")[0], font)
    if "·" in text:  # two numbers of hundreds make too many pairs to remember
        dot, second = _setting("·", font), _setting(text.partition("·")[2], font)
        shown = f"{shown}{-1000 * last:.0f}{dot[3]}{-1000 * second[0]:.0f}{second[3]}"
        wide, words = wide + dot[2] + second[2], words + dot[4] + second[4]
    if len(text) < 2:
        return first, wide, f"[{shown}] TJ"
    return first, wide, f"/Span <</ActualText <FEFF{words}>>> BDC [{shown}] TJ EMC"


@lru_cache(maxsize=4096)
def _setting(text: str, font: str) -> tuple[float, float, float, str, str]:
    """Of figures in columns: the gap before the first and behind the last, the width of all, as shares of the size;
    the signs with what lies between them in thousandths, as PDF shows them; and the text in hexadecimal UTF-16.
    """
    own = [_width(sign, font) for sign in text]
    rooms = [FIGURE if sign.isdigit() else width for sign, width in zip(text, own, strict=True)]
    gaps = [(room - width) / 2 for room, width in zip(rooms, own, strict=True)] or [0.0]
    kerns = [f"{-1000 * (one + other):.0f}" for one, other in pairwise(gaps)]
    parts = [f"({_PLACES.get(sign, sign)})" for sign in text]
    shown = "".join(chain.from_iterable(zip(parts, [*kerns, ""], strict=False)))
    return gaps[0], gaps[-1], sum(rooms), shown, text.encode("utf-16-be").hex()


def points(number: int) -> str:
    """A number of points as it is printed, with a real minus sign."""
    return str(number).replace("-", "−")


def qr_matrix(address: str) -> tuple[bytes, ...]:
    """The modules of an address's QR code, dark ones 1, rows from the top, without the quiet zone.

    Version 2 at error level M holds 38 signs in capitals; longer ones take the next version that has room.
    The mask is fixed: any of the eight can be read, and trying all of them is most of the work.
    """
    small = len(address) <= 38 and not set(address) - set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")
    code = segno.make_qr(address, error="m", version=2 if small else None, mask=2, boost_error=False)
    return tuple(map(bytes, code.matrix))


def draw_qr(canvas: Canvas, address: str, x: float, y: float, side: float = QR_SIDE) -> None:
    """A QR code with its lower left corner at (x, y): one path of rectangles, each a run of dark modules.

    The caller keeps `QR_QUIET` points free on all four sides.
    """
    rows = qr_matrix(address)
    count = len(rows)
    path = []
    for top, row in enumerate(rows):
        start = row.find(1)
        while start >= 0:
            end = row.find(0, start) % (count + 1)  # -1, to the edge
            path.append(f"{start} {count - 1 - top} {end - start} 1 re")
            start = row.find(1, end)
    canvas.saveState()
    canvas.setFillColor(INK)
    canvas.translate(x, y)
    canvas.scale(side / count, side / count)
    canvas.addLiteral(" ".join(path) + " f")
    canvas.restoreState()
