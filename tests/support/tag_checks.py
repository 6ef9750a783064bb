"""What PDF/UA asks of a file's tags, checked by walking them, as no checker of PDF/UA is at hand.

    check_tags(pdf)

raises an AssertionError that names the page or the element. The rules: everything drawn belongs to one element of the
tree or is an artifact, is read in the order in which it is drawn, and the parent tree leads back; letters that stand
from right to left are told as they are read, and marks that have a text are read as that; rows of a table are equally
long and have headers, and in a file its columns of figures have one size each; figures and links have a text, and
figures a box around all that is drawn of them; headings skip no level; faces are embedded and say what their letters
are; the file has a title and calls itself PDF/UA.
Sources: ISO 14289-1, 7; ISO 32000-1, 14.7 and 14.8.
"""

from __future__ import annotations

import ctypes
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import unescape
from io import BytesIO
from typing import NamedTuple

import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium

PAINTS = frozenset(("S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "sh", "Do", "INLINE IMAGE", "Tj", "TJ", "'", '"'))
OPERATORS = " ".join(("BMC", "BDC", "EMC", "BI", "ID", "EI", *PAINTS))  # that the walk looks at, as pikepdf takes them
LETTERS = frozenset(("Tj", "TJ", "'", '"'))  # show letters
GROUPS = frozenset(("Document", "Sect", "Table", "THead", "TBody", "TR", "L", "LI"))
WITHIN = {
    "Sect": ("Document",),
    "THead": ("Table",),
    "TBody": ("Table",),
    "TR": ("THead", "TBody"),
    "TH": ("TR",),
    "TD": ("TR",),
    "LI": ("L",),
    "LBody": ("LI",),
    **dict.fromkeys(("H1", "H2", "H3", "P", "L", "Table"), ("Document", "Sect")),
}


FIGURES = re.compile(r"[\d·−–]*\d[\d·−–]*")
BLEED = 3.5  # points by which outlines, which PDFium counts in full, may leave a figure's box


@dataclass
class Tagged:
    """An element of the tree: what is in it, and the text of its pieces, with that of spans among them."""

    role: str
    number: int
    kids: list[Tagged] = field(default_factory=list)
    text: str = ""
    alt: str = ""
    scope: str = ""
    span: int = 1
    box: tuple[float, ...] = ()
    sizes: set[float] = field(default_factory=set)  # of the type of its own text, points
    marks: list[str] = field(default_factory=list)  # what is read of marks in it that are no letters

    def all(self, *roles: str) -> Iterator[Tagged]:
        """Yield the elements in this one that have one of these roles, in the order of reading."""
        for kid in self.kids:
            if kid.role in roles:
                yield kid
            yield from kid.all(*roles)

    @property
    def said(self) -> str:
        """All that is read of it."""
        return " ".join(filter(None, [self.alt, self.text, *self.marks, *(kid.said for kid in self.kids)]))


def check_tags(pdf: bytes) -> Tagged:
    """Check the tags of a file; return its tree."""
    with pikepdf.open(BytesIO(pdf)) as document:
        return _Walk(document, pypdfium2.PdfDocument(pdf)).root


class _Walk:
    def __init__(self, document: pikepdf.Pdf, drawn: pypdfium2.PdfDocument) -> None:
        catalog = document.Root
        assert dict(catalog.MarkInfo.items()) == {"/Marked": True} and catalog.Lang == "en"
        assert catalog.ViewerPreferences.DisplayDocTitle is True
        metadata = catalog.Metadata.read_bytes()
        assert b"<pdfuaid:part>1</pdfuaid:part>" in metadata
        title = re.search(rb'<dc:title><rdf:Alt><rdf:li xml:lang="x-default">(.+?)</rdf:li>', metadata)
        assert title and _words(document.docinfo.Title) == unescape(title[1].decode())
        numbers = list(catalog.StructTreeRoot.ParentTree.Nums)
        assert numbers[::2] == sorted(numbers[::2])
        self.parents = dict(zip(numbers[::2], numbers[1::2], strict=True))
        self.pages, self.drawn = dict[int, int](), dict[tuple[int, int], list[_Drawn]]()
        self.marks, linked = dict[tuple[int, int], list[str]](), set[int]()
        for index, page in enumerate(document.pages):
            where, at = f"page {index + 1}", _number(page.obj)
            assert page.obj.Tabs == "/S"
            self.pages[at] = page.obj.StructParents
            pieces = list(_pieces(page, where))
            mcids = [mcid for mcid, _ in pieces]
            assert mcids == list(range(len(mcids))), f"{where}: {mcids}"
            assert len(self.parents[self.pages[at]]) == len(mcids), where
            self.marks |= {(at, mcid): marks for mcid, marks in pieces}
            _check_faces(page)
            for one in _drawn(drawn[index]):
                self.drawn.setdefault((at, one.mcid), []).append(one)
            linked |= {_number(annotation) for annotation in page.obj.get("/Annots", ())}
        self.met, self.linked = dict[tuple[int, int], None](), set[int]()  # the pieces in the order of reading
        self.root = self._element(catalog.StructTreeRoot.K, None)
        wanted = {(page, mcid) for page, key in self.pages.items() for mcid in range(len(self.parents[key]))}
        assert self.met.keys() == wanted
        assert linked == self.linked
        _check_headings(self.root)
        for table in self.root.all("Table"):
            _check_table(table)
        order = list(self.pages)
        read = [(order.index(page), mcid) for page, mcid in self.met]
        assert read == sorted(read), "read in another order than drawn"
        _check_figures(self.root)

    def _element(self, entries: pikepdf.Object, parent: int | None) -> Tagged:
        number, attributes = _number(entries), entries.get("/A", {})
        found = Tagged(
            str(entries.S)[1:],
            number,
            alt=_words(entries.get("/Alt")),
            scope=str(attributes.get("/Scope", ""))[1:],
            span=attributes.get("/ColSpan", 1),
            box=tuple(map(float, attributes.get("/BBox", ()))),
        )
        if parent is not None:
            assert _number(entries.P) == parent, found
        kids = entries.get("/K", [])
        for kid in kids if isinstance(kids, list | pikepdf.Array) else [kids]:
            if isinstance(kid, int):
                page = _number(entries.Pg)
                assert found.role not in GROUPS and (page, kid) not in self.met, found
                self.met[page, kid] = None
                assert _number(self.parents[self.pages[page]][kid]) == number, found
                drawn = self.drawn.get((page, kid), [])
                words = "".join(f" {one.text}" for one in drawn if one.text)
                found.sizes |= {one.size for one in drawn if one.text}
                found.marks += self.marks[page, kid]
                if found.role == "Figure":
                    _check_box(found, drawn)
                assert "/ActualText" in entries or not _turned(words), f"{words} is not in the order of reading"
                found.text += words
            elif not kid.is_indirect:
                assert found.role == "Link" and kid.Type == "/OBJR"
                link = kid.Obj
                assert _number(self.parents[link.StructParent]) == number and _words(link.Contents)
                self.linked.add(_number(link))
            else:
                inner = self._element(kid, number)
                assert found.role in WITHIN.get(inner.role, (found.role,)), f"{inner.role} in {found.role}"
                if inner.role == "Span":
                    found.text += f" {inner.text}"
                else:
                    found.kids.append(inner)
        found.text = _words(entries.get("/ActualText")) or " ".join(found.text.split())
        return found


def _number(thing: pikepdf.Object) -> int:
    """The number of an object in its file; 0 of one that is written within another."""
    return thing.objgen[0]


class _Drawn(NamedTuple):
    """What is drawn of a piece at once: the number of the piece, its edges in points, text and the size of its type."""

    mcid: int
    edges: tuple[float, float, float, float]
    text: str = ""
    size: float = 0.0


def _drawn(page: pypdfium2.PdfPage) -> Iterator[_Drawn]:
    """Yield what is drawn on a page."""
    texts, size = page.get_textpage(), ctypes.c_float()
    for item in page.get_objects(max_depth=1):
        mcid, edges = pdfium.FPDFPageObj_GetMarkedContentID(item), item.get_bounds()
        if item.type != pdfium.FPDF_PAGEOBJ_TEXT:
            yield _Drawn(mcid, edges)
            continue
        length = pdfium.FPDFTextObj_GetText(item, texts, None, 0)
        buffer = ctypes.create_string_buffer(length)
        pdfium.FPDFTextObj_GetText(item, texts, ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), length)
        pdfium.FPDFTextObj_GetFontSize(item, size)
        scale = (item.get_matrix().a ** 2 + item.get_matrix().b ** 2) ** 0.5
        yield _Drawn(mcid, edges, buffer.raw.decode("utf-16-le").rstrip("\0"), round(size.value * scale, 1))


def _turned(text: str) -> bool:
    """Whether a text has letters that stand on a page from right to left."""
    return any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in text)


def _words(text: pikepdf.Object | None) -> str:
    return "" if text is None else str(text)


def _pieces(page: pikepdf.Page, where: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the number of each of a page's pieces, and the texts of its spans in which no letters are drawn.

    What is drawn is in a piece, or in an artifact, and neither in another.
    """
    open_marks, mcid, marks, said = list[str](), -1, list[str](), ""
    for operands, found in pikepdf.parse_content_stream(page, OPERATORS):
        operator = str(found)
        if operator in ("BMC", "BDC"):
            entries = operands[-1] if operator == "BDC" else {}
            mark = "Artifact" if operands[0] == "/Artifact" else "piece" if "/MCID" in entries else "span"
            assert mark == "span" or not {"Artifact", "piece"} & set(open_marks), f"{where}: {operands} in {open_marks}"
            open_marks.append(mark)
            if mark == "piece":
                mcid, marks = entries["/MCID"], []
            elif mark == "span":
                said = _words(entries.get("/ActualText"))
        elif operator == "EMC":
            match open_marks.pop():
                case "piece":
                    yield mcid, marks
                case "span" if said.strip():
                    marks.append(said.strip())
                    said = ""
        elif operator in PAINTS:
            assert {"Artifact", "piece"} & set(open_marks), f"{where}: {operator} {operands} is not marked"
            said = "" if operator in LETTERS else said
            if operator == "Do":
                form = page.resources.XObject[operands[0]]
                assert "Artifact" in open_marks and b"/MCID" not in form.read_bytes(), f"{where}: a form is read"
    assert not open_marks


def _check_faces(page: pikepdf.Page) -> None:
    for name, face in page.resources.Font.items():
        assert "/FontFile2" in face.FontDescriptor and face.ToUnicode.read_bytes(), name


def _check_box(figure: Tagged, drawn: Sequence[_Drawn]) -> None:
    """Check that a figure has a text, and a box around all that is drawn of it."""
    assert figure.alt and len(figure.box) == 4, figure
    left, foot, right, top = figure.box
    for one in drawn:
        inside = one.edges[0] > left - BLEED and one.edges[1] > foot - BLEED
        inside = inside and one.edges[2] < right + BLEED and one.edges[3] < top + BLEED
        assert inside, f"“{figure.alt}” is drawn at {one.edges}, beyond its box {figure.box}"


def _check_figures(root: Tagged) -> None:
    """Check that each column of figures has one size in all tables of a file that have the same heads."""
    sizes: dict[tuple[str, ...], dict[int, set[float]]] = {}
    for table in root.all("Table"):
        rows = list(table.all("TR"))
        heads = tuple(cell.text for cell in rows[0].kids)
        for row in rows[1:]:
            for column, cell in enumerate(row.kids):
                if FIGURES.fullmatch(cell.text):
                    sizes.setdefault(heads, {}).setdefault(column, set()).update(cell.sizes)
    for heads, columns in sizes.items():
        for column, found in columns.items():
            assert len(found) == 1, f"figures of {sorted(found)} points in column {column + 1} of {heads}"


def _check_headings(root: Tagged) -> None:
    level = 0
    for heading in root.all("H1", "H2", "H3"):
        assert int(heading.role[1]) <= level + 1, f"{heading.role} “{heading.text}” after H{level}"
        level = int(heading.role[1])


def _check_table(table: Tagged) -> None:
    rows = list(table.all("TR"))
    widths = {sum(cell.span for cell in row.kids) for row in rows}
    assert len(widths) == 1, f"rows of {widths} cells: {[row.said for row in rows]}"
    assert all(head.scope in ("Column", "Row") for head in table.all("TH"))
    headed = any(head.scope == "Column" for head in table.all("TH"))
    assert headed or all(any(cell.scope == "Row" for cell in row.kids) for row in rows), f"no headers: {table.said}"
