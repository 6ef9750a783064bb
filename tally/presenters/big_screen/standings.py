"""Everybody ranked, as rows and panels of the big screen."""

from __future__ import annotations

from tally.loading.games import LoadedGame
from tally.loading.hidden_standings import HIDDEN_SENTENCE, standings_hidden
from tally.loading.tallies import night_tallies
from tally.presenters.big_screen.panels import Panel, Row, distinct_names, panels_of
from tally.scores.point_labels import total
from tally.scores.standings import rank
from tournament.models import Night


def standings_panels(night: Night, games: list[LoadedGame]) -> list[Panel]:
    """Everybody ranked, for all to see; hidden on the organizer's laptop too, as that drives the projector."""
    if standings_hidden(night):
        return [Panel("message", "Standings", sentence=HIDDEN_SENTENCE)]
    agreed = any(game.play.signed for game in games)
    return panels_of("standings", "Standings", ranked_rows(night, games)) if agreed else []


def ranked_rows(night: Night, games: list[LoadedGame]) -> list[Row]:
    """Place, name and total of everybody, the highest first."""
    entries = {entry.number: entry for entry in night.entries.all()}
    ranked = rank(night_tallies(night, games).values())
    names = distinct_names([entries[row.number] for row in ranked])
    return [Row(name, total(row.total), first=row.place_text) for name, row in zip(names, ranked, strict=True)]
