"""A player removed by mistake comes back with Undo: the same number, card and phone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest
from django.core import serializers
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.utils import timezone

from tests.support.night import CAST, ORGANIZER, nothing_changes, phone_of
from tournament.club.cash import pay_entry_fee
from tournament.models import Entry, Night, Phone, Player, RemovedPlayer
from tournament.night import removal
from tournament.night.hat_draw import make_hat_cards
from tournament.night.joined_names import remove_added_names, remove_joined_names, restore_names
from tournament.night.lifecycle import start_night
from tournament.night.numbers import draw_numbers
from tournament.night.phones import pair_phone
from tournament.night.player_names import rename_player, set_name_on_paper
from tournament.night.removal import newest_removal, remove_player, restore_player
from tournament.night.signup import add_ghost, sign_up
from tournament.people.errors import Refused


@pytest.fixture
def numbered(eight_players: Night) -> Night:
    """Eight players with the numbers of their arrival, before the start."""
    draw_numbers(night=eight_players, order="arrival", who=ORGANIZER)
    return eight_players


def players_and_phones() -> list[tuple[object, ...]]:
    """Return every player and every phone, without the moments to the microsecond."""
    entries = Entry.objects.order_by("pk").values_list(
        "pk", "name", "number", "key", "player__name", "told_apart", "left_at"
    )
    return [*entries, *Phone.objects.order_by("pk").values_list("pk", "entry", "token", "retired_at")]


def desk_of(organizer: Client, night: Night) -> str:
    """Return the desk with single spaces."""
    return re.sub(r"\s+", " ", organizer.get(f"/n/{night.slug}/desk/").content.decode())


def undo(client: Client, night: Night, removed: object) -> int:
    """Press Undo; return the status code."""
    return client.post(f"/n/{night.slug}/desk/remove/undo/", {"removed": removed}).status_code


def test_undo_brings_back_the_same_player_with_phone_and_code(organizer: Client, numbered: Night) -> None:
    phone, before = phone_of(numbered, 2), players_and_phones()
    organizer.post(f"/n/{numbered.slug}/desk/remove/", {"entry": numbered.entries.get(number=2).pk})
    desk = desk_of(organizer, numbered)
    assert "Removed Bob Stone." in desk and ">Undo</button>" in desk
    assert undo(organizer, numbered, RemovedPlayer.objects.get().pk) == 302
    assert players_and_phones() == before
    assert "Welcome, Bob Stone" in phone.get(f"/n/{numbered.slug}/play/").content.decode()
    assert "Removed Bob Stone" not in desk_of(organizer, numbered)
    assert numbered.log_entries.latest("pk").text == "brought Bob S. back to the list"


def test_a_name_that_the_club_never_knew_leaves_the_regulars_too(organizer: Client, empty_night: Night) -> None:
    club = empty_night.club
    Player.objects.create(club=club, name="Rita Regular")
    sign_up(night=empty_night, names=["Rita Regular", "Zoe Wrong", "Amy Paper"], who=ORGANIZER)
    set_name_on_paper(entry=empty_night.entries.get(name="Amy Paper"), paper_name="Amy", who=ORGANIZER)
    for entry in empty_night.entries.all():
        organizer.post(f"/n/{empty_night.slug}/desk/remove/", {"entry": entry.pk})
    assert set(Player.objects.values_list("name", flat=True)) == {"Rita Regular", "Amy Paper"}
    wrong = RemovedPlayer.objects.get(name="Zoe Wrong")
    assert undo(organizer, empty_night, wrong.pk) == 302
    assert empty_night.entries.get().player == Player.objects.get(name="Zoe Wrong")


def test_a_name_that_was_corrected_to_a_regular_leaves_the_regular_there(empty_night: Night) -> None:
    rita = Player.objects.create(club=empty_night.club, name="Rita Regular")
    sign_up(night=empty_night, names=["Rita Regulr"], who=ORGANIZER)
    rename_player(entry=empty_night.entries.get(), name="Rita Regular", who=ORGANIZER)
    remove_player(entry=empty_night.entries.get(), who=ORGANIZER)
    assert Player.objects.filter(pk=rita.pk).exists()


def test_undo_to_somebody_who_is_a_regular_by_now_leaves_the_regular_there(empty_night: Night) -> None:
    sign_up(night=empty_night, names=["Zoe New"], who=ORGANIZER)
    remove_player(entry=empty_night.entries.get(), who=ORGANIZER)
    zoe = Player.objects.create(club=empty_night.club, name="Zoe New")
    restore_player(removed=RemovedPlayer.objects.get(), who=ORGANIZER)
    remove_player(entry=empty_night.entries.get(), who=ORGANIZER)
    assert Player.objects.filter(pk=zoe.pk).exists()


def test_a_new_name_that_was_brought_back_and_is_removed_again_leaves_the_regulars(empty_night: Night) -> None:
    (entry,) = sign_up(night=empty_night, names=["Zoe Wrong"], who=ORGANIZER)
    for _ in range(2):
        remove_player(entry=entry, who=ORGANIZER)
        assert not Player.objects.exists()
        restore_player(removed=RemovedPlayer.objects.get(), who=ORGANIZER)
        assert empty_night.entries.get().player.name == "Zoe Wrong"


def test_undo_twice_is_once(organizer: Client, numbered: Night) -> None:
    remove_player(entry=numbered.entries.get(number=2), who=ORGANIZER)
    removed = RemovedPlayer.objects.get()
    undo(organizer, numbered, removed.pk)
    with nothing_changes():
        assert undo(organizer, numbered, removed.pk) == 302
        restore_player(removed=removed, who=ORGANIZER)


@pytest.mark.parametrize("removed", ["", "x", "0", "²"])
def test_undo_of_nothing_changes_nothing(organizer: Client, numbered: Night, removed: str) -> None:
    with nothing_changes():
        assert undo(organizer, numbered, removed) == 302


def test_several_removals_are_undone_the_last_first(organizer: Client, numbered: Night) -> None:
    before = players_and_phones()
    for name in ("Bob Stone", "Hal Young", "Ann Miller"):
        remove_player(entry=numbered.entries.get(name=name), who=ORGANIZER)
    for name in ("Ann Miller", "Hal Young", "Bob Stone"):
        newest = newest_removal(numbered)
        assert newest and newest.name == name and f"Removed {name}." in desk_of(organizer, numbered)
        undo(organizer, numbered, newest.pk)
    assert players_and_phones() == before


def test_undo_brings_the_ghost_back_too(empty_night: Night) -> None:
    sign_up(night=empty_night, names=CAST[:7], who=ORGANIZER)
    add_ghost(night=empty_night, who=ORGANIZER)
    remove_player(entry=empty_night.entries.all()[2], who=ORGANIZER)
    assert not empty_night.entries.ghosts().exists()
    restore_player(removed=RemovedPlayer.objects.get(), who=ORGANIZER)
    assert empty_night.entries.people().count() == 7 and empty_night.entries.ghosts().exists()


def test_removing_the_ghost_offers_no_undo(empty_night: Night) -> None:
    sign_up(night=empty_night, names=CAST[:7], who=ORGANIZER)
    remove_player(entry=add_ghost(night=empty_night, who=ORGANIZER), who=ORGANIZER)
    assert newest_removal(empty_night) is None


def test_undo_after_the_start_is_refused(organizer: Client, numbered: Night) -> None:
    remove_player(entry=numbered.entries.get(number=2), who=ORGANIZER)
    start_night(night=numbered, who=ORGANIZER)
    with nothing_changes():
        assert undo(organizer, numbered, RemovedPlayer.objects.get().pk) == 409
    assert newest_removal(Night.objects.get(pk=numbered.pk)) is None


def test_undo_is_refused_when_the_name_is_on_the_list_again(numbered: Night) -> None:
    remove_player(entry=numbered.entries.get(number=2), who=ORGANIZER)
    sign_up(night=numbered, names=["bob stone"], who=ORGANIZER)
    with nothing_changes(), pytest.raises(Refused, match=r"^Bob Stone is on the list again\."):
        restore_player(removed=RemovedPlayer.objects.get(), who=ORGANIZER)


def test_undo_brings_back_one_of_two_namesakes(numbered: Night) -> None:
    sign_up(night=numbered, names=["Bob Stone"], who=ORGANIZER, also_same_names=True)
    before = players_and_phones()
    for number in (2, 8):  # Bob Stone is number 2, and after that removal number 8
        remove_player(entry=numbered.entries.get(number=number), who=ORGANIZER)
    for _ in range(2):
        newest = newest_removal(numbered)
        assert newest and newest.name == "Bob Stone"
        restore_player(removed=newest, who=ORGANIZER)
    assert players_and_phones() == before


def test_undo_gives_a_newcomer_not_to_a_regular_of_the_same_name(empty_night: Night) -> None:
    regular = Player.objects.create(club=empty_night.club, name="Bob Lee")
    for _ in range(2):
        sign_up(night=empty_night, names=["Bob Lee"], who=ORGANIZER, also_same_names=True)
    known, new = empty_night.entries.order_by("pk")
    for entry in (known, new):
        remove_player(entry=entry, who=ORGANIZER)
    for entry, is_regular in ((new, False), (known, True)):
        newest = newest_removal(empty_night)
        assert newest
        restore_player(removed=newest, who=ORGANIZER)
        assert (empty_night.entries.get(pk=entry.pk).player == regular) == is_regular
    remove_player(entry=new, who=ORGANIZER)
    assert Player.objects.get() == regular


def test_undo_is_refused_when_one_of_two_namesakes_is_on_the_list_again(numbered: Night) -> None:
    sign_up(night=numbered, names=["Bob Stone"], who=ORGANIZER, also_same_names=True)
    remove_player(entry=numbered.entries.get(number=2), who=ORGANIZER)
    sign_up(night=numbered, names=["Bob Stone"], who=ORGANIZER, also_same_names=True)
    with nothing_changes(), pytest.raises(Refused, match="is on the list again"):
        restore_player(removed=RemovedPlayer.objects.get(), who=ORGANIZER)


def test_a_phone_that_plays_for_somebody_else_now_stays_theirs(numbered: Night) -> None:
    phone_of(numbered, 2)
    remove_player(entry=numbered.entries.get(number=2), who=ORGANIZER)
    pair_phone(entry=numbered.entries.get(number=1), token="token-of-2")
    restore_player(removed=RemovedPlayer.objects.get(), who=ORGANIZER)
    assert not Entry.objects.get(name="Bob Stone").phones.exists()


def test_only_the_organizer_of_the_club_undoes(stranger: Client, numbered: Night) -> None:
    phone = phone_of(numbered, 1)
    remove_player(entry=numbered.entries.get(number=2), who=ORGANIZER)
    with nothing_changes():
        for client in (stranger, phone):
            assert undo(client, numbered, RemovedPlayer.objects.get().pk) == 403


def test_a_removal_of_another_night_is_not_undone_here(organizer: Client, numbered: Night) -> None:
    elsewhere = Night.objects.create(club=numbered.club, name="Another", date="2026-12-01")
    (entry,) = sign_up(night=elsewhere, names=["Zoe New"], who=ORGANIZER)
    remove_player(entry=entry, who=ORGANIZER)
    with nothing_changes():
        undo(organizer, numbered, RemovedPlayer.objects.get().pk)


def test_undo_is_offered_for_a_quarter_of_an_hour(numbered: Night) -> None:
    remove_player(entry=numbered.entries.get(number=2), who=ORGANIZER)
    assert newest_removal(numbered)
    RemovedPlayer.objects.update(removed_at=timezone.now() - removal.OFFERED)
    assert newest_removal(numbered) is None


# Names that were added by mistake


def paste(organizer: Client, night: Night, names: Sequence[str]) -> str:
    """Paste a list of names on the desk; return what its Undo takes back, "" where none is offered."""
    page = organizer.post(f"/n/{night.slug}/desk/names/", {"names": "\n".join(names)}, follow=True).content.decode()
    offered = re.search(r'name="added" value="([\d ]+)">Undo<', page)
    return offered[1] if offered else ""


def undo_added(client: Client, night: Night, added: str) -> int:
    """Press Undo beside the names that were added; return the status code."""
    return client.post(f"/n/{night.slug}/desk/added/undo/", {"added": added}).status_code


def test_a_list_that_was_pasted_by_mistake_is_taken_back_at_once(organizer: Client, empty_night: Night) -> None:
    Player.objects.create(club=empty_night.club, name="Rita Regular")
    sign_up(night=empty_night, names=CAST[:4], who=ORGANIZER)
    wrong = [f"Wrong{number} Name{number}" for number in range(66)]
    added = paste(organizer, empty_night, ["Rita Regular", *wrong])
    assert undo_added(organizer, empty_night, added) == 302
    assert set(empty_night.entries.values_list("name", flat=True)) == set(CAST[:4])
    assert set(Player.objects.values_list("name", flat=True)) == {*CAST[:4], "Rita Regular"}
    assert "Removed 67 names." in desk_of(organizer, empty_night)
    assert empty_night.log_entries.latest("pk").text == "removed 67 names that were added by mistake"
    with nothing_changes():
        assert undo_added(organizer, empty_night, added) == 302


def test_taking_a_list_back_can_be_undone_itself(organizer: Client, numbered: Night) -> None:
    added = paste(organizer, numbered, ["Zoe New", "Yul Newer"])
    before = players_and_phones()
    undo_added(organizer, numbered, added)
    assert "Whoever has a phone" not in desk_of(organizer, numbered)
    organizer.post(f"/n/{numbered.slug}/desk/joined/undo/", {"batch": "1"})
    assert players_and_phones() == before


def test_a_removal_is_not_offered_to_be_undone_once_its_names_are_on_the_list_again(
    organizer: Client, empty_night: Night
) -> None:
    names = ["Zoe New", "Yul Newer"]
    undo_added(organizer, empty_night, paste(organizer, empty_night, names))
    paste(organizer, empty_night, names[:1])
    assert "Removed 2 names." in desk_of(organizer, empty_night), "Yul is not back"
    assert paste(organizer, empty_night, names[1:])
    assert "Removed 2 names." not in desk_of(organizer, empty_night)
    before = players_and_phones()
    page = organizer.post(f"/n/{empty_night.slug}/desk/joined/undo/", {"batch": "1"}, follow=True).content.decode()
    assert "There was nothing to bring back." in page, "an older page has the button still"
    assert players_and_phones() == before


def test_undo_of_a_removal_is_not_offered_once_the_name_is_on_the_list_again(numbered: Night) -> None:
    remove_player(entry=numbered.entries.get(number=2), who=ORGANIZER)
    sign_up(night=numbered, names=["bob stone"], who=ORGANIZER)
    assert newest_removal(numbered) is None


def test_a_list_that_was_taken_back_brought_back_and_taken_back_again_leaves_no_regular(empty_night: Night) -> None:
    entries = sign_up(night=empty_night, names=["Zoe Wrong", "Zoe Wrong"], who=ORGANIZER, also_same_names=True)
    ids = [entry.pk for entry in entries]
    for _ in range(2):
        remove_added_names(night=empty_night, entry_ids=ids, who=ORGANIZER)
        assert not Player.objects.exists()
        restore_names(night=empty_night, batch=1, who=ORGANIZER)
        assert empty_night.entries.values("player").distinct().count() == 2


def test_who_has_a_phone_or_has_paid_by_then_stays(organizer: Client, empty_night: Night) -> None:
    Night.objects.update(money=True, entry_fee=500)
    added = paste(organizer, empty_night, CAST[:4])
    pair_phone(entry=empty_night.entries.get(name=CAST[0]), token="a-phone")
    pay_entry_fee(entry=empty_night.entries.get(name=CAST[1]), who=ORGANIZER)
    undo_added(organizer, empty_night, added)
    assert set(empty_night.entries.values_list("name", flat=True)) == set(CAST[:2])
    sentence = "Whoever has a phone or a line in the cash box by now stays on the list."
    assert sentence in desk_of(organizer, empty_night), "it says why names are left"


def test_names_of_another_night_are_not_taken_back_here(organizer: Client, numbered: Night) -> None:
    elsewhere = Night.objects.create(club=numbered.club, name="Another", date="2026-12-01")
    added = " ".join(str(entry.pk) for entry in numbered.entries.all())
    with nothing_changes():
        assert undo_added(organizer, elsewhere, added) == 302


def test_names_are_not_taken_back_after_the_start(organizer: Client, numbered: Night) -> None:
    added = paste(organizer, numbered, CAST[8:12])
    start_night(night=numbered, who=ORGANIZER)
    with nothing_changes():
        assert undo_added(organizer, numbered, added) == 409


def test_a_stranger_takes_no_names_back(stranger: Client, organizer: Client, numbered: Night) -> None:
    added = paste(organizer, numbered, CAST[8:12])
    with nothing_changes():
        assert undo_added(stranger, numbered, added) == 403


NO_NAMES = {
    "nothing": "",
    "zero": "0",
    "a letter and a raised two": "x ²",
    "a negative number": "-1",
    "a large number": "9" * 5_000,
    "NUL": "\0",
    "many numbers": " ".join(map(str, range(10**9, 10**9 + 200_000))),
}


@pytest.mark.parametrize("added", NO_NAMES.values(), ids=NO_NAMES)
def test_an_undo_of_names_that_nobody_added_removes_none(organizer: Client, empty_night: Night, added: str) -> None:
    sign_up(night=empty_night, names=["Zoe New"], who=ORGANIZER)
    with nothing_changes():
        assert undo_added(organizer, empty_night, added) == 302


# Removals that were stored before the column `nameless` got another name


@contextmanager
def before_the_new_name() -> Iterator[None]:
    """Take the database back to the migration before the new name inside this block, and up to date after it.

    What is removed inside the block is kept as the code of that migration kept it, as its own models say.
    """
    call_command("migrate", "tournament", "0052", verbosity=0)
    try:
        then = MigrationExecutor(connection).loader.project_state(("tournament", "0052_phones_reached")).apps
        rows = {
            model: serializers.serialize("python", then.get_model("tournament", model).objects.order_by("pk"))
            for model in ("Entry", "Phone")
        }
        yield
        for removal in RemovedPlayer.objects.all():
            entry = removal.rows[0]["pk"]
            phones = [row for row in rows["Phone"] if row["fields"]["entry"] == entry]
            removal.rows = [*(row for row in rows["Entry"] if row["pk"] == entry), *phones]
            assert "nameless" in removal.rows[0]["fields"]
            removal.save(update_fields=["rows"])
    finally:
        call_command("migrate", verbosity=0)


def undo_batch(organizer: Client, night: Night, names: int) -> int:
    """Press the Undo that the desk offers for names that were removed at once; return the status code."""
    offered = re.search(
        rf'Removed {names} names\.(?:(?!</form>).)*name="batch" value="(\d+)"', desk_of(organizer, night)
    )
    assert offered, "the desk offers no Undo"
    return organizer.post(f"/n/{night.slug}/desk/joined/undo/", {"batch": offered[1]}).status_code


@pytest.mark.django_db(transaction=True)
def test_a_removal_of_before_comes_back_after_its_column_got_another_name(numbered: Night) -> None:
    before = players_and_phones()
    with before_the_new_name():
        remove_player(entry=numbered.entries.get(number=2), who=ORGANIZER)
    restore_player(removed=RemovedPlayer.objects.get(), who=ORGANIZER)
    assert players_and_phones() == before
    remove_player(entry=numbered.entries.get(number=2), who=ORGANIZER)
    call_command("migrate", "tournament", "0052", verbosity=0)
    try:
        assert "nameless" in RemovedPlayer.objects.get().rows[0]["fields"], "migrating back renames it back"
    finally:
        call_command("migrate", verbosity=0)


@pytest.mark.django_db(transaction=True)
def test_cards_that_were_removed_at_once_before_come_back_after_their_column_got_another_name(
    organizer: Client, numbered: Night
) -> None:
    make_hat_cards(night=numbered, players=12, who=ORGANIZER)
    before = players_and_phones()
    with before_the_new_name():
        make_hat_cards(night=numbered, players=8, who=ORGANIZER)
    assert undo_batch(organizer, numbered, names=4) == 302
    assert players_and_phones() == before
    nameless = numbered.entries.order_by("number").values_list("is_nameless", "player__is_nameless")
    assert list(nameless) == [(False, False)] * 8 + [(True, True)] * 4
    assert not RemovedPlayer.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_names_that_joined_and_were_removed_at_once_before_come_back_after_their_column_got_another_name(
    organizer: Client, numbered: Night
) -> None:
    for name in ("Rita Joined", "Sam Joined"):
        assert Client().post(f"/n/{numbered.slug}/join/", {"name": name}).status_code == 302
    draw_numbers(night=numbered, order="arrival", who=ORGANIZER)
    before, joined = players_and_phones(), numbered.entries.filter(name__endswith="Joined").values_list("pk", flat=True)
    with before_the_new_name():
        assert remove_joined_names(night=numbered, entry_ids=list(joined), who=ORGANIZER) == 2
        assert not Phone.objects.exists()
    assert undo_batch(organizer, numbered, names=2) == 302
    assert players_and_phones() == before and Phone.objects.count() == 2
    assert not numbered.entries.filter(is_nameless=True).exists()
