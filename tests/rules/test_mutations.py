"""Scoring answers any record, and accepts no hand whose tricks do not add up."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tally.rules import VARIANTS, score_data, score_json
from tally.rules.rulebook import open_rulebook
from tests.support.records import record

NOISE = [
    None,
    True,
    False,
    -1,
    0,
    1,
    2,
    3,
    4,
    5,
    6,
    7,
    8,
    10,
    12,
    24,
    3.0,
    2.5,
    1e400,
    10**30,
    "",
    "A",
    "B",
    "S",
    "NT",
    "4",
    "pepper",
    "big",
    "loner",
    [],
    [3, 4],
    [0, 12],
    [2, None],
    {},
    {"a": 1},
    [[1]],
    "\ud800",
]
FACTS = [
    "passed_out",
    "dealer_stuck",
    "dealer_conceded",
    "defenders_declined",
    "partner_tricks",
    "partner",
    "partners",
    "tricks_by_player",
    "tricks_by_side",
    "widow_used",
    "joker_undealt",
    "defender_alone",
    "defender_exchange",
    "exposed",
    "dropped",
    "options",
    "renege",
    "renege_points",
    "mood",
]


def every_hand() -> list[dict[str, Any]]:
    """List a record of every contract of every game at every table size, for every number of tricks."""
    found = []
    for variant in VARIANTS.values():
        for players in variant.table_sizes:
            rulebook = open_rulebook(variant, players)
            assert rulebook is not None
            for bid, alone, exchange, facts in rulebook.lines:
                for tricks in range(rulebook.deal.tricks + 1):
                    found.append(
                        record(
                            variant.slug,
                            bid,
                            tricks,
                            rulebook.deal.tricks,
                            players=players,
                            alone=alone,
                            exchange=exchange,
                            extras={"partner": None} if facts == ("no_partner",) else dict.fromkeys(facts, True),
                        )
                    )
    return found


def mutated(hand: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """Return the record with one to three fields or facts broken."""
    changed = dict(hand)
    extras = changed["extras"] = dict(hand["extras"])
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        if chance.random() < 0.3:
            extras[chance.choice(FACTS)] = chance.choice(NOISE)
        elif chance.random() < 0.1:
            changed.pop(chance.choice(sorted(changed)), None)
        else:
            changed[chance.choice(sorted(hand))] = chance.choice(NOISE)
    return changed


@pytest.mark.long
def test_a_hundred_thousand_mutated_records_never_crash() -> None:
    chance, hands, accepted = random.Random(13), every_hand(), 0
    for _ in range(100_000):
        data = mutated(chance.choice(hands), chance)
        found = score_data(data)
        accepted += _check_result(data, found)
    assert 2_000 < accepted < 60_000


def _check_result(data: dict[str, Any], found: dict[str, Any]) -> bool:
    """Check the answer's format and the sum of the tricks, and tell whether the record was accepted."""
    if not found["ok"]:
        assert set(found) == {"ok", "code", "message"}, data
        assert isinstance(found["code"], str) and isinstance(found["message"], str)
        return False
    assert type(found["makers"]) is int and type(found["defenders"]) is int, data
    extras = data.get("extras") or {}
    assert isinstance(extras, dict)
    unplayed = any(extras.get(name) for name in ("passed_out", "defenders_declined", "dealer_conceded"))
    if unplayed or extras.get("renege") is not None:
        return True
    makers, defenders = _span(data["maker_tricks"]), _span(data["defender_tricks"])
    rulebook = open_rulebook(VARIANTS[str(data["variant"])], int(str(data["players"])))
    assert rulebook is not None
    assert makers[0] + defenders[1] == makers[1] + defenders[0]
    reading = (extras.get("options") or {}).get("reading")
    assert makers[0] + defenders[1] == (5 if reading == "P2" else rulebook.deal.tricks), data
    return True


def _span(tricks: object) -> tuple[int, int]:
    low, high = tricks if isinstance(tricks, list) else (tricks, tricks)
    assert isinstance(low, int) and isinstance(high, int)
    return low, high


def test_a_wrong_sum_of_tricks_is_refused() -> None:
    for hand in every_hand():
        if "dealer_conceded" in str(hand) or "defenders_declined" in str(hand):
            continue
        tricks, others = int(str(hand["maker_tricks"])), int(str(hand["defender_tricks"]))
        for wrong in (others + 1, others - 1):
            found = score_data({**hand, "defender_tricks": wrong})
            assert not found["ok"] and found["code"] in ("sum", "tricks"), (hand, tricks)


def test_a_range_is_accepted_exactly_when_all_its_values_score_the_same() -> None:
    for hand in every_hand():
        low, of = hand["maker_tricks"], hand["maker_tricks"] + hand["defender_tricks"]
        if "dealer_conceded" in hand["extras"] or "defenders_declined" in hand["extras"] or low == of:
            continue
        for high in (low + 1, of):
            data = {**hand, "maker_tricks": [low, high], "defender_tricks": [of - high, of - low]}
            singles = [
                score_data({**hand, "maker_tricks": tricks, "defender_tricks": of - tricks})
                for tricks in range(low, high + 1)
            ]
            if all(single == singles[0] for single in singles):
                assert score_data(data) == singles[0], data
            else:
                assert score_data(data)["code"] == "range", data


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


JSON_OBJECTS = st.dictionaries(st.sampled_from(sorted(record("standard"))), JSON_VALUES)


@settings(max_examples=60, deadline=None)
@given(JSON_OBJECTS)
def test_any_json_object_gets_an_answer(data: dict[str, Any]) -> None:
    found = score_data({"variant": "standard", "players": 4, **data})
    assert isinstance(found["ok"], bool)


@pytest.mark.long
@settings(max_examples=1_000, deadline=None)
@given(JSON_OBJECTS)
def test_a_thousand_json_objects_get_an_answer(data: dict[str, Any]) -> None:
    found = score_data({"variant": "standard", "players": 4, **data})
    assert isinstance(found["ok"], bool)


@settings(max_examples=300, deadline=None)
@given(st.text())
def test_any_line_gets_an_answer(line: str) -> None:
    assert score_json(line)["ok"] is False
