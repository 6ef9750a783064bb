"""The club's regulars: who is one, and how each is changed in one place."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.test import Client

from tests.support.markup import page_text, text_of
from tests.support.night import CAST, ORGANIZER, nothing_changes
from tournament.models import Club, Entry, Night, Player
from tournament.night.lifecycle import close_night
from tournament.night.player_names import rename_player
from tournament.night.roster_changes import substitute
from tournament.night.signup import add_ghost, sign_up
from tournament.people.roster import read_roster
from tournament.presenters.people import people_rows

# Who is a regular


def test_the_ghost_is_no_regular(empty_night: Night) -> None:
    sign_up(night=empty_night, names=CAST[:7], who=ORGANIZER)
    ghost = add_ghost(night=empty_night, who=ORGANIZER)
    assert ghost.player.is_ghost
    assert sorted(player.name for player in Player.objects.regulars()) == sorted(CAST[:7])


def test_somebody_named_like_the_ghost_is_a_player_of_their_own(empty_night: Night) -> None:
    sign_up(night=empty_night, names=CAST[:7], who=ORGANIZER)
    add_ghost(night=empty_night, who=ORGANIZER)
    (entry,) = sign_up(night=empty_night, names=["Ghost"], who=ORGANIZER)
    assert not entry.player.is_ghost
    assert entry.player in Player.objects.regulars()


def test_who_was_merged_into_somebody_is_no_regular(club: Club) -> None:
    kept = club.players.create(name="Bob Smith")
    club.players.create(name="Bob Smyth", merged_into=kept)
    gone = club.players.create(name="Norm Stone", is_active=False)
    assert list(club.players.regulars()) == [kept, gone]
    assert list(club.players.active()) == [kept]


@pytest.mark.parametrize("still_there", [True, False])
def test_an_older_database_knows_its_ghosts(empty_night: Night, still_there: bool) -> None:
    club, others = empty_night.club, {"night": empty_night, "name": "Ghost"}
    ghost, person = (club.players.create(name="Ghost") for _ in range(2))
    if still_there:
        Entry.objects.create(**others, player=ghost, is_ghost=True)
    Entry.objects.create(**others, player=person)
    import_module("tournament.migrations.0024_ghost_players").mark_ghosts(apps, None)
    assert list(Player.objects.regulars()) == [person]


# Adding


def test_the_organizer_adds_somebody(organizer: Client, club: Club) -> None:
    assert organizer.post("/club/people/add/", {"name": " Zoe  New ", "is_guest": "on"}).status_code == 302
    zoe = club.players.get()
    assert (zoe.name, zoe.is_guest, zoe.is_active) == ("Zoe New", True, True)
    page = page_text(organizer, "/club/people/")
    assert "Added: Zoe New." in page and "Zoe New guest –" in page


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("", "Write a name"), ("x" * 41, "more than 40 letters"), ("ann miller", "is one of the regulars already.")],
)
def test_a_name_that_does_not_do_is_not_added(organizer: Client, club: Club, name: str, sentence: str) -> None:
    club.players.create(name="Ann Miller")
    with nothing_changes():
        answer = organizer.post("/club/people/add/", {"name": name})
    assert answer.status_code == 400 and sentence in text_of(answer)


def test_a_regular_of_another_club_is_nobody_here(organizer: Client, club: Club) -> None:
    stranger = Club.objects.create(name="Thursday club").players.create(name="Otto Other")
    assert "Otto" not in organizer.get("/club/people/").content.decode()
    with nothing_changes():
        for what in ("edit", "remove"):
            assert organizer.post(f"/club/people/{stranger.pk}/{what}/", {"name": "X"}).status_code == 404


def test_who_never_played_is_removed_and_nobody_else(organizer: Client, eight_players: Night) -> None:
    zoe = eight_players.club.players.create(name="Zoe New")
    assert organizer.post(f"/club/people/{zoe.pk}/remove/").status_code == 302
    assert not Player.objects.filter(pk=zoe.pk).exists()
    ann = eight_players.club.players.get(name="Ann Miller")
    with nothing_changes():
        answer = organizer.post(f"/club/people/{ann.pk}/remove/")
    assert answer.status_code == 409 and "Say that they are gone instead" in answer.content.decode()


# The list


def test_the_list_says_how_often_and_when_last_somebody_played(organizer: Client, night: Night) -> None:
    club, ann = night.club, night.entries.get(number=1).player
    before = Night.objects.create(club=club, name="Before", date="2026-11-17", status=Night.Status.CLOSED)
    Entry.objects.create(night=before, player=ann, name=ann.name)
    later = Night.objects.create(club=club, name="Later", date="2026-12-01")
    sign_up(night=later, names=["Ann Miller"], who=ORGANIZER)  # has not started
    substitute(entry=night.entries.get(number=2), name="Zoe New", who=ORGANIZER)
    rows = {row.player.name: (row.nights, row.last) for row in people_rows(club)}
    assert rows["Ann Miller"] == (2, night.date)
    assert rows["Bob Stone"] == rows["Zoe New"] == (1, night.date)  # both were there


def test_who_is_gone_stands_at_the_end(organizer: Client, club: Club) -> None:
    for name, active in (("Ann Miller", False), ("Zoe New", True)):
        club.players.create(name=name, is_active=active)
    page = page_text(organizer, "/club/people/")
    assert page.index("Zoe New") < page.index("Gone") < page.index("Ann Miller")


@pytest.mark.parametrize(("find", "found"), [("mil", True), ("Ann M", True), ("nnie", False), ("bee", True)])
def test_somebody_is_found_by_the_beginning_of_a_word(club: Club, find: str, found: bool) -> None:
    club.players.create(name="Ann Miller", paper_name="Bee")
    assert bool(people_rows(club, find)) is found


def test_the_list_costs_as_many_queries_for_many_as_for_few(
    organizer: Client, night: Night, django_assert_max_num_queries: Any
) -> None:
    Player.objects.bulk_create(Player(club=night.club, name=f"Guest {n}") for n in range(100))
    with django_assert_max_num_queries(6):
        organizer.get("/club/people/")


# Changing


def edit(client: Client, player: Player, **fields: str) -> tuple[int, str]:
    """Post a regular's form; return the status code and the page."""
    answer = client.post(f"/club/people/{player.pk}/edit/", {"name": player.name, "is_active": "on", **fields})
    return answer.status_code, text_of(answer)


def test_a_regular_gets_a_name_on_paper_and_becomes_a_guest(organizer: Client, club: Club) -> None:
    ann = club.players.create(name="Анна Миллер")
    assert edit(organizer, ann, paper_name=" Anna  M. ", is_guest="on")[0] == 302
    ann.refresh_from_db()
    assert (ann.paper_name, ann.is_guest, ann.is_active) == ("Anna M.", True, True)
    organizer.post(f"/club/people/{ann.pk}/edit/", {"name": ann.name})  # no box is checked
    ann.refresh_from_db()
    assert (ann.paper_name, ann.is_guest, ann.is_active) == ("", False, False)


def test_a_rename_reaches_every_night(organizer: Client, night: Night) -> None:
    close_night(night=night, who=ORGANIZER)
    later = Night.objects.create(club=night.club, name="Later", date="2026-12-01")
    sign_up(night=later, names=["Ann Miller", "Bob Stone"], who=ORGANIZER)
    bob = night.club.players.get(name="Bob Stone")
    assert edit(organizer, bob, name="Ann Moore")[0] == 302
    assert {entry.name for entry in bob.entries.all()} == {"Ann Moore"}
    assert [entry.short_name for entry in later.entries.order_by("pk")] == ["Ann Mi.", "Ann Mo."]
    page = page_text(organizer, f"/n/{night.slug}/")
    assert "Ann Mo." in page and "Bob S." not in page
    assert night.log_entries.latest("pk").text == "renamed 2 Bob S. to Ann Mo."


@pytest.mark.parametrize("text", ["=1+1", "ann@club.example", "1234"])
def test_nobody_is_renamed_to_what_is_no_name(organizer: Client, club: Club, text: str) -> None:
    ann = club.players.create(name="Ann Moore")
    for field in ("name", "paper_name"):
        with nothing_changes():
            status, page = edit(organizer, ann, **{field: text})
        assert status == 400 and "not a name." in page


def test_an_old_name_that_would_be_refused_today_can_stay(organizer: Client, club: Club) -> None:
    odd = club.players.create(name="ann@club")
    assert edit(organizer, odd, name="ann@club", is_guest="on")[0] == 302
    odd.refresh_from_db()
    assert (odd.name, odd.is_guest) == ("ann@club", True)


def test_a_rename_reaches_who_handed_over_a_number(organizer: Client, night: Night) -> None:
    substitute(entry=night.entries.get(number=2), name="Zoe New", who=ORGANIZER)
    edit(organizer, night.club.players.get(name="Bob Stone"), name="Rob Stone")
    assert night.entries.get(number=2).names == "Rob Stone / Zoe New"
    assert night.log_entries.latest("pk").text == "renamed Bob S. to Rob S."


def test_a_name_of_another_regular_is_refused(organizer: Client, night: Night) -> None:
    bob = night.club.players.get(name="Bob Stone")
    with nothing_changes():
        status, page = edit(organizer, bob, name="ANN MILLER")
    assert status == 400 and "ANN MILLER is one of the regulars already." in page


def test_a_name_that_was_merged_away_is_still_taken(organizer: Client, club: Club) -> None:
    kept, other = club.players.create(name="Bob Smith"), club.players.create(name="Carl West")
    club.players.create(name="Bob Smyth", merged_into=kept)
    status, page = edit(organizer, other, name="Bob Smyth")
    assert status == 400 and "Bob Smyth, who is Bob Smith now, is one of the regulars already." in page


def test_other_letters_of_the_own_name_are_no_other_name(organizer: Client, club: Club) -> None:
    ann = club.players.create(name="ann miller")
    assert edit(organizer, ann, name="Ann Miller")[0] == 302
    ann.refresh_from_db()
    assert ann.name == "Ann Miller"


# A name corrected in a night


def test_a_spelling_corrected_at_the_desk_is_the_regulars_own(night: Night) -> None:
    later = Night.objects.create(club=night.club, name="Later", date="2026-12-01")
    (entry,) = sign_up(night=later, names=["Ann Miller"], who=ORGANIZER)
    rename_player(entry=entry, name="Anne Miller", who=ORGANIZER)
    assert night.entries.get(number=1).name == "Anne Miller"
    assert list(Player.objects.filter(name__startswith="Ann").values_list("name", flat=True)) == ["Anne Miller"]


def test_the_name_of_another_regular_makes_the_entry_theirs(night: Night) -> None:
    later = Night.objects.create(club=night.club, name="Later", date="2026-12-01")
    (entry,) = sign_up(night=later, names=["Ann Miller"], who=ORGANIZER)
    rename_player(entry=entry, name="bob stone", who=ORGANIZER)
    entry.refresh_from_db()
    assert entry.player == night.entries.get(number=2).player
    assert night.entries.get(number=1).name == "Ann Miller"


def test_who_types_a_name_that_was_merged_away_is_the_one_who_was_kept(empty_night: Night) -> None:
    kept = empty_night.club.players.create(name="Bob Smith")
    between = empty_night.club.players.create(name="Bob Smit", merged_into=kept)
    empty_night.club.players.create(name="Bob Smyth", merged_into=between)
    (entry,) = sign_up(night=empty_night, names=["bob smyth"], who=ORGANIZER)
    assert entry.player == kept


@pytest.mark.parametrize("text", ["=1+1", "-cmd|calc", "@at", "ann@club.example", "+44 20 555", "1234"])
def test_what_a_roster_refuses_as_a_name_cannot_be_added_by_hand(organizer: Client, club: Club, text: str) -> None:
    with nothing_changes():
        answer = organizer.post("/club/people/add/", {"name": text})
    assert answer.status_code == 400
    page = answer.content.decode()
    assert "not a name." in page and "somebody else" not in page.split("not a name.")[1][:60]
    assert [person.name for person in read_roster([[text], ["Ann Miller"]]).people] == ["Ann Miller"]
