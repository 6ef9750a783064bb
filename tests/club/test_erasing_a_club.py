"""A club is erased after a download: not a row of it stays, and not a row of another club goes."""

from __future__ import annotations

import json
import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core import signing
from django.core.cache import caches
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.utils.module_loading import import_string

from tally.archive.erasing import FileOutdated, contents_of, erase_club, state_of
from tally.archive.importing import import_archive
from tally.archive.reading import read_archive
from tally.archive.tables import table_of
from tally.archive.writing import club_archive, night_archive
from tally.loading.result_cache import forget_results
from tally.loading.results import club_results
from tally.views.erasing_club import OF_ERASED
from tests.support.any_row import give_every_model_a_row
from tests.support.club_nights import play_nights
from tests.support.databases import on_a_laptop
from tests.support.hall_server import Hall
from tests.support.http_visitor import Visitor
from tests.support.markup import text_of
from tests.support.night import CAST, ORGANIZER, game_at, nothing_changes, phone_of, play_hands, sign_in_as_organizer
from tests.support.row_snapshots import all_rows, make_or_replay
from tests.support.streams import listening
from tests.support.whole_club import fill_club
from tournament.club.owned_rows import owned_tables
from tournament.club.publishing import publish
from tournament.club.regulars import add_regular
from tournament.copies import keeper as keepers
from tournament.copies.keeper import CopyKeeper
from tournament.copies.places import next_file
from tournament.live.messages import GONE_MESSAGE
from tournament.models import Club, Night
from tournament.night.lifecycle import close_night, start_night
from tournament.night.numbers import draw_numbers
from tournament.night.signup import sign_up
from tournament.people.errors import Refused
from tournament.server.hall import tonight

pytestmark = pytest.mark.usefixtures("short_searches")
ERASE, DOWNLOAD = "/club/erase/", "/club/data/club.json"


@pytest.fixture
def rested(club: Club) -> Club:
    """A club with two nights, both closed and shown."""
    play_nights(club, 2)
    return club


@pytest.fixture
def other_club(rested: Club) -> Club:
    """Another club of the site, in which everything has happened once, and nothing is missing."""

    def make() -> Club:
        other = Club.objects.create(name="Thursday club")
        fill_club(other)
        give_every_model_a_row(other)
        return other

    return make_or_replay("another whole club", make)


def close_all(club: Club) -> None:
    """Close every night that is played."""
    for night in club.nights.filter(status=Night.Status.PLAYING):
        close_night(night=night, who=ORGANIZER)


def erase(club: Club) -> None:
    """Erase a club as it is now."""
    erase_club(club=club, state=state_of(club_archive(club)), typed_name=club.name, who=ORGANIZER)


def organizer_of(club: Club) -> Client:
    """The browser of a club's organizer."""
    client = Client()
    sign_in_as_organizer(client, club)
    return client


# Every row of the club, and no other


def test_every_row_of_the_club_goes_and_not_one_of_another_club(other_club: Club) -> None:
    """Also of models that come later: whatever hangs on a club gets a row here, by its columns alone."""
    before = all_rows()
    club = Club.objects.create(name="Friday club")
    fill_club(club)
    give_every_model_a_row(club)
    without = [table.model._meta.label for table in owned_tables(Club) if not table.rows([club.pk]).exists()]
    assert without == [], "each model has a row that must go"
    close_all(club)
    erase(club)
    assert all_rows() == before


def test_what_is_counted_is_what_goes(other_club: Club, rested: Club) -> None:
    with_one_more = contents_of(rested)
    assert (with_one_more.nights, with_one_more.people, with_one_more.hands) == (2, 8, hands_in_file(rested))
    publish(subject=rested.nights.first() or Night(), who=ORGANIZER)
    assert contents_of(rested).public_pages == 1
    erase(rested)
    assert not Club.objects.filter(pk=rested.pk).exists()


def hands_in_file(club: Club) -> int:
    """Count the hands of a club's file, each once however often it was corrected."""
    game, number = (table_of("tally.hand").at(name) for name in ("game", "number"))
    nights = json.loads(club_archive(club))["nights"]
    return sum(len({(row[game], row[number]) for row in night.get("tally.hand", ())}) for night in nights)


def test_the_file_brings_everything_back(other_club: Club, rested: Club) -> None:
    text = club_archive(rested)
    erase(rested)
    with_all = import_archive(archive=read_archive(text.encode()), club=None).club
    assert club_archive(with_all) == text


# What has to come first


def test_a_club_that_has_changed_since_is_not_erased(rested: Club) -> None:
    state = state_of(club_archive(rested))
    add_regular(club=rested, name="Zoe New", is_guest=False)
    with nothing_changes(), pytest.raises(FileOutdated, match="Download everything again first"):
        erase_club(club=rested, state=state, typed_name=rested.name, who=ORGANIZER)


def test_a_club_whose_night_is_played_is_not_erased(night: Night) -> None:
    with nothing_changes(), pytest.raises(Refused, match=r"Tuesday euchre is being played\. Close it first"):
        erase(night.club)
    close_night(night=night, who=ORGANIZER)
    erase(night.club)


def test_a_hand_that_was_added_since_asks_for_another_download(night: Night) -> None:
    organizer = organizer_of(night.club)
    organizer.get(DOWNLOAD)
    play_hands(game_at(night, 1, 1), "NS:5")
    close_night(night=night, who=ORGANIZER)
    with nothing_changes():
        answer = organizer.post(ERASE, {"name": night.club.name})
    assert answer.status_code == 409 and "Download everything again first" in text_of(answer)
    organizer.get(DOWNLOAD)
    assert organizer.post(ERASE, {"name": night.club.name}).status_code == 302


@pytest.mark.parametrize("typed", ["", "Tuesday", "yes", "tuesday club", "Tuesday Club"])
def test_nothing_is_erased_without_the_name(rested: Club, organizer: Client, typed: str) -> None:
    organizer.get(DOWNLOAD)
    with nothing_changes():
        answer = organizer.post(ERASE, {"name": typed})
    assert answer.status_code == 409 and "Type the club’s name exactly as it is here, Tuesday club" in text_of(answer)


def test_spaces_around_the_name_do_not_matter(rested: Club, organizer: Client) -> None:
    organizer.get(DOWNLOAD)
    assert organizer.post(ERASE, {"name": "  Tuesday club "}).status_code == 302


def test_nothing_is_erased_without_a_download(rested: Club, organizer: Client) -> None:
    with nothing_changes():
        answer = organizer.post(ERASE, {"name": "Tuesday club"})
    assert answer.status_code == 409 and "Download everything first" in text_of(answer)
    organizer.get("/club/data/regulars.csv")
    with nothing_changes():
        assert organizer.post(ERASE, {"name": "Tuesday club"}).status_code == 409, "a list is not everything"


def test_the_file_of_another_club_is_not_this_ones(rested: Club, other_club: Club, organizer: Client) -> None:
    organizer.get(DOWNLOAD)
    sign_in_as_organizer(organizer, other_club)
    with nothing_changes():
        answer = organizer.post(ERASE, {"name": other_club.name})
    assert answer.status_code == 409 and "Download everything first" in text_of(answer)


def test_a_cookie_that_was_made_up_is_no_download(rested: Club, organizer: Client) -> None:
    organizer.cookies["taken-out"] = f"[{rested.pk},'{state_of(club_archive(rested))}',1,'']"
    with nothing_changes():
        assert organizer.post(ERASE, {"name": "Tuesday club"}).status_code == 409


def test_strangers_and_players_erase_nothing(night: Night, stranger: Client) -> None:
    player = phone_of(night, 1)
    close_night(night=night, who=ORGANIZER)
    with nothing_changes():
        for visitor in (stranger, player):
            assert visitor.get(ERASE).status_code == visitor.post(ERASE, {"name": "Tuesday club"}).status_code == 403


# Two at the same time


@pytest.mark.parametrize(
    ("call", "path", "fields"),
    [
        ("tally.views.erasing_club.erase_club", ERASE, {"name": "Tuesday club"}),
        ("tally.views.reveal.reveal_step", "/n/{slug}/reveal/", {"step": 1}),
        ("tournament.views.door.create_night", "/new/", {}),
    ],
)
def test_whoever_meets_the_erase_reads_that_it_is_gone(
    rested: Club, organizer: Client, monkeypatch: pytest.MonkeyPatch, call: str, path: str, fields: dict[str, object]
) -> None:
    """The other one is quicker: the club was there when the page was asked for, and goes before it is locked."""
    organizer.get(DOWNLOAD)
    path = path.format(slug=rested.nights.all()[0].slug)
    carry_out = import_string(call)

    def second(**chosen: object) -> object:
        erase(rested)
        return carry_out(**chosen)

    monkeypatch.setattr(call, second)
    answer = organizer.post(path, fields)
    assert answer.status_code == 404 and "was erased in the meantime" in text_of(answer)
    assert not Club.objects.filter(pk=rested.pk).exists()


# The pages


def test_the_page_says_what_goes_and_what_has_to_be_closed_first(night: Night, organizer: Client) -> None:
    play_hands(game_at(night, 1, 1), "NS:5", "EW:3-4")
    page = text_of(organizer.get(ERASE))
    assert "1 night 8 people 2 hands" in page and "Close first" in page
    assert f'href="/n/{night.slug}/close/"' in organizer.get(ERASE).content.decode()
    close_night(night=night, who=ORGANIZER)
    assert "Close first" not in text_of(organizer.get(ERASE))


def test_the_page_says_that_everything_was_downloaded(rested: Club, organizer: Client) -> None:
    assert "Downloaded by this browser" not in text_of(organizer.get(ERASE))
    size = len(organizer.get(DOWNLOAD).content)
    page = text_of(organizer.get(ERASE))
    assert "Downloaded by this browser" in page and f"{size / 1024:.1f}" in page


def test_afterward_a_page_says_what_was_done_and_has_no_name(rested: Club, other_club: Club, organizer: Client) -> None:
    organizer.get(DOWNLOAD)
    after = organizer.post(ERASE, {"name": " Tuesday club "}, follow=True)
    page = text_of(after)
    assert after.status_code == 200 and "The club is erased" in page and "2 nights 8 people" in page
    assert not [name for name in (*CAST[:8], "Tuesday club") if name in page]
    assert organizer.get("/club/").status_code == 403, "there is another club, and it is somebody else's"
    assert Client().get("/erased/made-up/").status_code == 404
    of_another_version = signing.dumps({"contents": {"parrots": 2}, "fresh": False}, salt=OF_ERASED)
    assert Client().get(f"/erased/{of_another_version}/").status_code == 404


@on_a_laptop
def test_a_laptop_with_one_club_goes_on_with_a_new_one(rested: Club, organizer: Client) -> None:
    organizer.get(DOWNLOAD)
    page = text_of(organizer.post(ERASE, {"name": "Tuesday club"}, follow=True))
    fresh = Club.objects.get()
    assert (fresh.name, fresh.pk == rested.pk, fresh.nights.count()) == ("Our club", False, 0)
    assert "A new, empty club is here now" in page
    assert text_of(organizer.get("/club/")).startswith("Our club"), "this browser is its organizer"
    assert tonight().club == fresh and tonight().status == Night.Status.SIGN_UP


@pytest.mark.skipif(connection.vendor != "postgresql", reason="a site for many clubs is on PostgreSQL")
def test_a_hosted_site_starts_no_club_by_itself(rested: Club, organizer: Client) -> None:
    organizer.get(DOWNLOAD)
    assert organizer.post(ERASE, {"name": "Tuesday club"}).status_code == 302
    assert not Club.objects.exists()


# What is kept beside the database


def test_stored_results_go_and_those_of_another_club_stay(
    rested: Club, other_club: Club, settings: Any, tmp_path: Path, django_capture_on_commit_callbacks: Any
) -> None:
    backend = "django.core.cache.backends.filebased.FileBasedCache"
    settings.CACHES = settings.CACHES | {"results": {"BACKEND": backend, "LOCATION": tmp_path, "TIMEOUT": None}}
    forget_results()
    with django_capture_on_commit_callbacks(execute=True):
        club_results(rested)
        club_results(other_club)
    assert caches["results"].get(f"club-{rested.pk}-2026") and caches["results"].get(f"club-{other_club.pk}-2026")
    erase(rested)
    assert not caches["results"].get(f"club-{rested.pk}-2026")
    assert caches["results"].get(f"club-{other_club.pk}-2026")


def test_printed_files_and_safe_copies_go(rested: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)
    monkeypatch.setattr(settings, "SECOND_PLACE_FILE", tmp_path / "second_place")
    monkeypatch.setattr(keepers, "_keeper", CopyKeeper(tmp_path / "night.sqlite3"))
    (tmp_path / "copies").mkdir()
    copy = next_file(tmp_path / "copies", rested.nights.all()[0].closed_at)  # type: ignore[arg-type]
    printed = tmp_path / "prints" / "cards.pdf"
    printed.parent.mkdir()
    for file in (copy, printed):
        file.write_bytes(b"everybody's names")
    erase(rested)
    assert not copy.exists() and not printed.exists()


@pytest.mark.long
def test_on_a_server_streams_end_and_no_byte_is_left(hall: Hall, tmp_path: Path) -> None:
    organizer = Visitor(hall, hall.organizer_path).open("/club/people/").press("Add", name="Zaphirah Quillfeather")
    slug = re.search(r"/n/(\w+)/", Visitor(hall, "/").body.decode())
    assert slug
    with listening(hall, f"/live/{slug[1]}/?after=0") as stream:
        organizer.open(DOWNLOAD)
        assert b"Quillfeather" in organizer.body
        organizer.open(ERASE).press("Erase this club", name="Our club")
        assert "The club is erased" in organizer.page.text and "1 night" in organizer.page.text
        assert stream.ended.wait(10) and stream.received.endswith(GONE_MESSAGE), "its page asks no more"
    for _ in range(2):  # the first one finds the night in the process's memory
        with listening(hall, f"/live/{slug[1]}/?after=0") as again:
            assert again.ended.wait(10) and again.received.endswith(GONE_MESSAGE), "so does one that was asleep"
    with listening(hall, f"/live/{slug[1]}/") as other:
        assert other.response.status == 404
    errors = (Path(hall.env["EUCHRE_DATA"]) / "server.log").read_text()
    assert "without completing response" not in errors
    if connection.vendor == "sqlite":
        database = tmp_path / "night.sqlite3"
        left = b"".join(file.read_bytes() for file in tmp_path.glob(f"{database.name}*"))
        assert b"Quillfeather" not in left
        assert organizer.open("/club/people/").status == 200, "the organizer goes on with the new club"


# By command


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of its own, in which commands may remove copies."""
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)
    monkeypatch.setattr(settings, "SECOND_PLACE_FILE", tmp_path / "second_place")
    monkeypatch.setattr("tally.management.commands.erase_club.prepare_database", lambda: "")
    return tmp_path


def run(*arguments: object) -> str:
    """Run the command and return what it prints."""
    out = StringIO()
    call_command("erase_club", *map(str, arguments), stdout=out)
    return out.getvalue()


def test_the_command_erases_a_club_after_its_file(rested: Club, other_club: Club, folder: Path) -> None:
    (folder / "copies").mkdir()
    copy = next_file(folder / "copies", rested.nights.all()[0].closed_at)  # type: ignore[arg-type]
    copy.write_bytes(b"everybody's names")
    call_command("export", "--club", "Tuesday club", "-o", str(folder / "club.json"))
    said = run("Tuesday club", "--after", folder / "club.json")
    assert said.startswith("Erased: Tuesday club, with 2 nights, 8 people, ")
    assert list(Club.objects.all()) == [other_club] and not copy.exists()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (lambda club: club_archive(club).replace("Week 1", "Week 9"), "is not as it is in"),
        (lambda club: night_archive(club.nights.all()[0]), "has only a night, not the whole club"),
        (lambda club: club_archive(club)[:-9], "not all of it is here"),
        (lambda club: "", "not all of it is here"),
    ],
)
def test_the_command_refuses_another_file(rested: Club, folder: Path, content: Any, sentence: str) -> None:
    file = folder / "file.json"
    file.write_text(content(rested), encoding="utf-8")
    with nothing_changes(), pytest.raises(CommandError, match=sentence):
        run("Tuesday club", "--after", file)


def test_the_command_refuses_a_file_that_is_not_there_and_a_night_in_play(night: Night, folder: Path) -> None:
    with nothing_changes(), pytest.raises(CommandError, match="cannot be read"):
        run("Tuesday club", "--after", folder / "nowhere.json")
    (folder / "club.json").write_text(club_archive(night.club), encoding="utf-8")
    with nothing_changes(), pytest.raises(CommandError, match="is being played"):
        run("Tuesday club", "--after", folder / "club.json")


def test_a_night_in_sign_up_goes_with_its_club(eight_players: Night) -> None:
    erase(eight_players.club)
    assert not Night.objects.exists()
    club = Club.objects.create(name="Next")
    night = Night.objects.create(club=club, name="Next week", date="2026-12-01")
    sign_up(night=night, names=CAST[:8], who=ORGANIZER)
    draw_numbers(night=night, order="arrival", who=ORGANIZER)
    start_night(night=night, who=ORGANIZER)
    assert Night.objects.get().status == Night.Status.PLAYING, "the next club starts as any other"
