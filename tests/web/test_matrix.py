"""Every address asked by everybody, on every kind of night, in every way: who may is let in, nobody else."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import caches
from django.utils import timezone

from tests.support.access_matrix import Matrix
from tests.support.access_nights import HOSTED, NIGHTS, SURPRISES, stage
from tests.support.made_up_laptop import make_up_laptop
from tests.support.night import game_at
from tests.support.url_table import ACCOUNT_URLS, HELPERS, URLS, every_pattern
from tournament.laptop.room_openings import room_openings
from tournament.models import Club

pytestmark = pytest.mark.usefixtures("short_searches")


def check(club: Club, name: str, share: int = 1) -> None:
    """Ask, and fail with what is wrong."""
    matrix = Matrix(stage(name, club), share)
    matrix.run()
    assert matrix.counts["allowed"] and matrix.counts["refused"]
    assert not matrix.wrong, f"{len(matrix.wrong)} of {matrix.counts['requests']}:\n" + "\n".join(matrix.wrong[:400])


def test_each_address_admits_just_the_roles_in_the_table() -> None:
    """Whom the decorators of views admit is whom the table says."""
    addresses = [name for name, _ in (URLS | ACCOUNT_URLS).values()]
    said = {name: {role for role, names in HELPERS.items() if name in names} for name in addresses}
    by_view = {pattern.name: getattr(pattern.callback, "roles", None) for pattern in every_pattern()}
    admitted = {
        name: {str(role) for role in roles} - {"organizer"} for name, roles in by_view.items() if roles is not None
    }
    assert {name: said[name] for name in admitted} == admitted
    decided_by_view = {name for name, helpers in said.items() if helpers} - set(admitted)
    assert decided_by_view == {"standings"}  # everybody may look; a POST reveals


def test_a_part_of_the_matrix(club: Club) -> None:
    check(club, "rung", 12)


@pytest.mark.long
@pytest.mark.parametrize("name", NIGHTS)
def test_everybody_gets_what_is_theirs_at_every_address(club: Club, name: str, settings: Any) -> None:
    settings.ACCOUNTS = name == HOSTED
    check(club, name)


@pytest.mark.long
@pytest.mark.parametrize("name", SURPRISES)
def test_a_surprise_is_in_nothing_that_others_get(club: Club, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another winner at another table changes nothing that players and strangers get, until the winners are shown."""
    moment, now = stage(name, club), timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)  # pages also say what time it is, and the screen goes on by it
    monkeypatch.setattr(room_openings, "_seconds", lambda: 0.0)  # the list says more after a minute
    make_up_laptop(monkeypatch)
    game = game_at(moment.night, 1, 2)
    there = set(game.places.values_list("entry_id", flat=True))
    outside = [
        reader
        for reader in moment.readers
        if not reader.words & {"scorer", "elsewhere"} and (reader.own is None or reader.own.pk not in there)
    ]
    matrix = Matrix(moment)
    before = matrix.pages(outside)
    for hand in game.hands.all():
        hand.record["maker_side"] = {"A": "B", "B": "A"}[hand.record["maker_side"]]
        hand.save()
    game.winner = "EW"
    game.save()
    caches["pages"].clear()
    after = matrix.pages(outside)
    changed = [asked for asked, page in before.items() if after[asked] != page]
    assert "the organizer: GET /n/{slug}/standings/ (plain, empty)" in changed
    told = [asked for asked in changed if not asked.startswith("the organizer")]
    assert not told, "\n".join(told)
