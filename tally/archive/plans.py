"""What importing an archive would do, in the words of a preview."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from hashlib import sha256

from tally.archive.matching import LOOK, NIGHT_ROW, NO_REGULAR, OF_PAPER, PARTS_OF_LOOK, PLAYER, SAID, Match, name_of
from tally.archive.reading import Section
from tally.archive.tables import Table, tables
from tournament.people.names import folded, listed

ERASED = "erased_at"
MAY_BE_ERASED = (
    "Names were erased here that this file may still have. Of its people, the club does not know {names}: whoever of "
    "them was erased would be back with the name."
)
SAME_NAME = (
    "The file has {count} people called {name}. They come in as different people; if they are one, merge them under "
    "Regulars."
)
NOTHING_NEW = "Nothing in this file is new, so nothing was changed."


@dataclass(frozen=True, slots=True)
class NightLine:
    """A night of an archive."""

    slug: str
    name: str
    date: date


@dataclass(frozen=True, slots=True)
class FilePerson:
    """Somebody in an archive: the place in its list of people, from 0, and the name."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """What importing an archive would do, in the words of a preview; `stays` has sentences.

    `is_older_than_erasure`: the file may still have a name that was erased here.
    """

    club: str
    new_club: bool
    new_people: tuple[str, ...]
    known_people: int
    new_nights: tuple[NightLine, ...]
    known_nights: tuple[NightLine, ...]
    new_things: tuple[str, ...]
    known_things: tuple[str, ...]
    stays: tuple[str, ...]
    rows: int  # to be written
    new_names: tuple[FilePerson, ...]  # of new people who have one
    is_older_than_erasure: bool
    same_names: tuple[str, ...]  # sentences about new people

    @property
    def state_token(self) -> str:
        """A token of the outcome: two plans have the same one only when they do the same."""
        return sha256(repr(self).encode("utf-8", "replace")).hexdigest()[:16]


def plan_of(match: Match) -> ImportPlan:
    """What importing an archive would do, after it was compared with what is here."""
    people_list = match.archive.club
    things: dict[bool, list[str]] = {True: [], False: []}
    for label, what in SAID.items():
        for number, pk in enumerate(match.here["", label]):
            things[pk is None].append(f"{what} “{name_of(match, label, number)}”")
    things[True] += [OF_PAPER.format(part=PARTS_OF_LOOK[column]) for column in match.new_look]
    people = [
        (FilePerson(number, str(match.value(people_list, PLAYER, number, "name"))), pk)
        for number, pk in enumerate(match.here["", PLAYER])
        if not any(match.value(people_list, PLAYER, number, one) for one in ("is_ghost", "is_nameless", "merged_into"))
    ]
    named = [
        person for person, pk in people if pk is None and not match.value(people_list, PLAYER, person.number, ERASED)
    ]
    return ImportPlan(
        club=match.club.name if match.club else match.archive.club_name,
        new_club=match.club is None,
        new_people=tuple(person.name for person, pk in people if pk is None),
        known_people=sum(pk is not None for _, pk in people),
        new_nights=tuple(_night_line(match, slug) for slug in match.new_nights),
        known_nights=tuple(_night_line(match, slug) for slug in match.known_nights),
        new_things=tuple(things[True]),
        known_things=tuple(things[False]),
        stays=tuple(match.stays),
        rows=sum(len(new_rows(match, table)) for table in tables()) + fills_look(match),
        new_names=tuple(named),
        same_names=tuple(_same_names(match)),
        is_older_than_erasure=bool(named) and _is_older_than_erasure(match),
    )


def _same_names(match: Match) -> Iterator[str]:
    """A sentence for each name of several regulars of the file, some of them new: a desk lets two people share one."""
    by_name: dict[str, list[int]] = defaultdict(list)
    for number in range(match.archive.club.count(PLAYER)):
        if not any(match.value(match.archive.club, PLAYER, number, one) for one in NO_REGULAR):
            by_name[folded(match.value(match.archive.club, PLAYER, number, "name"))].append(number)
    for numbers in by_name.values():
        if len(numbers) > 1 and any(match.here["", PLAYER][number] is None for number in numbers):
            yield SAME_NAME.format(name=match.value(match.archive.club, PLAYER, numbers[0], "name"), count=len(numbers))


def _is_older_than_erasure(match: Match) -> bool:
    """Whether somebody was erased here whom the file does not have as a former player, so it may have the name.

    Nothing is kept of an erased name to know it by: whoever had that, and tried names, would find it.
    """
    if match.club is None:
        return False
    known = [pk for pk in match.here["", PLAYER] if pk is not None]
    return match.club.players.erased().exclude(pk__in=known).exists()


def _night_line(match: Match, slug: str) -> NightLine:
    section = match.archive.nights[slug]
    return NightLine(slug, *(match.value(section, NIGHT_ROW, 0, name) for name in ("name", "date")))


def new_rows(match: Match, table: Table) -> list[tuple[str, Section, int]]:
    """The rows of a table to be written: where each is listed, and its number from 0."""
    return [
        (slug, section, number)
        for slug, section in match.sections()
        if (slug == "") is not table.of_night
        for number, pk in enumerate(match.here.get((slug, table.label), ()))
        if pk is None and not (slug == "" and (table.label, number) in match.refused_rows)
    ]


def fills_look(match: Match) -> bool:
    """Whether the row of the club's paper that is here gets what it lacks: one more row to be written."""
    return bool(match.new_look) and match.here["", LOOK] != [None]


def plan_sentences(plan: ImportPlan) -> list[str]:
    """A plan, or what was done by it, as lines of text."""
    new = [_counted(len(plan.new_people), "person", "people"), _counted(len(plan.new_nights), "night", "nights")]
    known = [_counted(plan.known_people, "person", "people"), _counted(len(plan.known_nights), "night", "nights")]
    new_things, known_things = (
        ", ".join([*some, *map(_after, more)]) for some, more in ((new, plan.new_things), (known, plan.known_things))
    )
    return [
        f"New: {new_things}.",
        f"Here already: {known_things}.",
        *plan.same_names,
        *plan.stays,
        *([] if plan.rows else [NOTHING_NEW]),
    ]


def warning_of(plan: ImportPlan) -> str:
    """A sentence about the names that may come back; "" where none can."""
    names = listed(person.name for person in plan.new_names)
    return MAY_BE_ERASED.format(names=names) if plan.is_older_than_erasure else ""


def _counted(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}"


def _after(thing: str) -> str:
    return thing[0].lower() + thing[1:]
