"""One player's season on paper: what it says, who may print it, and where its button is."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tally.loading.seasons import LoadedSeason
from tally.paper.document import Job, compose
from tally.paper.measures import Paper
from tally.paper.player_season import NightLine, PlayerSeason, draw_player_season
from tally.printing.print_jobs import run_print_job
from tally.printing.season_sheet import player_season_work, season_work
from tests.support.club_nights import play_nights
from tests.support.night import phone_of
from tests.support.odd_names import LONG_NAME, UNBROKEN_NAME
from tests.support.paper_checks import check_pdf
from tests.support.printed_pages import HEADING, PAPERS_AND_SIZES, draw, text_of
from tests.support.tag_checks import check_tags
from tournament.models import Club, Night, Season

NIGHTS = ("Tuesday euchre", LONG_NAME, "The Greater Springfield and Shelbyville Euchre Night (does not count)")

FIGURES = (
    ("T-133", "place of 133"),
    ("60", "nights"),
    ("12345", "points"),
    ("−123.45", "season total"),
    ("1234", "best night: Sep 22"),
)


def season_of(nights: int, name: str, columns: int) -> PlayerSeason:
    """Make up a season of so many nights."""
    return PlayerSeason(
        name,
        FIGURES,
        ("Place", "Games", "Points", "Worth")[:columns],
        [
            NightLine("Sep 22, 2026", NIGHTS[night % 3], ("T-12", "10", "84", "−12.33")[:columns])
            for night in range(nights)
        ],
        [" + ".join(["84"] * nights) + " = 840", "Points add up. " * 8],
    )


@pytest.mark.sample(3)
@PAPERS_AND_SIZES
@pytest.mark.parametrize(
    ("nights", "pages", "name"),
    [(1, 1, "Ann Miller"), (1, 1, "王小明"), (12, 1, LONG_NAME), (12, 1, UNBROKEN_NAME), (60, 5, "Ann Miller")],
)
def test_a_season_of_any_length_prints(paper: Paper, large: bool, nights: int, pages: int, name: str) -> None:
    for columns in (3, 4):
        pdf = draw(draw_player_season, HEADING, season_of(nights, name, columns), paper=paper, large=large)
        found = check_pdf(pdf, Job(paper, large))
        assert found.shortened == () and found.pages <= pages * (1 + large)
        check_tags(pdf)
        text = text_of(pdf)
        assert text.count("Sep 22, 2026") == nights and text.count("of 133") == 1 and "= 840" in text


@pytest.fixture
def season(club: Club) -> Season:
    """A season of three nights, of which the best two count."""
    play_nights(club, 3)
    days = {"first_day": "2026-01-01", "last_day": "2026-12-31"}
    return Season.objects.create(club=club, name="Fall", adding="best", best=2, **days)


def address(season: Season, number: int) -> str:
    return f"/club/seasons/{season.pk}/people/{season.club.players.get(name=f'Guest{number} X').pk}/"


def test_the_sheet_says_what_the_page_says(season: Season, organizer: Client) -> None:
    context = organizer.get(address(season, 1)).context
    pdf = organizer.get(f"{address(season, 1)}season.pdf").content
    check_pdf(pdf, Job())
    check_tags(pdf)
    text, standing = text_of(pdf), context["standing"]
    results = [score.result for score in standing.nights]
    assert len(results) == 3 and sum(not score.counts for score in standing.nights) == 1
    places = sum(one.place is not None for one in LoadedSeason(season).standings)
    assert f"{standing.place_text} place of {places} 3 nights {sum(one.points for one in results)} points" in text
    assert f"{max(one.points for one in results)} best night: Sep" in text
    assert context["sum"] in text and all(rule in text for rule in context["rules"])
    for row in context["played"]:
        assert f"{row.night.name}{' (does not count)' * (not row.counts)} {row.place} {row.own.games}" in text


def test_season_sheets_have_the_names_on_paper(season: Season, organizer: Client) -> None:
    season.club.players.filter(name="Guest1 X").update(name="田中 花子", paper_name="Hanako Tanaka")
    player = season.club.players.get(paper_name="Hanako Tanaka")
    season.refresh_from_db()
    loaded = LoadedSeason(season)
    standing = next(one for one in loaded.standings if one.player == player.pk)
    for work in (season_work(loaded), player_season_work(loaded, standing)):
        text = text_of(compose(*work))
        assert "Hanako Tanaka" in text and "____" not in text
    others = LoadedSeason(season, shown_only=True)
    assert "Hanako T." in text_of(compose(*player_season_work(others, standing))), "as others see the name"


def test_whoever_may_see_the_page_prints_what_it_shows(season: Season, organizer: Client, stranger: Client) -> None:
    night = season.club.nights.get(name="Week 3")
    Night.objects.filter(pk=night.pk).update(status=Night.Status.PLAYING)
    phone = phone_of(night, 1)
    Night.objects.filter(pk=night.pk).update(status=Night.Status.CLOSED, revealed_at=None)
    own, other = (phone.get(f"{address(season, number)}season.pdf").content for number in (1, 2))
    assert "Guest1 X." in text_of(own) and "Guest2 X." in text_of(other)
    assert "Week 2" in text_of(own) and "Week 3" not in text_of(own), "its standings are still a surprise"
    assert "Week 3" in text_of(organizer.get(f"{address(season, 1)}season.pdf").content)
    assert stranger.get(f"{address(season, 1)}season.pdf").status_code == 403


@pytest.mark.long
def test_a_seasons_sheets_are_pictures_too(
    season: Season, organizer: Client, stranger: Client, tmp_path: Any, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATA_DIR = tmp_path
    name = LoadedSeason(season).names[int(address(season, 1).split("/")[-2])]
    waiting = organizer.get(f"{address(season, 1)}season.png")
    assert waiting["Refresh"] == "1" and "Making your PNG" in waiting.content.decode(), "a looker waits for nothing"
    assert f'href="{address(season, 1)}">Back to {name}</a>' in waiting.content.decode()
    monkeypatch.setattr("tally.views.print_answers.run_print_job", lambda *work: run_print_job(*work[:2], patience=120))
    for page in (f"{address(season, 1)}season.png", f"/club/seasons/{season.pk}/sheet.png"):
        answer = organizer.get(page)
        assert (answer["Content-Type"], answer.content[:4]) == ("image/png", b"\x89PNG")
        assert stranger.get(page).status_code == 403
        assert f'href="{page}"' in organizer.get(page.rpartition("/")[0] + "/").content.decode()


def test_a_player_without_a_night_has_no_sheet_and_no_button(season: Season, organizer: Client) -> None:
    player = season.club.players.create(name="New One")
    page = f"/club/seasons/{season.pk}/people/{player.pk}/"
    assert "Print this season" not in organizer.get(page).content.decode()
    assert organizer.get(f"{page}season.pdf").status_code == 409


def test_the_sheets_of_a_season_are_found_from_the_player_and_from_the_printables(
    season: Season, organizer: Client
) -> None:
    page = address(season, 1)
    player = page.split("/")[-2]
    assert f'href="{page}"' in organizer.get(f"/club/people/{player}/").content.decode()
    assert f'href="{page}season.pdf"' in organizer.get(page).content.decode()
    shelf = organizer.get(f"/n/{season.club.nights.first().slug}/print/").content.decode()
    assert f'href="/club/seasons/{season.pk}/"' in shelf
    standings = organizer.get(f"/club/seasons/{season.pk}/").content.decode()
    assert f'href="/club/seasons/{season.pk}/standings.pdf"' in standings
