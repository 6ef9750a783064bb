"""Records: their form, and the helpers that the other tests of the rules make records with."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tally.rules import VARIANTS, score_json
from tally.rules.rulebook import open_rulebook


def record(slug: str, bid: Any = None, tricks: Any = 0, of: Any = None, **said: Any) -> dict[str, Any]:
    """A record as a table would state it; `said` adds or changes keys, and names extra facts."""
    variant = VARIANTS[slug]
    every = variant.tricks if of is None else of
    data: dict[str, Any] = {
        "variant": slug,
        "players": variant.players,
        "maker_side": "A" if variant.sides == "two sides" else 0,
        "bid": bid,
        "alone": False,
        "exchange": 0,
        "trump": None,
        "maker_tricks": tricks,
        "defender_tricks": every - tricks if isinstance(tricks, int) else None,
        "extras": {},
    }
    extras = said.pop("extras", {}) | {key: value for key, value in said.items() if key not in data}
    return {**data, **{key: value for key, value in said.items() if key in data}, "extras": extras}


def result(data: object) -> dict[str, Any]:
    """What comes back for a record."""
    return score_json(json.dumps(data))


def points(data: object) -> tuple[object, object]:
    """Makers' and defenders' points; fails with the refusal's sentence."""
    found = result(data)
    assert found["ok"], found
    return found["makers"], found["defenders"]


def refusal(data: object) -> object:
    """The code of a refusal; fails if the record is accepted."""
    found = result(data)
    assert not found["ok"], found
    assert isinstance(found["message"], str) and found["message"].endswith((".", "?"))
    assert "makers" not in found
    return found["code"]


def golden_slugs(table: str) -> list[str]:
    """The games of a golden table."""
    return [line for line in table.splitlines() if line and not line.startswith(" ")]


def check_golden(table: str, slug: str) -> None:
    """Every row of a game, and that the game has no contract that the table lacks."""
    lines = iter(table.splitlines())
    next(line for line in lines if line == slug)
    seen = set()
    for line in lines:
        if not line.startswith(" "):
            break
        words = line.split()
        cells = [word for word in words if "/" in word]
        bid, alone, exchange, facts = _said(words[: -len(cells)])
        seen.add((bid, alone))
        for tricks, cell in enumerate(cells):
            data = record(slug, bid, tricks, len(cells) - 1, alone=alone, exchange=exchange)
            data["extras"] = _facts(slug, facts, tricks, len(cells) - 1)
            assert "{}/{}".format(*points(data)) == cell, (slug, words[0], tricks)
    rulebook = open_rulebook(VARIANTS[slug], VARIANTS[slug].players)
    assert rulebook is not None
    assert {key[0] for key in rulebook.lines} == {bid for bid, _ in seen}
    assert slug.startswith("auction") or {key[:2] for key in rulebook.lines} == seen


def _said(words: list[str]) -> tuple[Any, bool, int, list[str]]:
    bid: Any = None if words[0] == "-" else int(words[0]) if words[0].isdigit() else words[0]
    exchange = next((int(word[1:]) for word in words[1:] if word in ("x1", "x2", "x3")), 0)
    return bid, "alone" in words, exchange, [word for word in words[1:] if word[0] != "x" and word != "alone"]


def _facts(slug: str, facts: list[str], tricks: int, every: int) -> dict[str, Any]:
    if slug == "dirty-clubs":
        return {"tricks_by_player": [tricks, every - tricks, 0]}
    return {"partner": 2} if facts == ["partner"] else dict.fromkeys(facts, True)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("", "not-json"),
        ("{", "not-json"),
        ("[" * 100_000, "not-json"),
        ("null", "not-a-record"),
        ("[]", "not-a-record"),
        ("3", "not-a-record"),
        ("{}", "variant"),
        ('{"variant": 3}', "variant"),
        ('{"variant": "whist"}', "variant"),
        ('{"variant": "standard"}', "players"),
        ('{"variant": "standard", "players": 4, "tricks": 3}', "unknown-key"),
    ],
)
def test_a_line_that_is_no_record_says_so(line: str, code: str) -> None:
    found = score_json(line)
    assert found["ok"] is False and found["code"] == code and found["message"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"players": 5}, "players"),
        ({"players": "4"}, "players"),
        ({"players": True}, "players"),
        ({"maker_side": None}, "maker"),
        ({"maker_side": "C"}, "maker"),
        ({"maker_side": 0}, "maker"),
        ({"bid": 3}, "bid"),
        ({"bid": True}, "bid"),
        ({"bid": [1]}, "bid"),
        ({"bid": 3.0}, "bid"),
        ({"alone": 1}, "alone"),
        ({"alone": "yes"}, "alone"),
        ({"exchange": 1}, "exchange"),
        ({"exchange": -1}, "exchange"),
        ({"exchange": "1"}, "exchange"),
        ({"trump": "X"}, "trump"),
        ({"trump": "NT"}, "trump"),
        ({"trump": ["S"]}, "trump"),
        ({"maker_tricks": 5}, "sum"),
        ({"maker_tricks": 2}, "sum"),
        ({"maker_tricks": -1, "defender_tricks": 6}, "tricks"),
        ({"maker_tricks": 6, "defender_tricks": -1}, "tricks"),
        ({"maker_tricks": 6, "defender_tricks": 0}, "tricks"),
        ({"maker_tricks": 2.5, "defender_tricks": 2.5}, "tricks"),
        ({"maker_tricks": 3.0}, "tricks"),
        ({"maker_tricks": "3"}, "tricks"),
        ({"maker_tricks": None}, "tricks"),
        ({"maker_tricks": True}, "tricks"),
        ({"maker_tricks": [4, 3]}, "tricks"),
        ({"maker_tricks": [3]}, "tricks"),
        ({"maker_tricks": [3, None]}, "tricks"),
        ({"extras": []}, "extras"),
        ({"extras": 3}, "extras"),
        ({"extras": {"mood": "good"}}, "unknown-extra"),
        ({"extras": {"passed_out": "yes"}}, "extras"),
        ({"extras": {"passed_out": True}}, "passed-out"),
    ],
)
def test_a_record_of_a_wrong_form_is_refused_by_code(change: dict[str, Any], code: str) -> None:
    assert refusal({**record("standard", None, 3), **change}) == code


def test_the_sentence_counts_the_tricks_aloud() -> None:
    found = result({**record("pfeffer", 4, 5), "defender_tricks": 2})
    assert found == {
        "ok": False,
        "code": "sum",
        "message": "Five tricks and two make seven; this game has six.",
    }


def test_a_record_may_leave_out_what_is_usual() -> None:
    assert points(
        {"variant": "standard", "players": 4, "maker_side": "B", "maker_tricks": 5, "defender_tricks": 0}
    ) == (2, 0)


@pytest.mark.parametrize(
    ("slug", "bid", "makers", "defenders", "said", "expected"),
    [
        ("standard", None, [3, 4], [1, 2], {"alone": None}, (1, 0)),
        ("standard", None, [0, 2], [3, 5], {"alone": None}, (0, 2)),
        ("standard", None, [2, 3], [2, 3], {}, "range"),
        ("standard", None, [4, 5], [0, 1], {}, "range"),
        ("standard", None, [5, 5], [0, 0], {"alone": None}, "range"),
        ("standard", None, [3, 4], [1, 3], {}, "sum"),
        ("standard", None, [3, 6], [0, 2], {}, "tricks"),
        ("progressive", 2, [3, 4], [2, 3], {}, (1, 0)),
        ("progressive", 2, [5, 6], [0, 1], {}, (2, 0)),
        ("progressive", 4, [3, 4], [2, 3], {}, "range"),
        ("indiana-double-deck", 4, [4, 5], [7, 8], {}, "range"),
        ("pepper-grinnell", 4, 5, 1, {"alone": None, "exchange": None}, (4, 1)),
        ("bid-single-deck", "little-pepper", 6, 0, {"alone": None, "exchange": None}, (12, -6)),
        ("barrie", 8, 8, 0, {"alone": True, "exchange": None}, "range"),
        ("hoosier", 10, 10, 0, {"alone": None}, "range"),
        ("hoosier", 9, 9, 1, {"alone": None}, (9, 1)),
        ("powers-double-deck", 12, 12, 0, {"alone": True, "exchange": None}, (24, 0)),
    ],
)
def test_what_is_left_open_is_legal_when_every_reading_scores_the_same(
    slug: str, bid: object, makers: object, defenders: object, said: dict[str, Any], expected: object
) -> None:
    data = {**record(slug, bid), "maker_tricks": makers, "defender_tricks": defenders, **said}
    assert (refusal(data) if isinstance(expected, str) else points(data)) == expected


def test_partner_tricks_settle_whether_the_maker_played_alone() -> None:
    assert points(record("standard", None, 5, alone=None, partner_tricks=2)) == (2, 0)
