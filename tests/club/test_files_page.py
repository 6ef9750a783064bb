"""The page of the club's files, and the spreadsheets of a season and of the regulars."""

from __future__ import annotations

import csv
from io import BytesIO, StringIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from openpyxl import load_workbook

from tally.loading.seasons import LoadedSeason
from tests.support.club_nights import new_night, play_nights
from tests.support.night import nothing_changes
from tournament.models import Club, Player, Season


@pytest.fixture
def season(club: Club) -> Season:
    """A season of three nights, two of which count."""
    play_nights(club, 3)
    rules = {"adding": Season.Adding.BEST, "best": 2, "least_nights": 1}
    return Season.objects.create(club=club, name="Fall", first_day="2026-09-01", last_day="2026-12-31", **rules)


def rows_of(client: Client, path: str) -> list[dict[str, str]]:
    """Read a spreadsheet in CSV."""
    answer = client.get(path)
    assert answer.status_code == 200, path
    return list(csv.DictReader(StringIO(answer.content.decode("utf-8-sig"), newline="")))


def test_the_page_leads_to_every_file(club: Club, season: Season, organizer: Client) -> None:
    new_night(club, 9)
    text = organizer.get("/club/data/").content.decode()
    paths = {part.split('"')[0] for part in text.split('href="') if part.split('"')[0].endswith((".csv", ".xlsx"))}
    assert len(paths) == 3 * 4 + 3 + 2
    for path in paths:
        answer = organizer.get(path)
        assert answer.status_code == 200 and "attachment" in answer["Content-Disposition"], path
    assert "Older nights" not in text and "Week 10" not in text


def test_a_club_without_a_night_reads_that_there_is_none(organizer: Client) -> None:
    text = organizer.get("/club/data/").content.decode()
    assert "No night has started yet." in text and "There is no season yet." in text


def test_a_season_as_a_table_says_what_its_page_says(season: Season, organizer: Client) -> None:
    loaded = LoadedSeason(season)
    rows = rows_of(organizer, f"/club/seasons/{season.pk}/standings.csv")
    assert len(rows) == 8
    by_name = {row["Name"]: row for row in rows}
    for one in loaded.standings:
        row = by_name[loaded.people_shown[one.player].name]
        assert (int(row["Place"]), int(row["Total"]), int(row["Nights"])) == (one.place, one.total, 3)
        worths = sorted((int(value) for name, value in row.items() if name.startswith("2026-")), reverse=True)
        assert sum(worths[:2]) == one.total and row["Nights that count"] == "2"
    nights = rows_of(organizer, f"/club/seasons/{season.pk}/nights.csv")
    assert len(nights) == 3 * 8 and sum(row["Counts"] == "yes" for row in nights) == 2 * 8
    for row in rows:
        counted = [int(one["Worth"]) for one in nights if one["Name"] == row["Name"] and one["Counts"] == "yes"]
        assert sum(counted) == int(row["Total"])


def test_an_average_is_a_number_with_the_decimals_of_the_page(season: Season, organizer: Client) -> None:
    Season.objects.update(adding=Season.Adding.AVERAGE, worth=Season.Worth.FIELD)
    page = {row.name: row.total for row in organizer.get(f"/club/seasons/{season.pk}/").context["rows"]}
    rows = rows_of(organizer, f"/club/seasons/{season.pk}/standings.csv")
    assert {row["Name"]: row["Total"] for row in rows} == {
        name: total.replace("−", "-") for name, total in page.items()
    }
    answer = organizer.get(f"/club/seasons/{season.pk}/standings.xlsx")
    workbook = load_workbook(BytesIO(answer.content))
    assert workbook.sheetnames == ["Standings", "Nights"]
    totals = [row[-1] for row in workbook["Standings"].iter_rows(min_row=2)]
    assert [cell.value for cell in totals] == [pytest.approx(float(row["Total"])) for row in rows]
    assert organizer.get(f"/club/seasons/{season.pk}/people.csv").status_code == 404


def test_the_import_reads_the_regulars_that_were_taken_out(club: Club, organizer: Client) -> None:
    for name, paper, guest in (("Ann Miller", "Annie", False), ("Łukasz Nowak", "", True), ("Bob Stone", "", False)):
        Player.objects.create(club=club, name=name, paper_name=paper, is_guest=guest)
    Player.objects.filter(name="Bob Stone").update(is_active=False)
    rows = rows_of(organizer, "/club/data/regulars.csv")
    assert [(row["Name"], row["Name on paper"], row["Guest"], row["Active"], row["Nights"]) for row in rows] == [
        ("Ann Miller", "Annie", "no", "yes", "0"),
        ("Łukasz Nowak", "", "yes", "yes", "0"),
        ("Bob Stone", "", "no", "no", "0"),
    ]
    for kind in ("csv", "xlsx"):
        content = organizer.get(f"/club/data/regulars.{kind}").content
        with nothing_changes():
            answer = organizer.post("/club/people/import/", {"file": SimpleUploadedFile(f"regulars.{kind}", content)})
        preview = answer.context["preview"]
        assert answer.status_code == 200 and not preview.new and len(preview.known) == 3, kind


@pytest.mark.parametrize("path", ["data/", "data/regulars.csv", "seasons/{}/standings.xlsx", "seasons/{}/nights.csv"])
def test_only_the_organizer_takes_out_what_the_club_has(season: Season, stranger: Client, path: str) -> None:
    assert stranger.get(f"/club/{path.format(season.pk)}").status_code == 403


def test_no_other_clubs_season_can_be_taken_out(season: Season, organizer: Client) -> None:
    other = Season.objects.create(
        club=Club.objects.create(name="Others"), name="Fall", first_day="2026-09-01", last_day="2026-12-31"
    )
    assert organizer.get(f"/club/seasons/{other.pk}/standings.csv").status_code == 404
