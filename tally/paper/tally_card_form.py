"""The printed form of a tally card: frame, rules, column heads and rings, which cards without scores have too."""

from __future__ import annotations

from typing import NamedTuple

from tally.paper import strokes
from tally.paper.fonts import BOLD
from tally.paper.grids import CardGrid
from tally.paper.measures import CAP, GREEN, HAIRLINE, MM, RULE, TEXT, TWIN, Canvas
from tally.paper.ornaments import draw_bell, draw_ring, draw_tick

RINGS, MOST_RINGS = 8, 10


class CardForm(NamedTuple):
    """What decides the printed form. It is drawn once for a document and stamped on all cards that share it."""

    games: int
    noted: bool
    filled: bool
    known: bool  # the seats are printed on every line; if not, those columns are boxes too
    signed: bool
    loners: int | None
    without_seat: tuple[int, ...]  # rows with text in place of those boxes, 0 for the first game

    @property
    def name(self) -> str:
        """A name of all that the form depends on."""
        return "card-" + "-".join(map(str, (*self[:-1], *self.without_seat)))


def draw_card_form(canvas: Canvas, grid: CardGrid, form: CardForm) -> None:
    """Draw the form, its origin at the lower left corner of the card."""
    _ruling(canvas, grid, form)
    canvas.setFillColor(GREEN)
    names = (*grid.columns[:-1], "Total" if form.filled else grid.columns[-1])
    baseline = grid.first_row + (grid.frame_top - grid.first_row - TEXT * CAP) / 2
    for column, name in enumerate(names):
        strokes.write(canvas, grid.middle(column), baseline, name, align="center")
    end = grid.edges[6] if form.filled else grid.edges[4]
    strokes.write(canvas, end - 2 * MM, grid.centered(form.games, TEXT), "Total", BOLD, align="right")
    size = min(grid.row * 0.74, 5.6 * MM)
    draw_bell(canvas, grid.middle(0), grid.row_foot(form.games) + (grid.row - size) / 2, size)
    _loners(canvas, grid, form)


def _ruling(canvas: Canvas, grid: CardGrid, form: CardForm) -> None:
    """Draw the frame with a playing card's corners, and double rules at its head and its total.

    Only boxes to write in have vertical rules; printed columns need none.
    """
    foot = grid.row_foot(form.games - 1)
    canvas.setStrokeColor(GREEN)
    canvas.setLineWidth(HAIRLINE)
    for index in range(form.games - 1):
        canvas.line(grid.left, grid.row_foot(index), grid.right, grid.row_foot(index))
    for line in (grid.first_row - TWIN, foot + TWIN) if grid.roomy else ():
        canvas.line(grid.left, line, grid.right, line)
    for column in (4, 5, 6) if form.known else (1, 2, 3, 4, 5, 6):
        low = foot if column < 4 or (form.filled and column < 6) else grid.frame_foot
        for top, end in _pieces(grid, form, low) if column in (2, 3) else ((grid.frame_top, low),):
            canvas.line(grid.edges[column], top, grid.edges[column], end)
    canvas.setLineWidth(RULE)
    canvas.line(grid.left, grid.first_row, grid.right, grid.first_row)
    canvas.line(grid.left, foot, grid.right, foot)
    canvas.roundRect(
        grid.left + RULE / 2,
        grid.frame_foot,
        grid.right - grid.left - RULE,
        grid.frame_top - grid.frame_foot,
        3.2 * MM,
        stroke=1,
        fill=0,
    )


def _pieces(grid: CardGrid, form: CardForm, low: float) -> list[tuple[float, float]]:
    """The pieces (top, end) of a vertical rule from the frame down to `low`, open where text crosses the boxes."""
    ends = [grid.row_foot(index - 1) for index in form.without_seat]
    tops = [grid.row_foot(index) for index in form.without_seat]
    return [(top, end) for top, end in zip((grid.frame_top, *tops), (*ends, low), strict=True) if top > end]


def _loners(canvas: Canvas, grid: CardGrid, form: CardForm) -> None:
    """Draw rings for loners: to punch on an empty card; on a filled one as many are filled as were made."""
    baseline = grid.rings - TEXT * CAP / 2
    if form.signed:
        wide = strokes.write(canvas, grid.right, baseline, "confirmed", align="right")
        draw_tick(canvas, grid.right - wide - 4.5 * MM, baseline, TEXT * 0.8)
    if form.filled and form.loners is None:
        return
    made = form.loners or 0
    x = grid.left + strokes.write(canvas, grid.left, baseline, "Loners") + 4 * MM
    for ring in range(min(max(RINGS, made), MOST_RINGS)):
        draw_ring(canvas, x, grid.rings, 3.4 * MM, ring < made)
        x += 4.3 * MM
    if made > MOST_RINGS:
        strokes.write(canvas, x - 1 * MM, baseline, f"+{made - MOST_RINGS}")
