"""Small objects of a file by the ten thousand: packed and compressed, which ReportLab does not do.

A file's tags are a hundred objects a card. Formatted one by one by ReportLab, they take nearly as long as all else, and
twice the memory; qpdf, which can pack a finished file, takes still more. So ReportLab formats what it has, and we only
what it cannot.
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
ENTRY = Struct(">BIH")  # of the cross-reference stream: at an offset of the file (1) or at a place in a stream (2)


class Packed:
    """The small objects of one document, and how its file is written with them."""

    def __init__(self, canvas: Canvas) -> None:
        self._document = canvas._doc
        self._document.format = self._format
        self._objects: dict[int, str] = {}
        self._streams: list[tuple[int, array[int], bytes]] = []

    def reserve(self, count: int = 1) -> int:
        """Reserve the numbers of so many objects, which follow one another; return the first."""
        first: int = self._document.objectcounter + 1
        self._document.objectcounter += count
        return first

    def add(self, number: int, *texts: str) -> None:
        """Add objects, as the file has them, in ASCII; their numbers follow the first one's."""
        self._objects.update(enumerate(texts, number))
        if len(self._objects) >= TOGETHER:
            self._pack()

    def _pack(self) -> None:
        numbers, texts = array("L", self._objects), list(self._objects.values())
        self._objects.clear()
        starts = accumulate([len(text) + 1 for text in texts], initial=0)
        index = " ".join([f"{number} {start}" for number, start in zip(numbers, starts, strict=False)])
        body = zlib.compress("\n".join([index, *texts]).encode("ascii"), QUICK)
        head = f"<</Type/ObjStm/N {len(texts)}/First {len(index) + 1}/Filter/FlateDecode/Length {len(body)}>>stream\n"
        self._streams.append((self.reserve(), numbers, head.encode("ascii") + body + b"\nendstream"))

    @staticmethod
    def stream(content: str) -> PDFStream:
        """What a page draws, compressed at once: ReportLab would keep the text of all pages."""
        filtered = PDFDictionary({"Filter": PDFName("FlateDecode")})
        return PDFStream(filtered, zlib.compress(content.encode("latin-1"), PAGES) + b"\n")

    def _format(self) -> bytes:
        """Format the finished file: what ReportLab has, these objects, and where each is."""
        document, file, places = self._document, PDFFile(VERSION), dict[int, int]()
        root, info = (document.Reference(each).format(document).decode() for each in (document.Catalog, document.info))
        self._pack()
        while late := document.numberToId.keys() - places.keys():  # objects ask for others while they are formatted
            for number in sorted(late):
                name = document.numberToId[number]
                places[number] = file.add(PDFIndirectObject(name, document.idToObject[name]).format(document))
        for stream, _, content in self._streams:
            places[stream] = file.add(b"%d 0 obj\n%s\nendobj\n" % (stream, content))
        last, start = self.reserve(), file.offset
        places[last] = start
        table = bytearray(ENTRY.size * (last + 1))
        for number, place in places.items():
            ENTRY.pack_into(table, ENTRY.size * number, 1, place, 0)
        for stream, numbers, _ in self._streams:
            for place, number in enumerate(numbers):
                ENTRY.pack_into(table, ENTRY.size * number, 2, stream, place)
        packed = zlib.compress(table)
        head = (
            f"<</Type/XRef/Size {last + 1}/W[1 4 2]/Root {root}/Info {info}/Filter/FlateDecode/Length {len(packed)}/ID"
        )
        file.add(b"%d 0 obj\n%s%s>>stream\n" % (last, head.encode("ascii"), document.ID()))
        file.add(packed + b"\nendstream\nendobj\nstartxref\n%d\n%%%%EOF\n" % start)
        return bytes(file.format(document))
