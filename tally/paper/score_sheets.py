"""Score sheets for a single table: boxes for its games, hand by hand, and what each call pays. Pure values → pages.

As many games as fit are on one page, each to its end. What the calls pay is below them, or on a page of its own where
that would leave too few hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tally.paper import fonts, strokes
from tally.paper.document import Document, Heading
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.measures import CAP, HAIRLINE, INK, MM, RULE, TEXT, TWIN, Canvas
from tally.paper.ornaments import draw_title
from tally.paper.pages import BELOW, HEAD, SIDE, TOP, draw_foot, evenly, in_balance, lines_of_name, writing_line
from tally.paper.rules_setting import LEADINGS, SIZES, Face, Table, curly
from tally.paper.rules_sheet import draw_pay_table
from tally.rules.pay_table import PayRow
from tally.rules.summary import PayHeadings

HOW = "The points of a hand go under +, the new total under =."
NEXT_BOX = "A game that is longer goes on in the next box."
NEXT_SHEET = "A game that is longer goes on on another sheet."
NUMBER, DEALER, DEALER_MOST, CALL = 7 * MM, 18 * MM, 30 * MM, 16 * MM
PARTY, PARTY_LEAST, PARTY_MOST = 23 * MM, 17.5 * MM, 44 * MM  # points and total of a side or player
NAMES = 6.4 * MM  # the row that names the columns
LINE = 8 * MM  # a line to write a name on
ROW_LEAST, ROW_MOST = 6.6 * MM, 10 * MM
BETWEEN_GAMES = 5 * MM
NOTE_LINES = 8
MANY = 14  # hands that a game without a known number of them has room for, below which the calls go elsewhere
LEADING = 1.3
CLOSER = tuple(Face(TEXT, spread) for spread in LEADINGS[1:])


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """What a table needs to keep score.

    - `name`: the game's.
    - `end`: how a game ends, in sentences.
    - `parties`: the names of those who score together, for each side or player; "" is a line to write one on.
    - `first`: the number of the first game on the sheet; 0 for a line to write it on.
    - `hands`: the most that a game can have; None where it may go on and on. `fixed`: every game has so many.
    - `starts`: everybody's points at the start of a game.
    - `dealers`: in dealing order, the dealer of the first game's first hand first; empty to write them down.
    - `pay`, `heads`: what the calls pay, and what both sides are called.
    """

    name: str
    end: str
    parties: tuple[tuple[str, ...], ...]
    first: int
    hands: int | None
    fixed: bool
    starts: int
    dealers: tuple[str, ...]
    pay: tuple[PayRow, ...]
    heads: PayHeadings


class ScoreGrid:
    """Where everything on a page of games is, in points from the lower left corner of the page or of one game."""

    def __init__(self, sheet: ScoreSheet, room: tuple[float, float], left: float) -> None:
        """Lay games out on a page, `room` points wide and high, with `left` points of its height for them."""
        wide, count = room[0] - 2 * SIDE, len(sheet.parties)
        self.games_across = 2 if 2 * (NUMBER + DEALER + CALL + count * PARTY) + BETWEEN_GAMES <= wide else 1
        self.width = (wide - BETWEEN_GAMES * (self.games_across - 1)) / self.games_across
        spare = self.width - NUMBER - DEALER - CALL - count * (PARTY if self.games_across > 1 else PARTY_LEAST)
        widest = max((fonts.width_of(name, REGULAR, TEXT) for name in sheet.dealers), default=0.0) + 3 * MM
        self.dealer = DEALER + max(0.0, min(spare, DEALER_MOST - DEALER, widest - DEALER))
        self.party = min((self.width - NUMBER - self.dealer - CALL) / count, PARTY_MOST)
        self.columns = [self.width - (count - place) * self.party for place in range(count + 1)]
        self.names = [[line for name in names for line in self._lines(name)] for names in sheet.parties]
        lines = max(sum(TEXT * LEADING if line else LINE for line in names) for names in self.names)
        self.head = max(lines + 2.4 * MM, 10 * MM)
        self.rows_before = 1 if sheet.starts else 0
        above = self.head + NAMES
        self.fitting = max(int((left - above) / ROW_LEAST) - self.rows_before, 1)
        self.hands = min(sheet.hands or self.fitting, self.fitting)
        rows = self.hands + self.rows_before
        self.games_high = max(int((left + BETWEEN_GAMES) / (above + rows * ROW_LEAST + BETWEEN_GAMES)), 1)
        each = (left + BETWEEN_GAMES) / self.games_high - BETWEEN_GAMES
        self.row = min((each - above) / rows, ROW_MOST)
        self.boxes = self.games_across * self.games_high

    def height(self, hands: int) -> float:
        """The height of a box for so many hands."""
        return self.head + NAMES + (hands + self.rows_before) * self.row

    def _lines(self, name: str) -> list[str]:
        return lines_of_name(name, BOLD, TEXT, self.party - 2 * MM, lines=3)[0] if name else [""]

    def enough(self, sheet: ScoreSheet) -> bool:
        """Whether a whole game fits, or many hands of one that may go on and on."""
        return self.fitting >= (sheet.hands or MANY)


def draw_score_sheet(document: Document, heading: Heading, sheet: ScoreSheet) -> None:
    """Draw a page of games to fill in, and what each call pays."""
    if heading.night == sheet.name:
        heading = replace(heading, night="")
    upright = document.job.room
    across = len(sheet.parties) * PARTY_LEAST > upright[0] - 2 * SIDE - NUMBER - DEALER - CALL
    width, height = room = (upright[1], upright[0]) if across else upright
    table = Table(sheet.pay, sheet.heads, Face(TEXT, LEADINGS[-1]), width - 2 * SIDE)
    note = f"{sheet.end} {HOW}"
    whole = height - TOP - HEAD - BELOW - _note_height(note, width)
    grid = ScoreGrid(sheet, room, whole - table.height - BETWEEN_GAMES)
    below = table.fits and grid.enough(sheet)
    if not below:
        grid = ScoreGrid(sheet, room, whole)
    on_one_page = grid.boxes > 1 or not sheet.hands
    if on_one_page and (not sheet.hands or sheet.hands > grid.hands):
        note = f"{note} {NEXT_BOX if grid.boxes > 1 else NEXT_SHEET}"
        whole = height - TOP - HEAD - BELOW - _note_height(note, width)
        grid = ScoreGrid(sheet, room, whole - (table.height + BETWEEN_GAMES) * below)
    parts = [range(grid.hands)] if on_one_page else list(evenly(range(sheet.hands or 0), grid.fitting))
    for number, hands in enumerate(parts, 1):
        with document.page(_label(below, number, len(parts)), across=across, enlarged=True) as canvas:
            draw_title(document, width, SIDE, height - TOP, curly(sheet.name), "SCORE SHEET", heading.both)
            draw_foot(canvas, width)
            with document.tag("P"):
                top = _note(canvas, note, width, height - TOP - HEAD)
            for place in range(grid.boxes):
                row, column = divmod(place, grid.games_across)
                canvas.saveState()
                left = SIDE + column * (grid.width + BETWEEN_GAMES)
                step = grid.height(len(hands)) + BETWEEN_GAMES
                canvas.translate(left, top + BETWEEN_GAMES - (row + 1) * step)
                _game(document, grid, sheet, place, hands)
                canvas.restoreState()
            if below:
                draw_pay_table(document, table, BELOW + table.height)
    if not below:
        _calls(document, heading, sheet)


def _label(below: bool, number: int, pages: int) -> str:
    """The entry of a page of games in the outline: none where it is the only page."""
    if below and pages == 1:
        return ""
    return "Games" if pages == 1 else f"Games, page {number}"


def _note_height(note: str, width: float) -> float:
    return len(in_balance(curly(note), REGULAR, TEXT, width - 2 * SIDE, NOTE_LINES)) * TEXT * LEADING + 3 * MM


def _note(canvas: Canvas, note: str, width: float, top: float) -> float:
    """Write how a game ends and how to fill the sheet in; return where the games begin, in points."""
    canvas.setFillColor(INK)
    y = top
    for line in in_balance(curly(note), REGULAR, TEXT, width - 2 * SIDE, NOTE_LINES):
        strokes.write(canvas, width / 2, y - TEXT * CAP, line, align="center")
        y -= TEXT * LEADING
    return y - 3 * MM


def _game(document: Document, grid: ScoreGrid, sheet: ScoreSheet, place: int, hands: Sequence[int]) -> None:
    """Draw these hands of one game, 0 for the first, with the origin at the box's lower left corner."""
    canvas, height = document.canvas, grid.height(len(hands))
    head_foot = height - grid.head
    first_row = head_foot - NAMES
    _ruling(canvas, grid, height, len(hands) + grid.rows_before)
    y = head_foot + grid.head / 2 - 15 * CAP / 2
    with document.tag("H2"):
        canvas.setFillColor(canvas.accent)
        wide = strokes.write(canvas, 2.4 * MM, y, f"Game {sheet.first + place}" if sheet.first else "Game", BOLD, 15)
        if not sheet.first:
            writing_line(canvas, 2.4 * MM + wide + 2 * MM, grid.columns[0] - 3 * MM, y)
    with document.table():
        _heads(document, grid, height, first_row + (NAMES - TEXT * CAP) / 2)
        if sheet.starts:
            with document.row():
                document.empty_cells()
                y = first_row - (grid.row + TEXT * CAP) / 2
                canvas.setFillColor(INK)
                with document.cell("Row", span=2):
                    strokes.write(canvas, NUMBER + 1.4 * MM, y, "Start")
                for left in grid.columns[:-1]:
                    document.empty_cells()
                    with document.cell():
                        strokes.write(canvas, left + 0.73 * grid.party, y, str(sheet.starts), BOLD, 14, align="center")
        dealers = sheet.dealers if place == 0 or sheet.fixed else ()
        for row, hand in enumerate(hands, grid.rows_before):
            y = first_row - (row + 0.5) * grid.row - TEXT * CAP / 2
            with document.row():
                with document.cell("Row"):
                    canvas.setFillColor(canvas.accent)
                    strokes.write(canvas, NUMBER - 1.2 * MM, y, str(hand + 1), align="right")
                with document.cell():
                    if dealers:
                        canvas.setFillColor(INK)
                        dealer = dealers[(place * (sheet.hands or 0) + hand) % len(dealers)]
                        strokes.write(canvas, NUMBER + 1.4 * MM, y, _dealer(dealer, grid.dealer - 2.4 * MM))
                document.empty_cells(1 + 2 * len(grid.names))


def _heads(document: Document, grid: ScoreGrid, height: float, baseline: float) -> None:
    """Write whose columns these are, and below what goes into each."""
    canvas = document.canvas
    with document.row(head=True):
        document.empty_cells(3)
        for left, names in zip(grid.columns, grid.names, strict=False):
            with document.cell("Column", span=2):
                _names(canvas, grid, left, names, height)
    with document.row(head=True):
        canvas.setFillColor(canvas.accent)
        document.empty_cells()
        for x, word in ((NUMBER, "Dealer"), (NUMBER + grid.dealer, "Call")):
            with document.cell("Column"):
                strokes.write(canvas, x + 1.4 * MM, baseline, word)
        for left in grid.columns[:-1]:
            for share, sign in ((0.23, "+"), (0.73, "=")):
                with document.cell("Column"):
                    strokes.write(canvas, left + share * grid.party, baseline, sign, BOLD, 14, align="center")


def _names(canvas: Canvas, grid: ScoreGrid, left: float, names: Sequence[str], top: float) -> None:
    """Write the names of a side or player around the middle of the head, or draw the lines for them."""
    canvas.setFillColor(INK)
    block = sum(TEXT * LEADING if name else LINE for name in names)
    y = top - (grid.head - block) / 2
    for name in names:
        y -= TEXT * LEADING if name else LINE
        if name:
            middle = left + grid.party / 2
            strokes.write(canvas, middle, y + TEXT * (LEADING - CAP) / 2, name, BOLD, TEXT, align="center")
        else:
            writing_line(canvas, left + 2 * MM, left + grid.party - 2 * MM, y + 1 * MM)


def _dealer(name: str, width: float) -> str:
    """A dealer's name as it fits: whole, or its first word, or its initials."""
    initials = " ".join(f"{word[0]}." for word in name.split())
    shown = (fonts.printable_text(words) for words in (name, name.split()[0], initials))
    return next((words for words in shown if fonts.width_of(words, REGULAR, TEXT) <= width), "")


def _ruling(canvas: Canvas, grid: ScoreGrid, height: float, rows: int) -> None:
    """Draw the frame of a playing card, a double rule under its head, thick rules between sides."""
    first_row = height - grid.head - NAMES
    canvas.setStrokeColor(canvas.accent)
    canvas.setLineWidth(2 * HAIRLINE)
    canvas.lines([(0, y, grid.width, y) for y in (first_row - TWIN, *(row * grid.row for row in range(1, rows)))])
    totals = [left + 0.46 * grid.party for left in grid.columns[:-1]]
    ups = [NUMBER, NUMBER + grid.dealer, *totals]
    canvas.lines([(x, 0, x, first_row + NAMES) for x in ups])
    canvas.line(grid.columns[0], first_row + NAMES, grid.width, first_row + NAMES)
    canvas.setLineWidth(RULE)
    canvas.line(0, first_row, grid.width, first_row)
    canvas.lines([(x, 0, x, height) for x in grid.columns[:-1]])
    canvas.roundRect(0, 0, grid.width, height, 3.2 * MM, stroke=1, fill=0)


def _calls(document: Document, heading: Heading, sheet: ScoreSheet) -> None:
    """Draw what each call pays on a page of its own, as large as it fits."""
    upright = document.job.room
    across = not Table(sheet.pay, sheet.heads, Face(TEXT), upright[0] - 2 * SIDE).fits
    width, height = (upright[1], upright[0]) if across else upright
    room = height - TOP - HEAD - BELOW
    tables = [Table(sheet.pay, sheet.heads, face, width - 2 * SIDE) for face in (*map(Face, SIZES), *CLOSER)]
    table = next((table for table in tables if table.whole and table.height <= room), tables[-1])
    for part in table.split(room, room):
        with document.page("What each call pays", across=across, enlarged=True) as canvas:
            draw_title(document, width, SIDE, height - TOP, curly(sheet.name), "WHAT EACH CALL PAYS", heading.both)
            draw_pay_table(document, part, height - TOP - HEAD)
            draw_foot(canvas, width)
