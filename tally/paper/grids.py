"""The grids of cards and of standings: millimeters with names, turned into points."""

from __future__ import annotations

from tally.paper.fonts import REGULAR, width_of
from tally.paper.measures import CAP, FIGURE, LARGE, MM, SAFE, TEXT, Paper
from tally.paper.pages import BELOW, SIDE, TOP
from tournament.people.errors import Refused


class CardGrid:
    """Positions on one tally card of a sheet of four, in points from the card's lower left corner.

    The card is a quarter of the paper. All ink is at least `SAFE` away from its edges, and so from the paper's. In
    large print it is half of the paper and everything on it is a third larger (16 points do not fit a quarter: the
    columns alone would take 119 mm of 98); lengths are then those of the usual card, on a canvas scaled by `scale`.

    The last column ends with the games: below it, in the card's lower right corner, its number stands on its head.
    """

    columns = ("Game", "Table", "With", "Against", "Us", "Them", "Initials")
    _widths = (14.2, 11.4, 10.4, 17.8, 11.9, 11.9)  # millimeters, like all below; the last takes the rest
    _widths_of_hundreds = (14.2, 11.0, 11.1, 23.2, 10.9, 11.3)
    _initials = 14.6  # the least: its word; "Against" has what is left
    _head = 24.4  # from the upper margin to the ruled grid: the QR code, and its quiet zone
    _names_of_columns = 5.9
    _foot = 6.4  # under the grid, for the rings
    _note = 5.4  # under the grid, above the rings
    _row_least, _row_noted, _row_most = 4.2, 5.4, 15.0

    def __init__(
        self,
        paper: Paper,
        games: int,
        noted: bool = False,
        large: bool = False,
        below: float = 0.0,
        hundreds: bool = False,
    ) -> None:
        """The grid of a card for this many games. On short nights, free space is split above and below it.

        With `hundreds`, numbers of three figures have wider columns, and those to write in are narrower.

        `noted` asks for a line of text under the grid; `note_line` is its baseline, or 0 where rows would then be
        lower than 5.4 mm. So many points at the foot of the card, from `foot` up, are left free as `below` says.

        :raises ValueError: if they do not fit at the smallest size of text.
        """
        if games > rows_that_fit(paper, large):
            most = rows_that_fit(paper, large)
            raise Refused(f"A tally card on this paper has room for {most} games, not {games}.")
        self.games = games
        self.scale = LARGE / TEXT if large else 1.0
        self.width, self.height = _card_size(paper, large)
        safe = _margin(large)
        self.left, self.right = safe, self.width - safe
        self.top, self.foot = self.height - safe, safe
        room = _room_for_rows(paper, large) - below
        noted = noted and room - self._note * MM >= self._row_noted * MM * (games + 1)
        room -= self._note * MM * noted
        self.row = min(room / (games + 1), self._row_most * MM)
        spare = room - self.row * (games + 1)
        self.frame_top = self.top - self._head * MM - min(spare * 0.4, 5 * MM)
        self.first_row = self.frame_top - self._names_of_columns * MM
        self.frame_foot = self.first_row - (games + 1) * self.row
        self.rings = self.frame_foot - (3.4 + self._note * noted) * MM - min(spare * 0.3, 3 * MM)
        self.note_line = self.rings + 5.2 * MM - TEXT * CAP / 2 if noted else 0.0
        self.corner_foot = self.foot + below
        widths = list(self._widths_of_hundreds if hundreds else self._widths)
        over = sum(widths) + self._initials - (self.right - self.left) / MM
        widths[3] -= max(over, 0) * hundreds
        self.edges = [self.left + sum(widths[:column]) * MM for column in range(7)] + [self.right]
        self.roomy = self.row > 5.2 * MM  # lower rows have no room for a second rule beside the thick one
        self.figure_size = min(max(TEXT, round(self.row * 0.7)), 16.0)

    def row_foot(self, index: int) -> float:
        """Lower edge of a row, 0 for the first game; the total is in the row after the last."""
        return self.first_row - (index + 1) * self.row

    def centered(self, index: int, size: float) -> float:
        """The baseline that centers capitals and figures of a size in a row."""
        return self.row_foot(index) + (self.row - size * CAP) / 2

    def middle(self, column: int) -> float:
        """Middle of a column, 0 for the first."""
        return (self.edges[column] + self.edges[column + 1]) / 2


def _card_size(paper: Paper, large: bool) -> tuple[float, float]:
    """Width and height in points: a quarter of the paper, or in units of large print half of it."""
    if not large:
        return paper.width / 2, paper.height / 2
    return paper.height / 2 * TEXT / LARGE, paper.width * TEXT / LARGE


def _margin(large: bool) -> float:
    """From a card's edge to its ink, in points of its grid; a quarter of an inch on the roomy cards of large print."""
    return 18.0 * TEXT / LARGE if large else SAFE


def rows_that_fit(paper: Paper, large: bool = False) -> int:
    """How many games a tally card holds: 20 on Letter and 22 on A4 with text of 12 points, 26 and 25 with 16."""
    return int(_room_for_rows(paper, large) / (CardGrid._row_least * MM)) - 1


def rows_with_room_below(paper: Paper, games: int, below: float) -> bool:
    """Whether so many points stay free at the foot of a card of usual size when its rows are at least 5.4 mm high."""
    return _room_for_rows(paper, large=False) - below >= CardGrid._row_noted * MM * (games + 1)


def _room_for_rows(paper: Paper, large: bool) -> float:
    """The height of a card without its margins, its head and its rings."""
    taken = (CardGrid._head + CardGrid._names_of_columns + CardGrid._foot) * MM
    return _card_size(paper, large)[1] - 2 * _margin(large) - taken


class StandingsGrid:
    """Positions of the columns of final standings, in points from the page's lower left corner.

    The page is landscape when upright is too narrow for every game; `games` is 0 when even landscape is too
    narrow, and the sheet then shows totals only.
    """

    _gap, _place, _number, _mark = 4.0, 12.0, 11.0, 13.0  # millimeters, like all below
    _name_least, _name_most = 42.0, 72.0
    _head, _later_head = 40.0, 22.0  # title of the first page and of later ones
    _column_names = 8.0
    column_names = _column_names * MM
    margin, foot = SIDE, BELOW
    row_tight, row_least, row_most = 5.6 * MM, 6.8 * MM, 10.5 * MM  # tight: where that saves a page

    def __init__(self, room: tuple[float, float], games: int, figures: int, total_figures: int, name: float) -> None:
        """The grid for this many games; points take `figures` signs and totals take `total_figures`.

        `room` is the paper's width and height in points. The column of names is `name` points wide or wider, unless
        neither side of the paper has room for that.
        """
        self.game = max(figures * FIGURE + 0.5, len(str(games)) * FIGURE + 0.25) * TEXT
        self.total = max(total_figures * FIGURE * 14.0, width_of("Total", REGULAR, TEXT)) + self._gap * MM
        fixed = (self._place + self._number + self._mark + self._gap) * MM + self.total
        sides = [room, (room[1], room[0])]
        least = 2 * self.margin + fixed + games * self.game
        wanted = max(name + 2 * self._gap * MM, self._name_least * MM)
        fits = [side for names in (wanted, self._name_least * MM) for side in sides if side[0] >= least + names]
        self.games = games if fits else 0
        self.width, self.height = (fits or sides)[0]
        self.across = self.width > self.height
        name = self.width - 2 * self.margin - fixed - self.games * self.game
        spare = max(name - max(wanted, self._name_most * MM), 0)
        if self.games:  # names need only so much: the games take what is over, up to half as much again
            wider = min(spare / self.games, self.game / 2)
            self.game += wider
            name -= wider * self.games
        self.place_right = self.margin + self._place * 0.85 * MM
        self.number_right = self.margin + (self._place + self._number * 0.8) * MM
        self.name_left = self.margin + (self._place + self._number + self._gap) * MM
        self.name_width = name - 2 * self._gap * MM
        self.total_right = self.width - self.margin - self._mark * MM
        self.mark_left = self.total_right + 2 * MM
        self.right = self.width - self.margin

    def columns(self, count: int, gutter: float, place: float) -> list[StandingsColumn]:
        """Columns of totals beside one another, as wide as the page allows; places are `place` points wide."""
        width = (self.right - self.margin - gutter * (count - 1)) / count
        lefts = [self.margin + (width + gutter) * column for column in range(count)]
        return [StandingsColumn(left, left + width, place, self.total) for left in lefts]

    def game_right(self, index: int) -> float:
        """Right edge of the figures of a game, 0 for the first."""
        return self.total_right - self.total - (self.games - 1 - index) * self.game

    def first_row(self, page: int) -> float:
        """Upper edge of the first row on a page, 0 for the first page."""
        head = self._later_head if page else self._head
        return self.height - TOP - (head + self._column_names) * MM


class StandingsColumn:
    """Positions in one of several columns of totals, in points from the page's left edge."""

    games = 0

    _gap, _number, _mark = 2.4, 10.4, 11.5  # millimeters; closer than in standings with all games

    def __init__(self, left: float, right: float, place: float, total: float) -> None:
        self.margin, self.right = left, right
        self.place_right = left + max(place, width_of("Place", REGULAR, TEXT))
        self.number_right = self.place_right + self._number * MM
        self.name_left = self.number_right + self._gap * MM
        self.total_right = right - self._mark * MM
        self.mark_left = self.total_right + 2 * MM
        self.name_width = self.total_right - total - self.name_left
