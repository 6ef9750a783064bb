"""A player's night on a card to keep: half a page, two to a page; in large print all of it.

The name, the place or the points, and every game with its partner by name: numbers say nothing once the badges are
gone. Pure values → pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf

from tally.paper import fonts, strokes
from tally.paper.blocks import Block, Line, centered, spread, stack
from tally.paper.document import Document, Heading
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.measures import CAP, HAIRLINE, INK, MM, PAPER, RULE, TEXT, TWIN, Canvas
from tally.paper.ornaments import draw_letterhead, draw_motif, draw_twin
from tally.paper.pages import evenly, in_balance, leader, lines_of_name, writing_line

EDGE, PAD, RADIUS = 12.7 * MM, 5 * MM, 6 * MM  # half an inch to the frame on all sides; from there to the text
MOTIF, BELOW_MOTIF, FOOT_MOTIF = 12 * MM, 2 * MM, 9 * MM  # the last one in the frame
LINE = 14 * MM  # the height of a line to write a name on
LEADING, MOST_GAP = 1.25, 8 * MM
MARKS = 0.15  # of its size: what may stand above a name's capitals and below its line, as in ễ and ị
COLUMN, APART = 10, 5 * MM  # games in one column; between two
NUMBER, FIGURES, BESIDE = 13 * MM, 7.5 * MM, 2.2 * MM  # a game's column, the end of its number, beside the dots
BELOW = 2.4  # from the rule under the heads to the games


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game of the night: its number, the partner's name, and the score; or "sat out +7", and no score."""

    number: int
    partner: str
    score: str = ""


@dataclass(frozen=True, slots=True)
class Keepsake:
    """A player's night. An empty name is a line to write it on.

    `best` stands below the name: the place, or the points; `also` is said below it. Then the partners of the night, and
    what was made with them; "" for what is left out.
    """

    number: int
    name: str
    best: str
    also: str
    games: tuple[KeptGame, ...]
    partners: str = ""
    together: str = ""
    partners_are: str = "Partner of the night"


@dataclass(frozen=True, slots=True)
class _Setting:
    """Sizes in points of the name, of what is best, and of all else; the least gap between two blocks.

    A line of the games is `pitch` times the size of its type; a partner's name takes so many `lines`.
    """

    name: float
    best: float
    text: float
    pitch: float
    gap: float
    lines: int = 4


SETTINGS = (
    _Setting(name=36, best=22, text=14, pitch=1.6, gap=14),
    _Setting(name=32, best=20, text=13, pitch=1.45, gap=11),
    _Setting(name=26, best=18, text=TEXT, pitch=1.35, gap=8),
    _Setting(name=18, best=16, text=TEXT, pitch=1.2, gap=6),
    _Setting(name=18, best=16, text=TEXT, pitch=1.1, gap=4, lines=3),
    _Setting(name=18, best=16, text=TEXT, pitch=1.1, gap=4, lines=2),
    _Setting(name=18, best=16, text=TEXT, pitch=1.2, gap=6, lines=1),
)


def draw_keepsakes(document: Document, heading: Heading, keepsakes: Sequence[Keepsake]) -> None:
    """Draw a card for each player, in this order, to be cut."""
    job = document.job
    each = 1 if job.large else 2
    width, height = job.room if job.large else (job.paper.height / 2, job.paper.width)
    edge = EDGE / job.scale
    size = (width, height)
    text = min((_fitting(document, heading, one, size).text for one in keepsakes), default=TEXT)
    cards = _in_line(document, heading, keepsakes, size, text)
    frame = document.form("keepsake", (0, 0, width, height), lambda canvas: _frame(canvas, width, height, edge))
    for start in range(0, len(keepsakes), each):
        batch, blocks = keepsakes[start : start + each], cards[start : start + each]
        with document.page(_label(batch) if len(keepsakes) > each else "", across=not job.large, enlarged=True):
            if not job.large:
                document.cuts((), (width,), 2 * width, height)
            for place, card in enumerate(blocks):
                document.canvas.saveState()
                document.canvas.translate(place * width, 0)
                document.stamp(frame)
                _card(document, card, size)
                document.canvas.restoreState()


def _label(batch: Sequence[Keepsake]) -> str:
    first, last = batch[0].number, batch[-1].number
    return f"{first} to {last}" if first != last else f"{first}"


def _frame(canvas: Canvas, width: float, height: float, edge: float) -> None:
    """Draw a playing card's frame, a thin line within a thick one; at its foot the theme's motif if a logo is above."""
    canvas.setStrokeColor(canvas.accent)
    for line, inset in ((RULE, edge + RULE / 2), (HAIRLINE, edge + RULE / 2 + TWIN)):
        canvas.setLineWidth(line)
        radius = RADIUS + edge - inset
        canvas.roundRect(inset, inset, width - 2 * inset, height - 2 * inset, radius, stroke=1, fill=0)
    if canvas.look.logo:
        foot = edge + (RULE + TWIN) / 2 - FOOT_MOTIF / 2
        canvas.setFillColor(PAPER)
        wide = FOOT_MOTIF + 2 * BESIDE
        canvas.rect((width - wide) / 2, foot, wide, FOOT_MOTIF, stroke=0, fill=1)
        draw_motif(canvas, width / 2, foot, FOOT_MOTIF)


def _fitting(
    document: Document, heading: Heading, one: Keepsake, size: tuple[float, float], most: float = inf
) -> _Setting:
    """The largest setting with which a card of this width and height holds everything, text of `most` points or less.

    All cards of a file have the figures of the one that has most to say.
    """
    for setting in SETTINGS:
        blocks = _blocks(document, heading, one, size[0], setting, setting.name)
        room = _room(document, size)
        if setting.text <= most and _fits(blocks, setting, room):
            break
    return setting


def _fits(blocks: Sequence[Block], setting: _Setting, room: float) -> bool:
    """Whether a card has room for its parts with the gaps that they need at least."""
    return sum(block.height for block in blocks) + setting.gap * len(blocks) <= room


@dataclass(frozen=True, slots=True)
class _Card:
    """The parts of a card below its letterhead, where they begin below it, and how far apart they are."""

    blocks: Sequence[Block]
    above: float
    gap: float


def _in_line(
    document: Document, heading: Heading, keepsakes: Sequence[Keepsake], size: tuple[float, float], text: float
) -> list[_Card]:
    """Set the cards of a file, all names on one baseline: as the card that has most to say leaves room."""
    room = _room(document, size)
    settings = [_fitting(document, heading, one, size, text) for one in keepsakes]
    made: list[list[Block]] = []
    for largest in sorted({setting.name for setting in settings}, reverse=True):  # until all fit below one baseline
        made = [
            _blocks(document, heading, one, size[0], replace(setting, name=min(setting.name, largest)), largest)
            for one, setting in zip(keepsakes, settings, strict=True)
        ]
        if all(_fits(blocks, setting, room) for blocks, setting in zip(made, settings, strict=True)):
            break
    spreads = [spread(blocks, room, MOST_GAP) for blocks in made]
    above, gap = (min(each, default=0.0) for each in (zip(*spreads, strict=True) if spreads else ((), ())))
    return [_Card(blocks, above, gap) for blocks in made]


def _room(document: Document, size: tuple[float, float]) -> float:
    """The height of a card of this width and height below its letterhead."""
    return size[1] - 2 * _edge(document) - MOTIF - BELOW_MOTIF


def _edge(document: Document) -> float:
    """From an edge of a card to its text, in points."""
    return EDGE / document.job.scale + PAD


def _card(document: Document, card: _Card, size: tuple[float, float]) -> None:
    """Draw a card of this width and height with its origin at its lower left corner."""
    (width, height), edge = size, _edge(document)
    draw_letterhead(document, (edge, width - edge), height - edge, MOTIF)
    stack(card.blocks, height - edge - MOTIF - BELOW_MOTIF - card.above, card.gap)


def _blocks(
    document: Document, heading: Heading, one: Keepsake, width: float, setting: _Setting, largest: float
) -> list[Block]:
    """The parts of a card of this width below its letterhead; the largest name of the file has this size."""
    left, right = _edge(document), width - _edge(document)
    middle, room, text = width / 2, right - left, setting.text

    def lines(words: str, font: str, size: float, most: int) -> list[Line]:
        color = None if font == REGULAR else INK
        return [Line(line, font, size, color) for line in in_balance(words, font, size, room, most)] if words else []

    night = lines(heading.night, BOLD, text, 3)
    night.append(Line(heading.date_within(room, text), REGULAR, text, None))
    best, size = fonts.fit(one.best, BOLD, setting.best, room, text)
    blocks = [
        centered(document, middle, night, leading=LEADING),
        _name(document, middle, room, fonts.written(one.name), setting, largest),
        centered(document, middle, [Line(best, BOLD, size), *lines(one.also, REGULAR, text, 2)], leading=LEADING),
        _games(document, one.games, left, right, setting),
    ]
    if one.partners:
        words = [*lines(one.partners_are, REGULAR, text, 1), *lines(one.partners, BOLD, text, 7)]
        blocks.append(centered(document, middle, [*words, *lines(one.together, REGULAR, text, 2)], leading=LEADING))
    return blocks


def _name(document: Document, middle: float, room: float, name: str, setting: _Setting, largest: float) -> Block:
    """The player's name, or a line to write it on, as far below the top as the largest name of the file."""
    if not name:
        high = max(LINE - 2 * MM, largest * (CAP + MARKS))
        return Block(
            high + 2 * MM,
            lambda top: writing_line(document.canvas, middle - room * 0.4, middle + room * 0.4, top - high),
        )
    face = fonts.for_ceremony(name)
    lines, size = lines_of_name(name, face, setting.name, room, min(setting.name, 18.0), lines=3)
    block = centered(document, middle, [Line(line, face, size) for line in lines], role="H1", leading=1.1)
    lower = (largest - size) * CAP + largest * MARKS
    return Block(block.height + lower + size * MARKS, lambda top: block.draw(top - lower))


def _games(document: Document, games: Sequence[KeptGame], left: float, right: float, setting: _Setting) -> Block:
    """All games below each other, in two columns where they are many."""
    count = 1 if len(games) <= COLUMN else 2
    wide = (right - left - APART * (count - 1)) / count
    columns = [
        _Games(column, left + place * (wide + APART), wide, setting)
        for place, column in enumerate(evenly(games, -(-len(games) // count)))
    ]

    def draw(top: float) -> None:
        for column in columns:
            column.draw(document, top)

    return Block(max(column.height for column in columns), draw)


class _Games:
    """A column of games `wide` points wide: the number, the partner, leader dots, the score."""

    def __init__(self, games: Sequence[KeptGame], left: float, wide: float, setting: _Setting) -> None:
        self.games, self.left, self.right, self.size = games, left, left + wide, setting.text
        self.pitch, self.leading = setting.text * setting.pitch, setting.text * 1.15
        scores = max((fonts.width_of(game.score, BOLD, self.size) for game in games), default=0)
        room = wide - NUMBER - BESIDE - scores
        self.names = [self._lines(game, room if game.score else wide - NUMBER, setting.lines) for game in games]
        self.height = self.pitch * (len(games) + 1) + BELOW + self.leading * sum(len(lines) - 1 for lines in self.names)

    def _lines(self, game: KeptGame, room: float, most: int) -> list[str]:
        return in_balance(game.partner, REGULAR, self.size, room, most) or [""]

    def draw(self, document: Document, top: float) -> None:
        """Draw the column below this level, under a double rule."""
        canvas, inner = document.canvas, (self.pitch - self.size * CAP) / 2
        with document.table():
            with document.row(head=True):
                canvas.setFillColor(canvas.accent)
                y = top - self.pitch + inner
                for x, word, align in self._heads():
                    with document.cell("Column"):
                        strokes.write(canvas, x, y, word, REGULAR, TEXT, align=align)
            draw_twin(canvas, (self.left, self.right), top - self.pitch + TWIN, 0)
            y = top - self.pitch - BELOW
            for game, lines in zip(self.games, self.names, strict=True):
                with document.row():
                    self._game(document, game, lines, y - self.pitch + inner)
                y -= self.pitch + self.leading * (len(lines) - 1)

    def _heads(self) -> Iterator[tuple[float, str, str]]:
        yield self.left, "Game", "left"
        yield self.left + NUMBER, "Partner", "left"
        yield self.right, "Score", "right"

    def _game(self, document: Document, game: KeptGame, lines: Sequence[str], y: float) -> None:
        canvas, end = document.canvas, self.left + NUMBER
        canvas.setFillColor(INK)
        with document.cell("Row"):
            strokes.figures(canvas, self.left + FIGURES, y, str(game.number), REGULAR, self.size)
        with document.cell():
            for index, line in enumerate(lines):
                wide = strokes.write(canvas, end, y - index * self.leading, line, REGULAR, self.size)
        with document.cell():
            last = y - (len(lines) - 1) * self.leading
            score = strokes.write(canvas, self.right, last, game.score, BOLD, self.size, align="right")
        if game.score:
            leader(canvas, end + wide + BESIDE, self.right - score - BESIDE, last)
