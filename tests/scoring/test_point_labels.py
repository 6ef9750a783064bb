"""How points are written: a change with its sign, a total, and both sides' totals."""

from __future__ import annotations

import pytest

from tally.scores.point_labels import against, signed, total


@pytest.mark.parametrize(("points", "as_change", "as_total"), [(4, "+4", "4"), (0, "0", "0"), (-32, "−32", "−32")])
def test_a_change_has_a_sign_and_a_total_only_a_minus(points: int, as_change: str, as_total: str) -> None:
    assert (signed(points), total(points)) == (as_change, as_total)


@pytest.mark.parametrize(
    ("ours", "theirs", "label"),
    [(11, 7, "11–7"), (0, 0, "0–0"), (10, -32, "10 to −32"), (-6, 4, "−6 to 4"), (-6, -6, "−6 to −6")],
)
def test_a_dash_never_stands_beside_a_minus(ours: int, theirs: int, label: str) -> None:
    assert against(ours, theirs) == label
