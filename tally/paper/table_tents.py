"""Table tents: a page folded across its middle, with the table's number and two QR codes on both sides.

The upper half is upside down, so that both sides are upright once the page is folded. The number is 90 mm high, to be
found from the far end of a hall; it is an outline, because filled it would take a fifth of the page's ink.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise, product

from tally.paper import fonts, qr, strokes
from tally.paper.document import Document, Heading
from tally.paper.fonts import BOLD, REGULAR, TYPED
from tally.paper.logo import draw_logo
from tally.paper.measures import BETWEEN, CAP, INK, MM, SAFE, Canvas
from tally.paper.ornaments import draw_pip
from tally.paper.pages import SIDE, in_balance
from tally.paper.qr import QR_SIDE

HIGH = 90 * MM  # a figure of the number, from foot to head; round ones are a little higher
OUTLINE, ROUND = 2.4 * MM, 1.035  # its line; how much higher than others round figures are
CODE, BESIDE = QR_SIDE, 5 * MM  # side of a code; from there to its text
ASCENT = 0.71  # of letters with a dot or an ascender, as a share of the size
TITLE = 14.0
PIP, MARK, MARK_WIDE = 4.6 * MM, 7 * MM, 16 * MM  # beside the line at the foot: a pip; how high and wide a logo is
LEADING, CLOSE, ABOVE = 1.2, 1.1, 0.8 * MM  # between lines, usual and least, as shares of the size; above a high title
MOST_LINES = 3  # of a code's words, and then the password
PASSWORD = "Password "


@dataclass(frozen=True, slots=True)
class Scan:
    """A QR code and what it is for. `leads` is the address that a click opens, "" for a code that is no address.

    `password` is what is typed after the words, where it has room.
    """

    content: str
    title: str
    words: str
    leads: str = ""
    password: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """A code with its text: the code's left edge in points, the title and its size, the lines below the title.

    The last of the `lines` is a password where `has_password`.
    """

    scan: Scan
    left: float
    title: str
    size: float
    lines: list[str]
    has_password: bool


def draw_table_tents(document: Document, heading: Heading, tables: Sequence[int], scans: Sequence[Scan]) -> None:
    """Draw a tent for each table, with up to two codes below the number, each with its text to the right."""
    paper = document.job.paper
    width, height, text = paper.width, paper.height / 2, document.job.text
    blocks = _blocks(document, scans)
    tallest = max([CODE + qr.quiet_zone(CODE), *(_text_height(block, text) + ABOVE for block in blocks)])
    below = _code_foot(text) + tallest if blocks else _last_line(text) + text
    for table in tables:
        with document.page(f"Table {table}" if len(tables) > 1 else "") as canvas:
            document.folds(across=(height,), width=width)
            for turned in (True, False):
                canvas.saveState()
                if turned:
                    canvas.translate(width, paper.height)
                    canvas.rotate(180)
                with document.tag("H1"):
                    _number(canvas, table, width / 2, (below, height - SAFE))
                for block in blocks:
                    _code(document, block)
                _marks(document)
                with document.tag("P"):
                    _foot(canvas, document, heading, table)
                canvas.restoreState()


def _last_line(text: float) -> float:
    """The baseline of the line at the foot, in type of this size, with room for what goes below it; in points."""
    return SAFE + text / 4


def _code_foot(text: float) -> float:
    """The lower edge of the codes, above the line at the foot, in points from the foot of a side."""
    return _last_line(text) + text * ASCENT + qr.quiet_zone(CODE)


def _text_height(block: Block, text: float) -> float:
    """The height of a title and of the lines below it in type of this size, in points."""
    return block.size * CAP + len(block.lines) * _leading(block, text)


def _leading(block: Block, text: float) -> float:
    """From line to line, in points: closer where the text would be higher than the code."""
    room = CODE + qr.quiet_zone(CODE) - ABOVE - block.size * CAP
    return max(min(text * LEADING, room / max(len(block.lines), 1)), text * CLOSE)


def _blocks(document: Document, scans: Sequence[Scan]) -> list[Block]:
    """The codes with their text beside one another, with equal gaps around them."""
    job = document.job
    wide = job.paper.width - 2 * SIDE
    rooms = _rooms(scans, wide - len(scans) * (CODE + 2 * BESIDE), job.text)
    blocks = [_set_text(scan, room, job.text) for scan, room in zip(scans, rooms, strict=True)]
    widths = [CODE + BESIDE + _text_width(block, job.text) for block in blocks]
    gap = (wide - sum(widths)) / (len(scans) + 1)
    lefts = [SIDE + gap * (place + 1) + sum(widths[:place]) for place in range(len(scans))]
    return [replace(block, left=left) for block, left in zip(blocks, lefts, strict=True)]


def _set_text(scan: Scan, room: float, text: float) -> Block:
    """Set a code's title and words, and its password if that does not make the number lower."""
    title, size = fonts.fit(scan.title, BOLD, max(TITLE, text), room, text)
    lines = _lines(scan.words, text, room)
    with_password = Block(scan, 0.0, title, size, [*lines, scan.password], has_password=True)
    fits = (
        _text_height(with_password, text) + ABOVE <= CODE + qr.quiet_zone(CODE)
        and 0 < _password_width(scan, text) <= room
    )
    return with_password if fits else Block(scan, 0.0, title, size, lines, has_password=False)


def _text_width(block: Block, text: float) -> float:
    """The width of a title and of the lines below it in type of this size, in points."""
    words = block.lines[:-1] if block.has_password else block.lines
    password = block.has_password * _password_width(block.scan, text)
    return max(fonts.width_of(block.title, BOLD, block.size), _widest(words, text), password)


def _password_width(scan: Scan, size: float) -> float:
    """The width of the line with the password, 0 where there is none, or none that paper can show."""
    if not scan.password or fonts.printable_text(scan.password) != scan.password:
        return 0.0
    return fonts.width_of(PASSWORD, REGULAR, size) + fonts.width_of(scan.password, TYPED, size)


def _rooms(scans: Sequence[Scan], room: float, size: float) -> list[float]:
    """How wide each code's text may be: what two lines and any password need, and an equal part of the rest.

    Where that is too much, what three lines need, and then without a password.
    """
    for password, lines in product((_password_width, None), range(2, MOST_LINES + 1)):
        needs = [
            max(_widest(_broken(scan.words, lines, size), size), password(scan, size) if password else 0.0)
            for scan in scans
        ]
        if sum(needs) <= room:
            break
    return [need + (room - sum(needs)) / len(needs) for need in needs]


def _lines(words: str, size: float, room: float) -> list[str]:
    """Break words into as few lines as fit, between words alone if that is enough: a code or an address stays whole."""
    for count in range(1, MOST_LINES + 1):
        lines = _broken(words, count, size)
        if _widest(lines, size) <= room:
            return lines
    return in_balance(words, REGULAR, size, room, MOST_LINES)


def _broken(text: str, lines: int, size: float) -> list[str]:
    """A text on so many lines, or fewer, broken between words where the longest line is shortest."""
    words = fonts.printable_text(text).split()
    ways = [
        [" ".join(words[start:end]) for start, end in pairwise((0, *breaks, len(words)))]
        for breaks in combinations(range(1, len(words)), min(lines, len(words)) - 1)
    ]
    return min(ways, key=lambda way: _widest(way, size))


def _widest(lines: Sequence[str], size: float) -> float:
    return max(fonts.width_of(line, REGULAR, size) for line in lines)


def _number(canvas: Canvas, table: int, x: float, levels: tuple[float, float]) -> None:
    """Draw the outline of the number between two levels, lower than 90 mm where that does not fit."""
    canvas.saveState()
    canvas.setStrokeColor(canvas.accent)
    canvas.setLineWidth(OUTLINE)
    canvas.setLineJoin(1)
    text = str(table)
    low, top = levels
    high = min(HIGH, (top - low - OUTLINE) / ROUND)
    size = min(high / CAP, 2 * (x - SIDE) / fonts.width_of(text, BOLD, 1))
    canvas.setFont(BOLD, size)
    canvas.drawCentredString(x, (low + top - size * CAP) / 2, text, mode=1)
    canvas.restoreState()


def _marks(document: Document) -> None:
    """Draw the theme's pip at the left end of the line at the foot, at the right one the club's logo or another pip."""
    canvas, width, foot = document.canvas, document.job.paper.width, _last_line(document.job.text) - 0.6 * MM
    draw_pip(canvas, SIDE + PIP / 2, foot, PIP)
    right = width - SIDE
    if not draw_logo(document, (right - MARK_WIDE, foot, right, foot + MARK), across=1):
        draw_pip(canvas, right - PIP / 2, foot, PIP)


def _foot(canvas: Canvas, document: Document, heading: Heading, table: int) -> None:
    """Write the table and the night on one line."""
    size, words = document.job.text, f"Table {table}{BETWEEN}"
    room = document.job.paper.width - 2 * (SIDE + MARK_WIDE + BESIDE) - fonts.width_of(words, REGULAR, size)
    canvas.setFillColor(canvas.accent)
    line = words + heading.both_within(room, size)
    strokes.write(canvas, document.job.paper.width / 2, _last_line(size), line, REGULAR, size, align="center")


def _code(document: Document, block: Block) -> None:
    """Draw a code; to the right of it its title and text, centered on it or, where they are higher, from its foot."""
    canvas, text, scan = document.canvas, document.job.text, block.scan
    foot, height, leading = _code_foot(text), _text_height(block, text), _leading(block, text)
    document.qr(scan.content, block.left, foot, CODE, says=f"Code: {scan.title}", leads=scan.leads)
    with document.tag("P"):
        canvas.setFillColor(INK)
        x, y = block.left + CODE + BESIDE, foot + max((CODE + height) / 2, height) - block.size * CAP
        strokes.write(canvas, x, y, block.title, BOLD, block.size)
        for line in block.lines[:-1] if block.has_password else block.lines:
            y -= leading
            strokes.write(canvas, x, y, line, REGULAR, text)
        if block.has_password:
            wide = strokes.write(canvas, x, y - leading, PASSWORD, REGULAR, text)
            strokes.write(canvas, x + wide, y - leading, scan.password, TYPED, text)
