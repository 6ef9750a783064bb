"""Tags for screen readers: a tree of what the pages say, as PDF/UA asks for it. ReportLab writes none.

The tree (ISO 32000-1, 14.7): Document → a Sect for every sheet → headings, paragraphs, tables, figures, links, in the
order in which they are begun. A piece of a page between BDC and EMC has a number on its page, its MCID; an element of
the tree names its pieces, and the parent tree leads back from there. An element may have several pieces, and others
within it. All that belongs to none (rules, ornaments, the marks of cuts) is marked as an artifact, which readers skip.

A form is always an artifact: it is drawn many times, and a piece belongs to one element. So is what is drawn by
`artifact` within an element. Nothing is written for an element that says nothing, except a cell of a table.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import wraps
from typing import Concatenate, ParamSpec, TypeAlias, TypeVar

from reportlab.pdfbase.pdfdoc import PDFName

from tally.paper.measures import Canvas
from tally.paper.packed import Packed

GROUPS = frozenset(("Document", "Sect", "Table", "THead", "TBody", "TR", "L", "LI"))  # have elements, and no pieces
CELLS = ("TH", "TD")
STATE = frozenset(["q", "Q", "cm", "w", "J", "j", "d", "RG", "rg", "gs"])  # operators that draw nothing
P = ParamSpec("P")
T = TypeVar("T")
Box: TypeAlias = tuple[float, float, float, float]  # left, foot, right and top, points
Cell: TypeAlias = tuple[tuple[str, str], str]  # what `cell` returns, and the code that draws it: "" for an empty one


class Element:
    """An element of the tree that is open: its number as an object, and what is in it so far."""

    __slots__ = ("entries", "kids", "number", "parent", "role")

    def __init__(self, number: int, role: str, parent: int, entries: str = "") -> None:
        self.number, self.role, self.parent, self.entries = number, role, parent, entries
        self.kids: list[str] = []


class Tags:
    """The tree of one document."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self.packed = Packed(canvas)
        self._root = self.packed.reserve()
        self._document = Element(self.packed.reserve(), "Document", self._root)
        self._open = [self._document]
        self._content: Element | None = None  # to which belongs what is being drawn, None for an artifact
        self._from = 0  # where in the page's code that begins
        self._page, self._pieces = 0, list[str]()  # the page's number as an object; the element of each piece
        self._parents: list[str] = []  # the parent tree's entries, pages and links
        self._in_form = self._in_artifact = False  # whether a form, or an artifact is being drawn

    @contextmanager
    def page(self) -> Iterator[None]:
        """Draw one page, which is added to the document at the end."""
        canvas, document = self._canvas, self._canvas._doc
        self._page, self._pieces, self._from = self.packed.reserve(), [], 0
        key, name = len(self._parents), document.thisPageName()
        self._parents.append("")
        yield
        self._mark()
        canvas.showPage()
        page = document.idToObject[name]
        page.Contents, page.stream = self.packed.stream(page.stream), None
        # ReportLab has just numbered it, but its elements know it by our number
        del document.numberToId[document.idToObjectNumberAndVersion[name][0]]
        document.numberToId[self._page], document.idToObjectNumberAndVersion[name] = name, (self._page, 0)
        page.__NoDefault__ = [*page.__NoDefault__, "StructParents", "Tabs"]
        page.StructParents, page.Tabs = key, PDFName("S")
        self._parents[key] = f"[{' '.join(self._pieces)}]"

    @contextmanager
    def element(self, role: str, entries: str = "") -> Iterator[Element]:
        """Put an element into the one that is open, and what is drawn inside into it; `entries` are more of it.

        Within an artifact it is none.

        :raises ValueError: within a form.
        """
        if self._in_form:
            raise ValueError("A form is an artifact: draw what has a tag on the page.")
        parent, before = self._open[-1], self._content
        if self._in_artifact:
            yield parent
            return
        element = Element(self.packed.reserve(), role, parent.number, entries)
        self._open.append(element)
        self._set_content(None if role in GROUPS else element)
        yield element
        self._set_content(before)
        self._open.pop()
        if element.kids or role in CELLS:
            parent.kids.append(f"{element.number} 0 R")
            self._add(element)

    def _add(self, element: Element) -> None:
        page = "" if element.role in GROUPS else f"/Pg {self._page} 0 R"
        self.packed.add(
            element.number,
            f"<</S/{element.role}/P {element.parent} 0 R{element.entries}{page}/K[{' '.join(element.kids)}]>>",
        )

    def put(self, role: str, code: str) -> None:
        """Put an element into the one that is open with the code that draws it, which is quicker."""
        element = Element(self.packed.reserve(), role, self._open[-1].number)
        self._open[-1].kids.append(f"{element.number} 0 R")
        self._mark()
        self._canvas._code.append(f"{self._begin(element)} {code} EMC")
        self._from += 1
        self._add(element)

    def row(self, cells: Sequence[Cell]) -> None:
        """Put a row into the part of a table that is open, with the code that draws each cell, which is quicker."""
        row, parent, pieces = self.packed.reserve(1 + len(cells)), self._open[-1], self._pieces
        drawn, objects = [], []
        kids = [f"{number} 0 R" for number in range(row + 1, row + 1 + len(cells))]
        within, here = f"/P {row} 0 R", f"/P {row} 0 R/Pg {self._page} 0 R/K "
        for at, ((role, entries), code) in zip(kids, cells, strict=True):
            if code:
                mcid = len(pieces)
                pieces.append(at)
                objects.append(f"<</S/{role}{entries}{here}{mcid}>>")
                drawn.append(f"/{role} <</MCID {mcid}>> BDC {code} EMC")
            else:
                objects.append(f"<</S/{role}{entries}{within}>>")
        parent.kids.append(f"{row} 0 R")
        self.packed.add(row, f"<</S/TR/P {parent.number} 0 R/K[{' '.join(kids)}]>>", *objects)
        self._mark()
        self._canvas._code += drawn
        self._from += len(drawn)

    def code_of(self, draw: Callable[[], object]) -> str:
        """The code that draws something, for `put` and `row`."""
        canvas = self._canvas
        outer, canvas._code = canvas._code, []
        with self.form():
            draw()
        code, canvas._code = "\n".join(canvas._code), outer
        return code

    @contextmanager
    def spelled(self, words: str) -> Iterator[None]:
        """Let a line be read as these words, if it is read: its pieces stand as they are seen, not as they are read."""
        if self._content is None or self._in_form:
            yield
            return
        with self.element("Span", f"/ActualText {text(words)}"):
            yield

    @contextmanager
    def piece(self, words: str) -> Iterator[None]:
        """Draw a piece that carries its text, for those who read a page without its tree; "" for what needs none.

        In an element it has a number of its own: Poppler takes the end of a mark without one for that of the whole.
        """
        code, numbered = self._canvas._code, self._content is not None and not self._in_form
        if not words:
            yield
            return
        entries = f"/ActualText {text(words)}"
        if numbered:
            self._mark()
        code.append(self._begin(self._content, entries) if numbered else f"/Span <<{entries}>> BDC")
        yield
        code.append("EMC")
        if numbered:
            self._from = len(code)

    @contextmanager
    def artifact(self) -> Iterator[None]:
        """Draw what nobody reads, also within an element."""
        before, outer = self._content, self._in_artifact
        self._set_content(None)
        self._in_artifact = True
        yield
        self._in_artifact = outer
        self._set_content(before)

    @contextmanager
    def form(self) -> Iterator[None]:
        """Draw a form, or code that is put on a page later."""
        before, self._in_form = self._in_form, True
        yield
        self._in_form = before

    def _set_content(self, content: Element | None) -> None:
        """What is drawn from here on belongs to this element, or to none."""
        if content is not self._content and not self._in_form:
            self._mark()
            self._content = content

    def _mark(self) -> None:
        """Mark what was drawn since the last mark, but not the operators around it that draw nothing."""
        code = self._canvas._code
        start, end = self._from, len(code)
        while start < end and code[start].rpartition(" ")[2] in STATE:
            start += 1
        while start < end and code[end - 1].rpartition(" ")[2] in STATE:
            end -= 1
        if start < end:
            code.insert(end, "EMC")
            code.insert(start, self._begin(self._content))
        self._from = len(code)

    def _begin(self, element: Element | None, entries: str = "") -> str:
        """Begin a piece of an element, or of an artifact; `entries` are more of it."""
        if element is None:
            return "/Artifact BMC"
        mcid = len(self._pieces)
        element.kids.append(str(mcid))
        self._pieces.append(f"{element.number} 0 R")
        return f"/{element.role} <</MCID {mcid}{entries}>> BDC"

    def figure(self, alt: str, box: Box) -> AbstractContextManager[object]:
        """Put a figure into the element that is open; `alt` is read in its place, and all of it is in the box."""
        left, foot, right, top = self._on_page(box)
        placed = f"/A<</O/Layout/Placement/Block/BBox[{left:.2f} {foot:.2f} {right:.2f} {top:.2f}]>>"
        return self.element("Figure", f"/Alt {text(alt)}{placed}")

    def _on_page(self, box: Box) -> Box:
        """A rectangle as it lies on the page, wherever the canvas is turned or enlarged."""
        ends = [self._canvas.absolutePosition(*box[:2]), self._canvas.absolutePosition(*box[2:])]
        (left, right), (foot, top) = (sorted(lengths) for lengths in zip(*ends, strict=True))
        return left, foot, right, top

    def link(self, address: str, says: str, box: Box) -> None:
        """Make a rectangle a link, which is part of the element that is open."""
        number, key = self.packed.reserve(), len(self._parents)
        left, foot, right, top = self._on_page(box)
        self.packed.add(
            number,
            f"<</Type/Annot/Subtype/Link/Rect[{left:.2f} {foot:.2f} {right:.2f} {top:.2f}]/Border[0 0 0]"
            f"/StructParent {key}/Contents {text(says)}/A<</S/URI/URI {text(address)}>>>>",
        )
        self._canvas._annotationrefs.append(f"{number} 0 R")
        self._parents.append(f"{self._open[-1].number} 0 R")
        self._open[-1].kids.append(f"<</Type/OBJR/Obj {number} 0 R/Pg {self._page} 0 R>>")

    def close(self) -> None:
        """Add the finished tree to the document."""
        self._add(self._document)
        numbers = " ".join(f"{key} {value}" for key, value in enumerate(self._parents))
        parents = self.packed.reserve()
        self.packed.add(parents, f"<</Nums[{numbers}]>>")
        self.packed.add(
            self._root,
            f"<</Type/StructTreeRoot/K {self._document.number} 0 R/ParentTree {parents} 0 R"
            f"/ParentTreeNextKey {len(self._parents)}>>",
        )
        catalog = self._canvas._doc.Catalog
        catalog.StructTreeRoot, catalog.MarkInfo = f"{self._root} 0 R", "<</Marked true>>"


def text(words: str) -> str:
    """A text as an entry of an object, without what no text holds: ASCII as it is, all else in hexadecimal UTF-16."""
    if not words.isprintable():  # signs that join letters are not, either
        words = "".join(sign for sign in words if unicodedata.category(sign) not in ("Cc", "Cs"))
    if words.isascii():
        return "(" + words.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)") + ")"
    return f"<FEFF{words.encode('utf-16-be').hex()}>"


def cell(heads: str = "", span: int = 1, reads: str = "") -> tuple[str, str]:
    """The role and the entries of a cell of a table, which `heads` a "Column", a "Row" or nothing.

    `reads` is what is read of a cell in which nothing is drawn.
    """
    scope, wide = f"/Scope/{heads}" * bool(heads), f"/ColSpan {span}" * (span > 1)
    attributes = f"/A<</O/Table{scope}{wide}>>" if scope or wide else ""
    return "TH" if heads else "TD", f"{attributes}/ActualText {text(reads)}" if reads else attributes


def decoration(draw: Callable[Concatenate[Canvas, P], T]) -> Callable[Concatenate[Canvas, P], T]:
    """Have what a function draws on a canvas skipped by screen readers, wherever it is drawn."""

    @wraps(draw)
    def drawn(canvas: Canvas, /, *values: P.args, **named: P.kwargs) -> T:
        with canvas.tags.artifact():
            return draw(canvas, *values, **named)

    return drawn
