"""No two buttons that a table may tap say the same: whatever the house rules are, one can tell them apart."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.utils.html import strip_tags

from tally.loading.games import load_game
from tally.presenters.results import scoring_buttons
from tally.rules import VARIANTS, house_rules_of
from tests.support.night import game_at, phone_of, tap
from tests.support.single_table import open_table, read_page
from tournament.models import Club, Night
from tournament.movements.seats import Side

ONE_TAP = ["standard", "standard-24", "british-euchre", "bald", "progressive-cats", "railroad"]


def button_texts(night: Night, column: int) -> list[str]:
    """What the phone's buttons for one side say, without their points."""
    shown: Any = scoring_buttons(night, Side.NS)
    rows = [*shown["rows"], *shown["rare_rows"]]
    labels = [render_to_string("tally/phone/_tricks_or_euchred.html", {"result": row[column]}) for row in rows]
    return [" ".join(strip_tags(label).split()) for label in labels]


def test_a_euchred_loner_with_its_own_price_says_alone() -> None:
    night = Night(variant="standard", house_rules={"loner_euchred": 4})
    assert button_texts(night, 0)[-2:] == ["we were euchred", "we were euchred alone"]
    assert button_texts(night, 1)[-2:] == ["they were euchred", "they were euchred alone"]
    assert button_texts(Night(variant="standard", house_rules={}), 0)[-1] == "we were euchred"


def test_all_five_tricks_with_a_price_of_their_own_say_that_the_makers_had_none() -> None:
    night = Night(variant="standard-24", house_rules={"defense_march": 4})
    assert button_texts(night, 0)[-2:] == ["we were euchred", "we took no trick"]
    assert button_texts(Night(variant="standard-24", house_rules={}), 0)[-1] == "we were euchred"


@pytest.mark.parametrize("slug", ONE_TAP)
def test_the_page_keeps_four_rows_and_rare_euchres_are_behind_more(slug: str) -> None:
    for defense_march in (2, 4):
        for loner_euchred in (2, 3, 4):
            rules = {"defense_march": defense_march, "loner_euchred": loner_euchred}
            shown: Any = scoring_buttons(Night(variant=slug, house_rules=rules), Side.NS)
            assert len(shown["rows"]) == 4
            assert [(ours.made, ours.alone, ours.high) for ours, _ in shown["rows"]][-1] == (False, False, 2)
            assert len(shown["rare_rows"]) == (defense_march == 4) + (loner_euchred > 2)


def test_a_rare_euchre_is_behind_more_and_is_recorded(night: Night) -> None:
    night.house_rules = {"defense_march": 4}
    night.save()
    phone, game = phone_of(night, 1), game_at(night, 1, 1)
    assert 'value="EW:0"' in phone.get(f"/n/{night.slug}/game/{game.pk}/").content.decode()
    assert tap(phone, game, 1, "EW:0").status_code == 302
    assert load_game(game, night).totals == {"NS": 4, "EW": 0}
    page = phone.get(f"/n/{night.slug}/game/{game.pk}/hand/1/").content.decode()
    assert 'value="EW:0"' in page and "Or was it a rare euchre that scores differently?" in page


@pytest.mark.parametrize("slug", ["standard", *(pytest.param(slug, marks=pytest.mark.long) for slug in ONE_TAP[1:])])
def test_no_two_buttons_of_a_side_say_the_same(slug: str) -> None:
    answers = [(name, answer) for name, rule in house_rules_of(VARIANTS[slug]).items() for answer in rule.answers]
    for chosen in combinations(answers, 2):
        texts = button_texts(Night(variant=slug, house_rules=dict(chosen)), 0)
        assert len(set(texts)) == len(texts), (chosen, texts)


def test_a_euchred_loner_says_alone_at_a_single_table(club: Club, organizer: Client) -> None:
    night = open_table(club, "standard", 4, loner_euchred=4)
    page = read_page(organizer, night)
    assert page.count(">euchred</b>") == page.count(">euchred alone</b>") == 2
