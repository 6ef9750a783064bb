"""A person is erased: the totals stay exact, and the name is in no row, page, export or print."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from datetime import date, timedelta
from io import BytesIO
from uuid import uuid4

import pdfplumber
import pytest
from django.apps import apps
from django.test import Client
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

from tally.archive.writing import club_archive
from tally.exports.night_json import export_night
from tally.forms import read_result
from tally.loading.results import club_results
from tally.models import Hand
from tally.scores.total_lines import TotalLine
from tally.scoring.corrections import correct_hand
from tally.scoring.night_totals import enter_totals
from tests.support.night import CAST, ORGANIZER, game_at, nothing_changes, phone_of, play_hands, sign_in_as_organizer
from tests.support.url_table import URLS
from tournament.club.erasing import erase_player, preview_erasure
from tournament.club.merging import merge_regulars, preview_merge
from tournament.club.regulars import add_regular, change_regular, remove_regular
from tournament.models import (
    Account,
    CashLine,
    Club,
    ClubLogEntry,
    Entry,
    Invitation,
    MemberInvitation,
    Membership,
    Night,
    Phone,
    Player,
    Role,
)
from tournament.night.lifecycle import close_night, start_night
from tournament.night.numbers import draw_numbers
from tournament.night.player_names import rename_player
from tournament.night.removal import remove_player
from tournament.night.roster_changes import substitute
from tournament.night.signup import sign_up
from tournament.people.erased_names import ErasedNames
from tournament.people.errors import Gone, Refused
from tournament.people.names import clean_name

NAME = "Nora Quinn"
TRACES = ("Nora", "Quinn", "Norah", "Nora Q.", "王")  # of the name, its parts, and what it was on paper and before


def played_night(club: Club, *, on: date, names: tuple[str, ...] = CAST[:7]) -> Night:
    """Play a night with Nora as number 8 and close it."""
    night = Night.objects.create(club=club, name="Tuesday euchre", date=on, count_loners=True)
    sign_up(night=night, names=[*names, NAME], who=ORGANIZER)
    draw_numbers(night=night, order="arrival", who=ORGANIZER)
    start_night(night=night, who=ORGANIZER)
    for table in (1, 2):
        play_hands(game_at(night, 1, table), "NS:5", "EW:3-4")
    phone_of(night, 8)
    return night


@pytest.fixture
def club_with_nora(club: Club) -> Club:
    """A club where Nora left traces wherever a person can."""
    first = played_night(club, on=date(2026, 9, 1))
    nora = club.players.get(name=NAME)
    hand = Hand.objects.filter(game=game_at(first, 1, 1)).first()
    assert hand
    record = read_result(first, "EW:5")
    why = "Nora saw it, and Quinn’s partner too"
    correct_hand(game=hand.game, of=hand.pk, record=record, key=uuid4().hex, who=ORGANIZER, why=why)
    substitute(entry=first.entries.get(number=8), name="Zed Abbott", who=ORGANIZER, why="Nora felt ill")
    CashLine.objects.create(night=first, cents=-500, kind="prize", what="Flowers for Nora", by="The organizer", key="a")
    close_night(night=first, who=ORGANIZER)
    second = Night.objects.create(club=club, name="Nora Quinn’s birthday", date=date(2026, 9, 8))
    sign_up(night=second, names=[NAME, *CAST[:8]], who=ORGANIZER)
    remove_player(entry=second.entries.get(name=NAME), who=ORGANIZER)
    sign_up(night=second, names=["Norah Quinn", "Bob Quinnell"], who=ORGANIZER)
    draw_numbers(night=second, order="arrival", who=ORGANIZER)
    start_night(night=second, who=ORGANIZER)
    play_hands(game_at(second, 1, 1), "NS:5")
    Entry.objects.filter(night=second, name="Norah Quinn").update(player=nora)
    close_night(night=second, who=ORGANIZER)
    change_regular(player=nora, name=NAME, paper_name="王 Nora", is_guest=False, is_active=True, who=ORGANIZER)
    lines = [TotalLine(NAME, 40), TotalLine("Bob Stone", 41)]
    enter_totals(club=club, name="Old", on=date(2019, 1, 1), games=8, lines=lines, who=ORGANIZER)
    Club.objects.filter(pk=club.pk).update(own_rules="Nora brings the cards.")
    Player.objects.filter(club=club, name="Norah Quinn").delete()
    return club


def nora(club: Club) -> Player:
    """Return her row."""
    return club.players.get(name=NAME)


def every_text() -> Iterator[tuple[str, str]]:
    """Yield every value of every column of the database as text, with its place; JSON without its escapes."""
    for model in apps.get_models():
        for row in model._default_manager.values():
            for column, value in row.items():
                text = json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else str(value)
                yield f"{model.__name__}.{column}", text


def traces(texts: Iterator[tuple[str, str]]) -> list[str]:
    """Return the places where something of her is left; Bob Quinnell is somebody else."""
    return [
        f"{place}: {text[:80]}"
        for place, text in texts
        if any(trace in text.replace("Quinnell", "") for trace in TRACES)
    ]


def test_no_row_of_any_table_has_the_name(club_with_nora: Club) -> None:
    before = traces(every_text())
    places = {line.partition(":")[0] for line in before}
    assert {"Player.name", "Entry.name", "EarlierPlayer.name", "RemovedPlayer.name", "LogEntry.text"} <= places
    assert {"Hand.why", "CashLine.what", "Club.own_rules", "Night.name", "Player.paper_name"} <= places
    erase_player(player=nora(club_with_nora), typed_name="nora quinn ", who=ORGANIZER)
    assert traces(every_text()) == []
    assert Club.objects.get(pk=club_with_nora.pk).own_rules == "Former player 1 brings the cards."
    assert Entry.objects.filter(name="Bob Quinnell").exists() and "Bob Q." in str(
        list(club_with_nora.nights.get(date="2026-09-08").log_entries.values_list("text", flat=True))
    )


def test_every_nights_totals_stay_exact(club_with_nora: Club) -> None:
    before, documents = club_results(club_with_nora), [export_night(night) for night in Night.objects.order_by("pk")]
    erase_player(player=nora(club_with_nora), typed_name=NAME, who=ORGANIZER)
    after = club_results(club_with_nora)
    assert [result.players for result in after] == [result.players for result in before]
    assert [result.meetings for result in after] == [result.meetings for result in before]
    again = [export_night(night) for night in Night.objects.order_by("pk")]
    assert [d["standings"] for d in again] == [d["standings"] for d in documents]
    former = club_with_nora.players.get(name="Former player 1")
    assert former.erased_at and not former.is_active and not former.paper_name
    assert {str(entry) for entry in former.entries.all()} >= {"1 Former player 1"}


def pages_with_the_name(club: Club) -> list[str]:
    """Open every page and export of a night and of the club as the organizer; return those that show her."""
    organizer = Client()
    sign_in_as_organizer(organizer, club)
    night = club.nights.get(date="2026-09-01")
    paths = [path for path, (_, who) in URLS.items() if who != "-" and not path.startswith(("/o/", "/j/", "/help/"))]
    known = {"slug": night.slug, "person": night.entries.get(number=8).player_id, "newcomer": 0, "game": 0}
    opened = [path.format_map(defaultdict(int, known)) for path in paths if path.count(".pdf") <= ("standings" in path)]
    return [path for path in [*opened, f"/n/{night.slug}/tally/8/"] if _shows_her(_text(organizer, path))]


def _shows_her(text: str) -> bool:
    return any(trace in text.replace("Quinnell", "") for trace in TRACES)


def _text(organizer: Client, path: str) -> str:
    """Return what a page says, also where it is a PDF or a workbook."""
    answer = organizer.get(path)
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    if content.startswith(b"%PDF"):
        with pdfplumber.open(BytesIO(content)) as document:
            return "\n".join(page.extract_text() or "" for page in document.pages)
    if "spreadsheet" in answer.headers["Content-Type"]:
        sheets = load_workbook(BytesIO(content)).worksheets
        return "\n".join(str(cell) for sheet in sheets for row in sheet.iter_rows(values_only=True) for cell in row)
    return content.decode(errors="replace")


@pytest.mark.long
def test_no_page_and_no_print_has_the_name(club_with_nora: Club) -> None:
    erase_player(player=nora(club_with_nora), typed_name=NAME, who=ORGANIZER)
    assert pages_with_the_name(club_with_nora) == []


@pytest.mark.long
def test_no_sheet_has_the_name(club_with_nora: Club) -> None:
    from tally.paper.document import Job
    from tally.printing.catalog import SHEETS, draw

    erase_player(player=nora(club_with_nora), typed_name=NAME, who=ORGANIZER)
    for night in club_with_nora.nights.filter(kind="progressive"):
        for slug in SHEETS:
            with suppress(Refused), pdfplumber.open(BytesIO(draw(night, slug, Job(), "http://localhost"))) as document:
                assert not _shows_her("\n".join(page.extract_text() or "" for page in document.pages)), slug


def test_her_phones_are_retired(club_with_nora: Club) -> None:
    night = club_with_nora.nights.get(date="2026-09-01")
    Phone.objects.create(entry=Entry.objects.filter(player=nora(club_with_nora)).first(), token="her-phone")
    erase_player(player=nora(club_with_nora), typed_name=NAME, who=ORGANIZER)
    former = club_with_nora.players.get(name="Former player 1")
    assert not Phone.objects.filter(entry__player=former).active().exists()
    assert not Phone.objects.filter(token="her-phone").exists()
    assert night.status == Night.Status.CLOSED


def test_nobody_is_erased_in_an_open_night(organizer: Client, club: Club) -> None:
    night = played_night(club, on=date(2026, 9, 1))
    with nothing_changes(), pytest.raises(Refused, match="is in Tuesday euchre, which is open"):
        erase_player(player=nora(club), typed_name=NAME, who=ORGANIZER)
    answer = organizer.get(f"/club/people/{nora(club).pk}/erase/")
    assert answer.status_code == 409 and "Close that night first" in answer.content.decode()
    close_night(night=night, who=ORGANIZER)
    assert organizer.get(f"/club/people/{nora(club).pk}/erase/").status_code == 200


@pytest.mark.parametrize("typed", ["", "Nora", "Nora Quin", "Bob Stone"])
def test_nothing_is_erased_without_the_name(organizer: Client, club_with_nora: Club, typed: str) -> None:
    with nothing_changes():
        answer = organizer.post(f"/club/people/{nora(club_with_nora).pk}/erase/", {"name": typed})
    assert answer.status_code == 400 and "Type the name exactly as it is here" in answer.content.decode()


def test_the_preview_says_what_changes_and_writes_nothing(organizer: Client, club_with_nora: Club) -> None:
    with nothing_changes():
        erasure = preview_erasure(nora(club_with_nora))
        page = organizer.get(f"/club/people/{nora(club_with_nora).pk}/erase/").content.decode()
    assert erasure.new_name == "Former player 1" and len(erasure.nights) == 3
    assert "Flowers for Former player 1" in {text.after for text in erasure.texts}
    assert "Played on 3 nights" in page and "Flowers for Nora" in page and "There is no undo" in page


def test_erasing_twice_is_refused_and_the_next_one_gets_the_next_number(
    organizer: Client, club_with_nora: Club
) -> None:
    player = nora(club_with_nora)
    address = f"/club/people/{player.pk}/erase/"
    assert organizer.post(address, {"name": NAME}).status_code == 302
    assert organizer.post(address, {"name": NAME}).status_code == 404
    with pytest.raises(Refused, match="gone already"):
        erase_player(player=player, typed_name="Former player 1", who=ORGANIZER)
    zed = club_with_nora.players.get(name="Zed Abbott")
    assert erase_player(player=zed, typed_name="Zed Abbott", who=ORGANIZER).new_name == "Former player 2"


def test_who_was_just_removed_is_not_erased(club: Club) -> None:
    """Both waited for the lock with the person as they were."""
    player = add_regular(club=club, name=NAME)
    remove_regular(player=nora(club))
    with nothing_changes(), pytest.raises(Gone, match="was removed in the meantime"):
        erase_player(player=player, typed_name=NAME, who=ORGANIZER)
    with pytest.raises(Gone, match="was removed in the meantime"):
        preview_erasure(player)


def test_an_erasure_that_waited_for_another_of_the_same_person_shows_no_name_once_more(
    organizer: Client, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = add_regular(club=club, name=NAME)

    def lose_the_race(**_: object) -> None:
        erase_player(player=player, typed_name=NAME, who=ORGANIZER)
        erase_player(player=player, typed_name=NAME, who=ORGANIZER)

    monkeypatch.setattr("tournament.views.erasing.erase_player", lose_the_race)
    answer = organizer.post(f"/club/people/{player.pk}/erase/", {"name": NAME})
    assert answer.status_code == 409 and "This name is gone already." in answer.content.decode()
    assert NAME not in answer.content.decode()


def test_another_club_keeps_its_own_nora(club_with_nora: Club) -> None:
    other = Club.objects.create(name="Thursday club", own_rules="Nora Quinn brings the cards.")
    played_night(other, on=date(2026, 9, 3))
    logged = list(other.nights.get().log_entries.values_list("text", flat=True))
    erase_player(player=nora(club_with_nora), typed_name=NAME, who=ORGANIZER)
    other.refresh_from_db()
    assert other.own_rules == "Nora Quinn brings the cards." and other.players.filter(name=NAME).exists()
    assert list(other.nights.get().log_entries.values_list("text", flat=True)) == logged


def test_others_who_are_called_alike_keep_their_names(club: Club) -> None:
    night = played_night(club, on=date(2026, 9, 1), names=(*CAST[:5], "Nora Quist", "Nora Smith"))
    close_night(night=night, who=ORGANIZER)
    erase_player(player=nora(club), typed_name=NAME, who=ORGANIZER)
    assert {"Nora Quist", "Nora Smith"} <= set(night.entries.values_list("name", flat=True))
    logged = " ".join(night.log_entries.values_list("text", flat=True))
    assert "Nora S." in logged and "Nora Qui." not in logged
    assert night.entries.get(name="Nora Quist").short_name == "Nora Q."


def test_what_was_called_alike_before_a_correction_is_erased(club: Club) -> None:
    night = played_night(club, on=date(2026, 9, 1))
    close_night(night=night, who=ORGANIZER)
    change_regular(
        player=nora(club), name="Eleanor Quinn", paper_name="", is_guest=False, is_active=True, who=ORGANIZER
    )
    erase_player(player=club.players.get(name="Eleanor Quinn"), typed_name="Eleanor Quinn", who=ORGANIZER)
    assert "Nora Q." not in " ".join(night.log_entries.values_list("text", flat=True))
    assert "Nora Q." not in " ".join(night.events.values_list("public_text", flat=True))


def test_what_was_called_before_two_corrections_is_erased_in_letters_from_right_to_left(club: Club) -> None:
    night = played_night(club, on=date(2026, 9, 1), names=("דבורה לוי", *CAST[:6]))
    person = night.entries.get(name="דבורה לוי").player
    for name in ("יעל לוי", "נועה כהן"):
        rename_player(entry=night.entries.get(player=person), name=name, who=ORGANIZER)
    assert any("דבורה" in text for text in night.log_entries.values_list("text", flat=True))
    close_night(night=night, who=ORGANIZER)
    erase_player(player=club.players.get(pk=person.pk), typed_name="נועה כהן", who=ORGANIZER)
    assert [mentions(part, club) for part in ("דבורה", "יעל", "נועה")] == [[], [], []]


def test_printed_files_are_thrown_away(club_with_nora: Club, tmp_path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    from tally.printing import print_jobs

    monkeypatch.setattr(print_jobs.settings, "DATA_DIR", tmp_path)
    (tmp_path / "prints").mkdir()
    (tmp_path / "prints" / "a.pdf").write_bytes(b"%PDF with Nora")
    erase_player(player=nora(club_with_nora), typed_name=NAME, who=ORGANIZER)
    assert not list((tmp_path / "prints").iterdir())


def mentions(word: str, club: Club) -> list[str]:
    """Where a word still is: in the database, in the club's archive, or in a night's export."""
    exports = [json.dumps(export_night(night), ensure_ascii=False) for night in club.nights.all()]
    texts = [*every_text(), ("archive", club_archive(club)), *(("export", text) for text in exports)]
    return [place for place, text in texts if word in text]


def test_who_was_only_signed_up_is_erased_instead_of_removed(organizer: Client, empty_night: Night) -> None:
    club = empty_night.club
    ruth = add_regular(club=club, name="Ruth")
    sign_up(night=empty_night, names=["Ruth", "Ann Miller"], who=ORGANIZER)
    remove_player(entry=empty_night.entries.get(name="Ruth"), who=ORGANIZER)
    with nothing_changes():
        answer = organizer.post(f"/club/people/{ruth.pk}/remove/", follow=True)
    assert answer.redirect_chain == [(f"/club/people/{ruth.pk}/erase/", 302)]
    assert (
        "The log of a night or a text names Ruth, too" in answer.content.decode()
        and "removed Ruth" in answer.content.decode()
    )
    organizer.post(f"/club/people/{ruth.pk}/erase/", {"name": "Ruth"})
    assert mentions("Ruth", club) == []
    assert "removed Former player 1" in empty_night.log_entries.values_list("text", flat=True)
    assert club.players.regulars().get().name == "Ann Miller"


def test_who_was_renamed_or_merged_is_erased_instead_of_removed(organizer: Client, empty_night: Night) -> None:
    club = empty_night.club
    kept, merged = add_regular(club=club, name="Ruht Ames"), add_regular(club=club, name="Ruth Eames")
    sign_up(night=empty_night, names=["Ruht Ames", "Ruth Eames"], who=ORGANIZER)
    for entry in empty_night.entries.all():
        remove_player(entry=entry, who=ORGANIZER)
    change = {"paper_name": "", "is_guest": False, "is_active": True, "who": ORGANIZER}
    change_regular(player=kept, name="Ruth Ames", **change)  # type: ignore[arg-type]
    merge_regulars(kept=kept, merged=merged, shown=preview_merge(kept, merged).state_token, who=ORGANIZER)
    with nothing_changes():
        assert organizer.post(f"/club/people/{kept.pk}/remove/").status_code == 409
    organizer.post(f"/club/people/{kept.pk}/erase/", {"name": "Ruth Ames"})
    assert [mentions(part, club) for part in ("Ruth", "Ruht", "Ames", "Eames")] == [[], [], [], []]


def test_a_name_that_was_removed_long_ago_is_erased_after_it_is_added_again(empty_night: Night) -> None:
    club = empty_night.club
    sign_up(night=empty_night, names=["Ruth"], who=ORGANIZER)
    remove_player(entry=empty_night.entries.get(), who=ORGANIZER)
    ruth = add_regular(club=club, name="Ruth")
    erase_player(player=ruth, typed_name="Ruth", who=ORGANIZER)
    assert mentions("Ruth", club) == []


def test_a_part_of_the_name_in_a_text_keeps_nobody_on_the_list(organizer: Client, club: Club) -> None:
    Club.objects.filter(pk=club.pk).update(own_rules="Ann brings the cards, and Ann Miller the coffee.")
    club.players.create(name="Ann Miller")
    mistyped = club.players.create(name="Ann Miler")
    organizer.post(f"/club/people/{mistyped.pk}/remove/")
    assert club.players.get().name == "Ann Miller"
    assert Club.objects.get(pk=club.pk).own_rules == "Ann brings the cards, and Ann Miller the coffee."


# Members and helpers


@pytest.fixture
def club_of_members(club: Club) -> Club:
    """A club whose organizers have accounts: Ann, and Bob, who is invited."""
    account = Account.objects.create(email="ann@club.example")
    ann = Membership.objects.create(account=account, club=club, role=Role.ORGANIZER, name="Ann")
    in_a_week = timezone.now() + timedelta(days=7)
    MemberInvitation.objects.create(
        club=club, email="bob@club.example", name="Bob", role=Role.SCORER, expires_at=in_a_week
    )
    Invitation.objects.create(club=club, name="Ann", role=Role.SCORER, expires_at=in_a_week)
    ClubLogEntry.objects.create(club=club, actor=str(ann), text="invited Bob (scorer)")
    return club


def erase_regular(club: Club, name: str) -> None:
    """Add a regular and erase them."""
    erase_player(player=add_regular(club=club, name=name), typed_name=name, who=ORGANIZER)


@pytest.mark.parametrize("name", ["Ann Miller", "Bob"])
def test_members_and_invitations_keep_their_names_and_addresses(club_of_members: Club, name: str) -> None:
    """They belong to accounts, and stay until their people leave."""
    erase_regular(club_of_members, name)
    invited = MemberInvitation.objects.get()
    assert (Membership.objects.get().name, invited.name, invited.email) == ("Ann", "Bob", "bob@club.example")


def test_an_organizer_and_a_helper_are_called_as_before_when_somebody_of_their_first_name_is_erased(
    club_of_members: Club,
) -> None:
    erase_regular(club_of_members, "Ann Miller")
    assert str(club_of_members.log_entries.get()) == "Ann (organizer) invited Bob (scorer)"
    assert Invitation.objects.get().name == "Ann"


def test_the_clubs_log_and_a_helpers_invitation_lose_the_whole_name(club_of_members: Club) -> None:
    """It may be the same person, and the log would have them for years."""
    ClubLogEntry.objects.create(club=club_of_members, actor="Ruth Stone (organizer)", text="removed Ruth S. (scorer)")
    Invitation.objects.update(name="Ruth Stone")
    erase_regular(club_of_members, "Ruth Stone")
    assert mentions("Ruth", club_of_members) == [] and Invitation.objects.get().name == "Former player 1"
    newest = club_of_members.log_entries.first()
    assert str(newest) == "Former player 1 (organizer) removed Former player 1 (scorer)"


# Pure


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("signed up Nora Q., Bob S.", "signed up Former player 1, Bob S."),
        ("swapped 3 Nora Qu. and 4 Bob S.", "swapped 3 Former player 1 and 4 Bob S."),
        ("nora quinn won", "Former player 1 won"),
        ("Nora Quist won", "Former player 1 Quist won"),
        ("Honora Quinn", "Honora Former player 1"),
        ("Nora", "Former player 1"),
        ("nothing", "nothing"),
    ],
)
def test_a_typed_text_loses_the_name_and_its_parts(text: str, expected: str) -> None:
    assert ErasedNames([NAME], "Former player 1").erase(text) == expected


def test_a_line_of_the_site_loses_parts_only_in_its_reason() -> None:
    names = ErasedNames(["Bell Young"], "Former player 1")
    line = "Bell rang for Bell Y. Why: Bell asked for it"
    assert names.erase(line, typed=False) == "Bell rang for Former player 1 Why: Former player 1 asked for it"


@pytest.mark.parametrize("text", ["Bob (scorer) joined by phone", "8 Bob [scorer] joined by phone"])
def test_a_log_loses_a_name_that_is_signed_like_a_helpers_however_it_is_written(text: str) -> None:
    assert "Bob" not in ErasedNames(["Bob (scorer)"], "Former player 1").erase(text, ["Bob"], typed=False)


def test_a_log_from_before_suffixes_were_kept_loses_the_name_too() -> None:
    names = ErasedNames(["Patrick O'Brien III"], "Former player 1")
    assert names.erase("signed up Patrick I., Patrick O. III", typed=False) == (
        "signed up Former player 1, Former player 1"
    )


@settings(max_examples=60, deadline=None)
@given(st.text("abQ é王.-", min_size=1, max_size=20).map(clean_name).filter(bool), st.text(max_size=60))
def test_any_name_is_taken_out_of_any_text(name: str, text: str) -> None:
    erased = ErasedNames([name], "*").erase(f"{text} | {name} | {text}")
    assert f"| {name} |" not in erased
