"""What pictures show: standings, the podium, one's own night, a season, a player. Each answers with a finished PNG."""

from __future__ import annotations

from django.contrib.humanize.templatetags.humanize import ordinal
from django.dispatch import receiver
from django.utils.formats import date_format

from tally.loading.awards import night_standings
from tally.loading.club_names import club_names
from tally.loading.games import night_games
from tally.loading.seasons import LoadedSeason
from tally.loading.tallies import night_tallies
from tally.paper.fonts import is_respelled
from tally.pictures.frame import Heading
from tally.pictures.own_places import Figure, OwnPlaces, own_places_picture
from tally.pictures.podium import podium_picture
from tally.pictures.standings import PictureRow, standings_picture
from tally.presenters.public import shown_career
from tally.rules.wording import counted
from tally.scores.careers import TOP_PLACES, Career
from tally.scores.place_lines import places_by_game
from tally.scores.point_labels import total
from tally.scores.season_table import Person, season_rows
from tally.scores.standings import Standing
from tally.scores.tallies import Tally
from tournament.club.erasing import names_erased
from tournament.models import Entry, Night, Player
from tournament.people.errors import Refused
from tournament.people.names import short_name

MOTTO = "Everybody scored alone, everybody a partner."
PODIUM = 3  # places


def night_picture(night: Night, *, podium: bool = False) -> bytes:
    """The standings of a night, or its first three places, with short names."""
    loaded = [] if night.totals_only else night_games(night)
    ranked = night_standings(night, night_tallies(night, loaded) if loaded else {})
    entries = _entries(night)
    rows = tuple(PictureRow(row.place_text, _name(entries[row.number]), total(row.total)) for row in ranked)
    games = night.games if night.totals_only else len({game.number for game in loaded if game.play.played})
    foot = " · ".join(counted(count, word) for count, word in ((len(rows), "player"), (games, "game")) if count)
    what = "Final standings" if night.status == Night.Status.CLOSED else "Standings"
    if podium:
        first = tuple(row for row in rows if row.rank <= PODIUM)
        return podium_picture(_heading(night, night.name, "The podium", foot), first)
    return standings_picture(_heading(night, night.name, what, foot), rows)


def own_picture(night: Night, me: Entry) -> bytes:
    """One player's own night.

    :raises Refused: for somebody who has not played a game.
    """
    tallies = night_tallies(night, night_games(night))
    ranked = night_standings(night, tallies)
    mine = next((row for row in ranked if row.number == me.number), None)
    if mine is None or not tallies[mine.number].played:
        raise Refused("There is no picture of a night without a game.")
    of = f"of {counted(len(ranked), 'player')}"
    own = OwnPlaces(
        place=str(ordinal(mine.place)),
        under=f"tied, {of}" if mine.shared else of,
        title="Place after each game",
        places=places_by_game(tallies.values())[mine.number],
        players=len(ranked),
        figures=_figures(night, mine, tallies[mine.number]),
    )
    name = me.player.paper_name if me.player.paper_name and is_respelled(me.name) else me.name
    return own_places_picture(_heading(night, name, night.name, MOTTO), own)


def season_picture(season: LoadedSeason) -> bytes:
    """Everybody with a place in a season, with short names."""
    club, names = season.row.club, club_names(season.row.club, whole=False)
    people = {pk: Person(_spelled(names[pk], player.paper_name)) for pk, player in season.people.items()}
    rows = season_rows([one for one in season.standings if one.place is not None], people, ())
    first, last = (date_format(day) for day in (season.row.first_day, season.row.last_day))
    heading = Heading(
        title=season.row.name,
        over=club.name,
        what="Season standings",
        when=f"after {counted(len(season.results), 'night')}",
        foot=f"{first} to {last}",
    )
    return standings_picture(heading, tuple(PictureRow(row.place, row.name, row.total) for row in rows))


def player_picture(player: Player) -> bytes:
    """A player's nights with the club whose end everybody has seen: the best place, every place, three figures.

    :raises Refused: for somebody without such a night.
    """
    career, one_game = shown_career(player)
    if career.best_place is None:
        raise Refused("There is no picture of a player without a night.")
    nights, largest = career.nights, max(len(one.night.lines) for one in career.nights)
    days = [date_format(one.night.date) for one in (nights[0], nights[-1])]
    times = career.times(career.best_place)
    own = OwnPlaces(
        place=str(ordinal(career.best_place)),
        under="best place" if times == 1 else f"best place, {times} times",
        title="Place, night by night",
        places=tuple(one.result.place for one in nights),
        players=largest,
        figures=_career_figures(career, one_game=one_game),
        ends=(days[0], days[1]),
    )
    name = _spelled(club_names(player.club, whole=False)[player.pk], player.paper_name)
    when = days[0] if len(nights) == 1 else f"since {days[0]}"
    heading = Heading(name, player.club.name, counted(len(nights), "night"), when, MOTTO)
    return own_places_picture(heading, own)


@receiver(names_erased)
def forget_pictures(**_: object) -> None:
    """Throw away pictures that are remembered: one may have a name in it that was erased."""
    for picture in (standings_picture, podium_picture, own_places_picture):
        picture.cache_clear()


def _heading(night: Night, title: str, what: str, foot: str) -> Heading:
    return Heading(title, night.club.name, what, date_format(night.date), foot)


def _entries(night: Night) -> dict[int, Entry]:
    """The players by number, with their names on paper."""
    return {entry.number or 0: entry for entry in night.entries.with_earlier_players().select_related("player")}


def _name(entry: Entry) -> str:
    """The names of all who played under a number, as others see them."""
    return entry.short_names if entry.earlier_players.all() else _spelled(entry.short_name, entry.player.paper_name)


def _spelled(short: str, paper_name: str) -> str:
    """A short name; made of the name on paper where the typefaces lack the letters of the other."""
    return short_name(paper_name) if paper_name and is_respelled(short) else short


def _figures(night: Night, mine: Standing, tally: Tally) -> tuple[Figure, ...]:
    """Points, the best game, and loners where they are counted."""
    names = {entry.number: entry for entry in night.entries.all()}
    best = max((line for line in tally.lines if line.ours is not None), key=lambda line: line.ours or 0)
    partner = names[best.partner]
    beside = "" if partner.is_ghost else f" with {partner.short_name}"
    figures = [
        Figure(total(mine.total), "point" if abs(mine.total) == 1 else "points", f"in {counted(mine.games, 'game')}"),
        Figure(total(best.ours or 0), "best game", f"game {best.game}{beside}"),
    ]
    if mine.loners:
        figures.append(Figure(str(mine.loners), "loner" if mine.loners == 1 else "loners", "played and made"))
    return tuple(figures)


def _career_figures(career: Career, *, one_game: bool) -> tuple[Figure, ...]:
    """How often among the first, nights in a row, and the best night where points of all nights compare."""
    top, row = career.times(*range(1, TOP_PLACES + 1)), len(career.played or ())
    figures = [
        Figure(str(top), "time" if top == 1 else "times", "in the top three"),
        Figure(str(row), "night" if row == 1 else "nights", "in a row"),
    ]
    if one_game and career.best:
        figures.append(Figure(total(career.best.result.points), "best night", date_format(career.best.night.date)))
    return tuple(figures)
