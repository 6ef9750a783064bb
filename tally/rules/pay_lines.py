"""What the calls pay, in a line each: the pay table for a slip, where there is no room for its columns.

With a partner: 1 for 3 or 4 tricks, 2 for all 5.
Alone: 1 for 3 or 4 tricks, 4 for all 5.
Euchred: defenders 2.
"""

from __future__ import annotations

from typing import NamedTuple

from tally.rules.pay_table import Cell, PayRow
from tally.rules.summary import PayHeadings, RulesSummary

NOTHING: Cell = (("0", ""),)


class PayLine(NamedTuple):
    """A call, or "Set" and "Euchred" where that costs the same for all calls, and what it pays."""

    call: str
    pays: str


def pay_lines(summary: RulesSummary) -> tuple[PayLine, ...]:
    """What each call of tonight's game pays, in the order of the pay table.

    What is not named goes to the makers; a side that gets nothing is not named. Where all calls fail alike, one line
    says so at the end.
    """
    heads = summary.heads
    failed = [_both(row.set, heads) for row in summary.pay]
    alike = len(failed) > 1 and len(set(failed)) == 1 and bool(failed[0])
    lines = [
        PayLine(_call(row), _pays(row, "" if alike else end, heads))
        for row, end in zip(summary.pay, failed, strict=True)
    ]
    return (*lines, PayLine(heads.failed, f"{failed[0]}.")) if alike else tuple(lines)


def _call(row: PayRow) -> str:
    return f"{row.call}, {row.note}" if row.note else row.call


def _pays(row: PayRow, failed: str, heads: PayHeadings) -> str:
    """What a call pays that is made, and then, unless it is said elsewhere, what it pays that is not."""
    made = _both(row.made, heads)
    if not made:
        return f"{failed}."
    return f"{made}. {heads.failed}: {failed}." if failed else f"{made}."


def _both(cells: tuple[Cell, Cell] | None, heads: PayHeadings) -> str:
    """What both sides get, as "1 a trick; defenders 1 a trick"; "" where the hand cannot end so."""
    if cells is None:
        return ""
    makers, others = cells
    parts = [_cell(makers)] if makers != NOTHING or others == NOTHING else []
    if others != NOTHING:
        parts.append(f"{heads.others.lower()} {_cell(others)}")
    return "; ".join(parts)


def _cell(cell: Cell) -> str:
    return ", ".join(" ".join(filter(None, item)) for item in cell)
