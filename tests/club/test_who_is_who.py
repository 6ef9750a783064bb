"""Merges, removals and their undo, in any order: nobody is on one list twice, and who was erased is offered nowhere."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import pytest
from django.test import Client
from django.utils import timezone

from tests.support.night import CAST, ORGANIZER, nothing_changes
from tests.support.regulars import closed_night
from tournament.club.merging import look_alike, merge_regulars, preview_merge, undo_merge
from tournament.models import Club, Entry, Night, Player, PlayerMerge
from tournament.night.player_names import club_players
from tournament.night.removal import remove_player, restore_player
from tournament.night.signup import sign_up, sign_up_players
from tournament.people.errors import Refused
from tournament.presenters.regulars import regulars_context


def merge(kept: Player, merged: Player) -> PlayerMerge:
    """Merge one into the other, as the preview shows it."""
    shown = preview_merge(kept, merged).state_token
    return merge_regulars(kept=kept, merged=merged, shown=shown, who=ORGANIZER)


def removed_bob(night: Night) -> tuple[Player, Player]:
    """Sign Bob up, remove him, and return two regulars: him, and Robert, who is not on the list."""
    night.club.players.create(name="Bob Stone")
    (entry,) = sign_up(night=night, names=["Bob Stone"], who=ORGANIZER)
    remove_player(entry=entry, who=ORGANIZER)
    return entry.player, night.club.players.create(name="Robert Stone")


def on_the_list(night: Night) -> list[str]:
    """Return the names on the list."""
    return sorted(night.entries.values_list("name", flat=True))


def test_undo_of_a_removal_does_not_list_somebody_twice_who_was_merged_since(empty_night: Night) -> None:
    bob, robert = removed_bob(empty_night)
    merge(robert, bob)
    sign_up_players(night=empty_night, player_ids=[robert.pk], who=ORGANIZER)
    with nothing_changes(), pytest.raises(Refused, match="is on the list again"):
        restore_player(removed=empty_night.removed_players.get(), who=ORGANIZER)


def test_undo_of_a_removal_does_not_list_namesakes_twice_who_are_one_person(empty_night: Night) -> None:
    for _ in range(2):
        empty_night.club.players.create(name="Bob Stone")
    sign_up(night=empty_night, names=["Bob Stone", "Bob Stone"], who=ORGANIZER, also_same_names=True)
    first, second = empty_night.entries.order_by("pk")
    remove_player(entry=first, who=ORGANIZER)
    merge(second.player, first.player)
    with nothing_changes(), pytest.raises(Refused, match="is on the list again"):
        restore_player(removed=empty_night.removed_players.get(), who=ORGANIZER)


def test_who_was_merged_and_renamed_since_comes_back_as_who_was_kept(empty_night: Night) -> None:
    bob, robert = removed_bob(empty_night)
    merge(robert, bob)
    empty_night.club.players.create(name="Bob Stone")  # a newcomer with the old name
    restore_player(removed=empty_night.removed_players.get(), who=ORGANIZER)
    assert empty_night.entries.get().player == robert


def test_who_was_removed_between_a_merge_and_its_undo_comes_back_as_who_signed_up(empty_night: Night) -> None:
    (entry,) = sign_up(night=empty_night, names=["Bob Stone"], who=ORGANIZER)
    robert, bob = empty_night.club.players.create(name="Robert Stone"), entry.player
    done = merge(robert, bob)
    remove_player(entry=empty_night.entries.get(), who=ORGANIZER)
    undo_merge(merge=done, who=ORGANIZER)
    sign_up_players(night=empty_night, player_ids=[robert.pk], who=ORGANIZER)
    restore_player(removed=empty_night.removed_players.get(), who=ORGANIZER)
    assert on_the_list(empty_night) == ["Bob Stone", "Robert Stone"]
    assert set(empty_night.entries.values_list("player", flat=True)) == {bob.pk, robert.pk}


@contextmanager
def or_refused() -> Iterator[None]:
    """Let what is refused change nothing."""
    try:
        yield
    except Refused:
        return


def act(club: Club, chance: Random) -> None:
    """Do one of the things that an organizer can do to people and lists."""
    night = chance.choice(list(club.nights.filter(status=Night.Status.SIGN_UP)))
    people = list(club.players.regulars())
    entries, removals = list(night.entries.all()), list(night.removed_players.all())
    merges = list(PlayerMerge.objects.filter(undone_at=None))
    with or_refused():
        match chance.randrange(6):
            case 0:
                sign_up_players(night=night, player_ids=[chance.choice(people).pk], who=ORGANIZER)
            case 1:
                sign_up(night=night, names=[chance.choice(CAST[:6])], who=ORGANIZER)
            case 2 if entries:
                remove_player(entry=chance.choice(entries), who=ORGANIZER)
            case 3 if removals:
                restore_player(removed=chance.choice(removals), who=ORGANIZER)
            case 4 if len(people) > 1:
                merge(*chance.sample(people, 2))
            case 5 if merges:
                undo_merge(merge=chance.choice(merges), who=ORGANIZER)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 40))])
def test_in_no_order_is_somebody_on_a_list_twice(club: Club, seed: int) -> None:
    chance = Random(seed)
    for week in (1, 2):
        Night.objects.create(club=club, name=f"Night {week}", date=f"2026-11-0{week}")
    Player.objects.bulk_create(Player(club=club, name=name) for name in CAST[:6])
    for _ in range(60):
        act(club, chance)
        for night in club.nights.all():
            players = list(night.entries.values_list("player", flat=True))
            assert len(players) == len(set(players))
        assert not Entry.objects.exclude(player__merged_into=None).exists()


# Erased


def test_who_was_erased_is_offered_nowhere_and_stays_in_the_nights(organizer: Client, empty_night: Night) -> None:
    club = empty_night.club
    former = club.players.create(name="Former player 1", erased_at=timezone.now(), is_active=False)
    club.players.create(name="Ann Miller")
    old = closed_night(club, empty_night.date)
    Entry.objects.create(night=old, player=former, name=former.name, number=1)
    assert [one.name for one in regulars_context(empty_night)["regulars"]] == ["Ann Miller"]  # type: ignore[attr-defined]
    assert look_alike(club) == []
    assert set(club_players(club.pk)) == {"ann miller"}
    for page in ("/club/people/", "/club/people/merge/", f"/n/{empty_night.slug}/desk/"):
        assert "Former player" not in organizer.get(page).content.decode(), page
    with nothing_changes():
        assert organizer.get(f"/club/people/{former.pk}/edit/").status_code == 404
        assert organizer.post(f"/n/{empty_night.slug}/desk/regulars/", {"player": former.pk}).status_code == 409
    assert "Former player 1" in organizer.get(f"/n/{old.slug}/players/").content.decode()
    assert organizer.get(f"/club/people/{former.pk}/").status_code == 200


def test_a_name_like_that_of_an_erased_person_is_somebody_new(empty_night: Night) -> None:
    former = empty_night.club.players.create(name="Former player 1", erased_at=timezone.now(), is_active=False)
    (entry,) = sign_up(night=empty_night, names=["Former player 1"], who=ORGANIZER)
    assert entry.player != former
