"""Small objects of a file by the ten thousand: packed and compressed, which ReportLab does not do.

A file's tags are a hundred objects a card. Formatted one by one, they would take longer than all
drawing, and more room.
Sources: object streams and cross-reference streams are ISO 32000-1, 7.5.7 and 7.5.8.
"""

from __future__ import annotations

import zlib
from array import array
from itertools import accumulate
from struct import Struct

from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFFile, PDFIndirectObject, PDFName, PDFStream

from tally.paper.measures import Canvas

VERSION = (1, 7)  # which PDF/UA is about
TOGETHER = 400  # objects in a stream: a reader unpacks all of them for one
QUICK, PAGES = 1, 3  # zlib's levels; tags repeat themselves so much that more effort gains little
ENTRY = Struct(">BIH")  # of the cross-reference stream
FREE = bytes(ENTRY.size)


class Packed:
    """The small objects of one document, and how its file is written with them."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas, self._document = canvas, canvas._doc
        self._numbers: list[int] = []
        self._texts: list[str] = []
        self._streams: list[tuple[int, array[int], bytes]] = []

    def reserve(self, count: int = 1) -> int:
        """Reserve the numbers of so many objects, which follow one another; return the first."""
        first: int = self._document.objectcounter + 1
        self._document.objectcounter += count
        return first

    def add(self, number: int, *texts: str) -> None:
        """Add objects, as the file has them, in ASCII; their numbers follow the first one's."""
        self._numbers += range(number, number + len(texts))
        self._texts += texts
        if len(self._texts) >= TOGETHER:
            self._pack()

    def _pack(self) -> None:
        numbers, texts = self._numbers, self._texts
        self._numbers, self._texts = [], []
        starts = accumulate([0, *map(len, texts)], lambda start, length: start + length + 1)
        index = " ".join([f"{number} {start}" for number, start in zip(numbers, starts, strict=False)])
        body = zlib.compress("\n".join([index, *texts]).encode("ascii"), QUICK)
        head = f"<</Type/ObjStm/N {len(texts)}/First {len(index) + 1}/Filter/FlateDecode/Length {len(body)}>>stream\n"
        self._streams.append((self.reserve(), array("L", numbers), head.encode("ascii") + body + b"\nendstream"))

    @staticmethod
    def stream(content: str) -> PDFStream:
        """What a page draws, compressed at once: ReportLab would keep the text of all pages."""
        filtered = PDFDictionary({"Filter": PDFName("FlateDecode")})
        return PDFStream(filtered, zlib.compress(content.encode("latin-1"), PAGES) + b"\n")

    def write(self) -> bytes:
        """Write the finished file: what ReportLab has, these objects, and where each is."""
        document = self._document
        for font in document.delayedFonts:
            font.addObjects(document)
        document.info.invariant = document.invariant
        document.info.digest(document.signature)
        root, info = (document.Reference(each).format(document).decode() for each in (document.Catalog, document.info))
        document.Outlines.prepare(document, self._canvas)
        if document.Outlines.ready < 0:
            document.Catalog.Outlines = None
        self._pack()
        file, number, table = PDFFile(VERSION), 0, bytearray(FREE)
        while number < document.objectcounter:  # objects may ask for others while they are formatted
            number += 1
            table += FREE
            if name := document.numberToId.get(number):
                offset = file.add(PDFIndirectObject(name, document.idToObject[name]).format(document))
                _enter(table, number, 1, offset)
        for stream, numbers, content in self._streams:
            _enter(table, stream, 1, file.add(b"%d 0 obj\n%s\nendobj\n" % (stream, content)))
            for place, number in enumerate(numbers):
                _enter(table, number, 2, stream, place)
        last, offset = document.objectcounter + 1, file.offset
        table += FREE
        _enter(table, last, 1, offset)
        packed = zlib.compress(table)
        head = (
            f"<</Type/XRef/Size {last + 1}/W[1 4 2]/Root {root}/Info {info}/Filter/FlateDecode/Length {len(packed)}/ID"
        )
        file.add(b"%d 0 obj\n%s%s>>stream\n" % (last, head.encode("ascii"), document.ID()))
        file.add(packed + b"\nendstream\nendobj\nstartxref\n%d\n%%%%EOF\n" % offset)
        return bytes(file.format(document))


def _enter(table: bytearray, number: int, kind: int, where: int, place: int = 0) -> None:
    """Enter where an object is: at an offset of the file (1), or at a place in a stream of objects (2)."""
    ENTRY.pack_into(table, ENTRY.size * number, kind, where, place)
