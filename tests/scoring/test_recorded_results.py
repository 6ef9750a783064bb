"""How pages show hands and points: by the house rules in force, with a real minus sign below zero."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.test import Client

from tally.loading.games import night_games
from tally.loading.tallies import night_tallies
from tally.rules import VARIANTS
from tally.rules.entries.turn_up import LONE_HAND, STANDARD, WITH_PARTNER
from tally.rules.language import SplitPoints, pay
from tests.support.markup import compact
from tests.support.night import ORGANIZER, game_at, phone_of, play_hands, tap
from tournament.models import Night
from tournament.night.games import sign_game
from tournament.night.lifecycle import close_night


def text_of(client: Client, night: Night, path: str) -> str:
    """Return a page's text without its markup."""
    page = client.get(f"/n/{night.slug}/{path}").content.decode()
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


@pytest.mark.parametrize(("points", "ours", "theirs"), [(-2, "−2 us", "−2 them"), (-4, "−4 us", "−4 them")])
def test_a_euchre_that_costs_the_makers_points_is_shown_at_its_cost(
    night: Night, points: int, ours: str, theirs: str
) -> None:
    Night.objects.update(house_rules={"euchre": points})
    phone, game = phone_of(night, 1), game_at(night, 1, 1)
    page = compact(phone.get(f"/n/{night.slug}/play/").content.decode())
    assert f'<b class="them">{ours}</b><span>we were euchred' in page
    assert f'<b class="us">{theirs}</b><span>they were euchred' in page
    assert "+-" not in page and "+0" not in page
    tap(phone, game, 1, "NS:0-2")
    page = phone.get(f"/n/{night.slug}/play/").content.decode()
    assert f"✓ Hand 1: {ours}, we were euchred" in page
    assert f'class="them" href="/n/{night.slug}/game/{game.pk}/hand/1/" aria-label="Hand 1: −{-points} to 0.' in page


def test_points_below_zero_have_a_minus_sign_on_every_page(organizer: Client, night: Night) -> None:
    Night.objects.update(house_rules={"euchre": -4}, deals=1)
    night.refresh_from_db()
    game, phone = game_at(night, 1, 1), phone_of(night, 1)
    play_hands(game, "NS:0-2")
    pages = {
        path: text_of(organizer, night, path)
        for path in ("board/", "standings/", "tally/1/", f"game/{game.pk}/", f"game/{game.pk}/hand/1/")
    }
    assert "Confirm −4 to 0 for the table" in pages[f"game/{game.pk}/"]
    sign_game(game=game, winner="EW", who=ORGANIZER)
    assert "This score is confirmed, −4 to 0." in tap(phone, game, 1, "NS:5").content.decode()
    close_night(night=night, who=ORGANIZER)
    pages["play/"] = text_of(phone, night, "play/")
    assert "your total is −4 " in pages["play/"]
    for path, text in pages.items():
        assert "−4" in text and not re.search(r"(?<!\w)-\d", text), path


def test_the_phone_asks_who_went_alone_when_the_lone_player_scores_separately(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    march = pay({3: 1, 4: 1, 5: SplitPoints(lone_player=6, side=3)}, 0)
    game = replace(STANDARD, slug="six-alone", contracts=(WITH_PARTNER, replace(LONE_HAND, made=march)))
    monkeypatch.setitem(VARIANTS, game.slug, game)
    Night.objects.update(variant=game.slug)
    phone, first = phone_of(night, 1), game_at(night, 1, 1)
    assert "Who went alone?" in tap(phone, first, 1, "NS:5-alone").content.decode()
    assert tap(phone, first, 1, "NS:5-alone", alone_by=str(night.entries.get(number=6).pk)).status_code == 302
    assert tap(phone, first, 2, "NS:5").status_code == 302, "nobody went alone, so there is nothing to ask"
    night.refresh_from_db()
    totals = night_tallies(night, night_games(night))
    assert (totals[1].total, totals[6].total) == (3 + 2, 6 + 2)
