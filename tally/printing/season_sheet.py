"""A season's standings as PDF."""

from __future__ import annotations

from functools import partial

from django.utils.formats import date_format

from tally.loading.seasons import LoadedSeason
from tally.paper.document import Heading, Job, compose
from tally.paper.season_standings import SeasonLine, draw_season
from tally.printing.catalog import job_for
from tally.scores.season_table import season_rows
from tally.scores.season_wording import rule_sentences
from tally.scores.seasons import Adding
from tournament.web.dates import short_day


def season_pdf(season: LoadedSeason) -> bytes:
    """The standings with the rules below them, on the paper of the club's newest night."""
    newest = season.row.club.nights.order_by("-date", "-pk").first()
    nights = season.results
    lines = [
        SeasonLine(
            place=row.place,
            name=f"{row.name} (guest)" if row.guest else row.name,
            nights=tuple(cell.text if cell.counts else f"({cell.text})" for cell in row.newest),
            attended=str(row.nights),
            total=row.total,
        )
        for row in season_rows(season.standings, season.people_shown, nights)
    ]
    notes = [" ".join([*rule_sentences(season.rules, len(nights)), *season.differences])]
    if season.rules.adding is Adding.BEST:
        notes.append("A figure in parentheses is not among the nights that count.")
    first, last = (date_format(day) for day in (season.row.first_day, season.row.last_day))
    drawing = partial(
        draw_season,
        heading=Heading(season.row.name, f"{first} to {last}"),
        lines=lines,
        labels=[short_day(night.date) for night in nights],
        notes=["", *notes],
    )
    return compose(season.row.name, job_for(newest) if newest else Job(), [("Season standings", drawing)])
