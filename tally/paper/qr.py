"""QR codes, drawn as one path of rectangles.

Source: a code and its quiet zone of four modules are ISO/IEC 18004.
"""

from __future__ import annotations

import re
from functools import lru_cache

import segno

from tally.paper.measures import MM, Canvas

QR_SIDE = 20.2 * MM
CHUNK = 5  # modules
QR_QUIET = 3.25 * MM  # at least four modules of a version-2 code at that side


def quiet_zone(side: float) -> float:
    """The white margin around a QR code of this width: four modules of a version-2 code, in points."""
    return side * 4 / 25


def qr_matrix(address: str) -> tuple[bytes, ...]:
    """The modules of an address's QR code, dark ones 1, rows from the top, without the quiet zone.

    Version 2 at error level M holds 38 signs in capitals; longer ones take the next version that has room.
    The mask is fixed: any of the eight can be read, and trying all of them is most of the work. What is not ASCII (the
    name of a network) says that it is UTF-8, as Android's own codes do: without that, readers guess, and zbar guesses
    "Caf嬞" for "Café".
    """
    small = len(address) <= 38 and not set(address) - set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")
    utf8 = not address.isascii()
    code = segno.make_qr(
        address,
        error="m",
        version=2 if small else None,
        mask=2,
        boost_error=False,
        encoding="utf-8" if utf8 else None,
        eci=utf8,
    )
    return tuple(map(bytes, code.matrix))


def draw_qr(canvas: Canvas, address: str, x: float, y: float, side: float = QR_SIDE) -> None:
    """Draw a QR code with its lower left corner at (x, y): one path of rectangles, each a run of dark modules.

    The caller keeps `QR_QUIET` points free on all four sides.
    """
    rows = qr_matrix(address)
    count = len(rows)
    path = [
        _runs(start, count - 1 - top, row[start : start + CHUNK])
        for top, row in enumerate(rows)
        for start in range(0, count, CHUNK)
    ]
    module = f"{side / count:.5f}"
    canvas._code += [f"q 0 0 0 rg {module} 0 0 {module} {x:.4f} {y:.4f} cm", f"{' '.join(path)} f", "Q"]


@lru_cache(maxsize=16384)
def _runs(left: int, y: int, modules: bytes) -> str:
    """The rectangles of a few modules that begin at `left`; there are few such pieces, and a code has a hundred."""
    runs = re.finditer(b"\1+", modules)
    return " ".join(f"{left + run.start()} {y} {run.end() - run.start()} 1 re" for run in runs)
