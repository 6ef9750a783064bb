"""The whole movement as a list on a tally card: who plays whom at every table, below its games or on its back.

It is written as on printed charts: "1·6 vs 2·5" are two pairs of partners, and the first one deals first. Source: seed
003, "Progressive Euchre", whose tally cards for two and three tables have the movement of all players on them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple

from tally.paper import fonts, strokes
from tally.paper.document import Document
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.grids import CardGrid, rows_with_room_below
from tally.paper.measures import CAP, HAIRLINE, INK, MM, RULE, TEXT, TWIN, Canvas, Paper
from tally.paper.rotation import Four, GameRow

MOST_PLAYERS = 12  # three tables: a fourth does not fit beside them on a card, at 12 points
FIRST_DEALS = "The first one named deals first."
VERSUS = "vs"
ROW, HEAD, FOOT, ABOVE = 4.5 * MM, 5.4 * MM, 5.6 * MM, 2 * MM  # below a card's games; above: from its rings
BESIDE_VERSUS = 0.34  # of the size of type, like the next
GAP_LEAST = 0.6
BESIDE_GAME, UPRIGHT = 3 * MM, 0.6  # from the word to the next one, or it is left out; the rules between tables
RULED = 5.2 * MM  # lower rows have no rules between them: they are close enough, and rules are ink
CLEAR = 0.5 * MM  # of the rules at head and foot, where there are no others
INSET = 1.6 * MM  # of text, from the ends of the rules


def height_below(movement: Sequence[GameRow]) -> float:
    """The height that a movement takes at the foot of a card, in points."""
    return ABOVE + HEAD + len(movement) * ROW + FOOT


def fits_below(paper: Paper, games: int, movement: Sequence[GameRow]) -> bool:
    """Whether a card has room for a movement below its games, whose rows stay high enough to write in.

    Not in large print, where rows to write in are as large as all else.
    """
    return rows_with_room_below(paper, games, height_below(movement))


class MovementColumns:
    """Where the games and tables of a movement stand between two edges, at a size of type; all in points.

    Fours are aligned by their "vs" where there is room for that, else each is in the middle of its column: of twelve
    players only three have two figures, so that no row is as wide as all columns at their widest.
    """

    def __init__(self, movement: Sequence[GameRow], left: float, right: float, most: float) -> None:
        """Choose the size, up to `most`: smaller where that many tables need it, never below 12 points."""
        self.left, self.right = left, right
        tables = range(max((len(row.tables) for row in movement), default=0))
        sides = [[_side_widths(row.tables[at]) for row in movement if at < len(row.tables)] for at in tables]
        aligned = [(max(one for one, _ in at), max(other for _, other in at)) for at in sides]
        centered = [(wide, wide) for at in sides for wide in [max(map(sum, at)) / 2]]
        figures = strokes.figures_width(str(len(movement)), BOLD, 1)
        room, count = right - left - 2 * INSET, max(len(tables), 1)

        def spare(halves: Sequence[tuple[float, float]], size: float) -> float:
            return room - (figures + sum(map(sum, halves))) * size

        self.aligned = spare(aligned, TEXT) >= GAP_LEAST * TEXT * count
        halves = aligned if self.aligned else centered
        self.size = max(TEXT, min(most, room / (figures + sum(map(sum, halves)) + GAP_LEAST * count)))
        over = spare(halves, self.size)
        gap = max(min(over / count, GAP_LEAST * self.size), over / (count + 0.5))
        self.game_right = x = left + INSET + figures * self.size
        self.middles: list[float] = []  # of each table's "vs", or of its column
        self.between: list[float] = []  # of two tables
        for one, other in halves:
            self.middles.append(x + gap + one * self.size)
            x += gap + (one + other) * self.size
            self.between.append(x + gap / 2)
        del self.between[-1:]
        heads = fonts.width_of("Game", REGULAR, TEXT) + BESIDE_GAME + fonts.width_of("Table 1", REGULAR, TEXT) / 2
        self.says_game = all(left + INSET + heads <= middle for middle in self.middles[:1])

    def versus(self, table: int, four: Four) -> float:
        """The middle of the "vs" of a four; 0 is the first table."""
        one, other = _side_widths(four)
        return self.middles[table] + (0 if self.aligned else (one - other) / 2 * self.size)


def draw_movement_below(document: Document, grid: CardGrid, movement: Sequence[GameRow], own: int) -> None:
    """Draw the movement at the foot of a card, which was left free for it, with the number of its owner in bold."""
    columns = MovementColumns(movement, grid.left, grid.right, TEXT)
    top = grid.foot + FOOT + len(movement) * ROW
    draw_list(document, columns, movement, top, ROW, own)
    with document.tag("P"):
        document.canvas.setFillColor(document.canvas.accent)
        middle = (grid.left + grid.right) / 2
        strokes.write(document.canvas, middle, grid.foot + 0.4 * MM, FIRST_DEALS, align="center")


def how_to_read(movement: Sequence[GameRow]) -> str:
    """What a four says, by the first of this movement."""
    a, b, c, d = astuple(movement[0].tables[0])
    return f"{a}·{b} {VERSUS} {c}·{d}: {a} and {b} are partners against {c} and {d}, and {a} deals first."


def _side_widths(four: Four) -> tuple[float, float]:
    """From the middle of a four's "vs" to its ends on the left and on the right, as shares of the size."""
    beside = fonts.width_of(VERSUS, REGULAR, 1) / 2 + BESIDE_VERSUS
    one, other = (strokes.figures_width(f"{x}·{y}", REGULAR, 1) for x, y in ((four.a, four.b), (four.c, four.d)))
    return beside + one, beside + other


def draw_list(
    document: Document, columns: MovementColumns, movement: Sequence[GameRow], top: float, row: float, own: int = 0
) -> None:
    """Draw heads and games; `top` is the upper edge of game 1. The number `own` is bold wherever it sits."""
    canvas, size, ruled = document.canvas, columns.size, row > RULED
    head, foot = (top, top - row * len(movement)) if ruled else (top + CLEAR, top - row * len(movement) - CLEAR)
    canvas.setStrokeColor(canvas.accent)
    canvas.setFillColor(canvas.accent)
    canvas.setLineWidth(HAIRLINE)
    if ruled:
        levels = [top - TWIN, *(top - row * index for index in range(1, len(movement)))]
        canvas.lines([(columns.left, y, columns.right, y) for y in levels])
    canvas.setLineWidth(RULE)
    canvas.lines([(columns.left, y, columns.right, y) for y in (head, foot)])
    canvas.setLineWidth(UPRIGHT)
    canvas.lines([(x, head, x, foot) for x in columns.between])
    baseline = head + (HEAD - TEXT * CAP) / 2
    with document.table():
        with document.row(head=True):
            with document.cell("Column", reads="Game"):
                if columns.says_game:
                    strokes.write(canvas, columns.left + INSET, baseline, "Game")
            for table, x in enumerate(columns.middles, 1):
                with document.cell("Column"):
                    strokes.write(canvas, x, baseline, f"Table {table}", align="center")
        for index, game in enumerate(movement):
            y = top - row * (index + 0.5) - size * CAP / 2
            with document.row():
                with document.cell("Row"):
                    canvas.setFillColor(canvas.accent)
                    strokes.figures(canvas, columns.game_right, y, str(game.game), BOLD, size)
                for table, _ in enumerate(columns.middles):
                    with document.cell():
                        if table < len(game.tables):
                            four = game.tables[table]
                            _four(canvas, columns.versus(table, four), y, four, own, size)
    canvas.setFillColor(INK)


def _four(canvas: Canvas, x: float, y: float, four: Four, own: int, size: float) -> None:
    """Write who plays whom, with the "vs" in the middle at `x`."""
    canvas.setFillColor(INK)
    _pair(canvas, x - _side_widths(four)[0] * size, y, (four.a, four.b), own, size)
    canvas.setFillColor(canvas.accent)
    strokes.write(canvas, x, y, VERSUS, size=size, align="center")
    canvas.setFillColor(INK)
    beside = (fonts.width_of(VERSUS, REGULAR, 1) / 2 + BESIDE_VERSUS) * size
    _pair(canvas, x + beside, y, (four.c, four.d), own, size)


def _pair(canvas: Canvas, x: float, y: float, pair: tuple[int, int], own: int, size: float) -> None:
    """Write two partners around a dot from `x` on, their own number in bold."""
    pieces = [str(pair[0]), "·", str(pair[1])] if own in pair else [f"{pair[0]}·{pair[1]}"]
    for piece in pieces:
        font = BOLD if piece == str(own) else REGULAR
        strokes.figures(canvas, x, y, piece, font, size, align="left")
        x += strokes.figures_width(piece, font, size)
