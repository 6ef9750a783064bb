"""How fair a night's seats are: sentences, and below them a matrix of who met whom. Pure values → PDF bytes.

A player has a row and a column; above the diagonal are partners, below it opponents, and a larger square means
more often. The sides of the squares are chosen for ink, measured at 300 dots an inch: the perfect rotation for 133
players, where every pair meets three times, takes 9.4 % of a Letter page; 20 games by chance for 24, 9.8 % of A4.
"""

from __future__ import annotations

from collections.abc import Sequence

from tally.paper import fonts, strokes
from tally.paper.document import Document, Heading
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.measures import CAP, CUT, HAIRLINE, INK, MM, RULE, TEXT, Canvas
from tally.paper.ornaments import draw_pip, draw_title
from tally.paper.pages import BELOW, HEAD, SIDE, TOP, draw_foot
from tournament.movements.balance import TimesMet

WORDS, LEADING = 13.0, 17.0
CELL, FEW = 20.0, 264.0  # points: of a cell at most, unless all of a few players together are no wider than that
SQUARES = {1: 0.32, 2: 0.46, 3: 0.74}  # side of a square as a share of its cell, by how often; 3 is also for more
OFTEN = {1: "once", 2: "twice", 3: "more often"}
PICTURE = (
    "A square for each two of {count} players: above the diagonal how often they are partners, below it how often they "
    "are opponents. The sentences before it say what it shows."
)
EVERY = (1, 5, 10, 20)  # which numbers are written: all, or those that leave room


def draw_fairness(
    document: Document,
    heading: Heading,
    known: str,
    lines: Sequence[str],
    numbers: Sequence[int],
    met: Sequence[Sequence[TimesMet]],
) -> None:
    """Draw one page: the sentences, and the matrix as large as the page allows.

    `known` says what was counted ("10 games"); `met[i][j]` is what numbers[i] and numbers[j] had with each other.
    """
    width, height = document.job.room
    with document.page(enlarged=True) as canvas:
        draw_title(document, width, SIDE, height - TOP, "How fair it is", known.upper(), heading.both)
        y = _sentences(document, lines, width, height - TOP - HEAD)
        with document.tag("P"):
            y = _legend(canvas, width, y - 4 * MM)
        label = strokes.figures_width(str(max(numbers)), REGULAR, TEXT)
        room = min(width - 2 * (SIDE + label), y - LEADING - BELOW)
        cell = min(room / len(numbers), max(CELL, FEW / len(numbers)) / document.job.scale)
        side = cell * len(numbers)
        left, top = (width - side) / 2, y - LEADING
        beyond = max(0.0, (label - cell) / 2)  # the last label, over the middle of its column
        box = left - label - 3, top - side - beyond, left + side + beyond, top + 4 + TEXT * CAP
        with document.figure(PICTURE.format(count=len(numbers)), box):
            _matrix(canvas, numbers, met, cell, (left, top))
        draw_foot(canvas, width)


def _sentences(document: Document, lines: Sequence[str], width: float, top: float) -> float:
    """Draw every sentence with a pip, as a list; return the lower edge of the last, in points."""
    canvas, y = document.canvas, top
    with document.tag("L"):
        for sentence in lines:
            draw_pip(canvas, SIDE + 2 * MM, y - WORDS * 0.8, WORDS * 0.7)
            with document.tag("LI"), document.tag("LBody"):
                canvas.setFillColor(INK)
                for line in fonts.wrap(sentence, REGULAR, WORDS, width - 2 * SIDE - 6 * MM, 3):
                    strokes.write(canvas, SIDE + 6 * MM, y - WORDS * 0.8, line, REGULAR, WORDS)
                    y -= LEADING
    return y


def _legend(canvas: Canvas, width: float, top: float) -> float:
    """Draw what the squares mean, on one line or two; return the lower edge, in points."""
    y, box = top - TEXT, CELL * 0.8
    canvas.setFillColor(canvas.accent)
    x = SIDE + strokes.write(canvas, SIDE, y, "Above the diagonal, partners; below it, opponents:", BOLD) + 3 * MM
    canvas.setFillColor(INK)
    squares = sum(
        box * share + 4.8 * MM + fonts.width_of(OFTEN[times], REGULAR, TEXT) for times, share in SQUARES.items()
    )
    if x + squares - 3.4 * MM > width - SIDE:
        x, y = SIDE, y - LEADING
    for times, share in SQUARES.items():
        canvas.rect(x, y + (TEXT * CAP - box * share) / 2, box * share, box * share, stroke=0, fill=1)
        x += box * share + 1.4 * MM
        x += strokes.write(canvas, x, y, OFTEN[times]) + 3.4 * MM
    return y - 3 * MM


def _matrix(
    canvas: Canvas, numbers: Sequence[int], met: Sequence[Sequence[TimesMet]], cell: float, corner: tuple[float, float]
) -> None:
    """Draw the matrix with its upper left corner at `corner` and cells of `cell` points."""
    left, top = corner
    side = cell * len(numbers)
    widest = strokes.figures_width(str(max(numbers)), REGULAR, TEXT) + 4
    every = next((step for step in EVERY if step * cell >= widest), EVERY[-1])
    canvas.setLineWidth(HAIRLINE)
    canvas.setStrokeColor(CUT)
    for index, number in enumerate(numbers[:-1]):
        if number % max(every, EVERY[1]) == 0:  # to lead the eye
            canvas.line(left, top - (index + 1) * cell, left + side, top - (index + 1) * cell)
            canvas.line(left + (index + 1) * cell, top, left + (index + 1) * cell, top - side)
    canvas.setStrokeColor(canvas.accent)
    canvas.line(left, top, left + side, top - side)
    canvas.setLineWidth(RULE)
    canvas.rect(left, top - side, side, side, stroke=1, fill=0)
    for color, mark in ((canvas.accent, _squares(met, partners=True)), (INK, _squares(met, partners=False))):
        canvas.saveState()
        canvas.setFillColor(color)
        canvas.transform(cell, 0, 0, -cell, left, top)
        canvas.addLiteral(f"{mark} f")
        canvas.restoreState()
    canvas.setFillColor(INK)
    for index, number in enumerate(numbers):
        if number % every == 0:
            middle = (index + 0.5) * cell
            strokes.figures(canvas, left - 3, top - middle - TEXT * CAP / 2, str(number), REGULAR, TEXT)
            strokes.figures(canvas, left + middle, top + 4, str(number), REGULAR, TEXT, align="center")


def _squares(met: Sequence[Sequence[TimesMet]], *, partners: bool) -> str:
    """The squares of one triangle as a path, in cells from the upper left corner, x to the right and y down."""
    path = []
    for row, others in enumerate(met):
        for column, (partnered, opposed) in enumerate(others):
            times = partnered if partners else opposed
            if times and (column > row if partners else column < row):
                share = SQUARES[min(times, 3)]
                inset = (1 - share) / 2
                path.append(f"{column + inset:.2f} {row + inset:.2f} {share} {share} re")
    return " ".join(path)
