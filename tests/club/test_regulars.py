"""The club's regulars: who is one, and how each is changed in one place."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps

from tests.support.night import CAST, ORGANIZER
from tournament.models import Club, Entry, Night, Player
from tournament.night.signup import add_ghost, sign_up

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
