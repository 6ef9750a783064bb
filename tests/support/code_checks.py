"""QR codes on a page, read by two readers at two densities: that of a poor copy or a phone far away, and of a scan.

zxing-cpp finds the codes; zbar reads each by itself with its quiet zone, as a phone that is held over it does. Of whole
pages with many codes zbar misses some at 100 dots an inch, whatever their size; OpenCV's detector misses most and
takes three times as long (measured on 200 codes). zbar is Debian's `libzbar0`; without it there is one reader.

Fewer than two dots to a module are read or not as the grid of dots happens to lie (measured: of 240 pages whose codes
have 41 or 45 modules in 20 mm, as the longest names and passwords of networks do, zbar misses 102 at 100 dots). Such a
page is read at as many dots as its finest code needs, as a phone is held nearer to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import zxingcpp

from tally.paper.qr import qr_matrix

if TYPE_CHECKING:
    from PIL.Image import Image
    from pypdfium2 import PdfPage

try:
    from pyzbar import pyzbar
except ImportError:  # as it does without libzbar
    pyzbar = None

POOR, FINE = 100, 200  # dots an inch
TWO_READERS = pyzbar is not None
ONE_READER = "zbar is not here: Debian has it as libzbar0."  # why, where it is so
MODULE_DOTS = 2.4  # least dots to a module of a poor copy; a code of up to 33 modules has more at `POOR` dots
QUIET_MODULES = 3.8  # of the four modules around a code that are empty, to allow for rounding


class Code(NamedTuple):
    """A code on a page: its text, the width of it and of the zone around it that is empty, and its edges.

    All are in points, the edges from the page's lower left corner.
    """

    text: str
    side: float
    quiet: float
    left: float
    foot: float
    right: float
    top: float


def read_codes(page: PdfPage, picture: Image, where: str) -> list[Code]:
    """Return the codes of a page, of which `picture` has `FINE` dots, after both readers read them at both densities.

    :raises AssertionError: with the reader, the density and the text that it missed.
    """
    codes = list(_read(picture, FINE, where))
    if codes:
        finest = min(code.side / len(qr_matrix(code.text)) for code in codes)
        dots = max(POOR, round(MODULE_DOTS * 72 / finest))
        poor = page.render(scale=dots / 72, grayscale=True).to_pil().convert("L")
        texts, poorly = Counter(code.text for code in codes), Counter(code.text for code in _read(poor, dots, where))
        assert poorly == texts, f"{where}zxing-cpp reads {poorly} at {dots} dots, not {texts}"
    return codes


def _read(picture: Image, dots: int, where: str) -> Iterator[Code]:
    """Yield what zxing-cpp reads in a picture, and check that zbar reads the same."""
    scale, high = 72 / dots, picture.height
    for code in zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCode):
        place = code.position
        across, down = place.top_right.x - place.top_left.x, place.top_right.y - place.top_left.y
        side = (across**2 + down**2) ** 0.5
        quiet = side * QUIET_MODULES / len(qr_matrix(code.text))
        corners = place.top_left, place.top_right, place.bottom_left, place.bottom_right
        xs, ys = [corner.x for corner in corners], [corner.y for corner in corners]
        if TWO_READERS:
            alone = picture.crop((min(xs) - quiet, min(ys) - quiet, max(xs) + quiet, max(ys) + quiet))
            read = [found.data.decode() for found in pyzbar.decode(alone, symbols=[pyzbar.ZBarSymbol.QRCODE])]
            assert read == [code.text], f"{where}zbar reads {read} at {dots} dots, not “{code.text}”"
        edges = min(xs), high - max(ys), max(xs), high - min(ys)
        yield Code(code.text, side * scale, quiet * scale, *(edge * scale for edge in edges))
