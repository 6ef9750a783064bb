"""The migration that states what hands of 0.1.0 left unsaid: nobody was the partner, the dealer was stuck."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.test import Client

from tally.models import Hand
from tests.support.single_table import current_game, open_table, post_hands, totals
from tournament.models import Club

migration = import_module("tally.migrations.0006_stated_facts")


@pytest.mark.parametrize(
    ("slug", "path", "unsaid", "expected"),
    [
        ("call-ace", "0:turn-up-no-partner/took-5", "partner", [4, 0, 0, 0]),
        ("pepper-grinnell", "A:bid-4-dealer-conceded", "dealer_stuck", [-4, 0]),
    ],
)
def test_an_old_hand_scores_what_it_scored(
    club: Club, organizer: Client, slug: str, path: str, unsaid: str, expected: list[int]
) -> None:
    night = open_table(club, slug, 4)
    post_hands(organizer, night, path)
    row = Hand.objects.get(game=current_game(night).row)
    record: dict[str, Any] = row.record or {}
    as_recorded = {**record, "extras": dict(record["extras"])}
    del record["extras"][unsaid]
    row.save(update_fields=["record"])
    migration.state_facts(apps, None)
    row.refresh_from_db()
    assert row.record == as_recorded
    assert totals(night) == expected


def test_other_hands_stay_as_they_are(club: Club, organizer: Client) -> None:
    night = open_table(club, "call-ace", 4)
    post_hands(organizer, night, "0:turn-up/with-1/took-3-4", "1:turn-up-alone/took-3-4", "passed")
    before = list(Hand.objects.values_list("record", flat=True))
    migration.state_facts(apps, None)
    assert list(Hand.objects.values_list("record", flat=True)) == before
