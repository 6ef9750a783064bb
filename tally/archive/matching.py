"""What of an archive is here already: people by name, nights by code, and everything else by what it is known by.

Rows of the database are written as the archive would have them, in its own numbers, and compared.
"""

from __future__ import annotations

import json
from collections import defaultdict, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from django.utils.formats import date_format

from tally.archive.reading import Archive, Section
from tally.archive.tables import Table, table_of, tables
from tally.archive.writing import KNOWN_BY, Lists, Numbers, Row, by_night, new_numbers, stored_rows
from tournament.models import Club, Night, PaperLook, Player
from tournament.people.errors import Refused
from tournament.people.names import folded

CLUB_ROW, PLAYER, NIGHT_ROW, MERGE = (
    "tournament.club",
    "tournament.player",
    "tournament.night",
    "tournament.playermerge",
)
SEASON, EXCEPTION, GAME = "tournament.season", "tournament.seasonnight", "tally.owngameversion"
LOOK = "tournament.paperlook"
PARTS_OF_LOOK = {"motto": "The motto", "accent": "The color", "logo": "The logo"}
PRINTED = ("printed_sheets", "print_options")  # columns of a night that printing writes: the night is the same
ENTRIES = ("tournament.entry", "tournament.earlierplayer")
NO_REGULAR = ("is_ghost", "is_nameless", "erased_at", "merged_into")  # columns: who has one of these is no regular
Place: TypeAlias = tuple[str, str, int]  # the night's code, the table, and the number of the row in it
SAID = {SEASON: "The season", "tournament.chart": "The chart", GAME: "The game"}
OF_ANOTHER = "This file has nights or games of another club of this site, so it cannot be imported for this one."
DIFFERS = "{night} is here already, with other scores, names or settings. It stays as it is here."
ONE_PERSON = "{night} has {names} as two people, who are one person here. It is not imported."
STAYS = "{what} “{name}” is here already and differs. It stays as it is here."
OF_PAPER = "{part} of the club’s paper"
LOOK_STAYS = OF_PAPER + " is another one here than in the file. It stays as it is here."
RULES_STAY = "The club’s own rules here differ from those in the file. They stay as they are here."


@dataclass(slots=True)
class Match:
    """An archive, the club that it is for (None: a new one), and the ids of its rows that are here already.

    `here` has an id, or None for a new row, by where the row is listed ("" for the club, or a night's slug) and table.
    `stays` has a sentence for each thing that is here and differs, or cannot come in. `new_look` has, by column, what
    the file has of the look of the club's paper and the club has not chosen.
    """

    archive: Archive
    club: Club | None
    here: dict[tuple[str, str], list[int | None]] = field(default_factory=dict)
    new_nights: list[str] = field(default_factory=list)
    known_nights: list[str] = field(default_factory=list)
    stays: list[str] = field(default_factory=list)
    new_look: dict[str, Any] = field(default_factory=dict)
    refused_rows: set[tuple[str, int]] = field(default_factory=set)  # of the club: new, but not for here

    def sections(self) -> Iterator[tuple[str, Section]]:
        """The club's rows and those of the new nights, each with where they are listed."""
        yield "", self.archive.club
        for slug in self.new_nights:
            yield slug, self.archive.nights[slug]

    def value(self, section: Section, label: str, number: int, column: str) -> Any:
        """A value of the archive."""
        return section.values[label][number][table_of(label).at(column)]


def match_archive(archive: Archive, club: Club | None) -> Match:
    """Compare an archive with what a club has. Nothing is written.

    :raises Refused: when it is of another club of this site.
    """
    _refuse_other_clubs(archive, club)
    match = Match(archive, club)
    nights = [] if club is None else list(club.nights.filter(slug__in=archive.nights))
    numbers = new_numbers([] if club is None else club.nights.all())
    stored: dict[int, Lists] = {night.pk: {} for night in nights}
    slugs = {night.pk: night.slug for night in nights}
    for table in tables():
        if not table.of_night:
            _match_rows(match, table, numbers)
        elif club is not None:
            rows = stored_rows(table, club, nights)
            for night, lists in by_night(rows, numbers, slugs).items():
                stored[night][table.label] = lists
                match.here[slugs[night], table.label] = []
            for pk, night in zip(rows.pks, rows.nights, strict=True):
                match.here[slugs[night], table.label].append(pk)
        if table.label == PLAYER:
            _use_names_of_here(match)
    _compare_looks(match)
    _compare_nights(match, {night.slug: stored[night.pk] for night in nights})
    _leave_out_rows(match)
    return match


def _refuse_other_clubs(archive: Archive, club: Club | None) -> None:
    """Let through a file whose nights and games, known by a code everywhere, are not those of another club.

    :raises Refused: otherwise.
    """
    for table in tables():
        for at, column in enumerate(table.columns):
            if column.unique and not column.is_relation:
                sections = archive.nights.values() if table.of_night else [archive.club]
                values = [row[at] for section in sections for row in section.values.get(table.label, ())]
                known = table.model._default_manager.filter(**{f"{column.name}__in": values})
                way = "club" if table.model is Night else table.path
                others = known if club is None else known.exclude(**{way: club.pk})
                if others.exists():
                    raise Refused(OF_ANOTHER)


def _match_rows(match: Match, table: Table, numbers: Numbers) -> None:
    """Find the club's rows of a table that are here."""
    label, listed = table.label, match.archive.club
    if match.club is None:
        match.here["", label] = [None] * listed.count(label)
        return
    stored = stored_rows(table, match.club, [])
    written = stored.written(numbers)
    places_here, places = (_places_here(match.club), _places(match.archive)) if label == PLAYER else ({}, {})
    known: dict[str, deque[int]] = defaultdict(deque)
    for n in sorted(range(len(written)), key=lambda n: (_order(table, written[n]), n)):
        known[_key(table, written[n], places_here.get(stored.pks[n]))].append(n)
    found: list[int | None] = []
    for number, row in enumerate(listed.rows.get(label, ()), 1):
        same = known.get(_key(table, row, places.get(number)))
        found.append(None)
        if same:
            n = same.popleft()
            found[-1] = stored.pks[n]
            numbers.of[label][stored.pks[n]] = number
            if label in SAID and written[n] != row:
                match.stays.append(STAYS.format(what=SAID[label], name=name_of(match, label, number - 1)))
    match.here["", label] = found
    if label == PLAYER:
        _find_merged_away(match)
    if label == CLUB_ROW:
        match.here["", label] = [match.club.pk]
        rules = match.value(listed, label, 0, "own_rules")
        if match.club.own_rules and rules and rules != match.club.own_rules:
            match.stays.append(RULES_STAY)


def _order(table: Table, row: Row) -> str:
    return json.dumps([row[table.at(name)] for name in KNOWN_BY.get(table.label, table.names)])


def _places(archive: Archive) -> dict[int, Place]:
    """Where each person of a file is, by their number in it; the last place of those who are in many."""
    return {
        row[table.at("player")]: (slug, table.label, number)
        for slug, section in archive.nights.items()
        for table in map(table_of, ENTRIES)
        for number, row in enumerate(section.rows.get(table.label, ()), 1)
    }


def _places_here(club: Club) -> dict[int, Place]:
    """The same of a club's own rows, by id."""
    found: dict[int, Place] = {}
    for table in map(table_of, ENTRIES):
        rows = table.model._default_manager.filter(**{f"{table.path}__club": club}).order_by("pk")
        last: dict[str, int] = defaultdict(int)
        for slug, player in rows.values_list(f"{table.path}__slug", "player"):
            last[slug] += 1
            found[player] = (slug, table.label, last[slug])
    return found


def _key(table: Table, row: Row, place: Place | None = None) -> str:
    """What two rows have in common that are the same thing.

    :param place: where somebody without a name is: that is all that tells them from others.
    """
    if table.label != PLAYER:
        return _order(table, row)
    if row[table.at("is_nameless")]:
        return repr(place)
    is_ghost, erased, merged, name = (row[table.at(one)] for one in ("is_ghost", "erased_at", "merged_into", "name"))
    return repr("ghost" if is_ghost else (name, erased) if erased else (folded(name), merged is not None))


def name_of(match: Match, label: str, number: int) -> str:
    """What a season, a chart or a game is called in the archive."""
    listed = match.archive.club
    if label != GAME:
        return str(match.value(listed, label, number, "name"))
    description = match.value(listed, label, number, "description")
    name = description.get("name") if isinstance(description, dict) else ""
    return f"{name}, version {match.value(listed, label, number, 'version')}"


def _find_merged_away(match: Match) -> None:
    """Take those who were merged away here for who was kept."""
    assert match.club
    listed, found = match.archive.club, match.here["", PLAYER]
    rows = Player.objects.filter(club=match.club).order_by("-pk")
    by_id = {player.pk: player for player in rows}
    kept = {folded(player.name): player for player in rows if player.merged_into_id}
    for number, pk in enumerate(found):
        of_file = {one: match.value(listed, PLAYER, number, one) for one in ("name", *NO_REGULAR)}
        player = kept.get(folded(of_file["name"]))
        if pk is None and player and not any(of_file[one] for one in NO_REGULAR):
            while player.merged_into_id:
                player = by_id[player.merged_into_id]
            found[number] = player.pk


def _use_names_of_here(match: Match) -> None:
    """Give the file's rows the names that their people have here: a name is in one place."""
    if match.club is None:
        return
    names_here = dict(Player.objects.filter(club=match.club).values_list("pk", "name"))
    listed = match.archive.club
    changed = {}
    for number, pk in enumerate(match.here["", PLAYER]):
        name = match.value(listed, PLAYER, number, "name")
        if pk is not None and names_here[pk] != name:
            changed[number + 1] = (name, names_here[pk])
    for table in tables():
        if not table.of_night or not {"player", "name"} <= set(table.names):
            continue
        player, name = table.at("player"), table.at("name")
        for section in match.archive.nights.values() if changed else ():
            for row, values in zip(section.rows[table.label], section.values[table.label], strict=True):
                before, after = changed.get(row[player], (None, None))
                if row[name] == before:
                    row[name] = values[name] = after


def _compare_looks(match: Match) -> None:
    """Tell which parts of the look of the club's paper are new, and which differ from what the club chose."""
    listed = match.archive.club
    if not listed.count(LOOK):
        return
    here = PaperLook.objects.filter(club=match.club).first() or PaperLook()
    for column, part in PARTS_OF_LOOK.items():
        of_file, chosen = match.value(listed, LOOK, 0, column), getattr(here, column)
        if of_file and not chosen:
            match.new_look[column] = of_file
        elif of_file and of_file != chosen:
            match.stays.append(LOOK_STAYS.format(part=part))


def _compare_nights(match: Match, stored: dict[str, Lists]) -> None:
    """Tell which nights are new, which are here, and which cannot come in."""
    entries = table_of("tournament.entry")
    people = match.here["", PLAYER]
    for slug, section in match.archive.nights.items():
        name = match.value(section, NIGHT_ROW, 0, "name")
        night = f"{name} of {date_format(match.value(section, NIGHT_ROW, 0, 'date'))}"
        if slug in stored:
            if all(_same_rows(label, section.rows.get(label) or [], rows) for label, rows in stored[slug].items()):
                match.known_nights.append(slug)
            else:
                match.stays.append(DIFFERS.format(night=night))
                for label in stored[slug].keys() - {NIGHT_ROW}:
                    del match.here[slug, label]
            continue
        played = [row[entries.at("player")] for row in section.rows.get(entries.label, ())]
        by_person: dict[int | None, set[int]] = defaultdict(set)
        for number in played:
            by_person[people[number - 1]].add(number)
        twice = [sorted(them) for pk, them in by_person.items() if pk is not None and len(them) > 1]
        if twice:
            names = " and ".join(str(match.value(match.archive.club, PLAYER, one - 1, "name")) for one in twice[0])
            match.stays.append(ONE_PERSON.format(night=night, names=names))
            continue
        match.new_nights.append(slug)
        match.here.update(
            {(slug, table.label): [None] * section.count(table.label) for table in tables() if table.of_night}
        )


def _same_rows(label: str, of_file: list[Row], here: list[Row]) -> bool:
    """Whether a night has the same rows of a table, whatever was printed for it."""
    table = table_of(label)
    printed = {table.at(name) for name in PRINTED} if label == NIGHT_ROW else set()
    return len(of_file) == len(here) and all(
        one == other
        for row, row_here in zip(of_file, here, strict=True)
        for at, (one, other) in enumerate(zip(row, row_here, strict=True))
        if at not in printed
    )


def _leave_out_rows(match: Match) -> None:
    """Leave out what would change a season or a person who is here: exceptions of nights, merges.

    And who has no name in a night that does not come in: nobody else knows them.
    """
    listed = match.archive.club
    for number, row in enumerate(listed.rows.get(EXCEPTION, ())):
        season, night = (row[table_of(EXCEPTION).at(name)] for name in ("season", "night"))
        known_season = match.here["", SEASON][season - 1] is not None
        if night not in match.new_nights and (known_season or (night, NIGHT_ROW) not in match.here):
            match.refused_rows.add((EXCEPTION, number))
    for number, row in enumerate(listed.rows.get(MERGE, ())):
        merged, undone = (row[table_of(MERGE).at(name)] for name in ("merged", "undone_at"))
        if undone is None and match.here["", PLAYER][merged - 1] is not None:
            match.refused_rows.add((MERGE, number))
    places = _places(match.archive)
    for number, pk in enumerate(match.here["", PLAYER]):
        slug = places[number + 1][0] if number + 1 in places else ""
        if pk is None and match.value(listed, PLAYER, number, "is_nameless") and slug not in match.new_nights:
            match.refused_rows.add((PLAYER, number))
