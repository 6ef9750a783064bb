"""The command `club` creates a club on a hosted site and prints its organizer's sign-in link."""

from __future__ import annotations

import re

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from tests.support.commands import check_sentence
from tournament.access import ORGANIZER
from tournament.club.paper_look import set_paper_look
from tournament.management.commands import club as command
from tournament.models import Club


@pytest.fixture(autouse=True)
def _migrated(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip the migrations: the test database has them."""
    monkeypatch.setattr(command, "prepare_database", lambda: "")


def test_a_club_is_created_once_and_its_link_signs_the_organizer_in(
    capsys: pytest.CaptureFixture[str], settings: object
) -> None:
    settings.ADDRESS = "https://euchre.example"  # type: ignore[attr-defined]
    for name in ("Tuesday club", " Tuesday  club ", "Other club"):
        call_command("club", name)
    first, again, other = capsys.readouterr().out.splitlines()
    assert first == again and other.startswith("Other club: ")
    assert sorted(Club.objects.values_list("name", flat=True)) == ["Other club", "Tuesday club"]
    address = re.fullmatch(r"Tuesday club: https://euchre\.example(/o/\w{20}/)", first)
    assert address
    browser = Client()
    browser.get(address[1])
    assert "Start the first night" in browser.get("/").content.decode()


@pytest.mark.parametrize("name", ["", "  ", "x" * 81, "Club \udce9"])
def test_an_impossible_name_is_refused_in_one_sentence(name: str) -> None:
    with pytest.raises(CommandError) as refused:
        call_command("club", name)
    check_sentence(str(refused.value))
    assert not Club.objects.exists()


def test_a_club_that_was_renamed_is_not_started_again(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("club", "Tuesday club")
    club = Club.objects.get()
    set_paper_look(club=club, name="Maple Street", motto="", accent="", who=ORGANIZER)
    with pytest.raises(CommandError) as refused:
        call_command("club", "Tuesday  club")
    assert str(refused.value) == "Tuesday club is called Maple Street now. Write that, or another name for a new club."
    assert Club.objects.get().name == "Maple Street"
    capsys.readouterr()
    call_command("club", "Maple Street")
    assert club.key in capsys.readouterr().out
    set_paper_look(club=club, name="Tuesday club", motto="", accent="", who=ORGANIZER)
    call_command("club", "Tuesday club")
    assert Club.objects.count() == 1
