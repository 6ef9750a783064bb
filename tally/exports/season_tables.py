"""A season as tables: its standings with every night, and each player's nights one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from fractions import Fraction

from tally.loading.seasons import LoadedSeason
from tally.scores.season_table import by_place, night_decimals
from tally.scores.season_wording import decimals_for, figure, tie_break_text
from tournament.spreadsheets.tables import Cell, Table

NIGHT_COLUMNS = ("Night", "Date", "Name", "Place", "Games", "Points", "Worth", "Counts")


def standings_table(season: LoadedSeason) -> Table:
    """Everybody by place, with what each night was worth to them, counted or not, and the figure that ranks them."""
    decimals, of_nights = decimals_for(one.total for one in season.standings), night_decimals(season.standings)
    ranked = by_place(season.standings, season.people_shown)
    ties = any(one.tie_break for one in ranked)
    rows = []
    for one in ranked:
        person, worth = season.people_shown[one.player], {score.night: score.worth for score in one.nights}
        nights = [number(worth[n.night], of_nights) if n.night in worth else None for n in season.results]
        start: tuple[Cell, ...] = (one.place, person.name, "yes" if person.guest else "")
        counted = sum(score.counts for score in one.nights)
        end: tuple[Cell, ...] = (number(one.total, decimals), *((tie_break_text(one),) if ties else ()))
        rows.append((*start, len(one.nights), counted, *nights, *end))
    columns = ("Place", "Name", "Guest", "Nights", "Nights that count")
    days = [f"{result.date.isoformat()} {result.name}" for result in season.results]
    return Table("Standings", (*columns, *days, "Total", *(("Tie",) if ties else ())), tuple(rows))


def nights_table(season: LoadedSeason) -> Table:
    """A line for each player and night: what was played, what it is worth, and whether it counts."""
    decimals = night_decimals(season.standings)
    lines: dict[int, list[tuple[Cell, ...]]] = {night.night: [] for night in season.results}
    of_night = {night.night: night for night in season.results}
    for one in by_place(season.standings, season.people_shown):
        for score in one.nights:
            night, own = of_night[score.night], score.result
            start: tuple[Cell, ...] = (night.name, night.date, season.people_shown[one.player].name)
            worth, counts = number(score.worth, decimals), "yes" if score.counts else "no"
            lines[night.night].append((*start, own.place, own.games, own.points, worth, counts))
    return Table("Nights", NIGHT_COLUMNS, tuple(row for rows in lines.values() for row in rows))


def number(value: Fraction, decimals: int) -> Decimal:
    """A figure as the pages round it, as a number."""
    return Decimal(figure(value, decimals).replace("−", "-"))


SEASON_TABLES: Mapping[str, Callable[[LoadedSeason], Table]] = {"standings": standings_table, "nights": nights_table}


def season_tables(season: LoadedSeason, names: Iterable[str]) -> list[Table]:
    """The season's tables with these names."""
    return [SEASON_TABLES[name](season) for name in names]
