"""A season's money: the treasurer's sheet adds up what its nights brought, and nothing of other nights."""

from __future__ import annotations

import csv
from datetime import date
from io import BytesIO, StringIO

import pdfplumber
import pytest
from django.test import Client

from tests.support.night import ORGANIZER, nothing_changes
from tests.support.strangers import another_clubs_organizer
from tournament.club.cash import add_line, close_box
from tournament.models import Club, Night, Season
from tournament.money.box import Kind


def night_with(club: Club, day: str, counted: int | None, *amounts: tuple[Kind, int], **more: object) -> Night:
    """Make a night with these lines of cash, whose box is closed with what was counted."""
    night = Night.objects.create(club=club, name=f"Night of {day}", date=day, money=True, **more)
    for at, (kind, cents) in enumerate(amounts):
        add_line(night=night, kind=kind, cents=cents, what="Jackpot", who=ORGANIZER, key=f"{day} {at}")
    if counted is not None:
        close_box(night=night, cents=counted, who=ORGANIZER)
    return night


@pytest.fixture
def season(club: Club) -> Season:
    """A season of three nights that kept money, after one that is another season's."""
    night_with(club, "2025-12-30", 9900, (Kind.ENTRY, 9000), (Kind.CARRY, 900))
    night_with(club, "2026-01-06", 7275, (Kind.FLOAT, 2000), (Kind.ENTRY, 8000), (Kind.PRIZE, -4000), (Kind.CARRY, 400))
    night_with(club, "2026-01-13", 5200, (Kind.HALF, 6000), (Kind.HALF, -3000), (Kind.CARRY, 1000), (Kind.CARRY, -100))
    night_with(club, "2026-01-20", None, (Kind.EXPENSE, -1250))
    Night.objects.create(club=club, name="Without money", date="2026-01-27")
    return Season.objects.create(club=club, name="2026", first_day=date(2026, 1, 1), last_day=date(2026, 12, 31))


def sheet(client: Client, season: Season) -> str:
    """Return what the treasurer's sheet says."""
    answer = client.get(f"/club/seasons/{season.pk}/treasurer.pdf")
    assert answer.status_code == 200 and answer["Content-Type"] == "application/pdf"
    with pdfplumber.open(BytesIO(answer.content)) as document:
        return "\n".join(page.extract_text() for page in document.pages)


def test_the_sheet_adds_up_the_seasons_nights(organizer: Client, season: Season) -> None:
    text = sheet(organizer, season)
    for line in (
        "Entry fees $80.00\n",
        "Half-and-half $60.00 $30.00\n",
        "Prizes $40.00\n",
        "Expenses $12.50\n",
        "Result of all nights $57.50\n",
        "In the pot Jackpot after January 20, 2026: $22.00.",
        "January 6, 2026 Night of 2026-01-06, $0.25 short $80.00 $40.00",
        "January 13, 2026 Night of 2026-01-13 $60.00 $30.00",
        "January 20, 2026 Night of 2026-01-20, box not closed $12.50",
        "Counted short in all: $0.25.",
    ):
        assert line in text
    assert "2025" not in text and "Without money" not in text


def test_a_night_that_is_left_out_of_the_season_is_not_in_its_money(organizer: Client, season: Season) -> None:
    season.exceptions.create(night=season.nights()[0], taken_in=False)
    assert "Result of all nights $17.50" in sheet(organizer, season)


def test_nights_in_different_money_are_not_added_up(organizer: Client, season: Season) -> None:
    night_with(season.club, "2026-02-03", None, (Kind.ENTRY, 700), currency="pounds")
    text = sheet(organizer, season)
    assert "count in different money" in text and "£7.00" in text and "Result of all nights" not in text


def test_the_spreadsheet_has_the_seasons_nights_and_no_others(organizer: Client, season: Season) -> None:
    answer = organizer.get(f"/club/seasons/{season.pk}/money.csv")
    rows = list(csv.DictReader(StringIO(answer.content.decode("utf-8-sig"))))
    assert [(row["Date"], row["Result"], row["Difference"]) for row in rows] == [
        ("2026-01-06", "40.00", "-0.25"),
        ("2026-01-13", "30.00", "0.00"),
        ("2026-01-20", "-12.50", ""),
    ]
    assert organizer.get(f"/club/seasons/{season.pk}/money.xlsx").content.startswith(b"PK")


def test_the_season_offers_the_sheet_only_where_money_was_kept(organizer: Client, season: Season, club: Club) -> None:
    address = f"/club/seasons/{season.pk}/treasurer.pdf"
    page = organizer.get(f"/club/seasons/{season.pk}/").content.decode()
    assert f'href="{address}"' in page and f'href="/club/seasons/{season.pk}/money.csv"' in page
    other = Season.objects.create(club=club, name="2024", first_day=date(2024, 1, 1), last_day=date(2024, 12, 31))
    assert "treasurer" not in organizer.get(f"/club/seasons/{other.pk}/").content.decode()
    with nothing_changes():
        answer = organizer.get(f"/club/seasons/{other.pk}/treasurer.pdf", follow=True)
    assert "No night of this season has kept its money" in answer.content.decode()


def test_nobody_else_reads_the_seasons_money(stranger: Client, season: Season) -> None:
    for file in ("treasurer.pdf", "money.csv"):
        address = f"/club/seasons/{season.pk}/{file}"
        assert stranger.get(address).status_code == 403
        assert another_clubs_organizer(season.nights()[0]).get(address).status_code == 404
