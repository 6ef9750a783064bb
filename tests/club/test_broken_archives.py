"""Thousands of broken archives: each ends in a sentence, none is written half. Those of version 1 are still read."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.db import transaction

from tally.archive.form_rules import PARTS_OF_ACTS
from tally.archive.importing import import_archive, plan_import
from tally.archive.inner_ids import OF_ACTS
from tally.archive.reading import read_archive
from tally.archive.tables import tables
from tally.archive.writing import club_archive
from tally.scoring.undo_last import KINDS
from tests.support.broken_files import MANY_FILES
from tests.support.row_snapshots import all_rows
from tournament.models import Club
from tournament.people.errors import Refused

VERSION_1 = Path(__file__).parent / "data" / "club-archive-1.json"  # as the program wrote it; never to be changed
WHOLE = VERSION_1.read_bytes()
PIECES = (b'"', b",", b"]", b"}", b"[", b"{", b"null", b"\\u0000", b"\\ud800", b"\xff", b"1e999", b"NaN", b"9" * 5000)
VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2, 99999, 2**31, 2**63, 10**400, 1.5, -0.0, "", "x", "\0", "\ud800", "N", "1", "true",
    "2026-02-30", "9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z", "2026-09-01T19:00:00+02:00", [], {}, [[]], {"a": {}},
    [1, 2, 3], {"kind": "hand", "id": 999}, {"kind": []}, {"variant": "standard"}, "x" * 1000,
)  # fmt: skip


def broken_bytes(chance: Random) -> bytes:
    """Return the file with something cut, doubled, changed or put in at a few places."""
    data = bytearray(WHOLE)
    for _ in range(chance.randint(1, 4)):
        at, length = chance.randrange(len(data) + 1), chance.randint(1, 60)
        match chance.randrange(6):
            case 0:
                del data[at : at + length]
            case 1:
                data[at:at] = data[at : at + length]
            case 2:
                data[at : at + 1] = bytes([chance.randrange(256)])
            case 3:
                data[at:at] = chance.choice(PIECES)
            case 4:
                data[at:at] = b"[" * chance.choice((3, 50, 5000))
            case _:
                del data[at:]
    return bytes(data)


def broken_values(chance: Random) -> bytes:
    """Return the file with a few values changed, taken out or put in, as JSON that is whole."""
    document = json.loads(WHOLE)
    for _ in range(chance.randint(1, 3)):
        inside, key = _anywhere(document, chance)
        match chance.randrange(5):
            case 0:
                del inside[key]
            case 1 if isinstance(inside, list):
                inside.insert(key, deepcopy(inside[key]))
            case 2:
                nested: Any = inside[key]
                for _ in range(chance.choice((1, 35, 200))):
                    nested = [nested] if chance.random() < 0.5 else {"": nested}
                inside[key] = nested
            case 3 if isinstance(inside, list) and len(inside) > 1:
                other = chance.randrange(len(inside))
                inside[key], inside[other] = inside[other], inside[key]
            case _:
                inside[key] = deepcopy(chance.choice(VALUES))
    return json.dumps(document, ensure_ascii=chance.random() < 0.5).encode("utf-8", "surrogatepass")


def _anywhere(document: Any, chance: Random) -> tuple[Any, Any]:
    """Return a place in a document: a list or an object, and which of its values."""
    inside, key = document, chance.choice(list(document))
    while isinstance(inside[key], list | dict) and inside[key] and chance.random() < 0.93:
        inside = inside[key]
        key = chance.choice(list(inside) if isinstance(inside, dict) else range(len(inside)))
    return inside, key


def other_texts(chance: Random) -> bytes:
    """Return the file in another encoding, with a name twice, or something else altogether."""
    text = WHOLE.decode()
    names = sorted(set(re.findall(r'^"[\w.]+":', text, re.MULTILINE)))
    doubled = chance.choice(names)
    others = (
        text.encode("utf-16"),
        text.encode("utf-32"),
        text.replace("Zoë", "Zo\xeb").encode("latin-1", "replace"),
        text.replace(doubled, f"{doubled}[],{doubled}", 1).encode(),
        b"\xef\xbb\xbf" + WHOLE[: chance.randrange(len(WHOLE))],
        b"",
        chance.choice((b"null", b"[]", b"{}", b'"x"', b"0", b"PK\x03\x04", b"\x1f\x8b\x08")),
        b"[" * 100_000,
        text.replace('"version":1', f'"version":{chance.choice((2, 0, -1, "1.0", "true", 10**30))}').encode(),
    )
    return chance.choice(others)


def check_file(content: bytes, before: set[Any]) -> bool:
    """Import a file into a database with a club; return whether it could be. What was written is taken back."""
    try:
        with transaction.atomic():
            archive = read_archive(content)
            plan_import(archive, Club.objects.get())
            club, plan, _ = import_archive(archive=archive, club=None)
            assert plan.rows and club_archive(club)
            transaction.set_rollback(True)
    except Refused as refused:
        assert re.fullmatch(r"[A-Z].*\.", str(refused), re.DOTALL) and len(str(refused)) < 300, str(refused)
        assert all_rows() == before
        return False
    return True


def check_files(count: int) -> None:
    """Break as many files; only a few can still be imported, as a name or a number that is another one can."""
    Club.objects.create(name="Another club").players.create(name="Ann Miller")
    before, imported = all_rows(), 0
    for seed in range(count):
        chance = Random(seed)
        broken = chance.choices((broken_bytes, broken_values, other_texts), (3, 6, 1))[0]
        imported += check_file(broken(chance), before)
    assert imported < count / 4


def test_150_broken_files(db: None) -> None:
    check_files(150)


@pytest.mark.long
def test_10_000_broken_files(db: None) -> None:
    check_files(MANY_FILES)


def test_version_1_is_read_for_ever(db: None) -> None:
    """The fixture holds a row of every table that there was; newer columns have their defaults."""
    archive = read_archive(WHOLE)
    assert archive.club_name == "Fixture club" and len(archive.nights) == 7
    club, plan, _ = import_archive(archive=archive, club=None)
    assert plan.rows == sum(len(rows) for s in (archive.club, *archive.nights.values()) for rows in s.rows.values())
    names = {table.label: set(table.names) for table in tables()}
    document = json.loads(WHOLE)
    if {label: set(columns) for label, columns in document["columns"].items()} == names:
        assert club_archive(club).encode() == WHOLE
    else:
        assert all(set(columns) <= names[label] for label, columns in document["columns"].items())


def edited(table: str, column: str, value: Any) -> bytes:
    """Return the file with one value of the first row of a table changed; a column that came later is added."""
    document = json.loads(WHOLE)
    columns = document["columns"][table]
    rows = [row for lists in (document["club"], *document["nights"]) for row in lists.get(table, ())]
    if column not in columns:
        columns.append(column)
        for row in rows:
            row.append(None)
    rows[0][columns.index(column)] = value
    return json.dumps(document).encode()


@pytest.mark.parametrize("name", ["Ann\nMiller", "Ann \u202eMiller", " Ann", "Ann  Miller", "\u200b"])
@pytest.mark.parametrize("column", ["name", "paper_name"])
def test_a_name_that_no_form_takes_is_refused(column: str, name: str) -> None:
    with pytest.raises(Refused, match=r"tournament\.player, the club, row 1, the name “.*” has .* that no form takes"):
        read_archive(edited("tournament.player", column, name))


def test_a_name_in_a_night_that_no_form_takes_is_refused() -> None:
    with pytest.raises(Refused, match=r"tournament\.entry, night “\w+”, row 1, the name “Ann” has"):
        read_archive(edited("tournament.entry", "name", "Ann\u202e"))


@pytest.mark.parametrize(
    ("column", "value", "sentence"),
    [
        ("best", 0, "From 1 to 366 best nights can count"),
        ("best", 30_000, "From 1 to 366 best nights can count"),
        ("least_nights", 367, "From 0 to 366 nights can be needed"),
        ("last_day", "2026-08-31", "The season ends before it begins"),
        ("place_points", "abc", "Write whole numbers"),
        ("place_points", [], "Write whole numbers"),
        ("place_points", [6, 8], "Write whole numbers"),
        ("place_points", [10, True], "Write whole numbers"),
        ("place_points", [10, "8"], "Write whole numbers"),
        ("tie_breaks", "loners", "Each way to break a tie"),
        ("tie_breaks", ["loners", "loners"], "Each way to break a tie"),
        ("tie_breaks", ["shoe-size"], "Each way to break a tie"),
        ("tie_breaks", [["loners"]], "Each way to break a tie"),
    ],
)
def test_a_season_that_no_form_takes_is_refused(column: str, value: Any, sentence: str) -> None:
    with pytest.raises(Refused, match=rf"tournament\.season, the club, row 1, “Fall”: {sentence}"):
        read_archive(edited("tournament.season", column, value))


def test_what_takes_back_each_kind_of_act_is_checked_and_its_ids_are_known() -> None:
    assert PARTS_OF_ACTS.keys() == OF_ACTS.keys() == KINDS.keys()


NOON = "2026-11-24T12:00:00"
CLOCKS = ([1], "x", 5, True, [], {"rings_at": 1}, {"rings_at": NOON}, {"0": f"{NOON}Z"}, {"x": f"{NOON}Z"}, {"2": None},
          {"9" * 5000: f"{NOON}Z"})  # fmt: skip
SEATS = ([1], "x", 5, True, [], {"1": 3}, {"1": None}, {"1": []})
BELL = {"kind": "bell", "id": 0, "what": "bell of game 1"}
HAND = {"kind": "hand", "id": 0, "game": 0, "before": None, "what": "hand 1", "signed": False, "tie": ""}
SIGNATURE = {"kind": "signature", "id": 0, "what": "score of game 1", "tie": "", "at": f"{NOON}Z"}
CLOCK = {"kind": "clock", "id": 0, "what": "clock of game 1", "was": {}, "now": {"rings_at": f"{NOON}Z"}}
EXTRA = {"kind": "extra", "id": 0, "what": "+3 min for table 1", "was": None, "now": f"{NOON}Z"}
UNDOS = (
    [], "x", 5, True, False, "", {"what": "x"}, {"kind": 1, "what": "x"}, {"kind": "later", "what": 5},
    *({name: value for name, value in undo.items() if name != gone}
      for undo in (BELL, HAND, HAND | {"kind": "total"}, SIGNATURE, CLOCK, EXTRA) for gone in undo),
    *(HAND | wrong for wrong in ({"id": None}, {"game": None}, {"what": 5}, {"tie": "x"}, {"tie": []}, {"signed": 1})),
    *(SIGNATURE | wrong for wrong in ({"id": None}, {"tie": None}, {"at": None}, {"at": NOON}, {"at": 5})),
    *(CLOCK | {which: clock} for which in ("was", "now") for clock in (None, *CLOCKS)),
    *(EXTRA | {which: at} for which in ("was", "now") for at in ("", "x", NOON, 5, [], {})),
)  # fmt: skip


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [
        *(("tournament.round", "next_clock", clock) for clock in CLOCKS),
        *(("tournament.round", "next_seats", seats) for seats in SEATS),
        *(("tournament.bell", "clock", clock) for clock in CLOCKS),
    ],
)
def test_a_clock_or_seats_that_no_night_stores_are_refused(table: str, column: str, value: Any) -> None:
    where = rf"{re.escape(table)}, night “\w+”, row 1, “{column}” is not as this program writes it"
    with pytest.raises(Refused, match=where):
        read_archive(edited(table, column, value))


@pytest.mark.sample(11)
@pytest.mark.parametrize("undo", UNDOS)
def test_what_undo_could_not_read_is_refused_whatever_the_night_does(undo: Any) -> None:
    document = json.loads(WHOLE)
    at = document["columns"]["tournament.logentry"].index("undo")
    for night in document["nights"]:
        line = night["tournament.logentry"][0]
        before, line[at] = line[at], undo
        with pytest.raises(Refused, match=r"tournament\.logentry, night “\w+”, row 1, “undo” is not as this program"):
            read_archive(json.dumps(document).encode())
        line[at] = before


@pytest.mark.parametrize(
    "undo", [None, {}, BELL, HAND, SIGNATURE, EXTRA, {"kind": "later", "what": "x"}, CLOCK | {"now": {}}]
)
def test_what_undo_can_read_comes_in(undo: Any) -> None:
    """Also lines of an older version, of a later one, and of rows that are gone."""
    read_archive(edited("tournament.logentry", "undo", undo))


def test_two_people_of_one_name_come_in_and_are_said(db: None) -> None:
    """A desk lets two people have the same name, so a file may have them."""
    archive = read_archive(edited("tournament.player", "name", "bob STONE"))
    club, plan, _ = import_archive(archive=archive, club=None)
    assert plan.same_names == (
        "The file has 2 people called bob STONE. They come in as different people; if they are one, merge them under "
        "Regulars.",
    )
    assert club.players.filter(name__iexact="Bob Stone").count() == 2
    assert plan_import(archive, club).same_names == ()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"version": 2}, r"from a newer version of this program \(version 2\)\. Update this one first"),
        ({"format": "euchre-night"}, "written for other programs to read"),
        ({"format": "else"}, "no archive of a club, a season or a night"),
        ({"holds": "pool"}, "incomplete or was changed by hand"),
        ({"nights": None}, "“nights” is no list"),
    ],
)
def test_another_version_or_format_is_said(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        read_archive(json.dumps(json.loads(WHOLE) | change).encode())


def test_a_column_that_came_later_has_its_default_in_an_older_file(db: None) -> None:
    document = json.loads(WHOLE)
    at = document["columns"]["tournament.night"].index("smallest_coin")
    for row in (
        document["columns"]["tournament.night"],
        *(night["tournament.night"][0] for night in document["nights"]),
    ):
        del row[at]
    club, *_ = import_archive(archive=read_archive(json.dumps(document).encode()), club=None)
    assert set(club.nights.values_list("smallest_coin", flat=True)) == {25}
