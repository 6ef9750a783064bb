"""A club's seasons: their pages, settings with a preview, their sheet, what is remembered of closed nights."""

from __future__ import annotations

import csv
import json
import re
from datetime import date
from html import unescape
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.shortcuts import get_object_or_404
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, expect

from tally.archive.writing import season_archive
from tally.loading import result_cache
from tally.loading.results import club_results, night_result
from tally.loading.seasons import LoadedSeason, rules_of
from tally.presenters import seasons as season_pages
from tally.scores.seasons import Adding, TieBreak, Worth, season_standings
from tally.views import seasons as season_views
from tests.support.movement_nights import open_guest_night, play_round
from tests.support.night import ORGANIZER, game_at, nothing_changes, phone_of, play_hands
from tests.support.printed_pages import lines_of, pages
from tests.support.row_snapshots import make_or_replay
from tests.support.serverless_browser import SITE, ServerlessBrowser
from tests.support.strangers import another_clubs_organizer
from tournament.club.seasons import delete_season, save_season
from tournament.models import Club, Entry, Night, Season
from tournament.night.lifecycle import close_night, reopen_night
from tournament.people.errors import Gone, Refused
from tournament.web.visitors import SIGN_IN_COOKIE

pytestmark = pytest.mark.usefixtures("short_searches")
YEAR = {
    "name": "2026",
    "first_day": "2026-01-01",
    "last_day": "2026-12-31",
    "worth": "points",
    "adding": "sum",
    "best": "5",
    "least_nights": "0",
    "place_points": "10 8 6",
    "with_guests": "on",
}


def played_night(club: Club, day: str, *, rounds: int = 2, close: bool = True) -> Night:
    """Play a night of eight guests, who are the same people every time."""
    night = Night.objects.create(club=club, name=f"Night of {day}", date=day)
    night = open_guest_night(night, 8, games=4)
    for number in range(1, rounds + 1):
        play_round(night, number)
    if close:
        close_night(night=night, who=ORGANIZER)
    night.refresh_from_db()
    return night


@pytest.fixture
def season(club: Club) -> Season:
    """A season of the year with two closed nights."""

    def make() -> Season:
        for day in ("2026-03-03", "2026-03-10"):
            played_night(club, day)
        return Season.objects.create(club=club, name="2026", first_day=date(2026, 1, 1), last_day=date(2026, 12, 31))

    return make_or_replay("season of two nights", make)


def text_of(client: Client, path: str) -> str:
    """Return the words of a page's main part."""
    page = client.get(path).content.decode().partition("<main")[2].partition("<footer")[0]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def links(client: Client, path: str) -> list[str]:
    return re.findall(r'href="([^"]+)"', client.get(path).content.decode())


def previewed(client: Client, path: str, data: dict[str, Any]) -> str:
    """Send the form for a preview, and return the token that saves it."""
    token = re.search(r'name="save" value="(\w+)"', client.post(path, data).content.decode())
    assert token
    return token[1]


# Nights of a season


def test_a_season_has_the_nights_between_its_days_but_for_exceptions(club: Club, season: Season) -> None:
    before = Night.objects.create(club=club, name="Before", date="2025-12-30")
    single = Night.objects.create(club=club, name="One table", date="2026-03-04", kind=Night.Kind.SINGLE_TABLE)
    first, second = season.nights()
    assert single not in season.nights()
    save_season(season=season, exceptions={before.pk: True, first.pk: False, second.pk: True})
    assert list(season.nights()) == [before, second]
    assert season.exceptions.count() == 2, "what the date says anyway is not stored"
    other = Season.objects.create(club=club, name="Spring", first_day=date(2026, 3, 1), last_day=date(2026, 5, 31))
    assert list(other.nights()) == [first, second], "a night may belong to two seasons"


def test_a_season_is_refused_with_a_taken_name_wrong_days_or_another_clubs_night(season: Season) -> None:
    with pytest.raises(Refused, match="already"):
        save_season(
            season=Season(club=season.club, name="2026", first_day=season.first_day, last_day=season.last_day),
            exceptions={},
        )
    theirs = Night.objects.create(club=Club.objects.create(name="Thursday club"), name="Theirs", date="2026-03-05")
    with nothing_changes(), pytest.raises(Refused, match="another club’s"):
        save_season(season=Season.objects.get(pk=season.pk), exceptions={theirs.pk: True})
    season.refresh_from_db()
    season.first_day, season.last_day = season.last_day, season.first_day
    with nothing_changes(), pytest.raises(Refused, match="ends before it begins"):
        save_season(season=season, exceptions={})


def test_a_deleted_season_does_not_come_back(season: Season) -> None:
    """Both waited for the lock with the season as it was."""
    delete_season(season=Season.objects.get(pk=season.pk))
    with nothing_changes(), pytest.raises(Gone, match="was deleted in the meantime"):
        save_season(season=season, exceptions={})


def test_every_choice_of_a_season_is_a_rule_of_its_standings() -> None:
    assert set(Season.Worth.values) == set(Worth)
    assert set(Season.Adding.values) == set(Adding)
    assert set(Season.TieBreak.values) == set(TieBreak)
    assert rules_of(Season()).worth is Worth.POINTS


# Pages


def test_standings_lead_down_to_the_hands(organizer: Client, season: Season) -> None:
    address = f"/club/seasons/{season.pk}/"
    assert address in links(organizer, "/club/seasons/") and "/club/seasons/" in links(organizer, "/club/")
    words = text_of(organizer, address)
    first = LoadedSeason(season).standings[0]
    assert f"{first.place_text} {LoadedSeason(season).people[first.player].name}" in words
    player = f"{address}people/{first.player}/"
    assert player in links(organizer, address)
    night = season.nights()[0]
    number = night.entries.get(player=first.player).number
    tally = f"/n/{night.slug}/tally/{number}/"
    assert tally in links(organizer, player)
    game = night.rounds.get(number=1).games.get(places__entry__number=number)
    assert f"/n/{night.slug}/game/{game.pk}/" in links(organizer, tally)
    assert " = " in text_of(organizer, player)


def test_a_night_that_is_played_counts_as_if_it_ended_now(organizer: Client, season: Season) -> None:
    address = f"/club/seasons/{season.pk}/"
    assert "as if it ended now" not in text_of(organizer, address)
    night = played_night(season.club, "2026-03-17", rounds=1, close=False)
    before = LoadedSeason(season).standings
    words = organizer.get(address, headers={"HX-Request": "true"}).content.decode()
    assert "as if it ended now" in words and "<html" not in words
    assert f"/live/{night.slug}/" in organizer.get(address).content.decode(), "the page follows the night"
    play_hands(game_at(night, 2, 1), "NS:5-alone")
    after = LoadedSeason(season).standings
    assert sum(one.total for one in after) == sum(one.total for one in before) + 2 * 4


def test_another_clubs_season_is_not_found(season: Season) -> None:
    night = season.nights()[0]
    client = another_clubs_organizer(night)
    for path in ("", "settings/", "standings.pdf", f"people/{night.entries.all()[0].player_id}/"):
        assert client.get(f"/club/seasons/{season.pk}/{path}").status_code == 404
    with nothing_changes():
        assert client.post(f"/club/seasons/{season.pk}/delete/").status_code == 404
        assert client.post(f"/club/seasons/{season.pk}/settings/", YEAR).status_code == 404


def test_deleting_a_season_leaves_its_nights(organizer: Client, season: Season) -> None:
    assert organizer.post(f"/club/seasons/{season.pk}/delete/").status_code == 302
    assert (Season.objects.count(), Night.objects.count()) == (0, 2)
    with nothing_changes():
        assert organizer.post(f"/club/seasons/{season.pk}/delete/").status_code == 404


# Settings


def test_nothing_is_saved_before_its_preview(organizer: Client, season: Season) -> None:
    address, change = f"/club/seasons/{season.pk}/settings/", YEAR | {"adding": "average", "least_nights": "2"}
    with nothing_changes():
        words = unescape(organizer.post(address, change).content.decode())
        assert (
            "Nothing is saved yet. 2 nights with a score would count." in words and "Nobody’s place changes." in words
        )
        assert organizer.post(address, change | {"save": "of another preview"}).status_code == 200
        token = previewed(organizer, address, change)
        assert "What it would be" in organizer.post(address, change | {"save": token, "best": "4"}).content.decode()
    assert organizer.post(address, change | {"save": token}).status_code == 302
    season.refresh_from_db()
    assert (season.adding, season.least_nights) == ("average", 2)


@pytest.mark.parametrize("button", ["preview", "save"])
def test_settings_of_a_season_that_is_deleted_at_that_moment_are_refused(
    organizer: Client, season: Season, monkeypatch: pytest.MonkeyPatch, button: str
) -> None:
    """Somebody else deletes it once its row was read for this request."""
    address = f"/club/seasons/{season.pk}/settings/"
    data = YEAR | ({"save": previewed(organizer, address, YEAR)} if button == "save" else {})

    def found(*args: Any, **fields: Any) -> Any:
        row = get_object_or_404(*args, **fields)
        delete_season(season=row)
        return row

    monkeypatch.setattr(season_views, "get_object_or_404", found)
    answer = organizer.post(address, data)
    assert answer.status_code == 404 and "This season was deleted in the meantime." in answer.content.decode()
    assert not Season.objects.exists()


def test_a_preview_shows_who_rises_and_who_falls(organizer: Client, season: Season) -> None:
    third = played_night(season.club, "2026-03-17", rounds=3)
    address = f"/club/seasons/{season.pk}/settings/"
    guest = LoadedSeason(season).standings[0].player
    season.club.players.filter(pk=guest).update(is_guest=True)
    change = {name: value for name, value in YEAR.items() if name != "with_guests"}
    words = organizer.post(address, change).content.decode()
    assert "up 1 from " in words and "no longer in it" in words
    change = YEAR | {
        "left_out": [str(third.pk)],
        "save": previewed(organizer, address, YEAR | {"left_out": [str(third.pk)]}),
    }
    organizer.post(address, change)
    assert third not in season.nights() and len(LoadedSeason(season).results) == 2
    page = organizer.get(address).content.decode()
    assert f'value="{third.pk}" checked' in page


def test_a_new_season_begins_with_the_rules_of_the_last_one(organizer: Client, season: Season) -> None:
    Season.objects.update(worth="places", place_points=[5, 3], tie_breaks=["loners"], least_nights=4)
    page = organizer.get("/club/seasons/new/").content.decode()
    assert 'value="5 3"' in page and '<option value="loners" selected>' in page and 'value="4"' in page
    change = YEAR | {"name": "Next", "first_tie_break": "best-night", "third_tie_break": "loners"}
    token = previewed(organizer, "/club/seasons/new/", change)
    assert organizer.post("/club/seasons/new/", change | {"save": token}).status_code == 302
    assert Season.objects.get(name="Next").tie_breaks == ["best-night", "loners"]
    with nothing_changes():
        assert organizer.post("/club/seasons/new/", change | {"save": token}).status_code == 400, "the name is taken"


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"last_day": "2025-12-31"}, "The last day is before the first"),
        ({"place_points": "10 x"}, "Write whole numbers with spaces between"),
        ({"place_points": "5 8"}, "none higher than the one before"),
        ({"place_points": ""}, "Write whole numbers"),
        ({"best": "0"}, "Write a whole number, 1 to 366."),
        ({"least_nights": "-1"}, "Write a whole number, 0 to 366."),
        ({"first_tie_break": "loners", "second_tie_break": "loners"}, "Each way to break a tie can be chosen once."),
        ({"first_day": "soon"}, "Choose a day"),
        ({"name": ""}, "Give the season a name."),
        ({"left_out": ["999999"]}, "One of these nights is gone."),
    ],
)
def test_wrong_settings_are_refused_with_a_sentence(
    organizer: Client, season: Season, wrong: dict[str, str], sentence: str
) -> None:
    with nothing_changes():
        answer = organizer.post(f"/club/seasons/{season.pk}/settings/", YEAR | wrong)
    assert answer.status_code == 400 and sentence in unescape(answer.content.decode())


# On paper


def test_the_printed_standings_have_everybody_with_every_night(organizer: Client, season: Season) -> None:
    answer = organizer.get(f"/club/seasons/{season.pk}/standings.pdf")
    assert answer["Content-Type"] == "application/pdf"
    lines = [line for page in pages(answer.content) for line in lines_of(page)]
    loaded = LoadedSeason(season)
    for one in loaded.standings:
        figures = [str(score.worth) for score in one.nights]
        assert " ".join([one.place_text, loaded.people[one.player].name, *figures, "2", str(one.total)]) in lines
    assert "Place Name Mar 3 Mar 10 Nights Total" in lines
    assert any("All nights are added up." in line for line in lines)


# What is remembered of closed nights


def test_what_is_remembered_of_closed_nights_can_be_thrown_away(season: Season) -> None:
    loaded = LoadedSeason(season)
    first = (loaded.results, loaded.standings)
    assert result_cache._results
    remembered = LoadedSeason(season)
    assert all(one is other for one, other in zip(remembered.results, first[0], strict=True))
    result_cache.forget_results()
    again = LoadedSeason(season)
    assert (again.results, again.standings) == first
    assert season_standings(again.results, again.rules) == first[1]


def test_a_night_that_is_opened_again_or_whose_people_change_is_read_again(season: Season) -> None:
    night = season.nights()[0]
    before = night_result(night)
    reopen_night(night=night, who=ORGANIZER)
    play_hands(game_at(night, 3, 1), "NS:5-alone")
    close_night(night=night, who=ORGANIZER)
    night.refresh_from_db()
    after = night_result(night)
    assert after.games == before.games + 1
    entry = night.entries.get(number=1)
    newcomer = night.club.players.create(name="Somebody else")
    Entry.objects.filter(pk=entry.pk).update(player=newcomer)
    assert newcomer.pk in night_result(night).by_player and entry.player_id not in night_result(night).by_player


def test_a_night_is_remembered_only_when_it_is_closed_and_not_for_ever(
    club: Club, season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    result_cache.forget_results()
    open_one = played_night(club, "2026-03-17", close=False)
    club_results(club)
    assert open_one.pk not in result_cache._results and len(result_cache._results) == 2
    monkeypatch.setattr(result_cache, "MOST", 1)
    result_cache.forget_results()
    club_results(club)
    assert len(result_cache._results) == 1


def test_a_strangers_cookie_opens_no_season(season: Season, stranger: Client) -> None:
    stranger.cookies[SIGN_IN_COOKIE] = "no key of any club"
    assert stranger.get(f"/club/seasons/{season.pk}/").status_code == 403


# In the shell


def printed(*arguments: str) -> str:
    out = StringIO()
    call_command("season", *arguments, stdout=out)
    return out.getvalue()


def test_the_command_prints_the_standings_as_a_table_csv_or_json(season: Season) -> None:
    loaded = LoadedSeason(season)
    first = loaded.standings[0].player
    season.club.players.filter(pk=first).update(name="=1+1")
    words = printed("2026")
    assert "All nights are added up." in words and "place  name" in words
    rows = list(csv.reader(StringIO(printed("latest", "--format", "csv"))))
    assert rows[0] == ["place", "name", "nights", "total"] and len(rows) == 1 + len(loaded.standings)
    assert "'=1+1" in [row[1] for row in rows]
    document = json.loads(printed(str(season.pk), "--format", "json"))
    totals = {one["name"]: one["total"] for one in document["standings"]}
    assert totals["=1+1"] == str(loaded.standings[0].total)
    assert all(
        sum(int(night["worth"]) for night in one["nights"]) == int(one["total"]) for one in document["standings"]
    )
    assert [night["code"] for night in document["nights"]] == [night.slug for night in season.nights()]


def test_the_command_says_which_seasons_there_are(season: Season) -> None:
    with pytest.raises(CommandError, match=rf'There is no season "Autumn". Seasons here: 2026 \({season.pk}\).'):
        printed("Autumn")
    other = Club.objects.create(name="Thursday club")
    Season.objects.create(club=other, name="2026", first_day=season.first_day, last_day=season.last_day)
    with pytest.raises(CommandError, match=rf"season {season.pk} of Tuesday club \(club {season.club_id}\)[.,]"):
        printed("2026")
    assert "Thursday" not in printed("2026", "--club", "tuesday CLUB")


def test_a_season_is_found_by_the_name_or_number_of_its_club(season: Season, tmp_path: Path) -> None:
    namesake = Club.objects.create(name=season.club.name)
    other = Season.objects.create(club=namesake, name="2026", first_day=season.first_day, last_day=season.last_day)
    with pytest.raises(CommandError, match=r"Give the number of a season, or --club\."):
        printed("2026")
    with pytest.raises(CommandError, match=r"Several clubs are meant: .* Give --club with a number\."):
        printed("2026", "--club", namesake.name)
    loaded = printed(str(season.pk), "--format", "json")
    assert printed("2026", "--club", str(season.club_id), "--format", "json") == loaded
    assert printed(str(other.pk), "--club", str(namesake.pk), "--format", "json") != loaded
    call_command("export", season="2026", club=str(season.club_id), output=tmp_path / "season.json")
    assert (tmp_path / "season.json").read_text() == season_archive(season)
    with pytest.raises(CommandError, match=r'There is no season "9+"'):
        printed("9" * 30)


# Long lists


@pytest.fixture
def long_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fold lists as if eight players and three nights were many."""
    for name, value in (("FIRST_ROWS", 3), ("NEWEST", 1), ("FEW", 0)):
        monkeypatch.setattr(season_pages, name, value)


@pytest.mark.usefixtures("long_lists")
def test_a_long_season_is_folded_and_has_everybody_and_every_night_once(
    organizer: Client, club: Club, season: Season
) -> None:
    played_night(club, "2025-12-30")
    season.first_day = date(2025, 12, 1)
    season.save()
    page = organizer.get(f"/club/seasons/{season.pk}/").content.decode()
    first, others, rest = re.split(r"<details[^>]*other-players.*?</summary>|<h2>How it counts", page)
    assert "5 more players" in page
    people = [set(re.findall(rf"/club/seasons/{season.pk}/people/(\d+)/", part)) for part in (first, others)]
    assert [len(of_part) for of_part in people] == [3, 5] and not people[0] & people[1]
    nights = rest.partition("<h2>Nights</h2>")[2]
    assert re.findall(r"<summary>(.*?)</summary>", nights)[:2] == ["2026: 1 earlier night", "2025: 1 night"]
    days = re.findall(r">(\d\d/\d\d/\d{4})</a>", nights)
    assert days == ["03/10/2026", "03/03/2026", "12/30/2025"]


@pytest.mark.usefixtures("long_lists")
def test_a_players_phone_has_everybody_of_a_long_season(season: Season) -> None:
    Night.objects.update(revealed_at=timezone.now())
    tonight = played_night(season.club, "2026-03-17", close=False)
    page = phone_of(tonight, 1).get(f"/club/seasons/{season.pk}/").content.decode()
    assert "5 more players" in page
    assert len(set(re.findall(rf"/club/seasons/{season.pk}/people/(\d+)/", page))) == 8


def test_a_short_season_is_not_folded(organizer: Client, season: Season) -> None:
    assert 'class="fold"' not in organizer.get(f"/club/seasons/{season.pk}/").content.decode()


@pytest.mark.long
@pytest.mark.usefixtures("long_lists")
def test_what_is_unfolded_stays_open_while_a_night_goes_on(
    browser: Browser, organizer: Client, club: Club, season: Season
) -> None:
    playing = played_night(club, "2026-03-17", rounds=1, close=False)
    with ServerlessBrowser(browser, organizer) as opened:
        page = opened.context.new_page()
        page.goto(f"{SITE}/club/seasons/{season.pk}/")
        page.get_by_text("5 more players").click()
        last = page.locator("#other-players tbody tr").last
        expect(last).to_be_visible()
        person = club.players.get(name=last.locator("a").first.inner_text())
        person.name = "Zoe Newname"
        person.save()
        assert playing.status == Night.Status.PLAYING
        page.evaluate("document.body.dispatchEvent(new Event('wake'))")
        expect(page.locator("#other-players").get_by_text("Zoe Newname")).to_be_visible()


def test_an_empty_season_offers_no_picture(organizer: Client, season: Season) -> None:
    address = f"/club/seasons/{season.pk}/"
    assert "A picture to keep" in organizer.get(address).content.decode()
    later = Season.objects.create(club=season.club, name="2030", first_day="2030-01-01", last_day="2030-12-31")
    assert "A picture to keep" not in organizer.get(f"/club/seasons/{later.pk}/").content.decode()
