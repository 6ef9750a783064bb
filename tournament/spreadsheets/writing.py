"""Tables → files: CSV that spreadsheets open with its letters right, and workbooks.

No program computes what somebody typed as a name: in CSV an apostrophe stands before a text that begins like a formula,
in a workbook such a cell says that it is a text. Numbers stay numbers, those below zero too.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from datetime import date, datetime
from decimal import Decimal
from io import BytesIO, StringIO

from openpyxl import Workbook
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.cell.cell import Cell as SheetCell
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from tournament.spreadsheets.tables import Cell, Table

FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
BYTE_ORDER_MARK = "\ufeff"  # by which spreadsheets know that letters are UTF-8
NARROWEST, WIDEST = 6, 44  # letters of a column


def safe_cell(text: str) -> str:
    """A text for a cell: with an apostrophe before it where a spreadsheet would compute it."""
    return f"'{text}" if text.startswith(FORMULA_SIGNS) else text


def write_csv(table: Table) -> str:
    """A table as CSV, its columns in the first line."""
    file = StringIO()
    file.write(BYTE_ORDER_MARK)
    writer = csv.writer(file)
    writer.writerow(map(_text, table.columns))
    writer.writerows([_text(cell) for cell in row] for row in table.rows)
    return file.getvalue()


def _text(cell: Cell) -> str:
    match cell:
        case str():
            return safe_cell(cell)
        case datetime():
            return cell.isoformat(" ", "minutes")
    return "" if cell is None else str(cell)


def write_workbook(tables: Iterable[Table]) -> bytes:
    """Tables as a workbook (XLSX), each on a sheet of its own with its columns in bold and fixed at the top."""
    workbook = Workbook()
    workbook.remove(workbook.active)
    workbook.properties.creator = "Euchre Night"
    for table in tables:
        _fill(workbook.create_sheet(table.title), table)
    file = BytesIO()
    workbook.save(file)
    return file.getvalue()


def _fill(sheet: Worksheet, table: Table) -> None:
    for number, row in enumerate((table.columns, *table.rows), 1):
        for at, cell in enumerate(row, 1):
            _write(sheet.cell(number, at), cell)
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    sheet.freeze_panes = "A2"
    for at, column in enumerate(zip(table.columns, *table.rows, strict=True), 1):
        letters = max(len(_text(cell)) for cell in column) + 2
        sheet.column_dimensions[get_column_letter(at)].width = min(max(letters, NARROWEST), WIDEST)


def _write(into: SheetCell, cell: Cell) -> None:
    """Write one cell; a text stays a text whatever it looks like, also when somebody edits it."""
    if isinstance(cell, str):
        into.value = ILLEGAL_CHARACTERS_RE.sub("", cell)
        into.data_type = "s"
        if cell.startswith(FORMULA_SIGNS):
            into.quotePrefix = True
        return
    into.value = cell
    if isinstance(cell, Decimal):
        into.number_format = f"0.{'0' * decimals}" if (decimals := -int(cell.as_tuple().exponent)) > 0 else "0"
    elif isinstance(cell, date):
        into.number_format = "yyyy-mm-dd hh:mm" if isinstance(cell, datetime) else "yyyy-mm-dd"
