"""What a hand would pay, and why, agrees with the scorer for every hand of every game."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tally.rules import (
    VARIANTS,
    HandRefused,
    HandResult,
    Question,
    TableSetup,
    WhatItPays,
    ask,
    house_rules_of,
    points_of,
    read_record,
    refuse_contradictions,
    score,
    what_it_pays,
)
from tally.rules.refusals import HouseRuleRefused
from tests.rules.test_taps import TABLES, records, table_setup

HANDS_TRIED = 12  # of each table by default; the long test tries them all


def paid(setup: TableSetup, path: str) -> WhatItPays:
    found = what_it_pays(setup, path)
    assert isinstance(found, WhatItPays), path
    return found


def check_hand(setup: TableSetup, path: str) -> None:
    """Check that the points are the scorer's, and that the sentence has the figure of every payment, with its sign."""
    answer = ask(setup, path)
    assert isinstance(answer, dict)
    record, found = read_record(answer), paid(setup, path)
    scored = score(record, setup.house_rules)
    assert found.points == points_of(setup.rulebook, HandResult(record.maker_side, scored)), path
    assert found.made == scored.made
    assert found.happened.endswith(".") and "_" not in found.happened + found.why
    clauses = found.why.split(". ")[0].rstrip(".").lower().split("; ")
    if not found.payments:
        assert record.passed_out and not any(found.points.values())
        return
    expected = {payment.points for payment in found.payments}
    assert {figure(clause, counts_down=setup.variant.slug == "dirty-clubs") for clause in clauses} == expected, path
    if scored.lone_player is None and not record.passed_out:
        assert sorted(payment.points for payment in found.payments) == sorted(found.points.values()), path


def figure(clause: str, *, counts_down: bool) -> int:
    """The points in one clause of the sentence."""
    said = re.search(r" (scores?|loses?|subtracts?|adds?) (\d+|nothing)", clause)
    assert said, clause
    points = 0 if said[2] == "nothing" else int(said[2])
    down = said[1].startswith(("lose", "subtract"))
    assert counts_down == said[1].startswith(("subtract", "add"))
    return -points if down else points


def last_answers(slug: str) -> dict[str, Any]:
    """The last answer to every house rule, as far as they do not contradict those before."""
    answers: dict[str, Any] = {}
    for name, rule in house_rules_of(VARIANTS[slug]).items():
        last = {**answers, name: list(rule.answers)[-1]}
        try:
            refuse_contradictions(VARIANTS[slug], last)
        except HouseRuleRefused:
            continue
        answers = last
    return answers


@pytest.mark.sample(5)
@pytest.mark.parametrize(("slug", "players"), TABLES)
def test_hands_of_every_table_pay_what_the_scorer_pays(slug: str, players: int) -> None:
    chance = Random(slug)
    for rules in ({}, last_answers(slug)):
        setup = TableSetup(VARIANTS[slug], players, rules)
        for _ in range(HANDS_TRIED):
            path, answer = "", ask(setup)
            while isinstance(answer, Question):
                path = chance.choice(answer.taps).path
                answer = ask(setup, path)
            check_hand(setup, path)
        if setup.may_pass:
            path, answer = "passed", ask(setup, "passed")
            while isinstance(answer, Question):
                path = chance.choice(answer.taps).path
                answer = ask(setup, path)
            check_hand(setup, path)


@pytest.mark.long
@pytest.mark.parametrize(("slug", "players"), TABLES)
def test_every_hand_of_every_table_pays_what_the_scorer_pays(slug: str, players: int) -> None:
    for rules in ({}, last_answers(slug)):
        setup = TableSetup(VARIANTS[slug], players, rules)
        for path in records(slug, players, json.dumps(rules)):
            check_hand(setup, path)


@pytest.mark.parametrize(
    ("slug", "players", "rules", "path", "happened", "why"),
    [
        (
            "michigan-family",
            4,
            {},
            "A:bid-4/took-3",
            "The makers bid 4 and took 3 of 6 tricks: set.",
            "The makers lose 4, the bid; the defenders score 3, one for each trick.",
        ),
        (
            "standard",
            4,
            {"loner": "5-4"},
            "A:5-alone",
            "The makers named trump, played alone and took all 5 tricks: a march.",
            "The lone player scores 5 for all 5 tricks; the partner scores 4 for all 5 tricks; "
            "the defenders score nothing.",
        ),
        (
            "pfeffer",
            4,
            {},
            "A:bid-4/took-6",
            "The makers bid 4 and took all 6 tricks: made.",
            "The makers score 6, one for each trick; the defenders lose 5 for no trick. The defenders take a hickey.",
        ),
        (
            "dirty-clubs",
            3,
            {"bump": True},
            "1:bid-2/took-3/own-x",
            "The maker bid 2 and took 3 of 5 tricks: made.",
            "The maker subtracts 3, one for each trick; player 2 subtracts 2, one for each trick; "
            "player 3 subtracts nothing.",
        ),
        (
            "call-ace",
            5,
            {},
            "0:turn-up/with-3/took-5",
            "The maker named trump with a partner and took all 5 tricks: a march.",
            "The maker and the partner score 2 each for all 5 tricks; the others score nothing.",
        ),
        (
            "double-hasenpfeffer-cats",
            4,
            {},
            "A:bid-7/took-3",
            "The makers bid 7 and took 3 of 12 tricks: set.",
            "The makers lose 12; the defenders score 9, one for each trick.",
        ),
        (
            "double-hasenpfeffer-cats",
            4,
            {},
            "A:bid-12-alone/took-12",
            "The makers bid 12, played alone and took all 12 tricks: made.",
            "The makers score 24; the defenders score nothing.",
        ),
        (
            "double-hasenpfeffer",
            4,
            {},
            "A:bid-6-dealer-stuck/took-3",
            "The makers bid 6 as a stuck dealer and took 3 of 12 tricks: set.",
            "The makers lose 3, half of a set, rounded up; the defenders score 9, one for each trick.",
        ),
        (
            "pepper-grinnell",
            4,
            {},
            "A:bid-5-defenders-declined",
            "The makers bid 5 and the others declined, so nothing was played.",
            "The makers score 5, the bid; the defenders score nothing.",
        ),
        (
            "standard",
            4,
            {},
            "passed",
            "Everybody passed: the cards are thrown in and nobody scores.",
            "",
        ),
    ],
)
def test_the_sentence_says_what_happened_and_who_scores_what_for_what(
    slug: str, players: int, rules: dict[str, Any], path: str, happened: str, why: str
) -> None:
    found = paid(TableSetup(VARIANTS[slug], players, rules), path)
    assert (found.happened, found.why) == (happened, why)


def test_a_game_that_is_not_in_the_list_can_be_tried() -> None:
    hoosier = VARIANTS["hoosier"]
    contract = hoosier.contracts[0]
    assert contract is not None
    dearer = replace(contract, set=replace(contract.set, makers=-20))
    setup = TableSetup(replace(hoosier, slug="ours", contracts=(dearer,)), 4, {})
    assert paid(setup, "A:bid-4/took-3").points == {"A": -20, "B": 7}


def test_a_hand_that_is_not_told_to_its_end_is_the_next_question() -> None:
    assert isinstance(what_it_pays(table_setup("hoosier", 4), "A:bid-4"), Question)


@pytest.mark.parametrize(
    ("slug", "path", "sentence"),
    [
        ("hoosier", "A:bid-4/took-11", "This game has no such result"),
        ("hoosier", "A:bid-40/took-3", "This game has no such result"),
        ("racehorse", "passed", "cannot be passed out: the dealer must bid at least 3"),
    ],
)
def test_an_impossible_hand_is_refused_with_a_sentence(slug: str, path: str, sentence: str) -> None:
    with pytest.raises(HandRefused, match=sentence):
        what_it_pays(table_setup(slug, 4), path)


@pytest.mark.parametrize(
    ("slug", "players", "path", "why"),
    [
        ("standard", 4, "A:renege", "The side that reneged loses 2; the other side scores nothing."),
        ("standard", 4, "B:renege", "The side that reneged loses 2; the other side scores nothing."),
        ("three-handed", 3, "1:renege", "The player who reneged loses 2; "),
        ("pepper-two", 2, "0:renege", "The player who reneged loses "),
    ],
)
def test_a_renege_says_what_it_costs(slug: str, players: int, path: str, why: str) -> None:
    setup = TableSetup(VARIANTS[slug], players, {"renege": 2})
    found = paid(setup, path)
    assert found.happened == "A renege: the hand is over where it stands." and found.why.startswith(why)
    assert found.points[path[0] if path[0] in "AB" else int(path[0])] == -2 and found.made is None
    assert sorted(payment.points for payment in found.payments) == sorted(found.points.values())
