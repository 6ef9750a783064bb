"""A renege: what it costs in every game, which records of it are refused, and how it counts in a game."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tally.rules import (
    VARIANTS,
    HandResult,
    Question,
    TableSetup,
    Variant,
    ask,
    explain,
    fold_game,
    points_of,
    read_record,
    renege_buttons,
    score,
    score_data,
    summarize_rules,
)
from tests.support.records import record, refusal, result

TABLES = [(slug, players) for slug, variant in VARIANTS.items() for players in variant.table_sizes]
PRICES = (2, "4-alone", 4, "players-agree")
GOES_TO = ("nobody", "others")


def renege(slug: str, party: Any, players: int = 4, **changes: Any) -> dict[str, Any]:
    """Build the record of a renege; `changes` as in `record`."""
    empty = {"maker_side": None, "bid": None, "alone": False, "exchange": None, "players": players, "tricks": None}
    return record(slug, renege=party, **(empty | changes))


def gains(variant: Variant, points: int) -> int:
    """What points are worth to whoever gets them: those of Dirty Clubs count down."""
    return -points if variant.slug.startswith("dirty-clubs") else points


# ---- What it costs


@pytest.mark.parametrize(("slug", "players"), TABLES)
def test_a_renege_hurts_whoever_reneged_in_every_game(slug: str, players: int) -> None:
    variant = VARIANTS[slug]
    for price, goes_to in product(PRICES, GOES_TO):
        rules = {"renege": price, "renege_goes_to": goes_to}
        setup = TableSetup(variant, players, rules)
        buttons = renege_buttons(variant, rules, players)
        assert {button.party for button in buttons} == set(setup.parties)
        for button in buttons:
            data = button.record(variant, players)
            found = score_data(json.loads(json.dumps(data)), rules)
            assert found["ok"], (data, found)
            points = points_of(setup.rulebook, HandResult(None, score(read_record(data), rules)))
            mine = gains(variant, points.pop(button.party))
            others = {gains(variant, each) for each in points.values()}
            cost = button.agreed if price == "players-agree" else 4 if button.alone or price == 4 else 2
            assert (mine, others) == ((0, {cost}) if goes_to == "others" else (-(cost or 0), {0}))


@pytest.mark.parametrize(
    ("slug", "party", "rules", "points"),
    [
        ("standard", "B", {}, {"by_side": {"A": 0, "B": -2}}),
        ("standard", "B", {"renege_goes_to": "others"}, {"by_side": {"A": 2, "B": 0}}),
        ("standard", "A", {"renege": 4}, {"by_side": {"A": -4, "B": 0}}),
        ("call-ace", 1, {}, {"by_player": [0, -2, 0, 0]}),
        ("call-ace", 0, {"renege_goes_to": "others"}, {"by_player": [0, 2, 2, 2]}),
        ("dirty-clubs", 2, {}, {"by_player": [0, 0, 2, 0]}),
        ("dirty-clubs", 2, {"renege_goes_to": "others"}, {"by_player": [-2, -2, 0, -2]}),
    ],
)
def test_the_result_says_what_each_side_or_player_gets(
    slug: str, party: Any, rules: dict[str, Any], points: dict[str, Any]
) -> None:
    assert score_data(renege(slug, party), rules) == {"ok": True, "makers": 0, "defenders": 0, **points}
    assert result(renege(slug, party, options=rules)) == {"ok": True, "makers": 0, "defenders": 0, **points}


def test_three_pairs_each_lose_or_score_for_themselves() -> None:
    data = renege("indiana-double-deck", "C", players=6)
    assert score_data(data)["by_side"] == {"A": 0, "B": 0, "C": -2}
    assert score_data(data, {"renege_goes_to": "others"})["by_side"] == {"A": 2, "B": 2, "C": 0}


def test_a_lone_hand_may_cost_more() -> None:
    rules = {"renege": "4-alone"}
    assert score_data(renege("standard", "A", alone=True), rules)["by_side"] == {"A": -4, "B": 0}
    assert score_data(renege("standard", "A", alone=False), rules)["by_side"] == {"A": -2, "B": 0}
    assert score_data(renege("standard", "A", alone=None), rules)["code"] == "alone"
    assert score_data(renege("standard", "A", alone=None))["by_side"] == {"A": -2, "B": 0}, "it makes no difference"
    assert score_data(renege("standard", "A", alone=True), rules | {"alone": True})["code"] == "house-rule"
    assert refusal(renege("dirty-clubs", 0, alone=True)) == "alone"


@given(st.integers(0, 99))
def test_a_family_agrees_on_any_points(points: int) -> None:
    found = score_data(renege("michigan-family", "A", renege_points=points))
    assert found == {"ok": True, "makers": 0, "defenders": 0, "by_side": {"A": -points, "B": 0}}


def test_a_family_must_say_what_it_agreed_on_unless_its_night_has_a_price() -> None:
    assert refusal(renege("michigan-family", "A")) == "renege-points"
    assert refusal(renege("michigan-family", "A", renege_points=100)) == "renege-points"
    assert refusal(renege("michigan-family", "A", renege_points=-1)) == "extras"
    assert score_data(renege("michigan-family", "A"), {"renege": 2})["by_side"] == {"A": -2, "B": 0}
    assert refusal(renege("standard", "A", renege_points=2)) == "renege-points"


# ---- Records that contradict themselves


@pytest.mark.parametrize(
    "changes",
    [
        {"maker_tricks": 3, "defender_tricks": 2},
        {"maker_tricks": 3},
        {"maker_side": "A"},
        {"bid": 4},
        {"trump": "H"},
        {"exchange": 1},
        {"passed_out": True},
        {"partner_tricks": 1},
        {"dealer_stuck": True},
        {"renege": "C"},
        {"renege": "a"},
        {"renege": 0},
    ],
)
def test_a_renege_leaves_nothing_more_to_say(changes: dict[str, Any]) -> None:
    party = changes.get("renege", "A")
    rest = {name: value for name, value in changes.items() if name != "renege"}
    assert refusal(renege("standard", party, **rest)) == "renege"


def test_a_player_who_is_not_at_the_table_cannot_renege() -> None:
    assert refusal(renege("call-ace", 4)) == "renege"
    assert refusal(renege("call-ace", "A")) == "renege"
    assert refusal(renege("call-ace", True)) == "extras"


def test_points_of_a_renege_need_somebody_who_reneged() -> None:
    assert refusal(record("standard", tricks=3, renege_points=2)) == "renege"
    nobody = record("standard", tricks=3, renege=None, renege_points=None)
    assert result(nobody) == {"ok": True, "makers": 1, "defenders": 0}, "null says that nobody reneged"


FACTS = {
    "renege": st.sampled_from(["A", "B", "C", "", 0, 1, 9, None, True, [], {}]),
    "renege_points": st.sampled_from([None, 0, 2, 99, 100, -1, "2", True]),
    "passed_out": st.booleans(),
    "partner": st.sampled_from([None, 0, 2]),
    "options": st.sampled_from([None, {}, {"renege": 4}, {"renege_goes_to": "others"}, {"renege": "players-agree"}]),
}


@given(
    st.sampled_from(list(VARIANTS)),
    st.fixed_dictionaries({}, optional=FACTS),
    st.sampled_from([True, False, None, "yes"]),
)
def test_any_record_of_a_renege_is_scored_or_refused_with_a_sentence(slug: str, extras: Any, alone: Any) -> None:
    players = VARIANTS[slug].players
    data = {"variant": slug, "players": players, "alone": alone, "extras": extras}
    found = score_data(json.loads(json.dumps(data)))
    if found["ok"] and extras.get("renege") is not None:
        points = found.get("by_player") or list(found["by_side"].values())  # type: ignore[attr-defined]
        assert (found["makers"], found["defenders"]) == (0, 0)
        assert len({gains(VARIANTS[slug], each) for each in points}) == (1 if not any(points) else 2)
    elif not found["ok"]:
        assert str(found["message"]).endswith((".", "?")) and found["code"]


# ---- In a game


def game_of(slug: str, *hands: dict[str, Any], players: int = 4, **rules: Any) -> Any:
    """Fold the hands of a game under house rules."""
    results = [HandResult(read.maker_side, score(read, rules)) for read in map(read_record, hands)]
    return fold_game(VARIANTS[slug], results, rules, players=players)


def test_a_renege_ends_a_game_at_its_target_if_the_others_score() -> None:
    hands = [record("standard", tricks=5) for _ in range(2)]
    before = game_of("standard", *hands, target=5, renege_goes_to="others")
    assert (before.totals, before.over) == ({"A": 4, "B": 0}, False)
    after = game_of("standard", *hands, renege("standard", "B"), target=5, renege_goes_to="others")
    assert (after.totals, after.winners) == ({"A": 6, "B": 0}, ("A",))
    lost = game_of("standard", *hands, renege("standard", "B"), target=5)
    assert (lost.totals, lost.over, lost.hands) == ({"A": 4, "B": -2}, False, 3)


def test_where_a_win_needs_a_bid_a_renege_wins_nothing() -> None:
    bid = record("hawsy", 6, 6)
    hands = [bid] * 5 + [renege("hawsy", "B")]
    state = game_of("hawsy", *hands, renege_goes_to="others")
    assert state.totals["A"] >= 32 and not state.over
    assert game_of("hawsy", *hands, bid, renege_goes_to="others").winners == ("A",)


def test_points_for_a_renege_are_scored_and_carried_in_railroad() -> None:
    rules = {"renege": 4, "renege_goes_to": "others", "laps": True, "slams": True}
    shut_out = game_of("railroad", *[renege("railroad", "B")] * 2, **rules)
    assert (shut_out.winners, shut_out.worth, shut_out.carried) == (("A",), 2, {"A": 3})
    answered = game_of("railroad", renege("railroad", "A"), *[renege("railroad", "B")] * 2, **rules)
    assert (answered.winners, answered.worth, answered.carried) == (("A",), 1, {"A": 3}), "the others have scored"
    lost = [renege("railroad", "A"), *[record("railroad", tricks=5)] * 10]
    assert game_of("railroad", *lost, slams=True).worth == 2, "points lost are none scored"


def test_a_renege_counts_as_one_of_the_deals_of_a_game() -> None:
    state = game_of("florida-five-handed", *[renege("florida-five-handed", 0, players=5)] * 10, players=5)
    assert (state.hands, state.totals[0], state.winners) == (10, -20, (1, 2, 3, 4))


def test_counting_down_the_others_may_reach_zero() -> None:
    state = game_of("dirty-clubs", *[renege("dirty-clubs", 3)] * 8, renege_goes_to="others")
    assert (state.winners, state.totals) == ((0, 1, 2), {0: -1, 1: -1, 2: -1, 3: 15})


# ---- Taps, and sentences


@pytest.mark.parametrize(("slug", "players"), TABLES)
def test_every_renege_has_a_path_of_its_own(slug: str, players: int) -> None:
    for price in PRICES:
        setup = TableSetup(VARIANTS[slug], players, {"renege": price})
        for party, choices in setup.reneges.items():
            first = ask(setup, f"{party}:renege")
            assert isinstance(first, Question) == (len(choices) > 1)
            taps = first.taps if isinstance(first, Question) else ()
            found = [ask(setup, tap.path) for tap in taps] or [first]
            assert found == [choice.record(setup.variant, players) for choice in choices]
            assert len({json.dumps(each) for each in found}) == len(choices)


@pytest.mark.parametrize("path", ["C:renege", "renege", "A:renege/2", "A:renege/alone", "A:renege/", "A:renege-alone"])
def test_a_path_that_no_button_leads_to_is_refused(path: str) -> None:
    with pytest.raises(Exception, match="tap again"):
        ask(TableSetup(VARIANTS["standard"], 4, {}), path)


@pytest.mark.parametrize(
    ("slug", "rules", "sentence"),
    [
        ("standard", {}, "The side that reneged loses two points."),
        ("standard", {"renege_goes_to": "others"}, "The other side scores two points."),
        ("standard", {"renege": "4-alone"}, "The side that reneged loses two points, in a lone hand four."),
        ("standard", {"renege": "players-agree"}, "The players agree on what is fair; the side that reneged loses it."),
        ("call-ace", {}, "Whoever reneged loses two points."),
        ("call-ace", {"renege_goes_to": "others"}, "Each other player scores two points."),
        ("two-handed", {"renege_goes_to": "others"}, "The other player scores two points."),
        ("indiana-double-deck", {"renege_goes_to": "others"}, "Each other side scores two points."),
        ("dirty-clubs", {}, "Whoever reneged adds two points."),
        ("dirty-clubs", {"renege_goes_to": "others"}, "Each other player subtracts two points."),
        ("michigan-family", {}, "The players agree on what is fair; the side that reneged loses it."),
        (
            "michigan-family",
            {"renege_goes_to": "others"},
            "The players agree on what is fair; the other side scores it.",
        ),
    ],
)
def test_one_sentence_says_what_a_renege_costs_and_who_gets_it(slug: str, rules: dict[str, Any], sentence: str) -> None:
    parts = {part.label: part.paragraphs for part in summarize_rules(VARIANTS[slug], rules).after}
    paragraph = f"{sentence} The hand is over and counts as played."
    assert parts["Renege"] == (paragraph,)
    assert f"\nRenege: {sentence}\n" in explain(VARIANTS[slug], rules)
