"""What the pages of standings and of a player's tally show, computed from the hands."""

from __future__ import annotations

from tally.loading.awards import given_texts, marked_prizes, night_standings, prize_list
from tally.loading.games import night_games
from tally.loading.names import result_names
from tally.loading.tallies import night_tallies
from tally.presenters.chat import night_text
from tally.scores.points_picture import picture_of_points
from tally.scores.prizes import fewest_games
from tally.scores.standings import high, low, rank
from tally.scores.tallies import Line, credit_given
from tournament.models import Night


def standings_context(night: Night) -> dict[str, object]:
    """Everybody ranked; once the night is closed also who has won the prizes."""
    games = night_games(night)
    tallies = night_tallies(night, games)
    ranked = night_standings(night, tallies)
    entries = {entry.number: entry for entry in night.entries.with_earlier_players()}
    marked = marked_prizes(night)
    context: dict[str, object] = {
        "night": night,
        "rows": [(row, entries[row.number]) for row in ranked],
        "played": any(game.play.played for game in games),
        "counts_hickeys": any(game.play.hickeys for game in games),
        "credit": credit_given(tallies.values()),
        "fewest_games": fewest_games(prize_list(night), tallies.values()),
        "too_few": any(row.too_few_games for row in ranked),
        "high": high(ranked) if "High" in marked else (),
        "low": low(ranked) if "Low" in marked else (),
        "unsigned": [game for game in games if game.play.played and not game.play.signed],
    }
    if night.status == Night.Status.CLOSED:
        names = result_names(entries.values())
        prizes = given_texts(night, tallies, names)
        context |= {"prizes": prizes, "chat_text": night_text(night, ranked, names, prizes)}
    return context


def tally_context(night: Night, number: int, *, hidden: bool) -> dict[str, object]:
    """One player's games and sit-outs; the place only where standings are not `hidden`."""
    games = night_games(night)
    entries = {entry.number: entry for entry in night.entries.with_earlier_players()}
    tallies = night_tallies(night, games)
    mine, game_ids = tallies.get(number), {(game.number, game.row.table): game.row.pk for game in games}
    lines = [
        {
            "line": line,
            "game": game_ids[line.game, line.table],
            "partner": entries[line.partner],
            "opponents": [entries[n] for n in line.opponents],
        }
        if isinstance(line, Line)
        else {"sit_out": line}
        for line in (mine.account if mine else ())
    ]
    return {
        "entry": entries[number],
        "tally": mine,
        "lines": lines,
        "points": picture_of_points(mine),
        "place": next((row for row in rank(tallies.values()) if row.number == number and not hidden), None),
    }
