"""Who is in a table of names, as people send one: with a header or without, and what is wrong in it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.people.near_names import NearNames, nearness
from tournament.people.roster import LONGEST, RosterRow, WrongRow, read_roster, table_of


def people(text: str) -> list[str]:
    """Return the names in a text."""
    return [person.name for person in read_roster(table_of(text)).people]


def wrong(text: str) -> list[tuple[int, str]]:
    """Return the wrong rows of a text."""
    return [(row.row, row.sentence) for row in read_roster(table_of(text)).wrong]


# Without a header


@pytest.mark.parametrize(
    "text",
    [
        "Ann Miller\nBob Stone",
        "Ann Miller, Bob Stone",
        "Ann Miller;Bob Stone\n",
        "1. Ann Miller\r\n2. Bob Stone\r\n",
        "1\tAnn Miller\n2\tBob Stone",
        "- Ann Miller\n\n* Bob  Stone",
        "Ann\tMiller\nBob\tStone",
        '"Ann Miller"\n"Bob Stone"',
    ],
)
def test_lines_without_a_header_are_names(text: str) -> None:
    assert people(text) == ["Ann Miller", "Bob Stone"] and wrong(text) == []


def test_a_word_behind_a_name_says_that_it_is_a_guests() -> None:
    found = read_roster(table_of("Ann Miller, guest\nBob Stone, member\nCarla Reyes")).people
    assert [(person.name, person.is_guest) for person in found] == [
        ("Ann Miller", True),
        ("Bob Stone", False),
        ("Carla Reyes", False),
    ]


def test_single_words_in_one_column_are_names() -> None:
    assert people("Ann\nBob") == ["Ann", "Bob"]


# With a header


@pytest.mark.parametrize(
    "text",
    [
        "Name,Guest\nAnn Miller,yes\nBob Stone,no",
        "NAME;GUEST?\nAnn Miller;X\nBob Stone;",
        "First name\tLast_Name\tMember\nAnn\tMiller\tno\nBob\tStone\tYes",
        'Full name,Status\n"Miller, Ann",guest\n"Stone, Bob",Member',
        "Birthday,Player,Phone,Guest\n1950-01-01,Ann Miller,555 1234,1\n,Bob Stone,,0",
        "\n\nSurname,Forename,Type\nMiller,Ann,visitor\n\nStone,Bob,member\n",
    ],
)
def test_a_header_says_what_is_in_the_columns(text: str) -> None:
    found = read_roster(table_of(text))
    assert [(person.name, person.is_guest) for person in found.people] == [("Ann Miller", True), ("Bob Stone", False)]
    assert found.wrong == ()


@pytest.mark.parametrize("header", ["Nickname", "name on paper", "NICK", "Paper name", "Known as"])
def test_a_nickname_is_the_name_on_paper(header: str) -> None:
    found = read_roster(table_of(f"Name,{header}\nAnn Miller,Annie\nBob Stone,Bob Stone\nCarla Reyes,")).people
    assert [person.paper_name for person in found] == ["Annie", "", ""]


def test_a_header_alone_is_nobody() -> None:
    assert read_roster(table_of("Name,Guest\n")) == read_roster([])


# Wrong rows


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        (",yes", "There is no name in this row."),
        ("x" * 41, f"“{'x' * 40}…” is longer than 40 letters."),
        ("ann@club.example", "“ann@club.example” is an address, not a name."),
        ("=1+1", "“=1+1” is not a name."),
        ("-cmd|calc", "“-cmd|calc” is not a name."),
        ("+44 20 555", "“+44 20 555” is not a name."),
        ("---", "“---” is not a name."),
        ("Zoe New,perhaps", "“perhaps” says neither guest nor member. Write yes or no."),
        ("ann miller", "ann miller is in row 2 already. Two people? Add a letter or a nickname to one of them."),
    ],
)
def test_a_wrong_row_is_named_with_its_number_and_the_others_are_read(row: str, sentence: str) -> None:
    text = f"Name,Guest\nAnn Miller,\n{row}\nBob Stone,"
    assert people(text) == ["Ann Miller", "Bob Stone"]
    ((number, said),) = wrong(text)
    assert number == 3 and said.startswith(sentence)


def test_a_name_twice_in_one_row_is_in_this_row_already() -> None:
    assert wrong("Ann Miller, Ann Miller, Bob Stone")[0][1].startswith("Ann Miller is in this row already.")


def test_a_text_that_is_no_table_is_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match="This text is no table of names"):
        table_of('"' + "x" * 200_000)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.lists(st.text(max_size=50), max_size=6), max_size=12))
def test_whatever_is_in_the_cells_people_have_names_and_wrong_rows_sentences(
    table: list[list[str]],
) -> None:
    found = read_roster(table)
    for person in found.people:
        assert 1 <= person.row <= len(table) and 0 < len(person.name) <= LONGEST and len(person.paper_name) <= LONGEST
    for row in found.wrong:
        assert 1 <= row.row <= len(table) and row.sentence.endswith(".")
    assert len({person.name for person in found.people}) == len(found.people)
    assert all(isinstance(row, RosterRow) for row in found.people) and all(isinstance(r, WrongRow) for r in found.wrong)


# Near names


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bob Smyth", "Bob Smith"),
        ("Bob S.", "Bob Smith"),
        ("Bob", "Bob Smith"),
        ("D. Sullivan", "Doris Sullivan"),
        ("D Sulivan", "Doris Sullivan"),
        ("Smith Bob", "Bob Smith"),
        ("Smith B", "B Smith"),
        ("José Núñez", "Jose Nunez"),
        ("Ann-Marie Lund", "Annmarie Lund"),
        ("Margret Wilson", "Margaret Wilson"),
        ("Dan O’Hara", "Dan O'Hara"),
    ],
)
def test_a_slip_or_a_short_form_is_near(one: str, other: str) -> None:
    assert NearNames([other]).nearest(one) == other and NearNames([one]).nearest(other) == one


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann Miller", "Bob Stone"),
        ("Bob Smith", "Bob Stone"),
        ("Ann Miller", "Tom Miller"),
        ("D. Sullivan", "Vi Sullivan"),
        ("Ann Lee", "ann lee"),
    ],
)
def test_other_people_and_the_same_name_are_not_near(one: str, other: str) -> None:
    assert NearNames([other]).nearest(one) is None


def test_the_nearest_of_many_is_named() -> None:
    assert NearNames(["Bob Smits", "Bob Smith", "Rob Smith"]).nearest("Bob Smithe") == "Bob Smith"


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=40), st.text(max_size=40))
def test_nearness_is_a_share_and_all_of_it_for_the_same_name(one: str, other: str) -> None:
    assert nearness(one, one) == 1.0 and 0.0 <= nearness(one, other) <= 1.0
