"""What a club no longer keeps goes on its day, not a day sooner, and nothing else does."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from tally.loading.results import club_results
from tally.loading.seasons import LoadedSeason
from tally.management.commands import night as night_command
from tests.support.club_nights import play_nights
from tests.support.databases import on_a_laptop
from tests.support.hall_server import Hall
from tests.support.http_visitor import Visitor
from tests.support.markup import text_of
from tests.support.night import CAST, ORGANIZER, nothing_changes, phone_of
from tests.support.row_snapshots import all_rows, make_or_replay
from tests.support.whole_club import fill_club
from tournament.club.merging import merge_regulars, preview_merge
from tournament.club.owned_rows import delete_with_all, owned_tables
from tournament.club.regulars import add_regular
from tournament.club.retention import (
    BeingPlayed,
    Due,
    RetentionOutdated,
    due_by,
    erase_due,
    save_retention,
    years_before,
)
from tournament.copies.places import next_file
from tournament.models import (
    Club,
    ClubLogEntry,
    Entry,
    Event,
    Invitation,
    LogEntry,
    MemberInvitation,
    Night,
    Phone,
    PhoneCheck,
    PhoneJoin,
    PhoneRequest,
    Player,
    RemovedPlayer,
    Retention,
    RetentionRun,
    Role,
    Season,
)
from tournament.night.lifecycle import close_night
from tournament.night.signup import sign_up
from tournament.people.errors import Refused
from tournament.server import due_erasures
from tournament.server.due_erasures import erase_all_due

pytestmark = pytest.mark.usefixtures("short_searches")
KEEPING = "/club/keeping/"
DAYS = st.dates(date(2015, 1, 1), date(2030, 12, 31)) | st.sampled_from([date(2020, 2, 29), date(2024, 2, 29)])
in_a_database = examples(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture
def rested(club: Club) -> Club:
    """A club with two closed nights a week apart, on September 1 and 8, 2026, with phones."""

    def make() -> Club:
        for night in play_nights(club, 2):
            Phone.objects.create(entry=night.entries.get(number=1), token="token-of-1")
            PhoneCheck.objects.create(night=night, phone_name="A phone", result="reached")
            entry = night.entries.get(number=2)
            PhoneRequest.objects.create(entry=entry, token="asked", answered_at=timezone.now())
            RemovedPlayer.objects.create(night=night, name="Zed Abbott", rows=[{"fields": {"player": None}}])
        return club

    return make_or_replay("a club to be forgotten", make)


def choose(club: Club, **after: int) -> Retention:
    """Choose what goes, without the page."""
    return Retention.objects.update_or_create(club=club, defaults=after)[0]


def due(club: Club, on: date, **after: int) -> Due:
    """What would go on a day."""
    return due_by(Retention(club=club, **after), on)


def erase(club: Club, on: date) -> RetentionRun | None:
    """Erase what is due on a day, at noon."""
    return erase_due(club=club, on=on, now=timezone.make_aware(datetime.combine(on, time(12))))


def anniversary(day: date, years: int) -> date:
    """The day on which something is so many years old; of February 29, March 1 where there is none."""
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return date(day.year + years, 3, 1)


def at(day: date, hour: time) -> datetime:
    """A moment of a day, where the club is."""
    return timezone.make_aware(datetime.combine(day, hour))


# Each rule at its boundary


@given(DAYS, st.integers(1, 30), st.integers(-3, 3))
def test_something_is_n_years_old_from_its_anniversary_on(day: date, years: int, more: int) -> None:
    on = anniversary(day, years) + timedelta(days=more)
    assert (day <= years_before(on, years)) is (more >= 0)


@in_a_database
@given(last=DAYS, years=st.integers(1, 30))
def test_a_name_goes_on_the_day_and_not_before(rested: Club, last: date, years: int) -> None:
    Night.objects.filter(name="Week 2").update(date=last)
    Night.objects.filter(name="Week 1").update(date=last - timedelta(days=40))
    on = anniversary(last, years)
    assert due(rested, on - timedelta(days=1), names_after=years).names == ()
    assert [old.last for old in due(rested, on, names_after=years).names] == [last] * 8


@in_a_database
@given(day=DAYS, days=st.integers(1, 1000), hour=st.sampled_from([time(0), time(12), time.max]))
def test_phones_and_their_checks_go_on_the_day_and_not_before(rested: Club, day: date, days: int, hour: time) -> None:
    Night.objects.update(closed_at=at(day, hour))
    on = day + timedelta(days=days)
    before, then = due(rested, on - timedelta(days=1), phones_after=days), due(rested, on, phones_after=days)
    assert (before.phones, before.phone_checks) == (0, 0)
    assert (then.phones, then.phone_checks) == (2, 2)


@in_a_database
@given(day=DAYS, years=st.integers(1, 30), hour=st.sampled_from([time(0), time(12), time.max]))
def test_a_log_line_goes_on_the_day_and_not_before(rested: Club, day: date, years: int, hour: time) -> None:
    LogEntry.objects.update(at=at(date(2040, 1, 1), time(12)))
    line = LogEntry.objects.order_by("pk")[0]
    LogEntry.objects.filter(pk=line.pk).update(at=at(day, hour))
    on = anniversary(day, years)
    assert due(rested, on - timedelta(days=1), log_after=years).log_lines == 0
    assert due(rested, on, log_after=years).log_lines == 1


@in_a_database
@given(day=DAYS, years=st.integers(1, 30))
def test_a_night_goes_on_the_day_and_not_before(rested: Club, day: date, years: int) -> None:
    Night.objects.filter(name="Week 1").update(date=day)
    Night.objects.filter(name="Week 2").update(date=day + timedelta(days=1))
    on = anniversary(day, years)
    assert due(rested, on - timedelta(days=1), nights_after=years).nights == ()
    assert due(rested, on, nights_after=years).nights[0].name == "Week 1"


def test_a_night_whose_end_nobody_noted_was_closed_on_its_date(rested: Club) -> None:
    Night.objects.update(closed_at=None)
    assert due(rested, date(2026, 10, 1), phones_after=30).phones == 1
    assert due(rested, date(2026, 10, 8), phones_after=30).phones == 2


def test_without_a_choice_nothing_is_ever_due(rested: Club) -> None:
    assert not due(rested, date(2126, 1, 1))
    with nothing_changes():
        assert erase(rested, date(2126, 1, 1)) is None


# What goes, and what stays


def figures(club: Club) -> list[object]:
    """Everything that is added up over nights, without names."""
    nights = [[(one.player, one.points, one.place, one.loners) for one in r.players] for r in club_results(club)]
    seasons = [[(one.player, one.total, one.place) for one in LoadedSeason(s).standings] for s in club.seasons.all()]
    return [nights, seasons]


def test_after_names_went_seasons_and_records_keep_their_figures(rested: Club, organizer: Client) -> None:
    Season.objects.create(club=rested, name="Fall", first_day="2026-09-01", last_day="2026-12-31")
    names = list(rested.players.values_list("name", flat=True))
    before = figures(rested)
    records = text_of(organizer.get("/club/records/"))
    choose(rested, names_after=3)
    run = erase(rested, date(2029, 9, 8))
    assert run and str(run) == "8 names"
    assert figures(rested) == before
    page = text_of(organizer.get("/club/records/"))
    assert "Former player" in page and not [name for name in names if name in page]
    assert re.sub(r"Former player (\d)", r"Guest\1 X", page) == records
    assert set(rested.players.values_list("name", flat=True)) == {f"Former player {n}" for n in range(1, 9)}


def test_who_never_came_and_who_sits_in_an_open_night_stay(rested: Club) -> None:
    add_regular(club=rested, name="Zoe New", is_guest=False)
    later = Night.objects.create(club=rested, name="Next", date=date(2026, 9, 15))
    sign_up(night=later, names=["Guest1 X"], who=ORGANIZER)
    names = {old.player.name for old in due(rested, date(2036, 1, 1), names_after=1).names}
    assert names == {f"Guest{n} X" for n in range(2, 9)}


def test_whoever_was_merged_came_when_the_other_did(rested: Club) -> None:
    zoe = add_regular(club=rested, name="Zoe New", is_guest=False)
    night = Night.objects.create(club=rested, name="Later", date=date(2030, 1, 1), status=Night.Status.CLOSED)
    Entry.objects.create(night=night, player=zoe, name=zoe.name, number=1)
    ann = rested.players.get(name="Guest1 X")
    merge_regulars(kept=ann, merged=zoe, shown=preview_merge(ann, zoe).state_token, who=ORGANIZER)
    assert ann not in {old.player for old in due(rested, date(2030, 6, 1), names_after=2).names}


def test_phones_are_forgotten_and_who_played_stays(rested: Club) -> None:
    choose(rested, phones_after=30)
    Night.objects.filter(name="Week 1").update(closed_at=at(date(2026, 9, 1), time(22)))
    Night.objects.filter(name="Week 2").update(closed_at=at(date(2026, 9, 8), time(22)))
    assert str(erase(rested, date(2026, 10, 1))) == "1 phone, 1 phone check"
    assert list(Phone.objects.order_by("pk").values_list("token", flat=True)) == ["", "token-of-1"]
    for model in (PhoneCheck, RemovedPlayer):
        assert [row.night.name for row in model.objects.all()] == ["Week 2"]
    assert [row.entry.night.name for row in PhoneRequest.objects.all()] == ["Week 2"]


def test_a_phone_that_plays_every_week_stays_known(rested: Club) -> None:
    choose(rested, phones_after=30)
    Night.objects.filter(name="Week 1").update(closed_at=at(date(2026, 9, 1), time(22)))
    Night.objects.filter(name="Week 2").update(closed_at=at(date(2026, 9, 8), time(22)))
    erase(rested, date(2026, 10, 1))
    phone = Client()
    phone.cookies["phone"] = "token-of-1"
    assert phone.get("/club/records/").status_code == 200
    erase(rested, date(2026, 10, 8))
    assert phone.get("/club/records/").status_code == 403


def test_with_the_log_go_the_messages_that_say_the_same(rested: Club) -> None:
    choose(rested, log_after=2)
    LogEntry.objects.update(at=at(date(2026, 9, 8), time(22)))
    Night.objects.update(closed_at=at(date(2026, 9, 8), time(22)))
    assert erase(rested, date(2028, 9, 7)) is None and Event.objects.exists()
    run = erase(rested, date(2028, 9, 8))
    assert run and run.log_lines and not Event.objects.exists() and not LogEntry.objects.exists()
    assert len(club_results(rested)) == 2


def test_with_the_log_go_old_lines_of_who_was_let_into_the_club(rested: Club) -> None:
    for year, text in ((2026, "invited Zoe"), (2027, "invited Yan")):
        line = ClubLogEntry.objects.create(club=rested, actor="Ann", text=text)
        ClubLogEntry.objects.filter(pk=line.pk).update(at=at(date(year, 9, 8), time(22)))
    LogEntry.objects.all().delete()
    assert not due(rested, date(2028, 9, 7), log_after=2)
    choose(rested, log_after=2)
    assert str(erase(rested, date(2028, 9, 8))) == "1 line in logs"
    assert [line.text for line in ClubLogEntry.objects.all()] == ["invited Yan"]


def test_an_old_night_goes_whole_and_people_stay(rested: Club) -> None:
    Night.objects.filter(name="Week 1").update(date=date(2020, 1, 1))
    choose(rested, nights_after=5)
    assert str(erase(rested, date(2026, 10, 1))) == "1 night"
    assert [night.name for night in rested.nights.all()] == ["Week 2"]
    assert rested.players.regulars().count() == 8 and not Entry.objects.exclude(night__name="Week 2").exists()


def test_every_row_of_an_old_night_goes_and_no_other(club: Club) -> None:
    def make() -> Club:
        fill_club(club)
        return club

    make_or_replay("full club", make)
    for night in club.nights.filter(status=Night.Status.PLAYING):
        close_night(night=night, who=ORGANIZER)
    before = {night.pk: all_rows_of(night) for night in club.nights.all()}
    Night.objects.filter(name__in=["Bids", "Winners"]).update(date=date(2010, 1, 1))
    choose(club, nights_after=10)
    erase(club, date(2026, 10, 1))
    left = club.nights.values_list("pk", flat=True)
    assert len(left) == len(before) - 2
    assert {pk: all_rows_of(Night.objects.get(pk=pk)) for pk in left} == {pk: before[pk] for pk in left}


def all_rows_of(night: Night) -> set[tuple[str, int]]:
    """Every row that belongs to a night, by its table and id."""
    tables = owned_tables(Night)
    return {
        (table.model._meta.label, pk) for table in tables for pk in table.rows([night.pk]).values_list("pk", flat=True)
    }


def test_twice_is_once(rested: Club) -> None:
    choose(rested, names_after=1, phones_after=1, log_after=1, nights_after=10)
    LogEntry.objects.update(at=at(date(2026, 9, 8), time(22)))
    Night.objects.update(closed_at=at(date(2026, 9, 8), time(22)))
    assert erase(rested, date(2027, 9, 8))
    with nothing_changes():
        assert erase(rested, date(2027, 9, 8)) is None
    assert RetentionRun.objects.count() == 1


def test_another_club_loses_nothing(rested: Club) -> None:
    other = Club.objects.create(name="Thursday club")
    fill_club(other)
    mine = {(model._meta.db_table, row.pk) for model, row in rows_of(rested)}
    before = {row for row in all_rows() if row[:2] not in mine}
    choose(rested, names_after=1, phones_after=1, log_after=1, nights_after=1)
    assert erase(rested, date(2099, 1, 1))
    after = {row for row in all_rows() if row[:2] not in mine and "retention" not in row[0]}
    assert after == {row for row in before if "retention" not in row[0]}


def rows_of(club: Club) -> list[tuple[Any, Any]]:
    """Every row of a club with its model."""
    return [(table.model, row) for table in owned_tables(Club) for row in table.rows([club.pk])]


# While a night is played


def test_while_a_night_is_played_nothing_of_the_club_goes(rested: Club) -> None:
    choose(rested, names_after=1, phones_after=1, log_after=1, nights_after=1)
    night = Night.objects.create(club=rested, name="Tonight", date=date(2036, 1, 1), status=Night.Status.PLAYING)
    Night.objects.filter(pk=night.pk).update(opened_at=at(date(2036, 1, 1), time(11)))
    with nothing_changes(), pytest.raises(BeingPlayed, match="Tonight is being played"):
        erase(rested, date(2036, 1, 1))
    close_night(night=night, who=ORGANIZER)
    assert erase(rested, date(2036, 1, 1))


def test_a_night_that_was_left_open_stays_as_it_is_and_the_rest_goes(rested: Club) -> None:
    left_open = Night.objects.get(name="Week 1")
    Night.objects.filter(pk=left_open.pk).update(status=Night.Status.PLAYING, opened_at=at(date(2026, 9, 1), time(19)))
    choose(rested, phones_after=1, log_after=1, nights_after=1)
    of_night = all_rows_of(left_open)
    then = due(rested, date(2036, 1, 1), nights_after=1)
    assert [night.name for night in then.forgotten] == ["Week 1"] and [night.name for night in then.nights] == [
        "Week 2"
    ]
    erase(rested, date(2036, 1, 1))
    assert all_rows_of(left_open) == of_night and not Night.objects.filter(name="Week 2").exists()
    assert Phone.objects.exclude(token="").count() == 1


# The page


def test_the_page_shows_what_would_go_before_anything_is_saved(rested: Club, organizer: Client) -> None:
    Night.objects.update(date=date(2020, 9, 1))
    with nothing_changes():
        page = organizer.post(KEEPING, {"names_after": "3"})
    text = text_of(page)
    assert "Nothing is saved yet" in text and "8 names" in text and "Guest1 X last came September 1, 2020" in text
    token = page.context["due"].state_token
    after = organizer.post(KEEPING, {"names_after": "3", "save": token}, follow=True)
    assert "Saved. Nothing is erased before the next run." in text_of(after) and "The next run 8 names" in text_of(
        after
    )
    assert Retention.objects.get().names_after == 3 and not Player.objects.erased().exists()
    kept = organizer.post(KEEPING, {"save": organizer.post(KEEPING, {}).context["due"].state_token}, follow=True)
    assert "Saved. Everything is kept." in text_of(kept) and not Retention.objects.get().erases_anything


def test_what_changed_since_the_preview_is_shown_again(rested: Club, organizer: Client) -> None:
    Night.objects.update(date=date(2020, 9, 1))
    token = organizer.post(KEEPING, {"names_after": "3"}).context["due"].state_token
    rested.players.filter(name="Guest1 X").update(name="Former player 1", erased_at=datetime(2026, 1, 1, tzinfo=UTC))
    with nothing_changes():
        answer = organizer.post(KEEPING, {"names_after": "3", "save": token})
    assert answer.status_code == 409 and "This is not what was shown before" in text_of(answer)
    assert "7 names" in text_of(answer)
    with pytest.raises(RetentionOutdated):
        save_retention(club=rested, chosen=Retention(club=rested), shown=token, on=date(2026, 1, 1))


def test_another_number_is_shown_before_it_is_saved(rested: Club, organizer: Client) -> None:
    token = organizer.post(KEEPING, {"names_after": "10"}).context["due"].state_token
    with nothing_changes():
        answer = organizer.post(KEEPING, {"names_after": "11", "save": token})
    assert answer.status_code == 409 and "Nothing is old enough today." in text_of(answer)


@pytest.mark.parametrize("typed", ["0", "-1", "101", "three", "1.5", "9" * 30])
def test_what_is_no_number_of_years_gets_a_sentence_and_stays_in_the_field(
    rested: Club, organizer: Client, typed: str
) -> None:
    with nothing_changes():
        answer = organizer.post(KEEPING, {"names_after": typed, "log_after": "2", "save": "x"})
    assert answer.status_code == 400
    assert "Write a whole number of years, 1 to 100, or leave it empty to keep everything." in text_of(answer)
    assert f'value="{typed}"' in answer.content.decode() and 'value="2"' in answer.content.decode()


def test_names_do_not_outlast_the_nights_that_say_how_old_they_are(rested: Club, organizer: Client) -> None:
    with nothing_changes():
        answer = organizer.post(KEEPING, {"names_after": "5", "nights_after": "3", "save": "x"})
    assert answer.status_code == 400 and "Names must go no later than nights" in text_of(answer)
    with pytest.raises(Refused):
        save_retention(
            club=rested, chosen=Retention(club=rested, names_after=5, nights_after=3), shown="", on=date(2026, 1, 1)
        )
    assert organizer.post(KEEPING, {"names_after": "3", "nights_after": "3"}).status_code == 200


def test_one_year_is_said_as_one(rested: Club, organizer: Client) -> None:
    said = text_of(organizer.post(KEEPING, {"names_after": "2", "nights_after": "1"}))
    assert "Choose at most 1 year for names" in said


def test_where_nights_go_and_names_stay_the_page_says_whom_that_leaves(rested: Club, organizer: Client) -> None:
    said = "whoever came only to nights that are erased stays on the list of regulars"
    assert said in text_of(organizer.post(KEEPING, {"nights_after": "3"}))
    assert said not in text_of(organizer.post(KEEPING, {"nights_after": "3", "names_after": "3"}))
    choose(rested, nights_after=3)
    assert said in text_of(organizer.get(KEEPING)), "also where it is saved"


def test_strangers_and_players_choose_nothing(night: Night, stranger: Client) -> None:
    player = phone_of(night, 1)
    with nothing_changes():
        for visitor in (stranger, player):
            assert visitor.get(KEEPING).status_code == 403
            assert visitor.post(KEEPING, {"names_after": "1"}).status_code == 403


def test_the_page_says_that_a_night_is_played(night: Night, organizer: Client) -> None:
    choose(night.club, names_after=1)
    assert "Tuesday euchre is being played. Nothing is erased until it is closed." in text_of(organizer.get(KEEPING))


# By command, and at the start of a laptop


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of its own, in which commands may remove copies."""
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)
    monkeypatch.setattr(settings, "SECOND_PLACE_FILE", tmp_path / "second_place")
    (tmp_path / "copies").mkdir()
    return tmp_path


def run(*arguments: str) -> list[str]:
    """Run the command and return the lines that it prints."""
    out = StringIO()
    call_command("retention", *arguments, stdout=out)
    return [line for line in out.getvalue().splitlines() if "another program" not in line]


def test_the_command_prints_a_line_for_each_club(rested: Club, night: Night, folder: Path) -> None:
    playing = Club.objects.create(name="Friday club")
    Club.objects.create(name="Thursday club")
    Night.objects.filter(pk=night.pk).update(club=playing, opened_at=timezone.now())
    Night.objects.filter(club=rested).update(date=date(2020, 9, 1), closed_at=at(date(2020, 9, 1), time(22)))
    choose(rested, names_after=3, phones_after=30)
    choose(playing, names_after=3)
    copy = next_file(folder / "copies", timezone.now())
    copy.write_bytes(b"everybody's names")
    with nothing_changes():
        assert run("--dry-run") == [
            "Tuesday club: would erase 8 names, 2 phones, 2 phone checks.",
            "Friday club: Tuesday euchre is being played, so nothing is erased now. The next run does it.",
            "Thursday club: keeps everything.",
        ]
    assert copy.exists()
    assert run()[0] == "Tuesday club: erased 8 names, 2 phones, 2 phone checks."
    assert not copy.exists(), "it had the names"
    with nothing_changes():
        assert run()[0] == "Tuesday club: nothing is due."


def test_rows_that_are_of_no_use_any_more_go_by_themselves(club: Club, folder: Path) -> None:
    """Also in a club that keeps everything: nobody sees them, and nothing asks for them."""
    today = timezone.localdate()
    now = timezone.now()
    invited = {"club": club, "role": Role.SCORER, "name": "Ruth"}
    kept, gone = timedelta(days=29), timedelta(days=31)
    for ago in (kept, gone):
        night = Night.objects.create(club=club, date=today - ago)
        entry = sign_up(night=night, names=["Ann Miller"], who=ORGANIZER)[0]
        PhoneJoin.objects.create(night=night, entry=entry, network="x")
        Invitation.objects.create(**invited, expires_at=now - ago)
        Invitation.objects.create(**invited, expires_at=now + kept, withdrawn_at=now - ago)
        MemberInvitation.objects.create(**invited, email="a@b.example", expires_at=now - ago)
        MemberInvitation.objects.create(**invited, email="a@b.example", expires_at=now + kept, ended_at=now - ago)
    Invitation.objects.create(**invited, expires_at=now + kept)
    with nothing_changes():
        run("--dry-run")
    assert "Tuesday club: keeps everything." in run()
    assert [join.night.date for join in PhoneJoin.objects.all()] == [today - kept]
    assert (Invitation.objects.count(), MemberInvitation.objects.count(), Entry.objects.count()) == (3, 2, 2)


def test_they_go_as_a_laptop_starts_too_without_a_word(club: Club, folder: Path) -> None:
    long_ago = timezone.now() - timedelta(days=31)
    Invitation.objects.create(club=club, role=Role.SCORER, name="Ruth", expires_at=long_ago)
    assert night_command.Command()._erase_due() == []
    assert not Invitation.objects.exists()


def test_where_one_club_fails_the_others_are_done(rested: Club, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = Club.objects.create(name="Broken club")
    Night.objects.filter(club=rested).update(date=date(2020, 9, 1))
    for club in (broken, rested):
        choose(club, names_after=3)

    def fail(club: Club) -> Retention:
        if club == broken:
            raise ZeroDivisionError
        return Retention.objects.get(club=club)

    monkeypatch.setattr(due_erasures, "retention_of", fail)
    with pytest.raises(CommandError, match="Nothing was erased in Broken club"):
        run()
    assert rested.players.erased().count() == 8


def test_copies_go_though_a_club_with_earlier_runs_is_erased_meanwhile(rested: Club, folder: Path) -> None:
    Night.objects.filter(club=rested).update(date=date(2020, 9, 1))
    choose(rested, names_after=3)
    other = Club.objects.create(name="Other club")
    RetentionRun.objects.create(club=other)
    copy = next_file(folder / "copies", timezone.now())
    copy.write_bytes(b"everybody's names")
    lines = erase_all_due(Club.objects.all())
    assert next(lines) == "Tuesday club: erased 8 names."
    delete_with_all(Club, [other.pk])
    list(lines)
    assert not copy.exists(), "it had the names"


def test_a_club_that_its_organizer_erases_meanwhile_is_no_failure(rested: Club, folder: Path) -> None:
    other, last = Club.objects.create(name="Other club"), Club.objects.create(name="Thursday club")
    lines = erase_all_due(Club.objects.all())
    assert next(lines) == "Tuesday club: keeps everything."
    delete_with_all(Club, [other.pk])
    assert list(lines) == [f"{last}: keeps everything."]


@pytest.mark.long
@on_a_laptop
def test_a_laptop_erases_what_is_due_as_it_starts_and_says_so(tmp_path: Path) -> None:
    with Hall.opened(tmp_path) as hall:
        organizer = Visitor(hall, hall.organizer_path).open("/club/nights/new-totals/")
        rows = {f"r-{n}-name": name for n, name in enumerate(CAST[:4])} | {f"r-{n}-points": "60" for n in range(4)}
        organizer.press("Preview", name="Old", date="2019-11-19", games="8", **rows).press("Save this night")
        organizer.open(KEEPING).press("Preview", names_after="3")
        assert "4 names" in organizer.page.text and "Ann Miller" in organizer.page.text
        organizer.press("Save")
        assert "Keeping data –" not in hall.output
        hall.kill()
        hall.start()
        assert "As chosen under Keeping data – Our club: erased 4 names." in hall.output
        records = Visitor(hall, hall.organizer_path).open("/club/records/").page.text
        assert "Former player" in records and "Ann" not in records
        hall.kill()
        hall.start()
        assert "nothing is due" in hall.output
