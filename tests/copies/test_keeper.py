"""When copies are made, where they go, and what the board says where one fails."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format, time_format
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.copies.conftest import damage, hands_in
from tests.support.clocks import log_texts
from tests.support.markup import compact
from tests.support.night import ORGANIZER, phone_of
from tournament.club.erasing import erase_player
from tournament.club.regulars import add_regular
from tournament.copies import keeper as keepers
from tournament.copies import making
from tournament.copies.keeper import EVERY, CopyKeeper
from tournament.copies.places import (
    DAYS,
    NEWEST,
    QUARTERS,
    Copy,
    choose_second_place,
    copies_in,
    first_place,
    next_file,
    worth_keeping,
)
from tournament.copies.restoring import restore_at_next_start
from tournament.models import Night
from tournament.night.bell import ring_bell
from tournament.night.lifecycle import close_night
from tournament.people.errors import Refused


def something_happens(night: Night) -> None:
    """Let a phone join: one more event."""
    number = night.entries.exclude(phones__isnull=False).order_by("number").values_list("number", flat=True)[0]
    phone_of(night, number)
    night.events.create(topics="board")


def test_copies_are_made_every_few_minutes_in_which_something_happened(kept: CopyKeeper, night: Night) -> None:
    seconds = 0.0
    kept.seconds = lambda: seconds
    assert kept.copy_if_due(), "the first one as soon as the server runs"
    assert not kept.copy_if_due()
    something_happens(night)
    seconds = EVERY - 1
    assert not kept.copy_if_due(), "not yet"
    seconds = EVERY
    assert kept.copy_if_due()
    seconds = 9 * EVERY
    assert not kept.copy_if_due(), "nothing happened"
    assert len(copies_in(first_place())) == 2


def test_at_start_the_board_tells_of_the_newest_copy_that_is_there(
    kept: CopyKeeper, night: Night, organizer: Client, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose_second_place(str(stick))
    kept.copy()
    board = f"/n/{night.slug}/board/"
    for place, age in ((first_place(), timedelta()), (stick, timedelta(days=2))):
        made_at = timezone.now() - age
        os.utime(copies_in(place)[0].file, (made_at.timestamp(), made_at.timestamp()))
        started = CopyKeeper(kept.database)
        monkeypatch.setattr(keepers, "_keeper", started)
        assert "No safe copy yet" in organizer.get(board).content.decode()
        started.find_copies()
        day = f"{date_format(timezone.localtime(made_at))}, " if age else ""
        expected = f"Safe copy {day}{time_format(timezone.localtime(made_at))}"
        assert expected in compact(organizer.get(board).content.decode())
        for copy in copies_in(first_place()):
            copy.file.unlink()


def test_a_bell_makes_a_copy_at_once(kept: CopyKeeper, night: Night) -> None:
    kept.copy()
    ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER)
    assert kept.copy_if_due() and not kept.copy_if_due()


def test_closing_makes_a_copy_at_once(kept: CopyKeeper, night: Night) -> None:
    kept.copy()
    close_night(night=night, who=ORGANIZER)
    assert kept.copy_if_due() and not kept.copy_if_due()


def test_stopping_makes_a_copy_of_what_happened_since(kept: CopyKeeper, night: Night) -> None:
    kept.copy_if_changed()
    kept.copy_if_changed()
    assert len(copies_in(first_place())) == 1
    something_happens(night)
    kept.copy_if_changed()
    assert len(copies_in(first_place())) == 2


def test_the_newest_copies_are_kept_and_nothing_else_is_removed(kept: CopyKeeper, stick: Path) -> None:
    choose_second_place(str(stick))
    (stick / "somebody’s own.sqlite3").touch()
    for _ in range(NEWEST + 3):
        kept.copy()
    for place in (first_place(), stick):
        numbers = [copy.number for copy in copies_in(place)]
        assert numbers[:NEWEST] == list(range(NEWEST + 3, 3, -1))
        assert len(numbers) <= NEWEST + 1, "older ones of a quarter hour are removed; one may have ended meanwhile"
    assert hands_in(copies_in(stick)[0].file) == 500
    assert (stick / "somebody’s own.sqlite3").exists()


def test_a_dozen_copies_in_a_minute_remove_none_of_an_hour_ago_or_of_yesterday(kept: CopyKeeper) -> None:
    kept.copy()
    kept.copy()
    hour_old, day_old = copies_in(first_place())
    for copy, age in ((hour_old, timedelta(hours=1)), (day_old, timedelta(days=1))):
        made_at = (timezone.now() - age).timestamp()
        os.utime(copy.file, (made_at, made_at))
    for _ in range(12):
        kept.copy()
    assert {hour_old.number, day_old.number} < {copy.number for copy in copies_in(first_place())}


def test_the_copy_that_the_next_start_goes_on_from_is_kept(kept: CopyKeeper) -> None:
    kept.copy()
    chosen = copies_in(first_place())[0].file
    restore_at_next_start(chosen)
    for _ in range(NEWEST + 2):
        kept.copy()
    assert chosen.exists()


@settings(deadline=None)
@given(st.lists(st.sampled_from([0, 1, 3, 14, 40, 700, 2000]), max_size=60))
def test_copies_of_earlier_quarter_hours_and_days_outlive_any_number_of_newer_ones(minutes: list[int]) -> None:
    now, made, there = datetime(2026, 11, 24, 19, tzinfo=UTC), list[Copy](), list[Copy]()
    for number, later in enumerate(minutes):
        now += timedelta(minutes=later)
        made.insert(0, Copy(Path(str(number)), number, now))
        there = worth_keeping([made[0], *there])
        assert there[:NEWEST] == made[:NEWEST], "the newest are always kept"
        assert len(there) <= NEWEST + QUARTERS + DAYS
    for span, most in ((timedelta(minutes=15), QUARTERS), (timedelta(days=1), DAYS)):
        assert newest_of_each(span, made)[:most] == newest_of_each(span, there)[:most]


def newest_of_each(span: timedelta, copies: list[Copy]) -> list[Copy]:
    """The newest copy of each quarter hour, or day."""
    return list({copy.made_at.timestamp() // span.total_seconds(): copy for copy in reversed(copies)}.values())[::-1]


def test_what_an_interrupted_copy_has_left_is_removed_with_the_next(kept: CopyKeeper) -> None:
    first_place().mkdir()
    for ending in ("", "-journal"):
        (first_place() / f"night-copy-000001-2026-11-24-190000.sqlite3.partial{ending}").touch()
    kept.copy()
    assert list(first_place().iterdir()) == [copies_in(first_place())[0].file]


def test_a_clock_that_was_set_back_makes_no_copy_old(kept: CopyKeeper) -> None:
    kept.copy()
    earlier = next_file(first_place(), timezone.now() - timedelta(days=400))
    earlier.touch()
    assert copies_in(first_place())[0].file == earlier


def test_a_stick_that_is_out_is_asked_for_on_the_board_until_it_is_in_again(
    kept: CopyKeeper, night: Night, organizer: Client, stick: Path
) -> None:
    choose_second_place(str(stick))
    kept.copy()
    stick.rename(stick.with_name("in a pocket"))
    kept.copy()
    kept.copy()
    board = organizer.get(f"/n/{night.slug}/board/").content.decode()
    needed = f"<li><span>The folder {stick} is not there. Is the stick in?</span>"
    assert needed in board
    assert "Safe copy" in board, "the laptop's own was made"
    stick.with_name("in a pocket").rename(stick)
    kept.copy()
    assert needed not in organizer.get(f"/n/{night.slug}/board/").content.decode()
    said = [text.split(":")[0] for text in log_texts(night) if " made " in text]
    assert sorted(said) == ["are made again", "cannot be made everywhere"], "once when it begins, once when it is over"


def test_a_damaged_database_makes_no_copy_and_removes_none(kept: CopyKeeper) -> None:
    kept.copy()
    good = copies_in(first_place())
    damage(kept.database)
    kept.copy()
    assert copies_in(first_place()) == good and "damaged" in kept.all_problems[0]


def test_a_disk_that_is_nearly_full_is_said(kept: CopyKeeper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keepers, "LEAST_FREE", 10**18)
    kept.copy()
    assert any("free on this laptop’s disk" in problem for problem in kept.all_problems)
    assert len(copies_in(first_place())) == 1, "a copy is made nevertheless"


def sqlite_is_full() -> None:
    """Write to a database until it may take no more."""
    with closing(sqlite3.connect(":memory:")) as database:
        database.execute("PRAGMA max_page_count = 1")
        database.execute("CREATE TABLE hand (text)")


def disk_is_full() -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.fixture(params=[sqlite_is_full, disk_is_full])
def small_stick(kept: CopyKeeper, stick: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Path:
    """A second place with room for three copies and a half."""
    capacity, real = kept.database.stat().st_size * 7 // 2, shutil.disk_usage

    def used() -> int:
        return sum(file.stat().st_size for file in stick.iterdir())

    def fill(partial: Path) -> None:
        if partial.parent == stick and used() > capacity:
            request.param()

    def usage(folder: Path) -> object:
        return SimpleNamespace(free=max(0, capacity - used())) if folder == stick else real(folder)

    monkeypatch.setattr(making, "_reach_the_disk", fill)
    monkeypatch.setattr(shutil, "disk_usage", usage)
    choose_second_place(str(stick))
    return stick


def grow(database: Path, times: int) -> None:
    """Add to a database until it is so many times as large."""
    with closing(sqlite3.connect(database)) as opened, opened:
        opened.executemany("INSERT INTO hand VALUES (?)", [("x" * 500,)] * (500 * (times - 1)))


def test_a_stick_that_is_full_of_copies_gets_a_new_one_for_its_oldest(kept: CopyKeeper, small_stick: Path) -> None:
    for _ in range(5):
        kept.copy()
    assert [copy.number for copy in copies_in(small_stick)] == [5, 4, 3] and not kept.all_problems


def test_the_copy_that_the_next_start_goes_on_from_makes_no_room(kept: CopyKeeper, small_stick: Path) -> None:
    for _ in range(3):
        kept.copy()
    restore_at_next_start(copies_in(small_stick)[-1].file)
    kept.copy()
    assert [copy.number for copy in copies_in(small_stick)] == [4, 3, 1] and not kept.all_problems


def test_as_many_of_the_oldest_copies_as_a_larger_one_needs_make_room(kept: CopyKeeper, small_stick: Path) -> None:
    for _ in range(3):
        kept.copy()
    grow(kept.database, 2)
    kept.copy()
    assert [copy.number for copy in copies_in(small_stick)] == [4, 3] and not kept.all_problems


def test_old_copies_stay_where_no_number_of_them_makes_room(kept: CopyKeeper, small_stick: Path) -> None:
    for _ in range(3):
        kept.copy()
    grow(kept.database, 4)
    for _ in range(3):
        kept.copy()
    assert [copy.number for copy in copies_in(small_stick)] == [3, 2, 1]
    assert kept.all_problems[0].startswith(f"No copy could be made in {small_stick}: ")


def test_what_an_interrupted_copy_left_makes_room_before_an_old_one(kept: CopyKeeper, small_stick: Path) -> None:
    for _ in range(2):
        kept.copy()
    (small_stick / "night-copy-000003-2026-11-26-200000.sqlite3.partial").write_bytes(kept.database.read_bytes())
    kept.copy()
    assert [copy.number for copy in copies_in(small_stick)] == [3, 2, 1] and not kept.all_problems


def test_erasing_somebody_removes_the_copies_that_have_the_name(kept: CopyKeeper, night: Night, stick: Path) -> None:
    choose_second_place(str(stick))
    kept.copy()
    nora = add_regular(club=night.club, name="Nora Never")
    erase_player(player=nora, typed_name="Nora Never", who=ORGANIZER)
    assert not copies_in(first_place()) and not copies_in(stick)
    assert kept.copy_if_due(), "new ones follow at once"


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("copies", "whole path"),
        ("/no/such/folder", "There is no folder /no/such/folder. Is the stick in?"),
        ("{first}", "would not survive"),
        ("{first.parent}", "would not survive"),
        ("{first.parent}/../data/copies", "would not survive"),
        ("~nosuchuser/x", "whole path"),
        pytest.param("/" + 300 * "a", "cannot be opened: File name too long", id="long name"),
        pytest.param("/" + 3000 * "a/", "cannot be opened: File name too long", id="long path"),
    ],
)
def test_a_second_place_that_will_not_do_is_refused(kept: CopyKeeper, stick: Path, typed: str, sentence: str) -> None:
    kept.copy()
    choose_second_place(str(stick))
    with pytest.raises(Refused, match=sentence):
        choose_second_place(typed.format(first=first_place()))
    kept.copy()
    assert len(copies_in(stick)) == 1, "the place from before stays"
