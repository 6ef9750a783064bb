"""A table to take out: a name, columns, and rows of texts, numbers and dates."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import TypeAlias

from django.utils import timezone

from tournament.money.cents import plain

Cell: TypeAlias = str | int | Decimal | date | datetime | None


@dataclass(frozen=True, slots=True)
class Table:
    """One table: `title` is what its sheet in a workbook is called; a time in a cell is the hall's own."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def hall_time(moment: datetime) -> datetime:
    """A moment as the hall's clock shows it, to the second: workbooks know no time zones."""
    return timezone.localtime(moment).replace(tzinfo=None, microsecond=0)


def amount(cents: int | None) -> Decimal | None:
    """An amount of money as a number with two decimals; None stays an empty cell."""
    return None if cents is None else Decimal(plain(cents))
