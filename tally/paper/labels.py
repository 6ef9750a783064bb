"""Badges and labels on die-cut sheets: everybody's number and name, once on each. Pure values → pages.

A badge is drawn like a name tag. The paper is the product's, whatever the night is printed on. `Job.nudge` moves
everything where a printer is off, and `Job.outlines` draws the labels' edges, to try it on plain paper.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tally.paper import fonts, strokes
from tally.paper.document import Document, Heading
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.label_stock import Stock
from tally.paper.measures import CAP, CUT, HAIRLINE, INK, MM
from tally.paper.name_tags import Run, draw_tag
from tally.paper.pages import in_balance, lines_of_name, writing_line

FRAME = 4.5 * MM  # from a badge's edge to its frame
INSET = 3.5 * MM  # from a label's edge to its text
ABOVE = 2.4 * MM  # the same above and below
SPACE, DESCENT = 0.8, 0.25  # above the night, and of its letters below the line, as shares of its size
NUMBER, NAMES, NAME_LINES, LEADING = 28.0, (18.0, 17.0, 16.0, 15.0, 14.0, 13.0, 12.0), 4, 1.15
BESIDE = 2.2 * MM  # from the widest number to the names


def draw_badges(document: Document, heading: Heading, tags: Sequence[tuple[int, str]], stock: Stock) -> None:
    """Draw a badge for each (number, name), in reading order."""
    _draw(document, heading, tags, stock, badges=True)


def draw_labels(document: Document, heading: Heading, tags: Sequence[tuple[int, str]], stock: Stock) -> None:
    """Draw a label for each (number, name), in reading order."""
    _draw(document, heading, tags, stock, badges=False)


def _draw(document: Document, heading: Heading, tags: Sequence[tuple[int, str]], stock: Stock, *, badges: bool) -> None:
    right, down = document.job.nudge
    wide = max((fonts.width_of(str(number), BOLD, NUMBER) for number, _ in tags), default=0.0)
    run = Run.of(document, heading, tags, (stock.width, stock.height), FRAME)
    for start in range(0, len(tags), stock.count):
        batch = tags[start : start + stock.count]
        label = f"{batch[0][0]} to {batch[-1][0]}" if len(tags) > stock.count else ""
        with document.page(label, size=(stock.paper.width, stock.paper.height)) as canvas:
            canvas.translate(right * MM, -down * MM)
            for (x, y), (number, name) in zip(stock.corners(), batch, strict=False):
                canvas.saveState()
                canvas.translate(x, y)
                if badges:
                    draw_tag(document, heading, number, name, stock.width, stock.height, run, FRAME)
                else:
                    _label(document, heading, (number, name), stock, wide)
                canvas.restoreState()
            if document.job.outlines:
                canvas.setStrokeColor(CUT)
                canvas.setLineWidth(2 * HAIRLINE)
                for x, y in stock.corners():
                    canvas.roundRect(x, y, stock.width, stock.height, 2 * MM, stroke=1, fill=0)


@dataclass(frozen=True, slots=True)
class _Setting:
    """A name as it is set: its lines, "" for one to write on, their size and left edge.

    Of one that `hangs` only the first line is beside the number, on the same baseline; the others go on below.
    """

    lines: list[str]
    size: float
    left: float
    hangs: bool = False


def _label(document: Document, heading: Heading, tag: tuple[int, str], stock: Stock, wide: float) -> None:
    """Draw one label with its origin at its lower left corner: number and name, and the night below where it fits."""
    canvas, text = document.canvas, document.job.text
    night = text * (SPACE + CAP + DESCENT)
    name = _set_name(*tag, stock, wide, text, night)
    first = NUMBER if name.hangs else name.size
    block = first * CAP + (len(name.lines) - 1) * name.size * LEADING
    high = max(block, NUMBER * CAP)
    if high + night > stock.height - 2 * ABOVE:
        night = 0.0
    middle = (stock.height + night) / 2
    if name.hangs:
        middle += name.size * DESCENT / 2  # it takes the whole height, with what descends from its last line
    y = middle + block / 2 - first * CAP
    with document.tag("H1"):
        canvas.setFillColor(canvas.accent)
        strokes.write(canvas, INSET, y if name.hangs else middle - NUMBER * CAP / 2, str(tag[0]), BOLD, NUMBER)
        canvas.setFillColor(INK)
        for row, line in enumerate(name.lines):
            left = INSET if name.hangs and row else name.left
            if line:
                strokes.write(canvas, left, y, line, BOLD, name.size)
            else:
                writing_line(canvas, left, stock.width - INSET, y)
            y -= name.size * LEADING
    if night:
        with document.tag("P"):
            canvas.setFillColor(canvas.accent)
            words = heading.signed_within(stock.width - 2 * INSET, text)
            strokes.write(canvas, INSET, middle - high / 2 - text * (SPACE + CAP), words, REGULAR, text)


def _set_name(number: int, name: str, stock: Stock, wide: float, text: float, night: float) -> _Setting:
    """Set a name as large as it fits beside the widest number: with the night below it, else without.

    Where a word is too wide for that, the name is set in the smallest type right beside its own number.
    """
    left, high = INSET + wide + BESIDE, stock.height - 2 * ABOVE
    room = stock.width - left - INSET
    if fonts.wants_line(name):
        lines, size = lines_of_name(fonts.written(name), BOLD, NAMES[0], room, text, 1)
        return _Setting([*filter(None, lines), ""], size, left)
    words = fonts.printable_text(name).split(" ")
    for free in (high - night, high):
        for size in (size for size in NAMES if size >= text):
            lines = _between_words(words, size, room)
            fits = all(fonts.width_of(line, BOLD, size) <= room for line in lines)
            if fits and len(lines) <= _most_lines(free, size):
                return _Setting(lines, size, left)
    left = INSET + fonts.width_of(str(number), BOLD, NUMBER) + BESIDE
    room = stock.width - left - INSET
    if all(fonts.width_of(piece.rstrip(), BOLD, text) <= room for piece in fonts.unbroken(name)):
        return _Setting(in_balance(name, BOLD, text, room, _most_lines(high, text)), text, left)
    return _Setting(_hanging(name, text, room, stock), text, left, hangs=True)


def _most_lines(high: float, size: float) -> int:
    return min(int((high - size * CAP) / (size * LEADING)) + 1, NAME_LINES)


def _between_words(words: Sequence[str], size: float, room: float) -> list[str]:
    """Lines of whole words; one that is too wide has a line of its own."""
    lines = [words[0]]
    for word in words[1:]:
        longer = f"{lines[-1]} {word}"
        if fonts.width_of(longer, BOLD, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _hanging(name: str, size: float, beside: float, stock: Stock) -> list[str]:
    """The first line of a name beside its number, all else below both."""
    below, most = stock.width - 2 * INSET, int((stock.height - 2 * ABOVE - NUMBER * CAP) / (size * LEADING))
    text = fonts.printable_text(name)
    first = fonts.wrap(name, BOLD, size, beside, 1 + len(text))[0]
    return [first, *in_balance(text[len(first) :], BOLD, size, below, most)]
