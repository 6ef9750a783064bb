"""Tally cards, four to a sheet: a player's night on a card to keep. Pure values in, PDF bytes out.

A card without scores is written on through the night; one with scores is the same card, filled in. On US
Letter twelve games have rows of 7 mm; `grids.rows_that_fit` says how many games fit at all. With the whole movement,
which `card_movement` draws, cards have it below their games, or every page of cards is followed by their backs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from tally.paper import fonts, strokes
from tally.paper.card_movement import draw_movement_back, draw_movement_below, fits_below, height_below
from tally.paper.document import Document, Heading
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.grids import CardGrid
from tally.paper.measures import CAP, FIGURE, GREEN, INK, MM, NAME, NUMBER, TEXT, Canvas
from tally.paper.ornaments import draw_pip, draw_tick
from tally.paper.pages import draw_pair, writing_line
from tally.paper.qr import QR_QUIET, QR_SIDE
from tally.paper.rotation import GameRow
from tally.paper.tally_card_form import CardForm, draw_card_form
from tally.scores import point_labels


@dataclass(frozen=True, slots=True)
class CardRow:
    """One game on a card. What is None is not known yet: an empty box to write in. `total` includes this game.

    `signed` when both sides agreed to the game's points; `ghost` when the partner is one and the player is alone.
    `instead` is printed in place of a seat: "sits out, +2". `deals` when the player deals the first hand.
    """

    game: int
    table: int | None
    partner: int | None
    opponents: tuple[int, int] | None
    us: int | None = None
    them: int | None = None
    total: int | None = None
    signed: bool = False
    ghost: bool = False
    instead: str = ""
    deals: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """One player's card.

    `code` is typed when a phone cannot scan ("K7QM-2X9D"), "" for none; `address` is what the QR code says,
    in capitals so that it stays small, "" for no QR code. An empty name, or number 0, becomes a line to write on.
    `note` is one line under the games; where many games leave no room for it, `brief` is printed beside the rings.
    """

    number: int
    name: str
    code: str
    address: str
    rows: tuple[CardRow, ...]
    total: int | None = None
    loners: int | None = None
    note: str = ""
    brief: str = ""

    @property
    def filled(self) -> bool:
        """Whether the card says what was scored."""
        return self.total is not None or any(row.us is not None or row.them is not None for row in self.rows)

    @property
    def known(self) -> bool:
        """Whether the seats of every game are known."""
        return all(row.instead or None not in (row.table, row.partner, row.opponents) for row in self.rows)


DEALS_FIRST = "deals first"  # no letter goes below the line, which is as low as text may be
LEADING, PIP = 5.2 * MM, 5.6 * MM
TICK, BESIDE_TICK, BESIDE_TOTAL = TEXT * 0.64, 0.8 * MM, 1.4 * MM  # a tick, before it, after a running total
DEALER, BESIDE_DEALER = 1.15 * MM, 1.9 * MM  # radius of the mark of who deals first; from its middle to the next column
BESIDE_RINGS = 56 * MM  # the width of the label and the rings on their line


def draw_tally_cards(
    document: Document, heading: Heading, cards: Sequence[Card], movement: Sequence[GameRow] = ()
) -> None:
    """Draw all cards, four to a sheet in reading order, two in large print, to be cut; without cards one empty sheet.

    With a `movement`, each has it below its games, or on its back where it does not fit there.

    :raises ValueError: if a card has more games than the paper holds at 12 points.
    """
    large, paper = document.job.large, document.job.paper
    most = max((len(card.rows) for card in cards), default=0)
    backs = bool(cards and movement) and not fits_below(paper, most, movement, large)
    below = height_below(movement) if movement and not backs else 0.0
    shapes = {(len(card.rows), bool(card.note)) for card in cards}
    grids = {(games, noted): CardGrid(paper, games, noted, large, below) for games, noted in shapes}
    figures = min((_figure_size(grids[len(card.rows), bool(card.note)], card) for card in cards), default=TEXT)
    each = 2 if large else 4
    for start in range(0, max(len(cards), 1), each):
        batch = cards[start : start + each]
        with _page_to_cut(document, _label(batch) if len(cards) > each else ""):
            for place, card in enumerate(batch):
                grid = grids[len(card.rows), bool(card.note)]
                with _at_place(document, grid, place):
                    _card(document, grid, heading, card, figures)
                    if below:
                        draw_movement_below(document.canvas, grid, movement, card.number)
        if backs:
            _draw_backs(document, heading, grids[len(batch[0].rows), bool(batch[0].note)], len(batch), movement)


def _draw_backs(document: Document, heading: Heading, grid: CardGrid, count: int, movement: Sequence[GameRow]) -> None:
    """Draw the page that lies behind this many cards when their paper is turned over its long edge.

    So what is left in front is right behind, and the other way round; on a landscape page it stays where it is.
    """
    with _page_to_cut(document):
        for place in range(count):
            with _at_place(document, grid, place if document.job.large else place + 1 - place % 2 * 2):
                draw_movement_back(document.canvas, grid, heading, movement)


@contextmanager
def _page_to_cut(document: Document, label: str = "") -> Iterator[None]:
    """Draw a page of cards: four, or in large print two beside each other."""
    large, paper = document.job.large, document.job.paper
    width, height = (paper.height, paper.width) if large else (paper.width, paper.height)
    with document.page(label, across=large):
        document.cuts(() if large else (height / 2,), (width / 2,), width, height)
        yield


@contextmanager
def _at_place(document: Document, grid: CardGrid, place: int) -> Iterator[None]:
    """Draw one card of a page, in reading order, with the origin at its lower left corner."""
    canvas, large = document.canvas, document.job.large
    canvas.saveState()
    canvas.translate(place % 2 * grid.width * grid.scale, 0 if large or place > 1 else grid.height)
    canvas.scale(grid.scale, grid.scale)
    with document.tag("P"):
        yield
    canvas.restoreState()


def _label(cards: Sequence[Card]) -> str:
    first, last = cards[0].number, cards[-1].number
    return f"{first} to {last}" if first != last else str(first)


def _card(document: Document, grid: CardGrid, heading: Heading, card: Card, figures: float) -> None:
    form = _form_of(card)
    box = (0, 0, grid.width, grid.height)
    drawn = document.form(form.name, box, lambda canvas: draw_card_form(canvas, grid, form))
    _head(document, grid, heading, card)
    document.stamp(drawn)
    _rows(document.canvas, grid, card, figures)


def _form_of(card: Card) -> CardForm:
    """The printed form that a card needs."""
    without_seat = () if card.known else tuple(index for index, row in enumerate(card.rows) if row.instead)
    return CardForm(
        len(card.rows),
        bool(card.note),
        card.filled,
        card.known,
        any(row.signed for row in card.rows),
        card.loners,
        without_seat,
    )


def _head(document: Document, grid: CardGrid, heading: Heading, card: Card) -> None:
    """Draw number and pip like a playing card's corner, the name, the night; on the right the QR code and the code."""
    canvas, right, code_left = document.canvas, grid.right, grid.right
    canvas.setFillColor(INK)
    code, code_size = fonts.fit(card.code, BOLD, TEXT, grid.width / 3)
    if code:
        code_left -= fonts.width_of(code, BOLD, code_size) + 4 * MM
    if card.address:
        document.qr(card.address, grid.right - QR_SIDE, grid.top - QR_SIDE)
        right -= QR_SIDE + QR_QUIET
    text, number_line = _number(document, grid, card.number)
    lines = _name_lines(canvas, grid, card, text, right, number_line)
    canvas.setFillColor(GREEN)
    _night_lines(canvas, grid, heading, text, right, code_left, 4 - lines)
    canvas.setFillColor(INK)
    strokes.write(canvas, grid.right, grid.code_line, code, BOLD, code_size, align="right")


def _number(document: Document, grid: CardGrid, number: int) -> tuple[float, float]:
    """Draw the number with its pip, or a line for it; return where the text beside it begins, and its baseline."""
    baseline = grid.top - NUMBER * CAP
    label = str(number) if number > 0 else ""
    wide = max(fonts.width_of(label, BOLD, NUMBER), (6 if label else 10) * MM)
    if label:
        strokes.write(document.canvas, grid.left + wide / 2, baseline, label, BOLD, NUMBER, align="center")
    else:
        writing_line(document.canvas, grid.left, grid.left + wide, baseline)
    pip = document.form("pip", (-3 * MM, 0, 3 * MM, PIP), lambda canvas: draw_pip(canvas, 0, 0, PIP))
    document.stamp(pip, grid.left + wide / 2, baseline - PIP - 2 * MM)
    return grid.left + wide + 3.2 * MM, baseline


def _name_lines(canvas: Canvas, grid: CardGrid, card: Card, x: float, right: float, baseline: float) -> int:
    """Draw the name at 15 points, a long one smaller or on up to three lines; return how many it took.

    Without a name that can be printed, or below a short one that is printed in other letters than its owner's, there is
    a line to write it on.
    """
    name, size = fonts.fit(fonts.written(card.name), BOLD, NAME, right - x, 13)
    if not name.endswith("…"):
        strokes.write(canvas, x, baseline, name, BOLD, size)
        wanted = fonts.wants_line(card.name)
        below = wanted and bool(name)
        if wanted:
            writing_line(canvas, x, right, baseline - (6.2 * MM if below else 0))
        return 1 + below
    size, lines = 13.0, fonts.wrap(card.name, BOLD, 13, right - x, 2)
    if "…" in "".join(lines):
        size, lines = TEXT, fonts.wrap(card.name, BOLD, TEXT, right - x, 3)
    for index, line in enumerate(lines):
        strokes.write(canvas, x, baseline - index * LEADING, line, BOLD, size)
    return len(lines)


def _night_lines(
    canvas: Canvas, grid: CardGrid, heading: Heading, x: float, right: float, code_left: float, lines: int
) -> None:
    """Draw the night above its date, which stays clear of the code."""
    foot, date = grid.code_line, heading.date_within(code_left - x)
    if fonts.width_of(fonts.printable_text(date), REGULAR, TEXT) > code_left - x:
        foot, lines, date = foot + LEADING, lines - 1, heading.date_within(right - x)
    strokes.write(canvas, x, foot, fonts.printable_text(date))
    if lines < 1:
        return
    wrapped = fonts.wrap(heading.night, REGULAR, TEXT, right - x, lines)
    for index, line in enumerate(reversed(wrapped), 1):
        strokes.write(canvas, x, foot + index * LEADING, line)


def _rows(canvas: Canvas, grid: CardGrid, card: Card, size: float) -> None:
    """Draw what is known of every game: first all regular figures, then all bold ones, then text and check marks."""
    rows = card.rows
    ahead = [row.us is None for row in rows]
    canvas.setFillColor(INK)
    pen = canvas.beginText()
    for font in (REGULAR, BOLD):  # bold is for what a player looks for: games to come, and their own points
        pen.setFont(font, size)
        bold = font == BOLD
        for column, values in (
            (1, [row.table for row in rows]),
            (2, [None if row.ghost else row.partner for row in rows]),
        ):
            _column(pen, grid, column, values, font, size, [coming == bold for coming in ahead])
        if not bold:
            _column(pen, grid, 0, [row.game for row in rows], font, size)
            _column(pen, grid, 5, [row.them for row in rows], font, size)
            for index, row in enumerate(rows):
                if row.opponents:
                    draw_pair(pen, grid.middle(3), grid.centered(index, size), *row.opponents, font, size)
                _total(pen, grid, index, row.total, font, size)
    _column(pen, grid, 4, [row.us for row in rows], BOLD, size)
    _total(pen, grid, len(rows), card.total, BOLD, size)
    canvas.drawText(pen)
    for index, row in enumerate(card.rows):
        if row.instead:
            middle = (grid.edges[1] + grid.edges[4]) / 2
            strokes.write(canvas, middle, grid.centered(index, TEXT), row.instead, align="center")
        if row.ghost:
            strokes.write(canvas, grid.middle(2), grid.centered(index, TEXT), "ghost", align="center")
        if row.signed:
            draw_tick(canvas, grid.edges[6] + BESIDE_TICK, grid.centered(index, TEXT), TICK)
    if grid.note_line:
        note, size = fonts.fit(card.note, BOLD, TEXT, grid.right - grid.left)
        strokes.write(canvas, grid.left, grid.note_line, note, BOLD, size)
    elif card.brief and not card.filled:
        brief, size = fonts.fit(card.brief, BOLD, TEXT, grid.right - grid.left - BESIDE_RINGS)
        strokes.write(canvas, grid.right, grid.rings - TEXT * CAP / 2, brief, BOLD, size, align="right")
    _dealer(canvas, grid, card)


def _dealer(canvas: Canvas, grid: CardGrid, card: Card) -> None:
    """Mark the games in which the player deals first, where there is room to say what the mark means."""
    marked = [index for index, row in enumerate(card.rows) if row.deals]
    if not marked or card.filled or (card.brief and not grid.note_line):
        return
    canvas.setFillColor(GREEN)
    for index in marked:
        middle = grid.centered(index, TEXT) + TEXT * CAP / 2
        canvas.circle(grid.edges[1] - BESIDE_DEALER, middle, DEALER, stroke=0, fill=1)
    wide = strokes.write(canvas, grid.right, grid.rings - TEXT * CAP / 2, DEALS_FIRST, align="right")
    canvas.circle(grid.right - wide - 1.5 * MM - DEALER, grid.rings, DEALER, stroke=0, fill=1)


def _figure_size(grid: CardGrid, card: Card) -> float:
    """The size of all figures of a card, as the rows' height allows; smaller where numbers have three figures.

    All cards of a file get the smallest one that any of them needs.
    """
    against = max((max(row.opponents) for row in card.rows if row.opponents), default=0)
    others = [
        str(number) for row in card.rows for number in (row.table, row.partner, row.us, row.them) if number is not None
    ]
    shares = {
        3: len(str(against)) * FIGURE * 2 + strokes.figures_width("·", REGULAR, 1),
        2: max(map(len, others), default=1) * FIGURE,
    }
    widest = [(grid.edges[column + 1] - grid.edges[column] - 1.5) / share for column, share in shares.items()]
    if any(row.signed for row in card.rows):
        room = grid.right - grid.edges[6] - BESIDE_TICK - TICK - BESIDE_TOTAL - 1
        totals = [point_labels.total(row.total) for row in card.rows if row.total is not None]
        widest.append(room / max((strokes.figures_width(total, REGULAR, 1) for total in totals), default=1))
    return max(TEXT, min(grid.figure_size, *widest))


def _column(
    pen: Any,
    grid: CardGrid,
    column: int,
    values: Sequence[int | None],
    font: str,
    size: float,
    drawn: Sequence[bool] = (),
) -> None:
    """Draw a column of numbers aligned by their last digits; `drawn` says which, all by default."""
    texts = ["" if value is None else point_labels.total(value) for value in values]
    right = grid.middle(column) + max((strokes.figures_width(text, font, size) for text in texts), default=0) / 2
    for index, text in enumerate(texts):
        if text and (not drawn or drawn[index]):
            strokes.draw_figures(pen, right, grid.centered(index, size), text, font, size)


def _total(pen: Any, grid: CardGrid, index: int, total: int | None, font: str, size: float) -> None:
    """Draw a running total, or the night's, at the right of its row."""
    if total is not None:
        strokes.draw_figures(
            pen, grid.right - BESIDE_TOTAL, grid.centered(index, size), point_labels.total(total), font, size
        )
