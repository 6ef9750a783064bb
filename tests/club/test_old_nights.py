"""Nights from before the software, of which only everybody's total is known."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from itertools import product
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from tally.exports.night_json import export_night
from tally.loading.results import club_results, night_result
from tally.models import NightTotal
from tally.scores.total_lines import TotalLine, read_total_lines, split_lines
from tally.scoring.night_totals import correct_totals, delete_totals_night, enter_totals, newest_version
from tests.support.night import CAST, ORGANIZER, game_at, nothing_changes, phone_of, play_hands, sign_in_as_organizer
from tests.support.strangers import fill_in
from tests.support.url_table import URLS
from tournament.models import CashLine, Club, Entry, Night, Player
from tournament.people.errors import Refused
from tournament.people.names import isolated

LINES = [TotalLine("Ann Miller", 63, loners=2), TotalLine("Bob Stone", 58), TotalLine("Nora Quinn", 58, games=7)]
ON = date(2019, 3, 5)
ADDRESS = "/club/nights/new-totals/"


@pytest.fixture
def old_night(club: Club) -> Night:
    """An old night of three players."""
    return enter_totals(club=club, name="Tuesday euchre", on=ON, games=8, lines=LINES, who=ORGANIZER)


def posted(*rows: tuple[str, ...], **more: str) -> dict[str, str]:
    """Return what the form sends: a row is name, points, games and loners."""
    data = {"name": "Tuesday euchre", "date": "2019-03-05", "games": "8", "r-INITIAL_FORMS": "0"}
    data["r-TOTAL_FORMS"] = str(len(rows))
    fields = ("name", "points", "games", "loners")
    for at, row in enumerate(rows):
        data |= {f"r-{at}-{field}": value for field, value in zip(fields, row, strict=False)}
    return data | more


# Entering


def test_an_old_night_is_closed_and_ranked_from_the_beginning(old_night: Night) -> None:
    assert old_night.status == Night.Status.CLOSED and old_night.kind == Night.Kind.TOTALS
    assert not old_night.rounds.exists()
    result = night_result(old_night)
    assert result.totals_only and result.games == 8 and result.date == ON and not result.meetings
    names = dict(Player.objects.values_list("pk", "name"))
    assert [(names[p.player], p.place, p.shared, p.points, p.games, p.loners) for p in result.players] == [
        ("Ann Miller", 1, False, 63, 8, 2),
        ("Bob Stone", 2, True, 58, 8, None),
        ("Nora Quinn", 2, True, 58, 7, None),
    ]
    assert all(player.game_points == () for player in result.players)
    assert [row["total"] for row in export_night(old_night)["standings"]] == [63, 58, 58]


def test_an_old_night_counts_beside_those_that_were_played(night: Night) -> None:
    play_hands(game_at(night, 1, 1), "NS:5")
    enter_totals(club=night.club, name="Old", on=ON, games=8, lines=LINES, who=ORGANIZER)
    results = club_results(night.club)
    assert [(result.totals_only, result.games) for result in results] == [(True, 8), (False, 1)]
    assert Player.objects.filter(club=night.club, name="Ann Miller").count() == 1, "she is the regular of both"


def test_the_form_saves_after_a_preview(organizer: Client, club: Club) -> None:
    Player.objects.create(club=club, name="Ann Miller")
    form = posted(("ann miller", "63", "", "2"), ("Nora Quinn", "58"), ("", ""))
    with nothing_changes():
        page = organizer.post(ADDRESS, form | {"preview": "1"}).content.decode()
    assert "Nothing is saved yet" in page and "Nora Quinn <small>new</small>" in page
    assert "ann miller <small>new</small>" not in page
    answer = organizer.post(ADDRESS, form | {"save": "1"})
    night = club.nights.get()
    assert answer["Location"] == f"/n/{night.slug}/standings/"
    assert list(night.entries.values_list("player__name", flat=True)) == ["Ann Miller", "Nora Quinn"]
    assert night.closed_at and night.date == ON
    page = organizer.get(answer["Location"]).content.decode()
    assert "no tables and no hands" in page and "Edit the totals" in page


def test_new_names_from_right_to_left_stay_in_their_order(organizer: Client, club: Club) -> None:
    form = posted(("שרה כהן", "63"), ("משה לוי", "58"))
    page = organizer.post(ADDRESS, form | {"preview": "1"}).content.decode()
    assert f"New to the club: <b>{isolated('שרה כהן')}, {isolated('משה לוי')}</b>." in page


def test_a_name_near_a_regulars_is_asked_about(organizer: Client, club: Club) -> None:
    ed, ann = (Player.objects.create(club=club, name=name) for name in ("Ed Parker", "Ann Miller"))
    form = posted(("Ed Parkr", "63"), ("Ann Miler", "58"), ("Ann Miller", "40"))
    page = organizer.post(ADDRESS, form | {"preview": "1"}).content.decode()
    assert "Ed Parkr is <b>Ed Parker</b>" in page and page.count('name="same"') == 1
    assert "New to the club: <b>Ann Miler</b>" in page, "Ann Miller is there herself"
    organizer.post(ADDRESS, form | {"save": "1", "same": "0"})
    players = list(club.nights.get().entries.order_by("number").values_list("player", flat=True))
    assert players[0] == ed.pk and players[2] == ann.pk
    organizer.post(ADDRESS, posted(("Ed Parkr", "5"), save="1") | {"date": "2019-03-12", "same": "x"})
    assert club.players.filter(name="Ed Parkr").exists(), "unchecked, it is somebody else"


def test_saving_twice_is_saving_once(organizer: Client, club: Club) -> None:
    form = posted(("Ann Miller", "63"), save="1")
    assert organizer.post(ADDRESS, form)["Location"] == organizer.post(ADDRESS, form)["Location"]
    assert club.nights.count() == 1
    other = organizer.post(ADDRESS, posted(("Ann Miller", "64"), save="1"))
    assert other.status_code == 400 and "is there already" in other.content.decode()


@pytest.mark.parametrize(
    ("rows", "more", "sentence"),
    [
        ((("Ann Miller", ""),), {}, "Ann Miller has no points"),
        ((("", "5"),), {}, "Whose points are these?"),
        ((("Ann Miller", "x"),), {}, "Enter the points as a whole number"),
        ((("Ann Miller", "99999"),), {}, "less than or equal to 9999"),
        ((("Ann Miller", "5"), ("ANN MILLER", "6")), {"save": "1"}, "more than once in this list"),
        ((), {}, "Nobody has a total yet"),
        ((("Ann Miller", "5"),), {"date": "2099-01-01"}, "This day is still to come"),
        ((("Ann Miller", "5"),), {"games": "0"}, "greater than or equal to 1"),
        ((("Ann Miller", "5"),), {"name": ""}, "This field is required"),
        ((("Ann Miller", "5"),), {"r-TOTAL_FORMS": ""}, "Only a part of this page arrived, so nothing was saved."),
        ((("Ann Miller", "5"),), {"r-TOTAL_FORMS": "134"}, "There is room for 133 rows here, so nothing was saved."),
    ],
)
def test_what_cannot_be_is_said_and_nothing_is_saved(
    organizer: Client, club: Club, rows: tuple[Any, ...], more: dict[str, str], sentence: str
) -> None:
    with nothing_changes():
        answer = organizer.post(ADDRESS, posted(*rows) | more)
    assert answer.status_code == 400 and sentence in answer.content.decode()


def test_more_rows_keep_what_was_typed(organizer: Client, club: Club) -> None:
    page = organizer.post(ADDRESS, posted(("Ann Miller", "63"), more="1")).content.decode()
    assert 'value="Ann Miller"' in page and page.count("-points") > 12


# Lists


def test_a_pasted_list_fills_the_rows_and_names_the_wrong_ones(organizer: Client, club: Club) -> None:
    pasted = "Name;Points\nAnn Miller;63\nBob Stone;lots\n\nNora Quinn;−3\nann miller;4"
    with nothing_changes():
        page = organizer.post(ADDRESS, posted(read="1", list=pasted)).content.decode()
    assert "Line 3: Bob Stone cannot have “lots” points." in page
    assert "Line 6: ann miller is in line 2 already." in page
    assert 'value="Ann Miller"' in page and 'value="-3"' in page and "2 lines could be read" in page
    assert 'value="Tuesday euchre"' in page, "the night’s name stays"


def test_a_file_fills_the_rows(organizer: Client, club: Club) -> None:
    file = SimpleUploadedFile("old.csv", "\ufeffplayer,total,loners\nŁukasz Nowak,41,1\n".encode())
    page = organizer.post(ADDRESS, {**posted(read="1"), "file": file}).content.decode()
    assert 'value="Łukasz Nowak"' in page and 'value="41"' in page


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Bob Stone 63\nAnn M. Miller\t", []),
        ("Bob Stone 63\nAnn Miller -4", [TotalLine("Bob Stone", 63), TotalLine("Ann Miller", -4)]),
        ("1\tBob Stone\t63\nT-2\tAnn Miller\t60", [TotalLine("Bob Stone", 63), TotalLine("Ann Miller", 60)]),
        ("Place,Name,Total\n1,Bob Stone,63", [TotalLine("Bob Stone", 63)]),
        ("Bob Stone,63,7,2", [TotalLine("Bob Stone", 63, 7, 2)]),
        ('"Stone, Bob",63', [TotalLine("Stone, Bob", 63)]),
    ],
)
def test_lists_are_read_as_people_write_them(text: str, expected: list[TotalLine]) -> None:
    lines, problems = read_total_lines(split_lines(text))
    assert lines == expected or (not expected and problems)


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=200))
def test_any_list_is_read_or_refused_with_a_sentence_for_each_line(text: str) -> None:
    lines, problems = read_total_lines(split_lines(text))
    assert all(line.name and -9999 <= line.points <= 9999 for line in lines)
    assert all(problem.startswith("Line ") and problem.endswith(".") for problem in problems)


# Correcting and deleting


def amounts(night: Night, **points: int | None) -> dict[int, tuple[int | None, int | None, int | None]]:
    """Return the form's amounts for some players, by first name."""
    found = night.entries.filter(name__regex="^(" + "|".join(points) + ") ")
    return {entry.pk: (points[entry.name.split()[0]], None, None) for entry in found}


def correct(night: Night, **more: Any) -> None:
    """Correct a night with its own name, date and games, unless they are given."""
    settings = {"name": night.name, "on": night.date, "games": night.games, "amounts": {}, "added": []}
    correct_totals(night=night, who=ORGANIZER, expected=newest_version(night), **(settings | more))


def test_a_correction_is_a_version_and_a_line_of_the_log(old_night: Night) -> None:
    correct(old_night, amounts=amounts(old_night, Bob=64, Nora=None), added=[TotalLine("Carla Reyes", 70)], games=9)
    rows = [(row["number"], row["total"]) for row in export_night(Night.objects.get())["standings"]]
    assert rows == [(4, 70), (2, 64), (1, 63)]
    assert list(NightTotal.objects.filter(entry__number=2).values_list("version", "points")) == [(1, 58), (2, 64)]
    logged = " / ".join(old_night.log_entries.values_list("text", flat=True))
    assert "changed the number of games: 8 → 9" in logged and "changed the total of 2 Bob S.: 58 → 64" in logged
    assert "3 Nora Q.: 58 and 7 games → none" in logged and "4 Carla R.: none → 70" in logged


def test_an_unchanged_correction_writes_no_version(old_night: Night) -> None:
    before = NightTotal.objects.count()
    correct(old_night, amounts={old_night.entries.get(number=1).pk: (63, None, 2)})
    assert NightTotal.objects.count() == before


def test_a_stale_page_corrects_nothing(organizer: Client, old_night: Night) -> None:
    stale = newest_version(old_night)
    correct(old_night, amounts=amounts(old_night, Bob=64))
    form = posted(("", "1"), seen=str(stale)) | {"r-0-entry": str(old_night.entries.get(number=1).pk)}
    with nothing_changes():
        answer = organizer.post(f"/n/{old_night.slug}/totals/", form)
    assert answer.status_code == 400 and "changed in the meantime" in answer.content.decode()


def test_the_edit_page_saves(organizer: Client, old_night: Night) -> None:
    assert 'value="63"' in organizer.get(f"/n/{old_night.slug}/totals/").content.decode()
    form = posted(("", "66"), seen=str(newest_version(old_night))) | {
        "r-0-entry": str(old_night.entries.get(number=2).pk)
    }
    assert organizer.post(f"/n/{old_night.slug}/totals/", form).status_code == 302
    assert export_night(Night.objects.get())["standings"][0]["total"] == 66


def test_nobodys_totals_cannot_be_all_that_is_left(old_night: Night) -> None:
    with nothing_changes(), pytest.raises(Refused, match="delete it"):
        correct(old_night, amounts=amounts(old_night, Ann=None, Bob=None, Nora=None))


def test_totals_of_a_night_that_was_played_are_not_entered(night: Night) -> None:
    with nothing_changes(), pytest.raises(Refused, match="played at its tables"):
        correct_totals(night=night, name="X", on=ON, games=8, amounts={}, added=LINES, expected=0, who=ORGANIZER)
    with nothing_changes(), pytest.raises(Refused, match="played at its tables"):
        delete_totals_night(night=night)


def test_a_night_is_deleted_only_after_a_yes(organizer: Client, old_night: Night) -> None:
    address = f"/n/{old_night.slug}/totals/delete/"
    with nothing_changes():
        assert organizer.post(address).status_code == 409
    assert organizer.post(address, {"sure": "1"})["Location"] == ADDRESS
    assert not Night.objects.exists() and not Entry.objects.exists() and not NightTotal.objects.exists()
    assert Player.objects.filter(name="Nora Quinn").exists()


def test_a_night_with_money_is_not_deleted(organizer: Client, old_night: Night) -> None:
    CashLine.objects.create(night=old_night, cents=500, kind="entry", by="The organizer", key="one-line")
    with nothing_changes():
        answer = organizer.post(f"/n/{old_night.slug}/totals/delete/", {"sure": "1"})
    assert answer.status_code == 409 and "is needed elsewhere" in answer.content.decode()


# Every other page


FOR_PLAYERS = {"/n/{slug}/standings.png", "/n/{slug}/podium.png"}
OF_AN_OLD_NIGHT = FOR_PLAYERS | {
    f"/n/{{slug}}/{page}"
    for page in ("standings/", "log/", "data/standings.csv", "data/everything.xlsx", "data/night.json")
}


def everybody(night: Night) -> Iterator[tuple[str, Client]]:
    """Yield browsers of everybody who may come."""
    organizer = Client()
    sign_in_as_organizer(organizer, night.club)
    yield "organizer", organizer
    yield "a player", phone_of(night, 1)
    yield "a stranger", Client()


def test_every_page_of_an_old_night_answers_with_a_sentence_or_the_standings(night: Night) -> None:
    """Not one address fails, whoever asks, and posts change nothing."""
    browsers = dict(everybody(night))  # a phone is paired while it is played
    game = game_at(night, 1, 1).pk
    night.rounds.all().delete()
    NightTotal.objects.bulk_create(NightTotal(entry=entry, points=50) for entry in night.entries.all())
    now = timezone.now()
    Night.objects.filter(pk=night.pk).update(kind="totals", status="closed", games=8, closed_at=now, revealed_at=now)
    night.refresh_from_db()
    paths = [path for path in URLS if path.startswith("/n/{slug}/") and "/totals/" not in path]
    addresses = {path: fill_in(night, (path.replace("{game}", str(game)), "closed", {}))[0] for path in paths}
    with nothing_changes():
        for path, who in product(paths, browsers):
            answer = browsers[who].get(addresses[path])
            if path in OF_AN_OLD_NIGHT:
                opens = who == "organizer" or path == "/n/{slug}/standings/"
                opens = opens or (who == "a player" and path in FOR_PLAYERS)
                assert answer.status_code == (200 if opens else 403), (path, who)
            elif answer.status_code == 302:
                assert answer["Location"] == f"/n/{night.slug}/standings/", (path, who)
            else:
                assert answer.status_code in (403, 405), (path, who, answer.status_code)
            if who == "organizer":
                answer = browsers[who].post(addresses[path], {"names": "Zoe New", "reopen": "1", "name": "Zoe New"})
                assert answer.status_code in (200, 302, 405, 409), path


def test_codes_of_an_old_night_open_nothing(old_night: Night) -> None:
    entry = old_night.entries.get(number=1)
    for address in (f"/j/{entry.key}", f"/j/{old_night.join_key}", f"/j/{old_night.join_key}/{entry.pk}/"):
        for answer in (Client().get(address), Client().post(address)):
            assert answer.status_code in (200, 302, 404, 409), address
    assert not entry.phones.exists()


def test_home_does_not_take_an_old_night_for_the_last_one(organizer: Client, night: Night, old_night: Night) -> None:
    Night.objects.filter(pk=night.pk).update(status="closed", closed_at=timezone.now())
    page = organizer.get("/").content.decode()
    assert f"/n/{night.slug}/standings/" in page and "over" in page
    assert page.count(f'href="/n/{old_night.slug}/board/"') == 1, "it is among the earlier nights"


def test_the_next_night_is_like_the_last_one_played(organizer: Client, night: Night, old_night: Night) -> None:
    organizer.post("/new/", {})
    newest = Night.objects.order_by("-pk").first()
    assert (
        newest and newest.kind == Night.Kind.PROGRESSIVE and newest.name == night.name and newest.games == night.games
    )


def test_a_phone_of_another_night_sees_short_names_only(night: Night, old_night: Night) -> None:
    page = phone_of(night, 1).get(f"/n/{old_night.slug}/standings/").content.decode()
    assert "Nora Q." in page and "Quinn" not in page and CAST[0] not in page
