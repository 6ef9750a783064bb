"""Records of hands for the tests of the rules, and the check of a golden table."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from tally.rules import VARIANTS, score_json
from tally.rules.rulebook import open_rulebook


def record(slug: str, bid: Any = None, tricks: Any = 0, of: Any = None, **changes: Any) -> dict[str, Any]:
    """Build the record of a hand.

    `of` is the number of tricks in the hand, if it is not the game's usual one. `changes` replaces fields of the
    record; a name that is not a field becomes an extra fact.
    """
    variant = VARIANTS[slug]
    hand_tricks = variant.tricks if of is None else of
    data: dict[str, Any] = {
        "variant": slug,
        "players": variant.players,
        "maker_side": "A" if variant.sides == "two sides" else 0,
        "bid": bid,
        "alone": False,
        "exchange": 0,
        "trump": None,
        "maker_tricks": tricks,
        "defender_tricks": hand_tricks - tricks if isinstance(tricks, int) else None,
        "extras": {},
    }
    extras = changes.pop("extras", {}) | {key: value for key, value in changes.items() if key not in data}
    return {**data, **{key: value for key, value in changes.items() if key in data}, "extras": extras}


def result(data: object) -> dict[str, Any]:
    """Score a record and return the result as JSON data."""
    return score_json(json.dumps(data))


def points(data: object) -> tuple[object, object]:
    """Score a record and return the makers' and the defenders' points; it must not be refused."""
    found = result(data)
    assert found["ok"], found
    return found["makers"], found["defenders"]


def refusal(data: object) -> object:
    """Score a record that must be refused and return the refusal's code."""
    found = result(data)
    assert not found["ok"], found
    assert isinstance(found["message"], str) and found["message"].endswith((".", "?"))
    assert "makers" not in found
    return found["code"]


class GoldenRow(NamedTuple):
    """One row of a golden table: a contract and its "makers/defenders" points for each number of tricks."""

    bid: Any
    alone: bool
    exchange: int
    facts: list[str]
    scores: list[str]


def golden_slugs(table: str) -> list[str]:
    """List the games in a golden table."""
    return [line for line in table.splitlines() if line and not line.startswith(" ")]


def check_golden(table: str, slug: str) -> None:
    """Check every row of a game, and that the table has all of the game's contracts."""
    lines = iter(table.splitlines())
    next(line for line in lines if line == slug)
    seen = set()
    for line in lines:
        if not line.startswith(" "):
            break
        row = _golden_row(line)
        seen.add((row.bid, row.alone))
        of = len(row.scores) - 1
        for tricks, score in enumerate(row.scores):
            data = record(slug, row.bid, tricks, of, alone=row.alone, exchange=row.exchange)
            data["extras"] = _extras(slug, row.facts, tricks, of)
            assert "{}/{}".format(*points(data)) == score, (slug, row.bid, tricks)
    rulebook = open_rulebook(VARIANTS[slug], VARIANTS[slug].players)
    assert rulebook is not None
    assert {key.bid for key in rulebook.lines} == {bid for bid, _ in seen}
    assert slug.startswith("auction") or {(key.bid, key.alone) for key in rulebook.lines} == seen


def _golden_row(line: str) -> GoldenRow:
    cells = line.split()
    scores = [cell for cell in cells if "/" in cell]
    bid, *terms = cells[: -len(scores)]
    exchanges = [int(term[1:]) for term in terms if term in ("x1", "x2", "x3")]
    return GoldenRow(
        bid=None if bid == "-" else int(bid) if bid.isdigit() else bid,
        alone="alone" in terms,
        exchange=exchanges[0] if exchanges else 0,
        facts=[term for term in terms if term[0] != "x" and term != "alone"],
        scores=scores,
    )


def _extras(slug: str, facts: list[str], tricks: int, of: int) -> dict[str, Any]:
    if slug == "dirty-clubs":  # its records must have each player's tricks
        return {"tricks_by_player": [tricks, of - tricks, 0]}
    partners = {"partner": 2, "no_partner": None}
    return {"partner": partners[facts[0]]} if facts[:1] and facts[0] in partners else dict.fromkeys(facts, True)
