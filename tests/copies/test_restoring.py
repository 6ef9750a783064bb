"""Going on from a copy: on another laptop, at the next start, and after the file was damaged."""

from __future__ import annotations

import os
import re
import shlex
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone

from tests.copies.conftest import damage, database_in, hands_in
from tests.support.commands import failure_sentence, run_manage
from tests.support.databases import needs_file
from tests.support.hall_server import Hall
from tests.support.http_visitor import Visitor, open_one_table, paired_visitor, press_results
from tournament.copies.keeper import CopyKeeper
from tournament.copies.making import require_whole
from tournament.copies.places import copies_in, first_place
from tournament.copies.restoring import restore, restore_at_next_start
from tournament.management.commands.backup import typed
from tournament.people.errors import Refused
from tournament.server.cannot_start import CannotStart
from tournament.server.hall import go_on_from_chosen_copy, require_whole_database

PLAYERS = ("Ann", "Bob", "Carla", "Dan")


@pytest.mark.long
@needs_file
def test_another_laptop_goes_on_from_the_stick_and_events_go_on_beyond_what_phones_have_seen(
    hall: Hall, tmp_path: Path
) -> None:
    _, codes = open_one_table(hall, PLAYERS)
    press_results(paired_visitor(hall, codes[1]), "NS:5", "EW:3-4")
    stick = tmp_path / "stick.sqlite3"
    done = run_manage(tmp_path, "backup", str(stick))
    assert done.returncode == 0, done.stderr
    assert "running already" in failure_sentence(run_manage(tmp_path, "restore", str(stick)))
    before, newest = hall.export(), newest_event(tmp_path / "night.sqlite3")
    hall.kill(signal.SIGKILL)
    other = tmp_path / "other laptop"
    done = run_manage(other, "restore", str(stick))
    assert done.returncode == 0, done.stderr
    hall.env |= {"EUCHRE_DATA": str(other), "DATABASE_URL": f"sqlite:///{other / 'night.sqlite3'}"}
    hall.start()
    assert hall.export() == before
    organizer = Visitor(hall, hall.organizer_path)
    assert "went on from the copy of" in organizer.page.text
    organizer.follow("Players").press("Let all phones scan again")
    code = re.search(r"type ([A-Z0-9]{4}-[A-Z0-9]{4})", organizer.open("?codes=1").page.text)
    assert code, organizer.page.text
    phone = Visitor(hall, f"/J/{code[1].replace('-', '')}").follow("Carla")
    press_results(phone.press("Yes, that’s me"), "NS:3-4")
    assert newest_event(other / "night.sqlite3") > newest + 1_000_000


def newest_event(database: Path) -> int:
    """The id of the newest event."""
    with closing(sqlite3.connect(database)) as opened:
        return int(opened.execute("SELECT max(id) FROM tournament_event").fetchone()[0])


@pytest.mark.long
@needs_file
def test_the_command_that_goes_on_from_a_copy_may_be_typed_as_it_is_printed(tmp_path: Path) -> None:
    database_in(tmp_path)
    done = run_manage(tmp_path, "backup", str(tmp_path / "Ann's copy $1.sqlite3"))
    assert done.returncode == 0, done.stderr
    _, command = done.stdout.split("To go on from it: ")
    program, *arguments = shlex.split(command)
    assert program == "manage.py"
    assert run_manage(tmp_path / "other laptop", *arguments).returncode == 0


@pytest.mark.parametrize(
    ("system", "name", "printed"),
    [
        ("posix", "/media/STICK/copy.sqlite3", "/media/STICK/copy.sqlite3"),
        ("posix", "/media/MY STICK/copy.sqlite3", "'/media/MY STICK/copy.sqlite3'"),
        ("nt", r"E:\copy-1.sqlite3", r"E:\copy-1.sqlite3"),
        ("nt", r"C:\Users\Pat Low\copy.sqlite3", r'"C:\Users\Pat Low\copy.sqlite3"'),
        ("nt", r"C:\R&D\copy.sqlite3", r'"C:\R&D\copy.sqlite3"'),
    ],
)
def test_a_files_name_is_one_word_in_the_terminal_of_each_system(
    system: str, name: str, printed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = PureWindowsPath(name) if system == "nt" else PurePosixPath(name)
    with monkeypatch.context() as there:
        there.setattr(os, "name", system)
        said = typed(file)
    assert said == printed


@pytest.mark.long
@needs_file
def test_a_night_that_runs_makes_copies_by_itself(hall: Hall, tmp_path: Path) -> None:
    open_one_table(hall, PLAYERS)
    hall.kill(signal.SIGINT)
    copies = copies_in(tmp_path / "copies")
    assert copies, "one when it was stopped"
    with closing(sqlite3.connect(copies[0].file)) as copy:
        assert copy.execute("SELECT count(*) FROM tournament_entry").fetchone() == (4,)


def test_what_was_there_is_kept_aside_with_its_log(kept: CopyKeeper) -> None:
    kept.copy()
    with closing(sqlite3.connect(kept.database)) as later:
        later.execute("INSERT INTO hand VALUES ('later')")
        later.commit()
        aside = restore(copies_in(first_place())[0].file, kept.database)  # the log has not been moved into the file yet
    assert aside
    assert (hands_in(kept.database), hands_in(aside)) == (500, 501)


class Interrupted(BaseException):
    """The laptop is switched off."""


def test_wherever_it_is_interrupted_the_database_is_whole_and_of_before_or_of_the_copy(
    kept: CopyKeeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = ["unlink", "rename", "replace", "hardlink_to"]
    kept.copy()
    copy = copies_in(first_place())[0].file
    left = 0

    def count_down(done: Callable[..., Any]) -> Callable[..., Any]:
        def step(*arguments: Any, **more: Any) -> Any:
            nonlocal left
            left -= 1
            if left == 0:
                raise Interrupted
            return done(*arguments, **more)

        return step

    for step in steps:
        monkeypatch.setattr(Path, step, count_down(getattr(Path, step)))
    found = []
    for moment in range(1, 20):
        with closing(sqlite3.connect(kept.database)) as later:
            later.execute("INSERT INTO hand VALUES ('later')")
            later.commit()
            before, left = hands_in(kept.database), moment
            try:
                restore(copy, kept.database)
            except Interrupted:
                require_whole(kept.database)
                found.append(hands_in(kept.database) == before)
                assert found[-1] or hands_in(kept.database) == 500
            else:
                break
    assert found[0] and len(found) > 2, "it was interrupted at each of its steps"
    assert hands_in(kept.database) == 500


def test_events_go_on_far_ahead_of_the_copys(kept: CopyKeeper) -> None:
    kept.copy()
    restore(copies_in(first_place())[0].file, kept.database)
    with closing(sqlite3.connect(kept.database)) as database:
        (id_,) = database.execute("INSERT INTO tournament_event DEFAULT VALUES RETURNING id").fetchone()
    assert id_ > 1_000_000


def test_the_log_of_each_night_in_play_says_from_which_copy_it_goes_on(kept: CopyKeeper) -> None:
    kept.copy()
    copy = copies_in(first_place())[0].file
    made_at = datetime(2026, 11, 23, 20, 41, tzinfo=timezone.get_current_timezone()).timestamp()
    os.utime(copy, (made_at, made_at))
    restore(copy, kept.database)
    with closing(sqlite3.connect(kept.database)) as database:
        lines = database.execute("SELECT night_id, actor, text FROM tournament_logentry").fetchall()
    assert lines == [(1, "The laptop", "went on from the copy of November 23, 2026, 8:41 PM")]


def test_that_line_is_no_earlier_than_the_newest_one_of_a_night_in_play(kept: CopyKeeper) -> None:
    lines = [(1, "2099-11-24 20:10:00"), (1, "2099-11-24 19:41:30.250000"), (2, "2099-12-01 20:00:00")]
    with closing(sqlite3.connect(kept.database)) as database, database:
        database.executemany("INSERT INTO tournament_logentry (night_id, at) VALUES (?, ?)", lines)
    kept.copy()
    restore(copies_in(first_place())[0].file, kept.database)
    with closing(sqlite3.connect(kept.database)) as database:
        (at,) = database.execute("SELECT at FROM tournament_logentry WHERE actor = 'The laptop'").fetchone()
    assert at == "2099-11-24 19:41:30.250000", "so the next start knows that the clock was set back"


def newer(file: Path) -> None:
    with closing(sqlite3.connect(file)) as database:
        database.execute("INSERT INTO django_migrations VALUES ('tournament', '9999_of_next_year')")
        database.commit()


def of_another_program(file: Path) -> None:
    with closing(sqlite3.connect(file)) as database:
        database.execute("DROP TABLE django_migrations")
        database.commit()


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (Path.unlink, "There is no file"),
        (damage, "damaged"),
        (newer, "newer Euchre Night"),
        (of_another_program, "no database of Euchre Night"),
        (lambda file: file.write_bytes(b"a letter to a friend, far longer than a hundred bytes" * 9), "not a database"),
        (lambda file: file.write_bytes(b""), "no database of Euchre Night"),
    ],
)
def test_a_file_that_is_no_good_copy_is_refused_and_changes_nothing(
    kept: CopyKeeper, tmp_path: Path, spoil: Callable[[Path], object], sentence: str
) -> None:
    (tmp_path / "letters").mkdir()
    file = database_in(tmp_path / "letters")
    spoil(file)
    before = {path.name: path.read_bytes() for path in kept.database.parent.iterdir()}
    with pytest.raises(Refused, match=sentence):
        restore(file, kept.database)
    assert {path.name: path.read_bytes() for path in kept.database.parent.iterdir()} == before


@needs_file
def test_the_next_start_goes_on_from_the_chosen_copy_once(kept: CopyKeeper, monkeypatch: pytest.MonkeyPatch) -> None:
    at_start(kept, monkeypatch)
    kept.copy()
    copy = copies_in(first_place())[0].file
    assert go_on_from_chosen_copy() is None
    restore_at_next_start(copy)
    restored = go_on_from_chosen_copy()
    assert restored and restored[0] == copy and restored[1]
    assert go_on_from_chosen_copy() is None


@needs_file
def test_a_damaged_database_is_not_started_with_and_the_last_good_copy_is_offered(
    kept: CopyKeeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_start(kept, monkeypatch)
    kept.copy()
    require_whole_database()
    damage(kept.database)
    copy = copies_in(first_place())[0].file
    with pytest.raises(Refused, match=r"damaged.*The last safe copy is of") as refused:
        require_whole_database()
    assert str(refused.value).endswith(f'manage.py restore "{copy}"')
    cannot = refused.value
    assert isinstance(cannot, CannotStart) and cannot.copy and cannot.copy.file == copy
    assert "Press the button" in cannot.by_shortcut and "manage.py" not in cannot.by_shortcut
    newer = copy.with_name(f"night-copy-000009-{copy.name.partition('-copy-')[2][7:]}")
    newer.write_text("no copy")
    with pytest.raises(CannotStart) as again:
        require_whole_database()
    assert again.value.copy and again.value.copy.file == copy, "a damaged copy is not offered"


def at_start(kept: CopyKeeper, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process start a night with the keeper's database."""
    monkeypatch.setitem(settings.DATABASES["default"], "NAME", str(kept.database))
