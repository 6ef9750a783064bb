"""The format of a record, and what a record may leave open."""

from __future__ import annotations

from typing import Any

import pytest

from tally.rules import score_json
from tests.support.records import points, record, refusal, result


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
def test_a_line_that_is_not_a_record_is_refused(line: str, code: str) -> None:
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
def test_a_record_of_the_wrong_format_is_refused_with_a_code(change: dict[str, Any], code: str) -> None:
    assert refusal({**record("standard", None, 3), **change}) == code


def test_the_message_spells_out_the_tricks() -> None:
    found = result({**record("pfeffer", 4, 5), "defender_tricks": 2})
    assert found == {
        "ok": False,
        "code": "sum",
        "message": "Five tricks and two make seven; this game has six.",
    }


def test_a_record_may_leave_out_default_values() -> None:
    assert points(
        {"variant": "standard", "players": 4, "maker_side": "B", "maker_tricks": 5, "defender_tricks": 0}
    ) == (2, 0)


@pytest.mark.parametrize(
    ("slug", "bid", "makers", "defenders", "changes", "expected"),
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
def test_a_record_with_open_values_is_accepted_when_every_reading_scores_the_same(
    slug: str, bid: object, makers: object, defenders: object, changes: dict[str, Any], expected: object
) -> None:
    data = {**record(slug, bid), "maker_tricks": makers, "defender_tricks": defenders, **changes}
    assert (refusal(data) if isinstance(expected, str) else points(data)) == expected


def test_partner_tricks_show_that_the_maker_did_not_play_alone() -> None:
    assert points(record("standard", None, 5, alone=None, partner_tricks=2)) == (2, 0)
