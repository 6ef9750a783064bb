"""Names that phones add: a hall comes in at once, a script is stopped, and a flood is removed with one tap."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from tests.support.night import CAST, ORGANIZER, nothing_changes
from tests.support.row_snapshots import make_or_replay
from tournament.club.cash import pay_entry_fee
from tournament.models import Club, Entry, Event, Night, Phone, PhoneJoin, Player
from tournament.movements.rotation_search import MAX_PLAYERS
from tournament.night import joined_names
from tournament.night.joined_names import remove_joined_names, restore_names, set_sign_up_by_phone
from tournament.night.lifecycle import create_night, start_night
from tournament.night.numbers import draw_numbers
from tournament.night.phones import pair_phone
from tournament.night.player_names import rename_player
from tournament.night.signup import add_ghost, sign_up
from tournament.people.errors import Refused
from tournament.presenters.joined_names import A_FLOOD, flood_of, phone_joins

HALL = "203.0.113.7"


def join(night: Night, name: str, address: str = HALL) -> HttpResponse:
    """Add a name with a new phone at an address."""
    return Client(REMOTE_ADDR=address).post(f"/n/{night.slug}/join/", {"name": name})


def fake_names(count: int) -> list[str]:
    """Return names as a script makes them up."""
    return [f"Fake{number} Name{number}" for number in range(count)]


@pytest.fixture
def flooded(empty_night: Night) -> Night:
    """A night with eight players of the desk, a regular who joined by phone, and 25 made-up names from one address."""

    def make() -> Night:
        sign_up(night=empty_night, names=CAST[:8], who=ORGANIZER)
        Player.objects.create(club=empty_night.club, name="Rita Regular")
        for name in ["Rita Regular", *fake_names(25)]:
            assert join(empty_night, name).status_code == 302
        return empty_night

    return make_or_replay("flooded night", make)


def made_up(night: Night) -> list[int]:
    """Return the ids of the made-up names."""
    return list(night.entries.filter(name__startswith="Fake").values_list("pk", flat=True))


def rows(night: Night) -> list[tuple[object, ...]]:
    """Return every entry and phone of a night, apart from the moments."""
    entries = night.entries.order_by("pk").values_list("pk", "name", "number", "key", "told_apart", "is_ghost")
    return [*entries, *Phone.objects.filter(entry__night=night).order_by("pk").values_list("pk", "entry", "token")]


def checked_names(organizer: Client, night: Night) -> tuple[list[str], list[str]]:
    """Return the names on the page, those that are checked and the others."""
    page = organizer.get(f"/n/{night.slug}/desk/joined/").content.decode()
    found = re.findall(r'name="entry" value="\d+"( checked)?>\s*<span>\s*([^<]*?)\s*<', page)
    return [name for checked, name in found if checked], [name for checked, name in found if not checked]


# Limits


@pytest.mark.long
def test_a_hall_behind_one_router_joins_at_once(empty_night: Night) -> None:
    assert {join(empty_night, name).status_code for name in fake_names(MAX_PLAYERS)} == {302}
    assert empty_night.entries.count() == MAX_PLAYERS


def test_a_script_is_stopped_and_the_sentence_says_what_to_do(
    empty_night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(joined_names, "MOST_OF_AN_ADDRESS", 5)
    for name in fake_names(5):
        join(empty_night, name)
    with nothing_changes():
        answer = join(empty_night, "Zoe New")
    page = answer.content.decode()
    assert answer.status_code == 429
    assert "Give yours at the desk" in page and 'value="Zoe New"' in page
    assert join(empty_night, "Zoe New", "203.0.113.8").status_code == 302, "another address joins"


def test_removed_names_count_as_well(empty_night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joined_names, "MOST_OF_AN_ADDRESS", 5)
    for name in fake_names(5):
        join(empty_night, name)
    remove_joined_names(night=empty_night, entry_ids=made_up(empty_night), who=ORGANIZER)
    assert join(empty_night, "Zoe New").status_code == 429


def test_other_nights_are_not_held_up(empty_night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joined_names, "MOST_OF_AN_ADDRESS", 2)
    monkeypatch.setattr(joined_names, "MOST_OF_A_NIGHT", 3)
    other = Night.objects.create(club=Club.objects.create(name="Friday club"), name="Friday", date="2026-12-04")
    for name in fake_names(3):
        join(empty_night, name)
    assert join(other, "Zoe New").status_code == 302


@pytest.mark.parametrize(
    ("limit", "sentence"), [("MOST_A_MINUTE", "Wait a minute"), ("MOST_OF_A_NIGHT", "as they may")]
)
def test_all_addresses_together_have_a_limit(
    empty_night: Night, monkeypatch: pytest.MonkeyPatch, limit: str, sentence: str
) -> None:
    monkeypatch.setattr(joined_names, limit, 5)
    for number, name in enumerate(fake_names(5)):
        join(empty_night, name, f"10.0.0.{number}")
    answer = join(empty_night, "Zoe New", "10.0.0.99")
    assert answer.status_code == 429 and sentence in answer.content.decode()


def test_the_organizer_and_the_laptop_itself_are_not_limited(
    empty_night: Night, organizer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(joined_names, "MOST_OF_AN_ADDRESS", 1)
    assert {join(empty_night, name, "127.0.0.1").status_code for name in fake_names(3)} == {302}
    monkeypatch.setattr(joined_names, "MOST_OF_A_NIGHT", 1)
    assert organizer.post(f"/n/{empty_night.slug}/join/", {"name": "Zoe New"}).status_code == 302


@pytest.mark.parametrize("days", [-400, 400])
def test_a_clock_that_is_set_locks_nobody_out(empty_night: Night, monkeypatch: pytest.MonkeyPatch, days: int) -> None:
    for name in fake_names(5):
        join(empty_night, name)
    monkeypatch.setattr(joined_names, "MOST_OF_AN_ADDRESS", 5)
    real = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: real() + timedelta(days=days))
    assert join(empty_night, "Zoe New").status_code == 302


# Where names came from


def test_an_address_is_kept_unreadable_until_the_night_starts(flooded: Night) -> None:
    joins = list(flooded.phone_joins.all())
    assert len({join.network for join in joins}) == 1 and HALL not in joins[0].network
    other = Night.objects.create(club=flooded.club, name="Next week", date="2026-12-01")
    join(other, "Zoe New")
    assert other.phone_joins.get().network != joins[0].network, "no address is known again on another night"
    remove_joined_names(night=flooded, entry_ids=made_up(flooded), who=ORGANIZER)
    start_night(night=flooded, who=ORGANIZER)
    assert not flooded.phone_joins.exists()


def test_a_newer_night_forgets_it_of_one_that_never_started(flooded: Night) -> None:
    create_night(club=flooded.club, who=ORGANIZER)
    assert not PhoneJoin.objects.exists()


# A flood


def test_the_desk_says_that_many_names_came_and_leads_to_them(organizer: Client, flooded: Night) -> None:
    desk = organizer.get(f"/n/{flooded.slug}/desk/").content.decode()
    assert "25 new names came by phone" in " ".join(desk.split())
    assert f'href="/n/{flooded.slug}/desk/joined/"' in desk


def test_a_few_names_are_no_flood(organizer: Client, empty_night: Night) -> None:
    for name in fake_names(A_FLOOD - 1):
        join(empty_night, name)
    assert "new names came by phone" not in organizer.get(f"/n/{empty_night.slug}/desk/").content.decode()
    assert checked_names(organizer, empty_night)[0] == []


def test_made_up_names_are_checked_and_known_ones_are_not(organizer: Client, flooded: Night) -> None:
    checked, others = checked_names(organizer, flooded)
    assert sorted(checked) == sorted(fake_names(25))
    assert others == ["Rita Regular"], "the organizer's names are not there at all"


def test_a_name_that_was_corrected_to_a_regulars_is_not_checked(organizer: Client, flooded: Night) -> None:
    Player.objects.create(club=flooded.club, name="Sam Regular")
    rename_player(entry=Entry.objects.get(pk=made_up(flooded)[0]), name="Sam Regular", who=ORGANIZER)
    checked, others = checked_names(organizer, flooded)
    assert len(checked) == 24 and set(others) == {"Rita Regular", "Sam Regular"}
    assert organizer.get(f"/n/{flooded.slug}/desk/joined/").content.decode().count("known to the club") == 2


def test_a_flood_from_many_addresses_is_known_by_its_speed(empty_night: Night) -> None:
    for number, name in enumerate(fake_names(A_FLOOD)):
        join(empty_night, name, f"10.0.0.{number}")
    assert len(flood_of(phone_joins(empty_night))) == A_FLOOD
    for number, slow in enumerate(empty_night.phone_joins.order_by("pk")):
        PhoneJoin.objects.filter(pk=slow.pk).update(at=timezone.now() + timedelta(seconds=30 * number))
    assert not flood_of(phone_joins(empty_night))


def test_one_button_removes_them_and_the_others_stay(organizer: Client, flooded: Night) -> None:
    kept, ids = made_up(flooded)[0], made_up(flooded)[1:]
    events = Event.objects.count()
    answer = organizer.post(f"/n/{flooded.slug}/desk/joined/", {"entry": ids})
    assert answer["Location"] == f"/n/{flooded.slug}/desk/"
    names = set(flooded.entries.values_list("name", flat=True))
    assert names == {*CAST[:8], "Rita Regular", Entry.objects.get(pk=kept).name}
    assert not Player.objects.filter(name__startswith="Fake").exclude(entries=kept).exists(), "nor are they regulars"
    assert Player.objects.filter(name="Rita Regular").exists()
    assert flooded.log_entries.latest("pk").text == "removed 24 names that joined by phone"
    assert Event.objects.count() == events + 1, "one event for all"
    desk = " ".join(organizer.get(answer["Location"]).content.decode().split())
    assert "Removed 24 names." in desk and "new names came by phone, many" not in desk


def test_one_undo_brings_all_back_as_they_were(organizer: Client, flooded: Night) -> None:
    before = rows(flooded)
    organizer.post(f"/n/{flooded.slug}/desk/joined/", {"entry": made_up(flooded)})
    for _ in range(2):  # twice is once
        organizer.post(f"/n/{flooded.slug}/desk/joined/undo/", {"batch": "1"})
        assert rows(flooded) == before
    assert flooded.log_entries.latest("pk").text == "brought 25 names back to the list"
    assert len(checked_names(organizer, flooded)[0]) == 25, "they can be removed again"


@pytest.mark.parametrize("order", ["random", "arrival"])
def test_numbers_close_up_and_come_back(flooded: Night, order: str) -> None:
    draw_numbers(night=flooded, order=order, who=ORGANIZER)  # type: ignore[arg-type]
    before = rows(flooded)
    remove_joined_names(night=flooded, entry_ids=made_up(flooded), who=ORGANIZER)
    assert sorted(flooded.entries.values_list("number", flat=True)) == [*range(1, 10)]
    restore_names(night=flooded, batch=1, who=ORGANIZER)
    assert rows(flooded) == before


def test_the_ghost_goes_and_comes_back_with_them(empty_night: Night) -> None:
    sign_up(night=empty_night, names=CAST[:4], who=ORGANIZER)
    for name in fake_names(7):
        join(empty_night, name)
    add_ghost(night=empty_night, who=ORGANIZER)
    remove_joined_names(night=empty_night, entry_ids=made_up(empty_night), who=ORGANIZER)
    assert not empty_night.entries.ghosts().exists()
    restore_names(night=empty_night, batch=1, who=ORGANIZER)
    assert empty_night.entries.ghosts().count() == 1 and empty_night.entries.people().count() == 11


def test_two_removals_have_an_undo_each(flooded: Night) -> None:
    first, second = made_up(flooded)[:10], made_up(flooded)[10:]
    for ids in (first, second):
        remove_joined_names(night=flooded, entry_ids=ids, who=ORGANIZER)
    assert restore_names(night=flooded, batch=2, who=ORGANIZER) == 15
    assert made_up(flooded) == second


def test_whoever_is_on_the_list_again_stays_as_they_are(flooded: Night) -> None:
    ids = [flooded.entries.get(name="Rita Regular").pk, *made_up(flooded)]
    remove_joined_names(night=flooded, entry_ids=ids, who=ORGANIZER)
    (rita,) = sign_up(night=flooded, names=["Rita Regular"], who=ORGANIZER)
    assert restore_names(night=flooded, batch=1, who=ORGANIZER) == 25
    assert flooded.entries.filter(name="Rita Regular").get() == rita


def test_two_people_of_one_name_come_back_as_two(empty_night: Night) -> None:
    for _ in range(2):
        Client().post(f"/n/{empty_night.slug}/join/", {"name": "Bob Lee", "also_same_names": "1"})
    both = list(empty_night.entries.values_list("pk", flat=True))
    assert len(both) == 2
    remove_joined_names(night=empty_night, entry_ids=both, who=ORGANIZER)
    assert not Player.objects.exists()
    assert restore_names(night=empty_night, batch=1, who=ORGANIZER) == 2
    assert empty_night.entries.values("player").distinct().count() == 2
    texts = empty_night.log_entries.values_list("text", flat=True)
    assert {"removed 2 names that joined by phone", "brought 2 names back to the list"} <= set(texts)


def test_a_namesake_of_somebody_on_the_list_comes_back_as_somebody_else(empty_night: Night) -> None:
    (bob,) = sign_up(night=empty_night, names=["Bob Lee"], who=ORGANIZER)
    Client().post(f"/n/{empty_night.slug}/join/", {"name": "Bob Lee", "also_same_names": "1"})
    joined = empty_night.entries.exclude(pk=bob.pk).get()
    remove_joined_names(night=empty_night, entry_ids=[joined.pk], who=ORGANIZER)
    assert restore_names(night=empty_night, batch=1, who=ORGANIZER) == 1
    assert empty_night.entries.values("player").distinct().count() == 2
    assert empty_night.entries.get(pk=bob.pk).player_id == bob.player_id


def test_a_regular_comes_back_as_themselves_whoever_has_the_same_name(empty_night: Night) -> None:
    regular = Player.objects.create(club=empty_night.club, name="Bob Lee")
    for _ in range(2):
        Client().post(f"/n/{empty_night.slug}/join/", {"name": "Bob Lee", "also_same_names": "1"})
    draw_numbers(night=empty_night, order="arrival", who=ORGANIZER)
    known, other = empty_night.entries.get(player=regular), empty_night.entries.exclude(player=regular).get()
    for entry, number in ((known, None), (other, 1), (known, 2)):
        Entry.objects.filter(pk=entry.pk).update(number=number)
    remove_joined_names(night=empty_night, entry_ids=[known.pk, other.pk], who=ORGANIZER)
    assert restore_names(night=empty_night, batch=1, who=ORGANIZER) == 2
    assert empty_night.entries.get(pk=known.pk).player_id == regular.pk
    assert empty_night.entries.get(pk=other.pk).player_id != regular.pk


def test_a_newcomer_comes_back_as_nobody_else_while_a_regular_of_the_same_name_is_away(empty_night: Night) -> None:
    regular = Player.objects.create(club=empty_night.club, name="Bob Lee")
    for _ in range(2):
        Client().post(f"/n/{empty_night.slug}/join/", {"name": "Bob Lee", "also_same_names": "1"})
    known, other = empty_night.entries.get(player=regular), empty_night.entries.exclude(player=regular).get()
    for entry in (known, other):
        remove_joined_names(night=empty_night, entry_ids=[entry.pk], who=ORGANIZER)
    assert restore_names(night=empty_night, batch=2, who=ORGANIZER) == 1
    assert empty_night.entries.get().player != regular


def test_the_log_counts_one_name_as_one(empty_night: Night) -> None:
    join(empty_night, "Bob Lee")
    remove_joined_names(night=empty_night, entry_ids=[empty_night.entries.get().pk], who=ORGANIZER)
    assert restore_names(night=empty_night, batch=1, who=ORGANIZER) == 1
    texts = empty_night.log_entries.values_list("text", flat=True)
    assert {"removed 1 name that joined by phone", "brought 1 name back to the list"} <= set(texts)


def test_undo_needs_room_for_all(flooded: Night) -> None:
    remove_joined_names(night=flooded, entry_ids=made_up(flooded), who=ORGANIZER)
    sign_up(night=flooded, names=[f"Guest{number} G" for number in range(110)], who=ORGANIZER)
    with nothing_changes(), pytest.raises(Refused, match="At most 133"):
        restore_names(night=flooded, batch=1, who=ORGANIZER)


def test_names_of_the_desk_are_never_removed_with_them(organizer: Client, flooded: Night) -> None:
    ids: Iterable[int] = flooded.entries.filter(name__in=CAST).values_list("pk", flat=True)
    with nothing_changes():
        organizer.post(f"/n/{flooded.slug}/desk/joined/", {"entry": [*ids, "x", "9" * 30]})


def test_nobody_who_has_paid_is_removed(flooded: Night) -> None:
    Night.objects.filter(pk=flooded.pk).update(money=True, entry_fee=500)
    pay_entry_fee(entry=Entry.objects.get(pk=made_up(flooded)[3]), who=ORGANIZER)
    with nothing_changes(), pytest.raises(Refused, match="has paid"):
        remove_joined_names(night=flooded, entry_ids=made_up(flooded), who=ORGANIZER)


@pytest.mark.parametrize("path", ["joined/", "joined/undo/", "joined/switch/"])
def test_not_after_the_start(organizer: Client, night: Night, path: str) -> None:
    with nothing_changes():
        data = {"entry": "1", "batch": "1", "phones": "closed"}
        assert organizer.post(f"/n/{night.slug}/desk/{path}", data).status_code == 409
    assert organizer.get(f"/n/{night.slug}/desk/joined/")["Location"] == f"/n/{night.slug}/desk/"


@pytest.mark.long
def test_a_full_list_of_made_up_names_stays_usable(
    organizer: Client, empty_night: Night, django_assert_max_num_queries: object
) -> None:
    for name in fake_names(MAX_PLAYERS):
        join(empty_night, name)
    with django_assert_max_num_queries(12):  # type: ignore[operator]
        assert len(checked_names(organizer, empty_night)[0]) == MAX_PLAYERS
    assert remove_joined_names(night=empty_night, entry_ids=made_up(empty_night), who=ORGANIZER) == MAX_PLAYERS
    assert not empty_night.entries.exists() and not Player.objects.exists()


# The switch


def test_closed_for_phones_the_desk_still_adds_names(organizer: Client, empty_night: Night) -> None:
    address = f"/n/{empty_night.slug}/desk/joined/switch/"
    assert organizer.post(address, {"phones": "closed"}).status_code == 302
    page = Client().get(f"/n/{empty_night.slug}/join/").content.decode()
    assert "Sign-up by phone is closed. Give your name at the desk" in page and "Count me in" not in page
    with nothing_changes():
        assert join(empty_night, "Zoe New").status_code == 400
    assert "Count me in" not in Client().get(f"/j/{empty_night.join_key}").content.decode()
    organizer.post(f"/n/{empty_night.slug}/desk/names/", {"names": "Zoe New"})
    entry = empty_night.entries.get()
    taken = Client().post(f"/j/{empty_night.join_key}/{entry.pk}/")
    assert taken.status_code == 302, "whoever is on the list takes their name"
    with nothing_changes():
        set_sign_up_by_phone(night=empty_night, is_open=False, who=ORGANIZER)  # twice is once
    organizer.post(address, {"phones": "open"})
    assert join(empty_night, "Yan New").status_code == 302


def test_a_known_phone_does_not_add_its_regular_while_it_is_closed(empty_night: Night) -> None:
    last = Night.objects.create(club=empty_night.club, name="Last week", date="2026-11-17")
    (entry,) = sign_up(night=last, names=["Ann Miller"], who=ORGANIZER)
    pair_phone(entry=entry, token="anns-phone")
    set_sign_up_by_phone(night=empty_night, is_open=False, who=ORGANIZER)
    phone = Client()
    phone.cookies["phone"] = "anns-phone"
    with nothing_changes():
        answer = phone.post(f"/n/{empty_night.slug}/join/again/", {"player": entry.player_id})
    assert answer.status_code == 409
    sign_up(night=empty_night, names=["Ann Miller"], who=ORGANIZER)
    assert phone.post(f"/n/{empty_night.slug}/join/again/", {"player": entry.player_id}).status_code == 302
