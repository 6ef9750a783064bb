"""What the pages of standings and of a player's tally show, computed from the hands for each request."""

from __future__ import annotations

from tally.loading.awards import award_texts, night_awards
from tally.loading.games import night_games
from tally.loading.tallies import night_tallies
from tally.scores.standings import high, low, rank
from tally.scores.tallies import Line, credit_given
from tournament.models import Entry, Night


def standings_context(night: Night) -> dict[str, object]:
    """Everybody ranked; once the night is closed also who has won the prizes."""
    games = night_games(night)
    tallies = night_tallies(night, games)
    ranked = rank(tallies.values())
    entries = {entry.number: entry for entry in night.entries.all()}
    context: dict[str, object] = {
        "night": night,
        "rows": [(row, entries[row.number]) for row in ranked],
        "played": any(game.play.played for game in games),
        "counts_hickeys": any(game.play.hickeys for game in games),
        "credit": credit_given(tallies.values()),
        "high": high(ranked)[:1],
        "low": low(ranked),
        "unsigned": [game for game in games if game.play.played and not game.play.signed],
    }
    if night.status == Night.Status.CLOSED:
        names = {number or 0: entry.short_name for number, entry in entries.items()}
        context["prizes"] = award_texts(night_awards(night, tallies), names)
    return context


def tally_context(night: Night, number: int, entries: dict[int | None, Entry], *, hidden: bool) -> dict[str, object]:
    """One player's games and sit-outs; the place only where standings are not `hidden`."""
    tallies = night_tallies(night, night_games(night))
    mine = tallies.get(number)
    lines = [
        {"line": line, "partner": entries[line.partner], "opponents": [entries[n] for n in line.opponents]}
        if isinstance(line, Line)
        else {"sit_out": line}
        for line in (mine.account if mine else ())
    ]
    return {
        "night": night,
        "entry": entries[number],
        "tally": mine,
        "lines": lines,
        "place": next((row for row in rank(tallies.values()) if row.number == number and not hidden), None),
    }
