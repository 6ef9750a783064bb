"""A roster that is imported: previewed first, then written exactly as the preview showed it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.core import signing

from tournament.models import Club, Player
from tournament.night.locking import lock_club, write
from tournament.night.player_names import club_players
from tournament.people.errors import Refused
from tournament.people.names import folded
from tournament.people.near_names import NearNames
from tournament.people.roster import Roster, RosterRow, WrongRow

SALT = "roster import"
MOST_REGULARS = 5000
TAMPERED = "This preview is not from this site, or it is older than a day. Import the list again."
CHANGED = "The regulars have changed since you looked. This is what the list would do now; nothing was written."
A_DAY = 86_400


@dataclass(frozen=True, slots=True)
class Doubt:
    """Somebody in the list whose name is near another, of a regular or further up in the list."""

    at: int  # which of the list's people, from 0
    person: RosterRow
    like: str
    known: bool  # whether `like` is a regular


@dataclass(frozen=True, slots=True)
class RosterPreview:
    """What importing a list would do."""

    new: tuple[RosterRow, ...]
    known: tuple[tuple[RosterRow, str], ...]  # with the regular's name
    doubtful: tuple[Doubt, ...]
    wrong: tuple[WrongRow, ...]


class RegularsChanged(Refused):
    """The regulars are others than when the preview was shown; `preview` is what the list would do now."""

    def __init__(self, preview: RosterPreview) -> None:
        super().__init__(CHANGED)
        self.preview = preview


def preview_roster(club: Club, roster: Roster) -> RosterPreview:
    """Tell who in a list is new, known or doubtful. Nothing is written."""
    regulars = club_players(club.pk)
    seen, known_names = NearNames(regular.name for regular in regulars.values()), set(regulars)
    new, known, doubtful = [], [], []
    for at, person in enumerate(roster.people):
        regular = regulars.get(folded(person.name))
        if regular is not None:
            known.append((person, regular.name))
        elif like := seen.nearest(person.name):
            doubtful.append(Doubt(at, person, like, folded(like) in known_names))
        else:
            new.append(person)
            seen.add(person.name)
    return RosterPreview(tuple(new), tuple(known), tuple(doubtful), roster.wrong)


def import_roster(*, club: Club, signed: str, also: Collection[int]) -> list[Player]:
    """Write a list as its preview showed it: everybody new, and the doubtful rows that are somebody else after all.

    :param signed: the list, from `sign_roster`.
    :param also: which of the list's people those are, as in `Doubt.at`.
    :raises RegularsChanged: when the preview would be another one now.
    :raises Refused: when the list was not signed by this site for this club.
    """
    roster, previewed = read_signed(club, signed)
    with write():
        lock_club(club.pk)
        preview = preview_roster(club, roster)
        if kinds_of(preview) != previewed:
            raise RegularsChanged(preview)
        people = [*preview.new, *(doubt.person for doubt in preview.doubtful if doubt.at in also)]
        if club.players.regulars().count() + len(people) > MOST_REGULARS:
            raise Refused(f"A club has at most {MOST_REGULARS:,} regulars.")
        return Player.objects.bulk_create(
            Player(club=club, name=person.name, paper_name=person.paper_name, is_guest=person.is_guest)
            for person in sorted(people, key=lambda person: person.row)
        )


def sign_roster(club: Club, roster: Roster, preview: RosterPreview) -> str:
    """The list and what its preview said of it, as a text that nobody can change unnoticed."""
    people = [[person.row, person.name, person.paper_name, person.is_guest] for person in roster.people]
    wrong = [[row.row, row.sentence] for row in roster.wrong]
    return signing.dumps([club.pk, people, wrong, kinds_of(preview)], salt=SALT, compress=True)


def read_signed(club: Club, signed: str) -> tuple[Roster, list[list[object]]]:
    """The list in a signed text, and what its preview said.

    :raises Refused: when this site did not sign it for this club, or longer than a day ago.
    """
    try:
        club_pk, people, wrong, kinds = signing.loads(signed, salt=SALT, max_age=A_DAY)
    except signing.BadSignature as error:
        raise Refused(TAMPERED) from error
    if club_pk != club.pk:
        raise Refused(TAMPERED)
    return Roster(tuple(RosterRow(*row) for row in people), tuple(WrongRow(*row) for row in wrong)), kinds


def kinds_of(preview: RosterPreview) -> list[list[object]]:
    """What a preview says of each person, by row: ["doubtful", 7, "Ann Miller", "Ann Miler"]."""
    said: list[list[object]] = [["new", person.row, person.name] for person in preview.new]
    said += [["known", person.row, person.name, name] for person, name in preview.known]
    return said + [["doubtful", doubt.person.row, doubt.person.name, doubt.like] for doubt in preview.doubtful]
