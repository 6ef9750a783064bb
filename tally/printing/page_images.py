"""The pages of a PDF as PNG: one picture, or a ZIP of several, numbered. No Django: the worker draws them.

PDFium works in one thread of a process only, so a server never draws pages itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import IO
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from PIL import Image
from pypdfium2 import PdfDocument

from tournament.people.errors import Refused

DPI = 200  # pixels an inch: a code on a card has four or more for each of its modules
COLORS = 64  # ink, the club's color and what is between them and paper: a third of the bytes of all colors
NEARLY_WHITE = 248  # what the choice of colors makes of the paper's white where it has gray beside it
MOST_PAGES = 100  # of a ZIP, which is sent in one piece: 10 to 15 MB


def write_images(pdf: bytes, file: Path, title: str, progress: Callable[[int], None] | None = None) -> int:
    """Write the pages of a PDF into a file, one after the other, and return how many there are.

    One page is a PNG. Several are a ZIP of tally-cards-1.png and so on, which is the same for the same pages.

    :param title: what the pictures in a ZIP are called.
    :param progress: is called with the number of pages drawn.
    :raises Refused: for more than `MOST_PAGES`.
    """
    document = PdfDocument(pdf)
    count = len(document)
    require_few(count)
    if count == 1:
        with file.open("wb") as picture:
            _save(document, 0, picture)
        return 1
    name, digits = re.sub(r"[^a-z0-9]+", "-", title.lower()), len(str(count))
    with ZipFile(file, "w", ZIP_STORED) as archive:  # a PNG is compressed already
        for number in range(1, count + 1):
            with archive.open(ZipInfo(f"{name}-{number:0{digits}}.png"), "w") as picture:
                _save(document, number - 1, picture)
            if progress:
                progress(number)
    return count


def require_few(pages: int) -> None:
    """Check that so many pages are not too many for pictures.

    :raises Refused: for more than `MOST_PAGES`.
    """
    if pages > MOST_PAGES:
        raise Refused(f"These are {pages} pages, and pictures are for up to {MOST_PAGES}. Print them as PDF.")


def _save(document: PdfDocument, index: int, file: IO[bytes]) -> None:
    """Draw one page into an open file; its pixels are given back before the next one."""
    page = document[index]
    bitmap = page.render(scale=DPI / 72)
    picture = bitmap.to_pil().convert("RGB").quantize(COLORS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    picture.putpalette([255 if level >= NEARLY_WHITE else level for level in picture.getpalette() or []])
    picture.save(file, "PNG", dpi=(DPI, DPI))
    bitmap.close()
    page.close()
