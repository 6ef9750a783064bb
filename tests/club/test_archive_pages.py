"""The pages of one file for everything: what can be taken out, and the import with its preview."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from django.test import Client

from tally.archive.writing import club_archive, night_archive, season_archive
from tally.models import Hand
from tally.views import archive as view
from tests.support.club_nights import play_nights
from tests.support.markup import text_of
from tests.support.night import nothing_changes
from tests.support.strangers import another_clubs_organizer
from tests.support.whole_club import delete_nights
from tournament.models import Club, Night, Player, Season

ADDRESS = "/club/data/import/"


@pytest.fixture
def played(club: Club) -> Club:
    """A club with two nights and a season."""
    play_nights(club, 2)
    Season.objects.create(club=club, name="Fall", first_day="2026-09-01", last_day="2026-12-31")
    return club


def send(organizer: Client, text: str | bytes) -> object:
    """Choose a file and look at it."""
    return organizer.post(ADDRESS, {"file": BytesIO(text if isinstance(text, bytes) else text.encode())})


def yes(organizer: Client, preview: object, **more: str) -> object:
    """Press the button of a preview."""
    hidden = re.findall(r'name="(signed|shown)" value="([^"]*)"', preview.content.decode())  # type: ignore[attr-defined]
    assert len(hidden) == 2
    return organizer.post(ADDRESS, dict(hidden) | more, follow=True)


def test_the_page_of_files_leads_to_every_file(played: Club, organizer: Client) -> None:
    page = organizer.get("/club/data/").content.decode()
    found = {path: organizer.get(path) for path in re.findall(r'href="([^"]+\.json)"', page)}
    texts = {answer.content.decode() for answer in found.values()}
    season = played.seasons.get()
    assert texts == {club_archive(played), season_archive(season), *map(night_archive, played.nights.all())}
    assert all(answer["Content-Disposition"].startswith('attachment; filename="') for answer in found.values())
    assert f'href="{ADDRESS}"' in page


def test_nothing_is_written_before_yes(played: Club, organizer: Client) -> None:
    night = played.nights.get(name="Week 2")
    text = night_archive(night)
    delete_nights(night)
    with nothing_changes():
        preview = send(organizer, text)
    assert "What this file would do 1 new night 0 new people" in text_of(preview)  # type: ignore[arg-type]
    assert "Week 2" in text_of(preview)  # type: ignore[arg-type]
    after = yes(organizer, preview)
    assert "Imported. New: 0 people, 1 night." in text_of(after)  # type: ignore[arg-type]
    assert night_archive(played.nights.get(name="Week 2")) == text


def test_a_second_yes_says_that_it_is_here_already(played: Club, organizer: Client) -> None:
    text = night_archive(played.nights.get(name="Week 2"))
    delete_nights(played.nights.get(name="Week 2"))
    preview = send(organizer, text)
    yes(organizer, preview)
    with nothing_changes():
        again = yes(organizer, preview)
    assert again.status_code == 409 and "Something here has changed since you looked" in text_of(again)  # type: ignore[attr-defined,arg-type]
    assert "there is nothing to import" in text_of(again)  # type: ignore[arg-type]


def test_what_differs_is_said_and_stays(played: Club, organizer: Client) -> None:
    text = club_archive(played)
    Hand.objects.filter(game__round__night__name="Week 1").update(why="Counted again")
    with nothing_changes():
        preview = text_of(send(organizer, text))  # type: ignore[arg-type]
    assert "Week 1 of September 1, 2026 is here already, with other scores, names or settings." in preview
    assert "Nothing else in this file is new, so there is nothing to import." in preview


def test_a_file_of_another_name_says_where_it_goes(played: Club, organizer: Client) -> None:
    text = night_archive(played.nights.get(name="Week 2"))
    delete_nights(*Night.objects.all())
    Player.objects.all().delete()
    Club.objects.filter(pk=played.pk).update(name="Thursday club")
    preview = send(organizer, text)
    assert "It is of the club “Tuesday club”, and would come into yours, Thursday club." in text_of(preview)  # type: ignore[arg-type]
    yes(organizer, preview)
    assert played.nights.count() == 1 and Club.objects.count() == 1


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "This file is not JSON"),
        (b"{", "This file is not JSON"),
        (b'{"format": "euchre-night"}', "written for other programs to read"),
        (b"\xff\xfe", "not a text in UTF-8"),
    ],
)
def test_a_broken_file_ends_in_a_sentence(organizer: Client, content: bytes, sentence: str) -> None:
    with nothing_changes():
        answer = send(organizer, content)
    assert answer.status_code == 400 and sentence in text_of(answer)  # type: ignore[attr-defined,arg-type]


def test_a_file_that_is_too_large_ends_in_a_sentence(
    played: Club, organizer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    for limit in ("MOST_BYTES", "MOST_SIGNED"):
        with monkeypatch.context() as patched, nothing_changes():
            patched.setattr(view, limit, 100)
            answer = send(organizer, club_archive(played))
        assert answer.status_code == 400 and "too large for this page" in text_of(answer)  # type: ignore[attr-defined,arg-type]


def test_without_a_file_the_page_says_so(organizer: Client) -> None:
    with nothing_changes():
        answer = organizer.post(ADDRESS, {"file": ""})
    assert answer.status_code == 400 and "Choose a file first." in text_of(answer)


def test_a_preview_of_another_club_or_from_nowhere_is_refused(played: Club, organizer: Client) -> None:
    text = night_archive(played.nights.get(name="Week 2"))
    delete_nights(*Night.objects.all())
    preview = send(organizer, text)
    with nothing_changes():
        assert yes(organizer, preview, signed="made-up").status_code == 409  # type: ignore[attr-defined]
    stranger = another_clubs_organizer(Night.objects.create(club=played, name="Any", date="2026-01-01"))
    with nothing_changes():
        assert yes(stranger, preview).status_code == 409  # type: ignore[attr-defined]
