"""How points are written: a change with its sign, a total, and both sides' totals."""

from __future__ import annotations

import pytest

from tally.scores.point_labels import against, signed, total


@pytest.mark.parametrize(("points", "change", "sum_"), [(4, "+4", "4"), (0, "0", "0"), (-32, "−32", "−32")])
def test_a_change_has_a_sign_and_a_total_only_a_minus(points: int, change: str, sum_: str) -> None:
    assert (signed(points), total(points)) == (change, sum_)


@pytest.mark.parametrize(
    ("ours", "theirs", "said"),
    [(11, 7, "11–7"), (0, 0, "0–0"), (10, -32, "10 to −32"), (-6, 4, "−6 to 4"), (-6, -6, "−6 to −6")],
)
def test_no_dash_stands_beside_a_minus(ours: int, theirs: int, said: str) -> None:
    assert against(ours, theirs) == said
