"""Others see a first name and an initial, or the few letters more that tell two people apart. No database."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.models import Role
from tournament.people.names import short_name
from tournament.people.short_names import short_names

NO_DEADLINE = settings(deadline=None)
FEW_LETTERS = st.text("abst", min_size=1, max_size=4).map(str.title)
PEOPLE = st.lists(st.tuples(st.sampled_from(["Bob", "Ann"]), FEW_LETTERS), max_size=12, unique=True)


def shown(*names: str) -> list[str]:
    """Return what others see of these names, when nobody else is there."""
    return [short.text for short in short_names(names)]


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (["Bob Stone", "Bob Smith", "Bob Sanders"], ["Bob St.", "Bob Sm.", "Bob Sa."]),
        (["Bob Stone", "Ann Smith"], ["Bob S.", "Ann S."]),
        (["Bob Stone", "Bob Miller"], ["Bob S.", "Bob M."]),
        (["Bob Stone", "Bob Stark", "Bob Smith"], ["Bob Sto.", "Bob Sta.", "Bob Sm."]),
        (["bob stone", "BOB SMITH"], ["bob st.", "BOB SM."]),
        (["Bob Sand", "Bob Sanders"], ["Bob S.", "Bob Sande."]),
        (["Bob", "Bob Stone"], ["Bob", "Bob S."]),
        (["Bob S", "Bob Stone"], ["Bob S.", "Bob St."]),
        (["Ruth Ann Baker", "Ruth Mae Baker"], ["Ruth A. B.", "Ruth M. B."]),
        (["Ruth Ann Baker", "Ruth Bell"], ["Ruth Ba.", "Ruth Be."]),
        (["Ann van der Berg", "Ann Bell"], ["Ann Ber.", "Ann Bel."]),
        (["王 小明", "王 小红"], ["王 小明", "王 小红"]),
        (["Ann Miller", "Ann Miller 2"], ["Ann M.", "Ann M. 2"]),
        (["Patrick O'Brien", "Patrick O'Brien III"], ["Patrick O.", "Patrick O. III"]),
        (["Patrick O'Brien III", "Patrick Oakes III"], ["Patrick O'. III", "Patrick Oa. III"]),
        (["Bob", "Bob (tall)"], ["Bob", "Bob (tall)"]),
    ],
)
def test_a_short_name_has_as_few_letters_as_tell_two_people_apart(names: list[str], short: list[str]) -> None:
    assert shown(*names) == short


@pytest.mark.parametrize("role", [role.label for role in Role])
def test_nobody_is_called_as_helpers_sign(role: str) -> None:
    assert shown("Bob", f"Bob ({role.lower()})", f"Bob (({role})) Lee") == ["Bob", f"Bob [{role.lower()}]", "Bob L."]
    assert shown(f"({role})") == [f"[{role}]"] and shown(f"Bob ({role})") == ["Bob"]
    assert shown(f"Former player ({role})") == [f"Former player [{role}]"]


def test_people_of_the_same_name_share_a_short_name() -> None:
    shorts = short_names(["Ann Miller", "Bob Stone", "ann miller"])
    assert [(short.text, short.shared) for short in shorts] == [("Ann M.", True), ("Bob S.", False), ("ann m.", True)]


@NO_DEADLINE
@given(PEOPLE)
def test_different_names_have_different_short_names(people: list[tuple[str, str]]) -> None:
    shorts = short_names([f"{first} {last}" for first, last in people])
    assert len({short.text.rstrip(".") for short in shorts}) == len(people)
    assert not any(short.shared for short in shorts)


@NO_DEADLINE
@given(PEOPLE)
def test_a_letter_less_would_be_the_beginning_of_somebody_elses_name(people: list[tuple[str, str]]) -> None:
    for (first, last), short in zip(people, short_names([f"{f} {n}" for f, n in people]), strict=True):
        seen = short.text.removeprefix(f"{first} ").rstrip(".")
        assert last.startswith(seen)
        others = [name for given, name in people if given == first and name != last]
        assert len(seen) == 1 or any(name.startswith(seen[:-1]) for name in others), (last, seen, others)


@NO_DEADLINE
@given(st.lists(st.text(max_size=20), max_size=8))
def test_any_names_have_short_names_and_one_alone_the_usual_one(names: list[str]) -> None:
    assert len(short_names(names)) == len(names)
    assert all(shown(name) == [short_name(name)] for name in names)
