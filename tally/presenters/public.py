"""What public pages show: results with short names, and nothing that the public has not seen yet."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import Http404

from tally.loading.awards import night_standings
from tally.loading.club_names import club_names
from tally.loading.games import night_games
from tally.loading.results import club_results
from tally.loading.seasons import LoadedSeason
from tally.loading.tallies import night_tallies
from tally.presenters.chosen_game import choose_game
from tally.presenters.story import night_places, place_lines
from tally.scores.career_picture import picture_of_place_by_night
from tally.scores.careers import TOP_PLACES, Career, career_of
from tally.scores.results import NightResult
from tally.scores.season_table import season_rows
from tally.scores.season_wording import rule_sentences
from tournament.models import Club, Night, Player, Publication, Season


def public_context(publication: Publication) -> dict[str, object]:
    """What the page shows, whatever it is about.

    :raises Http404: for a night that was opened again.
    """
    match publication.subject:
        case Night() as night:
            return public_night(night)
        case Season() as season:
            return public_season(season)
        case Player() as player:
            return public_player(player)


def public_night(night: Night) -> dict[str, object]:
    """Everybody ranked, and the lines of their places.

    :raises Http404: while its standings are a surprise, as they are again when it was opened again.
    """
    if not night.results_shown:
        raise Http404
    tallies = {} if night.totals_only else night_tallies(night, night_games(night))
    ranked = night_standings(night, tallies)
    entries = {entry.number: entry for entry in night.entries.with_earlier_players()}
    lines = {} if night.totals_only else place_lines(night_places(tallies, ranked, entries), None)
    return {
        "shown_night": night,
        "club": night.club,
        "rows": [(row, entries[row.number]) for row in ranked],
        **lines,
    }


def public_season(season: Season) -> dict[str, object]:
    """The standings by the nights that everybody has seen the end of."""
    loaded = LoadedSeason(season, shown_only=True)
    return {
        "season": season,
        "club": season.club,
        "rows": season_rows(loaded.standings, loaded.people_shown, ()),
        "rules": rule_sentences(loaded.rules, len(loaded.results)),
        "differences": loaded.differences,
        "nights": _with_addresses(season.club, reversed(loaded.results)),
    }


def public_player(player: Player) -> dict[str, object]:
    """A player's nights that everybody has seen the end of, with places and points; about nobody else."""
    career, one_game = shown_career(player)
    rows = _with_addresses(player.club, (one.night for one in reversed(career.nights)))
    return {
        "name": club_names(player.club, whole=False)[player.pk],
        "club": player.club,
        "career": career,
        "one_game": one_game,
        "wins": career.times(1),
        "top_three": career.times(*range(1, TOP_PLACES + 1)),
        "place_picture": picture_of_place_by_night(career.nights),
        "rows": [(night, night.by_player[player.pk], token) for night, token in rows],
    }


def shown_career(player: Player) -> tuple[Career, bool]:
    """A player's nights that everybody has seen the end of, and whether the club played one game on all its nights."""
    chosen = choose_game(club_results(player.club, shown_only=True), "", all_together=True)
    return career_of(chosen.nights, player.pk), chosen.one_game


def _with_addresses(club: Club, nights: Iterable[NightResult]) -> list[tuple[NightResult, str]]:
    """Nights, each with the token of its own public page, if it has one."""
    live = Publication.objects.live().filter(night__club=club)
    tokens = dict(live.values_list("night", "token"))
    return [(night, tokens.get(night.night, "")) for night in nights]
