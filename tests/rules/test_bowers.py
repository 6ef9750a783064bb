"""Double Hasenpfeffer can be played without bowers: another rank of the cards, the same points."""

from __future__ import annotations

from tally.rules import VARIANTS, explain, summarize_rules
from tally.rules.pay_table import pay_table
from tests.support.records import record, result

GAME, WITHOUT = VARIANTS["double-hasenpfeffer"], {"bowers": False}


def test_without_bowers_every_suit_has_as_many_cards() -> None:
    assert "14 are trumps once a suit is named; the next suit has 10, each other suit 12" in explain(GAME)
    assert "12 are trumps once a suit is named; the next suit has 12, each other suit 12" in explain(GAME, WITHOUT)


def test_the_sheet_teaches_the_rank_without_bowers() -> None:
    usual, sheet = str(summarize_rules(GAME)), str(summarize_rules(GAME, WITHOUT))
    rank = "In every suit, trump too, highest first: ace, king, queen, jack, 10, 9. There are no bowers"
    assert rank in sheet and rank not in usual
    assert "right bower" in usual and "right bower" not in sheet and "left bower" not in sheet
    assert "There are no bowers: in trump, too, a jack ranks below the queen." in sheet


def test_the_points_and_the_records_stay() -> None:
    assert pay_table(GAME, WITHOUT) == pay_table(GAME)
    for tricks in (5, 6, 12):
        usual = record("double-hasenpfeffer", 6, tricks, trump="S")
        without = record("double-hasenpfeffer", 6, tricks, trump="S", options=WITHOUT)
        assert result(usual) == result(without) and result(usual)["ok"]
