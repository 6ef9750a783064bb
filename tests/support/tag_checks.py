"""What PDF/UA asks of a file's tags, checked by walking them, as no checker of PDF/UA is at hand.

    check_tags(pdf)

raises an AssertionError that names the page or the element. The rules: everything drawn belongs to one element of the
tree or is an artifact, and the parent tree leads back; letters that stand from right to left are told as they are read;
rows of a table are equally long and have headers; figures and links have a text; headings skip no level; faces are
embedded and say what their letters are; the file calls itself PDF/UA.
Sources: ISO 14289-1, 7; ISO 32000-1, 14.7 and 14.8.
"""

from __future__ import annotations

import ctypes
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

import pdfplumber
import pypdfium2
import pypdfium2.raw as pdfium
from pdfminer.pdfinterp import PDFContentParser
from pdfminer.pdftypes import PDFObjRef, resolve1
from pdfminer.psparser import PSKeyword, literal_name

PAINTS = frozenset(("S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "sh", "Do", "EI", "Tj", "TJ", "'", '"'))
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

    def all(self, *roles: str) -> Iterator[Tagged]:
        """Yield the elements in this one that have one of these roles, in the order of reading."""
        for kid in self.kids:
            if kid.role in roles:
                yield kid
            yield from kid.all(*roles)

    @property
    def said(self) -> str:
        """All that is read of it."""
        return " ".join(filter(None, [self.alt, self.text, *(kid.said for kid in self.kids)]))


def check_tags(pdf: bytes) -> Tagged:
    """Check the tags of a file; return its tree."""
    with pdfplumber.open(BytesIO(pdf)) as document:
        return _Walk(document, pypdfium2.PdfDocument(pdf)).root


class _Walk:
    def __init__(self, document: Any, pages: pypdfium2.PdfDocument) -> None:
        catalog = document.doc.catalog
        assert resolve1(catalog["MarkInfo"]) == {"Marked": True} and catalog["Lang"] == b"en"
        assert resolve1(catalog["ViewerPreferences"])["DisplayDocTitle"] is True
        assert b"<pdfuaid:part>1</pdfuaid:part>" in resolve1(catalog["Metadata"]).get_data()
        self.root_entries = resolve1(catalog["StructTreeRoot"])
        numbers = resolve1(self.root_entries["ParentTree"])["Nums"]
        assert numbers[::2] == sorted(numbers[::2])
        self.parents = dict(zip(numbers[::2], map(resolve1, numbers[1::2]), strict=True))
        self.parent_ids = dict(zip(numbers[::2], numbers[1::2], strict=True))
        self.pages, self.texts = {}, {}
        for page in document.pages:
            entries = page.page_obj.attrs
            assert entries["Tabs"].name == "S"
            self.pages[page.page_obj.pageid] = entries["StructParents"]
            mcids = list(_pieces(page))
            assert mcids == list(range(len(mcids))), f"{page}: {mcids}"
            assert len(self.parents[entries["StructParents"]]) == len(mcids), page
            _check_faces(page)
            for mcid, text in _texts(pages[page.page_number - 1]):
                key = page.page_obj.pageid, mcid
                self.texts[key] = f"{self.texts.get(key, '')} {text}"
        self.met: set[tuple[int, int]] = set()
        top = self.root_entries["K"]
        self.root = self._element(top, None)
        wanted = {(page, mcid) for page, key in self.pages.items() for mcid in range(len(self.parents[key]))}
        assert self.met == wanted
        linked = {annotation.objid for page in document.pages for annotation in page.page_obj.annots or ()}
        assert linked == getattr(self, "linked", set())
        _check_headings(self.root)
        for table in self.root.all("Table"):
            _check_table(table)
        for figure in self.root.all("Figure"):
            assert figure.alt

    def _element(self, at: PDFObjRef, parent: int | None) -> Tagged:
        entries = resolve1(at)
        attributes = resolve1(entries.get("A")) or {}
        found = Tagged(
            literal_name(entries["S"]),
            at.objid,
            alt=_words(entries.get("Alt")),
            scope=literal_name(attributes["Scope"]) if "Scope" in attributes else "",
            span=attributes.get("ColSpan", 1),
        )
        if parent is not None:
            assert entries["P"].objid == parent, found
        kids = resolve1(entries.get("K", []))
        for kid in kids if isinstance(kids, list) else [kids]:
            if isinstance(kid, int):
                page = entries["Pg"].objid
                assert found.role not in GROUPS and (page, kid) not in self.met, found
                self.met.add((page, kid))
                assert self.parents[self.pages[page]][kid].objid == at.objid, found
                words = self.texts.get((page, kid), "")
                assert "ActualText" in entries or not _turned(words), f"{words} is not in the order of reading"
                found.text += words
            elif isinstance(kid, dict):
                assert found.role == "Link" and kid["Type"].name == "OBJR"
                link = resolve1(kid["Obj"])
                assert self.parent_ids[link["StructParent"]].objid == at.objid and _words(link["Contents"])
                self.linked = {*getattr(self, "linked", set()), kid["Obj"].objid}
            else:
                inner = self._element(kid, at.objid)
                assert found.role in WITHIN.get(inner.role, (found.role,)), f"{inner.role} in {found.role}"
                if inner.role == "Span":
                    found.text += f" {inner.text}"
                else:
                    found.kids.append(inner)
        found.text = _words(entries.get("ActualText")) or " ".join(found.text.split())
        return found


def _texts(page: pypdfium2.PdfPage) -> Iterator[tuple[int, str]]:
    """Yield what the texts of a page say, each with the number of its piece."""
    texts = page.get_textpage()
    for item in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_TEXT]):
        length = pdfium.FPDFTextObj_GetText(item, texts, None, 0)
        buffer = ctypes.create_string_buffer(length)
        pdfium.FPDFTextObj_GetText(item, texts, ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), length)
        yield pdfium.FPDFPageObj_GetMarkedContentID(item), buffer.raw.decode("utf-16-le").rstrip("\0")


def _turned(text: str) -> bool:
    """Whether a text has letters that stand on a page from right to left."""
    return any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in text)


def _words(text: bytes | None) -> str:
    if not text:
        return ""
    return text[2:].decode("utf-16-be") if text.startswith(b"\xfe\xff") else text.decode("latin-1")


def _pieces(page: Any) -> Iterator[int]:
    """Yield the numbers of a page's pieces; what is drawn is in one, or in an artifact, and neither in another."""
    parser, operands, open_marks = PDFContentParser(page.page_obj.contents), list[Any](), list[str]()
    forms = resolve1(page.page_obj.resources.get("XObject", {}))
    while True:
        try:
            _, found = parser.nextobject()
        except Exception as end:
            if type(end).__name__ != "PSEOF":
                raise
            break
        if not isinstance(found, PSKeyword):
            operands.append(found)
            continue
        operator = found.name.decode()
        if operator in ("BMC", "BDC"):
            entries = operands[-1] if operator == "BDC" else {}
            mark = "Artifact" if operands[0].name == "Artifact" else "piece" if "MCID" in entries else "span"
            assert mark == "span" or not {"Artifact", "piece"} & set(open_marks), f"{page}: {operands} in {open_marks}"
            open_marks.append(mark)
            if mark == "piece":
                yield entries["MCID"]
        elif operator == "EMC":
            open_marks.pop()
        elif operator in PAINTS:
            assert {"Artifact", "piece"} & set(open_marks), f"{page}: {operator} {operands} is not marked"
            if operator == "Do":
                form = resolve1(forms[operands[0].name])
                assert "Artifact" in open_marks and b"/MCID" not in form.get_data(), f"{page}: a form is read"
        operands = []
    assert not open_marks


def _check_faces(page: Any) -> None:
    for face in (resolve1(face) for face in resolve1(page.page_obj.resources["Font"]).values()):
        descriptor = resolve1(face["FontDescriptor"])
        assert "FontFile2" in descriptor and resolve1(face["ToUnicode"]).get_data(), face


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
