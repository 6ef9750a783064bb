"""A night game by game: the lines of everybody's place, every table's result, and the records set that night."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from tally.loading.awards import night_standings
from tally.loading.club_names import club_names
from tally.loading.games import LoadedGame, night_games
from tally.loading.names import result_names
from tally.loading.night_awards import shown_awards
from tally.loading.results import club_results
from tally.loading.tallies import night_tallies
from tally.presenters.club_records import RecordRow, record_rows
from tally.scores.award_wording import ShownAward, award_rows
from tally.scores.club_records import set_on
from tally.scores.place_lines import names_width, picture_of_places, places_by_game
from tally.scores.point_labels import against, total
from tally.scores.standings import Standing
from tally.scores.tallies import Tally
from tournament.access import Who
from tournament.models import Entry, Night
from tournament.movements.seats import Side
from tournament.people.names import isolated, listed, shortened

LONGEST_LABEL = 20  # signs of a name in a picture; the text beside it has the whole name


@dataclass(frozen=True, slots=True)
class TableRow:
    """One table of a game: the winners, or else NS, the score as they have it, and the other side."""

    game: LoadedGame
    first: str
    score: str
    second: str
    tied: bool
    numbers: list[int | None]


@dataclass(frozen=True, slots=True)
class NightPlaces:
    """Everybody's place after each game, ranked at the end, with the names that the picture says."""

    places: dict[int, list[int | None]]
    ranked: list[int]
    names: dict[int, str]
    places_in_words: dict[int, str]  # of the final place: "2nd"


def story_context(night: Night) -> dict[str, Any]:
    """A night as it went, game by game, as everybody sees it."""
    games = night_games(night)
    tallies = night_tallies(night, games)
    ranked = night_standings(night, tallies)
    entries = {entry.number: entry for entry in night.entries.with_earlier_players()}
    played = [game for game in games if game.play.played]
    return {
        "winners_text": _winners(night, ranked, entries),
        "rounds": [
            (number, [_table(game) for game in tables])
            for number, tables in groupby(played, key=lambda game: game.number)
        ],
        "awards": _awards(night, games, tallies, entries) if night.results_shown else [],
        "night_places": night_places(tallies, ranked, entries),
    }


def _winners(night: Night, ranked: Sequence[Standing], entries: Mapping[int | None, Entry]) -> str:
    """Who won, or who is ahead now, with how many points."""
    names = listed(entries[row.number].short_names for row in ranked if row.place == 1)
    points = f"{total(ranked[0].total)} point{'' if abs(ranked[0].total) == 1 else 's'}" if ranked else ""
    return f"{'Won by' if night.status == Night.Status.CLOSED else 'Ahead now:'} {names}, {points}."


def _table(game: LoadedGame) -> TableRow:
    first = max(Side, key=lambda side: game.totals[side])  # NS where they are level
    return TableRow(
        game=game,
        first=_pair(game, first),
        score=against(game.totals[first], game.totals[first.other]),
        second=_pair(game, first.other),
        tied=game.totals[first] == game.totals[first.other],
        numbers=[entry.number for entry in game.players.values()],
    )


def _pair(game: LoadedGame, side: Side) -> str:
    pair = [game.players[seat] for seat in side.seats if seat in game.players]
    return listed("ghost" if entry.is_ghost else entry.short_name for entry in pair)


def _awards(
    night: Night, games: Sequence[LoadedGame], tallies: Mapping[int, Tally], entries: Mapping[int | None, Entry]
) -> list[ShownAward]:
    """The night's awards, once everybody has seen them."""
    return award_rows(shown_awards(night, games, tallies), result_names(entries.values()), night.variant)


def night_records(night: Night, who: Who) -> list[RecordRow]:
    """The club's records set or equaled on this night, as they stood after it, from nights that the viewer may see."""
    until = night.club.nights.filter(status=Night.Status.CLOSED, variant=night.variant, date__lte=night.date)
    results = club_results(night.club, until, shown_only=not who.organizer)
    this = next((result for result in results if result.night == night.pk), None)
    if this is None:
        return []
    return record_rows(set_on(this, results), club_names(night.club, whole=False), organizer=who.organizer)


def night_places(
    tallies: Mapping[int, Tally], ranked: Sequence[Standing], entries: Mapping[int | None, Entry]
) -> NightPlaces:
    """Everybody's place after each game."""
    return NightPlaces(
        places={number: list(line) for number, line in places_by_game(tallies.values()).items()},
        ranked=[row.number for row in ranked],
        names={row.number: entries[row.number].short_names for row in ranked},
        places_in_words={row.number: row.place_text for row in ranked},
    )


def place_lines(night: NightPlaces, viewer: Entry | None) -> dict[str, object]:
    """The picture of places through the night, and the same as words and as a table; nothing before a second game."""
    own = viewer.number if viewer and not viewer.is_ghost else None
    picture = picture_of_places(night.places, own)
    if picture is None:
        return {}
    names = {number: isolated(name) for number, name in night.names.items()}
    told = night.ranked if picture.evenly else [line.number for line in picture.lines]
    words = [f"{names[number]}: {listed(place or '–' for place in night.places[number])}" for number in told]
    labels = {line.number: _label(night, line.number) for line in picture.lines}
    drawn = sorted(picture.lines, key=lambda line: (line.number == own, line.bold > 0))  # what is last lies on top
    return {
        "place_picture": picture,
        "place_lines": [(line, labels[line.number], line.number == own) for line in drawn],
        "names_width": names_width(labels.values()),
        "games_played": range(1, picture.games + 1),
        "places_text": f"Places after each game. {'. '.join(words)}.",
        "places_table": [(number, names[number], night.places[number]) for number in night.ranked],
    }


def _label(night: NightPlaces, number: int) -> str:
    """A place and a name for the end of a line, short enough for a phone."""
    place = night.places_in_words[number]
    return f"{place} {isolated(shortened(night.names[number], LONGEST_LABEL - len(place) - 1))}"
