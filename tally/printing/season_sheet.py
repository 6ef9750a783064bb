"""A season's standings on paper, and one player's season."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from django.utils.formats import date_format

from tally.loading.seasons import LoadedSeason
from tally.paper.document import Heading, Job
from tally.paper.measures import Paper
from tally.paper.player_season import NightLine, PlayerSeason, draw_player_season
from tally.paper.season_standings import SeasonLine, draw_season
from tally.printing.catalog import job_for
from tally.printing.club_looks import look_of
from tally.printing.print_jobs import Work
from tally.scores.point_labels import total
from tally.scores.season_table import night_decimals, season_rows, sum_text
from tally.scores.season_wording import decimals_for, figure, rule_sentences, tie_break_text
from tally.scores.seasons import Adding, SeasonStanding
from tournament.people.names import short_name
from tournament.web.dates import short_day, short_paper_date


def season_work(season: LoadedSeason) -> Work:
    """The standings with the rules below them, on the paper of the club's newest night."""
    nights = season.results
    people = {player: replace(person, name=_name(season, player)) for player, person in season.people_shown.items()}
    lines = [
        SeasonLine(
            place=row.place,
            name=f"{row.name} (guest)" if row.guest else row.name,
            nights=tuple(cell.text if cell.counts else f"({cell.text})" for cell in row.newest),
            attended=str(row.nights),
            total=row.total,
        )
        for row in season_rows(season.standings, people, nights)
    ]
    notes = [" ".join([*rule_sentences(season.rules, len(nights)), *season.differences])]
    if season.rules.adding is Adding.BEST:
        notes.append("A figure in parentheses is not among the nights that count.")
    drawing = partial(
        draw_season,
        heading=_heading(season),
        lines=lines,
        labels=[short_day(night.date) for night in nights],
        notes=["", *notes],
    )
    return season.row.name, _job(season), [("Season standings", drawing)]


def player_season_work(season: LoadedSeason, standing: SeasonStanding) -> Work:
    """One player's nights of the season and what they come to, on the same paper."""
    name, standings, job = _name(season, standing.player), season.standings, _job(season)
    nights = {result.night: result for result in season.results}
    results = [score.result for score in standing.nights]
    points = sum(result.points for result in results)
    best = max(standing.nights, key=lambda score: score.result.points)
    shows_worth = any(score.worth != score.result.points for score in standing.nights)
    whole, of_nights = figure(standing.total, decimals_for(one.total for one in standings)), night_decimals(standings)
    ranked = sum(1 for one in standings if one.place is not None)
    rules = rule_sentences(season.rules, len(season.results))
    decided = tie_break_text(standing)
    lines = [
        NightLine(
            short_paper_date(nights[score.night].date, day_first=job.paper is Paper.A4),
            nights[score.night].name + (" (does not count)" if not score.counts else ""),
            (
                score.result.place_text,
                str(score.result.games),
                total(score.result.points),
                *([figure(score.worth, of_nights)] if shows_worth else []),
            ),
        )
        for score in standing.nights
    ]
    drawing = partial(
        draw_player_season,
        heading=_heading(season),
        season=PlayerSeason(
            name=name,
            figures=[
                (standing.place_text, f"place of {ranked}" if standing.place else "too few nights"),
                (str(len(results)), "night" if len(results) == 1 else "nights"),
                (total(points), "points"),
                *([(whole, "season total")] if whole != total(points) else []),
                (total(best.result.points), f"best night: {short_day(nights[best.night].date)}"),
            ],
            columns=("Place", "Games", "Points", *(["Worth"] if shows_worth else [])),
            nights=lines,
            notes=[
                sum_text(standing, standings, season.rules),
                " ".join([*([f"The place was decided by {decided}."] if decided else []), *rules]),
            ],
        ),
    )
    return f"{name}: {season.row.name}", job, [("A season", drawing)]


def _name(season: LoadedSeason, player: int) -> str:
    """What paper calls somebody: the name on paper, where there is one; as short as the season's names are."""
    on_paper = season.people[player].paper_name
    if not on_paper:
        return season.names[player]
    return short_name(on_paper) if season.shown_only else on_paper


def _heading(season: LoadedSeason) -> Heading:
    """The season's name and days."""
    first, last = (date_format(day) for day in (season.row.first_day, season.row.last_day))
    return Heading(season.row.name, f"{first} to {last}")


def _job(season: LoadedSeason) -> Job:
    """How the club's newest night is printed."""
    newest = season.row.club.nights.order_by("-date", "-pk").first()
    return replace(job_for(newest) if newest else Job(), look=look_of(season.row.club, season.row.name))
