"""A night as tables: its standings, who sat where in each game, and every hand that counts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from tally.exports.hands import HAND_COLUMNS, hand_rows
from tally.loading.awards import night_awards, night_standings
from tally.loading.games import LoadedGame, night_games
from tally.loading.night_totals import totals_of
from tally.loading.tallies import night_tallies
from tally.scores.prizes import Award
from tally.scores.standings import Standing
from tally.scores.tallies import Line, Tally
from tournament.models import Entry, Night
from tournament.movements.seats import Seat
from tournament.people.errors import Refused
from tournament.spreadsheets.tables import Cell, Table

SEAT_COLUMNS = ("Game", "No.", "Name", "Table", "Seat", "Partner", "Opponents", "Points", "Against", "Total so far")
STANDING_COLUMNS = ("Place", "No.", "Name", "Games", "Loners", "Hickeys", "Sat out", "Total", "Prizes", "Note")
OFTEN_EMPTY = ("Loners", "Hickeys", "Sat out", "Prizes", "Note")  # columns that many nights have nothing for


@dataclass(frozen=True)
class TakenNight:
    """A night with what its tables are made from, read once."""

    night: Night

    @cached_property
    def games(self) -> list[LoadedGame]:
        """Its games by round and table; none of a night that was entered as totals."""
        return [] if self.night.totals_only else night_games(self.night)

    @cached_property
    def tallies(self) -> Mapping[int, Tally]:
        """Everybody's tally by number."""
        return night_tallies(self.night, self.games)

    @cached_property
    def entries(self) -> Mapping[int, Entry]:
        """Everybody with a number, by it."""
        return {entry.number or 0: entry for entry in self.night.entries.numbered().with_earlier_players()}

    @cached_property
    def names(self) -> Mapping[int, str]:
        """Whole names by number, of all who played under it."""
        return {number: entry.names for number, entry in self.entries.items()}


def standings_table(taken: TakenNight) -> Table:
    """Everybody by place, with the prizes of a closed night; columns with nothing in them are left out."""
    night = taken.night
    closed = night.status == Night.Status.CLOSED and not night.totals_only
    prizes = _prizes(night_awards(night, taken.tallies)) if closed else {}
    typed = {total.number: total.loners for total in totals_of(night)} if night.totals_only else {}
    rows = []
    for row in night_standings(night, taken.tallies):
        loners = typed.get(row.number) if night.totals_only else row.loners or (0 if night.count_loners else None)
        rows.append(_standing(row, taken, loners, "; ".join(prizes.get(row.number, ()))))
    used = [
        at
        for at, column in enumerate(STANDING_COLUMNS)
        if column not in OFTEN_EMPTY or any(row[at] not in (None, "") for row in rows)
    ]
    columns = tuple(STANDING_COLUMNS[at] for at in used)
    return Table("Standings", columns, tuple(tuple(row[at] for at in used) for row in rows))


def _standing(row: Standing, taken: TakenNight, loners: int | None, prizes: str) -> tuple[Cell, ...]:
    left = "left" if taken.entries[row.number].left_at else ""
    note = ", ".join(filter(None, (left, "too few games for a prize" if row.too_few_games else "")))
    name, sat_out = taken.names[row.number], row.sit_out_points or None
    return row.place, row.number, name, row.games, loners, row.hickeys or None, sat_out, row.total, prizes, note


def _prizes(awards: tuple[Award, ...]) -> Mapping[int, list[str]]:
    """What each number has won: "High, $20"."""
    won: defaultdict[int, list[str]] = defaultdict(list)
    for one in awards:
        parts = one.shares or (one.prize.money,) * len(one.winners)
        for number, money in zip(one.winners, parts, strict=True):
            won[number].append(", ".join(filter(None, (one.prize.name, one.prize.what, money))))
    return won


def seats_table(taken: TakenNight) -> Table:
    """Everybody in each game: table, seat, partner, opponents and points; a sit-out is a line, too."""
    found: list[tuple[tuple[int, int, int], tuple[Cell, ...]]] = []
    for number, tally in taken.tallies.items():
        for one in tally.account:
            start: tuple[Cell, ...] = (one.game, number, taken.names[number])
            if isinstance(one, Line):
                others = " & ".join(taken.names[other] for other in one.opponents)
                seat: tuple[Cell, ...] = (one.table, _SEATS[one.seat], taken.names[one.partner], others)
                key = (one.game, one.table, list(Seat).index(one.seat))
                found.append((key, (*start, *seat, one.ours, one.theirs, one.running)))
            else:
                key = (one.game, 10**6, number)
                found.append((key, (*start, None, "Sits out", "", "", one.credit, None, one.running)))
    return Table("Seats", SEAT_COLUMNS, tuple(row for _, row in sorted(found, key=lambda each: each[0])))


_SEATS = {Seat.N: "North", Seat.E: "East", Seat.S: "South", Seat.W: "West"}


def hands_table(taken: TakenNight) -> Table:
    """Every hand that counts, by game, table and number."""
    rows = [row for game in taken.games for row in hand_rows(game, taken.names)]
    return Table("Hands", HAND_COLUMNS, tuple(rows))


NIGHT_TABLES: Mapping[str, Callable[[TakenNight], Table]] = {
    "standings": standings_table,
    "seats": seats_table,
    "hands": hands_table,
}

OF_OLD_NIGHTS = ("standings",)  # all that is known of a night that was entered as totals
EVERYTHING = "everything"


def night_tables(night: Night, name: str) -> list[Table]:
    """The table with this name, or with "everything" all of them.

    :raises Refused: for a night that has not started.
    """
    if night.status == Night.Status.SIGN_UP:
        raise Refused("This night has not started: there are no seats and no hands yet.")
    taken = TakenNight(night)
    every = OF_OLD_NIGHTS if night.totals_only else tuple(NIGHT_TABLES)
    return [NIGHT_TABLES[each](taken) for each in (every if name == EVERYTHING else (name,))]
