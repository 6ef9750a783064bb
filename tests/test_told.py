"""How pages tell hands and points: by the house rule that pays, below zero with a real minus, and what nobody can say
in tonight's game is not offered."""

from __future__ import annotations

import pytest

from tests.conftest import game_at, phone_of, tap
from tournament.models import Night


@pytest.mark.parametrize(("lost", "ours", "theirs"), [(-2, "−2 us", "−2 them"), (-4, "−4 us", "−4 them")])
def test_a_euchre_that_costs_the_makers_points_is_told_as_it_pays(
        night: Night, lost: int, ours: str, theirs: str) -> None:
    Night.objects.update(house_rules={"euchre": lost})
    phone, game = phone_of(night, 1), game_at(night, 1, 1)
    page = phone.get(f"/n/{night.slug}/play/").content.decode()
    assert f'<b class="them">{ours}</b><span>we were euchred' in page
    assert f'<b class="us">{theirs}</b><span>they were euchred' in page
    assert "+-" not in page and "+0" not in page
    tap(phone, game, 1, "NS:0-2")
    page = phone.get(f"/n/{night.slug}/play/").content.decode()
    assert f"✓ Hand 1: {ours}, we were euchred" in page
    assert f'class="them" href="/n/{night.slug}/game/{game.pk}/hand/1/" aria-label="Hand 1: −{-lost} to 0.' in page
