"""The page of safe copies: seen and used by the organizer of the laptop's own club, and nobody else."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import quote

import pytest
from django.test import Client

from tests.copies.conftest import hands_in
from tests.support.markup import compact
from tests.support.night import phone_of
from tests.support.strangers import another_clubs_organizer, check_refused, strangers
from tests.support.url_table import COPY_CHANGES
from tournament.copies.keeper import CopyKeeper
from tournament.copies.places import choose_second_place, chosen_for_next_start, copies_in, first_place, second_place
from tournament.copies.restoring import restore
from tournament.models import Night

PAGE = "/club/copies/"


def test_the_organizer_makes_copies_here_and_on_a_stick(
    kept: CopyKeeper, organizer: Client, night: Night, stick: Path
) -> None:
    assert "There is no copy yet." in organizer.get(PAGE).content.decode()
    answer = organizer.post(f"{PAGE}make/", follow=True)
    assert "A copy was made just now." in answer.content.decode()
    answer = organizer.post(f"{PAGE}place/", {"folder": str(stick)}, follow=True)
    page = answer.content.decode()
    assert f"Copies go to {stick} as well." in page and "On a USB stick" not in page, "it may be any folder"
    assert hands_in(copies_in(stick)[0].file) == 500
    answer = organizer.post(f"{PAGE}place/", {"folder": ""}, follow=True)
    assert second_place() is None and "beside the night only" in answer.content.decode()


def test_another_laptop_takes_the_nights_copy_from_the_stick_as_help_tells(
    kept: CopyKeeper, organizer: Client, night: Night, stick: Path, tmp_path: Path
) -> None:
    kept.copy()
    of_the_night = stick / "night-copy-000042-2026-11-23-204100.sqlite3"
    copies_in(first_place())[0].file.rename(of_the_night)
    page = organizer.post(f"{PAGE}place/", {"folder": str(stick)}, follow=True).content.decode()
    listed = re.findall(r'<option value="([^"]+)"', page.partition(f'<optgroup label="{stick}">')[2])
    assert listed[1] == str(of_the_night), "the first of the stick is the copy that was made just now"
    organizer.post(f"{PAGE}go-back/", {"copy": listed[1]})
    assert chosen_for_next_start() == of_the_night


def test_a_wrong_folder_comes_back_with_what_was_typed(kept: CopyKeeper, organizer: Client, night: Night) -> None:
    answer = organizer.post(f"{PAGE}place/", {"folder": "/no/<such> folder"})
    page = answer.content.decode()
    assert answer.status_code == 400
    assert "There is no folder /no/&lt;such&gt; folder" in page and 'value="/no/&lt;such&gt; folder"' in page


def test_on_a_full_disk_a_choice_is_refused_with_a_sentence_and_nothing_changes(
    kept: CopyKeeper, organizer: Client, night: Night, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.copy()
    choose_second_place(str(stick))
    file = copies_in(first_place())[0].file
    other = stick.with_name("other")
    other.mkdir()

    def write_nothing(path: Path, text: str, encoding: str | None = None) -> None:
        path.touch()
        path.open("w").close()
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", write_nothing)
    answer = organizer.post(f"{PAGE}place/", {"folder": str(other)})
    assert answer.status_code == 400 and "No space left on device. Nothing has changed." in answer.content.decode()
    assert second_place() == stick
    answer = organizer.post(f"{PAGE}go-back/", {"copy": str(file)})
    assert answer.status_code == 409 and "No space left on device" in answer.content.decode()
    assert chosen_for_next_start() is None


def test_going_back_asks_first_waits_for_the_next_start_and_can_be_taken_back(
    kept: CopyKeeper, organizer: Client, night: Night
) -> None:
    kept.copy()
    file = copies_in(first_place())[0].file
    assert re.search(r"<option[^>]*>[^<]+, \d+:\d\d:\d\d [AP]M\s*</option>", organizer.get(PAGE).content.decode())
    asked = organizer.get(f"{PAGE}go-back/?copy={quote(str(file))}").content.decode()
    assert "Go back to the copy of" in asked and chosen_for_next_start() is None
    page = organizer.post(f"{PAGE}go-back/", {"copy": str(file)}, follow=True).content.decode()
    assert "Now stop the night, and start it again" in page and chosen_for_next_start() == file
    organizer.post(f"{PAGE}go-back/", {"copy": ""})
    assert chosen_for_next_start() is None


def test_only_a_copy_of_the_list_can_be_gone_back_to(kept: CopyKeeper, organizer: Client, night: Night) -> None:
    kept.copy()
    answer = organizer.post(f"{PAGE}go-back/", {"copy": str(kept.database)})
    assert answer.status_code == 409 and "not there anymore" in answer.content.decode()
    assert organizer.get(f"{PAGE}go-back/?copy=/etc/passwd").status_code == 302
    assert chosen_for_next_start() is None


def test_who_erases_a_name_sees_which_files_beside_the_database_still_have_it(
    kept: CopyKeeper, organizer: Client, night: Night
) -> None:
    address = f"/club/people/{night.club.players.create(name='Nora Quinn').pk}/erase/"
    assert "Delete these by hand" not in organizer.get(address).content.decode()
    kept.copy()
    aside = restore(copies_in(first_place())[0].file, kept.database)
    assert aside
    log = aside.with_name(f"{aside.name}-wal")  # a damaged database keeps its log
    log.touch()
    page = organizer.get(address).content.decode()
    assert "Delete these by hand" in page and re.findall(r"[^<>]+before-restore[^<>]+", page) == [str(aside), str(log)]


@pytest.mark.parametrize(("path", "form"), COPY_CHANGES)
def test_nobody_else_changes_copies(
    kept: CopyKeeper, night: Night, stick: Path, path: str, form: dict[str, str]
) -> None:
    check_refused(strangers(night) | {"a player": phone_of(night, 5)}, path, form)
    assert not copies_in(first_place())


def test_another_clubs_organizer_sees_no_places(kept: CopyKeeper, night: Night) -> None:
    kept.copy()
    page = another_clubs_organizer(night).get(PAGE).content.decode()
    assert "only the organizer of the laptop’s own club" in compact(page) and str(first_place()) not in page


@pytest.mark.parametrize(("path", "form"), COPY_CHANGES)
def test_where_no_copies_are_kept_nothing_is_done(
    organizer: Client, night: Night, path: str, form: dict[str, str]
) -> None:
    answer = organizer.post(path, form)
    assert answer.status_code == 409 and "whoever hosts it makes the copies" in answer.content.decode()
