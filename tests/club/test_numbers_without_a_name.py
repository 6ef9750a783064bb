"""Numbers from a hat that never got a name: they are in their night, and nowhere a person."""

from __future__ import annotations

import json
from datetime import date

import pytest
from django.test import Client

from tally.archive.importing import import_archive, plan_import
from tally.archive.reading import read_archive
from tally.archive.writing import club_archive, night_archive
from tally.loading.results import club_results, night_result
from tally.loading.seasons import LoadedSeason
from tally.scores.careers import careers_of
from tally.scores.club_records import club_records
from tally.scores.companions import companions_of
from tests.support.club_nights import play_night
from tests.support.markup import text_of
from tests.support.movement_nights import play_round
from tests.support.night import ORGANIZER, nothing_changes
from tests.support.whole_club import empty_database
from tournament.club.erasing import erase_player, require_may_be_erased, take_out_name
from tournament.club.merging import look_alike, merge_regulars, preview_merge
from tournament.club.retention import due_by, erase_due
from tournament.live.events import announce
from tournament.models import Club, Entry, LogEntry, Night, Player, Retention, Season
from tournament.night.hat_draw import make_hat_cards
from tournament.night.lifecycle import close_night, reopen_night, start_night
from tournament.night.locking import lock_club, write
from tournament.night.player_names import rename_player
from tournament.night.roster_changes import substitute
from tournament.people.errors import Refused
from tournament.presenters.people import people_rows

pytestmark = pytest.mark.usefixtures("short_searches")
NAMED = ("Ann Miller", "Bob Stone", "Carla Reyes", "Dan O’Hara")


def hat_night(club: Club, week: int = 0, named: int = 4) -> Night:
    """A night of eight numbers from a hat, some of them with a name; three games are played, and it is closed."""
    night = Night.objects.create(club=club, name=f"Week {week + 1}", date=date(2026, 9, 1 + 7 * week), games=3, deals=1)
    make_hat_cards(night=night, players=8, who=ORGANIZER)
    for number, name in enumerate(NAMED[:named], 1):
        rename_player(entry=night.entries.get(number=number), name=name, who=ORGANIZER)
    start_night(night=night, who=ORGANIZER)
    night.refresh_from_db()
    play_night(night, 3, ("NS", "EW"))
    night.refresh_from_db()
    return night


@pytest.fixture
def played(club: Club) -> Night:
    """A night of the hat that is over, four of its eight numbers without a name."""
    return hat_night(club)


# What the club knows


def test_they_are_no_regulars(organizer: Client, played: Night) -> None:
    assert sorted(player.name for player in Player.objects.regulars()) == sorted(NAMED)
    assert [row.player.name for row in people_rows(played.club)] == sorted(NAMED)
    unknown = played.entries.filter(is_nameless=True)[0]
    assert organizer.get(f"/club/people/{unknown.player_id}/").status_code == 404
    assert organizer.get(f"/club/people/{unknown.player_id}/edit/").status_code == 404
    html = organizer.get(f"/n/{played.slug}/tally/{unknown.number}/").content.decode()
    assert f"Player ({unknown.number})" in html and "All nights of" not in html


def test_two_strangers_are_not_proposed_as_one_person(club: Club) -> None:
    one, other = hat_night(club), hat_night(club, 1)
    assert look_alike(club) == []
    strangers = [night.entries.filter(is_nameless=True)[0].player for night in (one, other)]
    with nothing_changes(), pytest.raises(Refused, match="Choose two people of this list"):
        preview_merge(*strangers)


def test_a_name_given_later_makes_them_a_regular_who_may_be_merged(played: Night) -> None:
    kept = Player.objects.create(club=played.club, name="Eve Lund")
    reopen_night(night=played, who=ORGANIZER)
    entry = played.entries.get(number=7)
    rename_player(entry=entry, name="Eva Lund", who=ORGANIZER)
    close_night(night=played, who=ORGANIZER)
    entry.player.refresh_from_db()
    assert (entry.player.is_nameless, entry.player.is_active) == (False, True)
    merge_regulars(kept=kept, merged=entry.player, shown=preview_merge(kept, entry.player).state_token, who=ORGANIZER)
    entry.refresh_from_db()
    assert (entry.player, entry.name, entry.is_nameless) == (kept, "Eve Lund", False)


# Across nights


def test_season_records_and_careers_are_about_people(played: Night) -> None:
    club = played.club
    season = Season.objects.create(club=club, name="2026", first_day=date(2026, 1, 1), last_day=date(2026, 12, 31))
    known = set(Player.objects.regulars().values_list("pk", flat=True))
    assert {one.player for one in LoadedSeason(season).standings} == known
    results = club_results(club)
    assert len(results[0].lines) == 8, "their places in the night are theirs"
    assert careers_of(results).keys() == known
    assert {player for record in club_records(results) for feat in record.feats for player in feat.players} <= known
    for player in known:
        assert companions_of(results, player).keys() <= known


def test_whoever_won_without_a_name_is_told_by_the_number(organizer: Client, club: Club) -> None:
    hat_night(club, named=0)
    season = Season.objects.create(club=club, name="2026", first_day=date(2026, 1, 1), last_day=date(2026, 12, 31))
    best = next(line[0] for line in club_results(club)[0].lines)
    text = text_of(organizer.get(f"/club/seasons/{season.pk}/"))
    assert f"Player ({best.number})" in text
    assert organizer.get(f"/club/seasons/{season.pk}/people/{best.player}/").status_code == 404


def test_a_result_that_is_remembered_knows_a_name_that_came_later(played: Night) -> None:
    entry = played.entries.get(number=7)
    assert entry.player_id not in {one.player for one in night_result(played).people}
    reopen_night(night=played, who=ORGANIZER)
    rename_player(entry=entry, name="Eve Lund", who=ORGANIZER)
    close_night(night=played, who=ORGANIZER)
    played.refresh_from_db()
    assert entry.player_id in {one.player for one in night_result(played).people}


def test_games_before_a_substitute_are_nobodys(club: Club) -> None:
    night = Night.objects.create(club=club, name="Tuesday", date=date(2026, 9, 1), games=3, deals=1)
    make_hat_cards(night=night, players=8, who=ORGANIZER)
    start_night(night=night, who=ORGANIZER)
    entry = night.entries.get(number=7)
    before = entry.player_id
    night.refresh_from_db()
    play_round(night, 1, ("NS", "EW"))
    substitute(entry=entry, name="Ann Miller", who=ORGANIZER)
    for game in (2, 3):
        play_round(night, game, ("NS", "EW"))
    close_night(night=night, who=ORGANIZER)
    result, ann = club_results(club)[0], Player.objects.get(name="Ann Miller").pk
    assert result.by_player[before].games == 1 and result.by_player[before].nameless
    assert [(one.player, one.games) for one in result.people] == [(ann, 2)]
    assert not any(before in (*meeting.ns, *meeting.ew) for meeting in result.meetings)


# Erasing


def words_of_the_club(night: Night) -> tuple[str, str]:
    """Words that the club has written and that mean no person: in the log, and a night's name."""
    Night.objects.filter(pk=night.pk).update(name="Best Player Night")
    text = "added a house rule: each player antes. Why: Player of the year"
    announce(night.pk, "room", actor="organizer", text=text)
    return text, "Best Player Night"


def have_stayed(night: Night, words: tuple[str, str]) -> bool:
    """Whether the club's own words are as they were."""
    return LogEntry.objects.filter(text=words[0]).exists() and Night.objects.get(pk=night.pk).name == words[1]


def test_nobody_without_a_name_is_erased(organizer: Client, played: Night) -> None:
    player = played.entries.filter(is_nameless=True)[0].player
    with nothing_changes():
        with pytest.raises(Refused, match="has no name"):
            require_may_be_erased(player)
        with pytest.raises(Refused, match="has no name"):
            erase_player(player=player, typed_name="Player", who=ORGANIZER)
        assert organizer.get(f"/club/people/{player.pk}/erase/").status_code == 404


def test_what_is_erased_by_itself_leaves_the_clubs_own_words(played: Night) -> None:
    words = words_of_the_club(played)
    Retention.objects.create(club=played.club, names_after=1)
    Night.objects.filter(pk=played.pk).update(date=date(2020, 9, 1))
    on = date(2026, 11, 27)
    chosen = Retention.objects.get(club=played.club)
    assert sorted(old.player.name for old in due_by(chosen, on).names) == sorted(NAMED)
    run = erase_due(club=played.club, on=on, now=played.closed_at)
    assert run and run.names == 4
    assert have_stayed(played, words)
    assert played.entries.filter(name="Player", is_nameless=True).count() == 4


def test_erasing_who_drew_a_number_leaves_the_clubs_own_words(played: Night) -> None:
    words = words_of_the_club(played)
    rename_player_of_all(played)  # so that nobody is called “Player” anymore
    with write():
        lock_club(played.club_id)
        take_out_name(player=Player.objects.get(name="Ann Miller"), who=ORGANIZER)
    assert have_stayed(played, words)
    assert not LogEntry.objects.filter(text__contains="Ann").exists()


def test_they_go_with_their_night(played: Night) -> None:
    Retention.objects.create(club=played.club, names_after=5, nights_after=5)
    Night.objects.filter(pk=played.pk).update(date=date(2020, 9, 1))
    erase_due(club=played.club, on=date(2026, 11, 27), now=played.closed_at)
    assert not Night.objects.exists() and not Player.objects.filter(is_nameless=True).exists()


# Archives


def test_an_archive_keeps_them_as_they_are(played: Night) -> None:
    text = club_archive(played.club)
    empty_database()
    club = import_archive(archive=read_archive(text.encode()), club=None).club
    night = club.nights.get()
    assert list(night.entries.order_by("number").values_list("is_nameless", flat=True)) == [False] * 4 + [True] * 4
    assert all(entry.player.is_nameless is entry.is_nameless for entry in night.entries.select_related("player"))
    assert club_archive(club) == text
    reopen_night(night=night, who=ORGANIZER)
    Player.objects.create(club=club, name="Eve Lund")
    rename_player(entry=night.entries.get(number=7), name="Eve Lund", who=ORGANIZER)
    assert Player.objects.filter(is_nameless=True).count() == 3, "who stood in for the name is forgotten there, too"


def test_a_file_from_before_has_people_only(played: Night) -> None:
    rename_player_of_all(played)
    document = json.loads(club_archive(played.club))
    for section in (document["club"], *document["nights"]):
        for label, column in (("tournament.player", "is_nameless"), ("tournament.entry", "is_nameless")):
            at = document["columns"][label].index(column)
            for row in section.get(label, []):
                del row[at]
    document["columns"]["tournament.player"].remove("is_nameless")
    document["columns"]["tournament.entry"].remove("is_nameless")
    empty_database()
    club = import_archive(archive=read_archive(json.dumps(document).encode()), club=None).club
    assert club.players.regulars().count() == 8
    assert not Entry.objects.filter(is_nameless=True).exists()


def test_a_file_by_the_columns_earlier_name_is_read(played: Night) -> None:
    document = json.loads(club_archive(played.club))
    columns = document["columns"]["tournament.entry"]
    columns[columns.index("is_nameless")] = "nameless"
    empty_database()
    import_archive(archive=read_archive(json.dumps(document).encode()), club=None)
    assert Entry.objects.filter(is_nameless=True).count() == 4


def rename_player_of_all(night: Night) -> None:
    """Give every number without a name one, as files from before the hat have."""
    reopen_night(night=night, who=ORGANIZER)
    for entry in night.entries.filter(is_nameless=True):
        rename_player(entry=entry, name=f"Eve L{entry.number}", who=ORGANIZER)
    close_night(night=night, who=ORGANIZER)


def test_the_same_file_changes_nothing_where_its_nights_are(club: Club) -> None:
    nights = [hat_night(club), hat_night(club, 1)]
    with nothing_changes():
        for text in (club_archive(club), *(night_archive(night) for night in nights)):
            plan = import_archive(archive=read_archive(text.encode()), club=club).plan
            assert not plan.stays and not plan.new_people and plan.rows == 0


def test_a_stranger_of_the_file_is_no_stranger_of_here(club: Club) -> None:
    text = night_archive(hat_night(club))
    empty_database()
    other = Club.objects.create(name="Another club")
    here = hat_night(other, 1)
    plan = plan_import(read_archive(text.encode()), other)
    assert plan.new_people == () and plan.same_names == () and plan.new_names == ()
    import_archive(archive=read_archive(text.encode()), club=other)
    of_file = other.nights.exclude(pk=here.pk).get()
    strangers = [
        set(night.entries.filter(is_nameless=True).values_list("player", flat=True)) for night in (here, of_file)
    ]
    assert not strangers[0] & strangers[1] and len(strangers[1]) == 4


def test_a_night_that_stays_as_it_is_here_brings_no_strangers(club: Club) -> None:
    night = hat_night(club)
    text = night_archive(night)
    rename_player_of_all(night)
    plan = import_archive(archive=read_archive(text.encode()), club=club).plan
    assert len(plan.stays) == 1
    assert not Player.objects.filter(is_nameless=True).exists()
