"""Old nights from workbooks, and from thousands of broken files: rows, or a sentence; nothing is written by reading."""

from __future__ import annotations

import re
from datetime import date
from html import unescape
from io import BytesIO
from itertools import product
from random import Random

import pytest
from django.http import HttpResponse
from django.test import Client

from tally.presenters.night_list import read_night_list
from tests.club.test_broken_rosters import broken, broken_inside
from tests.club.test_roster_import import workbook
from tests.support.broken_files import MANY_FILES
from tests.support.markup import text_of
from tests.support.night import nothing_changes
from tournament.models import Club, Night
from tournament.people.errors import Refused

ADDRESS = "/club/nights/new-totals/"
NIGHT = {"name": "Tuesday euchre", "date": "2019-03-05", "games": "8"}
NO_ROWS = {"r-TOTAL_FORMS": "0", "r-INITIAL_FORMS": "0"}
ROWS = (
    ("Place", "Name", "Total", "Games", "Loners"),
    (1, "Łukasz Nowak", 71.0, None, 3),
    (2, "Zoë Müller", 64, 7, 0),
    ("T-3", "O’Hara, Dan", -3, "", None),
    (None, None, None, None, None),
    (4, "王芳", "12", 8, 1),
)
WORKBOOK = workbook(*ROWS)
TEXT = "\r\n".join(";".join("" if cell is None else str(cell) for cell in row) for row in ROWS)
TEXTS = (
    TEXT.encode(),
    TEXT.replace(";", "\t").encode("utf-16"),
    TEXT.replace("王芳", "Ann").replace("Ł", "L").replace("’", "'").encode("cp1252"),
    b"Bob Stone 63\nAnn Miller -4\nNora",
)


def read(organizer: Client, content: bytes) -> HttpResponse:
    """Send a file to be read; nothing may be written."""
    with nothing_changes():
        return organizer.post(ADDRESS, {**NIGHT, **NO_ROWS, "read": "1", "file": BytesIO(content)})


def rows_in(page: HttpResponse) -> dict[str, str]:
    """Return the fields of the rows that are filled in."""
    fields = re.findall(r'<input[^>]* name="(r-[^"]+)" value="([^"]*)"', page.content.decode())
    return {name: unescape(value) for name, value in fields}


def test_a_workbook_becomes_a_night(organizer: Client, club: Club) -> None:
    page = read(organizer, WORKBOOK)
    assert "4 lines read" in text_of(page)
    assert organizer.post(ADDRESS, {**NIGHT, **rows_in(page), "save": "1"}).status_code == 302
    night = club.nights.get()
    assert (night.date, night.games, night.kind) == (date(2019, 3, 5), 8, Night.Kind.TOTALS)
    totals = night.entries.values_list("name", "night_totals__points", "night_totals__games", "night_totals__loners")
    assert list(totals.order_by("number")) == [
        ("Łukasz Nowak", 71, None, 3),
        ("Zoë Müller", 64, 7, 0),
        ("O’Hara, Dan", -3, None, None),
        ("王芳", 12, 8, 1),
    ]


def test_wrong_rows_of_a_workbook_are_named(organizer: Client, club: Club) -> None:
    text = text_of(read(organizer, workbook(("Name", "Points"), ("Ann", 63), ("Bob", "lots"), (None, 5), ("Ann", 1))))
    assert "Line 3: Bob cannot have “lots” points." in text
    assert "Line 4: there is no name." in text and "Line 5: Ann is in line 2 already." in text


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "nothing to read"),
        (b"%PDF-1.7", "neither a table"),
        (b"\xd0\xcf\x11\xe0old", "an old Excel file"),
        (b"PK\x03\x04broken", "This workbook cannot be read"),
        (b"x" * 1_000_001, "too much for a list"),
        (b"Ann;" * 30_000, "too much for one night"),
        (b"\n".join(b"%c%c,5" % pair for pair in product(b"abcdefghijkl", repeat=2)), "and this list has 144."),
        (b"\n".join(b"nobody,x" for _ in range(50)), "30 more lines cannot be read."),
    ],
)
def test_what_is_no_night_is_refused_with_a_sentence(
    organizer: Client, club: Club, content: bytes, sentence: str
) -> None:
    page = read(organizer, content)
    assert page.status_code == 200 and sentence in text_of(page)


def check_page(organizer: Client, club: Club, content: bytes) -> None:
    """Send a file as the organizer does: its lines are rows of the form, which are saved whole or not at all."""
    page = read(organizer, content)
    assert page.status_code == 200
    rows = rows_in(page)
    lines = sum(name.endswith("-points") for name in rows)
    assert lines or "Not every line could be read" in text_of(page)
    saved = organizer.post(ADDRESS, {**NIGHT, **NO_ROWS, **rows, "save": "1"})
    assert saved.status_code == (302 if club.nights.exists() else 400)
    assert all(night.entries.count() == lines for night in club.nights.all())
    club.nights.all().delete()


def check_files(organizer: Client, club: Club, count: int) -> None:
    """Break as many files: each gives lines, sentences or both; every twentieth goes through the pages."""
    found = 0
    for seed in range(count):
        chance = Random(seed)
        whole = chance.choice((*TEXTS, WORKBOOK, WORKBOOK))
        inside = whole is WORKBOOK and chance.random() < 0.6
        content = broken_inside(whole, chance) if inside else broken(whole, chance)
        try:
            lines, problems = read_night_list(content)
        except Refused as refused:
            lines, problems = [], [str(refused)]
        assert (lines or problems) and all(problem.endswith(".") for problem in problems), seed
        found += bool(lines)
        if seed % 20 == 0:
            check_page(organizer, club, content)
    assert count / 10 < found < count * 99 / 100


def test_100_broken_files(organizer: Client, club: Club) -> None:
    check_files(organizer, club, 100)


@pytest.mark.long
def test_10_000_broken_files(organizer: Client, club: Club) -> None:
    check_files(organizer, club, MANY_FILES)
