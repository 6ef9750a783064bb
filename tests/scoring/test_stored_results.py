"""What is stored of closed nights: it can be thrown away, is never shown when it is broken or old, and names nobody."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from datetime import date
from pathlib import Path
from random import Random
from shutil import rmtree
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import caches
from django.db import connection, transaction
from django.test import Client, TestCase
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tally.archive.importing import import_archive
from tally.archive.reading import read_archive
from tally.archive.writing import club_archive
from tally.loading import stored_results
from tally.loading.result_cache import forget_results
from tally.loading.results import club_results
from tally.loading.seasons import LoadedSeason
from tally.management.sample_club.filling import fill_club
from tally.models import Hand
from tally.scores.results import NightResult
from tally.scoring.corrections import correct_hand
from tests.support.night import ORGANIZER, read_result
from tests.support.row_snapshots import make_or_replay
from tests.support.whole_club import empty_database
from tournament.club.erasing import erase_player
from tournament.club.merging import merge_regulars, preview_merge
from tournament.models import Club, Entry, Night
from tournament.night.lifecycle import close_night, reopen_night
from tournament.people.errors import Refused

pytestmark = pytest.mark.usefixtures("short_searches")
committing = TestCase.captureOnCommitCallbacks


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> Path:
    """The folder in which results are stored, as the site stores them; this process remembers none."""
    from tournament.settings import CACHES

    folder = tmp_path / "data" / "results"
    settings.CACHES = CACHES | {
        "results": {
            "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
            "LOCATION": folder,
            "TIMEOUT": None,
        }
    }
    forget_results()
    return folder


@pytest.fixture
def club_of_nights(club: Club) -> Club:
    """A club with three closed nights, the first in another year, and a season of all."""

    def make() -> Club:
        fill_club(club=club, people=12, nights=3, seed=3, until=date(2026, 1, 13))
        assert {night.date.year for night in club.nights.all()} == {2025, 2026}
        club.seasons.create(name="Winter", first_day=date(2025, 12, 1), last_day=date(2026, 3, 1))
        return club

    make_or_replay("three nights of a sample club", make)
    return club


def read_again(club: Club) -> list[NightResult]:
    """The results as a process that has just started reads them."""
    forget_results()
    return club_results(club)


def added_up(club: Club, folder: Path) -> list[NightResult]:
    """The results added up hand by hand."""
    rmtree(folder, ignore_errors=True)
    return read_again(club)


def hands_read(read: Callable[[], object]) -> bool:
    """Whether something asks the database for hands."""
    with CaptureQueriesContext(connection) as captured:
        read()
    return any("tally_hand" in query["sql"] for query in captured.captured_queries)


@pytest.fixture
def stored(club_of_nights: Club, folder: Path) -> Club:
    """The club, its results stored and not remembered."""
    with committing(execute=True):
        club_results(club_of_nights)
    forget_results()
    return club_of_nights


def test_throwing_away_what_is_stored_changes_no_page(organizer: Client, stored: Club, folder: Path) -> None:
    season, night = stored.seasons.get(name="Winter"), stored.nights.latest("date")
    player = night.entries.people().first().player
    pages = [
        f"/club/seasons/{season.pk}/",
        reverse("season-player", args=[season.pk, player.pk]),
        f"/club/people/{player.pk}/",
        f"/club/people/{player.pk}/?game={night.variant}",
        "/club/records/",
        f"/n/{night.slug}/story/",
    ]

    def shown(page: str) -> str:
        answer = organizer.get(page)
        assert answer.status_code == 200, page
        return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", answer.content.decode())

    for page in pages:
        forget_results()
        of_files = shown(page)
        assert of_files == shown(page), "as this process remembers it"
        kept = folder.rename(folder.with_name("kept"))
        forget_results()
        assert shown(page) == of_files, "added up again"
        rmtree(folder, ignore_errors=True)
        kept.rename(folder)


def test_a_process_that_has_just_started_reads_no_hand_of_a_closed_night(stored: Club, folder: Path) -> None:
    results: list[NightResult] = []
    assert not hands_read(lambda: results.extend(read_again(stored)))
    assert hands_read(lambda: added_up(stored, folder))
    assert results == added_up(stored, folder) and len(results) == 3


def test_each_year_of_a_club_has_a_file_that_only_the_server_reads(stored: Club, folder: Path) -> None:
    assert len(list(folder.iterdir())) == 2
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}
    assert folder.stat().st_mode & 0o777 == 0o700


def test_the_files_name_nobody(stored: Club, folder: Path) -> None:
    text = b"".join(zlib.decompress(path.read_bytes().partition(b".")[2]) for path in folder.iterdir())
    names = {name for player in stored.players.all() for name in player.name.split()} | {stored.name}
    names |= set(stored.nights.values_list("name", flat=True)) | set(stored.nights.values_list("slug", flat=True))
    assert b"PlayerResult" in text and not [name for name in names if len(name) > 2 and name.encode() in text]


def test_a_damaged_file_costs_time_and_changes_nothing(stored: Club, folder: Path) -> None:
    first = read_again(stored)
    whole = {path: path.read_bytes() for path in folder.iterdir()}
    chance = Random(1)

    def read_damaged(damage: Callable[[bytes], bytes]) -> None:
        for path, content in whole.items():
            path.write_bytes(damage(content))
        assert read_again(stored) == first

    for broken in (b"", b"\0" * 500, b"not a cache", b"\x80\x05N." + zlib.compress(b"\x80\x05]."), b"\x80\x05N."):
        read_damaged(lambda _, broken=broken: broken)  # type: ignore[misc]
    for _ in range(10):
        at = chance.random()
        read_damaged(lambda content, at=at: content[: int(at * len(content))])  # type: ignore[misc]
        read_damaged(lambda content, at=at: _one_bit_off(content, int(at * len(content) * 8)))  # type: ignore[misc]
    for bit in range(0, 8 * 8, 3):
        read_damaged(lambda content, bit=bit: _one_bit_off(content, bit))  # type: ignore[misc]


def _one_bit_off(content: bytes, bit: int) -> bytes:
    changed = bytearray(content)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def correct(night: Night) -> None:
    """Open a night again, change its first hand, and close it."""
    reopen_night(night=night, who=ORGANIZER)
    hand = Hand.objects.filter(game__round__night=night).earliest("pk")
    record = read_result(night, "EW:5" if hand.record["maker_side"] == "NS" else "NS:5")
    correct_hand(game=hand.game, of=hand.pk, record=record, key=uuid4().hex, who=ORGANIZER)
    close_night(night=night, who=ORGANIZER)


def merge(night: Night) -> None:
    """Merge somebody into somebody who was not there."""
    somebody = night.entries.people().first().player
    other = night.club.players.create(name="Somebody else")
    merge_regulars(kept=other, merged=somebody, shown=preview_merge(other, somebody).state_token, who=ORGANIZER)


def erase(night: Night) -> None:
    """Erase somebody who was there."""
    player = night.entries.people().first().player
    erase_player(player=player, typed_name=player.name, who=ORGANIZER)


def rename(night: Night) -> None:
    """Give the night another name and another date."""
    Night.objects.filter(pk=night.pk).update(name="Another name", date=date(2026, 2, 3))


def replace_player(night: Night) -> None:
    """Give somebody's entry to somebody else without telling anybody."""
    other = night.club.players.create(name="Somebody else")
    Entry.objects.filter(pk=night.entries.people().first().pk).update(player=other)


@pytest.mark.parametrize("change", [correct, merge, erase, rename, replace_player])
def test_what_was_stored_before_a_change_is_not_shown(
    stored: Club, folder: Path, change: Callable[[Night], None]
) -> None:
    before = read_again(stored)
    change(stored.nights.filter(date__year=2026).earliest("date"))
    changed = read_again(stored)
    assert changed == added_up(stored, folder)
    assert change is erase or changed != before


def test_what_another_program_stored_is_not_shown(stored: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored_results, "program_version", lambda: "another")
    assert hands_read(lambda: read_again(stored))


def test_what_is_not_committed_is_not_stored(club_of_nights: Club, folder: Path) -> None:
    with committing(execute=True), pytest.raises(Refused), transaction.atomic():
        assert club_results(club_of_nights)
        raise Refused
    assert not list(folder.iterdir())


def test_a_night_that_is_played_is_not_stored(stored: Club, folder: Path) -> None:
    night = stored.nights.latest("date")
    reopen_night(night=night, who=ORGANIZER)
    rmtree(folder)
    with committing(execute=True):
        read_again(stored)
    forget_results()
    files = [caches["results"].get(f"club-{stored.pk}-{year}") for year in (2025, 2026)]
    assert sum(map(len, files)) == 2 and night.pk not in files[1]


def test_a_folder_that_cannot_be_written_to_costs_time_only(club_of_nights: Club, folder: Path) -> None:
    folder.parent.write_text("a file, not a folder")
    with committing(execute=True):
        first = club_results(club_of_nights)
    assert read_again(club_of_nights) == first


def test_results_are_stored_as_a_club_is_taken_in(club_of_nights: Club, folder: Path) -> None:
    text = club_archive(club_of_nights)
    empty_database()
    with committing(execute=True):
        club, *_ = import_archive(archive=read_archive(text.encode()), club=None)
    assert not hands_read(lambda: read_again(club))
    forget_results()
    assert not hands_read(lambda: LoadedSeason(club.seasons.get(name="Winter")).standings)
