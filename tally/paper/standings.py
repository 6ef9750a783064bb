"""Final standings: everybody in order, game by game where the paper is wide enough. Pure values → PDF bytes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tally.paper import fonts, strokes
from tally.paper.document import Document, Heading
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.grids import StandingsGrid
from tally.paper.measures import CAP, GREEN, HAIRLINE, INK, MM, NAME, RULE, TEXT, Canvas
from tally.paper.ornaments import draw_title, draw_twin
from tally.paper.pages import TOP, draw_foot, in_columns, lines_of_name
from tally.paper.standings_foot import FootLine, PrintedAward, draw_foot_line, foot_lines
from tally.scores import point_labels


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One player's line. `place` is "1", or "T-2" when shared; `games` are points per game, None if not played.

    With `too_few_games` for a prize, the player is neither High nor Low.
    """

    place: str
    number: int
    name: str
    total: int
    games: tuple[int | None, ...]
    too_few_games: bool = False


SHARED = "T-"  # before a place that several players have
TITLE, WINNER, USUAL = 24.0, 14.0, 13.0
NAME_LINES, LEADING = 3, 1.2  # of a name that is longer than its column; from one to the next as a share of the size
NAME_SHARE = 0.56  # of a name on one line, that two lines are wide: they are never quite equally long


def draw_standings(
    document: Document,
    heading: Heading,
    rows: Sequence[StandingRow],
    notes: Sequence[str] = (),
    final: bool = True,
    *,
    prizes: Sequence[str] = (),
    awards: Sequence[PrintedAward] = (),
) -> None:
    """The standings on as many pages as they need, in the order given, then prizes, awards and notes.

    Everybody with the highest total is marked High and everybody with the lowest Low; nobody is both, and
    nobody without a game is Low.
    """
    marks = _marks(rows)
    grid = _grid(document.job.room, rows, marks)
    below = foot_lines(grid.right - grid.margin, prizes, awards, notes)
    players = [Player(row, _mark(row, marks), grid) for row in rows]
    pages = _pages(grid, [*players, *below])
    if len(pages) > len(_pages(grid, players)):  # what is below the standings needs a page more
        tight = [Player(row, _mark(row, marks), grid, grid.row_tight) for row in rows]
        if len(closer := _pages(grid, [*tight, *below])) < len(pages):
            players, pages = tight, closer
    stretch = _stretch(grid, pages)
    for page, lines in enumerate(pages):
        with document.page(f"Page {page + 1}" if len(pages) > 1 else "", across=grid.across, enlarged=True) as canvas:
            with document.tag("P" if page else "H1"):
                _title(canvas, grid, heading, page, _called(final))
            with document.tag("P"):
                _column_names(canvas, grid, page, any(isinstance(line, Player) for line in lines) or not rows)
            top = grid.first_row(page)
            for line in lines:
                if isinstance(line, FootLine):
                    top -= line.height
                    draw_foot_line(document, grid.margin, top, line)
                else:
                    top -= line.height + stretch
                    with document.tag("P"):
                        _player(canvas, grid, top, line.height + stretch, line, last=line is players[-1])
            draw_foot(canvas, grid.width, page + 1, len(pages))


class Player:
    """A row as it is set: its mark, its name on as many lines as it needs, its minimum height in points."""

    def __init__(
        self, row: StandingRow, mark: str, grid: StandingsGrid, least: float = StandingsGrid.row_least
    ) -> None:
        self.row, self.mark = row, mark
        self.font, size = _face(mark)
        self.words, self.size = lines_of_name(row.name, self.font, size, grid.name_width, lines=NAME_LINES)
        self.height = least + (len(self.words) - 1) * self.size * LEADING


Line: TypeAlias = Player | FootLine


def _face(mark: str) -> tuple[str, float]:
    return (BOLD, WINNER) if mark == "High" else (REGULAR, USUAL)


def _grid(room: tuple[float, float], rows: Sequence[StandingRow], marks: Mapping[int, str]) -> StandingsGrid:
    """The columns: the names' column is wide enough for the longest name on two lines, if the paper allows it."""
    games = [points for row in rows for points in row.games if points is not None]
    names = [fonts.width_of(fonts.printable_text(row.name), _face(_mark(row, marks))[0], TEXT) for row in rows]
    return StandingsGrid(
        room,
        max((len(row.games) for row in rows), default=0),
        figures=max((len(str(points)) for points in games), default=2),
        total_figures=max((len(str(row.total)) for row in rows), default=2),
        name=max(names, default=0) * NAME_SHARE,
    )


def _pages(grid: StandingsGrid, lines: Sequence[Line]) -> list[list[Line]]:
    """Split lines evenly into as few pages as their minimum heights allow."""
    title = grid.first_row(1) - grid.first_row(0)  # a line more on the first page
    starts = in_columns([title, *(line.height for line in lines)], grid.first_row(1) - grid.foot, 1)
    ends = [*starts[1:], len(lines) + 1]
    return [list(lines[max(start - 1, 0) : end - 1]) for start, end in zip(starts, ends, strict=True)]


def _stretch(grid: StandingsGrid, pages: Sequence[Sequence[Line]]) -> float:
    """By how much all players' rows may be higher than the minimum: what the fullest page leaves, within limits."""
    spare = [
        (grid.first_row(page) - grid.foot - sum(line.height for line in lines)) / players
        for page, lines in enumerate(pages)
        if (players := sum(isinstance(line, Player) for line in lines))
    ]
    return max(0.0, min([*spare, grid.row_most - grid.row_least]))


def _marks(rows: Sequence[StandingRow]) -> dict[int, str]:
    """The mark of each total: ties share it, and a night where all are equal has only High."""
    enough = [row for row in rows if not row.too_few_games]
    played = [row.total for row in enough if _has_played(row)]
    low = {min(played): "Low"} if played else {}
    return low | ({max(row.total for row in enough): "High"} if enough else {})


def _mark(row: StandingRow, marks: Mapping[int, str]) -> str:
    """The mark beside a player; who has too few games has none, and who has not played a game is not Low."""
    if row.too_few_games:
        return ""
    mark = marks.get(row.total, "")
    return mark if mark == "High" or _has_played(row) else ""


def _has_played(row: StandingRow) -> bool:
    return any(points is not None for points in row.games)


# --- Drawing ----------------------------------------------------------------------------------------------


def _called(final: bool) -> str:
    return "Final standings" if final else "Standings so far"


def _title(canvas: Canvas, grid: StandingsGrid, heading: Heading, page: int, called: str) -> None:
    """Draw the title: the full block on the first page; on later ones the night and the date on one line."""
    top = grid.height - TOP
    canvas.setFillColor(GREEN)
    if page:
        date = fonts.printable_text(heading.date)
        wide = strokes.write(canvas, grid.right, top - 9 * MM, date, align="right")
        night, size = fonts.fit(heading.night, BOLD, NAME, grid.right - grid.margin - wide - 8 * MM)
        strokes.write(canvas, grid.margin, top - 9 * MM, night, BOLD, size)
        return
    draw_title(canvas, grid.width, grid.margin, top, heading.night, called.upper(), heading.date, sizes=(TITLE, 16))


def _column_names(canvas: Canvas, grid: StandingsGrid, page: int, table: bool) -> None:
    y = grid.first_row(page)
    canvas.setFillColor(GREEN)
    draw_twin(canvas, (grid.margin, grid.right), y, 0)
    if not table:
        return
    baseline = y + 2.4 * MM
    strokes.write(canvas, grid.margin, baseline, "Place")
    strokes.write(canvas, grid.number_right, baseline, "No.", align="right")
    strokes.write(canvas, grid.name_left, baseline, "Name")
    strokes.write(canvas, grid.total_right, baseline, "Total", align="right")
    pen = canvas.beginText()
    pen.setFont(REGULAR, TEXT)
    for game in range(grid.games):
        strokes.draw_figures(pen, grid.game_right(game), baseline, str(game + 1), REGULAR, TEXT)
    canvas.drawText(pen)


def _player(canvas: Canvas, grid: StandingsGrid, foot: float, height: float, player: Player, *, last: bool) -> None:
    row, baseline = player.row, foot + (height - TEXT * CAP) / 2
    canvas.setFillColor(INK)
    canvas.setStrokeColor(GREEN)
    canvas.setLineWidth(RULE if last else HAIRLINE)
    canvas.line(grid.margin, foot, grid.right, foot)
    leading = player.size * LEADING
    first = baseline + (len(player.words) - 1) * leading / 2
    for index, words in enumerate(player.words):
        strokes.write(canvas, grid.name_left, first - index * leading, words, player.font, player.size)
    place = row.place.removeprefix(SHARED)
    if place != row.place:
        before = grid.place_right - strokes.figures_width(place, BOLD, WINNER)
        strokes.write(canvas, before, baseline, SHARED, align="right")
    pen = canvas.beginText()
    pen.setFont(BOLD, WINNER)
    strokes.draw_figures(pen, grid.place_right, baseline, place, BOLD, WINNER)
    strokes.draw_figures(pen, grid.total_right, baseline, point_labels.total(row.total), BOLD, WINNER)
    pen.setFont(REGULAR, TEXT)
    strokes.draw_figures(pen, grid.number_right, baseline, str(row.number), REGULAR, TEXT)
    for game, points in enumerate(row.games[: grid.games]):
        text = "–" if points is None else point_labels.total(points)
        strokes.draw_figures(pen, grid.game_right(game), baseline, text, REGULAR, TEXT)
    canvas.drawText(pen)
    canvas.setFillColor(GREEN)
    strokes.write(canvas, grid.mark_left, baseline, player.mark, BOLD)
