"""Standard euchre: every possible record with its points, every impossible one with a refusal.

The points are repeated here from the rules (seed 003, Scoring): one point for three or four tricks, two for all five,
four for all five alone, two for the other side for fewer than three. These tests need no database.
"""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tally.rules import VARIANTS, HandRefused, find_variant, passed_out, read_record, result_buttons, score

TURN_UP = ("standard", "standard-24", "british-euchre", "bald", "progressive-cats")
EVERY_GAME = pytest.mark.parametrize("slug", TURN_UP)
TRICKS = range(6)
SUITS = ("S", "H", "D", "C", None)
NO_DEADLINE = settings(deadline=None)  # a busy machine must not fail a test

# (makers, defenders) by the makers' tricks, 0 to 5
TOGETHER = ((0, 2), (0, 2), (0, 2), (1, 0), (1, 0), (2, 0))
ALONE = ((0, 2), (0, 2), (0, 2), (1, 0), (1, 0), (4, 0))
READINGS: dict[bool | None, tuple[tuple[tuple[int, int], ...], ...]] = {
    False: (TOGETHER,),
    True: (ALONE,),
    None: (TOGETHER, ALONE),
}


def record(slug: str = "standard", tricks: int = 3, **changes: Any) -> dict[str, Any]:
    """Return the record of a possible hand, as JSON data, with changed fields."""
    return {
        "variant": slug,
        "players": 4,
        "maker_side": "A",
        "bid": None,
        "alone": False,
        "exchange": 0,
        "trump": "S",
        "maker_tricks": tricks,
        "defender_tricks": 5 - tricks,
        "extras": {},
    } | changes


def points(data: object) -> tuple[int, int]:
    got = score(read_record(data))
    return got.makers, got.defenders


def refused(data: object) -> HandRefused:
    with pytest.raises(HandRefused) as caught:
        score(read_record(data))
    refusal = caught.value
    assert refusal.code.strip()
    assert refusal.message.endswith((".", "?", "!")), refusal.message
    assert str(refusal) == refusal.message
    return refusal


# Every possible record


@EVERY_GAME
def test_every_possible_record_scores_what_the_rules_say(slug: str) -> None:
    """There are 120 complete records: makers, alone or not, tricks, trump."""
    hands = list(product("AB", (False, True), TRICKS, SUITS))
    assert len(hands) == 120
    for maker, alone, tricks, trump in hands:
        data = record(slug, tricks, maker_side=maker, alone=alone, trump=trump)
        assert points(data) == (ALONE if alone else TOGETHER)[tricks], data


@EVERY_GAME
def test_a_passed_out_deal_scores_nothing_for_either_side(slug: str) -> None:
    variant = find_variant(slug)
    assert variant
    assert points(passed_out(variant)) == (0, 0)
    assert points({"variant": slug, "players": 4, "maker_side": None, "extras": {"passed_out": True}}) == (0, 0)


@EVERY_GAME
def test_a_range_of_tricks_is_accepted_when_every_reading_scores_the_same(slug: str) -> None:
    """All 21 ranges, with alone true, false or null, for both sides, are accepted exactly if there is one score."""
    accepted = 0
    for maker, (alone, readings), low, high in product("AB", READINGS.items(), TRICKS, TRICKS):
        if low > high:
            continue
        data = record(
            slug, maker_side=maker, alone=alone, maker_tricks=[low, high], defender_tricks=[5 - high, 5 - low]
        )
        scores = {reading[tricks] for reading in readings for tricks in range(low, high + 1)}
        if len(scores) == 1:
            accepted += 1
            assert {points(data)} == scores, data
        else:
            assert refused(data).code
    assert accepted == 2 * (6 + 3 + 1 + 6 + 3 + 1 + 5 + 3 + 1)  # singles, pairs, 0 to 2; 5 with alone open is not


@EVERY_GAME
def test_alone_may_be_null_unless_the_makers_took_all_five(slug: str) -> None:
    for tricks in range(5):
        assert points(record(slug, tricks, alone=None)) == TOGETHER[tricks] == ALONE[tricks]
    assert "alone" in refused(record(slug, 5, alone=None)).message.lower()


@EVERY_GAME
def test_fields_with_default_values_may_be_left_out(slug: str) -> None:
    minimal = {"variant": slug, "players": 4, "maker_side": "B", "maker_tricks": 5, "defender_tricks": 0}
    assert points(minimal) == (2, 0)
    assert points(record(slug, trump=None, extras=None)) == (1, 0)
    assert points(record(slug, extras={"passed_out": False})) == (1, 0)


@EVERY_GAME
def test_only_one_side_scores_and_no_side_loses_points(slug: str) -> None:
    for alone, tricks in product((False, True), TRICKS):
        makers, defenders = points(record(slug, tricks, alone=alone))
        assert min(makers, defenders) == 0 < max(makers, defenders) <= 4


# Impossible records


@EVERY_GAME
def test_tricks_that_do_not_add_up_to_five_are_refused(slug: str) -> None:
    for makers, defenders in product(TRICKS, TRICKS):
        if makers + defenders != 5:
            assert refused(record(slug, maker_tricks=makers, defender_tricks=defenders)).code == "sum"


def test_the_message_for_a_wrong_sum_has_both_numbers() -> None:
    message = refused(record(maker_tricks=3, defender_tricks=3)).message.lower()
    assert "three" in message or "3" in message
    assert "six" in message or "6" in message
    assert "five" in message or "5" in message


@pytest.mark.parametrize(
    ("makers", "defenders"), [([3, 4], [0, 1]), ([3, 4], 2), (3, [1, 2]), ([3, 4], [2, 3]), ([0, 5], [0, 4])]
)
def test_ranges_that_do_not_mirror_each_other_are_refused(makers: object, defenders: object) -> None:
    assert refused(record(maker_tricks=makers, defender_tricks=defenders)).code == "sum"


@pytest.mark.parametrize("field", ["maker_tricks", "defender_tricks"])
@pytest.mark.parametrize(
    "wrong",
    [
        -1,
        -5,
        6,
        99,
        10**30,
        3.0,
        2.5,
        float("nan"),
        float("inf"),
        True,
        False,
        None,
        "3",
        "",
        "three",
        [],
        [3],
        [3, 4, 5],
        [4, 3],
        [-1, 2],
        [3, 6],
        [3, 3.5],
        [True, 3],
        ["3", "4"],
        [[3], 4],
        {},
        {"low": 3},
    ],
)
def test_tricks_other_than_whole_numbers_from_0_to_5_are_refused(field: str, wrong: object) -> None:
    refusal = refused(record() | {field: wrong})
    assert refusal.code == "tricks"
    assert "tricks" in refusal.message


@pytest.mark.parametrize("field", ["maker_tricks", "defender_tricks"])
def test_missing_tricks_are_refused(field: str) -> None:
    data = record()
    del data[field]
    assert refused(data).code == "tricks"


@EVERY_GAME
@pytest.mark.parametrize("trump", ["NT", "HIGH", "LOW"])
def test_a_trump_that_is_not_one_of_the_suits_of_this_game_is_refused(slug: str, trump: str) -> None:
    refusal = refused(record(slug, trump=trump))
    assert refusal.code == "trump"
    assert "trump" in refusal.message


@pytest.mark.parametrize("trump", ["X", "s", "", "SH", "♠", 0, False, True, 1.5, [], ["S"], {}])
def test_an_unknown_trump_is_refused(trump: object) -> None:
    assert refused(record(trump=trump)).code == "trump"


@EVERY_GAME
@pytest.mark.parametrize("bid", [3, 0, -1, 10**30, "loner", "pepper", "", "3", True, False, 3.0, [], {}, [3]])
def test_a_bid_is_refused_because_none_is_made(slug: str, bid: object) -> None:
    assert refused(record(slug, bid=bid)).code == "bid"


@EVERY_GAME
@pytest.mark.parametrize("alone", [False, True])
@pytest.mark.parametrize("exchange", [1, 2, 10**30, -1, True, False, 1.0, "0", [], {}])
def test_an_exchange_of_cards_is_refused(slug: str, alone: bool, exchange: object) -> None:
    refusal = refused(record(slug, 5, alone=alone, exchange=exchange))
    assert refusal.code == "exchange"
    assert "exchange" in refusal.message


@pytest.mark.parametrize("alone", [0, 1, "yes", "", "true", [], {}, 1.0])
def test_alone_is_true_false_or_null(alone: object) -> None:
    assert refused(record(alone=alone)).code == "alone"


@EVERY_GAME
@pytest.mark.parametrize("maker", [None, "C", "a", "", "AB", "NS", 0, 1, True, [], ["A"], {}])
def test_the_makers_are_side_a_or_b(slug: str, maker: object) -> None:
    assert refused(record(slug, maker_side=maker)).code == "maker"


def test_a_hand_without_makers_is_refused_unless_it_was_passed_out() -> None:
    data = record()
    del data["maker_side"]
    assert refused(data).code == "maker"


@pytest.mark.parametrize("players", [None, 0, 1, 2, 3, 5, 6, 8, -4, 4.0, "4", True, [4], {}])
def test_a_table_has_four_players(players: object) -> None:
    refusal = refused(record(players=players))
    assert refusal.code == "players"
    assert "play" in refusal.message


@pytest.mark.parametrize("variant", [None, "", "Standard", "euchre", "no-such-game", 3, True, [], ["standard"], {}])
def test_an_unknown_game_is_refused(variant: object) -> None:
    assert refused(record() | {"variant": variant}).code == "variant"


def test_an_unknown_field_is_refused_by_its_name() -> None:
    refusal = refused(record(points=4))
    assert refusal.code == "unknown-key"
    assert '"points"' in refusal.message


@pytest.mark.parametrize("name", ["jambone", "", "passed-out", "PASSED_OUT", "laps", "__class__"])
def test_an_unknown_extra_fact_is_refused_by_its_name(name: str) -> None:
    refusal = refused(record(extras={name: True}))
    assert refusal.code == "unknown-extra"
    assert f'"{name}"' in refusal.message


@pytest.mark.parametrize("extras", [[], ["passed_out"], "passed_out", 1, True, False, 0, ""])
def test_extra_facts_have_names(extras: object) -> None:
    assert refused(record(extras=extras)).code == "extras"


@pytest.mark.parametrize("fact", [None, 1, 0, "yes", [], {}])
def test_passed_out_is_true_or_false(fact: object) -> None:
    assert refused(record(extras={"passed_out": fact})).code == "extras"


@EVERY_GAME
@pytest.mark.parametrize(
    "changes",
    [
        {"maker_side": "A"},
        {"maker_side": "B"},
        {"bid": 3},
        {"alone": True},
        {"trump": "S"},
        {"exchange": 1},
        {"maker_tricks": 3, "defender_tricks": 2},
        {"maker_tricks": 5},
        {"defender_tricks": 5},
        {"maker_tricks": [3, 4]},
        {"maker_tricks": ""},
        {"defender_tricks": False},
        {"alone": ""},
        {"exchange": []},
        {"bid": ""},
        {"trump": ""},
    ],
)
def test_a_passed_out_deal_has_no_makers_and_no_tricks(slug: str, changes: dict[str, Any]) -> None:
    variant = find_variant(slug)
    assert variant
    assert refused(passed_out(variant) | changes).code == "passed-out"


@pytest.mark.parametrize("data", [None, 3, 3.5, "3", "", True, [], [record()], [["variant", "standard"]]])
def test_data_that_is_not_a_record_is_refused(data: object) -> None:
    assert refused(data).code == "not-a-record"


def test_an_empty_record_is_refused() -> None:
    assert refused({}).code


# Any JSON

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-10, 10) | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
FIELDS = st.sampled_from([*record(), "points", ""])
LIKELY = st.sampled_from([*VARIANTS, *SUITS, "A", "B", True, False, *TRICKS, [3, 4], [0, 2], {"passed_out": True}])


def scores_or_refuses(data: object) -> None:
    try:
        result = score(read_record(data))
    except HandRefused as refusal:
        assert refusal.code and refusal.message
    else:
        assert isinstance(result.makers, int)
        assert isinstance(result.defenders, int)


@NO_DEADLINE
@given(JSON)
def test_any_json_is_scored_or_refused(data: object) -> None:
    scores_or_refuses(data)


@settings(deadline=None, max_examples=400)
@given(st.sampled_from(TURN_UP), st.dictionaries(FIELDS, LIKELY | JSON, max_size=5), st.sets(FIELDS, max_size=3))
def test_a_hand_with_anything_in_any_field_is_scored_or_refused(
    slug: str, changes: dict[str, object], left_out: set[str]
) -> None:
    scores_or_refuses({key: value for key, value in (record(slug) | changes).items() if key not in left_out})


@NO_DEADLINE
@given(st.sampled_from("AB"), st.none() | st.booleans(), st.integers(-1, 6), st.integers(-1, 6))
def test_only_a_possible_hand_is_scored(maker: str, alone: bool | None, ours: int, theirs: int) -> None:
    possible = ours in TRICKS and ours + theirs == 5 and not (ours == 5 and alone is None)
    data = record(maker_side=maker, alone=alone, maker_tricks=ours, defender_tricks=theirs)
    try:
        result = points(data)
    except HandRefused:
        assert not possible
    else:
        assert possible
        assert result in {reading[ours] for reading in READINGS[alone]}


# Buttons


@EVERY_GAME
def test_the_buttons_cover_every_possible_result_exactly_once(slug: str) -> None:
    variant = find_variant(slug)
    assert variant
    covered = [
        (alone, tricks)
        for button in result_buttons(variant)
        for alone in ((False, True) if button.alone is None else (button.alone,))
        for tricks in range(button.tricks[0], button.tricks[1] + 1)
    ]
    assert sorted(covered) == sorted(product((False, True), TRICKS))


@EVERY_GAME
def test_every_button_records_its_result_for_both_sides(slug: str) -> None:
    variant = find_variant(slug)
    assert variant
    for button, maker in product(result_buttons(variant), "AB"):
        data = button.record(variant, maker)
        assert data["maker_side"] == maker
        assert score(read_record(data)) == button.score
        assert json.loads(json.dumps(data)) == data
        for alone, tricks in product(
            (False, True) if button.alone is None else (button.alone,), range(button.tricks[0], button.tricks[1] + 1)
        ):
            assert (button.score.makers, button.score.defenders) == (ALONE if alone else TOGETHER)[tricks]


@EVERY_GAME
def test_each_side_has_four_buttons_one_two_four_and_euchred(slug: str) -> None:
    variant = find_variant(slug)
    assert variant
    assert [(button.score.makers, button.score.defenders) for button in result_buttons(variant)] == [
        (1, 0),
        (2, 0),
        (4, 0),
        (0, 2),
    ]
    assert [(button.made, button.march) for button in result_buttons(variant)] == [
        (True, False),
        (True, True),
        (True, True),
        (False, False),
    ]


@EVERY_GAME
def test_three_or_four_tricks_are_recorded_as_a_range(slug: str) -> None:
    variant = find_variant(slug)
    assert variant
    made = next(button for button in result_buttons(variant) if button.score.makers == 1)
    data = made.record(variant, "A")
    assert (data["maker_tricks"], data["defender_tricks"], data["alone"], data["trump"]) == ([3, 4], [1, 2], None, None)


def test_no_two_buttons_share_a_name() -> None:
    for slug in TURN_UP:
        variant = find_variant(slug)
        assert variant
        slugs = [button.slug for button in result_buttons(variant)]
        assert len(set(slugs)) == len(slugs)


def test_a_game_is_found_by_its_slug_only() -> None:
    for slug in TURN_UP:
        variant = find_variant(slug)
        assert variant is VARIANTS[slug]
        assert (variant.slug, variant.players, variant.tricks) == (slug, 4, 5)
    assert find_variant("no-such-game") is None
