"""Tags for screen readers. ReportLab 5 writes no tagged PDF, but lets its catalog and its page objects be added to.

The tree (ISO 32000-1, 14.7): Document → a Sect for every sheet → what the pages say, in the order it was drawn. A
piece of a page between BDC and EMC has a number on its page, its MCID; the tree names page and number, and the
parent tree leads back from there. What is outside such marks (rules, ornaments) is not in the tree, as it
should be. A page that marks nothing is one paragraph.

What is left out of PDF/UA: its identifier, links as parts of the tree, headers of tables.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFString

from tally.paper.measures import Canvas


class Tags:
    """The tree of one document."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._reference = canvas._doc.Reference
        self._root = PDFDictionary()
        self._root_at = self._reference(self._root)
        self._document, self._document_at, self._document_kids = self._element("Document", self._root_at)
        self._parent_at, self._kids = self._document_at, self._document_kids
        self._pages: list[list[Any]] = []
        self._open = False

    def _element(self, role: str, parent: Any) -> tuple[PDFDictionary, Any, list[Any]]:
        kids: list[Any] = []
        element = PDFDictionary({"Type": PDFName("StructElem"), "S": PDFName(role), "P": parent})
        return element, self._reference(element), kids

    @contextmanager
    def part(self, role: str, title: str) -> Iterator[None]:
        """Put everything marked inside below one element."""
        element, at, kids = self._element(role, self._document_at)
        element.dict["T"] = PDFString(title)
        self._document_kids.append(at)
        before = self._parent_at, self._kids
        self._parent_at, self._kids = at, kids
        yield
        element.dict["K"] = PDFArray(kids)
        self._parent_at, self._kids = before

    @contextmanager
    def page(self) -> Iterator[None]:
        """Draw one page, which is added to the document at the end."""
        self._pages.append([])
        yield
        canvas, marked = self._canvas, self._pages[-1]
        if not marked:
            number = self._number("P")
            canvas._code.insert(0, f"/P <</MCID {number}>> BDC")
            canvas._code.append("EMC")
        canvas.showPage()
        page = canvas._doc.Pages.pages[-1]
        page.__NoDefault__ = [*page.__NoDefault__, "StructParents", "Tabs"]
        page.StructParents, page.Tabs = len(self._pages) - 1, PDFName("S")
        at = self._reference(page)
        for element in marked:
            element.dict["Pg"] = at

    @contextmanager
    def marked(self, role: str, alt: str = "") -> Iterator[None]:
        """Let a screen reader read what is drawn inside, or in its place the text `alt`."""
        if self._open:
            raise ValueError("One tag may not lie in another.")
        self._open = True
        self._canvas._code.append(f"/{role} <</MCID {self._number(role, alt)}>> BDC")
        yield
        self._canvas._code.append("EMC")
        self._open = False

    def _number(self, role: str, alt: str = "") -> int:
        """Add an element on this page; return its number there."""
        marked = self._pages[-1]
        element, at, _ = self._element(role, self._parent_at)
        element.dict["K"] = len(marked)
        if alt:
            element.dict["Alt"] = PDFString(alt)
        marked.append(element)
        self._kids.append(at)
        return len(marked) - 1

    def close(self) -> None:
        """Add the finished tree to the document."""
        self._document.dict["K"] = PDFArray(self._document_kids)
        numbers: list[Any] = []
        for index, marked in enumerate(self._pages):
            numbers += [index, PDFArray([self._reference(element) for element in marked])]
        parents = PDFDictionary({"Nums": PDFArray(numbers)})
        self._root.dict.update(
            Type=PDFName("StructTreeRoot"),
            K=self._document_at,
            ParentTree=self._reference(parents),
            ParentTreeNextKey=len(self._pages),
        )
        self._canvas.setCatalogEntry("StructTreeRoot", self._root)
        self._canvas.setCatalogEntry("MarkInfo", PDFDictionary({"Marked": "true"}))
