"""Archives: a club, a season or a night is written, taken in elsewhere, and written again as the same bytes."""

from __future__ import annotations

import json
from datetime import date

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db.models import JSONField
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tally.archive.importing import import_archive
from tally.archive.inner_ids import INNER_IDS
from tally.archive.plans import ImportPlan
from tally.archive.reading import read_archive
from tally.archive.tables import LEFT_OUT_COLUMNS, LEFT_OUT_MODELS, tables
from tally.archive.writing import club_archive, night_archive, season_archive
from tally.loading.results import club_results
from tally.loading.seasons import LoadedSeason
from tally.management.sample_club.filling import fill_club as fill_sample
from tally.models import Hand
from tally.scoring.undo_last import last_act, undo_act
from tally.scoring.undoable import Tonight
from tests.support.any_row import give_every_model_a_row
from tests.support.markup import text_of
from tests.support.night import ORGANIZER, nothing_changes, sign_in_as_organizer
from tests.support.row_snapshots import all_rows, make_or_replay
from tests.support.whole_club import ERASED, empty_database, fill_club
from tournament.club.owned_rows import OwnedTable, owned_tables
from tournament.club.publishing import publish
from tournament.models import Chart, Club, Entry, Game, Night, Phone, Player, PlayerMerge, Season
from tournament.night.clock import grant_minutes, pause_clock, resume_clock, start_clock, stop_clock
from tournament.night.print_choices import remember_print
from tournament.night.signup import sign_up
from tournament.people.errors import Refused
from tournament.people.names import clean_name

pytestmark = pytest.mark.usefixtures("short_searches")
JSON_WITHOUT_IDS = {
    "tournament.night.house_rules",
    "tournament.night.house_rules_before",
    "tournament.night.awards_off",
    "tournament.night.prizes",
    "tournament.night.print_options",
    "tournament.night.printed_sheets",
    "tournament.bell.clock",
    "tournament.round.next_clock",
    "tournament.round.next_seats",
    "tournament.season.place_points",
    "tournament.season.tie_breaks",
    "tally.hand.record",
    "tally.dispute.record",
    "tally.papertotal.loners",
    "tally.owngameversion.description",
}


@pytest.fixture
def full_club(club: Club) -> Club:
    """A club in which everything has happened once."""

    def make() -> Club:
        fill_club(club)
        return club

    make_or_replay("full club", make)
    club.refresh_from_db()
    return club


def take_in(text: str, club: Club | None = None) -> tuple[Club, ImportPlan]:
    """Take an archive in."""
    done = import_archive(archive=read_archive(text.encode()), club=club)
    return done.club, done.plan


def elsewhere(text: str) -> Club:
    """Take an archive into a database with a club that has other ids, people and nights."""
    empty_database()
    other = Club.objects.create(name="Another club")
    night = Night.objects.create(club=other, name="Tuesday", date=date(2026, 9, 1))
    sign_up(night=night, names=["Ann Miller", "Bob Stone"], who=ORGANIZER)
    return take_in(text)[0]


def test_a_whole_club_comes_back_as_the_same_bytes(full_club: Club) -> None:
    text = club_archive(full_club)
    used = {table.label for table in tables() if f'"{table.label}":[\n' in text}
    assert used == {table.label for table in tables()}, "the club has rows of every table"
    empty_database()
    assert club_archive(take_in(text)[0]) == text


def test_it_does_so_in_a_database_that_is_filled(full_club: Club) -> None:
    text = club_archive(full_club)
    assert club_archive(elsewhere(text)) == text


def test_a_night_and_a_season_come_back_as_the_same_bytes(full_club: Club) -> None:
    night, season = night_archive(full_club.nights.get(name="Bids")), season_archive(full_club.seasons.get(name="Fall"))
    assert night_archive(elsewhere(night).nights.get()) == night
    assert season_archive(elsewhere(season).seasons.get()) == season


@pytest.mark.long
def test_every_night_comes_back_as_the_same_bytes(full_club: Club) -> None:
    for text in [night_archive(night) for night in full_club.nights.all()]:
        assert night_archive(elsewhere(text).nights.get()) == text


def test_a_night_alone_names_nobody_else(full_club: Club) -> None:
    text = night_archive(full_club.nights.get(name="Bids"))
    assert "Guest1 X" in text and "Ann Miller" not in text and "Fire Hall" not in text
    assert "Fire Hall" in night_archive(full_club.nights.get(name="Our game"))


@pytest.mark.long
def test_the_nights_of_a_club_one_by_one_make_the_club_again(full_club: Club) -> None:
    """All that is missing are people who never played, seasons, and what was never played."""
    whole = club_archive(full_club)
    texts = [night_archive(night) for night in full_club.nights.order_by("-date")]
    club = elsewhere(texts[0])
    for text in texts[1:]:
        take_in(text, club)
    take_in(whole, club)
    assert json.loads(club_archive(club))["nights"] == json.loads(whole)["nights"]
    assert take_in(whole, club)[1].rows == 0


def test_pages_show_the_same_after_an_import(full_club: Club) -> None:
    def shown(club: Club) -> list[str]:
        organizer = Client()
        sign_in_as_organizer(organizer, club)
        nights = [f"/n/{night.slug}/standings/" for night in club.nights.exclude(kind="single-table").order_by("slug")]
        return [text_of(organizer.get(path)) for path in [*nights, "/club/records/", "/club/people/"]]

    def counted(club: Club) -> list[object]:
        people = dict(club.players.values_list("pk", "name"))
        nights = [[(people[one.player], one.points, one.place) for one in r.players] for r in club_results(club)]
        seasons = [
            [(people[one.player], one.total, one.place) for one in LoadedSeason(season).standings]
            for season in club.seasons.order_by("name")
        ]
        return [nights, seasons]

    text, before, counts = club_archive(full_club), shown(full_club), counted(full_club)
    club = elsewhere(text)
    assert shown(club) == before
    assert counted(club) == counts


def test_the_same_file_twice_changes_nothing_and_says_so(full_club: Club) -> None:
    text = club_archive(full_club)
    for written in (text, season_archive(full_club.seasons.all()[0]), night_archive(full_club.nights.all()[0])):
        with nothing_changes():
            _, plan = take_in(written, full_club)
        assert (plan.rows, plan.new_people, plan.new_nights, plan.new_things, plan.stays) == (0, (), (), (), ())
        assert plan.known_nights


def test_what_was_deleted_comes_back(full_club: Club) -> None:
    text = club_archive(full_club)
    full_club.nights.get(name="Old").delete()
    full_club.seasons.get(name="Fall").delete()
    _, plan = take_in(text, full_club)
    assert [night.name for night in plan.new_nights] == ["Old"] and plan.new_people == ()
    assert plan.new_things == ("The season “Fall”",) and len(plan.known_nights) == 6
    assert club_archive(full_club) == text


def test_a_person_of_the_same_name_is_the_same_person(full_club: Club) -> None:
    text = night_archive(full_club.nights.get(name="Our game"))
    empty_database()
    club = Club.objects.create(name="Tuesday club")
    ann = Player.objects.create(club=club, name="ann MILLER")
    plan = take_in(text, club)[1]
    assert plan.known_people == 1 and len(plan.new_people) == 7
    assert Entry.objects.get(player=ann).name == "ann MILLER", "a name is in one place"
    with nothing_changes():
        assert take_in(text, club)[1].rows == 0


def test_who_was_merged_away_here_is_who_was_kept(full_club: Club) -> None:
    text = night_archive(full_club.nights.get(name="Our game"))
    empty_database()
    club = Club.objects.create(name="Tuesday club")
    ann = Player.objects.create(club=club, name="Annie")
    Player.objects.create(club=club, name="Ann Miller", merged_into=ann)
    take_in(text, club)
    assert Entry.objects.get(player=ann).name == "Annie"


def test_two_people_of_one_night_who_are_one_here_are_refused(full_club: Club) -> None:
    text = night_archive(full_club.nights.get(name="Our game"))
    empty_database()
    club = Club.objects.create(name="Tuesday club")
    ann = Player.objects.create(club=club, name="Ann Miller")
    Player.objects.create(club=club, name="Bob Stone", merged_into=ann)
    plan = take_in(text, club)[1]
    assert plan.stays == (
        "Our game of September 22, 2026 has Ann Miller and Bob Stone as two people, who are one person here. It is not "
        "imported.",
    )
    assert not club.nights.exists()


def test_a_night_that_differs_stays_as_it_is_here(full_club: Club) -> None:
    night = full_club.nights.get(name="Bids")
    text = night_archive(night)
    hand = Hand.objects.filter(game__round__night=night).first()
    assert hand
    Hand.objects.filter(pk=hand.pk).update(why="Somebody miscounted")
    with nothing_changes():
        plan = take_in(text, full_club)[1]
    assert plan.stays == (
        "Bids of September 15, 2026 is here already, with other scores, names or settings. It stays as it is here.",
    )


def test_to_print_makes_no_night_another_one(full_club: Club) -> None:
    night = full_club.nights.get(name="Bids")
    text = night_archive(night)
    remember_print(night=night, options={"rules": {"products": "yes"}}, printed={"rules", "flyer"})
    with nothing_changes():
        plan = take_in(text, full_club)[1]
    assert plan.stays == () and [known.slug for known in plan.known_nights] == [night.slug]


def test_a_season_that_differs_stays_as_it_is_here(full_club: Club) -> None:
    text = club_archive(full_club)
    Season.objects.filter(name="Fall").update(adding="sum")
    full_club.seasons.get(name="Fall").exceptions.all().delete()
    with nothing_changes():
        plan = take_in(text, full_club)[1]
    assert plan.stays == ("The season “Fall” is here already and differs. It stays as it is here.",)


def test_a_file_of_another_club_of_this_site_is_refused(full_club: Club) -> None:
    other = Club.objects.create(name="Another club")
    with nothing_changes():
        for club in (other, None):
            with pytest.raises(Refused, match="of another club of this site"):
                take_in(club_archive(full_club), club)


def test_an_import_into_a_club_touches_no_other_club(full_club: Club) -> None:
    text = club_archive(full_club)
    empty_database()
    other = Club.objects.create(name="Thursday club")
    fill_club(other)
    give_every_model_a_row(other)
    before = all_rows()
    club = Club.objects.create(name="Friday club")
    assert take_in(text, club)[1].new_nights
    mine = {(table.model._meta.db_table, pk) for table in owned_tables(Club) for pk in _ids(table, club)}
    assert {row for row in all_rows() if row[:2] not in mine} == before


def _ids(table: OwnedTable, club: Club) -> list[int]:
    return list(table.rows([club.pk]).values_list("pk", flat=True))


@pytest.mark.long
def test_a_club_of_the_sample_size_comes_back_as_the_same_bytes(club: Club) -> None:
    fill_sample(club=club, people=200, nights=150, seed=1, until=date(2026, 11, 17))
    text = club_archive(club)
    assert len(text) > 20_000_000
    empty_database()
    assert club_archive(take_in(text)[0]) == text


def test_nobody_and_no_secret_is_in_a_file(full_club: Club) -> None:
    merge = PlayerMerge.objects.filter(kept__club=full_club, undone_at=None).get()
    page = publish(subject=merge.kept, who=ORGANIZER)
    merge.moved["tournament.publication"] = [page.pk]
    merge.save()
    text = club_archive(full_club)
    assert "publication" not in text
    secrets = [page.token, full_club.key, "secret-of-the-hall", *Phone.objects.values_list("token", flat=True)]
    secrets += Entry.objects.values_list("key", flat=True)
    secrets += full_club.nights.values_list("join_key", flat=True)
    secrets += Hand.objects.values_list("key", flat=True)
    assert [secret for secret in secrets if secret in text] == []
    assert full_club.players.filter(name="Former player 1").exists()
    assert [part for part in (*ERASED.split(), "Nora Q.") if part in text] == []
    club = elsewhere(text)
    assert (
        club.key != full_club.key and len(set(Phone.objects.values_list("token", flat=True))) == Phone.objects.count()
    )


def test_undo_and_signatures_name_the_same_rows_after_an_import(full_club: Club) -> None:
    def acts(club: Club) -> list[object]:
        organizer = Client()
        sign_in_as_organizer(organizer, club)
        night = club.nights.get(name="Tonight")
        answer = organizer.post(f"/n/{night.slug}/board/undo/", {"act": night.log_entries.acts().last().pk})  # type: ignore[union-attr]
        return [answer.status_code, list(night.log_entries.order_by("pk").values_list("text", flat=True))[-2:]]

    text, before = club_archive(full_club), acts(full_club)
    assert before[0] == 302 and "removed the paper total" in str(before)
    assert acts(elsewhere(text)) == before


def test_acts_on_clocks_can_be_undone_after_an_import(full_club: Club) -> None:
    night = full_club.nights.get(name="Tonight")
    Night.objects.filter(pk=night.pk).update(bell_by=Night.BellBy.CLOCK)
    round_ = night.rounds.get(number=2)
    for act in (start_clock, pause_clock, resume_clock, stop_clock, start_clock):
        act(round_=round_, who=ORGANIZER)
    game = Game.objects.unsigned().filter(round=round_)[0]
    grant_minutes(game=game, minutes=5, expected=None, who=ORGANIZER)
    night = elsewhere(club_archive(full_club)).nights.get(name="Tonight")
    for kind in ("extra", "clock", "clock"):
        latest = last_act(Tonight(night))
        assert latest and latest.undo and latest.undo["kind"] == kind
        undo_act(night=night, entry=latest.pk, who=ORGANIZER)


def test_a_merge_can_be_undone_after_an_import(full_club: Club) -> None:
    club = elsewhere(club_archive(full_club))
    merge = PlayerMerge.objects.get(undone_at=None, kept__club=club)
    assert (merge.kept.name, merge.merged.name) == ("Ann Miller", "Guest9 X")
    assert Entry.objects.filter(pk__in=merge.moved["tournament.entry"]).get().player == merge.kept


@pytest.mark.parametrize("model", apps.get_models(), ids=lambda model: model.__name__)
def test_every_model_and_column_is_held_or_left_out_with_a_reason(model: type) -> None:
    label = model._meta.label_lower
    held = {table.label: table for table in tables()}
    assert (label in held) is (label not in LEFT_OUT_MODELS), (
        "a new model belongs to a club, or says why it is left out"
    )
    if label not in held:
        return
    table = held[label]
    columns = {column.name for column in model._meta.concrete_fields if not column.primary_key}
    left_out = {name.rpartition(".")[2] for name in LEFT_OUT_COLUMNS if name.startswith(f"{label}.")}
    assert left_out <= columns
    above = {column.name for column in model._meta.concrete_fields if column.attname == table.listed_under}
    assert columns == set(table.names) | left_out | above
    assert not model._meta.many_to_many
    for column in model._meta.concrete_fields:
        name = f"{label}.{column.name}"
        if isinstance(column, JSONField):
            assert (name in INNER_IDS) is not (name in JSON_WITHOUT_IDS), f"{name} has ids inside, or it has none"
        if name in LEFT_OUT_COLUMNS:
            assert column.has_default() or column.blank or column.attname in table.made_new, f"{name} is made anew"
        if column.related_model is model:
            assert column.null, f"{name} is filled in after all rows are written"


@settings(
    max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(
    names=st.lists(
        st.text(st.characters(codec="utf-8"), min_size=1, max_size=13).map(clean_name).filter(bool), max_size=8
    ),
    notes=st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=200),
)
def test_any_names_and_texts_come_back(db: None, names: list[str], notes: str) -> None:
    club = Club.objects.create(name="Any club", own_rules=notes)
    Player.objects.bulk_create(Player(club=club, name=name) for name in names)
    Chart.objects.create(club=club, name="“A”\n\\", players=8, notation=notes + "x")
    text = club_archive(club)
    club.delete()
    again, _ = take_in(text)
    assert club_archive(again) == text
    with nothing_changes():
        assert take_in(text, again)[1].rows == 0
    again.delete()


def test_the_commands_write_and_read_files(full_club: Club, tmp_path, capsys, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    from importlib import import_module

    command = import_module("tally.management.commands.import")
    monkeypatch.setattr(command, "prepare_database", lambda: "")  # it would close this test's connection
    whole, season, night = (tmp_path / name for name in ("club.json", "season.json", "night.json"))
    call_command("export", "--club", output=whole)
    call_command("export", season="Fall", output=season)
    call_command("export", full_club.nights.get(name="Bids").slug, archive=True, output=night)
    assert whole.read_bytes() == club_archive(full_club).encode()
    assert night.read_bytes() == night_archive(full_club.nights.get(name="Bids")).encode()
    empty_database()
    for file, said in (
        (night, "New: 7 people, 1 night."),
        (season, "New: 12 people, 4 nights"),
        (whole, "Here already: 19 people, 5 nights"),
        (whole, "Nothing in this file is new, so nothing was changed."),
    ):
        call_command("import", file)
        assert said in capsys.readouterr().out
    assert club_archive(Club.objects.get()) == whole.read_text()


def test_the_commands_say_what_is_wrong(club: Club, tmp_path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    from importlib import import_module

    monkeypatch.setattr(import_module("tally.management.commands.import"), "prepare_database", lambda: "")
    file = tmp_path / "file.json"
    file.write_text("{")
    Club.objects.create(name=club.name)
    for arguments, sentence in (
        (["export"], "Say what to export"),
        (["export", "latest", "--club"], "Give one of these"),
        (["export", "--club"], "Several clubs are meant"),
        (["export", "--club", "Nobody"], 'There is no club "Nobody"'),
        (["export", "--season", "Nothing"], 'There is no season "Nothing"'),
        (["import", str(tmp_path / "nothing")], "cannot be read"),
        (["import", str(file)], "This file is not JSON"),
    ):
        with nothing_changes(), pytest.raises(CommandError, match=sentence):
            call_command(*arguments)
