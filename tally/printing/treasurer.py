"""The treasurer's sheet, from a night's lines of cash."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from django.utils import timezone
from django.utils.formats import time_format

from tally.loading.pots import night_owed
from tally.paper.document import Drawing
from tally.paper.treasurer import LedgerRow, RowKind, draw_treasurer
from tally.printing.tonight import Tonight
from tournament.club.cash import newest_count, pots_brought
from tournament.models import CashLine, Entry
from tournament.money.box import Kind, Line, box_difference, by_entry, by_pot, expected, totals
from tournament.money.cents import currency_of, show
from tournament.people.errors import Refused
from tournament.people.names import isolated, listed


def has_money(tonight: Tonight) -> None:
    """Check that the night's money is kept here.

    :raises Refused: while money is off.
    """
    if not tonight.night.money:
        raise Refused("Tonight’s money is not kept here. Switch it on under Money first.")


def treasurer(tonight: Tonight) -> Drawing:
    """What came in and went out by kind, the box as it was counted, who still owes, and every line."""
    rows = list(tonight.night.cash_lines.select_related("entry"))
    lines = [row.as_line() for row in rows]
    ledger = [*_totals(tonight, lines), *_closing(tonight, lines), *_owing(tonight, lines), *_every_line(tonight, rows)]
    return partial(draw_treasurer, heading=tonight.heading, rows=ledger)


def _shown(tonight: Tonight, cents: int) -> str:
    return show(cents, currency_of(tonight.night.currency))


def _who(entry: Entry) -> str:
    """The name; or the number, while a number from the hat has none."""
    return f"number {entry.number}" if entry.is_nameless else isolated(entry.name)


def _totals(tonight: Tonight, lines: list[Line]) -> Iterator[LedgerRow]:
    yield LedgerRow("What", "In", "Out", RowKind.HEAD)
    brought = pots_brought(tonight.night)
    for name, cents in brought.items():
        yield LedgerRow(f"{name}: from earlier nights", _shown(tonight, cents))
    for one in totals(lines):
        came, went = (_shown(tonight, cents) if cents else "" for cents in (one.came_in, one.went_out))
        yield LedgerRow(one.label, came, went)
    yield LedgerRow("In the box", "", _shown(tonight, expected(lines, brought)), RowKind.TOTAL)
    after = by_pot([*lines, *(Line(0, Kind.CARRY, cents, name) for name, cents in brought.items())])
    for name, cents in after.items():
        yield LedgerRow(f"Of it in the pot {name}, which carries over: {_shown(tonight, cents)}.", kind=RowKind.NOTE)


def _closing(tonight: Tonight, lines: list[Line]) -> Iterator[LedgerRow]:
    """The count against what was expected, or lines to write it on."""
    count = newest_count(tonight.night)
    if count is None:
        yield LedgerRow("Counted", kind=RowKind.SIGN)
    else:
        difference = box_difference(count.cents or 0, lines, pots_brought(tonight.night))
        yield LedgerRow("Counted", "", _shown(tonight, count.cents or 0))
        name = "Over" if difference > 0 else "Short" if difference else "Difference"
        yield LedgerRow(name, "", _shown(tonight, abs(difference)), RowKind.TOTAL)
    yield LedgerRow("Signed", kind=RowKind.SIGN)


def _owing(tonight: Tonight, lines: list[Line]) -> Iterator[LedgerRow]:
    """Who has not paid the fee, and who owes the pots."""
    night, people = tonight.night, [entry for entry in tonight.entries if not entry.is_ghost]
    paid = by_entry(lines, Kind.ENTRY)
    late = [_who(entry) for entry in people if paid.get(entry.pk, 0) < night.entry_fee]
    if late:
        yield LedgerRow(f"Entry fee not paid: {listed(late)}.", kind=RowKind.NOTE)
    paid, found = by_entry(lines, Kind.POT), night_owed(night, tonight.scored, people)
    owing = [
        f"{_who(entry)} {_shown(tonight, rest)}"
        for entry in people
        if entry.number in found and (rest := found[entry.number].cents - paid.get(entry.pk, 0)) > 0
    ]
    if owing:
        yield LedgerRow(f"Still owed to the pots: {listed(owing)}.", kind=RowKind.NOTE)


def _every_line(tonight: Tonight, rows: list[CashLine]) -> Iterator[LedgerRow]:
    if rows:
        yield LedgerRow("Every line", "In", "Out", RowKind.HEAD)
    for row in rows:
        at = time_format(timezone.localtime(row.at), "TIME_FORMAT")
        about = ", ".join(filter(None, (row.get_kind_display(), _who(row.entry) if row.entry else "", row.what)))
        text = f"{at}  {about}{' (correction)' if row.reverses_id else ''}"
        amount = _shown(tonight, abs(row.cents))
        yield LedgerRow(text, amount if row.cents > 0 else "", amount if row.cents < 0 else "")
