"""Final standings: everybody in order, game by game where the paper is wide enough. Pure values → PDF bytes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import TypeAlias

from tally.prints import paper as p
from tally.prints.document import Document, Heading
from tally.prints.grids import StandingsGrid
from tally.prints.ornaments import draw_title
from tally.prints.paper import BOLD, CAP, GREEN, HAIRLINE, INK, MM, REGULAR, RULE, TEXT, Canvas


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One player's line. `place` is "1", or "2=" when shared; `games` are points per game, None if not played."""

    place: str
    number: int
    name: str
    total: int
    games: tuple[int | None, ...]


Line: TypeAlias = StandingRow | str  # a player, or a note at the foot
TITLE, WINNER = 24.0, 14.0
NOTE = 5.6 * MM  # from one line of a note to the next; less than the least row, so notes fit where rows do


def draw_standings(document: Document, heading: Heading, rows: Sequence[StandingRow],
                   notes: Sequence[str] = (), final: bool = True) -> None:
    """The standings on as many pages as they need, in the order given, then the notes.

    Everybody with the highest total is marked High and everybody with the lowest Low; nobody is both.
    """
    grid = _grid(document.job.room, rows)
    pages = _pages(grid, [*rows, *_note_lines(grid, notes)])
    marks = _marks(rows)
    row = _row_height(grid, pages)
    for page, lines in enumerate(pages):
        with document.page(f"Page {page + 1}" if len(pages) > 1 else "", across=grid.across,
                           enlarged=True) as canvas:
            with document.tag("P" if page else "H1"):
                _title(canvas, grid, heading, page, _called(final))
            with document.tag("P"):
                _column_names(canvas, grid, page, any(isinstance(line, StandingRow) for line in lines) or not rows)
            top = grid.first_row(page)
            for line in lines:
                top -= NOTE if isinstance(line, str) else row
                with document.tag("P"):
                    if isinstance(line, str):
                        p.write(canvas, grid.margin, top, line)
                    else:
                        _player(canvas, grid, top, row, line, marks.get(line.total, ""), last=line is rows[-1])
            _page_number(canvas, grid, page + 1, len(pages))


def _grid(room: tuple[float, float], rows: Sequence[StandingRow]) -> StandingsGrid:
    games = [points for row in rows for points in row.games if points is not None]
    return StandingsGrid(
        room, max((len(row.games) for row in rows), default=0),
        figures=max((len(str(points)) for points in games), default=2),
        total_figures=max((len(str(row.total)) for row in rows), default=2))


def _note_lines(grid: StandingsGrid, notes: Sequence[str]) -> list[str]:
    """Notes broken to the page's width; an empty line before them sets them off."""
    lines = [line for note in notes for line in p.wrap(note, REGULAR, TEXT, grid.right - grid.margin, 4)]
    return ["", *lines] if lines else []


def _pages(grid: StandingsGrid, lines: Sequence[Line]) -> list[list[Line]]:
    """Lines dealt out to pages: as few as the least height of a row allows, and evenly, so that none is bare."""
    first, later = (int((grid.first_row(page) - grid.foot) / grid.row_least) for page in (0, 1))
    count = 1 + max(ceil((len(lines) - first) / later), 0)
    short = max(later - first, 0) if count > 1 else 0
    each = ceil((len(lines) + short) / count)
    head = max(each - short, 1)
    pages = [list(lines[:head])]
    for start in range(head, len(lines), each):
        pages.append(list(lines[start:start + each]))
    return pages


def _row_height(grid: StandingsGrid, pages: Sequence[Sequence[Line]]) -> float:
    """One height for all rows of all pages: what the fullest page leaves, within limits."""
    room = [(grid.first_row(page) - grid.foot) / max(len(lines), 1) for page, lines in enumerate(pages)]
    return min(*room, grid.row_most)


def _marks(rows: Sequence[StandingRow]) -> dict[int, str]:
    """The word beside a total: ties share it, and a night where all are equal has only High."""
    totals = {row.total for row in rows}
    return {min(totals): "Low", max(totals): "High"} if totals else {}


# --- Drawing ----------------------------------------------------------------------------------------------


def _called(final: bool) -> str:
    return "Final standings" if final else "Standings so far"


def _title(canvas: Canvas, grid: StandingsGrid, heading: Heading, page: int, called: str) -> None:
    """The whole title block on the first page; the night and the date on one line of the later ones."""
    top = grid.height - grid.margin
    canvas.setFillColor(GREEN)
    if page:
        date = p.shown(heading.date)
        wide = p.write(canvas, grid.right, top - 9 * MM, date, align="right")
        night, size = p.fit(heading.night, BOLD, p.NAME, grid.right - grid.margin - wide - 8 * MM)
        p.write(canvas, grid.margin, top - 9 * MM, night, BOLD, size)
        return
    draw_title(canvas, grid.width, grid.margin, top, heading.night, called.upper(), heading.date, sizes=(TITLE, 16))


def _column_names(canvas: Canvas, grid: StandingsGrid, page: int, table: bool) -> None:
    y = grid.first_row(page)
    canvas.setStrokeColor(GREEN)
    canvas.setFillColor(GREEN)
    canvas.setLineWidth(RULE)
    canvas.line(grid.margin, y, grid.right, y)
    canvas.setLineWidth(HAIRLINE)
    canvas.line(grid.margin, y - p.TWIN, grid.right, y - p.TWIN)
    if not table:
        return
    baseline = y + 2.4 * MM
    p.write(canvas, grid.margin, baseline, "Place")
    p.write(canvas, grid.number_right, baseline, "No.", align="right")
    p.write(canvas, grid.name_left, baseline, "Name")
    p.write(canvas, grid.total_right, baseline, "Total", align="right")
    pen = canvas.beginText()
    pen.setFont(REGULAR, TEXT)
    for game in range(grid.games):
        p.figures(pen, grid.game_right(game), baseline, str(game + 1), REGULAR, TEXT)
    canvas.drawText(pen)


def _player(canvas: Canvas, grid: StandingsGrid, foot: float, height: float, row: StandingRow,
            mark: str, last: bool) -> None:
    font = BOLD if mark == "High" else REGULAR
    baseline = foot + (height - TEXT * CAP) / 2
    canvas.setStrokeColor(GREEN)
    canvas.setLineWidth(RULE if last else HAIRLINE)
    canvas.line(grid.margin, foot, grid.right, foot)
    canvas.setFillColor(INK)
    name, size = p.fit(row.name, font, WINNER if font == BOLD else TEXT + 1, grid.name_width)
    p.write(canvas, grid.name_left, baseline, name, font, size)
    place, shared = row.place.rstrip("="), row.place.endswith("=")
    pen = canvas.beginText()
    pen.setFont(BOLD, WINNER)
    p.figures(pen, grid.place_right, baseline, place, BOLD, WINNER)
    p.figures(pen, grid.total_right, baseline, p.points(row.total), BOLD, WINNER)
    pen.setFont(REGULAR, TEXT)
    if shared:
        p.figures(pen, grid.place_right, baseline, "=", REGULAR, TEXT, align="left")
    p.figures(pen, grid.number_right, baseline, str(row.number), REGULAR, TEXT)
    for game, points in enumerate(row.games[:grid.games]):
        text = "–" if points is None else p.points(points)
        p.figures(pen, grid.game_right(game), baseline, text, REGULAR, TEXT)
    canvas.drawText(pen)
    canvas.setFillColor(GREEN)
    p.write(canvas, grid.mark_left, baseline, mark, BOLD)


def _page_number(canvas: Canvas, grid: StandingsGrid, page: int, pages: int) -> None:
    if pages > 1:
        canvas.setFillColor(GREEN)
        p.write(canvas, grid.width / 2, grid.margin, f"page {page} of {pages}", align="centre")
