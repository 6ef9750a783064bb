"""A player's own night, for the player's phone once everybody has seen the final standings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.contrib.humanize.templatetags.humanize import ordinal
from django.core.cache import caches

from tally.loading.games import night_games
from tally.loading.names import result_names
from tally.loading.night_awards import shown_awards
from tally.loading.seasons import LoadedSeason
from tally.loading.tallies import night_tallies
from tally.presenters.story import night_places, place_lines
from tally.rules.wording import counted
from tally.scores.award_wording import ShownAward, award_rows
from tally.scores.seasons import SeasonStanding
from tally.scores.standings import Standing, rank
from tally.scores.tallies import Tally
from tournament.live.events import last_event
from tournament.models import Entry, Night
from tournament.people.names import listed

MOST_PARTNERS = 3  # who are named where they are equal


@dataclass(frozen=True, slots=True)
class NightOfAll:
    """What the phones of a night have in common: everybody's tally and place, the awards, and the seasons so far.

    A season is its id, its name and everybody's line in it, by the regular's id.
    """

    tallies: Mapping[int, Tally]
    ranked: tuple[Standing, ...]
    awards: tuple[ShownAward, ...]
    seasons: tuple[tuple[int, str, Mapping[int, SeasonStanding]], ...]


def recap_context(night: Night, me: Entry) -> dict[str, object]:
    """The line through the night, best partner, one's own awards, and the season so far; empty before the reveal."""
    if not night.results_shown or night.totals_only or not me.number:
        return {}
    of_all = _of_all(night)
    tally = of_all.tallies.get(me.number)
    if tally is None or not tally.has_played:
        return {}
    entries = {entry.number: entry for entry in night.entries.with_earlier_players()}
    return {
        "own_awards": own_awards(of_all.awards, me.number),
        "best_partner": best_partner(tally, {number or 0: entry for number, entry in entries.items()}),
        "season_lines": [
            (pk, line) for pk, name, season in of_all.seasons if (line := season_line(name, season.get(me.player_id)))
        ],
        **place_lines(night_places(of_all.tallies, of_all.ranked, entries), me),
    }


def _of_all(night: Night) -> NightOfAll:
    """Read what all phones show, once for all of them after each change of the night."""
    key = f"recap-{night.slug}-{last_event(night.pk)}"
    found: NightOfAll | None = caches["pages"].get(key)
    if found is None:
        games = night_games(night)
        tallies = night_tallies(night, games)
        names = result_names(night.entries.with_earlier_players())
        awards = award_rows(shown_awards(night, games, tallies), names, night.variant)
        seasons = [
            (season.pk, season.name, {one.player: one for one in LoadedSeason(season, shown_only=True).standings})
            for season in night.club.seasons.order_by("first_day", "pk")
            if season.nights().filter(pk=night.pk).exists()
        ]
        found = NightOfAll(tallies, rank(tallies.values()), tuple(awards), tuple(seasons))
        caches["pages"].set(key, found)
    return found


def own_awards(awards: Iterable[ShownAward], number: int) -> list[tuple[str, str]]:
    """The awards that a player holds: what each is called, and its proof."""
    return [(award.title, holder.proof) for award in awards for holder in award.holders if number in holder.numbers]


def best_partner(tally: Tally, entries: Mapping[int, Entry]) -> str:
    """The partner with whom a player made the most points tonight: "Bob S., 11 points in 1 game"; "" without one."""
    together: dict[int, list[int]] = {}
    for line in tally.lines:
        if line.ours is not None and not entries[line.partner].is_ghost:
            together.setdefault(line.partner, []).append(line.ours)
    most = max(map(sum, together.values()), default=0)
    best = [number for number, points in together.items() if sum(points) == most]
    if most <= 0 or len(best) > MOST_PARTNERS:
        return ""
    names = listed(entries[number].short_names for number in best)
    games = {len(together[number]) for number in best}
    return f"{names}, {counted(most, 'point')}" + (f" in {counted(games.pop(), 'game')}" if len(games) == 1 else "")


def season_line(name: str, own: SeasonStanding | None) -> str:
    """The place in a season so far: "3rd in Fall 2026"; "" for somebody who does not count in it."""
    if own is None:
        return ""
    if own.place is None:
        return f"{name}: {counted(len(own.nights), 'night')}, no place yet"
    return f"{'Tied for ' * own.shared}{ordinal(own.place)} in {name}"
