"""Pfeffer's hickeys are counted and shown, and losers at 0 or below pay double."""

from __future__ import annotations

import pytest
from django.test import Client

from tally.exports.night_json import export_night
from tally.rules import VARIANTS, GameState, HandResult, Score, fold_game, result_buttons, summarize_rules
from tally.rules.explain import explain
from tests.support.night import game_at, play_hands
from tests.support.single_table import open_table, post_hands, read_page
from tournament.models import Club, Night

PFEFFER = VARIANTS["pfeffer"]
SET, ALL_SIX = (
    next(button.slug for button in result_buttons(PFEFFER) if button.score.hickeys == hickeys)
    for hickeys in ((1, 0), (0, 1))
)


def fold(*hands: tuple[str, int, int, tuple[int, int]], **house_rules: object) -> GameState:
    """Fold hands of Pfeffer: maker, the makers' points, the defenders', and the hickeys of both."""
    results = [
        HandResult(maker, Score(makers, defenders, hickeys=hickeys, made=makers > 0))
        for maker, makers, defenders, hickeys in hands
    ]
    return fold_game(PFEFFER, results, house_rules)


WON_TO_NOTHING = (("B", -10, 3, (2, 0)), *[("A", 6, -5, (0, 1))] * 7)


def test_a_game_counts_the_hickeys_of_both_sides() -> None:
    assert fold(("A", -5, 3, (1, 0)), ("B", -10, 1, (2, 0)), ("A", 6, -5, (0, 1))).hickeys == {"A": 1, "B": 3}
    assert not fold_game(VARIANTS["standard"], [HandResult("A", Score(1, 0, made=True))]).hickeys


@pytest.mark.parametrize(("answer", "pays_double"), [(True, True), (False, False)])
def test_losers_at_0_or_below_pay_double(answer: bool, pays_double: bool) -> None:
    state = fold(*WON_TO_NOTHING, pays_double=answer)
    assert state.winners == ("A",) and state.pays_double == pays_double


def test_losers_above_0_pay_once_and_a_game_that_goes_on_pays_nothing() -> None:
    assert not fold(*[("A", 6, 1, (0, 0))] * 7).pays_double
    assert not fold(*WON_TO_NOTHING[:3]).pays_double


def test_the_rules_say_whether_a_game_pays_double() -> None:
    question = "If you play for money, do losers at 0 or below pay double?"
    sheet = summarize_rules(PFEFFER, {"pays_double": False})
    assert (question, "No.") in [(each.question, each.answer) for each in sheet.tonight]
    assert "losers at 0 or below pay double." not in str(sheet.after)
    assert "losers at 0 or below pay double." in str(summarize_rules(PFEFFER).after)


def test_the_explanation_says_who_takes_them() -> None:
    text = explain(PFEFFER)
    assert "defenders score minus 5 for no trick, otherwise their tricks; defenders take a hickey for no trick" in text
    assert "makers lose 5; defenders score their tricks; makers take a hickey" in text
    assert "makers lose 10; defenders score their tricks; makers take 2 hickeys" in text


def test_a_single_table_shows_and_exports_them(organizer: Client, club: Club) -> None:
    night = open_table(club, "pfeffer", 4)
    assert "Hickeys" not in read_page(organizer, night)
    post_hands(organizer, night, "A:bid-4/took-0", *["B:bid-4/took-6"] * 6)
    page = read_page(organizer, night)
    assert "Hickeys <b>7–0</b>" in page and "Ann M. & Carla R. took 7 hickeys." in page
    assert "At 0 or below, the game pays double." in page
    assert "Ann M. & Carla R. −5 and a hickey" in read_page(organizer, night, "hands/")
    assert export_night(night)["rounds"][0]["tables"][0]["hickeys"] == {"A": 7, "B": 0}


def test_a_night_shows_and_exports_them(organizer: Client, night: Night) -> None:
    night.variant = "pfeffer"
    night.save(update_fields=["variant"])
    game = game_at(night, 1, 1)
    play_hands(game, f"NS:{SET}", f"EW:{ALL_SIX}")
    north = game.places.get(seat="N").entry
    standings = organizer.get(f"/n/{night.slug}/standings/").content.decode()
    assert ">Hickeys</th>" in standings
    tally = organizer.get(f"/n/{night.slug}/tally/{north.number}/").content.decode()
    assert "Hickeys so far: <b>2</b>" in tally
    assert export_night(night)["rounds"][0]["tables"][0]["hickeys"] == {"NS": 2, "EW": 0}


def test_games_without_hickeys_show_and_export_none(organizer: Client, night: Night) -> None:
    play_hands(game_at(night, 1, 1), "NS:3-4")
    assert "Hickeys" not in organizer.get(f"/n/{night.slug}/standings/").content.decode()
    assert "hickeys" not in export_night(night)["rounds"][0]["tables"][0]
