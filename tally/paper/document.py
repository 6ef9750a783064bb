"""A document: sheets drawn one after another into one PDF, with shared fonts and forms. No queries, no clock.

The same drawings give the same bytes: no date of making, no random name. A file's metadata (title, author,
language), its outline, its links and its tags for screen readers come from here, so that no sheet deals with them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias
from xml.sax.saxutils import escape

from reportlab.lib.colors import Color
from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName, PDFStream
from reportlab.pdfgen.canvas import Canvas as _Canvas

from tally.paper import fonts, qr, strokes, tags
from tally.paper.club_look import PLAIN_LOOK, ClubLook, Theme
from tally.paper.fonts import REGULAR
from tally.paper.measures import BETWEEN, CUT, HAIRLINE, INK, LARGE, MM, SAFE, TEXT, Canvas, Paper
from tally.paper.qr import QR_SIDE
from tally.paper.tags import Tags

AUTHOR = "Euchre Night"
TICK = 4 * MM  # length of a crop mark


@dataclass(frozen=True, slots=True)
class Heading:
    """The head of a sheet: the night's name, and its date as text, also in few letters for a narrow place.

    `club` is the club's name for a line with the night's; a title has it from the club's look.
    """

    night: str
    date: str
    short_date: str = ""
    club: str = ""

    @property
    def both(self) -> str:
        """The night and its date on one line."""
        return BETWEEN.join(filter(None, (self.night, self.date)))

    def date_within(self, width: float, size: float = TEXT) -> str:
        """The date as it fits into so many points: in few letters where it must be."""
        long = fonts.printable_text(self.date)
        return long if fonts.width_of(long, REGULAR, size) <= width or not self.short_date else self.short_date

    def signed_within(self, width: float, size: float = TEXT) -> str:
        """The club and the night as they fit into so many points, or the night alone, which may lose letters."""
        signed = fonts.printable_text(BETWEEN.join(filter(None, (self.club, self.night))))
        if fonts.width_of(signed, REGULAR, size) <= width:
            return signed
        return fonts.fit(self.night, REGULAR, size, width, size)[0]

    def both_within(self, width: float, size: float = TEXT) -> str:
        """The night and its date as they fit into so many points, after the club if that fits, too.

        The night may lose letters, its date may not.
        """
        for club, date in product((self.club, ""), (self.date, self.short_date or self.date)):
            both = fonts.printable_text(BETWEEN.join(filter(None, (club, self.night, date))))
            if fonts.width_of(both, REGULAR, size) <= width:
                return both
        end = fonts.printable_text(BETWEEN + date)
        night, _ = fonts.fit(self.night, REGULAR, size, width - fonts.width_of(end, REGULAR, size), size)
        return night + end


@dataclass(frozen=True, slots=True)
class Job:
    """How a file is printed: paper, size of type, crop marks; `only` is the number of the one player to print, `game`
    the one game.

    `both_sides` is for a sheet that goes on with the back of its paper; any other is printed on one side, or a printer
    that turns its paper by itself would put card 5 behind card 1. With `short_edge` it is turned over that one, for a
    landscape sheet that is folded. `upright` is for a file of many sheets: landscape
    pages are drawn on their side, because a file of mixed pages comes out of some printers cut, or on the wrong paper.
    Without `codes`, no sheet carries the address of a laptop, which is another one in another network. With `together`,
    those who tie for a prize have one certificate. Without `names`, a sheet that can has lines to write them on.
    With `photograph`, a certificate has space for one; with `backs`, tally cards have theirs. `look` is the club's.

    `product`, `nudge` and `outlines` are for labels: which ones, by how many millimeters everything is moved to the
    right and down, and whether their edges are drawn.
    """

    paper: Paper = Paper.LETTER
    large: bool = False
    crop_marks: bool = False
    only: int | None = None
    game: int | None = None
    both_sides: bool = False
    short_edge: bool = False
    upright: bool = False
    codes: bool = True
    together: bool = False
    names: bool = True
    photograph: bool = False
    backs: bool = False
    look: ClubLook = PLAIN_LOOK
    product: str = ""
    nudge: tuple[float, float] = (0.0, 0.0)
    outlines: bool = False

    @property
    def text(self) -> float:
        """The smallest text of this job, points."""
        return LARGE if self.large else TEXT

    @property
    def scale(self) -> float:
        """The factor by which large print enlarges everything."""
        return LARGE / TEXT if self.large else 1.0

    def size(self, points: float) -> float:
        """A size of type, enlarged in large print."""
        return points * self.scale

    @property
    def room(self) -> tuple[float, float]:
        """The paper's width and height in the points of an enlarged page, which are fewer in large print."""
        return self.paper.width / self.scale, self.paper.height / self.scale


class PageCanvas(_Canvas):  # type: ignore[misc]  # ReportLab ships no types
    """ReportLab's canvas, and what drawing needs besides: the page's tags, the club's look, color and theme."""

    tags: Tags
    look: ClubLook
    accent: Color
    theme: Theme


class Document:
    """A PDF that is being drawn. `progress` is called after every page."""

    def __init__(self, title: str, job: Job, progress: Callable[[int], None] | None = None) -> None:
        self.job = job
        self._forms: set[str] = set()
        self._marks = 0
        self._pages = 0
        self._progress = progress
        self._sheet = ""
        self.canvas: Canvas = PageCanvas(
            "",
            pagesize=(job.paper.width, job.paper.height),
            pageCompression=1,
            invariant=1,
            lang="en",
            initialFontName=REGULAR,
        )
        strokes.begin_faces(self.canvas)
        self.canvas.setTitle(_metadata_text(title))
        self.canvas.setAuthor(AUTHOR)
        self.canvas.setCreator(AUTHOR)
        self.canvas.setSubject("")
        self.canvas.setViewerPreference("DisplayDocTitle", "true")
        self.canvas.setViewerPreference("Duplex", _sides(job))
        self.canvas.setViewerPreference("PrintScaling", "None")  # as large as drawn: codes, cuts and folds are measured
        self.tags = self.canvas.tags = Tags(self.canvas)
        self.canvas.look = job.look
        self.canvas.accent, self.canvas.theme = job.look.accent, job.look.theme
        self.canvas.setCatalogEntry("Metadata", _metadata(_metadata_text(title)))
        self._part: ExitStack | None = None
        self._is_head: bool | None = None

    @contextmanager
    def sheet(self, title: str) -> Iterator[None]:
        """Begin the pages of one sheet: an entry in the outline, and a section for screen readers."""
        self._sheet = title
        with self.tags.element("Sect", f"/T {tags.text(title)}"):
            yield

    @contextmanager
    def page(
        self, label: str = "", *, size: tuple[float, float] | None = None, across: bool = False, enlarged: bool = False
    ) -> Iterator[Canvas]:
        """Draw one page, `size` points wide and high or as large as the job's paper; `across` makes that landscape.

        On an `enlarged` page large print is done by scaling: draw as usual, on a paper of `job.room`.
        A `label` ("Cards 1 to 4") makes an entry in the outline, below that of the sheet.
        """
        paper = self.job.paper
        wide, high = size or (paper.width, paper.height)
        turned = across and self.job.upright
        self.canvas.setPageSize((high, wide) if across and not turned else (wide, high))
        for level, title in enumerate((self._sheet, label)):
            if title:
                self._marks += 1
                self.canvas.bookmarkPage(f"m{self._marks}", fit="Fit")
                self.canvas.addOutlineEntry(
                    _metadata_text(title), f"m{self._marks}", level if self._marks > 1 else 0, closed=True
                )
        self._sheet = ""
        with self.tags.page():
            if turned:
                self.canvas.translate(wide, 0)
                self.canvas.rotate(90)
            if enlarged and self.job.large:
                self.canvas.scale(self.job.scale, self.job.scale)
            yield self.canvas
        self._pages += 1
        if self._progress:
            self._progress(self._pages)

    def tag(self, role: str) -> AbstractContextManager[object]:
        """Tag what is drawn inside as "H1", "P" … for screen readers.

        Tags may lie in one another: "L" → "LI" → "LBody". A page needs none for rules and ornaments.
        """
        return self.tags.element(role)

    def figure(self, alt: str, box: tags.Box) -> AbstractContextManager[object]:
        """Tag a picture that is drawn within a box (left, foot, right, top); screen readers read `alt` in its place."""
        return self.tags.figure(alt, box)

    @contextmanager
    def table(self) -> Iterator[None]:
        """Tag a table; inside, each `row` has its `cell`s. What goes on in a further column or page is another one."""
        before = self._part, self._is_head
        self._part, self._is_head = ExitStack(), None
        with self.tags.element("Table"), self._part:
            yield
        self._part, self._is_head = before

    def row(self, *, head: bool = False) -> AbstractContextManager[object]:
        """Tag a row of a table, one with the names of its columns if it is a `head`."""
        self.rows(head=head)
        return self.tags.element("TR")

    def rows(self, *, head: bool = False) -> None:
        """Begin the head or the body of a table, if it has not begun; `row` does so by itself."""
        if self._part is None:
            raise ValueError("A row belongs in a table.")
        if head is not self._is_head:
            self._part.close()
            self._part.enter_context(self.tags.element("THead" if head else "TBody"))
            self._is_head = head

    def cell(self, heads: str = "", *, span: int = 1, reads: str = "") -> AbstractContextManager[object]:
        """Tag a cell of a row, as wide as `span` columns; one that `heads` a "Column" or a "Row" is a header.

        `reads` is what screen readers read of a header that is drawn on another page.
        """
        return self.tags.element(*tags.cell(heads, span, reads))

    def empty_cells(self, count: int = 1) -> None:
        """Tag so many cells of a row that are empty, most of them boxes to write into."""
        for _ in range(count):
            with self.cell():
                pass

    def form(self, name: str, box: tuple[float, float, float, float], drawing: Callable[[Canvas], None]) -> str:
        """Draw what repeats once for a document, into a box (left, bottom, right, top), to be stamped where it is used.

        The name includes all that the drawing depends on. It is returned, for `stamp`. Screen readers skip a form: what
        is read in it is drawn on the page.
        """
        if name not in self._forms:
            self._forms.add(name)
            left, foot, right, top = box
            with self.tags.form():
                self.canvas.beginForm(name, left, foot, right, top)
                drawing(self.canvas)
                self.canvas.endForm()
        return name

    def stamp(self, name: str, x: float = 0.0, y: float = 0.0) -> None:
        """Draw a form with its origin at (x, y)."""
        with self.tags.artifact():
            self.canvas._code.append(f"q 1 0 0 1 {x:.4f} {y:.4f} cm")
            self.canvas.doForm(name)
            self.canvas._code.append("Q")

    def qr(
        self, content: str, x: float, y: float, side: float = QR_SIDE, *, says: str = "", leads: str | None = None
    ) -> None:
        """Draw a QR code, as a figure that `says` what it does: "Code that opens your page".

        It is a link to where it `leads`: to its content, unless that is told; "" for a code that is no address. The
        caller keeps four modules free on all sides: `qr.quiet_zone(side)`.
        """
        address = content if leads is None else leads
        says = says or f"Code that opens {content}"
        with self.tag("Link") if address else nullcontext():
            box = x, y, x + side, y + side
            with self.figure(says, box):
                qr.draw_qr(self.canvas, content, x, y, side)
            if address:
                self.tags.link(address, says, box)

    def cuts(self, across: tuple[float, ...], up: tuple[float, ...], width: float, height: float) -> None:
        """Draw where a page is cut: horizontally at these heights, vertically at these distances from the left.

        Dotted hairlines; with crop marks, short strokes at the ends and crosses where cuts meet.
        """
        canvas = self.canvas
        canvas.saveState()
        canvas.setStrokeColor(CUT)
        canvas.setLineWidth(HAIRLINE)
        if not self.job.crop_marks:
            canvas.setDash(1, 3)
            canvas.lines([(x, SAFE, x, height - SAFE) for x in up] + [(SAFE, y, width - SAFE, y) for y in across])
        else:
            canvas.setStrokeColor(INK)
            ends = (SAFE, SAFE + TICK)
            canvas.lines(
                [
                    line
                    for x in up
                    for low, high in (ends, (height - ends[1], height - ends[0]))
                    for line in [(x, low, x, high)]
                ]
                + [
                    line
                    for y in across
                    for left, right in (ends, (width - ends[1], width - ends[0]))
                    for line in [(left, y, right, y)]
                ]
                + [
                    line
                    for x in up
                    for y in across
                    for line in [(x - TICK / 2, y, x + TICK / 2, y), (x, y - TICK / 2, x, y + TICK / 2)]
                ]
            )
        canvas.restoreState()

    def folds(
        self, *, across: tuple[float, ...] = (), width: float = 0.0, up: tuple[float, ...] = (), height: float = 0.0
    ) -> None:
        """Draw where a page is folded, horizontally at these heights, vertically at these distances from the left.

        Dashes, which nobody takes for a cut.
        """
        canvas = self.canvas
        canvas.saveState()
        canvas.setStrokeColor(CUT)
        canvas.setLineWidth(2 * HAIRLINE)
        canvas.setDash(8, 5)
        canvas.lines([(SAFE, y, width - SAFE, y) for y in across] + [(x, SAFE, x, height - SAFE) for x in up])
        canvas.restoreState()

    def save(self) -> bytes:
        """The finished file. Nothing can be drawn afterward."""
        self.tags.close()
        return bytes(self.canvas.getpdfdata())


Drawing: TypeAlias = Callable[[Document], None]


def compose(
    title: str, job: Job, drawings: list[tuple[str, Drawing]], progress: Callable[[int], None] | None = None
) -> bytes:
    """Sheets as one PDF, in this order: (title, drawing) each. Values in, bytes out: may run in any process."""
    document = Document(title, job, progress)
    for name, drawing in drawings:
        with document.sheet(name):
            drawing(document)
    return document.save()


def _sides(job: Job) -> str:
    """What a file asks the printer for: one side, or both, and over which edge the paper is turned."""
    if not job.both_sides:
        return "Simplex"
    return "DuplexFlipShortEdge" if job.short_edge else "DuplexFlipLongEdge"


def _metadata_text(text: str) -> str:
    """A text for metadata: all scripts, but no lone surrogates and no control characters."""
    return "".join(sign for sign in text if sign.isprintable()).strip()


XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<pdfuaid:part>1</pdfuaid:part>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>"""


def _metadata(title: str) -> PDFStream:
    """The file's metadata as XMP, which says that it is made for screen readers: PDF/UA-1, ISO 14289-1, 5."""
    entries = PDFDictionary({"Type": PDFName("Metadata"), "Subtype": PDFName("XML")})
    return PDFStream(entries, XMP.format(title=escape(title), author=AUTHOR).encode())
