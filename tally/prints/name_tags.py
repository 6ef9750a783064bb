"""Name tags, ten to a page: the first name to be read across a table, tonight's number in a corner. Values → pages."""

from __future__ import annotations

from collections.abc import Sequence

from tally.prints import paper as p
from tally.prints.document import Document, Heading
from tally.prints.ornaments import draw_pip, draw_twin
from tally.prints.pages import writing_line
from tally.prints.paper import BOLD, CAP, GREEN, HAIRLINE, INK, MM, REGULAR, SAFE

ROWS = 5
FIRST, LAST, NUMBER = 42.0, 17.0, 22.0
INSET = 3 * MM  # from the margin to the frame's text


def draw_name_tags(document: Document, heading: Heading, tags: Sequence[tuple[int, str]]) -> None:
    """(number, name) each, in reading order."""
    paper = document.job.paper
    width, height = paper.width / 2, paper.height / ROWS
    levels = tuple(height * row for row in range(1, ROWS))
    for start in range(0, len(tags), 2 * ROWS):
        batch = tags[start:start + 2 * ROWS]
        label = f"{batch[0][0]} to {batch[-1][0]}" if len(tags) > 2 * ROWS else ""
        with document.page(label) as canvas:
            document.cuts(levels, (width,), paper.width, paper.height)
            for place, (number, name) in enumerate(batch):
                canvas.saveState()
                canvas.translate(place % 2 * width, paper.height - (place // 2 + 1) * height)
                _tag(document, heading, number, name, width, height)
                canvas.restoreState()


def _tag(document: Document, heading: Heading, number: int, name: str, width: float, height: float) -> None:
    """One tag, its origin at its lower left corner."""
    canvas, job = document.canvas, document.job
    frame = document.form(f"name-tag-{job.large}", (0, 0, width, height),
                          lambda canvas: _frame(document, heading, width, height))
    document.stamp(frame)
    edge, middle = SAFE + INSET, width / 2
    room, least = width - 2 * edge, max(job.text, LAST)
    first, *others = p.shown(name).split(" ", 1)
    with document.tag("P"):
        canvas.setFillColor(GREEN)
        size = max(NUMBER, job.text)
        p.write(canvas, edge, height - SAFE - INSET - size * CAP, str(number), BOLD, size)
        canvas.setFillColor(INK)
        text, size = p.fit(first, BOLD, FIRST, room, least)
        rest, line = " ".join(filter(None, others)), height * 0.46
        lines = p.wrap(name, BOLD, least, room, 2) if text.endswith("…") else []
        if lines:
            for index, words in enumerate(lines):
                p.write(canvas, middle, line + least * (0.4 - index * 1.2), words, BOLD, least, align="centre")
            return
        p.write(canvas, middle, line - (0 if rest else size * CAP * 0.2), text, BOLD, size, align="centre")
        if rest:
            words, size = p.fit(rest, REGULAR, max(job.text, LAST), room, job.text)
            p.write(canvas, middle, line - 8.4 * MM, words, REGULAR, size, align="centre")
    if p.respelled(name):
        writing_line(canvas, edge + 8 * MM, width - edge - 8 * MM, line - (12.2 if rest else 8) * MM)


def _frame(document: Document, heading: Heading, width: float, height: float) -> None:
    """A playing card's frame, the pip in two corners, the night at the foot."""
    canvas, job = document.canvas, document.job
    canvas.setStrokeColor(GREEN)
    canvas.setLineWidth(HAIRLINE)
    canvas.roundRect(SAFE, SAFE, width - 2 * SAFE, height - 2 * SAFE, 3.2 * MM, stroke=1, fill=0)
    draw_pip(canvas, width - SAFE - INSET - 2.6 * MM, height - SAFE - INSET - 5.6 * MM, 5.6 * MM)
    canvas.setFillColor(GREEN)
    night, size = p.fit(heading.night, REGULAR, job.text, width - 2 * SAFE - 2 * INSET - 16 * MM, job.text)
    y = SAFE + INSET
    wide = p.write(canvas, width / 2, y, night, REGULAR, size, align="centre")
    draw_twin(canvas, (SAFE + INSET, width - SAFE - INSET), y + size * CAP / 2, wide / 2 + 2.4 * MM)
