"""A season's rules in words: each sentence says what the figures do."""

from __future__ import annotations

import pytest

from tally.scores.season_wording import difference_sentences, rule_sentences
from tally.scores.seasons import Adding, SeasonRules, Worth
from tests.scoring.test_season_rules import ANN, BOB, night


@pytest.mark.parametrize("per_game", [True, False])
def test_places_are_not_said_to_count_by_the_game(per_game: bool) -> None:
    nights = [night(1, {ANN: 10, BOB: 5}, games=8), night(2, {ANN: 10, BOB: 5}, games=11)]
    (said,) = difference_sentences(nights, SeasonRules(worth=Worth.PLACES, per_game=per_game), ["Euchre"])
    assert said == "The nights had 8 to 11 games. Places bring the same on each."
    (said,) = difference_sentences(nights, SeasonRules(per_game=True), ["Euchre"])
    assert said.endswith("Points count a game, so each night weighs the same.")


def test_an_average_without_guests_is_said_to_be_without_them() -> None:
    everybody, members = (
        rule_sentences(SeasonRules(worth=Worth.FIELD, with_guests=guests), 3)[0] for guests in (True, False)
    )
    assert "everybody’s average that night" in everybody
    assert "the average of everybody but guests that night" in members


@pytest.mark.parametrize(
    ("nights", "sentence"),
    [
        (0, "Each player’s best 5 nights are added up."),
        (5, "Each player’s best 5 nights are added up."),
        (8, "Each player’s best 5 nights of 8 so far are added up."),
    ],
)
def test_the_best_nights_are_of_no_fewer(nights: int, sentence: str) -> None:
    assert sentence in rule_sentences(SeasonRules(adding=Adding.BEST, best=5), nights)
