"""Names are cleaned, split from a pasted list, shortened for others, and compared. No database."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tournament.people.names import (
    AFTER_LAST,
    clean_name,
    isolated,
    listed,
    listed_runs,
    same_name,
    short_name,
    split_names,
)

NO_DEADLINE = settings(deadline=None)
LETTERS = st.text(st.characters(categories=["Lu", "Ll"]), min_size=1, max_size=12)


# One name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("  Ann   Miller ", "Ann Miller"),
        ("Ann\nMiller", "Ann Miller"),
        ("Ann\u00a0Miller", "Ann Miller"),
        ("\ufeffAnn", "Ann"),
        ("A\x00nn", "A nn"),
        ("\u202eAnn", "Ann"),
        ("Zoe\u0308", "Zoë"),
        ("", ""),
        (" \t\r\n", ""),
        ("\x00\x1b", ""),
        ("\u200b", ""),
        ("O'Hara", "O'Hara"),
        ("王小明", "王小明"),
        ("علی\u200cرضا", "علی\u200cرضا"),
        ("👩\u200d👧", "👩\u200d👧"),
    ],
)
def test_a_name_keeps_its_letters_and_loses_invisible_characters(text: str, name: str) -> None:
    assert clean_name(text) == name


@pytest.mark.parametrize("text", ["\u200d", " \u200d ", "\u200d\u200d"])
def test_a_name_of_only_joiners_is_empty(text: str) -> None:
    assert clean_name(text) == ""


@NO_DEADLINE
@given(st.text(max_size=60))
def test_any_text_gives_a_clean_name(text: str) -> None:
    name = clean_name(text)
    assert name == clean_name(name)
    assert name == name.strip()
    assert "  " not in name
    assert not any(unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") for char in name)


# A list of names


@pytest.mark.parametrize(
    ("pasted", "names"),
    [
        ("Ann Miller\nBob Stone", ["Ann Miller", "Bob Stone"]),
        ("Ann Miller, Bob Stone", ["Ann Miller", "Bob Stone"]),
        ("Ann; Bob\tCarla, Dan\r\nEve\rFritz", ["Ann", "Bob", "Carla", "Dan", "Eve", "Fritz"]),
        ("\n\n Ann \n , ,\n;Bob;\n", ["Ann", "Bob"]),
        ("1. Ann\n2) Bob\n3 Carla\n4: Dan\n10 . Eve", ["Ann", "Bob", "Carla", "Dan", "Eve"]),
        ("- Ann\n* Bob\n• Carla", ["Ann", "Bob", "Carla"]),
        ("1\tAnn\n2\tBob", ["Ann", "Bob"]),
        ("7", []),
        ("", []),
        (" \n,;\t", []),
        ("Ann\nAnn", ["Ann", "Ann"]),
        ("Mary-Jane O'Neill Jr.", ["Mary-Jane O'Neill Jr."]),
    ],
)
def test_a_pasted_list_gives_its_names_in_order(pasted: str, names: list[str]) -> None:
    assert split_names(pasted) == names


def test_a_numbered_line_without_a_name_is_skipped() -> None:
    assert split_names("1. Ann\n2.\n3)\n4. Bob\n5.  \n-\n") == ["Ann", "Bob"]


@NO_DEADLINE
@given(st.lists(LETTERS, max_size=12), st.sampled_from(["\n", ", ", ",", ";", "\t", "\r\n", "\n\n", " , "]))
def test_any_list_of_names_is_split_at_any_separator(names: list[str], separator: str) -> None:
    assert split_names(separator.join(names)) == [unicodedata.normalize("NFC", name) for name in names]


@NO_DEADLINE
@given(st.text(max_size=200))
def test_any_text_gives_clean_names_none_of_them_empty(text: str) -> None:
    names = split_names(text)
    assert all(names)
    assert names == [clean_name(name) for name in names]


# Short names


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Margaret Wilson", "Margaret W."),
        ("Ruth Ann Baker", "Ruth B."),
        ("Dan O'Hara", "Dan O."),
        ("Zoë Ångström", "Zoë Å."),
        ("Ann", "Ann"),
        ("Ann 2", "Ann 2"),
        ("", ""),
        ("王 小明", "王 小."),
        ("Ann van der Berg", "Ann B."),
        ("Patrick O'Brien III", "Patrick O. III"),
        ("Bob Smith Jr.", "Bob S. Jr."),
        ("Pat III", "Pat III"),
        ("Ann V", "Ann V."),
        ("😀 Bob", "😀 Bob"),
        ("😀 Bob Stone", "😀 Bob S."),
        ("Bob 😀", "Bob 😀"),
    ],
)
def test_others_see_the_first_name_and_an_initial(name: str, shown: str) -> None:
    assert short_name(name) == shown


@NO_DEADLINE
@given(LETTERS, LETTERS)
def test_a_last_name_is_shortened_to_its_initial(first: str, last: str) -> None:
    assume(last.casefold() not in AFTER_LAST)
    assert short_name(f"{first} {last}") == f"{first} {last[0]}."


@NO_DEADLINE
@given(st.text(max_size=60))
def test_any_name_has_a_short_form(text: str) -> None:
    name = clean_name(text)
    assert bool(short_name(name)) == bool(name)


# Names that could be confused


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann Miller", "ann miller"),
        ("ANN", "ann"),
        ("Zoë", "Zoe\u0308"),
        ("Strauß", "STRAUSS"),
        ("Ａnn", "Ann"),
    ],
)
def test_names_that_differ_only_in_case_or_encoding_are_the_same(one: str, other: str) -> None:
    assert same_name(one, other)
    assert same_name(other, one)


@pytest.mark.parametrize(("one", "other"), [("Ann Miller", "Ann Muller"), ("Ann", "Anne"), ("Zoë", "Zoe"), ("Ann", "")])
def test_names_that_people_can_distinguish_are_not_the_same(one: str, other: str) -> None:
    assert not same_name(one, other)


@pytest.mark.parametrize(
    ("items", "text"),
    [([], ""), (["Ann"], "Ann"), ([1, 2], "1 and 2"), (["Ann", "Bob", "Carla"], "Ann, Bob and Carla")],
)
def test_a_list_reads_like_a_sentence(items: list[object], text: str) -> None:
    assert listed(items) == text
    assert listed(items, "or") == text.replace(" and ", " or ")


@pytest.mark.parametrize(
    ("numbers", "text"),
    [
        ([], ""),
        ([3], "3"),
        ([3, 4], "3 and 4"),
        ([3, 4, 5], "3 to 5"),
        ([2, 4, 6, 7, 8, 10, 11], "2, 4, 6 to 8, 10 and 11"),
    ],
)
def test_runs_of_numbers_are_named_by_their_ends(numbers: list[int], text: str) -> None:
    assert listed_runs(numbers) == text


def test_a_name_from_right_to_left_turns_nothing_around_in_a_sentence() -> None:
    assert listed(["Norm T.", "שלום ע."]) == "Norm T. and \u2068שלום ע.\u2069"
    assert isolated("Zoë N.") == "Zoë N."
    assert isolated("7 \u2068שרה כ.\u2069") == "7 \u2068שרה כ.\u2069", "the number stays outside"
