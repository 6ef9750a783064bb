"""Final standings: everybody in order, game by game where the paper is wide enough. Pure values → PDF bytes."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from tally.paper import fonts, strokes
from tally.paper.document import Document, Heading
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.grids import StandingsColumn, StandingsGrid
from tally.paper.measures import CAP, HAIRLINE, INK, MM, NAME, RULE, TEXT
from tally.paper.ornaments import draw_title, draw_twin
from tally.paper.pages import TOP, draw_foot, lines_of_name
from tally.paper.standings_foot import FootLine, PrintedAward, draw_foot_line, foot_lines
from tally.paper.standings_prizes import PrizeLine, PrizeRow, draw_prizes, prize_lines
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
MANY, MOST_PAGES = 40, 2  # players; pages of these with all games
COLUMNS, GUTTER = 2, 9 * MM  # of totals, and between them
BELOW_PRIZES = 5 * MM  # before the table
FEWEST = 3  # rows that begin the table below the prizes of a page
NAME_SHARES = (0.56, 0.42, 0.36)  # of a name on one line, that two or three lines are wide, never quite equally long


def draw_standings(
    document: Document,
    heading: Heading,
    rows: Sequence[StandingRow],
    notes: Sequence[str] = (),
    final: bool = True,
    *,
    prizes: Sequence[PrizeRow] = (),
    awards: Sequence[PrintedAward] = (),
    with_games: bool = False,
    marked: Collection[str] = ("High", "Low"),
) -> None:
    """The prizes, then the standings in the order given, then awards and notes, on as many pages as they need.

    The longest name has three lines in place of two where that saves a page, or keeps the page upright.

    Where all games of many players would take more than two pages, everybody's total stands in two columns instead,
    unless the games are wanted (`with_games`). In large print, columns are too narrow for long names.

    Everybody with the highest total is marked High and everybody with the lowest Low, where these are `marked`; nobody
    is both, and nobody without a game is Low.
    """
    marks = {total: mark for total, mark in _marks(rows).items() if mark in marked}
    tried = []
    for share in NAME_SHARES:
        grid = _grid(document.job.room, rows, marks, share)
        texts = _Texts(grid, prizes, awards, notes)
        tried.append((_one_column(grid, rows, marks, texts), grid, texts))
    pages, grid, texts = min(tried, key=lambda one: (_cuts_a_name(one[0]), len(one[0]), one[1].across))
    columns: Sequence[StandingsGrid | StandingsColumn] = [grid]
    if len(rows) > MANY and len(pages) > MOST_PAGES and not (with_games or document.job.large):
        upright = StandingsGrid(document.job.room, 0, 0, _figures_of_totals(rows), 0)
        side_by_side = upright.columns(COLUMNS, GUTTER, max(map(_place_width, rows)))
        wrapped = _Texts(upright, prizes, awards, notes)
        if found := _columns(upright, side_by_side, rows, marks, wrapped):
            grid, columns, texts, pages = upright, side_by_side, wrapped, found
    stretch = _stretch(grid, pages, texts)
    for number, page in enumerate(pages):
        label = f"Page {number + 1}" if len(pages) > 1 else ""
        with document.page(label, across=grid.across, enlarged=True) as canvas:
            _title(document, grid, heading, number, _called(final))
            top = grid.first_row(number)
            above = texts.above(number)
            draw_prizes(document, grid.margin, grid.right, top + grid.column_names, above, first=number == 0)
            top -= texts.height_above(number)
            ends = [
                _column(document, grid, column, lines, top, stretch, any_rows=bool(rows))
                for column, lines in zip(columns, page.columns, strict=True)
            ]
            _foot_lines(document, grid, min(ends), page.below)
            draw_foot(canvas, grid.width, number + 1, len(pages))


@dataclass(frozen=True, slots=True)
class _Page:
    """One page: what stands in each column, and below all of them."""

    columns: Sequence[Sequence[Line]]
    below: Sequence[FootLine] = ()


class _Texts:
    """The prizes above the table, on as many pages as they fill, and all else below it."""

    def __init__(
        self, grid: StandingsGrid, prizes: Sequence[PrizeRow], awards: Sequence[PrintedAward], notes: Sequence[str]
    ) -> None:
        width = grid.right - grid.margin
        self.below = foot_lines(width, awards, notes)
        rooms = (grid.first_row(page) - grid.foot + grid.column_names for page in itertools.count())
        self._above = _flow(prize_lines(width, prizes), rooms)

    def above(self, page: int) -> Sequence[PrizeLine]:
        """The prizes on a page, 0 for the first."""
        return self._above[page] if page < len(self._above) else ()

    def height_above(self, page: int) -> float:
        lines = self.above(page)
        return sum(line.height for line in lines) + BELOW_PRIZES * bool(lines)


def _room(grid: StandingsGrid, page: int, texts: _Texts) -> float:
    """The height for rows on a page, 0 for the first; none below prizes where it is not enough to begin the table."""
    room = grid.first_row(page) - grid.foot - texts.height_above(page)
    return room if not texts.above(page) or room >= FEWEST * grid.row_least else 0.0


class Player:
    """A row as it is set: its mark, its name on as many lines as it needs, its minimum height in points."""

    def __init__(self, row: StandingRow, mark: str, name_width: float, least: float = StandingsGrid.row_least) -> None:
        self.row, self.mark = row, mark
        self.font, size = _face(mark)
        self.words, self.size = lines_of_name(row.name, self.font, size, name_width, lines=NAME_LINES)
        self.height = least + (len(self.words) - 1) * self.size * LEADING


Line: TypeAlias = Player | FootLine
AnyLine = TypeVar("AnyLine", Player | FootLine, Player, FootLine, PrizeLine)


def _face(mark: str) -> tuple[str, float]:
    return (BOLD, WINNER) if mark == "High" else (REGULAR, USUAL)


def _grid(
    room: tuple[float, float], rows: Sequence[StandingRow], marks: Mapping[int, str], share: float
) -> StandingsGrid:
    """The columns: the names' column is as wide as this share of the longest name, if the paper allows it."""
    games = [points for row in rows for points in row.games if points is not None]
    names = [fonts.width_of(fonts.printable_text(row.name), _face(_mark(row, marks))[0], TEXT) for row in rows]
    return StandingsGrid(
        room,
        max((len(row.games) for row in rows), default=0),
        figures=max((len(str(points)) for points in games), default=2),
        total_figures=_figures_of_totals(rows),
        name=max(names, default=0) * share,
    )


def _place_width(row: StandingRow) -> float:
    figures = strokes.figures_width(row.place.removeprefix(SHARED), BOLD, WINNER)
    return figures + fonts.width_of(SHARED, REGULAR, TEXT)


def _figures_of_totals(rows: Sequence[StandingRow]) -> int:
    return max((len(str(row.total)) for row in rows), default=2)


def _one_column(
    grid: StandingsGrid, rows: Sequence[StandingRow], marks: Mapping[int, str], texts: _Texts
) -> list[_Page]:
    """Fill page after page, as few as possible, with the rows and what is below them.

    Rows are closer where that saves the page that what is below would need, or keeps all of them on one page.
    """
    players, tight = (
        [Player(row, _mark(row, marks), grid.name_width, least) for row in rows]
        for least in (grid.row_least, grid.row_tight)
    )
    needed, closer = (_extent(_pages(grid, [*some, *texts.below], texts)) for some in (players, tight))
    spills = needed[0] > len(_pages(grid, players, texts))
    if (spills and closer[0] < needed[0]) or closer[1] == 1 < needed[1]:
        players, needed = tight, closer
    lines: list[Line] = [*players, *texts.below]
    low, high = 0.0, grid.row_most - grid.row_least
    for _ in range(12):  # rows are as high as they may be before pages are broken, so that each but the last is full
        middle = (low + high) / 2
        fits = _extent(_pages(grid, lines, texts, middle)) == needed
        low, high = (middle, high) if fits else (low, middle)
    return _pages(grid, lines, texts, low)


def _extent(pages: Sequence[_Page]) -> tuple[int, int]:
    """How many pages there are, and how many of these have players."""
    return len(pages), sum(any(isinstance(line, Player) for line in page.columns[0]) for page in pages)


def _pages(grid: StandingsGrid, lines: Sequence[Line], texts: _Texts, stretch: float = 0.0) -> list[_Page]:
    """Fill page after page with lines; players' rows are higher by `stretch` points."""
    rooms = (_room(grid, page, texts) for page in itertools.count())
    return [_Page([taken]) for taken in _flow(lines, rooms, stretch)]


def _flow(lines: Sequence[AnyLine], rooms: Iterable[float], stretch: float = 0.0) -> list[list[AnyLine]]:
    """Put lines into as many rooms as they fill, one at least."""
    waiting, filled = deque(lines), []
    for room in rooms:
        filled.append(_take(waiting, room, stretch))
        if not waiting:
            break
    return filled


def _take(waiting: deque[AnyLine], room: float, stretch: float = 0.0) -> list[AnyLine]:
    """Take as many lines as have room."""
    taken = []
    while waiting:
        room -= waiting[0].height + stretch * isinstance(waiting[0], Player)
        if room < -0.01:
            break
        taken.append(waiting.popleft())
    return taken


def _cuts_a_name(pages: Sequence[_Page]) -> bool:
    """Whether a name is too long for its lines."""
    lines = (line for page in pages for column in page.columns for line in column)
    return any(isinstance(line, Player) and line.words[-1].endswith("…") for line in lines)


def _columns(
    grid: StandingsGrid,
    columns: Sequence[StandingsColumn],
    rows: Sequence[StandingRow],
    marks: Mapping[int, str],
    texts: _Texts,
) -> list[_Page]:
    """Fill columns from left to right with totals, all about equally long; what is below stands on the last page.

    There is none where that is higher than a page.
    """
    below = sum(line.height for line in texts.below)
    if below > _room(grid, 1, texts):
        return []
    players = [Player(row, _mark(row, marks), columns[0].name_width, grid.row_tight) for row in rows]
    for count in itertools.count(1):
        rooms = [_room(grid, page, texts) - (below if page == count - 1 else 0) for page in range(count)]
        if _fill(players, rooms, len(columns)):
            break
    low, high = 0.0, 1.0
    for _ in range(12):
        middle = (low + high) / 2
        fits = _fill(players, [room * middle for room in rooms], len(columns))
        low, high = (low, middle) if fits else (middle, high)
    filled = _fill(players, [room * high for room in rooms], len(columns))
    return [_Page(lines, texts.below if page == count - 1 else ()) for page, lines in enumerate(filled)]


def _fill(players: Sequence[Player], rooms: Sequence[float], columns: int) -> list[list[list[Line]]]:
    """Put players into columns of pages with this much room; nothing when not all find a place."""
    waiting = deque(players)
    pages: list[list[list[Line]]] = []
    for room in rooms:
        pages.append([])
        for _ in range(columns):
            pages[-1].append([*_take(waiting, room)])
    return [] if waiting else pages


def _stretch(grid: StandingsGrid, pages: Sequence[_Page], texts: _Texts) -> float:
    """By how much all players' rows may be higher than the minimum: what the fullest column leaves, within limits."""
    spare = [
        (_room(grid, number, texts) - sum(line.height for line in [*lines, *page.below])) / players
        for number, page in enumerate(pages)
        for lines in page.columns
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


def _title(document: Document, grid: StandingsGrid, heading: Heading, page: int, called: str) -> None:
    """Draw the title: the full block on the first page; on later ones the night and the date on one line, unread."""
    canvas, top = document.canvas, grid.height - TOP
    canvas.setFillColor(canvas.accent)
    if page:
        date = fonts.printable_text(heading.date)
        wide = strokes.write(canvas, grid.right, top - 9 * MM, date, align="right")
        night, size = fonts.fit(heading.night, BOLD, NAME, grid.right - grid.margin - wide - 8 * MM)
        strokes.write(canvas, grid.margin, top - 9 * MM, night, BOLD, size)
        return
    draw_title(document, grid.width, grid.margin, top, heading.night, called.upper(), heading.date, sizes=(TITLE, 16))


def _column(
    document: Document,
    grid: StandingsGrid,
    column: StandingsGrid | StandingsColumn,
    lines: Sequence[Line],
    top: float,
    stretch: float,
    *,
    any_rows: bool,
) -> float:
    """Draw a column with its head, and return its lower edge."""
    players = [line for line in lines if isinstance(line, Player)]
    if players or not any_rows:
        draw_twin(document.canvas, (column.margin, column.right), top, 0)
        with document.table():
            _column_names(document, grid, column, top)
            for player in players:
                top -= player.height + stretch
                _player(document, grid, column, top, player.height + stretch, player, last=player is players[-1])
    return _foot_lines(document, grid, top, [line for line in lines if isinstance(line, FootLine)])


def _foot_lines(document: Document, grid: StandingsGrid, top: float, lines: Sequence[FootLine]) -> float:
    for line in lines:
        top -= line.height
        draw_foot_line(document, grid.margin, top, line)
    return top


def _column_names(document: Document, grid: StandingsGrid, column: StandingsGrid | StandingsColumn, y: float) -> None:
    canvas, baseline = document.canvas, y + 2.4 * MM
    canvas.setFillColor(canvas.accent)
    with document.row(head=True):
        for x, name, align in (
            (column.margin, "Place", "left"),
            (column.number_right, "No.", "right"),
            (column.name_left, "Name", "left"),
        ):
            with document.cell("Column"):
                strokes.write(canvas, x, baseline, name, align=align)
        for game in range(column.games):
            with document.cell("Column"):
                strokes.figures(canvas, grid.game_right(game), baseline, str(game + 1), REGULAR, TEXT)
        with document.cell("Column"):
            strokes.write(canvas, column.total_right, baseline, "Total", align="right")


def _player(
    document: Document,
    grid: StandingsGrid,
    column: StandingsGrid | StandingsColumn,
    foot: float,
    height: float,
    player: Player,
    *,
    last: bool,
) -> None:
    canvas, row, baseline = document.canvas, player.row, foot + (height - TEXT * CAP) / 2
    canvas.setStrokeColor(canvas.accent)
    canvas.setLineWidth(RULE if last else HAIRLINE)
    canvas.line(column.margin, foot, column.right, foot)
    canvas.setFillColor(INK)
    with document.row():
        with document.cell():
            place = row.place.removeprefix(SHARED)
            if place != row.place:
                before = column.place_right - strokes.figures_width(place, BOLD, WINNER)
                strokes.write(canvas, before, baseline, SHARED, align="right")
            strokes.figures(canvas, column.place_right, baseline, place, BOLD, WINNER)
        with document.cell():
            strokes.figures(canvas, column.number_right, baseline, str(row.number), REGULAR, TEXT)
        with document.cell("Row"):
            leading = player.size * LEADING
            first = baseline + (len(player.words) - 1) * leading / 2
            for index, words in enumerate(player.words):
                strokes.write(canvas, column.name_left, first - index * leading, words, player.font, player.size)
        for game, points in enumerate(row.games[: column.games]):
            text = "–" if points is None else point_labels.total(points)
            with document.cell():
                strokes.figures(canvas, grid.game_right(game), baseline, text, REGULAR, TEXT)
        with document.cell():
            strokes.figures(canvas, column.total_right, baseline, point_labels.total(row.total), BOLD, WINNER)
            canvas.setFillColor(canvas.accent)
            strokes.write(canvas, column.mark_left, baseline, player.mark, BOLD)
