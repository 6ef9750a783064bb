"""Names: a pasted list, what others may see, who could be confused. No database."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.people.names import clean_name, listed, same_name, short_name, split_names

UNHURRIED = settings(deadline=None)
PLAIN = st.text(st.characters(categories=["Lu", "Ll"]), min_size=1, max_size=12)


# One name


@pytest.mark.parametrize(
    ("written", "name"),
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
        ("👩\u200d👧", "👩\u200d👧"),
    ],
)
def test_a_name_keeps_its_letters_and_loses_what_nobody_sees(written: str, name: str) -> None:
    assert clean_name(written) == name


@pytest.mark.parametrize("written", ["\u200d", " \u200d ", "\u200d\u200d"])
def test_a_name_of_joiners_alone_shows_nothing_and_is_empty(written: str) -> None:
    assert clean_name(written) == ""


@UNHURRIED
@given(st.text(max_size=60))
def test_a_clean_name_is_clean_whatever_was_written(text: str) -> None:
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


def test_a_numbered_line_that_nobody_filled_in_is_nobody() -> None:
    assert split_names("1. Ann\n2.\n3)\n4. Bob\n5.  \n-\n") == ["Ann", "Bob"]


@UNHURRIED
@given(st.lists(PLAIN, max_size=12), st.sampled_from(["\n", ", ", ",", ";", "\t", "\r\n", "\n\n", " , "]))
def test_any_list_of_names_comes_back_whatever_stands_between(names: list[str], between: str) -> None:
    assert split_names(between.join(names)) == [unicodedata.normalize("NFC", name) for name in names]


@UNHURRIED
@given(st.text(max_size=200))
def test_any_text_gives_clean_names_and_none_is_empty(text: str) -> None:
    names = split_names(text)
    assert all(names)
    assert names == [clean_name(name) for name in names]


# What others see


@pytest.mark.parametrize(
    ("name", "seen"),
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
    ],
)
def test_others_see_the_first_name_and_an_initial(name: str, seen: str) -> None:
    assert short_name(name) == seen


@UNHURRIED
@given(PLAIN, PLAIN)
def test_no_last_name_is_shown_whole(first: str, last: str) -> None:
    assert short_name(f"{first} {last}") == f"{first} {last[0]}."


@UNHURRIED
@given(st.text(max_size=60))
def test_any_name_has_a_short_form(text: str) -> None:
    name = clean_name(text)
    assert bool(short_name(name)) == bool(name)


# Who could be confused


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
def test_names_that_sound_the_same_are_the_same(one: str, other: str) -> None:
    assert same_name(one, other)
    assert same_name(other, one)


@pytest.mark.parametrize(("one", "other"), [("Ann Miller", "Ann Muller"), ("Ann", "Anne"), ("Zoë", "Zoe"), ("Ann", "")])
def test_names_that_can_be_told_apart_are_not_the_same(one: str, other: str) -> None:
    assert not same_name(one, other)


@pytest.mark.parametrize(
    ("words", "said"),
    [([], ""), (["Ann"], "Ann"), ([1, 2], "1 and 2"), (["Ann", "Bob", "Carla"], "Ann, Bob and Carla")],
)
def test_a_list_reads_like_a_sentence(words: list[object], said: str) -> None:
    assert listed(words) == said
    assert listed(words, "or") == said.replace(" and ", " or ")
