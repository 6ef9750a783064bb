"""The wheel has all that the program needs, plays a night away from the checkout, and is replaced by a later one.

The packages that it needs are those of the tests' own environment; `test_from_nothing.py` installs them as well.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from tests.support.http_visitor import Visitor, pair_phones, play_hand, sign_game, start_night
from tests.support.installed_program import (
    NEXT_VERSION,
    Environment,
    InstalledHall,
    build,
    files_of_checkout,
    files_of_wheel,
    next_version,
    unpacked,
)
from tests.support.scorebook import HANDS, Scorebook, compare_export, compare_standings
from tournament.file_versions import program_version
from tournament.installation import program_number

pytestmark = pytest.mark.skipif(
    connection.vendor != "sqlite", reason="once is enough: an installed program starts on SQLite"
)
MOST_BYTES = 3_000_000
PLAYERS = 8
UPGRADED_AFTER = 3  # games


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment in which the wheel is installed."""
    made = Environment.with_tests_packages(tmp_path_factory.mktemp("installed"))
    made.install(wheel)
    return made


@pytest.fixture
def hall(environment: Environment, tmp_path: Path) -> Iterator[InstalledHall]:
    """A hall of the installed program, not started yet."""
    hall = InstalledHall.of(environment, tmp_path)
    yield hall
    hall.kill()


def test_the_wheel_has_every_file_of_the_program_and_no_other(wheel: Path) -> None:
    ours, there = files_of_checkout(), files_of_wheel(wheel)
    assert sorted(there) == sorted(ours)
    assert [name for name in ours if there[name] != ours[name]] == []
    for kind in (
        "templates/.+html",
        "static/.+css",
        "static/.+js",
        "fixtures/charts/.+txt",
        "migrations/0",
        "formats/",
    ):
        assert any(re.search(kind, name) for name in there), kind
    assert wheel.stat().st_size <= MOST_BYTES


@pytest.mark.long
def test_a_source_distribution_builds_the_same_wheel(tmp_path: Path) -> None:
    sdist = build("sdist", tmp_path / "sdist")
    wheel = build("wheel", tmp_path / "wheel", unpacked(sdist, tmp_path / "unpacked"))
    assert files_of_wheel(wheel) == files_of_checkout()


@pytest.mark.long
def test_the_installed_program_is_not_the_checkout(environment: Environment, tmp_path: Path) -> None:
    where = environment.run("python", "-c", "import tournament, tally; print(tournament.__file__, tally.__file__)")
    assert all(Path(path).is_relative_to(environment.folder) for path in where.split())
    assert environment.run("euchre-night", "--version", home=tmp_path) == f"euchre-night {program_number()}\n"
    said = environment.run("euchre-night", "help", "backup", home=tmp_path)
    assert "euchre-night restore FILE" in " ".join(said.split()) and "manage.py" not in said
    assert "--skip-checks" not in said
    assert not any(tmp_path.iterdir()), "a list and a version make no folder"


@pytest.mark.long
def test_the_installed_program_has_the_versions_of_the_checkout(environment: Environment, tmp_path: Path) -> None:
    says = "from django.conf import settings; from tournament.file_versions import program_version; "
    says += "print(settings.STATIC_URL, program_version())"
    said = environment.run("euchre-night", "shell", "--verbosity", "0", "--command", says, home=tmp_path)
    assert said.split() == [settings.STATIC_URL, program_version()]


@pytest.mark.long
def test_a_night_goes_on_after_the_next_version_is_installed(
    tmp_path: Path, wheel: Path, hall: InstalledHall, environment: Environment
) -> None:
    later = build("wheel", tmp_path / "later", next_version(tmp_path / "source"))
    hall.start()
    chart = json.loads(hall.manage("movement", "--players", str(PLAYERS), "--format", "json"))
    book = Scorebook(chart["rounds"], random.Random(8))
    organizer, phones = start_night(hall, PLAYERS), pair_phones(hall, PLAYERS)
    check_static_files(organizer)
    play(phones, book, UPGRADED_AFTER)
    before = hall.export()
    backup = tmp_path / "backup.sqlite3"
    said = hall.manage("backup", str(backup)).decode()
    assert said.endswith(f"To go on from it: euchre-night restore {backup}\n")
    hall.kill()
    try:
        environment.install(later)
        assert environment.run("euchre-night", "version", home=tmp_path) == f"euchre-night {NEXT_VERSION}\n"
        hall.start()
        assert "brought up to date, in one step." in hall.output, hall.output
        copy = re.search(r"a copy of it before is (.+)", hall.output)
        assert copy and Path(copy[1]).is_file() and Path(copy[1]).is_relative_to(tmp_path / ".local/share/euchre-night")
        assert hall.export() == before
        play(phones, book, len(book.rounds))
        close_and_compare(hall, organizer, book)
        hall.kill()
        hall.manage("restore", str(backup))
        hall.start()
        assert hall.export() == before, "the backup is of before the upgrade"
    finally:
        hall.kill()
        environment.install(wheel)


def check_static_files(visitor: Visitor) -> None:
    """Check that the styles, scripts and pictures that a page names are served."""
    named = set(re.findall(r'(?:href|src)="(/static/[^"#]+)', visitor.body.decode()))
    assert {Path(name).suffix for name in named} >= {".css", ".js"}
    for name in named:
        status = visitor.exchange("GET", name, None, {})[0].status
        assert status == 200, name


def play(phones: dict[int, Visitor], book: Scorebook, games: int) -> None:
    """Play and sign all games up to this one."""
    while ready := [(game, table) for game, table in book.ready_games() if game <= games]:
        game, table = book.chance.choice(ready)
        if len(book.hands.get((game, table), [])) < HANDS:
            play_hand(phones, book, game, table)
        else:
            sign_game(phones, book, game, table)


def close_and_compare(hall: InstalledHall, organizer: Visitor, book: Scorebook) -> None:
    """Close the night, and compare its standings and its export with the scorebook."""
    organizer.open(hall.organizer_path).follow("Close the night").press("Close the night")
    organizer.press("Show everybody everything now").follow("Final standings")
    compare_standings(book, organizer.page.rows)
    compare_export(book, hall.export())
