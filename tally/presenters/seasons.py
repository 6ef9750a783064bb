"""What the pages of seasons show, computed from the hands for each request."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from tally.loading.seasons import LoadedSeason
from tally.presenters.chat import season_text
from tally.rules.wording import counted
from tally.scores.results import NightResult, PlayerResult
from tally.scores.season_table import by_place, night_decimals, season_rows, sum_text
from tally.scores.season_wording import decimals_for, figure, rule_sentences, tie_break_text
from tally.scores.seasons import Adding, NightScore, compare
from tournament.models import Night, Player
from tournament.people.names import joined_names
from tournament.web.dates import short_day

NEWEST = 5  # nights that have a column of their own on a wide screen, and are listed without a tap
FIRST_ROWS = 24  # of the standings; the others open with a tap
FEW = 8  # more of either list are not folded away


def season_context(season: LoadedSeason) -> dict[str, object]:
    """The standings with the newest nights, the rules in words, and the nights."""
    newest = season.results[-NEWEST:]
    rows = season_rows(season.standings, season.people_shown, newest)
    first_rows = FIRST_ROWS if len(rows) > FIRST_ROWS + FEW else len(rows)
    nights = [(result, _winners(result, season)) for result in reversed(season.results)]
    first_nights = NEWEST if len(nights) > NEWEST + FEW else len(nights)
    return {
        "season": season.row,
        "rows": rows[:first_rows],
        "other_rows": rows[first_rows:],
        "newest": [(result, short_day(result.date)) for result in newest],
        "rules": rule_sentences(season.rules, len(season.results)),
        "differences": season.differences,
        "nights": nights[:first_nights],
        "earlier": [
            (year, list(of_year)) for year, of_year in groupby(nights[first_nights:], lambda night: night[0].date.year)
        ],
        "playing": next((result for result in season.results if result.status == Night.Status.PLAYING), None),
        "drops": season.rules.adding is Adding.BEST,
        "chat_text": season_text(season),
    }


def _winners(result: NightResult, season: LoadedSeason) -> str:
    """Who won a night, with the points."""
    first = [line for line in result.lines if line[0].place == 1]
    names = [joined_names(_name_in_night(own, season) for own in line) for line in first]
    return f"{', '.join(names)}, {figure(Fraction(first[0][0].standing_points), 0)}" if first else ""


def _name_in_night(own: PlayerResult, season: LoadedSeason) -> str:
    """A player's name; with the number of that night, where it had none."""
    name = season.names[own.player]
    return f"{name} ({own.number})" if own.nameless else name


@dataclass(frozen=True, slots=True)
class PlayedNight:
    """One night of a player in a season."""

    night: NightResult
    own: PlayerResult
    place: str
    worth: str
    counts: bool


def player_context(season: LoadedSeason, player: Player) -> dict[str, object]:
    """One player's nights, newest first, and how they become the figure."""
    standing = next((one for one in season.standings if one.player == player.pk), None)
    if standing is None:
        return {"season": season.row, "player": player, "name": season.names[player.pk]}
    nights = {result.night: result for result in season.results}
    decimals = night_decimals(season.standings)
    played = [_played(nights[score.night], score, decimals) for score in reversed(standing.nights)]
    return {
        "season": season.row,
        "player": player,
        "name": season.names[player.pk],
        "standing": standing,
        "played": played,
        "sum": sum_text(standing, season.standings, season.rules),
        "decided": tie_break_text(standing),
        "rules": rule_sentences(season.rules, len(season.results)),
        "drops": season.rules.adding is Adding.BEST,
        "shows_worth": any(score.worth != score.result.points for score in standing.nights),
    }


def _played(night: NightResult, score: NightScore, decimals: int) -> PlayedNight:
    own = score.result
    return PlayedNight(night, own, own.place_text, figure(score.worth, decimals), score.counts)


@dataclass(frozen=True, slots=True)
class ShownMove:
    """A player's line in a comparison of two standings."""

    name: str
    before: str
    after: str
    total_before: str
    total: str
    rises: int

    @property
    def change(self) -> str:
        """Who rises, who falls, and who comes and goes, in words."""
        if not self.before or not self.after:
            return "not in it now" if not self.before else "no longer in it"
        if "–" in (self.before, self.after) and self.before != self.after:
            return "gets a place" if self.before == "–" else "loses the place"
        if self.rises == 0:
            return "the same place"
        return f"{f'up {self.rises}' if self.rises > 0 else f'down {-self.rises}'} from {self.before}"


def comparison(now: LoadedSeason | None, then: LoadedSeason) -> list[ShownMove]:
    """Everybody's place and figure now, and as they would be; `now` is None for a season that is not saved yet."""
    old = now.standings if now else ()
    names = {**(now.people_shown if now else {}), **then.people_shown}
    before, after = (decimals_for(one.total for one in standings) for standings in (old, then.standings))
    return [
        ShownMove(
            name=names[move.player].name,
            before=move.before.place_text if move.before else "",
            after=move.after.place_text if move.after else "",
            total_before=figure(move.before.total, before) if move.before else "",
            total=figure(move.after.total, after) if move.after else "",
            rises=move.rises,
        )
        for move in compare(old, by_place(then.standings, then.people_shown))
    ]


def changed_sentence(moves: Sequence[ShownMove]) -> str:
    """How many rise and how many fall: "3 players rise, 4 fall."."""
    rise, fall = (sum(move.rises * way > 0 for move in moves) for way in (1, -1))
    if not rise and not fall:
        return "Nobody’s place changes."
    return f"{counted(rise, 'player')} {'rises' if rise == 1 else 'rise'}, {fall} {'falls' if fall == 1 else 'fall'}."
