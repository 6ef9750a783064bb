"""The printed form of a tally card: frame, rules and rings, and its words, which cards without scores have too."""

from __future__ import annotations

from typing import NamedTuple

from tally.paper import fonts, strokes
from tally.paper.card_shapes import ROUND
from tally.paper.document import Document
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.grids import CardGrid
from tally.paper.measures import CAP, GUIDE, HAIRLINE, MM, RULE, TEXT, TWIN, WRITTEN, Canvas
from tally.paper.ornaments import draw_beside_total, draw_ring, draw_tick
from tally.paper.tags import Cell, cell

RINGS, MOST_RINGS, BETWEEN_RINGS, RING = 8, 10, 4.1 * MM, 3.4 * MM
LEGEND = 12 * MM  # what a mark means, in the row of the total: from the card's left edge, beside the ornament
CORNER = 3.2 * MM  # a playing card's
LONERS, CONFIRMED = "Loners", "confirmed"


class CardForm(NamedTuple):
    """What decides the printed form. It is drawn once for a document and stamped on all cards that share it."""

    games: int
    noted: bool
    filled: bool
    known: bool  # the seats are printed on every line; if not, those columns are boxes too
    signed: bool
    loners: int | None
    without_seat: tuple[int, ...]  # rows with text in place of those boxes, 0 for the first game

    def name(self, grid: CardGrid) -> str:
        """A name of all that the form depends on."""
        sizes = (f"{at:.0f}" for at in (grid.height, grid.edges[4], grid.row))
        return "-".join(("card", *sizes, *map(str, (*self[:-1], *self.without_seat))))


class CardWords(NamedTuple):
    """What cards of one form have alike: the name of what is stamped, and words as cells and code; see `Tags.row`."""

    stamp: str
    heads: tuple[Cell, ...]
    total: Cell
    foot: str


def card_words(document: Document, grid: CardGrid, form: CardForm) -> CardWords:
    """Draw a form, and set its words: the names of its columns, "Total", and what stands below the games."""

    def code(x: float, y: float, text: str, font: str, align: str) -> str:
        return document.tags.code_of(lambda: strokes.write(document.canvas, x, y, text, font, align=align))

    box = (0, 0, grid.width, grid.height)
    stamp = document.form(form.name(grid), box, lambda canvas: draw_card_form(canvas, grid, form))
    color = document.job.look.accent
    words = f"{color.red:g} {color.green:g} {color.blue:g} rg"
    names = (*grid.columns[:-1], "Total" if form.filled else grid.columns[-1])
    baseline = grid.first_row + (grid.frame_top - grid.first_row - TEXT * CAP) / 2
    heads = [
        (cell("Column"), f"{words} {code(grid.middle(column), baseline, name, REGULAR, 'center')}")
        for column, name in enumerate(names)
    ]
    total = code(grid.edges[4] - 2 * MM, grid.centered(form.games, TEXT), "Total", BOLD, "right")
    foot = document.tags.code_of(lambda: _words_below(document.canvas, grid, form))
    return CardWords(stamp, tuple(heads), (cell("Row", 4), f"{words} {total}"), foot and f"{words} {foot}")


def draw_card_form(canvas: Canvas, grid: CardGrid, form: CardForm) -> None:
    """Draw what nobody reads of the form, its origin at the lower left corner of the card."""
    _ruling(canvas, grid, form)
    size = min(grid.row * 0.74, 5.6 * MM)
    draw_beside_total(canvas, grid.middle(0), grid.row_foot(form.games) + (grid.row - size) / 2, size)
    if form.signed:
        draw_tick(canvas, grid.left + LEGEND, grid.centered(form.games, TEXT), TEXT * 0.8)
    if form.filled and form.loners is None:
        return
    made, x = form.loners or 0, _first_ring(grid)
    for ring in range(_rings(form)):
        draw_ring(canvas, x + ring * BETWEEN_RINGS, grid.rings, RING, ring < made)


def _ruling(canvas: Canvas, grid: CardGrid, form: CardForm) -> None:
    """Draw the frame with a playing card's corners, and double rules at its head and its total.

    Only boxes to write in have vertical rules; printed columns need none. Every third row and where the points begin
    the rule is thicker. All are thinner where rows are close, as many rules are much ink.
    """
    foot = grid.row_foot(form.games - 1)
    thin, guide = (WRITTEN, GUIDE) if grid.roomy else (HAIRLINE, WRITTEN)
    canvas.setStrokeColor(canvas.accent)
    canvas.setLineWidth(HAIRLINE)
    for line, right in ((grid.first_row - TWIN, grid.right), (foot + TWIN, grid.edges[6])) if grid.roomy else ():
        canvas.line(grid.left, line, right, line)
    for game in range(1, form.games):
        canvas.setLineWidth(guide if game % 3 == 0 else thin)
        canvas.line(grid.left, grid.row_foot(game - 1), grid.right, grid.row_foot(game - 1))
    for column in (4, 5, 6) if form.known else (1, 2, 3, 4, 5, 6):
        canvas.setLineWidth(guide if column == 4 else thin)
        low = grid.frame_foot if column == 4 else foot
        for top, end in _pieces(grid, form, low) if column in (2, 3) else ((grid.frame_top, low),):
            canvas.line(grid.edges[column], top, grid.edges[column], end)
    canvas.setLineWidth(RULE)
    canvas.line(grid.left, grid.first_row, grid.right, grid.first_row)
    canvas.line(grid.left, foot, grid.edges[6], foot)
    canvas.drawPath(_outline(canvas, grid, foot), stroke=1, fill=0)


def _outline(canvas: Canvas, grid: CardGrid, foot: float) -> Canvas:
    """The path around the games and, up to the last column, the total: a playing card's corners, and one cut out."""
    left, right, top, low, cut = (
        grid.left + RULE / 2,
        grid.right - RULE / 2,
        grid.frame_top,
        grid.frame_foot,
        grid.edges[6],
    )
    pull = CORNER * (1 - ROUND)
    path = canvas.beginPath()
    path.moveTo(left + CORNER, top)
    path.lineTo(right - CORNER, top)
    path.curveTo(right - pull, top, right, top - pull, right, top - CORNER)
    path.lineTo(right, foot + CORNER)
    path.curveTo(right, foot + pull, right - pull, foot, right - CORNER, foot)
    path.lineTo(cut, foot)
    path.lineTo(cut, low + CORNER)
    path.curveTo(cut, low + pull, cut - pull, low, cut - CORNER, low)
    path.lineTo(left + CORNER, low)
    path.curveTo(left + pull, low, left, low + pull, left, low + CORNER)
    path.lineTo(left, top - CORNER)
    path.curveTo(left, top - pull, left + pull, top, left + CORNER, top)
    path.close()
    return path


def _pieces(grid: CardGrid, form: CardForm, low: float) -> list[tuple[float, float]]:
    """The pieces (top, end) of a vertical rule from the frame down to `low`, open where text crosses the boxes."""
    ends = [grid.row_foot(index - 1) for index in form.without_seat]
    tops = [grid.row_foot(index) for index in form.without_seat]
    return [(top, end) for top, end in zip((grid.frame_top, *tops), (*ends, low), strict=True) if top > end]


def _words_below(canvas: Canvas, grid: CardGrid, form: CardForm) -> None:
    """Write what stands beside the rings for loners; they are punched on an empty card, and filled on a filled one."""
    if form.signed:
        strokes.write(canvas, grid.left + LEGEND + 4.4 * MM, grid.centered(form.games, TEXT), CONFIRMED)
    if form.filled and form.loners is None:
        return
    strokes.write(canvas, grid.left, foot_line(grid), LONERS)
    if (made := form.loners or 0) > MOST_RINGS:
        x = _first_ring(grid) + MOST_RINGS * BETWEEN_RINGS - 1 * MM
        strokes.write(canvas, x, foot_line(grid), f"+{made - MOST_RINGS}")


def foot_line(grid: CardGrid) -> float:
    """The baseline of what stands beside the rings."""
    return grid.rings - TEXT * CAP / 2


def rings_end(grid: CardGrid) -> float:
    """Where the rings of a card without scores end."""
    return _first_ring(grid) + (RINGS - 1) * BETWEEN_RINGS + RING / 2


def _first_ring(grid: CardGrid) -> float:
    return grid.left + fonts.width_of(LONERS, REGULAR, TEXT) + 4 * MM


def _rings(form: CardForm) -> int:
    return min(max(RINGS, form.loners or 0), MOST_RINGS)
