"""Score slips with everything that is known before the first card: one for each table and game. Pure values → pages.

Four slips to a page, fewer where many hands or calls need the room; half as many in large print. They are laid out to
be cut as a stack: put on one another, in the order in which they lie on the page, the piles go on by table. What is
left of the last pages are slips of the same night to fill in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tally.paper import fonts, strokes
from tally.paper.document import Document, Heading
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.measures import CAP, HAIRLINE, INK, MM, NUMBER, SAFE, TEXT, Canvas
from tally.paper.pages import in_balance, letters_of, writing_line
from tally.paper.qr import QR_QUIET, QR_SIDE
from tally.paper.rules_setting import set_lines
from tally.paper.rules_sheet import write_line
from tally.paper.slip_form import (
    FOOT,
    NAMES,
    ROW_LEAST,
    ROW_MOST,
    SlipFrame,
    draw_slip_rules,
    draw_slip_words,
    row_height,
)
from tally.paper.table_charts import SEATS
from tally.paper.tags import decoration
from tally.rules.pay_lines import PayLine
from tournament.people.errors import Refused

SHAPES = (
    (2, 2, False),
    (2, 1, False),
    (1, 1, False),
)  # slips side by side, slips in a column, whether the page is on its side
LARGE_SHAPES = ((2, 1, True), (1, 1, False))
HEAD = QR_SIDE + QR_QUIET + TEXT * CAP  # the table, the game and the night, the code, and a line on what is typed
HEAD_LEADING = TEXT * 1.24
GAME, NAME, NAME_LEAST = 18.0, 17.0, 14.0  # points; a name of several lines has the least, or even that of other text
ROW_TIGHT = TEXT * 1.15  # on the largest shape, points
GAME_LEFT, ABOVE = 40 * MM, 3.2 * MM  # from the left edge to the game, from the rule above the names to the names
DEALER = 3.2 * MM  # from the names to the baseline of the line below them
APART = 3.2 * MM  # at least, between two parts of a slip
PAY_LEADING = 1.24
NAME_LEADING, NAME_LINES = 1.18, 3
SEAT, BESIDE = 5 * MM, 2 * MM  # from a seat's letter to the number's column, between a number and its name
MARGIN = SAFE + 0.5 * MM


@dataclass(frozen=True, slots=True)
class NamedSlip:
    """One table in one game: (number, name) of North, East, South and West, and the number of who deals first.

    One of table 0 has lines for all of that.
    """

    table: int
    game: int
    players: tuple[tuple[int, str], ...]
    dealer: int


@dataclass(frozen=True, slots=True)
class SlipRules:
    """What all slips of a night share: rows for hands, whether there is a bid to write, what each call pays."""

    hands: int
    bid: bool
    pay: tuple[PayLine, ...]


BLANK = NamedSlip(0, 0, ((0, ""),) * 4, 0)


class NamedGrid:
    """How many slips are on a page, and the positions on one, in points from its lower left corner.

    The first shape that leaves room to write: a quarter of the page, a half along it, or all of it; in large print a
    half across it, or all of it. Where even that is too small, what the calls pay is left to the rules sheet.

    :raises Refused: where more hands are played than fit on a page.
    """

    def __init__(
        self,
        room: tuple[float, float],
        large: bool,
        rules: SlipRules,
        slips: Sequence[NamedSlip],
        words: tuple[tuple[str, str], ...] = (),
    ) -> None:
        """Set so many slips; `words` are those on what is typed, each with its face."""
        shapes = LARGE_SHAPES if large else SHAPES
        for place, (self.across, self.high, self.turned) in enumerate((*shapes, shapes[-1])):
            self.page = (room[1], room[0]) if self.turned else room
            self.width, self.height = self.page[0] / self.across, self.page[1] / self.high
            self.left, self.right, self.top = MARGIN, self.width - MARGIN, self.height - MARGIN
            self.size = NAME_LEAST if large else NAME
            self._set(rules.pay if place < len(shapes) else (), slips, words)
            row = row_height(self._room, rules.hands)
            if row >= (ROW_LEAST if place < len(shapes) - 1 else ROW_TIGHT):
                break
        else:
            fits = int((self._room - NAMES - FOOT) / ROW_TIGHT) - 1
            size, other = ("In large print, a", "Print it in ordinary size, or print") if large else ("A", "Print")
            raise Refused(f"{size} slip with names has room for {fits} hands, not {rules.hands}. {other} blank slips.")
        row = min(row, ROW_MOST)
        spare = self._room - NAMES - FOOT - row * (rules.hands + 1)
        gap = APART + min(spare / 2, APART)
        self.frame = SlipFrame(self.left, self.right, self.names_foot - gap, row, rules.hands, rules.bid)
        self.pay_top = self.frame.foot - FOOT - gap

    def _set(self, pay: Sequence[PayLine], slips: Sequence[NamedSlip], words: tuple[tuple[str, str], ...]) -> None:
        """Set the names and the pay in this width; `_room` is what they leave for the form, in points."""
        self.column = (self.right - self.left) / 2
        people = {player for slip in slips for player in slip.players}
        highest = max((number for number, _ in people), default=1)
        self.number = SEAT + strokes.figures_width(str(highest), BOLD, self.size)
        self.name = self.column - self.number - 2 * BESIDE
        self.names = {name: _name_lines(name, self.size, self.name) for _, name in people}
        self.high_names = max((sum(self.rows(slip)) for slip in slips), default=0.0)
        self.words = set_lines(words, TEXT, self.right - self.left)
        self.names_top = self.top - HEAD - (max(len(self.words), 1) - 1) * HEAD_LEADING - ABOVE
        self.names_foot = self.names_top - ABOVE - self.high_names - DEALER
        self.pay = [
            line
            for one in pay
            for line in set_lines(((f"{one.call}:", BOLD), (one.pays, REGULAR)), TEXT, self.right - self.left)
        ]
        self._room = self.names_foot - 2 * APART - MARGIN - len(self.pay) * TEXT * PAY_LEADING

    def rows(self, slip: NamedSlip) -> list[float]:
        """The heights of both rows of names of a slip, in points: of North and East, and of South and West."""
        names = [self.names[name] for _, name in slip.players]
        more = [max(len(lines) - 1, 0) * size for lines, size in names]  # of the lines below the first one
        return [(self.size + max(more[row : row + 2])) * NAME_LEADING for row in (0, 2)]


def _name_lines(name: str, size: float, width: float) -> tuple[list[str], float]:
    """Set a name on one line, at 14 points or more, else on up to three, at 14 or 12; no lines where it is written."""
    name = fonts.written(name)
    line, size = fonts.fit(name, REGULAR, size, width, NAME_LEAST)
    if line == name:
        return [line] if line else [], size
    for size in (NAME_LEAST, TEXT):
        lines = in_balance(name, REGULAR, size, width, NAME_LINES)
        if letters_of(lines) == letters_of([name]):
            break
    return lines, size


def draw_named_slips(
    document: Document,
    heading: Heading,
    rules: SlipRules,
    slips: Sequence[NamedSlip],
    address: str = "",
    code: str = "",
    typed: str = "",
) -> None:
    """Draw the slips, which come by table and then by game.

    At every table `address` is scanned, or `code` is typed at the address `typed`.

    :raises Refused: where more hands are played than fit on a page.
    """
    job = document.job
    grid = NamedGrid(job.room, job.large, rules, [*slips, BLANK], code_words(code, typed))
    slips = [*slips, *[BLANK] * (-len(slips) % (grid.across * grid.high))]
    ups = tuple(grid.width * place for place in range(1, grid.across))
    levels = tuple(grid.height * place for place in range(1, grid.high))
    frame = grid.frame
    shape = f"{grid.across}x{grid.high}", rules.hands, rules.bid, f"{frame.top:.2f}", f"{frame.row:.2f}"
    form = "-".join(map(str, ("named-slip", *shape)))
    pages = len(slips) // (grid.across * grid.high)
    for page in range(pages):
        with document.page(across=grid.turned, enlarged=True):
            document.cuts(levels, ups, *grid.page)
            drawn = document.form(form, (0, 0, grid.width, grid.height), lambda canvas: draw_slip_rules(canvas, frame))
            for place, slip in enumerate(slips[page::pages]):
                document.canvas.saveState()
                row, column = divmod(place, grid.across)
                document.canvas.translate(column * grid.width, (grid.high - 1 - row) * grid.height)
                _head(document, grid, heading, slip, address)
                _players(document, grid, slip)
                _hands(document, grid, drawn, grid.high_names - sum(grid.rows(slip)))
                document.canvas.restoreState()


def _hands(document: Document, grid: NamedGrid, form: str, up: float) -> None:
    """Draw the boxes of the hands and what the calls pay, so much higher as this slip's names take less room."""
    document.stamp(form, 0, up)
    document.canvas.saveState()
    document.canvas.translate(0, up)
    draw_slip_words(document, grid.frame)
    with document.tag("P"):
        _pay(document.canvas, grid)
    document.canvas.restoreState()


@decoration
def _rule(canvas: Canvas, grid: NamedGrid) -> None:
    """Draw the rule above the names."""
    canvas.setStrokeColor(canvas.accent)
    canvas.setLineWidth(HAIRLINE)
    canvas.line(grid.left, grid.names_top, grid.right, grid.names_top)


def _pay(canvas: Canvas, grid: NamedGrid) -> None:
    """Write what the calls pay."""
    canvas.setFillColor(INK)
    y = grid.pay_top
    for line in grid.pay:
        write_line(canvas, grid.left, y - TEXT * CAP, line, TEXT)
        y -= TEXT * PAY_LEADING


def code_words(code: str, typed: str) -> tuple[tuple[str, str], ...]:
    """What is typed where nobody can scan, in pieces with their faces; without an address the code alone."""
    if not code:
        return ()
    if not typed:
        return ("Code for phones:", REGULAR), (code, BOLD)
    return ("Or type", REGULAR), (code, BOLD), ("at", REGULAR), (typed, BOLD)


def _head(document: Document, grid: NamedGrid, heading: Heading, slip: NamedSlip, address: str) -> None:
    """Draw the table, the game and the night, the code on the right, and below them what is typed in its place."""
    canvas, foot = document.canvas, grid.top - QR_SIDE
    right = grid.right - QR_SIDE - QR_QUIET
    with document.tag("H1"):
        y, end = grid.top - NUMBER * CAP, grid.left + GAME_LEFT
        for word, value, size, left in (("Table", slip.table, NUMBER, grid.left), ("Game", slip.game, GAME, end)):
            canvas.setFillColor(INK)
            wide = strokes.write(canvas, left, y, f"{word} {value or ''}".strip(), BOLD, size)
            if not value:
                writing_line(canvas, left + wide + BESIDE, (end if left < end else right) - BESIDE, y)
    with document.tag("P"):
        canvas.setFillColor(canvas.accent)
        room = right - grid.left
        strokes.write(canvas, grid.left, foot + HEAD_LEADING, heading.signed_within(room))
        strokes.write(canvas, grid.left, foot, heading.date_within(room))
    if address:
        document.qr(address, grid.right - QR_SIDE, foot, says="Code that opens tonight’s page")
    with document.tag("P"):
        canvas.setFillColor(INK)
        for index, line in enumerate(grid.words):
            write_line(canvas, grid.left, grid.top - HEAD - index * HEAD_LEADING, line, TEXT)


def _players(document: Document, grid: NamedGrid, slip: NamedSlip) -> None:
    """Draw the two pairs, each below each other, and below them who deals first."""
    canvas, rows = document.canvas, grid.rows(slip)
    _rule(canvas, grid)
    for seat in range(4):
        y = grid.names_top - ABOVE - (rows[0] if seat > 1 else 0) - grid.size * CAP
        with document.tag("P"):
            _player(document, grid, slip, seat, grid.left + seat % 2 * grid.column, y)
    with document.tag("P"):
        canvas.setFillColor(canvas.accent)
        y = grid.names_top - ABOVE - sum(rows) - DEALER
        strokes.write(canvas, grid.left, y, f"{slip.dealer or 'North'} deals first; then the deal passes to the left.")


def _player(document: Document, grid: NamedGrid, slip: NamedSlip, seat: int, left: float, y: float) -> None:
    """Write the letter of a seat, 0 for North, as it is on the mats; the number and the name, or a line for them."""
    canvas, (number, name), right = document.canvas, slip.players[seat], left + grid.number
    canvas.setFillColor(canvas.accent)
    strokes.write(canvas, left, y, SEATS[seat][0], BOLD, TEXT)
    canvas.setFillColor(INK)
    if number:
        strokes.figures(canvas, right, y, str(number), BOLD, grid.size)
    lines, size = grid.names[name]
    if not lines:
        writing_line(canvas, right + BESIDE if number else left + SEAT, right + BESIDE + grid.name, y)
    for index, words in enumerate(lines):
        strokes.write(canvas, right + BESIDE, y - index * size * NAME_LEADING, words, REGULAR, size)
