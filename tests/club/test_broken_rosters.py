"""Thousands of broken rosters: each ends in a preview or a sentence, and none is written half."""

from __future__ import annotations

from io import BytesIO
from random import Random
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from django.test import Client

from tests.club.test_roster_import import ADDRESS, workbook
from tests.support.broken_files import MANY_FILES
from tests.support.markup import text_of
from tests.support.night import nothing_changes
from tournament.club.roster_files import table_in_file
from tournament.club.roster_import import import_roster, preview_roster, sign_roster
from tournament.models import Club
from tournament.people.errors import Refused
from tournament.people.roster import read_roster

PEOPLE = (
    ("Name", "Nickname", "Guest", "Since"),
    ("Zoë Müller", "Zo", "yes", 2001),
    ("Ann Miller", None, False, 12.5),
    ("Bob Smyth", "王小明", "no", "=1+1"),
    ("", "", "", ""),
    ("Miller, Ann", "-", "perhaps", 7),
)
TEXT = "\r\n".join(",".join(f'"{cell}"' for cell in row) for row in PEOPLE)
TEXTS = (
    TEXT.encode(),
    TEXT.replace(",", ";").encode("cp1252", "replace"),
    TEXT.replace(",", "\t").encode("utf-16"),
    "1. Ann Miller\n2. Bob Stone, guest\n\n3. Zoë".encode(),
)
WORKBOOK = workbook(*PEOPLE)
PIECES = (
    b'"',
    b",",
    b";",
    b"\t",
    b"\n",
    b"\r",
    b"\0",
    b"<",
    b"]]>",
    b"&x;",
    b"\xff",
    b"\xed\xa0\x80",
    b"99999999999",
    b"=",
)
KNOWN = "Bob Smith"


def broken(content: bytes, chance: Random) -> bytes:
    """Return a file with something cut, doubled, changed or put in at a few places."""
    data = bytearray(content)
    for _ in range(chance.randint(1, 6)):
        at, length = chance.randrange(len(data) + 1), chance.randint(1, 40)
        match chance.randrange(5):
            case 0:
                del data[at : at + length]
            case 1:
                data[at:at] = data[at : at + length]
            case 2:
                data[at : at + 1] = bytes([chance.randrange(256)])
            case 3:
                data[at:at] = chance.choice(PIECES) * chance.choice((1, 1, 2, 50))
            case _:
                data = data[: chance.randrange(len(data) + 1)] if chance.random() < 0.2 else data
    return bytes(data)


def broken_inside(content: bytes, chance: Random) -> bytes:
    """Return a workbook one of whose parts is broken, in an archive that is whole."""
    out = BytesIO()
    with ZipFile(BytesIO(content)) as parts, ZipFile(out, "w", ZIP_DEFLATED) as copy:
        chosen = chance.choice(parts.namelist())
        for name in parts.namelist():
            if name != chosen or chance.random() < 0.95:
                copy.writestr(name, broken(parts.read(name), chance) if name == chosen else parts.read(name))
    return out.getvalue()


def broken_file(chance: Random) -> bytes:
    """Return a broken file of any kind."""
    match chance.randrange(4):
        case 0:
            return broken(WORKBOOK, chance)
        case 1:
            return broken_inside(WORKBOOK, chance)
        case _:
            return broken(chance.choice(TEXTS), chance)


def check_file(club: Club, content: bytes) -> bool:
    """Read a file, and import what its preview shows; return whether it is a list at all."""
    try:
        roster = read_roster(table_in_file(content))
    except Refused as refused:
        assert str(refused).endswith(".")
        return False
    preview = preview_roster(club, roster)
    assert all(row.sentence.endswith(".") for row in preview.wrong)
    added = import_roster(club=club, signed=sign_roster(club, roster, preview), also=[])
    shown = sorted(preview.new, key=lambda person: person.row)
    assert [(p.name, p.paper_name, p.is_guest) for p in added] == [(p.name, p.paper_name, p.is_guest) for p in shown]
    club.players.exclude(name=KNOWN).delete()
    return True


def check_page(organizer: Client, club: Club, content: bytes) -> None:
    """Send a file as the organizer does: there is a preview or a sentence, and nothing is written yet."""
    with nothing_changes():
        answer = organizer.post(ADDRESS, {"file": BytesIO(content)})
    text = text_of(answer)
    assert (answer.status_code == 200 and "What this list would do" in text) or (
        answer.status_code == 400 and "There is a problem" in text
    )


def check_files(organizer: Client, club: Club, count: int) -> None:
    """Break as many files; some of them must still be lists, and some not."""
    club.players.create(name=KNOWN)
    lists = 0
    for seed in range(count):
        content = broken_file(Random(seed))
        lists += check_file(club, content)
        if seed % 10 == 0:
            check_page(organizer, club, content)
    assert count / 10 < lists < count * 9 / 10


def test_200_broken_files(organizer: Client, club: Club) -> None:
    check_files(organizer, club, 200)


@pytest.mark.long
def test_10_000_broken_files(organizer: Client, club: Club) -> None:
    check_files(organizer, club, MANY_FILES)


def test_the_files_to_break_are_whole(club: Club) -> None:
    assert all(check_file(club, content) for content in (*TEXTS, WORKBOOK))
