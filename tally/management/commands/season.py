"""manage.py season SEASON: a season's standings as a table, JSON or CSV."""

from __future__ import annotations

import csv
import json
from argparse import ArgumentParser
from io import StringIO
from typing import Any

from django.core.management.base import CommandError

from tally.loading.seasons import LoadedSeason
from tally.management.finding import find_club, named_or_numbered
from tally.scores.season_table import by_place, season_rows
from tally.scores.season_wording import rule_sentences
from tournament.management.plain_command import PlainCommand
from tournament.models import Season
from tournament.spreadsheets.writing import safe_cell

COLUMNS = ("place", "name", "nights", "total")


class Command(PlainCommand):
    """Prints to standard output."""

    help = "Print a season's standings. SEASON is its name or its number, or 'latest'."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("season", metavar="SEASON")
        parser.add_argument("--club", help="name or number of the club, where several have a season of this name")
        parser.add_argument("--format", choices=("table", "json", "csv"), default="table")

    def handle(self, *args: Any, **options: Any) -> None:
        season = LoadedSeason(find_season(options["season"], options["club"]))
        write = {"table": as_table, "json": as_json, "csv": as_csv}[options["format"]]
        self.stdout.write(write(season), ending="")


def find_season(wanted: str, club: str | None) -> Season:
    """The season of this name or number, or the one that begins last for "latest".

    :param club: a club's name or number; "" for the only one; None for any.
    :raises CommandError: when there is none, or several clubs have one.
    """
    every = Season.objects.select_related("club").order_by("club__is_demo", "-first_day", "-pk")
    if club is not None:
        every = every.filter(club=find_club(club))
    found = list(every[:1]) if wanted == "latest" else named_or_numbered(every, wanted)
    if not found:
        known = ", ".join(f"{season.name} ({season.pk})" for season in every[:10]) or "none yet"
        raise CommandError(f'There is no season "{wanted}". Seasons here: {known}.')
    if len(found) > 1:
        which = ", ".join(f"season {one.pk} of {one.club.name} (club {one.club_id})" for one in found)
        raise CommandError(f'Several seasons are called "{wanted}": {which}. Give the number of a season, or --club.')
    return found[0]


def as_table(season: LoadedSeason) -> str:
    """The standings to read in a terminal, with the rules above them."""
    rows = _rows(season)
    widths = [max(len(row[column]) for row in [dict(zip(COLUMNS, COLUMNS, strict=True)), *rows]) for column in COLUMNS]
    lines = [
        season.row.name,
        *rule_sentences(season.rules, len(season.results)),
        *season.differences,
        "",
        *(
            f"{place:>{widths[0]}}  {name:<{widths[1]}}  {nights:>{widths[2]}}  {total:>{widths[3]}}".rstrip()
            for place, name, nights, total in (COLUMNS, *(tuple(row.values()) for row in rows))
        ),
    ]
    return "\n".join(lines) + "\n"


def as_csv(season: LoadedSeason) -> str:
    """The standings for a spreadsheet, in which no name is read as a formula."""
    file = StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows([row["place"], safe_cell(row["name"]), row["nights"], row["total"]] for row in _rows(season))
    return file.getvalue()


def as_json(season: LoadedSeason) -> str:
    """The standings with every night and exact figures: a fraction is written 31/3."""
    nights = {result.night: result for result in season.results}
    document = {
        "season": season.row.name,
        "first_day": season.row.first_day.isoformat(),
        "last_day": season.row.last_day.isoformat(),
        "nights": [
            {"code": night.slug, "name": night.name, "date": night.date.isoformat()} for night in nights.values()
        ],
        "standings": [
            {
                "place": one.place,
                "shared": one.shared,
                "name": season.people[one.player].name,
                "total": str(one.total),
                "nights": [
                    {
                        "night": nights[score.night].slug,
                        "points": score.result.points,
                        "worth": str(score.worth),
                        "counts": score.counts,
                    }
                    for score in one.nights
                ],
            }
            for one in by_place(season.standings, season.people_shown)
        ],
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _rows(season: LoadedSeason) -> list[dict[str, str]]:
    return [
        {"place": row.place, "name": row.name, "nights": str(row.nights), "total": row.total}
        for row in season_rows(season.standings, season.people_shown, ())
    ]
