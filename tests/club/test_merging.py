"""Two regulars who are one person are merged, after a preview, and made two again by Undo."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.support.markup import page_text, text_of
from tests.support.night import CAST, ORGANIZER, nothing_changes
from tests.support.row_snapshots import all_rows
from tournament.club.erasing import erase_player
from tournament.club.merging import merge_regulars, preview_merge, undo_merge
from tournament.club.regulars import change_regular
from tournament.models import Club, Entry, Night, Player, PlayerMerge
from tournament.night.lifecycle import close_night, start_night
from tournament.night.player_names import rename_player
from tournament.night.removal import remove_player, restore_player
from tournament.night.roster_changes import substitute
from tournament.night.signup import sign_up
from tournament.people.errors import Gone, Refused

pytestmark = pytest.mark.usefixtures("short_searches")
ADDRESS = "/club/people/merge/"
PlayNight = Callable[..., Night]


@pytest.fixture
def play_night(club: Club) -> PlayNight:
    """A function that plays another night with these people and some of the cast, and closes it."""

    def play(*names: str, closed: bool = True) -> Night:
        night = Night.objects.create(club=club, name=f"Night {club.nights.count() + 1}", date="2026-11-03")
        sign_up(night=night, names=[*names, *CAST[4 : 12 - len(names)]], who=ORGANIZER)
        start_night(night=night, who=ORGANIZER)
        if closed:
            close_night(night=night, who=ORGANIZER)
        return night

    return play


def player(name: str) -> Player:
    """Return the player of that name."""
    return Player.objects.get(name=name)


def merge(kept: str, other: str) -> PlayerMerge:
    """Merge one into the other, as the preview shows it."""
    two = player(kept), player(other)
    return merge_regulars(kept=two[0], merged=two[1], shown=preview_merge(*two).state_token, who=ORGANIZER)


def names_of(night: Night) -> set[str]:
    """Return the names of everybody in a night, of those who handed over their number too."""
    return set(night.entries.values_list("name", flat=True)) | set(
        night.entries.exclude(earlier_players=None).values_list("earlier_players__name", flat=True)
    )


def say_yes(organizer: Client, page: HttpResponse) -> HttpResponse:
    """Send the form of a preview."""
    return organizer.post(ADDRESS, dict(re.findall(r'name="(keep|merge|shown)" value="(\w+)"', page.content.decode())))


# The preview


def test_the_preview_names_the_nights_that_go_over_and_writes_nothing(organizer: Client, play_night: PlayNight) -> None:
    first, second = play_night("Bob Smith"), play_night("Bob Smyth")
    kept, other = player("Bob Smith"), player("Bob Smyth")
    with nothing_changes():
        text = page_text(organizer, f"{ADDRESS}?keep={kept.pk}&merge={other.pk}")
    assert "Bob Smyth becomes Bob Smith" in text and "1 night of Bob Smyth will say Bob Smith" in text
    assert second.name in text and first.name not in text


def test_names_that_look_alike_are_offered(organizer: Client, club: Club) -> None:
    for name in ("Bob Smith", "Zoe New", "Bob Smyth"):
        club.players.create(name=name)
    text = page_text(organizer, ADDRESS)
    assert "Bob Smith and Bob Smyth" in text and "Zoe New and" not in text


def test_names_that_look_alike_but_played_one_night_are_not_offered(organizer: Client, play_night: PlayNight) -> None:
    play_night("Bob Smith", "Bob Smyth", "Ann Moore")
    play_night("Anne Moore")
    text = page_text(organizer, ADDRESS)
    assert "Ann Moore and Anne Moore" in text and "Bob Smith and Bob Smyth" not in text


def test_yes_merges_what_was_shown(organizer: Client, play_night: PlayNight) -> None:
    nights = [play_night("Bob Smith"), play_night("Bob Smyth")]
    kept, other = player("Bob Smith"), player("Bob Smyth")
    preview = organizer.get(ADDRESS, {"keep": kept.pk, "merge": other.pk})
    answer = say_yes(organizer, preview)
    assert answer.status_code == 302 and answer["Location"] == f"/club/people/{kept.pk}/edit/"
    assert all("Bob Smith" in names_of(night) and "Bob Smyth" not in names_of(night) for night in nights)
    assert [entry.player for entry in Entry.objects.filter(name="Bob Smith")] == [kept, kept]
    assert other not in Player.objects.regulars()
    assert "Bob Smyth was merged into Bob Smith" in page_text(organizer, answer["Location"])
    assert nights[1].log_entries.latest("pk").text == "Bob S. is Bob S. now"


def test_a_night_that_came_in_between_shows_the_preview_again(organizer: Client, play_night: PlayNight) -> None:
    play_night("Bob Smith"), play_night("Bob Smyth")
    preview = organizer.get(ADDRESS, {"keep": player("Bob Smith").pk, "merge": player("Bob Smyth").pk})
    play_night("Bob Smyth")
    with nothing_changes():
        again = say_yes(organizer, preview)
    assert again.status_code == 409 and "Something has changed since you looked." in text_of(again)
    assert "2 nights of Bob Smyth" in text_of(again)
    assert say_yes(organizer, again).status_code == 302


def test_names_of_an_open_night_are_told_apart_anew(play_night: PlayNight, club: Club) -> None:
    night = play_night("Bob Smyth", "Rob Stone", closed=False)
    club.players.create(name="Rob Smith")
    merge("Rob Smith", "Bob Smyth")
    shorts = {entry.name: entry.short_name for entry in night.entries.all()}
    assert (shorts["Rob Smith"], shorts["Rob Stone"]) == ("Rob Sm.", "Rob St.")


# Two people


def test_both_names_of_one_person_in_one_list_are_not_one_player_twice(empty_night: Night) -> None:
    kept = empty_night.club.players.create(name="Bob Smith")
    empty_night.club.players.create(name="Bob Smyth", merged_into=kept)
    entries = sign_up(night=empty_night, names=["Bob Smith", "Bob Smyth"], who=ORGANIZER)
    assert len({entry.player_id for entry in entries}) == 2


def test_two_who_played_in_one_night_are_not_merged(organizer: Client, play_night: PlayNight) -> None:
    night = play_night("Bob Smith", "Bob Smyth")
    kept, other = player("Bob Smith"), player("Bob Smyth")
    page = organizer.get(ADDRESS, {"keep": kept.pk, "merge": other.pk})
    assert page.status_code == 409 and f"both played in {night.name} of November 3, 2026" in text_of(page)
    with nothing_changes(), pytest.raises(Refused, match="so they are two people"):
        merge("Bob Smith", "Bob Smyth")


@pytest.mark.parametrize("kept", ["Bob Smith", "Bob Smyth"])
def test_who_took_over_a_number_is_somebody_else_than_who_had_it(play_night: PlayNight, kept: str) -> None:
    night = play_night("Bob Smith", closed=False)
    substitute(entry=night.entries.get(name="Bob Smith"), name="Bob Smyth", who=ORGANIZER)
    close_night(night=night, who=ORGANIZER)
    with nothing_changes(), pytest.raises(Refused, match="so they are two people"):
        merge(kept, "Bob Smyth" if kept == "Bob Smith" else "Bob Smith")


def test_who_handed_over_a_number_in_two_nights_is_merged_there_too(play_night: PlayNight) -> None:
    night = play_night("Bob Smyth", closed=False)
    substitute(entry=night.entries.get(name="Bob Smyth"), name="Zoe New", who=ORGANIZER)
    play_night("Bob Smith")
    done = merge("Bob Smith", "Bob Smyth")
    assert "Bob Smith / Zoe New" in {entry.names for entry in night.entries.all()}
    undo_merge(merge=done, who=ORGANIZER)
    assert "Bob Smyth / Zoe New" in {entry.names for entry in night.entries.all()}


def test_one_twice_the_ghost_and_another_clubs_player_are_not_merged(organizer: Client, club: Club) -> None:
    bob = club.players.create(name="Bob Smith")
    ghost = club.players.create(name="Ghost", is_ghost=True)
    stranger = Club.objects.create(name="Thursday club").players.create(name="Bob Smyth")
    for other in (bob, ghost, stranger):
        with nothing_changes():
            assert organizer.post(ADDRESS, {"keep": bob.pk, "merge": other.pk, "shown": "x"}).status_code == 409
    with pytest.raises(Refused, match="Choose two people of this list"):
        preview_merge(bob, stranger)


def test_merging_twice_is_refused(play_night: PlayNight) -> None:
    play_night("Bob Smith"), play_night("Bob Smyth")
    merge("Bob Smith", "Bob Smyth")
    with nothing_changes(), pytest.raises(Refused, match="merged or removed already"):
        merge("Bob Smith", "Bob Smyth")


def test_who_was_kept_or_handed_over_a_number_is_not_removed(organizer: Client, play_night: PlayNight) -> None:
    night = play_night("Bob Smith", closed=False)
    substitute(entry=night.entries.get(name="Bob Smith"), name="Zoe New", who=ORGANIZER)
    night.club.players.create(name="Bob Smyth")
    kept = night.club.players.create(name="Rob Smyth")
    merge("Rob Smyth", "Bob Smyth")
    with nothing_changes():
        for one in (player("Bob Smith"), kept):
            assert organizer.post(f"/club/people/{one.pk}/remove/").status_code == 409


# Undo


def test_undo_gives_back_exactly_what_went_over(organizer: Client, play_night: PlayNight) -> None:
    play_night("Bob Smith"), play_night("Bob Smyth"), play_night("Bob Smyth", "Bob Stone", closed=False)
    before = rows_of_people()
    done = merge("Bob Smith", "Bob Smyth")
    assert rows_of_people() != before
    assert organizer.post(f"{ADDRESS}{done.pk}/undo/").status_code == 302
    assert rows_of_people() == before
    with nothing_changes():  # twice is once
        organizer.post(f"{ADDRESS}{done.pk}/undo/")


def rows_of_people() -> object:
    """Return every row that names somebody, without merges and what was logged."""
    return {row for row in all_rows() if not re.search("playermerge|logentry|event", row[0])}


def test_undo_after_more_nights_leaves_those_with_who_was_kept(play_night: PlayNight) -> None:
    old = play_night("Bob Smyth")
    play_night("Bob Smith")
    done = merge("Bob Smith", "Bob Smyth")
    new = play_night("Bob Smyth")  # as he still writes himself
    undo_merge(merge=done, who=ORGANIZER)
    assert old.entries.get(player=player("Bob Smyth")).name == "Bob Smyth"
    assert new.entries.filter(player=player("Bob Smith")).count() == 1
    assert not new.entries.filter(player=player("Bob Smyth")).exists()


def test_undo_after_a_rename_gives_back_the_old_name(play_night: PlayNight) -> None:
    old, own = play_night("Bob Smyth"), play_night("Bob Smith")
    done = merge("Bob Smith", "Bob Smyth")
    more = {"paper_name": "", "is_guest": False, "is_active": True, "who": ORGANIZER}
    change_regular(player=done.kept, name="Robert Smith", **more)
    assert "Robert Smith" in names_of(old)
    undo_merge(merge=done, who=ORGANIZER)
    assert "Bob Smyth" in names_of(old) and "Robert Smith" in names_of(own)


def test_undo_after_a_substitute_came_gives_back_who_was_there_before(play_night: PlayNight) -> None:
    night = play_night("Bob Smyth", closed=False)
    play_night("Bob Smith")
    done = merge("Bob Smith", "Bob Smyth")
    substitute(entry=night.entries.get(name="Bob Smith"), name="Zoe New", who=ORGANIZER)
    undo_merge(merge=done, who=ORGANIZER)
    assert "Bob Smyth / Zoe New" in {entry.names for entry in night.entries.all()}
    assert night.entries.filter(player=player("Zoe New")).exists()


def test_undo_leaves_an_entry_that_is_somebody_elses_by_now(play_night: PlayNight, club: Club) -> None:
    night = play_night("Bob Smyth", closed=False)
    club.players.create(name="Bob Smith"), club.players.create(name="Zoe New")
    done = merge("Bob Smith", "Bob Smyth")
    rename_player(entry=night.entries.get(name="Bob Smith"), name="Zoe New", who=ORGANIZER)
    undo_merge(merge=done, who=ORGANIZER)
    assert "Zoe New" in names_of(night) and "Bob Smyth" not in names_of(night)


def test_of_two_merges_in_a_row_the_newer_is_undone_first(play_night: PlayNight, club: Club) -> None:
    night = play_night("Bob Smyth")
    club.players.create(name="Bob Smith"), club.players.create(name="Robert Smith")
    first, second = merge("Bob Smith", "Bob Smyth"), merge("Robert Smith", "Bob Smith")
    with nothing_changes(), pytest.raises(Refused, match="Bob Smith was merged into Robert Smith since"):
        undo_merge(merge=first, who=ORGANIZER)
    undo_merge(merge=second, who=ORGANIZER)
    assert "Bob Smith" in names_of(night)
    undo_merge(merge=first, who=ORGANIZER)
    assert "Bob Smyth" in names_of(night)


def test_a_merge_is_not_undone_once_who_was_kept_is_erased(club: Club) -> None:
    """Both waited for the lock with the people as they were."""
    club.players.create(name="Bob Smith"), club.players.create(name="Bob Smyth")
    done = merge("Bob Smith", "Bob Smyth")
    erase_player(player=player("Bob Smith"), typed_name="Bob Smith", who=ORGANIZER)
    with nothing_changes(), pytest.raises(Gone, match="was erased in the meantime"):
        undo_merge(merge=done, who=ORGANIZER)


def test_a_removed_player_comes_back_as_who_was_kept(empty_night: Night) -> None:
    for name in ("Bob Smyth", "Bob Smith"):
        empty_night.club.players.create(name=name)
    (entry,) = sign_up(night=empty_night, names=["Bob Smyth"], who=ORGANIZER)
    remove_player(entry=entry, who=ORGANIZER)
    merge("Bob Smith", "Bob Smyth")
    restore_player(removed=empty_night.removed_players.get(), who=ORGANIZER)
    assert [(one.name, one.player.name) for one in empty_night.entries.all()] == [("Bob Smith", "Bob Smith")]


def test_a_removed_player_comes_back_after_the_regular_was_removed_too(organizer: Client, empty_night: Night) -> None:
    empty_night.club.players.create(name="Zoe New")
    (entry,) = sign_up(night=empty_night, names=["Zoe New"], who=ORGANIZER)
    remove_player(entry=entry, who=ORGANIZER)
    assert organizer.post(f"/club/people/{entry.player_id}/remove/").status_code == 302
    restore_player(removed=empty_night.removed_players.get(), who=ORGANIZER)
    assert [(one.name, one.player.name) for one in empty_night.entries.all()] == [("Zoe New", "Zoe New")]


def test_a_merge_of_another_club_is_not_undone(organizer: Client, club: Club) -> None:
    other = Club.objects.create(name="Thursday club")
    kept, gone = other.players.create(name="Bob Smith"), other.players.create(name="Bob Smyth")
    done = merge_regulars(kept=kept, merged=gone, shown=preview_merge(kept, gone).state_token, who=ORGANIZER)
    with nothing_changes():
        assert organizer.post(f"{ADDRESS}{done.pk}/undo/").status_code == 404
