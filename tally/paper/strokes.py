"""Writing on a page: a line of text, and figures that line up in columns."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain, pairwise

from reportlab.pdfbase import pdfmetrics

from tally.paper.fonts import REGULAR, SECOND, _width, placed, width_of
from tally.paper.measures import FIGURE, TEXT, Canvas
from tally.paper.scripts import Shaped
from tournament.people.names import not_isolated


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
    """Write one line of text with its baseline at `y`; `x` is its "left", "center" or "right". Return its width."""
    wide = width_of(text, font, size, spacing)
    left = x - {"left": 0.0, "center": wide / 2, "right": wide}[align]
    pieces = placed(text, font)
    if any(isinstance(piece, Shaped) for piece, *_ in pieces):
        with canvas.tags.spelled(not_isolated(text)):
            _write_shaped(canvas, left, y, pieces, size)
        return wide
    apart = f"{spacing:g} Tc " if spacing else ""
    for piece, face, at, before in pieces:
        chosen = pdfmetrics.getFont(face)
        shown = [
            f"{chosen.getSubsetInternalName(part, canvas._doc)} {size:.4g} Tf ({canvas._escape(signs)}) Tj"
            for part, signs in chosen.splitString(piece, canvas._doc)
        ]
        end = " 0 Tc" if spacing else ""
        x = left + at * size + before * spacing
        canvas._code.append(f"BT {x:.4f} {y:.4f} Td {apart}{' '.join(shown)}{end} ET")
    return wide


def _write_shaped(
    canvas: Canvas, left: float, y: float, pieces: tuple[tuple[str, str, float, int], ...], size: float
) -> None:
    """Write pieces of which some are shaped; these carry their text, as shapes that no letter has alone have none."""
    for piece, face, at, _ in pieces:
        with canvas.tags.piece(piece.text if isinstance(piece, Shaped) else ""):
            canvas.setFont(face, size)
            canvas.drawString(left + at * size, y, piece)


def figures_width(text: str, font: str, size: float) -> float:
    """The width of a text set by `figures`, in points: all figures equally wide, other signs as they are."""
    one, dot, other = text.partition("·")
    return (_setting(one + dot, font)[2] + (_setting(other, font)[2] if dot else 0)) * size


def figures(canvas: Canvas, x: float, y: float, text: str, font: str, size: float, *, align: str = "right") -> None:
    """Write figures that line up in columns.

    The face's figures differ in width (a 1 is two thirds of a 0), so each is centered on its own step.
    """
    canvas._code.append(figures_code(face_code(canvas, font, size), x, y, text, font, size, align=align))


def figures_code(face: str, x: float, y: float, text: str, font: str, size: float, *, align: str = "right") -> str:
    """The operators that write figures so; `face` are those that choose their face, from `face_code`."""
    to_left, signs = (_place if "·" in text else _placed)(text, font, size, align)  # pairs are too many for the cache
    return f"BT {face} {x + to_left:.2f} {y:.2f} Td {signs} ET"


def _place(text: str, font: str, size: float, align: str) -> tuple[float, str]:
    """How far from its place a text in figures begins, in points, and the operators that show it."""
    first, wide, signs = _steps(text, font)
    return ({"left": 0.0, "center": -0.5, "right": -1.0}[align] * wide + first) * size, signs


def face_code(canvas: Canvas, font: str, size: float) -> str:
    """The operators that choose the first part of an embedded face; ReportLab has no call for this."""
    return f"{pdfmetrics.getFont(font).getSubsetInternalName(0, canvas._doc)} {size:.4g} Tf"


_placed = lru_cache(maxsize=4096)(_place)

SIGNS = "·−–"  # signs that occur among figures
_PLACES = {sign: f"\\{place:03o}" for place, sign in enumerate(SIGNS, 1)}


def begin_faces(canvas: Canvas) -> None:
    """Give `SIGNS` the first free places of both faces, the same in every document."""
    for font in SECOND:
        pdfmetrics.getFont(font).splitString(SIGNS, canvas._doc)


def _steps(text: str, font: str) -> tuple[float, float, str]:
    """Where the first sign begins and the width of all, as shares of the size; and the PDF operators that show them.

    ASCII stands for itself in the first part of an embedded face, and `begin_faces` gave `SIGNS` their places there.
    Numbers of several figures carry their text, because a screen reader would read an 11 with its gaps as "1 1".
    """
    one, dot, other = text.partition("·")
    first, last, wide, shown, words = _setting(one + dot, font)
    if dot:  # two numbers make too many pairs for the cache
        second = _setting(other, font)
        shown = f"{shown}{-1000 * (last + second[0]):.0f}{second[3]}"
        wide, words = wide + second[2], words + second[4]
    if len(text) < 2:
        return first, wide, f"[{shown}] TJ"
    return first, wide, f"/Span <</ActualText <FEFF{words}>>> BDC [{shown}] TJ EMC"


@lru_cache(maxsize=4096)
def _setting(text: str, font: str) -> tuple[float, float, float, str, str]:
    """Set figures in columns.

    Return the gaps before the first and after the last and the width of all, as shares of the size; the signs with the
    gaps between them in thousandths, as PDF operators; and the text in hexadecimal UTF-16.
    """
    own = [_width(sign, font) for sign in text]
    rooms = [FIGURE if sign.isdigit() else width for sign, width in zip(text, own, strict=True)]
    gaps = [(room - width) / 2 for room, width in zip(rooms, own, strict=True)] or [0.0]
    kerns = [f"{-1000 * (one + other):.0f}" for one, other in pairwise(gaps)]
    parts = [f"({_PLACES.get(sign, sign)})" for sign in text]
    shown = "".join(chain.from_iterable(zip(parts, [*kerns, ""], strict=False)))
    return gaps[0], gaps[-1], sum(rooms), shown, text.encode("utf-16-be").hex()
