"""Paper: its sizes, its fonts, the millimetre grid, and the few strokes everything is drawn with.

All lengths handed to ReportLab are points (1/72 inch); the grids below are written in millimetres and turned
into points by `MM`. Sources: US Letter is ANSI A, A4 is ISO 216, a QR code and its quiet zone of four modules
are ISO/IEC 18004.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from io import BytesIO
from typing import Any, TypeAlias

import segno
from fontpkg_atkinson_hyperlegible import ROOT
from reportlab import rl_config
from reportlab.lib.colors import Color
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas as _Canvas

from tally.prints.letters import printable
from tournament.errors import Refused

Canvas: TypeAlias = Any  # ReportLab ships no types

MM = 72 / 25.4

rl_config.useA85 = 0  # streams as bytes, not as text: a tenth less work, a fifth smaller


class Paper(StrEnum):
    """A paper size. `width` and `height` are points, upright."""

    LETTER = "letter"
    A4 = "a4"

    @property
    def width(self) -> float:
        """Points from the left edge to the right."""
        return 612.0 if self is Paper.LETTER else 210 * MM

    @property
    def height(self) -> float:
        """Points from the lower edge to the upper."""
        return 792.0 if self is Paper.LETTER else 297 * MM

    @classmethod
    def named(cls, name: str) -> Paper:
        """The paper called "letter" or "a4".

        :raises ValueError: for any other name.
        """
        if name not in list(cls):
            raise Refused(f'There is no paper called "{name}" here: choose "letter" or "a4".')
        return cls(name)


# --- The grid, millimetres turned into points -------------------------------------------------------------

SAFE = 5 * MM  # no printer reaches closer to the edge, no pair of scissors cuts closer to the ink
HAIRLINE = 0.3  # the thin rule, points
RULE = 1.0  # the stout rule, points
TWIN = 1.7  # from the middle of a stout rule to that of the thin one beside it, points

TEXT = 12.0  # the smallest text on any sheet, points
NAME = 15.0
NUMBER = 24.0
CAP = 0.668  # height of a capital or a figure, as a share of the size; the face's own measure
FIGURE = 0.625  # advance of a figure when figures stand in columns, as a share of the size

QR_SIDE = 20.4 * MM
QR_QUIET = 3.4 * MM  # at least four modules of a version-2 code at that side

GREEN = Color(0.04, 0.29, 0.20)  # baize; prints as a dark grey (about 78 %) without colour
INK = Color(0, 0, 0)  # pure black, so that a laser printer draws edges and not a raster of dots
CUT = Color(0.6, 0.6, 0.6)


class CardGrid:
    """Where things stand on one tally card of a sheet of four, in points from the card's lower left corner.

    The card is a quarter of the paper. All its ink keeps `SAFE` from its edges, and so from the paper's.
    """

    columns = ("Game", "Table", "With", "Against", "Us", "Them", "Initials")
    _widths = (13.4, 12.0, 10.4, 18.4, 12.6, 12.6)  # millimetres, like all below; the last takes the rest
    _head = 28.2  # from the upper margin to the ruled grid: 20.4 of QR, quiet zone, the code, a gap
    _names_of_columns = 5.9
    _foot = 4.6  # under the grid, for the rings
    _note = 5.4  # under the grid, above the rings
    _row_least, _row_noted, _row_most = 4.2, 5.4, 12.0

    def __init__(self, paper: Paper, games: int, noted: bool = False) -> None:
        """The grid of a card with so many games. What short nights leave over goes above and below it.

        `noted` asks for a line of text under the grid, which `note_line` is the baseline of: 0 where that would
        leave less than 5.4 mm to a row.

        :raises ValueError: if they do not fit at the smallest size of text.
        """
        if games > rows_that_fit(paper):
            most = rows_that_fit(paper)
            raise Refused(f"A tally card on this paper has room for {most} games, not {games}.")
        self.width, self.height = paper.width / 2, paper.height / 2
        self.left, self.right = SAFE, self.width - SAFE
        self.top = self.height - SAFE
        room = self.top - SAFE - (self._head + self._names_of_columns + self._foot) * MM
        noted = noted and room - self._note * MM >= self._row_noted * MM * (games + 1)
        room -= self._note * MM * noted
        self.row = min(room / (games + 1), self._row_most * MM)
        spare = room - self.row * (games + 1)
        self.frame_top = self.top - self._head * MM - min(spare * 0.4, 5 * MM)
        self.code_line = self.frame_top + 1.4 * MM + min(spare * 0.2, 2.5 * MM)
        self.first_row = self.frame_top - self._names_of_columns * MM
        self.frame_foot = self.first_row - (games + 1) * self.row
        self.rings = self.frame_foot - (2.8 + self._note * noted) * MM - min(spare * 0.3, 3 * MM)
        self.note_line = self.rings + 5.2 * MM - TEXT * CAP / 2 if noted else 0.0
        self.edges = [self.left + sum(self._widths[:column]) * MM for column in range(7)] + [self.right]
        self.roomy = self.row > 5.2 * MM  # lower rows have no room for a second rule beside the stout one
        self.figure_size = min(max(TEXT, round(self.row * 0.7)), 16.0)

    def row_foot(self, index: int) -> float:
        """Lower edge of a row, 0 for the first game; the total stands in the row after the last."""
        return self.first_row - (index + 1) * self.row

    def centred(self, index: int, size: float) -> float:
        """Baseline that puts capitals and figures of a size in the middle of a row."""
        return self.row_foot(index) + (self.row - size * CAP) / 2

    def middle(self, column: int) -> float:
        """Middle of a column, 0 for the first."""
        return (self.edges[column] + self.edges[column + 1]) / 2


def rows_that_fit(paper: Paper) -> int:
    """How many games a tally card holds with text of 12 points: 20 on Letter, 22 on A4."""
    room = paper.height / 2 - 2 * SAFE - (CardGrid._head + CardGrid._names_of_columns + CardGrid._foot) * MM
    return int(room / (CardGrid._row_least * MM)) - 1


class StandingsGrid:
    """Where the columns of final standings stand, in points from the page's lower left corner.

    The page lies on its long side when that is what it takes to show every game; `games` is 0 when even that
    is too narrow, and the sheet then shows totals only.
    """

    _gap, _place, _number, _mark = 4.0, 12.0, 11.0, 13.0  # millimetres, like all below
    _name_least, _name_most = 42.0, 72.0
    _head, _later_head, _foot = 40.0, 22.0, 9.0  # title of the first page and of later ones; page number
    _column_names = 8.0
    margin = 12 * MM
    row_least, row_most = 6.8 * MM, 9.0 * MM

    def __init__(self, paper: Paper, games: int, figures: int, total_figures: int) -> None:
        """The grid for so many games; points take `figures` signs and totals take `total_figures`."""
        self.game = (figures * FIGURE + 0.5) * TEXT
        self.total = max(total_figures * FIGURE * 14.0, width_of("Total", REGULAR, TEXT)) + self._gap * MM
        fixed = (self._place + self._number + self._mark + self._gap) * MM + self.total
        sides = [(paper.width, paper.height), (paper.height, paper.width)]
        least = 2 * self.margin + fixed + games * self.game + self._name_least * MM
        fits = [side for side in sides if side[0] >= least]
        self.games = games if fits else 0
        self.width, self.height = (fits or sides)[0]
        self.across = self.width > self.height
        name = self.width - 2 * self.margin - fixed - self.games * self.game
        spare = max(name - self._name_most * MM, 0)
        if self.games:  # names need only so much: the games take what is over, up to half as much again
            wider = min(spare / self.games, self.game / 2)
            self.game += wider
            name -= wider * self.games
        self.place_right = self.margin + self._place * 0.75 * MM
        self.number_right = self.margin + (self._place + self._number * 0.8) * MM
        self.name_left = self.margin + (self._place + self._number + self._gap) * MM
        self.name_width = name - 2 * self._gap * MM
        self.total_right = self.width - self.margin - self._mark * MM
        self.mark_left = self.total_right + 2 * MM
        self.right = self.width - self.margin

    def game_right(self, index: int) -> float:
        """Right edge of the figures of a game, 0 for the first."""
        return self.total_right - self.total - (self.games - 1 - index) * self.game

    def first_row(self, page: int) -> float:
        """Upper edge of the first row on a page, 0 for the first page."""
        head = self._later_head if page else self._head
        return self.height - self.margin - (head + self._column_names) * MM

    @property
    def foot(self) -> float:
        """Lower edge of the last row that a page may have."""
        return self.margin + self._foot * MM


# --- Fonts ------------------------------------------------------------------------------------------------

REGULAR = "AtkinsonHyperlegible-Regular"
BOLD = "AtkinsonHyperlegible-Bold"

for _name in (REGULAR, BOLD):
    pdfmetrics.registerFont(TTFont(_name, str(ROOT / "files" / f"{_name}.ttf")))

_HAS = frozenset(map(chr, pdfmetrics.getFont(REGULAR).face.charToGlyph)) & frozenset(
    map(chr, pdfmetrics.getFont(BOLD).face.charToGlyph))


def shown(text: str) -> str:
    """The text as these fonts can print it: see `letters` for what replaces what."""
    return printable(text, _HAS)


def width_of(text: str, font: str, size: float, spacing: float = 0) -> float:
    """Points a printed text is wide, `spacing` added between letters."""
    return float(pdfmetrics.stringWidth(text, font, size)) + spacing * max(len(text) - 1, 0)


def fit(text: str, font: str, size: float, width: float, least: float = TEXT) -> tuple[str, float]:
    """A text and a size that keep within `width` points: smaller, down to `least`, then with an ellipsis."""
    text = shown(text)
    wide = width_of(text, font, size)
    if wide <= width:
        return text, size
    size = max(least, int(size * width / wide * 10) / 10)
    if width_of(text, font, size) <= width:
        return text, size
    while text and width_of(text + "…", font, size) > width:
        text = text[:-1].rstrip(" -·,")
    return text + "…", size


def wrap(text: str, font: str, size: float, width: float, lines: int) -> list[str]:
    """At most `lines` lines of a text, broken at spaces and after hyphens; what is too long is cut off."""
    pieces = shown(text).replace("-", "-\0").replace(" ", " \0").split("\0")
    out = [""]
    for piece in pieces:
        room = width_of((out[-1] + piece).rstrip(), font, size) <= width
        if room or not out[-1] or len(out) == lines:
            out[-1] += piece
        else:
            out.append(piece)
    return [fit(line, font, size, width, size)[0] for line in out]


# --- Strokes ----------------------------------------------------------------------------------------------


def open_sheet(title: str, paper: Paper, across: bool = False) -> tuple[Canvas, BytesIO]:
    """A new document and the buffer it will be saved to; `across` lays the paper on its long side.

    The same drawing always gives the same bytes: no date of making, no random name.
    """
    size = (paper.height, paper.width) if across else (paper.width, paper.height)
    buffer = BytesIO()
    canvas = _Canvas(buffer, pagesize=size, pageCompression=1, invariant=1, lang="en",
                     initialFontName=REGULAR)
    canvas.setTitle(title)
    canvas.setAuthor("Euchre Night")
    canvas.setCreator("Euchre Night")
    canvas.setSubject("")
    return canvas, buffer


def close_sheet(canvas: Canvas, buffer: BytesIO) -> bytes:
    """Finish a document whose pages are all shown."""
    canvas.save()
    return buffer.getvalue()


def write(canvas: Canvas, x: float, y: float, text: str, font: str = REGULAR, size: float = TEXT, *,
          align: str = "left", spacing: float = 0) -> float:
    """One line of text with its baseline at `y`; `x` is its "left", "centre" or "right". Its width."""
    wide = width_of(text, font, size, spacing)
    left = x - {"left": 0.0, "centre": wide / 2, "right": wide}[align]
    canvas.setFont(font, size)
    canvas.drawString(left, y, text, charSpace=spacing)
    return wide


def figures_width(text: str, font: str, size: float) -> float:
    """Points that `figures` takes for a text: every figure equally wide, other signs as they are."""
    return sum(FIGURE * size if sign.isdigit() else _sign_width(sign, font) * size for sign in text)


def figures(pen: Any, x: float, y: float, text: str, font: str, size: float, *, align: str = "right") -> None:
    """Figures that stand exactly under one another, into an open text object with this font and size set.

    The face's figures differ in width (a 1 is two thirds of a 0), so each is centred on its own step.
    """
    left = x - {"left": 0.0, "centre": 0.5, "right": 1.0}[align] * figures_width(text, font, size)
    step = FIGURE * size
    spaced = len(text) > 1  # a screen reader would hear "1 1": say what it is. ReportLab has no call for this.
    if spaced:
        words = text.encode("utf-16-be").hex()
        pen._code.append(f"/Span <</ActualText <FEFF{words}>>> BDC")
    for sign in text:
        own = _sign_width(sign, font) * size
        room = step if sign.isdigit() else own
        pen.setTextOrigin(left + (room - own) / 2, y)
        pen.textOut(sign)
        left += room
    if spaced:
        pen._code.append("EMC")


def points(number: int) -> str:
    """A number of points as it is printed, with a real minus sign."""
    return str(number).replace("-", "−")


@cache
def _sign_width(sign: str, font: str) -> float:
    return width_of(sign, font, 1)


def qr_matrix(address: str) -> tuple[tuple[int, ...], ...]:
    """The modules of an address's QR code, dark ones 1, rows from the top, without the quiet zone.

    Version 2 at error level M holds 38 signs in capitals; longer ones take the next version that has room.
    The mask is fixed: any of the eight can be read, and trying all of them is most of the work.
    """
    small = len(address) <= 38 and not set(address) - set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")
    code = segno.make_qr(address, error="m", version=2 if small else None, mask=2, boost_error=False)
    return tuple(tuple(row) for row in code.matrix)


def draw_qr(canvas: Canvas, address: str, x: float, y: float, side: float = QR_SIDE) -> None:
    """A QR code with its lower left corner at (x, y): one path of rectangles, each a run of dark modules.

    The caller keeps `QR_QUIET` points free on all four sides.
    """
    rows = qr_matrix(address)
    count = len(rows)
    path = []
    for top, row in enumerate(rows):
        start = 0
        while start < count:
            end = start
            while end < count and row[end]:
                end += 1
            if end > start:
                path.append(f"{start} {count - 1 - top} {end - start} 1 re")
            start = end + 1
    canvas.saveState()
    canvas.setFillColor(INK)
    canvas.translate(x, y)
    canvas.scale(side / count, side / count)
    canvas.addLiteral(" ".join(path) + " f")
    canvas.restoreState()
