"""Tables as CSV and as workbooks: what is read back is what was written, and nothing is computed."""

from __future__ import annotations

import csv
from datetime import date, datetime
from decimal import Decimal
from io import BytesIO, StringIO
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

from tournament.spreadsheets.tables import Cell, Table, amount
from tournament.spreadsheets.writing import FORMULA_SIGNS, write_csv, write_workbook

TEXTS = st.one_of(
    st.text(max_size=20),
    st.builds(str.__add__, st.sampled_from(FORMULA_SIGNS), st.text(max_size=12)),
    st.sampled_from(["=1+1", "+1", "-2", "@SUM(A1)", "\t=1", "\r=1", "=cmd|' /C calc'!A0", "1", "#N/A", "1-2", ""]),
)


def read_csv(table: Table) -> list[list[str]]:
    """Read a table back as a spreadsheet would, without its columns."""
    return list(csv.reader(StringIO(write_csv(table).removeprefix("\ufeff"), newline="")))[1:]


def read_cells(*tables: Table) -> list[Any]:
    """Read the cells of the first column of the first sheet of a workbook, without its column."""
    sheet = load_workbook(BytesIO(write_workbook(tables))).worksheets[0]
    return [row[0] for row in sheet.iter_rows(min_row=2)]


def test_letters_are_right_in_excel_and_numbers_stay_numbers() -> None:
    row: tuple[Cell, ...] = ("Łukasz", -3, Decimal("-0.50"), date(2026, 11, 24), datetime(2026, 11, 24, 19, 5), None)
    table = Table("Night", ("Name", "Points", "Paid", "Day", "At", "Place"), (row,))
    text = write_csv(table)
    assert text.startswith("\ufeffName,Points,Paid,Day,At,Place\r\n")
    assert read_csv(table) == [["Łukasz", "-3", "-0.50", "2026-11-24", "2026-11-24 19:05", ""]]
    sheet = load_workbook(BytesIO(write_workbook([table]))).worksheets[0]
    cells = list(sheet[2])
    assert [cell.value for cell in cells] == [
        "Łukasz",
        -3,
        -0.5,
        datetime(2026, 11, 24),
        datetime(2026, 11, 24, 19, 5),
        None,
    ]
    assert [cell.data_type for cell in cells[:3]] == ["s", "n", "n"]
    assert cells[2].number_format == "0.00" and cells[0].column_letter == "A"
    assert sheet.title == "Night" and sheet.freeze_panes == "A2" and sheet["A1"].font.bold


@settings(max_examples=50, deadline=None)
@given(text=TEXTS)
@example(text='=HYPERLINK("http://x")')
@example(text="-5")
def test_no_text_is_a_formula_for_any_program(text: str) -> None:
    table = Table("Names", ("Name",), ((text,),))
    [[cell]] = read_csv(table) or [[""]]
    assert not cell.startswith(FORMULA_SIGNS)
    assert cell in (text, f"'{text}") and (cell == text) == (not text.startswith(FORMULA_SIGNS))


@settings(max_examples=40, deadline=None)
@given(texts=st.lists(TEXTS, min_size=1, max_size=8))
def test_a_workbook_holds_every_text_as_a_text(texts: list[str]) -> None:
    cells = read_cells(Table("Names", ("Name",), tuple((text,) for text in texts)))
    for text, cell in zip(texts, cells, strict=False):
        assert cell.data_type in ("s", "inlineStr") or (
            cell.value is None and not text.strip("".join(map(chr, range(32))))
        )
        assert cell.quotePrefix or not text.startswith(FORMULA_SIGNS)
        assert (
            str(cell.value or "").splitlines()
            == "".join(letter for letter in text if letter >= " " or letter in "\t\n\r").splitlines()
        )


@pytest.mark.parametrize(("cents", "text"), [(0, "0.00"), (-25, "-0.25"), (123456, "1234.56")])
def test_amounts_are_numbers_with_two_decimals(cents: int, text: str) -> None:
    assert read_csv(Table("Cash", ("Amount",), ((amount(cents),),))) == [[text]]
    [cell] = read_cells(Table("Cash", ("Amount",), ((amount(cents),),)))
    assert cell.data_type == "n" and cell.value == float(text) and cell.number_format == "0.00"
