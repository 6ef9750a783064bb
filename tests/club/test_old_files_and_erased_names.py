"""A file that is older than an erasure brings no name back without saying so first."""

from __future__ import annotations

import re
from importlib import import_module
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from tally.archive.importing import import_archive, plan_import
from tally.archive.plans import warning_of
from tally.archive.reading import read_archive
from tally.archive.writing import club_archive
from tests.support.club_nights import play_nights
from tests.support.markup import text_of
from tests.support.night import ORGANIZER, nothing_changes
from tests.support.whole_club import delete_nights, empty_database
from tournament.club.erasing import erase_player
from tournament.models import Club

NAME = "Guest2 X"
ADDRESS = "/club/data/import/"


@pytest.fixture
def old_file(club: Club) -> str:
    """A file of two nights, from before one was deleted and somebody erased."""
    play_nights(club, 2)
    text = club_archive(club)
    delete_nights(club.nights.get(name="Week 2"))
    erase_player(player=club.players.get(name=NAME), typed_name=NAME, who=ORGANIZER)
    assert NAME in text and NAME not in club_archive(club)
    return text


def send(organizer: Client, text: str, former: list[str]) -> tuple[str, str]:
    """Import a file on the page; return what its preview and its answer say."""
    preview = organizer.post(ADDRESS, {"file": BytesIO(text.encode())}).content.decode()
    hidden = dict(re.findall(r'name="(signed|shown)" value="([^"]*)"', preview))
    return preview, text_of(organizer.post(ADDRESS, hidden | {"former": former}, follow=True))


def test_the_preview_says_whose_name_may_come_back(old_file: str, club: Club) -> None:
    plan = plan_import(read_archive(old_file.encode()), club)
    assert plan.is_older_than_erasure and [person.name for person in plan.new_names] == [NAME]
    assert f"the club does not know {NAME}: whoever of them was erased would be back" in warning_of(plan)


def test_a_file_that_knows_of_the_erasure_warns_of_nobody(old_file: str, club: Club) -> None:
    newer = club_archive(club).replace("Guest1 X", "Somebody New")
    plan = plan_import(read_archive(newer.encode()), club)
    assert plan.new_people == ("Somebody New",) and not plan.is_older_than_erasure and warning_of(plan) == ""


def test_whoever_is_checked_comes_in_as_a_former_player(old_file: str, club: Club, organizer: Client) -> None:
    preview = organizer.post(ADDRESS, {"file": BytesIO(old_file.encode())}).content.decode()
    (number,) = re.findall(r'name="former" value="(\d+)"', preview)
    assert "Was one of these people erased?" in preview and f"<bdi>{NAME}</bdi>" in preview
    _, said = send(organizer, old_file, [number, "999999", "9" * 5000, "x"])
    assert "Imported. New: 1 person, 1 night." in said
    assert NAME not in club_archive(club) and "Guest2" not in club_archive(club)
    assert club.nights.get(name="Week 2").entries.filter(name="Former player 2").exists()


def test_whoever_is_not_checked_comes_in_with_the_name(old_file: str, club: Club, organizer: Client) -> None:
    send(organizer, old_file, [])
    assert club.nights.get(name="Week 2").entries.filter(name=NAME).exists()


def test_the_command_writes_nothing_before_it_is_told(
    old_file: str, club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_module("tally.management.commands.import"), "prepare_database", lambda: "")
    file = tmp_path / "old.json"
    file.write_text(old_file)
    for arguments, sentence in (
        ([], rf"the club does not know {NAME}: .* Nothing was written\. Name who was erased"),
        (["--former", "Nobody"], "Nobody of this file who would be new to the club is called Nobody"),
    ):
        with nothing_changes(), pytest.raises(CommandError, match=sentence):
            call_command("import", str(file), *arguments)
    call_command("import", str(file), "--former", NAME.lower())
    assert NAME not in club_archive(club) and club.nights.count() == 2
    empty_database()
    call_command("import", str(file), "--former", NAME)
    assert NAME not in club_archive(Club.objects.get()), "also where the whole club is new"


def test_the_command_keeps_the_names_when_it_is_told_so(
    old_file: str, club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_module("tally.management.commands.import"), "prepare_database", lambda: "")
    (tmp_path / "old.json").write_text(old_file)
    call_command("import", str(tmp_path / "old.json"), "--keep-names")
    assert club.players.filter(name=NAME).exists()


def test_the_file_is_overwritten_after_a_name_came_in_without_it(
    old_file: str, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[bool] = []
    monkeypatch.setattr("tally.archive.importing.overwrite_deleted", lambda: done.append(True) or True)
    archive = read_archive(old_file.encode())
    former = {plan_import(archive, club).new_names[0].number}
    assert import_archive(archive=archive, club=club, former=former).overwritten
    assert len(done) == 1
    assert import_archive(archive=archive, club=club).overwritten and len(done) == 1, "nobody came in without a name"


@pytest.mark.parametrize("overwritten", [True, False])
def test_the_page_and_the_command_say_where_the_file_may_still_have_the_name(
    old_file: str, club: Club, organizer: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, overwritten: bool
) -> None:
    monkeypatch.setattr("tally.archive.importing.overwrite_deleted", lambda: overwritten)
    monkeypatch.setattr("tournament.views.erasing.has_file", lambda: True)
    monkeypatch.setattr(import_module("tally.management.commands.import"), "prepare_database", lambda: "")
    number = plan_import(read_archive(old_file.encode()), club).new_names[0].number
    _, said = send(organizer, old_file, [str(number)])
    assert "Imported. New: 1 person, 1 night." in said
    assert ("the database’s file may still have it" in said) is not overwritten
    assert ("Overwrite them now" in said) is not overwritten
    empty_database()
    (tmp_path / "old.json").write_text(old_file)
    written = StringIO()
    call_command("import", str(tmp_path / "old.json"), "--former", NAME, stdout=written)
    assert ("/club/people/overwrite/" in written.getvalue()) is not overwritten
