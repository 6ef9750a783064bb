"""Score slips with everything that is known before the first card: one for each table and game. Pure values → pages.

Four slips to a page, fewer where many hands or calls need the room; half as many in large print. They are laid out to
be cut as a stack: put on one another, in the order in which they lie on the page, the piles go on by table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from tally.paper import strokes
from tally.paper.document import Document, Heading
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.measures import CAP, HAIRLINE, INK, MM, NUMBER, SAFE, TEXT, Canvas
from tally.paper.pages import lines_of_name
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
from tally.rules.pay_lines import PayLine
from tournament.people.errors import Refused

SHAPES = (
    (2, 2, False),
    (2, 1, False),
    (1, 1, False),
)  # slips side by side, slips in a column, whether the page is on its side
LARGE_SHAPES = ((2, 1, True), (1, 1, False))
HEAD = QR_SIDE + QR_QUIET + TEXT * CAP  # the table, the game and the night; beside them the code
GAME, NAME = 20.0, 14.0  # points; a name that is longer than its column has less
ROW_TIGHT = TEXT * 1.15  # on the largest shape, points
SIDES = 7 * MM  # the row of sides above the names
DEALER = 3.6 * MM  # from the names to the baseline of the line below them
APART = 3.6 * MM  # at least, between two parts of a slip
PAY_LEADING = 1.24
NAME_LEADING, NAME_LINES = 1.18, 3
BESIDE = 2 * MM  # between a number and its name
MARGIN = SAFE + 0.5 * MM


@dataclass(frozen=True, slots=True)
class NamedSlip:
    """One table in one game: (number, name) of North, East, South and West, and the number of who deals first."""

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


class NamedGrid:
    """How many slips are on a page, and the positions on one, in points from its lower left corner.

    The first shape that leaves room to write: a quarter of the page, a half along it, or all of it; in large print a
    half across it, or all of it.

    :raises Refused: where more hands are played than fit on a page.
    """

    def __init__(self, room: tuple[float, float], large: bool, rules: SlipRules, slips: Sequence[NamedSlip]) -> None:
        for self.across, self.high, self.turned in LARGE_SHAPES if large else SHAPES:
            self.page = (room[1], room[0]) if self.turned else room
            self.width, self.height = self.page[0] / self.across, self.page[1] / self.high
            self.left, self.right, self.top = MARGIN, self.width - MARGIN, self.height - MARGIN
            self._set(rules, slips)
            row = row_height(self._room, rules.hands)
            if row >= ROW_LEAST:
                break
        if row < ROW_TIGHT:
            fits = int((self._room - NAMES - FOOT) / ROW_TIGHT) - 1
            raise Refused(
                f"In large print, a slip with names has room for {fits} hands, not {rules.hands}. Print it in ordinary "
                "size, or print blank slips."
            )
        row = min(row, ROW_MOST)
        spare = self._room - NAMES - FOOT - row * (rules.hands + 1)
        gap = APART + min(spare / 2, APART)
        self.frame = SlipFrame(self.left, self.right, self.names_foot - gap, row, rules.hands, rules.bid)
        self.pay_top = self.frame.foot - FOOT - gap

    def _set(self, rules: SlipRules, slips: Sequence[NamedSlip]) -> None:
        """Set the names and the pay in this width; `_room` is what they leave for the form, in points."""
        self.column = (self.right - self.left) / 2
        people = {player for slip in slips for player in slip.players}
        highest = max((number for number, _ in people), default=1)
        self.number = strokes.figures_width(str(highest), BOLD, NAME)
        room = self.column - self.number - BESIDE - APART
        self.size = min((lines_of_name(name, REGULAR, NAME, room)[1] for _, name in people), default=NAME)
        self.names = {
            name: lines_of_name(name, REGULAR, self.size, room, self.size, NAME_LINES)[0] for _, name in people
        }
        self.line = self.size * NAME_LEADING
        self.player = max(map(len, self.names.values()), default=1) * self.line
        self.names_top = self.top - HEAD - APART
        self.names_foot = self.names_top - SIDES - 2 * self.player - DEALER
        self.pay = [
            line
            for pay in rules.pay
            for line in set_lines(((f"{pay.call}:", BOLD), (pay.pays, REGULAR)), TEXT, self.right - self.left)
        ]
        self._room = self.names_foot - 2 * APART - MARGIN - len(self.pay) * TEXT * PAY_LEADING


def draw_named_slips(
    document: Document,
    heading: Heading,
    rules: SlipRules,
    slips: Sequence[NamedSlip],
    address: str = "",
    code: str = "",
) -> None:
    """Draw the slips, which come by table and then by game; `address` is scanned and `code` is typed at every table.

    :raises Refused: in large print, where more hands are played than fit on a page.
    """
    job = document.job
    grid = NamedGrid(job.room, job.large, rules, slips)
    ups = tuple(grid.width * place for place in range(1, grid.across))
    levels = tuple(grid.height * place for place in range(1, grid.high))
    form = f"named-slip-{job.large}-{rules.hands}"
    pages = ceil(len(slips) / (grid.across * grid.high))
    for page in range(pages):
        with document.page(across=grid.turned, enlarged=True):
            document.cuts(levels, ups, *grid.page)
            drawn = document.form(form, (0, 0, grid.width, grid.height), lambda canvas: _form(canvas, grid))
            for place, slip in enumerate(slips[page::pages]):
                document.canvas.saveState()
                row, column = divmod(place, grid.across)
                document.canvas.translate(column * grid.width, (grid.high - 1 - row) * grid.height)
                document.stamp(drawn)
                _slip(document, grid, heading, slip, address, code)
                document.canvas.restoreState()


def _form(canvas: Canvas, grid: NamedGrid) -> None:
    """Draw what nobody reads of all slips: the rules of the form, and the one above the names."""
    draw_slip_rules(canvas, grid.frame)
    canvas.setStrokeColor(canvas.accent)
    canvas.setLineWidth(HAIRLINE)
    y = grid.names_top - TEXT * CAP - 1.6 * MM
    canvas.line(grid.left, y, grid.right, y)


def _pay(canvas: Canvas, grid: NamedGrid) -> None:
    """Write what the calls pay."""
    canvas.setFillColor(INK)
    y = grid.pay_top
    for line in grid.pay:
        write_line(canvas, grid.left, y - TEXT * CAP, line, TEXT)
        y -= TEXT * PAY_LEADING


def _slip(document: Document, grid: NamedGrid, heading: Heading, slip: NamedSlip, address: str, code: str) -> None:
    canvas = document.canvas
    with document.tag("H1"):
        canvas.setFillColor(INK)
        y = grid.top - NUMBER * CAP
        strokes.write(canvas, grid.left, y, f"Table {slip.table}", BOLD, NUMBER)
        y -= GAME * CAP + 3 * MM
        strokes.write(canvas, grid.left, y, f"Game {slip.game}", BOLD, GAME)
    room = grid.right - QR_SIDE - QR_QUIET - grid.left
    foot = grid.top - HEAD
    with document.tag("P"):
        canvas.setFillColor(canvas.accent)
        strokes.write(canvas, grid.left, foot + TEXT * 1.24, heading.signed_within(room))
        strokes.write(canvas, grid.left, foot, heading.date_within(room))
    if address:
        document.qr(address, grid.right - QR_SIDE, grid.top - QR_SIDE, says="Code that opens tonight’s page")
    with document.tag("P"):
        canvas.setFillColor(INK)
        strokes.write(canvas, grid.right, foot, code, BOLD, align="right")
    _players(document, grid, slip)
    draw_slip_words(document, grid.frame)
    with document.tag("P"):
        _pay(canvas, grid)


def _players(document: Document, grid: NamedGrid, slip: NamedSlip) -> None:
    """Draw the two pairs beside each other, and below them who deals first."""
    canvas = document.canvas
    with document.table():
        with document.row(head=True):
            canvas.setFillColor(canvas.accent)
            for place, side in enumerate(("North–South", "East–West")):
                with document.cell("Column"):
                    strokes.write(canvas, grid.left + place * grid.column, grid.names_top - TEXT * CAP, side)
        canvas.setFillColor(INK)
        for down in range(2):
            y = grid.names_top - SIDES - down * grid.player - grid.size * CAP
            with document.row():
                for across, (number, name) in enumerate(slip.players[2 * down : 2 * down + 2]):
                    right = grid.left + across * grid.column + grid.number
                    with document.cell():
                        strokes.figures(canvas, right, y, str(number), BOLD, grid.size)
                        for index, words in enumerate(grid.names[name]):
                            strokes.write(canvas, right + BESIDE, y - index * grid.line, words, REGULAR, grid.size)
    with document.tag("P"):
        canvas.setFillColor(canvas.accent)
        strokes.write(
            canvas, grid.left, grid.names_foot, f"{slip.dealer} deals first; then the deal passes to the left."
        )
