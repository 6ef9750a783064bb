"""A roster is imported: from CSV, a workbook or pasted lines, after a preview of what it would do."""

from __future__ import annotations

import re
from html import unescape
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from openpyxl import Workbook

from tests.support.markup import page_text, text_of
from tests.support.night import nothing_changes
from tests.support.strangers import signed_roster
from tournament.club import roster_import
from tournament.club.roster_files import MOST_BYTES, MOST_UNPACKED
from tournament.models import Club

ADDRESS = "/club/people/import/"


def send(organizer: Client, content: bytes | str, name: str = "roster.csv") -> HttpResponse:
    """Send a file, or pasted text; return the preview, which must not have written anything."""
    with nothing_changes():
        if isinstance(content, str):
            return organizer.post(ADDRESS, {"text": content})
        return organizer.post(ADDRESS, {"file": SimpleUploadedFile(name, content)})


def say_yes(organizer: Client, preview: HttpResponse, **more: Any) -> HttpResponse:
    """Send back what the preview showed."""
    signed = re.search(r'name="signed" value="([^"]+)"', preview.content.decode())
    assert signed, text_of(preview)
    return organizer.post(ADDRESS, {"signed": unescape(signed[1]), **more})


def workbook(*rows: tuple[object, ...]) -> bytes:
    """Return a workbook with these rows."""
    book, buffer = Workbook(), BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(buffer)
    return buffer.getvalue()


def names(club: Club) -> list[str]:
    """Return the names of the club's regulars, in the order in which they came."""
    return list(club.players.regulars().order_by("pk").values_list("name", flat=True))


# What may be sent


@pytest.mark.parametrize(
    "content",
    [
        "Zoë Müller, guest\nAnn Miller",
        "Name,Guest\nZoë Müller,yes\nAnn Miller,no\n".encode(),
        "\ufeffName;Guest\r\nZoë Müller;yes\r\nAnn Miller;no".encode(),
        "Name\tGuest\r\nZoë Müller\tyes\r\nAnn Miller\t\r\n".encode("cp1252"),
        "Name\tGuest\nZoë Müller\tx\nAnn Miller\t".encode("utf-16"),
        workbook(("Name", "Guest", "Since"), ("Zoë Müller", True, 2001), ("Ann Miller", None, None)),
        workbook(("Zoë Müller", "guest"), (None, None), ("Ann Miller", "member")),
    ],
    ids=["pasted", "csv", "semicolons", "tabs-windows", "utf-16", "xlsx", "xlsx-without-header"],
)
def test_a_list_is_previewed_and_written_as_shown(organizer: Client, club: Club, content: bytes | str) -> None:
    preview = send(organizer, content)
    assert preview.status_code == 200 and "2 new" in text_of(preview) and "Add 2 people" in text_of(preview)
    assert say_yes(organizer, preview).status_code == 302
    assert [(one.name, one.is_guest) for one in club.players.order_by("pk")] == [
        ("Zoë Müller", True),
        ("Ann Miller", False),
    ]
    assert "Added: 2 people." in page_text(organizer, "/club/people/")


def test_the_preview_tells_new_known_doubtful_and_wrong_apart(organizer: Client, club: Club) -> None:
    club.players.create(name="Bob Smith")
    club.players.create(name="Bo Smith", merged_into=club.players.get())
    text = text_of(send(organizer, "Name\nbob smith\nBo Smith\nBob Smyth\nZoe New\nZoe Newt\nann@club.example"))
    assert "1 new 2 doubtful 1 wrong row 2 known" in text
    assert "Bob Smyth is a different person from Bob Smith Row 4; Bob Smith is one of the regulars" in text
    assert "Zoe Newt is a different person from Zoe New Row 6; Zoe New is further up in the list" in text
    assert "Row 7: “ann@club.example” is an address, not a name." in text
    assert "Bo Smith Bob Smith on your list" in text


def test_doubtful_people_are_added_only_when_they_are_checked(organizer: Client, club: Club) -> None:
    club.players.create(name="Bob Smith")
    content = "Zoe New, Bob Smyth, Rob Smith"
    assert say_yes(organizer, send(organizer, content), also=["2"]).status_code == 302
    assert names(club) == ["Bob Smith", "Zoe New", "Rob Smith"]


def test_known_people_stay_as_they_are(organizer: Client, club: Club) -> None:
    club.players.create(name="Ann Miller", is_active=False, paper_name="Annie")
    preview = send(organizer, "Name,Nickname,Guest\nANN MILLER,Anna,yes")
    assert "Nobody in this list is new" in text_of(preview)
    with nothing_changes():
        assert say_yes(organizer, preview).status_code in (302, 409)


def test_the_regulars_of_another_club_are_not_known_here(organizer: Client, club: Club) -> None:
    Club.objects.create(name="Thursday club").players.create(name="Ann Miller")
    assert "1 new" in text_of(send(organizer, "Ann Miller"))


# Yes


def test_yes_twice_adds_once(organizer: Client, club: Club) -> None:
    preview = send(organizer, "Zoe New")
    say_yes(organizer, preview)
    with nothing_changes():
        again = say_yes(organizer, preview)
    assert again.status_code == 409 and "1 known" in text_of(again)


def test_a_regular_who_came_in_between_shows_the_preview_again(organizer: Client, club: Club) -> None:
    preview = send(organizer, "Zoe New\nAnn Miller")
    club.players.create(name="Zoë New")
    with nothing_changes():
        again = say_yes(organizer, preview)
    assert again.status_code == 409 and "The regulars have changed since you looked" in text_of(again)
    assert "1 new 1 doubtful" in text_of(again)
    assert say_yes(organizer, again).status_code == 302 and names(club) == ["Zoë New", "Ann Miller"]


@pytest.mark.parametrize("signed", ["", "x", "eyJ4Ijox:abc:def"])
def test_a_list_that_nobody_signed_is_refused(organizer: Client, club: Club, signed: str) -> None:
    with nothing_changes():
        answer = organizer.post(ADDRESS, {"signed": signed})
    assert answer.status_code == 409 and "This preview is not from this site" in text_of(answer)


def test_a_list_that_was_signed_for_another_club_is_refused(organizer: Client, club: Club) -> None:
    other = Club.objects.create(name="Thursday club")
    with nothing_changes():
        assert organizer.post(ADDRESS, {"signed": signed_roster(other, "Zoe New")}).status_code == 409


def test_a_club_has_no_more_regulars_than_there_is_room_for(
    organizer: Client, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(roster_import, "MOST_REGULARS", 1)
    preview = send(organizer, "Zoe New\nAnn Miller")
    with nothing_changes():
        answer = say_yes(organizer, preview)
    assert answer.status_code == 409 and "at most 1 regulars" in text_of(answer)


# What is refused, each with a sentence


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("", "There is no name in this list."),
        (" \n;;\n", "There is no name in this list."),
        ("Name,Guest\n", "There is no name in this list."),
        (b"", "There is no name in this list."),
        (b"\0\1\2\3" * 9, "neither a table (.csv, .xlsx) nor a text"),
        (b"%PDF-1.7\n", "neither a table (.csv, .xlsx) nor a text"),
        (b"PK\x03\x04 and no more", "This workbook cannot be read."),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "This is an old Excel file, or it has a password."),
        (b"\xff\xfe\x00\xd8", "neither a table"),
        ("\n".join(f"Person {n}" for n in range(1001)), "That is more than 1,000 rows."),
        (workbook(*((f"Person {n}",) for n in range(1001))), "That is more than 1,000 rows."),
        (b"x" * (MOST_BYTES + 1), "This is too much for a list: at most 1 MB."),
    ],
)
def test_what_is_no_list_is_refused_with_a_sentence(
    organizer: Client, club: Club, content: bytes | str, sentence: str
) -> None:
    answer = send(organizer, content)
    assert answer.status_code == 400 and sentence in text_of(answer)


def test_a_workbook_that_unpacks_to_very_much_is_refused(organizer: Client, club: Club) -> None:
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as parts:
        parts.writestr("xl/workbook.xml", b" " * (MOST_UNPACKED + 1))
    assert "This is too much" in text_of(send(organizer, packed.getvalue(), "roster.xlsx"))


def test_a_list_of_a_thousand_is_shown(organizer: Client, club: Club) -> None:
    rows = "\n".join(
        f"{first}{n} {last}" for n, (first, last) in enumerate([("Ann", "Miller"), ("Bob", "Stone")] * 500)
    )
    assert send(organizer, rows).status_code == 200
