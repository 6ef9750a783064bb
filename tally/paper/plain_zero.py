"""The zero of numbers, dates and money: the typeface's own, without the slash.

Atkinson Hyperlegible slashes its zero, and has no other. A password needs the slash; a table's number, nine
centimeters high, looks like a no-entry sign with it. So the zero is drawn again: its outline, and its counter in one
piece, of which the slash leaves a half on each side.
"""

from __future__ import annotations

from struct import pack
from typing import Any

Half = tuple[tuple[int, int], ...]

ZEROS: dict[str, tuple[tuple[int, Half], ...]] = {
    # outline and counter by the sum of their left and right edges, and the left half's points from the foot up, in
    # thousandths of the size; all are off the curve, which passes halfway between two of them
    "Regular": (
        (648, ((195, -12), (60, 167), (60, 502), (195, 680))),
        (648, ((236, 62), (151, 204), (151, 466), (236, 606))),
    ),
    "Bold": (
        (663, ((238, -12), (110, 73), (45, 229), (45, 496), (191, 680))),
        (662, ((273, 101), (201, 214), (201, 456), (272, 567))),
    ),
}


def without_slash(face: Any, weight: str) -> None:
    """Put the plain zero in the place of a face's own, before anything is drawn with it.

    :raises ValueError: if it takes more room there than the face's own.
    """
    number = face.charToGlyph[ord("0")]
    start, end = (face.get_table_pos("glyf")[0] + face.glyphPos[glyph] for glyph in (number, number + 1))
    zero = _glyph(weight)
    if start + len(zero) > end:
        raise ValueError("The plain zero is too long for its place in the typeface.")
    face._ttf_data = face._ttf_data[:start] + zero.ljust(end - start, b"\0") + face._ttf_data[end:]


def _glyph(weight: str) -> bytes:
    """The zero as a simple glyph without hints (OpenType, table "glyf"): its box, where each contour ends, its points.

    An outline runs clockwise and a counter the other way round. Points are differences from the one before.
    """
    whole = [[*half, *((edges - x, y) for x, y in reversed(half))] for edges, half in ZEROS[weight]]
    points = [*whole[0], *reversed(whole[1])]
    across, up = zip(*points, strict=True)
    steps = [
        at - before for line in (across, up) for at, before in zip(line, (0, *line[:-1]), strict=True)
    ]  # 16 bits each, as flags of 0 say
    head = pack(">5h3H", 2, min(across), min(up), max(across), max(up), len(whole[0]) - 1, len(points) - 1, 0)
    return head + bytes(len(points)) + pack(f">{len(steps)}h", *steps)
