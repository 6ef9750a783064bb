"""The most hands of a game, which a score sheet has rows for: no game that is played hand by hand takes more."""

from __future__ import annotations

from random import Random

import pytest

from tally.rules import (
    VARIANTS,
    HandResult,
    TableSetup,
    ask,
    fold_game,
    most_hands,
    points_of,
    read_record,
    score,
)
from tests.support.single_table import TABLES, random_hand

LIMITED = [(slug, players) for slug, players in TABLES if most_hands(TableSetup(VARIANTS[slug], players, {}).rulebook)]


def test_games_that_only_count_up_or_have_a_number_of_deals_are_limited() -> None:
    assert {slug for slug, _ in LIMITED} >= {"standard", "railroad", "progressive", "call-ace", "florida-five-handed"}
    assert not {slug for slug, _ in LIMITED} & {"dirty-clubs", "buck", "pepper-cats", "powers-double-deck"}


@pytest.mark.parametrize(("slug", "players"), LIMITED)
def test_no_game_takes_more_hands_than_its_most(slug: str, players: int) -> None:
    setup, chance = TableSetup(VARIANTS[slug], players, {}), Random(players)
    most = most_hands(setup.rulebook)
    assert most is not None
    longest = 0
    for _ in range(20):
        hands: list[HandResult] = []
        while not fold_game(setup.variant, hands, players=players).over:
            record = read_record(ask(setup, random_hand(setup, chance, made=chance.random())), setup.variant)
            hand = HandResult(record.maker_side, score(record, {}))
            if any(points_of(setup.rulebook, hand).values()) or setup.rulebook.variant.end.deals:
                hands.append(hand)
            assert len(hands) <= most
        longest = max(longest, len(hands))
    assert longest > most / 4, "the limit is not far from what is played"


def test_house_rules_that_take_points_off_leave_a_game_without_a_limit() -> None:
    answers = {"euchre": -4}
    assert most_hands(TableSetup(VARIANTS["progressive-cats"], 4, answers).rulebook) == 4
    assert most_hands(TableSetup(VARIANTS["standard-24"], 4, answers).rulebook) is None
