"""Tally cards, four to a sheet: a player's night on a card to keep. Pure values in, PDF bytes out.

A card without scores is written on through the night; one with scores is the same card, filled in. On US
Letter twelve games have rows of 7 mm; `grids.rows_that_fit` says how many games fit at all. `card_head` draws the head,
`tally_card_form` the ruling, `card_movement` everybody's seats below the games, `card_backs` the backs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache

from tally.paper import fonts, strokes
from tally.paper.card_backs import Back, draw_back
from tally.paper.card_head import BLACK, CardHead, corner_left, size_of_names, suit_of
from tally.paper.card_movement import draw_movement_below, height_below
from tally.paper.document import Document, Heading
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.grids import CardGrid
from tally.paper.measures import CAP, FIGURE, INK, MM, TEXT, Canvas
from tally.paper.ornaments import draw_tick
from tally.paper.pages import pair_left
from tally.paper.rotation import GameRow
from tally.paper.tags import Cell, cell
from tally.paper.tally_card_form import CONFIRMED, LEGEND, RINGS, CardForm, CardWords, card_words, rings_end
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


DEALS_FIRST = "deals first"
TICK, BESIDE_TICK, BESIDE_TOTAL = TEXT * 0.64, 0.8 * MM, 1.4 * MM  # a tick, before it, after a running total
DEALER, BESIDE_DEALER = 1.15 * MM, 1.9 * MM  # radius of the mark of who deals first; from its middle to the next column
BEFORE_DEALER = 1.4 * MM  # at least, from a game's number to the mark
HEADER, SEAT, DATA = cell("Row"), cell(span=3), cell()
TO_WRITE = (SEAT, "")  # the boxes for points and initials: one empty cell, because there are so many
BESIDE_CORNER = 14 * MM  # the corner at the foot, and beside it
BRIEF = 51 * MM  # from the left edge, beside the rings
CODE_APART = 1.2 * MM  # at least, from the code to the rings and to the corner


def draw_tally_cards(
    document: Document,
    heading: Heading,
    cards: Sequence[Card],
    movement: Sequence[GameRow] = (),
    back: Back | None = None,
) -> None:
    """Draw all cards, four to a sheet in reading order, two in large print, to be cut; without cards one empty sheet.

    With a `movement`, each has it below its games; with a `back`, every page is followed by the backs of its cards.

    :raises ValueError: if a card has more games than the paper holds at 12 points.
    """
    large, paper = document.job.large, document.job.paper
    below = height_below(movement) if movement else 0.0
    shapes = {(len(card.rows), bool(card.note)) for card in cards}
    hundreds = _hundreds(cards)
    grids = {(games, noted): CardGrid(paper, games, noted, large, below, hundreds) for games, noted in shapes}
    figures = min((_figure_size(grids[len(card.rows), bool(card.note)], card) for card in cards), default=TEXT)
    heads = dict(zip(grids, _heads(document, heading, [*grids.values()], cards), strict=True))
    each = 2 if large else 4
    words: dict[CardForm, CardWords] = {}
    for start in range(0, max(len(cards), 1), each):
        batch = cards[start : start + each]
        with _page_to_cut(document, _label(batch) if len(cards) > each else ""):
            for place, card in enumerate(batch):
                head = heads[len(card.rows), bool(card.note)]
                grid = head.grid
                with _at_place(document, grid, place):
                    _card(document, head, card, suit_of(card.number or place + 1), figures, words)
                    if below:
                        draw_movement_below(document, grid, movement, card.number)
        if back and batch:
            _draw_backs(document, heading, grids[len(batch[0].rows), bool(batch[0].note)], len(batch), back)


def draw_half_page_card(document: Document, heading: Heading, card: Card, run: Sequence[Card]) -> None:
    """Draw a card as large as half a sheet from its lower left corner, with figures and name as large as in its `run`.

    :raises ValueError: if one has more games than the paper holds in large print.
    """
    paper, hundreds = document.job.paper, _hundreds(run)
    shapes = {(len(one.rows), bool(one.note)) for one in run}
    grids = {(games, noted): CardGrid(paper, games, noted, large=True, hundreds=hundreds) for games, noted in shapes}
    figures = min(_figure_size(grids[len(one.rows), bool(one.note)], one) for one in run)
    grid = grids[len(card.rows), bool(card.note)]
    document.canvas.saveState()
    document.canvas.scale(grid.scale, grid.scale)
    (head,) = _heads(document, heading, [grid], run)
    _card(document, head, card, suit_of(card.number), figures, {})
    document.canvas.restoreState()


def _draw_backs(document: Document, heading: Heading, grid: CardGrid, count: int, back: Back) -> None:
    """Draw the page that lies behind this many cards when their paper is turned over its long edge.

    So what is left in front is right behind, and the other way round; on a landscape page it stays where it is.
    """
    with _page_to_cut(document):
        for place in range(count):
            with _at_place(document, grid, place if document.job.large else place + 1 - place % 2 * 2):
                draw_back(document, grid, heading, back)


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
    x, y = place % 2 * grid.width * grid.scale, 0 if large or place > 1 else grid.height
    canvas.transform(grid.scale, 0, 0, grid.scale, x, y)
    yield
    canvas.restoreState()


def _label(cards: Sequence[Card]) -> str:
    first, last = cards[0].number, cards[-1].number
    return f"{first} to {last}" if first != last else str(first)


def _card(
    document: Document, head: CardHead, card: Card, suit: str, figures: float, words: dict[CardForm, CardWords]
) -> None:
    grid = head.grid
    form = _form_of(card)
    if form not in words:
        words[form] = card_words(document, grid, form)
    document.stamp(words[form].stamp)
    head.draw(card.number, card.name, suit, card.address, card.code)
    _table(document, grid, card, figures, words[form])
    _foot(document, grid, card, words[form])


def _hundreds(cards: Sequence[Card]) -> bool:
    """Whether a number on these cards has three figures."""
    return any(max(row.opponents or (0,)) > 99 or (row.partner or 0) > 99 for card in cards for row in card.rows)


def _heads(document: Document, heading: Heading, grids: Sequence[CardGrid], cards: Sequence[Card]) -> list[CardHead]:
    """The heads of a run of cards on each grid, all with names of one size and the code that is typed in one place.

    It stands at the foot between rings and corner, unless it is too wide there for a card of the run, or something else
    is written there.
    """
    if not cards:
        return []
    typed = max(fonts.width_of(card.code, BOLD, TEXT) for card in cards)
    coded, number = any(card.address for card in cards), max(card.number for card in cards)
    briefed, ringed = any(card.brief for card in cards), any((card.loners or 0) > RINGS for card in cards)
    size = size_of_names(grids[0], [(card.number, card.name) for card in cards], coded)
    ends = [min(grid.edges[6], corner_left(grid, number) - CODE_APART) for grid in grids]
    at_foot = not ringed and all(
        end - rings_end(grid) >= typed + CODE_APART and (grid.note_line or not briefed)
        for grid, end in zip(grids, ends, strict=True)
    )
    return [
        CardHead(document, grid, heading, size, coded, 0.0 if at_foot else typed, end)
        for grid, end in zip(grids, ends, strict=True)
    ]


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


def _table(document: Document, grid: CardGrid, card: Card, size: float, words: CardWords) -> None:
    """Draw the games, all figures of a column aligned by their last digits.

    Bold is for what a player looks for: games to come, and their own points. In close rows of games to come, it is for
    the table alone, as much bold is much ink.
    """
    faces = {font: strokes.face_code(document.canvas, font, size) for font in (REGULAR, BOLD)}
    games = _Games(grid, card, size, faces)
    with document.table():
        document.rows(head=True)
        document.tags.row(words.heads)
        document.rows()
        document.canvas.setFillColor(INK)
        for index, row in enumerate(card.rows):
            document.tags.row(games.cells(document, index, row))
        total = games.total(card.total)
        document.tags.row([words.total, (SEAT, total and f"{BLACK} {total}") if card.filled else TO_WRITE])


_figures_again = lru_cache(maxsize=4096)(strokes.figures_code)  # games and tables are few, and the same on many cards


class _Games:
    """The cells of a card's games; what they have in common is worked out once."""

    def __init__(self, grid: CardGrid, card: Card, size: float, faces: dict[str, str]) -> None:
        self.grid, self.size, self.faces = grid, size, faces
        self.deals = _says_who_deals(grid, card)
        self.lines = [grid.centered(index, size) for index in range(len(card.rows) + 1)]
        self.rights = [
            grid.middle(column) + max((strokes.figures_width(text, REGULAR, size) for text in texts), default=0) / 2
            for column, texts in enumerate(_widest(card.rows))
        ]
        self.rights.append(grid.right - BESIDE_TOTAL)
        if self.deals:
            self.rights[0] = min(self.rights[0], grid.edges[1] - BESIDE_DEALER - DEALER - BEFORE_DEALER)

    def figures(self, column: int, index: int, text: str, font: str) -> str:
        """The code of a number in a row."""
        code = _figures_again if column < 2 else strokes.figures_code
        return code(self.faces[font], self.rights[column], self.lines[index], text, font, self.size)

    def points(self, column: int, index: int, points: int | None, font: str) -> str:
        """The code of points in a row, "" for none."""
        return "" if points is None else self.figures(column, index, point_labels.total(points), font)

    def total(self, points: int | None) -> str:
        """The code of the sum of all games, in the middle of its box."""
        if points is None:
            return ""
        middle, y = (self.grid.edges[4] + self.grid.edges[6]) / 2, self.lines[-1]
        text = point_labels.total(points)
        return strokes.figures_code(self.faces[BOLD], middle, y, text, BOLD, self.size, align="center")

    def cells(self, document: Document, index: int, row: CardRow) -> list[Cell]:
        """The cells of a game."""
        game = self.figures(0, index, str(row.game), REGULAR)
        if row.deals and self.deals:
            game = f"{game} {self._dealer(document, index)}"
        cells = [(HEADER, game), *self._seat(document, index, row)]
        if row.us is row.them is row.total is None and not row.signed:
            return [*cells, TO_WRITE]
        us, them = self.points(4, index, row.us, BOLD), self.points(5, index, row.them, REGULAR)
        total = self.points(6, index, row.total, REGULAR)
        if row.signed:
            total = f"{self._tick(document, index)} {total}"
        return [*cells, (DATA, us), (DATA, them), (DATA, total)]

    def _seat(self, document: Document, index: int, row: CardRow) -> list[Cell]:
        """The cells of where the player sits, with whom and against whom; "" for what is not known."""
        grid, size, table, partner, opponents = self.grid, self.size, "", "", ""
        if row.instead:
            middle = (grid.edges[1] + grid.edges[4]) / 2
            return [(SEAT, _word(document, middle, grid.centered(index, TEXT), row.instead))]
        ahead = BOLD if row.us is None else REGULAR
        if row.table is not None:
            table = self.figures(1, index, str(row.table), ahead)
        if row.ghost:
            partner = _word(document, grid.middle(2), grid.centered(index, TEXT), "ghost")
        elif row.partner is not None:
            partner = self.figures(2, index, str(row.partner), ahead if grid.roomy else REGULAR)
        if row.opponents is not None:
            one, other = row.opponents
            left, face = pair_left(grid.middle(3), one, REGULAR, size), self.faces[REGULAR]
            opponents = strokes.figures_code(
                face, left, self.lines[index], f"{one}·{other}", REGULAR, size, align="left"
            )
        return [(DATA, table), (DATA, partner), (DATA, opponents)]

    def _tick(self, document: Document, index: int) -> str:
        x, y = self.grid.edges[6] + BESIDE_TICK, self.grid.centered(index, TEXT)
        drawn = document.tags.code_of(lambda: draw_tick(document.canvas, x, y, TICK))
        return f"/Span <</ActualText ({CONFIRMED} )>> BDC {drawn} EMC"

    def _dealer(self, document: Document, index: int) -> str:
        x, y = self.grid.edges[1] - BESIDE_DEALER, self.grid.centered(index, TEXT) + TEXT * CAP / 2
        drawn = document.tags.code_of(lambda: draw_dot(document.canvas, x, y))
        return f"/Span <</ActualText ( {DEALS_FIRST})>> BDC {drawn} EMC"


def _widest(rows: Sequence[CardRow]) -> Iterator[list[str]]:
    """Yield the texts of each column up to Them that may be its widest; the opponents have a place of their own."""
    for values in zip(*((row.game, row.table, row.partner, None, row.us, row.them) for row in rows), strict=True):
        known = [value for value in values if value is not None]
        yield [point_labels.total(value) for value in (min(known), max(known))] if known else []


def _word(document: Document, x: float, y: float, text: str) -> str:
    return document.tags.code_of(lambda: strokes.write(document.canvas, x, y, text, align="center"))


def draw_dot(canvas: Canvas, x: float, y: float) -> None:
    """Draw the mark of who deals first."""
    canvas.saveState()
    canvas.setFillColor(canvas.accent)
    canvas.circle(x, y, DEALER, stroke=0, fill=1)
    canvas.restoreState()


def _foot(document: Document, grid: CardGrid, card: Card, words: CardWords) -> None:
    """Draw what stands below the games: the note, the words beside the rings, what the dealer's mark means."""
    canvas = document.canvas
    if grid.note_line:
        with document.tag("P"):
            canvas.setFillColor(INK)
            note, size = fonts.fit(card.note, BOLD, TEXT, grid.right - grid.left - BESIDE_CORNER)
            strokes.write(canvas, grid.left, grid.note_line, note, BOLD, size)
    if words.foot:
        document.tags.put("P", words.foot)
    if card.brief and not card.filled and not grid.note_line:
        with document.tag("P"):
            canvas.setFillColor(INK)
            strokes.write(canvas, grid.left + BRIEF, grid.rings - TEXT * CAP / 2, card.brief)
    if _says_who_deals(grid, card):
        draw_dot(canvas, grid.left + LEGEND + DEALER, grid.centered(len(card.rows), TEXT) + TEXT * CAP / 2)
        with document.tag("P"):
            canvas.setFillColor(canvas.accent)
            x = grid.left + LEGEND + 2 * DEALER + 1.5 * MM
            strokes.write(canvas, x, grid.centered(len(card.rows), TEXT), DEALS_FIRST)


def _says_who_deals(grid: CardGrid, card: Card) -> bool:
    """Whether the games in which the player deals first are marked: where there is room to say what the mark means."""
    return any(row.deals for row in card.rows) and not card.filled and (not card.brief or bool(grid.note_line))


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
